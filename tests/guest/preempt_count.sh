# SPDX-License-Identifier: GPL-2.0
# Preemption in hits. The build finds out whether a kernel's tracepoints call their probes with
# preemption off. If it were wrong, tasks would preempt each other within hits, which changes few
# results, or records would show a wrong common_preempt_count.
# guest: needs=CONFIG_PREEMPT_COUNT
. /tests/guest/lib.sh
quick_rcu

work() {
	local i
	for i in 1 2 3 4 5; do
		sh -c 'cat /proc/self/stat & usleep 10000; wait' >/dev/null
	done
}

# ---- what the kernel's own function tracer shows of hits

# Prints how many letters come before that of the preemption count in each line of trace. Its
# header has a row for each letter, with a stroke for each of those before it.
letters_before() { sed -n 's/^#\(.*\)=> preempt-depth.*/\1/p' /tmp/calls | tr -dc '|/' | wc -c; }

# levels FUNCTION CALLERS: print the preemption counts at calls of the function. CALLERS is a
# file with names.
levels() {
	sed -n "s/.*\] .\{$(letters_before)\}\(.\).*: $1 <-\(.*\)/\2 \1/p" /tmp/calls | tr . 0 |
		awk 'NR == FNR { callers[$1] = 1; next } $1 in callers { print $2 }' $2 - | sort -u
}

# off_within_hits WHAT TRACEPOINT: a probe on the tracepoint reads the kernel's memory, for which
# it calls copy_from_kernel_nofault(). System calls call vfs_read() with preemption on. The
# function tracers of some kernels add one to both counts.
off_within_hits() {
	local on
	echo "t:tracepoints/hit $2 word=+0(\$arg1):u64" >$H/dynamic_events
	echo 1 >$H/events/tracepoints/hit/enable
	echo >$T/trace
	echo 1 >$T/tracing_on
	work
	echo 0 >$T/tracing_on
	cat $T/trace >/tmp/calls
	echo 0 >$H/events/tracepoints/hit/enable
	true >$H/dynamic_events
	on=$(levels vfs_read /tmp/readers)
	alike "preemption is off once within hits of $1" \
		"$(levels copy_from_kernel_nofault /tmp/histrig)" "${on:+$((on + 1))}"
}

if has_cfi || ! grep -qw function $T/available_tracers ||
	! grep -qx copy_from_kernel_nofault $T/available_filter_functions; then
	skip "preemption is off once within hits"
else
	awk '$4 == "[histrig]" { print $3 }' /proc/kallsyms >/tmp/histrig
	printf '%s\n' ksys_read __x64_sys_read __arm64_sys_read >/tmp/readers
	echo 0 >$T/tracing_on
	echo copy_from_kernel_nofault >$T/set_ftrace_filter
	echo vfs_read >>$T/set_ftrace_filter
	echo function >$T/current_tracer
	off_within_hits "an event of tasks" sched_process_fork
	off_within_hits "system calls" sys_enter
	echo nop >$T/current_tracer
	true >$T/set_ftrace_filter
	echo >$T/trace
	echo 1 >$T/tracing_on
	echo >$H/trace
fi

# ---- the preemption count of records

# counts TREE EVENT: print the counts, without that of disabled migration in the upper bits.
counts() {
	sed -n 's/^{ common_preempt_count: *\([0-9]*\) *}.*/\1/p' $1/events/$2/hist |
		awk '{ print $1 % 16 }' | sort -u
}

for event in sched/sched_switch sched/sched_process_fork raw_syscalls/sys_enter; do
	name="common_preempt_count of $event is that of the kernel's tree"
	if [ ! -e $T/events/$event/hist ]; then
		skip "$name"
		continue
	fi
	for tree in $T $H; do echo hist:keys=common_preempt_count >$tree/events/$event/trigger; done
	work
	alike "$name" "$(counts $H $event)" "$(counts $T $event)"
	for tree in $T $H; do echo '!hist:keys=common_preempt_count' >$tree/events/$event/trigger; done
done
