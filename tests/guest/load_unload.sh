# SPDX-License-Identifier: GPL-2.0
# Load, arm, unload, again and again, while every CPU fires.
# guest: smp=2 mem=1G timeout=600
. /tests/guest/lib.sh

# A kernel that watches all memory needs minutes for a round, and finds a leak in one.
ROUNDS=60
[ ! -e /sys/kernel/debug/kmemleak ] || ROUNDS=8
F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
[ ! -d $H ] || unload_histrig || exit 1

arm() {
	echo 'hist:keys=state,cpu_id:vals=cpu_id' >$H/events/power/cpu_frequency/trigger &&
	echo 'hist:keys=common_stacktrace' >>$H/events/power/cpu_frequency/trigger &&
	echo 'hist:keys=next_comm' >$H/events/sched/sched_switch/trigger &&
	echo 'hist:keys=common_pid.execname:vals=bytes_req' >$H/events/kmem/kmalloc/trigger &&
	echo 'hist:keys=id.syscall:size=8192' >$H/events/raw_syscalls/sys_enter/trigger
}

# The tables must have been hit in a round, or the round proves nothing.
hit() { grep -q '^{ state' $H/events/power/cpu_frequency/hist; }

round() {
	load_histrig || return 1
	arm || return 1
	within 5 hit || return 1
	case $(($1 % 4)) in
	0) echo >$H/events/power/cpu_frequency/trigger ;;	# removed by hand
	1) cat $H/events/sched/sched_switch/hist >/dev/null ;;
	2) echo 'hist:keys=next_comm:pause' >>$H/events/sched/sched_switch/trigger ;;
	esac
	unload_histrig
}

echo "bg power cpu_frequency keys=1000 cpus=2" >$F
check "$((ROUNDS / 2)) rounds with every CPU firing" rounds 1 $((ROUNDS / 2))
echo stop >$F
# Memory before and after; what the first rounds leave in caches does not count.
before=$(free_kb)
# The other half at another pace: what waits for hits waits less.
quick_rcu
echo "bg power cpu_frequency keys=1000 cpus=2 ctx=irq" >$F
check "$((ROUNDS / 2)) rounds, firing from interrupts" rounds 1 $((ROUNDS / 2))
echo stop >$F
lost=$((before - $(free_kb)))
if [ -e /sys/kernel/debug/kmemleak ]; then
	skip "memory lost: what watches it takes some, too, and tells of leaks itself"
elif [ $lost -lt 1024 ]; then
	ok "no memory lost ($lost kB)"
else
	not_ok "$lost kB lost in $((ROUNDS / 2)) rounds"
fi

# Many armed events cost no wait each: the kernel is asked how often code of modules
# waited for hits to end. Waiting itself is short here, it is the number that tells.
load_histrig
ls $H/events/*/*/trigger | grep -v /ftrace/ | head -n 500 >/tmp/list
quick_rcu
while read -r file; do echo 'hist:keys=common_pid:size=128' >$file; done </tmp/list
is "500 events are armed" "$(cat $H/events/*/*/trigger | grep -c ^hist)" 500
if echo 'p:waits synchronize_rcu from=$stack0:x64' >$T/kprobe_events; then
	text=$(cat /sys/module/histrig/sections/.text)
	echo "from >= ${text%??????}000000" >$T/events/kprobes/waits/filter
	echo 1 >$T/events/kprobes/waits/enable
	check "unload" unload_histrig
	echo 0 >$T/events/kprobes/waits/enable
	waits=$(grep -c waits: $T/trace)
	check "some waits for all of them, not $waits" [ $waits -gt 0 -a $waits -lt 50 ]
	echo >$T/kprobe_events
else
	check "unload" unload_histrig
	skip "waits cannot be counted here"
fi

# The module stays while somebody has a file of it open.
load_histrig
echo 'hist:keys=state' >$H/events/power/cpu_frequency/trigger
exec 5<$H/events/power/cpu_frequency/hist
fails "an open file holds the module" unload_histrig
exec 5<&-
check "and lets it go" unload_histrig
rmmod histrig_fire
load_histrig
