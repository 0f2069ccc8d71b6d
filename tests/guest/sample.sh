# SPDX-License-Identifier: GPL-2.0
# Samples, which the kernel's counters make (c). The emulator has no counters of hardware on
# x86, so this tests those of software and clocks, and that a missing one is refused.
# guest: smp=2 timeout=180 needs=CONFIG_PERF_EVENTS
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu
cd $H
D=dynamic_events

define() { echo "$1" >>$D; }
# refused NAME DEFINITION MESSAGE COLUMN: the definition fails, and the error log says why.
refused() {
	local before
	before=$(cat $D)
	true >error_log
	fails "$1 is refused" define "$2"
	is "$1: the error log says why" "$(sed -n 's/.*sample: error: //p;/Command/d;/\^/p' error_log | tail -n 2)" \
		"$(printf '%s\n%*s^' "$3" $(($4 + 11)) '')"
	is "$1: nothing is left of it" "$(cat $D)" "$before"
}
# one FILE [N]: the N-th histogram of a file, each entry in one line.
one() {
	awk -v n=${2:-1} '/^# event histogram/ { seen++ } seen != n || /^#/ { next }
		/^[{]/ { line = ""; inside = 1 } inside { line = line " " $0 }
		inside && /[}] hitcount/ { print line; inside = 0 }' $1
}
# sum PATTERN: the hits of the entries that match it, of those in standard input.
sum() { grep -E "$1" | sed 's/.*hitcount: *//' | awk '{ n += $1 } END { print n + 0 }'; }
dropped() { sed -n 's/^    Dropped: //p' $1 | head -n 1; }
has_counters() { ls -d /sys/bus/event_source/devices/cpu /sys/bus/event_source/devices/armv8* 2>/dev/null | grep -q .; }

# Definitions that are refused.
names='Nothing to count has this name; use cpu-clock, cycles, page-faults and so on, or rNNN'
rates='Say how often: freq=1 to freq=100000, or period=COUNT (clocks: 10000 or more)'
refused "an unknown source" "c:prof/a cpu-clocks freq=99" "$names" 9
refused "a raw number that is none" "c:prof/a r1g freq=99" "$names" 9
refused "a source without a rate" "c:prof/a cpu-clock" "$rates" 19
refused "a word that is no rate" "c:prof/a cpu-clock frequency=9" "$rates" 19
for rate in 0 100001 9x -1 +9 09 ''; do
	refused "freq=$rate" "c:prof/a cpu-clock freq=$rate x=\$comm" "$rates" 24
done
for rate in 0 9999 -1 9223372036854775808 99999999999999999999; do
	refused "period=$rate of a clock" "c:prof/a cpu-clock period=$rate" "$rates" 26
done
refused "period=0" "c:prof/a page-faults period=0" "$rates" 28
refused "an unknown register" "c:prof/a cpu-clock freq=99 a=%nix" "Invalid register name" 29
refused "a return value" "c:prof/a cpu-clock freq=99 a=\$retval" "\$retval is not available on probe" 29
refused "the name of no event" "c:prof/a-b cpu-clock freq=99" \
	"Event name must follow the same rules as C identifiers" 7
fails "a definition with more letters is refused" define "cc:prof/a cpu-clock freq=99"
if has_counters; then
	check "cycles can be sampled" define "c:prof/cycles cycles period=1000000"
	echo 'hist:keys=common_pid' >events/prof/cycles/trigger
	check "cycles are sampled" within 20 eval "[ \$(one events/prof/cycles/hist | sum .) -ge 20 ]"
	true >events/prof/cycles/trigger
	define "-:prof/cycles"
else
	refused "a counter that the machine lacks" "c:prof/a cycles freq=99" \
		"This machine cannot count this; cpu-clock works everywhere" 9
fi

# Definitions.
check "a source can be sampled without a name for the event" define "c cpu-clock period=20000000"
is "the event then has the name of the source" "$(cat $D)" "c:samples/cpu_clock cpu-clock period=20000000"
check "that event can be removed" define "-:samples/cpu_clock"
clock="c:prof/clock cpu-clock freq=1000 ip=$IP name=\$comm"
check "a clock can be sampled" define "c:prof/clock   cpu-clock   freq=1000   ip=$IP name=\$comm"
is "dynamic_events shows the definition" "$(cat $D)" "$clock"
fails "the same definition is refused" define "$clock"
fails "another rate with other arguments is refused" define "c:prof/clock cpu-clock freq=10"
fails "the definition is not removed by another rate" define "-:prof/clock cpu-clock freq=100"
fails "the definition is not removed by another argument" define "-:prof/clock cpu-clock freq=1000 ip=\$comm"
check "the definition is removed by its own words" define "-:prof/clock cpu-clock freq=1000 ip=$IP"
is "then it is removed" "$(cat $D)" ""
define "$clock"
E=events/prof/clock
is "the event has the fields of a probe" "$(sed -n 's/.*field:\(.*\);.offset:.*/\1/p' $E/format | grep -v common_ | xargs)" \
	"unsigned long __probe_ip u64 ip __data_loc char[] name"

# Samples of a clock. The shell is in user code most of the time, dd is in the kernel.
centis() { tr -d . </proc/uptime | cut -d ' ' -f 1; }
before=$(centis)
echo 'hist:keys=name,cpu' >$E/trigger
began=$(centis)
echo 'hist:keys=name,common_stacktrace:size=16384' >>$E/trigger
echo 1 >options/stacktrace
echo 1 >$E/enable
time=$(repeats 2 8)
busy() { for cpu in 1 2; do timeout $time taskset $cpu "$@" 2>/dev/null & done; wait; }
busy sh -c 'while :; do :; done'
busy dd if=/dev/zero of=/dev/null bs=64k
echo 0 >$E/enable
ended=$(centis)
one $E/hist >/tmp/cpus
lost=$(dropped $E/hist)
after=$(centis)
echo 0 >tracing_on
one $E/hist 2 >/tmp/stacks
for name in sh dd; do
	for cpu in 0 1; do
		check "$name is sampled on CPU $cpu" test $(sum "name: $name .*cpu: *$cpu " </tmp/cpus) -ge 20
	done
done
# Two CPUs are sampled 20 times in a hundredth of a second.
all=$(($(sum . </tmp/cpus) + lost))
check "samples and those that are dropped are 1000 a second ($all in $((ended - began)) to $((after - before)) cs)" \
	test $all -ge $(((ended - began) * 19)) -a $all -le $(((after - before) * 20 + 100))
check "most samples of a shell that counts have no kernel stack" \
	test $(sum 'name: sh *, common_stacktrace: *} ' </tmp/stacks) -gt $(sum 'name: sh *, common_stacktrace: *[a-z_]' </tmp/stacks)
check "samples of dd have the stack of a read" test $(sum 'name: dd .* vfs_read\+' </tmp/stacks) -ge 20
is "no stack contains what takes samples" "$(grep -E 'sample_hit|perf_[a-z]*_hrtimer|hrtimer_interrupt' /tmp/stacks)" ""
# A line of trace has the place of the sample, its register, and the stack that begins there.
awk '/ clock: / { place = $0; sub(/.* clock: \(/, "", place); sub(/\).*/, "", place); user = place ~ /^0x/
		match($0, /ip=0x[0-9a-f]*/); ip = substr($0, RSTART + 3, RLENGTH - 3)
		if (user) { users++; if (place != ip) print "ip differs: " $0 } else kernels++
		next }
	/ => <stack trace>|<stack trace>/ { first = 1; next }
	first && / => / { first = 0; sub(/.*=> /, ""); sub(/ *$/, "")
		name = place; sub(/\+.*/, "", name)
		if (user || (name != $0 && place != $0)) print "the stack begins elsewhere: " place " " $0
		else begun++ }
	END { if (users < 20 || kernels < 20 || begun < 20) print "users " users " kernels " kernels " begun " begun }' \
	per_cpu/cpu1/trace >/tmp/odd
is "samples show registers and stacks of the place that was interrupted" "$(head -n 5 /tmp/odd)" ""
echo 1 >tracing_on
echo 0 >options/stacktrace
true >trace
true >$E/trigger

# An idle CPU has no ticks. Without a tick, the kernel stops a counter after some 400 samples.
define 'c:prof/idle cpu-clock freq=250'
echo 'hist:keys=cpu if common_pid == 0' >events/prof/idle/trigger
sleep 8
one events/prof/idle/hist >/tmp/idle
for cpu in 0 1; do
	check "CPU $cpu is sampled while it is idle" test $(sum "cpu: *$cpu " </tmp/idle) -ge 1200
done
true >events/prof/idle/trigger
define '-:prof/idle'

# Samples that are due more often than the machine can take them are counted as dropped.
define 'c:prof/fast cpu-clock freq=50000'
before=$(centis)
echo 'hist:keys=common_stacktrace:size=16384' >events/prof/fast/trigger
began=$(centis)
sleep 1
ended=$(centis)
one events/prof/fast/hist >/tmp/fast
lost=$(dropped events/prof/fast/hist)
after=$(centis)
true >events/prof/fast/trigger
define '-:prof/fast'
all=$(($(sum . </tmp/fast) + lost))
check "samples and those that are dropped are 50000 a second ($all, $lost of them dropped, in $((ended - began)) to $((after - before)) cs)" \
	test $all -ge $(((ended - began) * 900)) -a $all -le $(((after - before) * 1000 + 5000))

# Filters and instances.
mkdir instances/other
echo 'hist:keys=name if name == "sh"' >instances/other/$E/trigger
busy sh -c 'while :; do :; done'
is "a filter selects samples" "$(one instances/other/$E/hist | grep -vc 'name: sh ')" 0
check "an instance has samples" test $(one instances/other/$E/hist | sum .) -ge 20
is "the main instance has none of them" "$(grep -vc '^#' trace)" 0
fails "a definition in use cannot be removed" define '-:prof/clock'
rmdir instances/other

# A CPU that was offline is sampled again.
if [ -e /sys/devices/system/cpu/cpu1/online ]; then
	echo 'hist:keys=cpu' >$E/trigger
	for step in 1 2; do
		echo 0 >/sys/devices/system/cpu/cpu1/online
		usleep 100000
		echo 1 >/sys/devices/system/cpu/cpu1/online
	done
	usleep 300000
	true >trace
	echo 'hist:keys=cpu:clear' >>$E/trigger
	sampled_on() { [ $(one $E/hist | sum "cpu: *$1 ") -ge 20 ]; }
	check "a CPU that comes online is sampled" within 20 sampled_on 1
	echo 0 >/sys/devices/system/cpu/cpu1/online
	true >$E/trigger
	echo 'hist:keys=cpu' >$E/trigger
	check "samples can be taken while a CPU is offline" within 20 sampled_on 0
	echo 1 >/sys/devices/system/cpu/cpu1/online
	check "a CPU that comes online later is sampled, too" within 20 sampled_on 1
	true >$E/trigger
fi

# Each count of software, compared with the kernel's own counts.
for source in context-switches cpu-migrations page-faults minor-faults major-faults task-clock; do
	period=1
	[ $source != task-clock ] || period=1000000
	name=$(echo $source | tr - _)
	check "$source can be sampled" define "c:prof/$name $source period=$period"
	echo 'hist:keys=common_pid' >events/prof/$name/trigger
done
define "c:prof/tenth page-faults period=10"
echo 'hist:keys=common_pid' >events/prof/tenth/trigger
echo 'hist:keys=prev_pid' >events/sched/sched_switch/trigger
sh -c 'echo $$ >/tmp/pid; for i in 1 2 3 4 5; do usleep 1000; done
	dd if=/dev/zero of=/dev/null bs=4M count=1 2>/dev/null; true'
sh -c 'echo $$ >/tmp/touch; exec dd if=/dev/zero of=/dev/null bs=8M count=1 2>/dev/null'
of() { one events/prof/$1/hist | sum "common_pid: *$2 "; }
pid=$(cat /tmp/pid)
alike "context-switches counts what sched_switch shows" "$(of context_switches $pid)" \
	"$(one events/sched/sched_switch/hist | sum "prev_pid: *$pid ")"
pid=$(cat /tmp/touch)
faults=$(of page_faults $pid)
# It touches 8 MB, which are 2048 pages of 4 KB, 512 of 16 KB or less if there are large pages.
check "page-faults counts the pages that a program touches" test $faults -ge 20
is "page-faults are minor and major ones" $faults $(($(of minor_faults $pid) + $(of major_faults $pid)))
check "a period of 10 takes a tenth of them" test $(of tenth $pid) -le $((faults / 10 + 2))
check "task-clock samples the programs" test $(of task_clock .) -ge 5

# The stack of a switch begins in the function that switches, and has its callers.
echo 'hist:keys=common_stacktrace' >>events/prof/context_switches/trigger
for i in 1 2 3; do usleep 1000; done
one events/prof/context_switches/hist 2 >/tmp/stacks
check "switches have the stacks of tasks that sleep" grep -qE 'common_stacktrace: *[a-z_]*schedule[a-z_]*\+.* do_nanosleep\+.*(do_syscall_64|el0_svc)' /tmp/stacks
is "stacks of switches begin with the caller" "$(grep -vE 'common_stacktrace: *[a-z_]*(schedule|resched|do_task_dead)[a-z_]*\+' /tmp/stacks)" ""

# Two sources can feed one event.
define 'c:prof/both context-switches period=1'
check "an event can have a second source" define 'c:prof/both page-faults period=1'
echo 'hist:keys=common_pid' >events/prof/both/trigger
sh -c 'echo $$ >/tmp/pid; usleep 1000; true'
pid=$(cat /tmp/pid)
is "its hits are those of both" $(of both $pid) $(($(of context_switches $pid) + $(of page_faults $pid)))

# Samples of faults whose arguments fault, while definitions come and go and CPUs go offline.
define "c:prof/fault page-faults period=1 user=+0(\$stack):ustring kernel=+0(\$stack):u64 no=+0(+8(\$stack)):string"
echo 'hist:keys=user,kernel,common_ustacktrace:size=131072' >events/prof/fault/trigger
come_and_go() {
	echo "c:prof/storm cpu-clock freq=5000 ip=$IP" >>$D &&
		echo 'hist:keys=ip,common_stacktrace,common_ustacktrace' >events/prof/storm/trigger &&
		true >events/prof/storm/trigger && echo '-:prof/storm' >>$D
}
flip() { echo 0 >/sys/devices/system/cpu/cpu1/online && echo 1 >/sys/devices/system/cpu/cpu1/online; }
[ -e /sys/devices/system/cpu/cpu1/online ] || flip() { sleep 1; }
look() { cat events/prof/fault/hist events/prof/clock/format $D >/dev/null; }
together "definitions come and go while CPUs come and go" 5 come_and_go flip look
check "faults were sampled" test $(one events/prof/fault/hist | sum .) -ge 100

# The module can go while samples are taken.
cd /
check "the module can be unloaded while samples are taken" unload_histrig
check "the module can be loaded again" load_histrig
