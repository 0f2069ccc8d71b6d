# SPDX-License-Identifier: GPL-2.0
# Nested hits whose innermost one causes further hits: by the page faults of what it reads, or
# by functions that it calls. The kernel's stack must not overflow.
# guest: smp=2 timeout=300
. /tests/guest/lib.sh
quick_rcu

E=$H/events
hits() { sed -n 's/ *Hits: //p' $E/$1/hist | tail -n 1; }
define() { echo "$1" >>$H/dynamic_events; }
synth() { echo "$1" >>$H/synthetic_events; }
add() { echo "$2" >>$E/$1/trigger; }
# Makes the hits of the histogram with these keys on this event take the longest way.
pin() { add synthetic/never "hist:keys=$1:onmatch($2).forget()"; }

# Each hit of deep/probe generates the event again, with nine parameters, until no more may nest.
synth 'deep u64 a; u64 b; u64 c; u64 d; u64 e; u64 f; u64 g; u64 h; u64 i'
synth 'never u64 a; u64 z'
again='x=common_timestamp:onchange($x).trace(deep,$x,$x,$x,$x,$x,$x,$x,$x,$x)'
keys=common_pid,common_cpu,common_type

# begin EVENT...: badframe's hits of each event in turn begin to nest.
begin() {
	local event
	for event; do
		add $event "hist:keys=common_pid,common_cpu:$again:size=256 if common_comm == \"badframe\""
		/tests/bin/badframe 2
		true >$E/$event/trigger
	done
}
from='raw_syscalls/sys_enter kmem/kmem_cache_alloc kmem/kmalloc sched/sched_switch'

P=exceptions/page_fault_kernel
if [ -e $E/$P ]; then
	define 'e:deep/probe synthetic/deep a=$a y=+0($b):u64'
	add deep/probe "hist:keys=$keys:$again:size=256"
	pin $keys deep.probe
	echo 1 >$E/deep/probe/enable
	add $P 'hist:keys=common_ustacktrace,common_pid:size=1024'
	pin common_ustacktrace,common_pid exceptions.page_fault_kernel
	define 'e:deep/fault exceptions/page_fault_kernel z=$ip'
	add deep/fault 'hist:keys=z,common_stacktrace:size=1024'
	pin z,common_stacktrace deep.fault
	echo 1 >$H/options/userstacktrace
	echo 1 >$E/$P/enable
	echo 1 >$E/deep/fault/enable
	begin $from
	check "nested hits cause faults of each kind of reading" [ "$(hits deep/fault)" -gt 100 ]
	check "nested hits that fault are counted" [ "$(hits deep/probe)" -gt 100 ]
	true >$E/synthetic/never/trigger
	echo 0 >$E/$P/enable
	echo 0 >$H/options/userstacktrace
	true >$E/$P/trigger
	for e in deep/fault deep/probe; do
		true >$E/$e/trigger
		echo 0 >$E/$e/enable
		define -:$e
	done
else
	skip "nested hits that fault are counted: this kernel has no event for faults"
fi

if [ -e $H/kprobe_events ] && [ -e $E/ftrace/function/trigger ]; then
	define 'e:deep/probe synthetic/deep a=$a'
	add deep/probe "hist:keys=$keys,common_stacktrace:$again:size=2048"
	pin $keys,common_stacktrace deep.probe
	echo 1 >$E/deep/probe/enable
	for at in 0 1 2 3 4 5 6 7 8 12 16; do
		! define "p:deep/unwind unwind_next_frame+$at" 2>/dev/null || break
	done
	if [ -e $E/deep/unwind ]; then
		add deep/unwind 'hist:keys=common_pid,common_stacktrace:size=1024'
		pin common_pid,common_stacktrace deep.unwind
	fi
	echo __unwind_start >$H/set_ftrace_filter
	add ftrace/function 'hist:keys=ip,common_stacktrace:size=1024 if common_comm == "badframe"'
	pin a,common_stacktrace ftrace.function
	begin $from
	check "nested hits whose unwinder is traced are counted" [ "$(hits deep/probe)" -gt 100 ]
	true >$E/synthetic/never/trigger
	true >$E/ftrace/function/trigger
	echo >$H/set_ftrace_filter
	echo 0 >$E/deep/probe/enable
	for e in deep/unwind deep/probe; do
		[ -e $E/$e ] || continue
		true >$E/$e/trigger
		define -:$e
	done
else
	skip "nested hits whose unwinder is traced are counted: this kernel lacks kprobes or function tracing"
fi
true >$H/synthetic_events
