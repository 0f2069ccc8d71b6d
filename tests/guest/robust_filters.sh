# SPDX-License-Identifier: GPL-2.0
# Filters: pointers to what is not there, filters that come and go while events fire
# and files are read, hits that nest.
# guest: smp=2 mem=1G timeout=240
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
P=$H/events/power/cpu_frequency
R=$H/events/power/suspend_resume
SECONDS_EACH=4
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns

# hits EVENT: of each of its triggers, in their order.
hits() { awk '/Hits:/ { printf "%s%s", sep, $2; sep = " " }' $1/hist; }

# passes FILTER ARGUMENT...: does the filter let such a pointer pass?
passes() {
	echo "hist:keys=val if $1" >$R/trigger || return 2
	shift
	/tests/bin/histptr "$@" || return 2
	[ "$(hits $R)" = 1 ]
}

a() { head -c $1 /dev/zero | tr '\000' a; }
stext=$(awk '$3 == "_stext" { print "0x" $1; exit }' /proc/kallsyms)

check "a string of the user's" passes 'action.ustring == "password"' password
check "by its start" passes 'action.ustring ~ "pass*"' password
check "by its middle" passes 'action.ustring ~ "*ss*"' password
check "by its end" passes 'action.ustring ~ "*word"' password
check "another one" passes 'action.ustring != "password"' passwort
fails "and not that one" passes 'action.ustring != "password"' password
check "an empty one" passes 'action.ustring == ""' ""
check "1,023 bytes count" passes 'action.ustring ~ "a*ab"' $(a 1022)bb
fails "and no more" passes 'action.ustring ~ "*bb"' $(a 1022)bb
check "over a page's end" passes 'action.ustring ~ "*ab"' $(a 1022)b$(a 3500)

fails "without an end, =="  passes 'action.ustring == "password"' -u password
fails "without an end, !="  passes 'action.ustring != "password"' -u password
fails "without an end, ~" passes 'action.ustring ~ "*"' -u password
fails "the user's as the kernel's" passes 'action ~ "*" || action != "a"' password
check "and not that it is" passes '!(action ~ "*")' password
for where in 0x1000 0x7fffffffffff 0x800000000000 -1 -8 -4096 0xffff800000000000 0xffffffffffe00000 $stext; do
	fails "the user's at $where" passes 'action.ustring ~ "*" || action.ustring != "a"' -x $where
done
for where in 0x1000 0x7fffffffffff 0x800000000000 -1 -8 -4096 0xffff7fffffffffff 0xffffffffffe00000; do
	fails "the kernel's at $where" passes 'action ~ "*" || action != "a"' -x $where
done
check "the kernel's own text" passes 'action != "a"' -x $stext
: >$R/trigger

# Functions that no probe may be on are found too; one look-up does for a system.
check "a function of the kernel's entry" sh -c "echo 'call_site.function == exc_page_fault' >$H/events/kmem/kmalloc/filter"
check "a system's filter" sh -c "echo 'call_site.function == vfs_read || call_site.function != exc_page_fault' >$H/events/kmem/filter"
is "is that of its events" "$(cat $H/events/kmem/kfree/filter)" 'call_site.function == vfs_read || call_site.function != exc_page_fault'
fails "one that is unknown" sh -c "echo 'call_site.function == no_such || call_site.function == no_such' >$H/events/kmem/filter"
echo 0 >$H/events/kmem/filter

# Lists of CPUs want more than one CPU.
echo 'hist:keys=cpu_id if cpu_id & CPUS{0-1}' >$P/trigger
echo 'hist:keys=cpu_id if cpu_id & CPUS{1}' >>$P/trigger
echo 'hist:keys=cpu_id if cpu_id == CPUS{0-1}' >>$P/trigger
echo 'hist:keys=cpu_id if cpu_id != CPUS{0,1}' >>$P/trigger
echo 'hist:keys=cpu_id if common_cpu & CPUS{0-1}' >>$P/trigger
echo "fire power cpu_frequency count=4 keys=4 base=5 val=0" >$F
echo "fire power cpu_frequency count=4 keys=4 base=0 val=100" >$F
is "lists of CPUs" "$(hits $P)" "2 1 0 2 8"
: >$P/trigger
echo 'hist:keys=state if state & CPUS{0-1}' >$P/trigger
echo 'hist:keys=state if state & CPUS{1}' >>$P/trigger
echo 'hist:keys=state if state == CPUS{0-1}' >>$P/trigger
echo 'hist:keys=state if state != CPUS{0,1}' >>$P/trigger
echo 'hist:keys=state if state == CPUS{1}' >>$P/trigger
echo "fire power cpu_frequency count=4 keys=4" >$F
is "numbers in lists of CPUs" "$(hits $P)" "2 1 0 2 1"
: >$P/trigger

# Hits that nest, each with a string of its own to look at.
echo 'hist:keys=val if action ~ "*zing*" || action ~ "*_p*s"' >$R/trigger
echo 'hist:keys=val if action ~ "*_f*s"' >>$R/trigger
for ctx in task softirq irq nmi; do
	echo "fire power suspend_resume cpus=2 count=20000 keys=2 vstep=0 ctx=$ctx" >$F
done
is "80,000 pointers, two filters, four contexts" "$(hits $R)" "80000 80000"
: >$R/trigger
echo 'hist:keys=val if action ~ "*_p*s"' >$R/trigger
echo 'hist:keys=val' >>$R/trigger
echo "bg power suspend_resume cpus=2 keys=2 vstep=0" >$F
echo "nmi power suspend_resume count=100 keys=2 vstep=0" >$F
i=0
while [ $i -lt 30 ]; do
	nmi
	usleep 30000
	i=$((i + 1))
done
echo stop >$F
read -r _ n _ _ _ nmis <$F
set -- $(hits $R)
is "of $n hits with $nmis NMIs among them all are seen" "$2" "$n"
[ $(($1 - n / 2)) -le 2 ] && [ $((n / 2 - $1)) -le 2 ] &&
	ok "and half of them pass" || not_ok "and half of them pass: $1 of $n"
: >$R/trigger

until_stopped() { # COMMAND...: over and over
	while [ ! -e /tmp/stop ]; do
		"$@"
	done
	return 0
}

read_all() { cat $P/filter $H/events/power/filter $P/trigger $P/hist $H/error_log >/dev/null 2>>/tmp/errors; }

read_slowly() { dd if=$P/filter bs=3 count=50 >/dev/null 2>>/tmp/errors.dd; }

set_filters() {
	echo 'state == 1 && cpu_id > 5 || state & 3' >$P/filter
	echo 'comm ~ "a*b" && state != 4' >$P/filter
	echo 'state == ' >$P/filter
	echo 'nothing == 1' >$P/filter
	echo 0 >$P/filter
} 2>/dev/null

set_systems() {
	echo 'common_pid != 0' >$H/events/power/filter
	echo 'state == 7' >$H/events/power/filter
	echo 'nothing == 7' >$H/events/power/filter
	echo 0 >$H/events/power/filter
} 2>/dev/null

set_triggers() {
	echo 'hist:keys=state if state < 100' >>$P/trigger
	echo 'hist:keys=state if comm ~ "*irq*" || state > 4000 && !(state == 4001)' >>$P/trigger
	echo 'hist:keys=state:pause if state < 100' >>$P/trigger
	echo 'hist:keys=state:clear if state < 100' >>$P/trigger
	echo 'hist:keys=state if nothing' >>$P/trigger
	echo '!hist:keys=state if state < 100' >>$P/trigger
	echo '!hist:keys=state if comm ~ "*irq*" || state > 4000 && !(state == 4001)' >>$P/trigger
} 2>/dev/null

set_triggers_at_once() {
	echo 'hist:keys=state if state > 100 && state < 200' >$P/trigger
	: >$P/trigger
} 2>/dev/null

# together NAME COMMAND...: all of them at once for a while.
together() {
	local name=$1 c pids=
	shift
	rm -f /tmp/stop /tmp/errors
	for c; do
		until_stopped $c &
		pids="$pids $!"
	done
	sleep $SECONDS_EACH
	touch /tmp/stop
	wait $pids
	is "$name" "$(sort -u /tmp/errors 2>/dev/null | head -n 3)" ""
}

echo "bg power cpu_frequency keys=5000 cpus=2" >$F
together "filter files, written and read" set_filters set_filters read_all read_slowly
together "those of a system as well" set_filters set_systems read_all
together "triggers with filters" set_triggers set_triggers_at_once read_all
together "all of it" set_filters set_systems set_triggers set_triggers_at_once read_all
echo stop >$F

: >$P/trigger
echo 0 >$H/events/power/filter
is "nothing is left" "$(cat $P/filter)" none
echo 'hist:keys=state if state == 3' >$P/trigger
echo "fire power cpu_frequency count=1000 keys=10" >$F
is "and it still counts" "$(hits $P)" 100

# Ours goes while filters are there.
echo 'common_pid != 0' >$H/events/power/filter
check "unloads with filters" unload_histrig
check "and loads again" load_histrig
is "without them" "$(cat $P/filter)" none
rmmod histrig_fire
