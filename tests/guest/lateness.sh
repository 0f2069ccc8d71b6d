# SPDX-License-Identifier: GPL-2.0
# The tracer lateness and the event ftrace/lateness: late timers reveal sections
# with interrupts off. All times are only checked against lower bounds, because a
# busy host delays timers, too. The host may also stop a CPU within a timer's
# function; then the next timer is due after the section, so sections are repeated
# until one is found.
# guest: smp=2 timeout=180 needs=CONFIG_SMP,CONFIG_KALLSYMS
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu
cd $H

O=$kmods/histrig_irqsoff
P=/sys/module/histrig/parameters/lateness_us
E=events/ftrace/lateness
insmod /tests/kmod/histrig_irqsoff.ko || exit 1

# stay CPU: keep interrupts off on the CPU for 20 ms.
stay() { taskset $((1 << $1)) sh -c "echo 20 >$O"; }
timers() { grep -c lateness_expired /proc/timer_list; }
# A timer is not listed while its function runs.
has_timers() { [ "$(timers)" = $1 ]; }
option() { grep -xE "(no)?$1" trace_options; }
max() { cat tracing_max_latency; }
# cpu NUMBER VALUE: take a CPU offline or online.
cpu() { echo $2 >/sys/devices/system/cpu/cpu$1/online; }

# On the debug kernel, which checks each memory access, a timer's function takes long.
# A longer period leaves time for other work; the sections are longer still.
is "the period of the timers is 100 us at first" "$(cat $P)" 100
for value in 19 1000001 -1 x; do
	fails "the period of the timers cannot be set to $value" sh -c "echo $value >$P"
done
is "a wrong period changes nothing" "$(cat $P)" 100
check "the period of the timers can be set" sh -c "echo 2000 >$P && grep -qx 2000 $P"

# The tracer.
check "the tracer lateness is available on each kernel" grep -qw lateness available_tracers
is "no timer runs before the tracer is set" "$(timers)" 0
echo 0 >tracing_on
echo 0 >options/overwrite
before=$(option overwrite; option latency-format)
echo lateness >current_tracer
is "current_tracer shows the tracer lateness" "$(cat current_tracer)" lateness
check "the tracer lateness has a timer on each CPU" within 10 has_timers 2
is "the tracer lateness sets the options that it needs" "$(option overwrite; option latency-format)" \
	"$(printf 'overwrite\nlatency-format')"
stay 1
is "lateness keeps no maximum while tracing_on is 0" "$(max)" 0
/tests/bin/watch tracing_max_latency &
watcher=$!
asleep $watcher
echo 1 >tracing_on
stay 1
wait $watcher
is "inotify reports that a tracer has found a worse latency" $? 0

# found CPU: test whether the worst trace is of a section on the CPU, and keep it,
# because a busy host may delay later timers even more.
found() {
	echo 0 >tracing_max_latency
	echo 1 >tracing_on
	stay $1
	echo 0 >tracing_on
	[ $(max) -ge 15000 ] && grep -q '^#  => ended at: .*irqsoff_stay' trace && grep -q "CPU#$1 |" trace
}
for cpu in 0 1; do
	check "a section of 20 ms on CPU $cpu is found" within 20 found $cpu
done
check "the trace is in the format of latencies" grep -q '^# lateness latency trace v1.1.5 on ' trace
check "the header of trace has the latency" [ "$(sed -n 's/^# latency: \([0-9]*\) us,.*/\1/p' trace)" = "$(max)" ]
check "the header of trace has the task that was late" grep -qE '^#    \| task: sh-[0-9]+ \(uid:0 nice:0 policy:0 ' trace
fails "the header of trace does not say where a section began" grep -q 'started at' trace
is "the trace is of one CPU" "$(grep -v '^#\|^ =>' trace | sed -E 's/^.{8}-[0-9]+ +([0-9]+).*/\1/' | sort -u)" 1
check "the trace has how late the timer was, and where" \
	grep -qE ' lateness: [0-9]{8,} ns, ended at irqsoff_stay' trace
is "the stack begins in the code that switched interrupts on" \
	"$(awk '/lateness:.*irqsoff_stay/ { late = 1 } late && /<stack trace>/ { getline; print $2; exit }' trace)" irqsoff_stay
check "the stack has the function's caller" grep -q '^ => irqsoff_write' trace
fails "snapshot cannot be taken while it has the worst trace" sh -c 'echo 1 >snapshot'
echo 1 >tracing_on

# tracing_thresh.
echo 100000000 >tracing_thresh
echo 0 >tracing_max_latency
stay 1
is "a section shorter than tracing_thresh is not kept" "$(max)" 0
echo 15000 >tracing_thresh
echo 99999999 >tracing_max_latency
kept() {
	stay 1
	[ $(max) -lt 99999999 ]
}
check "a section of at least tracing_thresh is kept" within 20 kept
check "a section below tracing_thresh is not kept" [ $(max) -ge 15000 ]
echo 0 >tracing_thresh
echo 99999999 >tracing_max_latency
stay 1
is "without tracing_thresh, only a section longer than all before is kept" "$(max)" 99999999

# tracing_cpumask.
echo 1 >tracing_cpumask
fails "a section on a CPU that is not in tracing_cpumask is not kept" found 1
check "a section on a CPU in tracing_cpumask is kept" within 20 found 0
echo 3 >tracing_cpumask
echo 1 >tracing_on

# Instances.
mkdir instances/l
fails "another instance cannot have the tracer lateness, too" sh -c 'echo lateness >instances/l/current_tracer'
echo nop >current_tracer
is "no timer runs after the tracer was replaced" "$(timers)" 0
is "options are as they were before the tracer lateness" "$(option overwrite; option latency-format)" "$before"
echo 1 >options/overwrite
echo 0 >tracing_max_latency
echo lateness >instances/l/current_tracer
found_there() {
	stay 1
	[ $(cat instances/l/tracing_max_latency) -ge 15000 ]
}
check "an instance has the tracer lateness" within 20 found_there
is "an instance's tracer finds nothing for the main one" "$(max)" 0
rmdir instances/l
is "no timer runs after the instance was removed" "$(timers)" 0

# The event.
fails "the event ftrace/lateness cannot be enabled" test -e $E/enable
echo 'hist:keys=ip.sym:vals=ns,ns.max:sort=ns.descending' >$E/trigger
check "a trigger of ftrace/lateness has a timer on each CPU" within 10 has_timers 2
# sections: print how many sections were counted at their end. Another interrupt may come
# first, so that the timer interrupts other code; so repeat sections until there are a few
# more.
sections() {
	sed -n 's/^{ ip: \[[0-9a-f]*\] irqsoff_stay .*hitcount: *\([0-9]*\) .*/\1/p' $E/hist |
		awk '{ n += $1 } END { print n + 0 }'
}
stay_until() { # HOW MANY
	stay 1
	[ "$(sections)" -ge $1 ]
}
check "a histogram counts sections where they ended" within 20 stay_until 3
# late_for NS: test whether the timers were late for this time in total.
late_for() {
	stay 1
	sed -n 's/.* irqsoff_stay .* ns: *\([0-9]*\).*/\1/p' $E/hist |
		awk -v least=$1 '{ n += $1 } END { exit n < least }'
}
check "a histogram has how late the timers were" within 20 late_for 45000000
echo lateness >current_tracer
check "the tracer and a trigger share the timers" within 10 has_timers 2
echo nop >current_tracer
check "the timers go on for the trigger when the tracer ends" within 10 has_timers 2
echo 'hist:keys=stacktrace:vals=ns' >>$E/trigger
echo 'hist:keys=ns.log2,common_pid if ns > 15000000' >>$E/trigger
has_stack() {
	stay 0
	sed -n '/stacktrace:/{n;p}' $E/hist | grep -q irqsoff_stay
}
check "a histogram has the stack of a section, which begins where it ended" within 20 has_stack
# 20 ms are between 2^24 and 2^25 ns. A busy host may add to this.
has_power() {
	stay 0
	grep -qE 'ns: ~ 2\^2[4-9],' $E/hist
}
check "a histogram of powers of two has the sections" within 20 has_power
echo '!hist:keys=stacktrace:vals=ns' >>$E/trigger
echo '!hist:keys=ns.log2,common_pid if ns > 15000000' >>$E/trigger
echo 100000000 >tracing_thresh
n=$(sections)
stay 1
is "a histogram does not count sections shorter than tracing_thresh" "$(sections)" "$n"
echo 0 >tracing_thresh
check "a histogram counts again without tracing_thresh" within 20 stay_until $((n + 1))
true >$E/trigger
is "no timer runs after the last trigger was removed" "$(timers)" 0

# Other instances.
echo 'hist:keys=ip.sym:vals=ns' >$E/trigger
mkdir instances/l
echo 'hist:keys=common_cpu' >instances/l/$E/trigger
counts_there() {
	stay 1
	grep -q 'common_cpu: *1 }' instances/l/$E/hist
}
check "a trigger in another instance counts, too" within 20 counts_there
rmdir instances/l
check "timers go on for the triggers of other instances" within 10 has_timers 2

if [ -e /sys/devices/system/cpu/cpu1/online ]; then
	cpu 1 0
	check "a CPU that goes offline has no timer" within 10 has_timers 1
	cpu 1 1
	check "a CPU that comes online gets a timer" within 10 has_timers 2
	n=$(sections)
	check "a CPU that came online is watched" within 20 stay_until $((n + 1))
	true >$E/trigger
	cpu 1 0
	echo lateness >current_tracer
	check "the tracer starts while a CPU is offline" within 10 has_timers 1
	cpu 1 1
	check "a CPU that comes online after the tracer started gets a timer" within 10 has_timers 2
	cpu 1 0
	echo nop >current_tracer
	cpu 1 1
	is "a CPU that comes online after the tracer ended gets no timer" "$(timers)" 0
else
	skip "CPUs of this kernel cannot go offline"
	true >$E/trigger
fi

# All settings change while timers are late.
switch() {
	echo lateness >current_tracer && echo nop >current_tracer
}
trigger() {
	echo 'hist:keys=ip,stacktrace:vals=ns' >$E/trigger && true >$E/trigger
}
settings() {
	echo 0 >tracing_max_latency && echo 1000 >tracing_thresh && cat trace >/dev/null && echo 0 >tracing_thresh
}
late() { stay 0 && stay 1; }
fast() { echo 1000 >$P && echo 2000 >$P; }
together "the tracer and triggers are switched 50 times while timers are late" 50 switch trigger settings late fast
is "no timer is left after all was switched" "$(timers)" 0

cd /
echo lateness >$H/current_tracer
echo 'hist:keys=ip.sym:vals=ns' >$H/$E/trigger
stay 1
check "the module unloads while the tracer lateness is on" unload_histrig
is "no timer is left after the module was unloaded" "$(timers)" 0
stay 1
fails "the module is not loaded with a wrong period" load_histrig lateness_us=5
check "the module loads again" load_histrig lateness_us=3000
is "the period of the timers can be given when the module is loaded" "$(cat $P)" 3000
echo 100 >$P
