# SPDX-License-Identifier: GPL-2.0
# Filters: pointers to unmapped memory, filters that are set and removed while
# events fire and files are read, and nested hits.
# guest: needs=CONFIG_SMP,CONFIG_KALLSYMS
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

F=$kmods/histrig_fire
P=$H/events/power/cpu_frequency
R=$H/events/power/suspend_resume
insmod /tests/kmod/histrig_fire.ko || exit 1

# hits EVENT: print the number of hits of each of the event's triggers, in order.
hits() { awk '/Hits:/ { printf "%s%s", sep, $2; sep = " " }' $1/hist; }

# passes WANTED NAME FILTER ARGUMENT...: check whether a hit with such a pointer
# passes the filter. WANTED is yes or no.
passes() {
	local wanted=$1 name=$2
	shift 2
	is "$name" "$(answer $R "$@")" $wanted
}

# answer EVENT FILTER ARGUMENT...: print yes if such a hit passes the filter, else no.
answer() {
	local event=$1 answer
	echo "hist:keys=val if $2" >$event/trigger
	shift 2
	answer=$(/tests/bin/histptr "$@" 2>&1)
	case $answer$(hits $event) in
	0) echo no ;;
	1) echo yes ;;
	*) echo "$answer, hits: $(hits $event)" ;;
	esac
}

a() { head -c $1 /dev/zero | tr '\000' a; }
stext=$(awk '$3 == "_stext" { print "0x" $1; exit }' /proc/kallsyms)

passes yes ".ustring == matches a string in user memory" 'action.ustring == "password"' password
passes yes ".ustring ~ matches the front of a string in user memory" 'action.ustring ~ "pass*"' password
passes yes ".ustring ~ matches the middle of a string in user memory" 'action.ustring ~ "*ss*"' password
passes yes ".ustring ~ matches the end of a string in user memory" 'action.ustring ~ "*word"' password
passes yes ".ustring != matches another string in user memory" 'action.ustring != "password"' passwort
passes no ".ustring != does not match the same string in user memory" 'action.ustring != "password"' password
passes yes ".ustring == matches an empty string in user memory" 'action.ustring == ""' ""
passes yes ".ustring sees the first 1,023 bytes of a string" 'action.ustring ~ "a*ab"' $(a 1022)bb
passes no ".ustring does not see the 1,024th byte of a string" 'action.ustring ~ "*bb"' $(a 1022)bb
passes yes ".ustring reads a string over the end of a page" 'action.ustring ~ "*ab"' $(a 1022)b$(a 3500)

for filter in '== "password"' '!= "password"' '~ "*"'; do
	passes no ".ustring $filter does not match a string that runs into unmapped memory" \
		"action.ustring $filter" -u password
done
plain='action ~ "*" || action != "a"' negated='!(action ~ "*")'
plain_passes=no negated_passes=yes
# On arm64, 6.1 reads a user's string as one of its own if the CPU lets it.
if [ $(uname -m) = aarch64 ]; then
	plain_passes=$(answer $T/events/power/suspend_resume "$plain" password)
	negated_passes=$(answer $T/events/power/suspend_resume "$negated" password)
	true >$T/events/power/suspend_resume/trigger
fi
passes $plain_passes "a user's string is not matched without .ustring" "$plain" password
passes $negated_passes "a negated match of a user's string without .ustring passes" "$negated" password
for where in 0x1000 0x7fffffffffff 0x800000000000 -1 -8 -4096 0xffff800000000000 0xffffffffffe00000 $stext; do
	passes no ".ustring does not match anything at $where" 'action.ustring ~ "*" || action.ustring != "a"' -x $where
done
for where in 0x1000 0x7fffffffffff 0x800000000000 -1 -8 -4096 0xffff7fffffffffff 0xffffffffffe00000; do
	passes no "a string of the kernel does not match anything at $where" 'action ~ "*" || action != "a"' -x $where
done
passes yes "a string of the kernel is read at _stext" 'action != "a"' -x $stext
true >$R/trigger

# .function must also find functions that cannot have kprobes.
case $(uname -m) in aarch64) ENTRY=el0t_64_sync_handler ;; *) ENTRY=exc_page_fault ;; esac
check ".function takes a function of the kernel's entry code" sh -c "echo 'call_site.function == $ENTRY' >$H/events/kmem/kmalloc/filter"
check "a system's filter takes .function" sh -c "echo 'call_site.function == vfs_read || call_site.function != $ENTRY' >$H/events/kmem/filter"
is "a system's filter with .function is that of its events" "$(cat $H/events/kmem/kfree/filter)" "call_site.function == vfs_read || call_site.function != $ENTRY"
fails "a system's filter refuses an unknown function" sh -c "echo 'call_site.function == no_such || call_site.function == no_such' >$H/events/kmem/filter"
echo 0 >$H/events/kmem/filter

echo 'hist:keys=cpu_id if cpu_id & CPUS{0-1}' >$P/trigger
echo 'hist:keys=cpu_id if cpu_id & CPUS{1}' >>$P/trigger
echo 'hist:keys=cpu_id if cpu_id == CPUS{0-1}' >>$P/trigger
echo 'hist:keys=cpu_id if cpu_id != CPUS{0,1}' >>$P/trigger
echo 'hist:keys=cpu_id if common_cpu & CPUS{0-1}' >>$P/trigger
echo "fire power cpu_frequency count=4 keys=4 base=5 val=0" >$F
echo "fire power cpu_frequency count=4 keys=4 base=0 val=100" >$F
is "CPUS{} filters fields that hold a CPU" "$(hits $P)" "2 1 0 2 8"
true >$P/trigger
echo 'hist:keys=state if state & CPUS{0-1}' >$P/trigger
echo 'hist:keys=state if state & CPUS{1}' >>$P/trigger
echo 'hist:keys=state if state == CPUS{0-1}' >>$P/trigger
echo 'hist:keys=state if state != CPUS{0,1}' >>$P/trigger
echo 'hist:keys=state if state == CPUS{1}' >>$P/trigger
echo "fire power cpu_frequency count=4 keys=4" >$F
is "CPUS{} filters fields that hold a number" "$(hits $P)" "2 1 0 2 1"
true >$P/trigger

# Tests nested hits, each with a different string.
echo 'hist:keys=val if action ~ "*zing*" || action ~ "*_p*s"' >$R/trigger
echo 'hist:keys=val if action ~ "*_f*s"' >>$R/trigger
for ctx in task softirq irq nmi; do
	echo "fire power suspend_resume cpus=2 count=20000 keys=2 vstep=0 ctx=$ctx" >$F
done
is "two filters follow 160,000 pointers to strings in four contexts" "$(hits $R)" "80000 80000"
true >$R/trigger
if has_nmis; then
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
	is "each of $n hits is counted while $nmis NMIs interrupt filters of strings" "$2" "$n"
	check "a filter of strings lets half of the hits pass while NMIs interrupt it ($1 of $n)" \
		[ $(($1 - n / 2)) -le 2 -a $((n / 2 - $1)) -le 2 ]
else
	skip "each hit is counted while NMIs interrupt filters of strings"
	skip "a filter of strings lets half of the hits pass while NMIs interrupt it"
fi
true >$R/trigger

read_all() { cat $P/filter $H/events/power/filter $P/trigger $P/hist $H/error_log >/dev/null 2>>/tmp/errors; }

read_slowly() { dd if=$P/filter bs=3 count=50 >/dev/null 2>&1; }

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

set_one_trigger() {
	echo 'hist:keys=state if state > 100 && state < 200' >$P/trigger
	true >$P/trigger
} 2>/dev/null

echo "bg power cpu_frequency keys=5000 cpus=2 rest=1000" >$F
together "an event's filter is set by two writers and read during hits" 8 set_filters set_filters read_all read_slowly
together "triggers with filters are added and removed during hits" 8 set_triggers set_one_trigger read_all
together "filters of an event, its system and its triggers are set side by side during hits" 8 \
	set_filters set_systems set_triggers set_one_trigger read_all
echo stop >$F

true >$P/trigger
echo 0 >$H/events/power/filter
is "an event has no filter after 0 was written" "$(cat $P/filter)" none
echo 'hist:keys=state if state == 3' >$P/trigger
echo "fire power cpu_frequency count=1000 keys=10" >$F
is "a trigger with a filter counts exactly after filters were set side by side" "$(hits $P)" 100

echo 'common_pid != 0' >$H/events/power/filter
check "the module unloads while events have filters" unload_histrig
check "the module loads again after events had filters" load_histrig
is "events have no filter after the module was loaded again" "$(cat $P/filter)" none
rmmod histrig_fire
