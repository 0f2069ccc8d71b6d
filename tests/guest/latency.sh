# SPDX-License-Identifier: GPL-2.0
# The tracers of latencies: wakeup, wakeup_rt, wakeup_dl; irqsoff, preemptoff and
# preemptirqsoff, if the kernel has their tracepoints.
# guest: timeout=180 needs=CONFIG_KALLSYMS
. /tests/guest/lib.sh
cd $H

# wake: let a high-priority task sleep and wake up.
wake() { /tests/bin/prio fifo 50 sleep 0.05; }
option() { grep -xE "(no)?$1" trace_options; }
# begin TRACER: start a tracer, and reset the maximum.
begin() { echo $1 >current_tracer && echo 0 >tracing_max_latency; }
# worst: print the latency in the header of trace.
worst() { sed -n 's/^# latency: \([0-9]*\) us,.*/\1/p' trace; }
lines() { grep -v '^#' trace; }
# With frame pointers the wakeup and the switch are followed by a function and its caller.
callers='s/(ttwu|try_to)_[a-z_]+ <-[a-z_]+$/0/; s/(__schedule) <-[a-z_]+$/\1/'

is "tracers of wakeups are listed in the kernel's order" \
	"$(tr ' ' '\n' <available_tracers | grep wakeup | xargs)" "wakeup_dl wakeup_rt wakeup"
is "tracing_max_latency is 0 at first" "$(cat tracing_max_latency)" 0
echo 7 >tracing_max_latency
is "tracing_max_latency shows what was written" "$(cat tracing_max_latency)" 7
fails "tracing_max_latency takes no text" sh -c 'echo x >tracing_max_latency'

# The worst trace.
echo 0 >options/function-trace
echo nooverwrite >trace_options
before=$(option overwrite; option latency-format)
echo 0 >tracing_on
echo wakeup_rt >current_tracer
is "a tracer of wakeups starts with no latency" "$(cat tracing_max_latency)" 0
echo 1 >tracing_on
is "a tracer of wakeups sets the options that it needs" "$(option overwrite; option latency-format)" \
	"$(printf 'overwrite\nlatency-format')"
fails "overwrite cannot be cleared while a tracer of wakeups is on" sh -c 'echo nooverwrite >trace_options'
fails "another instance cannot have a tracer of wakeups, too" sh -c \
	"mkdir instances/w && echo wakeup >instances/w/current_tracer"
rmdir instances/w
wake
echo 0 >tracing_on
found=$(cat tracing_max_latency)
check "wakeup_rt finds the latency of a real-time task" [ "$found" -gt 0 ]
is "the header of trace has the worst latency" "$(worst)" "$found"
check "the header of trace has the task" grep -qE '^#    \| task: .*policy:1 rt_prio:' trace
is "a trace has the wakeup, its stack, the switch and its stack" \
	"$(lines | grep -v '^ =>' | sed -E "$callers"'; s/.*us.: *//; s/[0-9]+: *[0-9]+:[A-Z]/T/; s/[0-9]+: *[0-9]+:[A-Z] .*/T/' | xargs)" \
	"$(echo 'T + [X] T <stack trace> 0 X T ==> [X] T <stack trace>' |
		sed "s/\[X\] T <stack trace> 0 X/[$(lines | sed -n 's/.* + \[\([0-9]*\)\].*/\1/p')] T <stack trace> 0 $(lines | sed -n 's/.*us.: \(__[a-z_]*\)\( <-.*\)*$/\1/p')/;
			s/\[X\]/[$(lines | sed -n 's/.*==> \[\([0-9]*\)\].*/\1/p')]/")"
# Times of lines are rounded, but the latency is not.
check "times begin with the wakeup" [ "$(lines | sed -n '1s/.* \([0-9]*\)us.: .*/\1/p')" -le $((found + 1)) ]
check "times end with the switch" [ "$(lines | sed -n 's/.* \([0-9]*\)us.: .*==>.*/\1/p')" -le $((found + 1)) ]
# If the tracepoint has another probe, there is a function that calls both.
is "the stack of the switch begins in the scheduler" "$(awk '/<stack trace>/ { n++ }
	n == 2 && /=>/ && !/__traceiter_/ { print $2; exit }' trace)" __schedule
fails "snapshot cannot be read while it has the worst trace" cat snapshot
fails "snapshot cannot be taken while it has the worst trace" sh -c 'echo 1 >snapshot'
fails "snapshot_raw cannot be opened while the ring has the worst trace" cat per_cpu/cpu0/snapshot_raw
fails "a histogram cannot take snapshots while a tracer of wakeups is on" sh -c \
	'echo "hist:keys=pid:x=prio:onchange(\$x).snapshot()" >events/sched/sched_wakeup/trigger'

echo 1 >tracing_on
is "switching tracing_on keeps the worst trace" "$(cat tracing_max_latency)" "$found"
echo 9999999 >tracing_max_latency
wake
is "a latency that is not worse than tracing_max_latency is not kept" "$(cat tracing_max_latency)" 9999999
echo 1 >tracing_thresh
is "tracing_thresh shows what was written" "$(cat tracing_thresh)" 1
wake
check "every latency of at least tracing_thresh is kept" [ "$(cat tracing_max_latency)" -lt 9999999 ]
echo 0 >tracing_thresh
exec 5<trace
echo 0 >tracing_max_latency
wake
is "no new trace is kept while a file shows the last one" "$(cat tracing_max_latency)" 0
exec 5<&-
wake
check "a new trace is kept after the file was closed" [ "$(cat tracing_max_latency)" -gt 0 ]
true >trace
is "trace is empty after it was cleared" "$(lines)" ""
echo nop >current_tracer
is "options are as they were before the tracer" "$(option overwrite; option latency-format)" "$before"
echo overwrite >trace_options

echo 1 >options/function-trace
begin wakeup_rt
# The worst trace may be of a task that was woken before functions were traced.
with_functions() {
	echo 0 >tracing_max_latency
	wake
	[ "$(lines | grep -c ' <-')" -gt 3 ]
}
check "functions between wakeup and switch are recorded" within 20 with_functions
echo 0 >tracing_on
echo 1 >tracing_on
echo 0 >options/function-trace
echo 0 >tracing_max_latency
wake
is "functions are not recorded without the option function-trace" "$(lines | sed -E "$callers" | grep -c ' <-')" 0
echo nop >current_tracer

begin wakeup_dl
wake
is "wakeup_dl does not take real-time tasks" "$(cat tracing_max_latency)" 0
/tests/bin/prio deadline 5000 sleep 0.05
check "wakeup_dl takes deadline tasks" [ "$(cat tracing_max_latency)" -gt 0 ]
check "wakeup_dl keeps the trace of a deadline task" grep -q 'policy:6' trace
begin wakeup
/tests/bin/prio other -15 sleep 0.05
check "wakeup takes tasks that are more urgent than others" [ "$(cat tracing_max_latency)" -gt 0 ]

# A task on CPU 0 wakes a real-time task, which begins to run on CPU 1, outside tracing_cpumask,
# and sleeps. It is woken again, on CPU 0. If CPU 1 is busy, its wakeup is recorded on CPU 0,
# unless the scheduler queues it to CPU 1, as it does if the CPUs share no cache.
features=/sys/kernel/debug/sched/features
[ -e $features ] || features=/sys/kernel/debug/sched_features
queues=
! grep -qsw TTWU_QUEUE $features || queues=yes
[ -z "$queues" ] || echo NO_TTWU_QUEUE >$features
mkfifo /tmp/input
taskset 2 sh -c 'while :; do :; done' &
hog=$!
taskset -p 1 $$ >/dev/null
taskset 2 /tests/bin/prio fifo 50 cat /tmp/input >/tmp/output &
sleeper=$!
exec 5>/tmp/input
echo 1 >tracing_cpumask
begin wakeup_rt
asleep $sleeper
echo "hist:keys=common_cpu if pid == $sleeper" >events/sched/sched_wakeup/trigger
echo 1 >&5
within 10 grep -q 1 /tmp/output
wakeups=$(sed -n 's/^{ common_cpu: *\([0-9]*\) .*/\1/p' events/sched/sched_wakeup/hist)
true >events/sched/sched_wakeup/trigger
taskset -p 1 $sleeper >/dev/null
sleep 2
echo 2 >&5
check "a task that ran on a CPU outside tracing_cpumask is woken again" within 10 grep -q 2 /tmp/output
if [ "$wakeups" = 0 ]; then
	check "the sleep of a task that ran on a CPU outside tracing_cpumask is no latency" \
		[ "$(cat tracing_max_latency)" -lt 1500000 ]
else
	skip "the sleep of a task that ran on a CPU outside tracing_cpumask is no latency: it was not woken on CPU 0"
fi
[ -z "$queues" ] || echo TTWU_QUEUE >$features
exec 5>&-
{ kill $hog && wait $hog $sleeper; } 2>/dev/null
taskset -p 3 $$ >/dev/null
echo 3 >tracing_cpumask

mkdir instances/w
echo nop >current_tracer
echo wakeup_rt >instances/w/current_tracer
wake
# A second read of the file, at its end, may find a longer number.
check "an instance keeps its own worst trace" [ "$(head -n 1 instances/w/tracing_max_latency)" -gt 0 ]
check "an instance shows its own worst trace" grep -q '==>' instances/w/trace
rmdir instances/w
echo wakeup_rt >current_tracer
echo nop >current_tracer

# Compares with the kernel's tracer, if there is one. Each wakeup interrupts another task
# and has another stack, so tasks and stacks are left out.
text() { # TREE
	echo 0 >$1/options/function-trace
	echo wakeup_dl >$1/current_tracer
	echo 0 >$1/tracing_max_latency
	/tests/bin/prio deadline 5000 sleep 0.05
	echo 0 >$1/tracing_on
	grep -v '^ =>' $1/trace | sed -E '
		s/^ *[^ #]+-[0-9]+ +[0-9][a-zA-Z0-9.]+ +[0-9]+us..? +([0-9]+: *[0-9]+:[A-Z])/LINE TASK/
		s/^ *[^ #]+-[0-9]+ +[0-9][a-zA-Z0-9.]+ +[0-9]+us..? */LINE /
		s/ \[[0-9]+\] +[0-9]+:/ [CPU] PID:/; s/sleep-[0-9]+/sleep-PID/
		s/latency: [0-9]+ us/latency: TIME/; s/CPU#[0-9]+ \|/CPU#N |/'
	echo 1 >$1/tracing_on
	echo nop >$1/current_tracer
	echo 1 >$1/options/function-trace
}
if grep -q wakeup_dl $T/available_tracers; then
	alike "the trace of a wakeup is printed like the kernel's" "$(text $H)" "$(text $T)"
else
	skip "the trace of a wakeup is printed like the kernel's: this kernel has no such tracer"
fi

# Sections with interrupts or preemption off.
if ! grep -q irqsoff available_tracers; then
	for tracer in irqsoff:irq_disable preemptoff:preempt_disable; do
		dmesg -c >/dev/null
		is "a kernel without the tracepoints refuses the tracer ${tracer%:*}" \
			"$(sh -c "echo ${tracer%:*} >current_tracer" 2>&1 | sed 's/.*: //')" "Invalid argument"
		is "the kernel's log says which tracepoint ${tracer%:*} would need" "$(dmesg | sed -n 's/.*histrig: //p')" \
			"no tracer ${tracer%:*}: this kernel has no tracepoint ${tracer#*:}; available_tracers lists the others"
		is "this kernel has no tracepoint ${tracer#*:}" "$(grep -c " __tracepoint_${tracer#*:}\$" /proc/kallsyms)" 0
	done
else
	for tracer in irqsoff preemptoff preemptirqsoff; do
		begin $tracer
		wake
		echo 0 >tracing_on
		found=$(cat tracing_max_latency)
		check "$tracer finds a section" [ "$found" -gt 0 ]
		is "the header of trace has the longest section of $tracer" "$(worst)" "$found"
		check "the header of trace says where a section of $tracer began" grep -q '^#  => started at: [_a-z]' trace
		check "the header of trace says where a section of $tracer ended" grep -q '^#  => ended at:   [_a-z]' trace
		is "the trace of $tracer is of one CPU" "$(lines | grep -v '^ =>' | sed -E 's/^.{8}-[0-9]+ +([0-9]+).*/\1/' | sort -u | wc -l)" 1
		echo 1 >tracing_on
		echo nop >current_tracer
	done
fi
echo 1 >options/function-trace
