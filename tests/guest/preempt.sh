# SPDX-License-Identifier: GPL-2.0
# Important parts of other tests with preempt=full: a task may be preempted wherever
# it does not forbid this, for example within a command or, on newer kernels, within
# a hit.
# guest: append=preempt=full timeout=200
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu

grep -q '(full)' /sys/kernel/debug/sched/preempt 2>/dev/null || skip_all "this kernel has no preempt=full"
F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
S=$H/events/synthetic/seen
insmod /tests/kmod/histrig_fire.ko || exit 1
fire() { echo "fire power cpu_frequency $*" >$F; }
total() { awk -v what="$1:" '$1 == what { n += $2 } END { printf "%.0f", n }' $2/hist; }
counted() { echo "$(total Hits $1) $(total Dropped $1)"; }

# crowd OPTIONS: let two tasks on each CPU fire at the same time. Sets $fired to the
# number of hits.
crowd() {
	echo "bg power cpu_frequency cpus=2 $*" >$F
	fire cpus=2 count=100000 $*
	echo stop >$F
	read -r _ fired _ <$F
	fired=$((fired + 200000))
}

echo 'hist:keys=state:vals=cpu_id' >$E/trigger
crowd keys=100
is "hits of tasks that preempt each other are counted exactly ($fired)" "$(counted $E)" "$fired 0"
is "hitcounts of tasks that preempt each other add up to the hits" \
	"$(awk '/hitcount:/ { n += $6 } END { printf "%.0f", n }' $E/hist)" $fired
true >$E/trigger
for ctx in softirq irq nmi; do
	echo 'hist:keys=state,cpu_id.log2,common_preempt_count' >$E/trigger
	fire cpus=2 count=20000 keys=10 ctx=$ctx
	is "hits in $ctx context are counted exactly with preempt=full" "$(counted $E)" "40000 0"
	true >$E/trigger
done

# Tests variables, actions and a synthetic event.
echo 'seen u32 state; u32 sum' >$H/synthetic_events
echo 'hist:keys=state,sum' >$S/trigger
echo 'hist:keys=state,common_pid:n=cpu_id+1:onmatch(power.cpu_frequency).trace(seen,state,$n):onmax($n).save(cpu_id)' >$E/trigger
crowd keys=10 vstep=0
is "each hit of tasks that preempt each other generates a synthetic event" "$(counted $S)" "$fired 0"
is "a variable is read in the hit that set it by tasks that preempt each other" \
	"$(awk '/^[{]/ { print $5 }' $S/hist | tr -d '}' | sort -u | xargs)" 101
true >$E/trigger
true >$S/trigger
true >$H/synthetic_events

# Tests the ring, with a filter.
echo 20000 >$H/buffer_size_kb
echo >$H/trace
echo 'state < 50' >$E/filter
echo "bg power cpu_frequency cpus=2 keys=1 base=77" >$F
echo 1 >$E/enable
fire cpus=2 count=20000 keys=100
echo 0 >$E/enable
echo stop >$F
echo 0 >$E/filter
is "a filter and the ring keep each entry of tasks that preempt each other" "$(grep -c 'cpu_frequency:' $H/trace)" 20000
echo >$H/trace

# Commands run while hits and other commands preempt them. The rings are small, because a
# read of large ones takes most of a round.
echo 100 >$H/buffer_size_kb
read_all() { cat $E/hist $E/trigger $H/trace >/dev/null 2>>/tmp/errors; }
triggers() {
	echo 'hist:keys=state:size=4096' >>$E/trigger
	echo 'hist:keys=state:size=4096:clear' >>$E/trigger
	echo '!hist:keys=state:size=4096' >>$E/trigger
}
switch() { echo 1 >$H/events/sched/enable && echo >$H/trace && echo 0 >$H/events/sched/enable; }
snapshots() { echo 1 >$H/snapshot && echo 2 >$H/snapshot; }
echo "bg power cpu_frequency keys=1000 cpus=2 rest=1000" >$F
together "triggers, events and snapshots are switched and read beside tasks that fire" 5 \
	read_all triggers switch snapshots
echo stop >$F
echo 0 >$H/snapshot
echo 1408 >$H/buffer_size_kb

# Tests the probes of system calls, which some kernels call with preemption on. Stacks make
# the hits long, so that tasks preempt each other within hits. Their keys are in scratch
# memory, where a hit that can be preempted finds the key of another task. Five tasks on two
# CPUs also migrate.
R=$H/events/raw_syscalls/sys_enter
ENTERED=$H/events/tracepoints/entered
call_10000_by_5() {
	local task tasks=
	for task in 1 2 3 4 5; do
		/tests/bin/syscaller time 10000 >/dev/null &
		tasks="$tasks $!"
	done
	wait $tasks
}
# Prints how many tasks have how many hits.
by_task() {
	awk '$2 == "common_pid:" { pid = $3 } $2 == "hitcount:" { n[pid] += $3 }
		END { for (pid in n) print n[pid] }' $1/hist | sort | uniq -c | xargs
}
echo 't:tracepoints/entered sys_enter nr=$arg2' >$H/dynamic_events
echo "hist:keys=common_pid,common_stacktrace if id == $GETPPID" >$R/trigger
call_10000_by_5
is "hits of raw_syscalls:sys_enter of tasks that preempt each other are counted exactly" "$(counted $R)" "50000 0"
is "hits of raw_syscalls:sys_enter of tasks that preempt each other count for the right task" "$(by_task $R)" "5 10000"
true >$R/trigger
echo "hist:keys=common_pid,common_stacktrace if nr == $GETPPID" >$ENTERED/trigger
call_10000_by_5
is "hits of a probe on sys_enter of tasks that preempt each other are counted exactly" "$(counted $ENTERED)" "50000 0"
is "hits of a probe on sys_enter of tasks that preempt each other count for the right task" "$(by_task $ENTERED)" "5 10000"
true >$ENTERED/trigger
true >$H/dynamic_events

# Tests system calls: tasks that may be preempted at any time hit their events. They leave the
# CPU to the commands, which preempt them.
/tests/bin/syscaller loop &
one=$!
/tests/bin/syscaller loop &
two=$!
renice -n 19 $one $two >/dev/null
echo 'hist:keys=common_pid' >$H/events/syscalls/sys_enter_getppid/trigger
echo 'hist:keys=id' >$H/events/raw_syscalls/sys_enter/trigger
hit() { grep -q 'Hits: [0-9][0-9]' $1/hist; }
check "sys_enter_getppid counts with preempt=full" within 20 hit $H/events/syscalls/sys_enter_getppid
check "raw_syscalls:sys_enter counts with preempt=full" within 20 hit $H/events/raw_syscalls/sys_enter
round() {
	echo 'hist:keys=state' >$E/trigger && echo 1 >$H/events/syscalls/enable &&
		echo "bg power cpu_frequency keys=1000 cpus=2 rest=1000" >$F && within 20 hit $E &&
		unload_histrig && echo stop >$F && load_histrig
}
check "the module is unloaded and loaded 3 times beside tasks that fire with preempt=full" rounds 1 3
kill $one $two
rmmod histrig_fire
