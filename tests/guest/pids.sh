# SPDX-License-Identifier: GPL-2.0
# set_event_pid, set_event_notrace_pid and the option event-fork, compared with
# the kernel's.
. /tests/guest/lib.sh
quick_rcu

E=events/raw_syscalls/sys_enter
both() { # WORDS FILE
	local ours native
	echo "$1" 2>/dev/null >>$H/$2; ours=$?
	echo "$1" 2>/dev/null >>$T/$2; native=$?
	is "writing '$1' to $2 succeeds or fails as in the kernel's tree" $ours $native
	is "$2 lists what the kernel's does after '$1'" "$(cat $H/$2)" "$(cat $T/$2)"
}
clear() {
	local t
	for t in $H $T; do echo >$t/set_event_pid; echo >$t/set_event_notrace_pid; done
}

for f in set_event_pid set_event_notrace_pid; do
	both 7 $f
	both "3 9 $$" $f
	both "12 x" $f
	both 32000 $f
	both -1 $f
	both 0x20 $f
done
check "set_event_pid lists tasks before O_TRUNC" grep -q . $H/set_event_pid
clear
is "opening the lists of tasks with O_TRUNC empties them" \
	"$(cat $H/set_event_pid $H/set_event_notrace_pid 2>&1)" ""

# record TREE: record events of this shell and of a child.
record() {
	echo >$1/trace
	echo 1 >$1/$E/enable
	(cat /proc/self/status >/dev/null; true)
	: </dev/null
	echo 0 >$1/$E/enable
}
mine() { grep -c -e "-$$ " $1/trace; }
others() { grep -v '^#' $1/trace | grep -vc -e "-$$ "; }
few() { [ $(wc -l <$1) -lt 5 ]; }
for t in $H $T; do
	name="the kernel's"
	[ $t = $T ] || name=our
	echo $$ >$t/set_event_pid
	record $t
	check "$name set_event_pid records this task alone" [ $(mine $t) -gt 0 -a $(others $t) = 0 ]
	echo 1 >$t/options/event-fork
	record $t
	check "$name event-fork records the task's children as well" [ $(mine $t) -gt 0 -a $(others $t) -gt 0 ]
	# The program that reads the list is a child as well, so the list has one
	# more task.
	check "$name event-fork removes children that have ended" within 10 few $t/set_event_pid
	read -r first <$t/set_event_pid
	is "$name set_event_pid keeps the task that was written to it" "$first" $$
	echo 0 >$t/options/event-fork
	echo >$t/set_event_pid
	echo $$ >$t/set_event_notrace_pid
	record $t
	check "$name set_event_notrace_pid records all but this task" [ $(mine $t) = 0 -a $(others $t) -gt 0 ]
	echo >$t/set_event_notrace_pid
	record $t
	check "$name empty lists record all tasks" [ $(mine $t) -gt 0 -a $(others $t) -gt 0 ]
	echo $$ >$t/set_event_pid
	echo >$t/trace
	echo 1 >$t/events/sched/sched_switch/enable
	usleep 100000
	echo 0 >$t/events/sched/sched_switch/enable
	check "$name sched_switch records switches to the listed task" [ $(grep -c "next_pid=$$ " $t/trace) -gt 0 ]
	is "$name sched_switch records no switch between tasks that are not listed" \
		"$(grep -v '^#' $t/trace | grep -v "next_pid=$$ " | grep -vc "prev_pid=$$ ")" 0
	echo >$t/set_event_pid
done
echo $$ >$H/set_event_pid
echo 'hist:keys=common_pid' >$H/$E/trigger
cat /proc/self/status >/dev/null
is "triggers count the listed task alone" "$(grep -c '^{' $H/$E/hist)" 1
echo 1 >$H/options/event-fork
check "the module unloads with a list of tasks, event-fork and a trigger" unload_histrig
load_histrig
