# SPDX-License-Identifier: GPL-2.0
# A task whose memory allocations fail at random writes commands to our files.
# The rate of failures grows up to every second allocation. A command may fail
# or succeed. Either way what it leaves must be complete: readable, removable,
# and usable once memory is back.
. /tests/guest/lib.sh

F=/sys/kernel/debug
for knob in failslab fail_page_alloc; do
	echo Y >$F/$knob/task-filter
	echo 1 >$F/$knob/interval
	echo -1 >$F/$knob/times
	echo 0 >$F/$knob/verbose
	echo N >$F/$knob/ignore-gfp-wait
done
echo N >$F/fail_page_alloc/ignore-gfp-highmem
echo 0 >$F/fail_page_alloc/min-order

# starved COMMAND: run it in a shell whose allocations fail. The command must
# not fork: if a fork finds no memory for a stack, the kernel itself warns.
starved() {
	sh -c 'echo 1 >/proc/self/make-it-fail; eval "$1"' sh "$1" 2>/dev/null
}

rate() {
	echo $1 >$F/failslab/probability
	echo $1 >$F/fail_page_alloc/probability
}

commands="
raw_syscalls/sys_enter hist:keys=id
raw_syscalls/sys_enter hist:keys=id if id > 3 && common_pid != 1
sched/sched_switch traceoff:3 if next_pid == 7
sched/sched_switch enable_event:kmem:kmalloc:1
raw_syscalls/sys_enter hist:keys=id.syscall,common_pid.execname:sort=hitcount.descending:size=4096
sched/sched_switch hist:name=shared:keys=next_comm:vals=hitcount
sched/sched_switch hist:keys=prev_pid,next_pid:vals=prev_prio,next_prio:sort=prev_prio:pause
kmem/kmalloc hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc
kmem/kmalloc hist:keys=stacktrace
kmem/kmalloc hist:keys=bytes_req.log2:no=such
kmem/kfree hist:keys=call_site.sym-offset
"

one_command() {
	local trigger=$H/events/$1/trigger
	[ -e "$trigger" ] || return 0
	starved "echo '$2' >>$trigger" && made=$((made + 1))
	tried=$((tried + 1))
	starved "exec cat $trigger ${trigger%/*}/hist ${trigger%/*}/format"
	starved "echo '$2:clear' >>$trigger"
	starved "echo '!$2' >>$trigger"
	rate_now=$(cat $F/failslab/probability)
	rate 0
	echo "!$2" >>"$trigger"
	rate "$rate_now"
} >/dev/null 2>&1

definition="fs int a; char b[16]; char c[]; unsigned long[] d"
one_definition() {
	local rate_now trigger=$H/events/synthetic/fs/trigger
	starved "echo '$definition' >>$H/synthetic_events" && made=$((made + 1))
	tried=$((tried + 1))
	starved "exec cat $H/synthetic_events $H/dynamic_events"
	starved "[ ! -e $trigger ] || echo hist:keys=b:vals=a >>$trigger"
	starved "[ ! -e $trigger ] || echo '!hist:keys=b:vals=a' >>$trigger"
	starved "echo '!fs' >>$H/synthetic_events"
	rate_now=$(cat $F/failslab/probability)
	rate 0
	[ ! -e $trigger ] || echo '!hist:keys=b:vals=a' >>$trigger
	echo '!fs' >>$H/synthetic_events
	rate "$rate_now"
} >/dev/null 2>&1

round() {
	one_definition
	echo "$commands" | while read -r event command; do
		[ -z "$event" ] || one_command "$event" "$command"
		echo "$tried $made" >/tmp/counts
	done
	read -r tried made </tmp/counts
}

tried=0 made=0
for percent in 1 5 20 50; do
	for i in 1 2 3; do
		rate $percent
		round
	done
	rate 0
	ok "commands with $percent % of allocations failing ($made of $tried took effect so far)"
done

left=$(find $H/events -name trigger 2>/dev/null | xargs grep -hv '^#' 2>/dev/null)
is "no trigger remains after allocations failed" "$left" ""
is "no synthetic event remains after allocations failed" "$(cat $H/synthetic_events)" ""
t=$H/events/raw_syscalls/sys_enter
check "a trigger can be set once allocations succeed again" sh -c "echo hist:keys=id >>$t/trigger"
check "a trigger counts once allocations succeed again" grep -q '^{ id: ' $t/hist
check "a trigger can be removed once allocations succeed again" sh -c "echo '!hist:keys=id' >>$t/trigger"

# The inserts and snapshots are left out: both make a ring, and the kernel warns
# by itself if it has no memory for a ring.
check "the module unloads after allocations failed" unload_histrig
load_histrig
