# SPDX-License-Identifier: GPL-2.0
# set_event_pid, set_event_notrace_pid and the option event-fork, beside native's.
. /tests/guest/lib.sh
quick_rcu

E=events/raw_syscalls/sys_enter
both() { # WORDS FILE
	local ours native
	echo "$1" 2>/dev/null >>$H/$2; ours=$?
	echo "$1" 2>/dev/null >>$T/$2; native=$?
	is "'$1' into $2 ends alike" $ours $native
	is "'$1' leaves the same in $2" "$(cat $H/$2)" "$(cat $T/$2)"
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
clear
is "forgotten" "$(cat $H/set_event_pid $H/set_event_notrace_pid)" ""

# pids TREE: the tasks that a recording of this shell and a child of it has
record() { # TREE
	echo >$1/trace
	echo 1 >$1/$E/enable
	(cat /proc/self/status >/dev/null; true)
	: </dev/null
	echo 0 >$1/$E/enable
}
mine() { grep -c -e "-$$ " $1/trace; }
others() { grep -v '^#' $1/trace | grep -vc -e "-$$ "; }
for t in $H $T; do
	name=native
	[ $t = $T ] || name=ours
	echo $$ >$t/set_event_pid
	record $t
	check "$name: only this task" [ $(mine $t) -gt 0 -a $(others $t) = 0 ]
	echo 1 >$t/options/event-fork
	record $t
	check "$name: its children as well" [ $(mine $t) -gt 0 -a $(others $t) -gt 0 ]
	# Whoever looks is in the list as well: only $$ is there before and after.
	sleep 1
	read -r first <$t/set_event_pid
	is "$name: this task stays" "$first" $$
	check "$name: those that ended are gone" [ $(wc -l <$t/set_event_pid) -lt 5 ]
	echo 0 >$t/options/event-fork
	echo >$t/set_event_pid
	echo $$ >$t/set_event_notrace_pid
	record $t
	check "$name: all but this task" [ $(mine $t) = 0 -a $(others $t) -gt 0 ]
	echo >$t/set_event_notrace_pid
	record $t
	check "$name: all again" [ $(mine $t) -gt 0 -a $(others $t) -gt 0 ]
	echo $$ >$t/set_event_pid
	echo >$t/trace
	echo 1 >$t/events/sched/sched_switch/enable
	sleep 1
	echo 0 >$t/events/sched/sched_switch/enable
	check "$name: switches to and from it" [ $(grep -c "next_pid=$$ " $t/trace) -gt 0 ]
	is "$name: and no others" "$(grep -v '^#' $t/trace | grep -v "next_pid=$$ " | grep -vc "prev_pid=$$ ")" 0
	echo >$t/set_event_pid
done
echo $$ >$H/set_event_pid
echo 'hist:keys=common_pid' >$H/$E/trigger
cat /proc/self/status >/dev/null
is "triggers see the same tasks" "$(grep -c '^{' $H/$E/hist)" 1
echo 1 >$H/options/event-fork
check "unloads with all of it" unload_histrig
load_histrig
