# SPDX-License-Identifier: GPL-2.0
# What scripts of the benchmark measure with. Sourced in a guest with -icount shift=0,
# where a nanosecond is an instruction.
. /tests/guest/lib.sh
trap - EXIT

F=/sys/kernel/debug/histrig_fire
COUNT=2000
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_bridged.ko || exit 1
# In the first seconds after boot, some hits take 2,000 instructions more on 7.3. And the list
# of functions is not kept in the first second after a module was loaded.
sleep 20

# ns EVENT OPTIONS: print the nanoseconds of COUNT firings, from the better of
# two runs.
ns() {
	local best= total
	for i in 1 2; do
		echo "fire ${1%/*} ${1#*/} noirq=1 count=$COUNT $2" >$F || return 1
		read -r _ _ _ total _ <$F
		[ -n "$best" ] && [ "$best" -le "$total" ] || best=$total
	done
	echo $best
}

# added TREE EVENT TRIGGER OPTIONS: print how many instructions a trigger adds
# to an event with an empty probe. TRIGGER may be several, each on a line.
added() {
	local base with t=$1/events/$2/trigger
	[ -e $t ] || { echo -; return; }
	base=$(empty $2 "$4")
	set_triggers $t "$3" || { echo -; return; }
	# A worker has to accept what hits learn about stacks, and firing keeps it waiting.
	case $3 in *stacktrace*) for i in 1 2 3; do ns $2 "$4" >/dev/null; sleep 1; done ;; esac
	with=$(ns $2 "$4")
	set_triggers $t "$3" !
	echo $(((with - base + COUNT / 2) / COUNT))
}

# empty EVENT OPTIONS: print the nanoseconds of COUNT firings with an empty probe.
empty() {
	echo "probe ${1%/*} ${1#*/}" >$F
	ns "$@"
	echo "unprobe ${1%/*} ${1#*/}" >$F
}

# set_triggers FILE TRIGGERS [!]: write each trigger, or remove it.
set_triggers() {
	local one
	while read -r one; do
		echo "$3$one" 2>/dev/null >>$1 || return
	done <<-EOF
		$2
	EOF
}

# full TREE TRIGGER SIZE: print how many instructions a hit of a new key adds to
# sys_enter if the histogram already has SIZE entries.
full() {
	local base with e=raw_syscalls/sys_enter t=$1/events/raw_syscalls/sys_enter/trigger new="keys=$COUNT base=1000000"
	[ -e $t ] || { echo -; return; }
	base=$(empty $e "$new")
	echo "$2:size=$3" 2>/dev/null >$t || { echo -; return; }
	echo "fire raw_syscalls sys_enter count=$((2 * $3)) keys=$((2 * $3))" >$F
	with=$(ns $e "$new")
	grep -q "Entries: $3" ${t%/*}/hist || with=
	echo "!$2:size=$3" >>$t
	[ -n "$with" ] || { echo -; return; }
	echo $(((with - base + COUNT / 2) / COUNT))
}

# recorded TREE EVENT OPTIONS: print how many instructions recording a hit adds to
# an event with an empty probe, in a full buffer that overwrites the oldest entries.
recorded() {
	local base with e=$1/events/$2
	[ -e $e/enable ] || { echo -; return; }
	base=$(empty $2 "$3")
	echo 1 >$e/enable
	with=$(ns $2 "$3")
	echo 0 >$e/enable
	echo >$1/trace
	echo $(((with - base + COUNT / 2) / COUNT))
}

# inserted TREE: print how many instructions the first hit of each of 10^5 keys
# adds.
inserted() {
	local base with t=$1/events/power/cpu_frequency/trigger n=100000
	local fire="fire power cpu_frequency noirq=1 count=$n keys=$n dist=perm"
	[ -e $t ] || { echo - -; return; }
	echo "probe power cpu_frequency" >$F
	echo "$fire" >$F
	echo "$fire" >$F
	read -r _ _ _ base _ <$F
	echo "unprobe power cpu_frequency" >$F
	echo "hist:keys=state:size=131072" 2>/dev/null >$t || { echo - -; return; }
	echo "$fire" >$F
	read -r _ _ _ with _ <$F
	echo "$fire" >$F
	read -r _ _ _ again _ <$F
	echo "!hist:keys=state:size=131072" >>$t
	echo $(((with - base) / n)) $(((again - base) / n))
}

# reading TREE ENTRIES [FILE]: print the instructions per entry to open and read a
# table in hist or in another file.
reading() {
	local ns t=$1/events/power/cpu_frequency n=$2 file=${3:-hist}
	[ -e $t/$file ] || { echo -; return; }
	echo "hist:keys=state:vals=cpu_id:size=$n" 2>/dev/null >$t/trigger || { echo -; return; }
	echo "fire power cpu_frequency count=$n keys=$n" >$F
	read -r ns _ <<-EOF
		$(/tests/bin/histread $t/$file)
	EOF
	: >$t/trigger
	echo $((ns / n))
}

# two FIRING FIRING: print the nanoseconds of both firings, from the best of three runs.
two() {
	local first second best=
	for i in 1 2 3; do
		echo "fire $1" >$F || return 1
		read -r _ _ _ first _ <$F
		echo "fire $2" >$F || return 1
		read -r _ _ _ second _ <$F
		[ -n "$best" ] && [ "$best" -le $((first + second)) ] || best=$((first + second))
	done
	echo $best
}

# pair: print the nanoseconds of COUNT wakeups, each of a different task, and of the
# switches to these tasks. The first run creates the entries.
pair() {
	local options="noirq=1 count=$COUNT keys=$COUNT base=4096"
	two "sched sched_waking $options" "sched sched_switch $options"
}

# chain TREE: print how many instructions measuring one wakeup latency adds: two
# events, the synthetic event and its histogram.
chain() {
	local base with hits e=$1/events
	[ -e $e/sched/sched_waking/trigger ] || { echo -; return; }
	echo 'probe sched sched_waking' >$F
	echo 'probe sched sched_switch' >$F
	base=$(pair)
	echo 'unprobe sched sched_waking' >$F
	echo 'unprobe sched sched_switch' >$F
	echo 'wakeup_latency u64 lat; pid_t pid; int prio' >$1/synthetic_events
	echo 'hist:keys=pid:ts0=common_timestamp.usecs' >$e/sched/sched_waking/trigger
	echo 'hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,next_pid,next_prio)' >$e/sched/sched_switch/trigger
	echo 'hist:keys=pid,prio,lat.log2:sort=lat:size=8192' >$e/synthetic/wakeup_latency/trigger
	with=$(pair)
	# Leave out wakeups of the guest's own tasks.
	hits=$(sed -n 's/.*Hits: //p' $e/synthetic/wakeup_latency/hist)
	[ "${hits:-0}" -ge $((3 * COUNT)) ] || with=
	: >$e/synthetic/wakeup_latency/trigger
	: >$e/sched/sched_switch/trigger
	: >$e/sched/sched_waking/trigger
	: >$1/synthetic_events
	[ -n "$with" ] || { echo -; return; }
	echo $(((with - base + COUNT / 2) / COUNT))
}

# allocated: print the nanoseconds of COUNT allocations and of freeing them.
allocated() {
	local options="noirq=1 count=$COUNT keys=$COUNT val=4096 vstep=64"
	two "kmem kmalloc $options" "kmem kfree $options"
}

# forgotten TREE: print how many instructions an allocation and its end add, if both
# have a histogram and the end forgets the allocation's entry.
forgotten() {
	local base with e=$1/events
	[ $1 = $H ] || { echo -; return; }
	echo 'probe kmem kmalloc' >$F
	echo 'probe kmem kfree' >$F
	base=$(allocated)
	echo 'unprobe kmem kmalloc' >$F
	echo 'unprobe kmem kfree' >$F
	echo 'hist:keys=ptr:vals=bytes_alloc:size=4096' >$e/kmem/kmalloc/trigger
	echo 'hist:keys=ptr:size=4096:onmatch(kmem.kmalloc).forget()' >$e/kmem/kfree/trigger
	with=$(allocated)
	: >$e/kmem/kfree/trigger
	: >$e/kmem/kmalloc/trigger
	echo $(((with - base + COUNT / 2) / COUNT))
}

# called TREE EVENT TRIGGER: print the instructions that a trigger on a system
# call event adds to getppid(), compared with an empty probe on sys_enter.
called() {
	local base with t=$1/events/syscalls/$2/trigger
	[ -e $t ] || { echo -; return; }
	echo "probe raw_syscalls sys_enter" >$F
	base=$(calls)
	echo "unprobe raw_syscalls sys_enter" >$F
	echo "$3" 2>/dev/null >$t || { echo -; return; }
	with=$(calls)
	echo "!$3" >>$t
	echo $(((with - base + COUNT / 2) / COUNT))
}

# calls: print the nanoseconds of COUNT calls, from the best of three runs.
calls() {
	for i in 1 2 3; do $CALLER; done | sort -n | head -n 1
}
CALLER="/tests/bin/syscaller time $COUNT"

# called_deep TREE DEPTH TRIGGER: like called, for sys_enter_getppid, from a program that
# makes the calls DEPTH functions below main() and has frame pointers.
called_deep() {
	CALLER="/tests/bin/userstack time $COUNT $2" called $1 sys_enter_getppid "$3"
}

# probed TREE KIND ARGUMENTS TRIGGER: print how many instructions a probe in user
# code adds to a function call, including the exception. Only our tree finds the
# function by its name.
probed() {
	local base with at t=$1/events/bench/u/trigger
	echo "p:bench/at /tests/bin/uprobed:probed_add" >>$H/uprobe_events
	at=$(sed -n 's/^p:bench.at //p' $H/uprobe_events)
	echo '-:bench/at' >>$H/uprobe_events
	base=$(probed_calls)
	echo "$2:bench/u $at $3" 2>/dev/null >>$1/uprobe_events || { echo -; return; }
	echo "$4" 2>/dev/null >$t || { echo '-:bench/u' >>$1/uprobe_events; echo -; return; }
	with=$(probed_calls)
	true >$t
	echo '-:bench/u' >>$1/uprobe_events
	echo $(((with - base + COUNT / 2) / COUNT))
}

# probed_calls: print the nanoseconds of COUNT calls, from the best of three runs.
probed_calls() {
	for i in 1 2 3; do /tests/bin/uprobed time $COUNT; done | sort -n | head -n 1
}

# sampled TREE TRIGGER: print how many instructions a sample takes, with the timer's interrupt.
sampled() {
	local base with period=20000 e=$1/events/bench/s
	[ $1 = $H ] || { echo -; return; }
	local CALLER="/tests/bin/syscaller time $((50 * COUNT))"
	base=$(calls)
	echo "c:bench/s cpu-clock period=$period" >>$1/dynamic_events || { echo -; return; }
	echo "$2" >$e/trigger
	# See added().
	calls >/dev/null
	sleep 1
	with=$(calls)
	true >$e/trigger
	echo '-:bench/s' >>$1/dynamic_events
	echo $(((with - base) * period / with))
}

# in_kernel TREE KIND ARGUMENTS TRIGGER: print the instructions that a probe on
# $CALLED, the kernel's function for getppid() or one that it calls, adds to the call.
CALLED=${SYSCALL}getppid
in_kernel() {
	local base with t=$1/events/bench/k/trigger
	base=$(calls)
	echo "$2:bench/k $CALLED $3" 2>/dev/null >>$1/dynamic_events || { echo -; return; }
	echo "$4" 2>/dev/null >$t || { echo '-:bench/k' >>$1/dynamic_events; echo -; return; }
	with=$(calls)
	true >$t
	echo "!$4" 2>/dev/null >>$t
	echo '-:bench/k' >>$1/dynamic_events
	echo $(((with - base + COUNT / 2) / COUNT))
}

# timed TREE: print how many instructions a histogram of the duration of $CALLED
# adds to the call. In the kernel's tree, this takes two probes and a synthetic
# event.
timed() {
	local base with e=$1/events
	base=$(calls)
	if [ $1 = $H ]; then
		echo "r:bench/k $CALLED d=\$duration" >>$1/dynamic_events
		echo hist:keys=d.log2 >$e/bench/k/trigger
		with=$(calls)
		true >$e/bench/k/trigger
		echo '-:bench/k' >>$1/dynamic_events
	elif [ -n "$native_hist" ]; then
		echo "p:bench/in $CALLED" >>$1/dynamic_events
		echo "r:bench/out $CALLED" >>$1/dynamic_events
		echo 'took u64 d' >>$1/synthetic_events
		echo 'hist:keys=common_pid:ts=common_timestamp' >$e/bench/in/trigger
		echo 'hist:keys=common_pid:d=common_timestamp-$ts:onmatch(bench.in).took($d)' >$e/bench/out/trigger
		echo hist:keys=d.log2 >$e/synthetic/took/trigger
		with=$(calls)
		echo '!hist:keys=d.log2' >>$e/synthetic/took/trigger
		echo '!hist:keys=common_pid:d=common_timestamp-$ts:onmatch(bench.in).took($d)' >>$e/bench/out/trigger
		echo '!hist:keys=common_pid:ts=common_timestamp' >>$e/bench/in/trigger
		echo '!took' >>$1/synthetic_events
		echo '-:bench/in' >>$1/dynamic_events
		echo '-:bench/out' >>$1/dynamic_events
	else
		echo -
		return
	fi
	echo $(((with - base + COUNT / 2) / COUNT))
}

# traced TREE FUNCTIONS [TRIGGER [EVENT]]: print how many instructions tracing adds
# to a call of the kernel's function for getppid(), which is one of FUNCTIONS. The
# call is recorded or, with TRIGGER, runs this trigger.
traced() {
	local base with t=$1/events/ftrace/${4:-function}/trigger
	[ -z "$3" ] || [ -e $t ] || { echo -; return; }
	base=$(calls)
	echo "$2" >$1/set_ftrace_filter
	if [ -n "$3" ]; then echo "$3" >$t; else echo function >$1/current_tracer; fi
	# The kernel makes a new kprobe fast some time later.
	[ -z "$4" ] || sleep 1
	# See added().
	case $3 in *stacktrace*) for i in 1 2 3; do calls >/dev/null; sleep 1; done ;; esac
	with=$(calls)
	echo nop >$1/current_tracer
	[ -z "$3" ] || true >$t
	true >$1/set_ftrace_filter
	echo $(((with - base + COUNT / 2) / COUNT))
}

# graphed TREE FUNCTIONS: like traced, but the call and its return are recorded.
graphed() {
	local base with
	base=$(calls)
	echo "$2" >$1/set_ftrace_filter
	echo function_graph 2>/dev/null >$1/current_tracer || { echo -; return; }
	sleep 1
	with=$(calls)
	echo nop >$1/current_tracer
	true >$1/set_ftrace_filter
	echo $(((with - base + COUNT / 2) / COUNT))
}

# synthetic TREE DEFINITION VALUES TRIGGER: print the instructions of a module's
# hit of a synthetic event, compared with a hit while the event is disabled.
synthetic() {
	local side=native base with t=$1/events/synthetic/bench/trigger S=/sys/kernel/debug/histrig_synth
	[ $1 = $T ] || side=ours
	echo "bench $2" 2>/dev/null >>$1/synthetic_events || { echo -; return; }
	for i in 1 2; do echo "hit $side noirq=1 count=$COUNT bench $3" >$S; done
	read -r _ _ _ base <$S
	echo "$4" >>$t
	for i in 1 2; do echo "hit $side noirq=1 count=$COUNT bench $3" >$S; done
	read -r _ _ _ with <$S
	echo "!$4" >>$t
	echo '!bench' >>$1/synthetic_events
	echo $(((with - base + COUNT / 2) / COUNT))
}

# reading_records TREE FILE RECORDS: print the instructions per record to read a
# file of a buffer with this many records.
reading_records() {
	local ns n=$3
	[ -e $1/events/power/cpu_frequency/enable ] || { echo -; return; }
	echo 30000 >$1/buffer_size_kb
	echo 1 >$1/events/power/cpu_frequency/enable
	echo "fire power cpu_frequency count=$n keys=100" >$F
	echo 0 >$1/events/power/cpu_frequency/enable
	read -r ns _ <<-EOF
		$(/tests/bin/histread $1/$2)
	EOF
	echo >$1/trace
	echo 1408 >$1/buffer_size_kb
	echo $((ns / n))
}

# lost TREE KB: print how many of 200,000 records of sys_enter a reader by splice() does
# not get from a buffer of KB kilobytes. The reader looks for a page each millisecond.
lost() {
	local reader n=200000 e=$1/events/raw_syscalls/sys_enter
	[ -e $e/filter ] || { echo -; return; }
	rm -f /tmp/done
	echo $2 >$1/buffer_size_kb
	echo "id == $GETPPID" >$e/filter
	echo 1 >$e/enable
	/tests/bin/rawread -s -u /tmp/done -i $(cat $e/id) $1/per_cpu/cpu0/trace_pipe_raw >/tmp/read &
	reader=$!
	within 10 has_open $reader trace_pipe_raw
	sleep 1
	/tests/bin/syscaller time $n >/dev/null
	echo 0 >$e/enable
	true >/tmp/done
	wait $reader
	echo 0 >$e/filter
	echo >$1/trace
	echo 1408 >$1/buffer_size_kb
	set -- $(cat /tmp/read)
	echo $((n - $6))
}

# first_probe TREE, first_function TREE: print the million instructions of the first probe,
# and of tracing 'vfs_*' for the first time: by a histogram in our tree, by the function
# tracer in the kernel's, which has no histograms of functions.
first_probe() {
	spent "echo 'p:bench/k ${SYSCALL}getppid a=\$arg1' >>$1/dynamic_events"
	echo '-:bench/k' >>$1/dynamic_events
}
first_function() {
	local f="echo function >$1/current_tracer"
	[ $1 = $T ] || f="echo hist:keys=ip >$1/events/ftrace/function/trigger"
	spent "echo 'vfs_*' >$1/set_ftrace_filter && $f"
	echo nop >$1/current_tracer
	[ $1 = $T ] || true >$1/events/ftrace/function/trigger
	true >$1/set_ftrace_filter
}

# spent COMMANDS: print the million instructions of commands, in tens. Those of workers
# count as well: all but the time when the CPU is idle.
spent() {
	local before
	before=$(busy)
	eval "$1" 2>/dev/null || { echo -; return; }
	echo $((($(busy) - before) * 10))
}
busy() { awk '{ printf "%d", ($1 - $2) * 100 }' /proc/uptime; }

# walking TREE: print the instructions per file and directory of a walk of the whole
# tree, first when nothing is cached, then once more.
walking() {
	local ns n
	for i in 1 2; do
		[ $i = 2 ] || echo 3 >/proc/sys/vm/drop_caches
		read -r ns n <<-EOF
			$(/tests/bin/histwalk $1)
		EOF
		printf '%s ' $((ns / n))
	done
}

# opening TREE FILE: print the instructions to open, read and close a file.
opening() {
	local ns n=1000
	read -r ns _ <<-EOF
		$(/tests/bin/histread $1/$2 $n)
	EOF
	echo $((ns / n))
}

both() { # NAME COMMAND... with TREE for the tree
	local name=$1
	shift
	echo "$name|native|$("$1" $T "$2" "$3" "$4")"
	echo "$name|ours|$("$1" $H "$2" "$3" "$4")"
}

both_two() { # COMMAND NAME NAME: the command prints two numbers
	set -- "$2" "$3" $("$1" $T) $("$1" $H)
	printf '%s|native|%s\n' "$1" "$3" "$2" "$4"
	printf '%s|ours|%s\n' "$1" "$5" "$2" "$6"
}

