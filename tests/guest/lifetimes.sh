# SPDX-License-Identifier: GPL-2.0
# A random sequence of commands that add, join, change, take and remove triggers,
# events, instances and modules, with hits after each step. Memory that a hit uses
# must not be freed before the hit has ended; the debug kernel reports such accesses.
#
# The sequence begins with each command in turn, and is the same in each run.
# HISTRIG_GUEST_SET='append=lifetimes.steps=5000 append=lifetimes.seed=7
# timeout=1000' makes it longer, or selects another sequence.
# guest: timeout=150 needs=CONFIG_KPROBE_EVENTS
. /tests/guest/lib.sh
quick_rcu

parameter() { sed -n "s/.*\blifetimes\.$1=\([0-9]*\).*/\1/p" /proc/cmdline; }
STEPS=$(parameter steps)
STEPS=${STEPS:-120}
seed=$(parameter seed)
. /tests/guest/parts/random.sh
F=$kmods/histrig_fire
PROG=/tests/bin/userstack
[ -d $H/events/syscalls/sys_enter_chdir ] || skip_all "this kernel has no events of system calls"
insmod /tests/kmod/histrig_fire.ko || exit 1

# FILE COMMAND: "!" before a command removes what the command has added. Most
# commands depend on others, so many fail, as expected. Triggers with the same
# command have different hits, depending on the event.
cat >/tmp/commands <<'EOC'
synthetic_events walked unsigned long[] st; int pid
synthetic_events walked unsigned long[] st; int pid
synthetic_events timed u64 ns; char comm[16]
events/syscalls/sys_enter_chdir/trigger hist:keys=common_pid:synthetic_common_ustacktrace=common_stacktrace
events/syscalls/sys_exit_chdir/trigger hist:name=walk:keys=common_pid:onmatch(syscalls.sys_enter_chdir).walked(syscalls.sys_enter_chdir.common_ustacktrace,common_pid)
events/syscalls/sys_enter_chdir/trigger hist:name=walk:keys=common_pid:onmatch(syscalls.sys_enter_chdir).walked(syscalls.sys_enter_chdir.common_ustacktrace,common_pid)
events/syscalls/sys_enter_chdir/trigger hist:name=walk:keys=common_pid:onmatch(syscalls.sys_enter_chdir).walked(syscalls.sys_enter_chdir.common_ustacktrace,common_pid)
events/synthetic/walked/enable 1
events/synthetic/walked/trigger hist:keys=st.stacktrace
events/synthetic/walked/trigger hist:keys=st.ustacktrace
events/syscalls/sys_exit_chdir/trigger hist:keys=common_ustacktrace
events/syscalls/sys_exit_chdir/trigger hist:keys=common_comm:x=ret:onchange($x).save(common_ustacktrace)
events/irq/softirq_raise/trigger hist:name=both:keys=vec:ts=common_timestamp
events/irq/softirq_entry/trigger hist:name=both:keys=vec:ts=common_timestamp
events/irq/softirq_entry/trigger hist:name=both:keys=vec:ts=common_timestamp if $late > 5
events/irq/softirq_raise/trigger hist:keys=vec:late=common_timestamp-$ts:onmatch(irq.softirq_entry).timed($late,common_comm)
events/irq/softirq_entry/trigger hist:keys=vec:onmatch(irq.softirq_raise).forget()
events/irq/softirq_raise/trigger hist:keys=vec:vals=vec.p50,vec.max
events/irq/softirq_raise/trigger hist:keys=common_cgroup.path,vec:interval=1ms
events/irq/softirq_entry/trigger hist:name=shot:keys=vec:vv=vec:onchange($vv).snapshot()
instances/i/events/irq/softirq_entry/trigger hist:name=shot:keys=vec:vv=vec:onchange($vv).snapshot()
instances/i/events/irq/softirq_raise/trigger hist:name=both:keys=vec:ts=common_timestamp
instances/i/events/synthetic/timed/trigger hist:keys=comm:vals=ns.avg
events/synthetic/timed/trigger hist:keys=comm:vals=ns.p99
kprobe_events p:life/add called_add a=$arg1
kprobe_events r:life/back called_add ret=$retval
events/life/add/trigger hist:name=mod:keys=common_pid
events/life/back/trigger hist:name=mod:keys=common_pid
events/life/back/trigger hist:keys=common_pid:d=ret:onmatch(life.add).forget()
EOC
FILES=$(cut -d' ' -f1 /tmp/commands | grep '/trigger$' | sort -u)

# Hits each existing event, on each CPU if that is possible.
hit() {
	echo 'fire irq softirq_raise count=2 keys=2' >$F
	echo 'fire irq softirq_entry count=2 keys=2 ctx=irq' >$F
	$PROG calls 1 >/dev/null
	[ ! -e $kmods/histrig_called ] || echo 'add 1 2 3 4 5 6' >$kmods/histrig_called
}

# Reads or takes the histogram of the last random trigger.
read_one() { # FILE OF TRIGGERS
	random 4
	case $n in
	0) cat $H/${1%trigger}hist_take ;;
	1) cat $H/${1%trigger}hist_json ;;
	*) cat $H/${1%trigger}hist ;;
	esac
}

command() {
	local file text
	random_command
	random 12
	case $file/$n in
	*/trigger/0) echo "$text:clear" >>$H/$file ;;
	*/trigger/1) echo "$text:pause" >>$H/$file ;;
	*/trigger/2) echo "$text:cont" >>$H/$file ;;
	*/trigger/3) true >$H/$file ;;
	kprobe_events/[0-3]) echo "-:${text#*:}" | sed 's/ .*//' >>$H/$file ;;
	*/enable/[0-5]) echo 0 >$H/$file ;;
	*/[0-5]) echo "!$text" >>$H/$file ;;
	*) echo "$text" >>$H/$file ;;
	esac
	case $file in */trigger) [ $n -lt 9 ] || read_one $file ;; esac
}

step() {
	random 16
	case $n in
	0) mkdir $H/instances/i ;;
	1) rmdir $H/instances/i ;;
	2) insmod /tests/kmod/histrig_called.ko ;;
	3) rmmod histrig_called ;;
	*) command ;;
	esac 2>/dev/null >/tmp/out
}

# walks_kept: test whether the files of all user stacks are known. trace shows the
# stacks in synthetic events, hist all others.
walks_kept() { ! cat $H/trace $H/events/*/*/hist 2>/dev/null | grep -q 'files are not kept'; }

# First runs all commands in order, so that each of them has succeeded once.
while read -r file text; do
	echo "$text" >>$H/$file
	hit
done 2>/dev/null </tmp/commands
i=0
while [ $i -lt $STEPS ]; do
	step
	hit
	i=$((i + 1))
	[ $((i % 40)) != 0 ] || walks_kept || break
done
is "no hit of a walk of $STEPS steps lacks what it uses" $i $STEPS

# ---- what is left can be removed

[ ! -d $H/instances/i ] || rmdir $H/instances/i
# Some triggers can be removed only after others, even on the same event.
empty() {
	while read -r file text; do
		case $file in */trigger) [ ! -e $H/$file ] || echo "!$text" >>$H/$file ;; esac
	done 2>/dev/null </tmp/commands
	hit
	! cat $(for file in $FILES; do ls $H/$file; done 2>/dev/null) | grep -v '^#'
}
check "all triggers can be removed" within 10 empty
[ ! -e $H/events/synthetic/walked ] || echo 0 >$H/events/synthetic/walked/enable
check "all probes can be removed" eval "true >$H/kprobe_events"
check "all synthetic events can be removed" eval "true >$H/synthetic_events"
rmmod histrig_called 2>/dev/null
true >$H/trace
rmmod histrig_fire
check "the module can be unloaded" unload_histrig
