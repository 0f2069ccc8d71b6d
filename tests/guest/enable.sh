# SPDX-License-Identifier: GPL-2.0
# Enables one event, a system and all events, and uses set_event. Compares with
# the kernel's tree.
. /tests/guest/lib.sh
quick_rcu

# same NAME FILE: check that the file reads the same in both trees.
same() {
	is "$2 matches the kernel's $1" "$(cat $H/$2 2>&1)" "$(cat $T/$2 2>&1)"
}
# sorted NAME: check that set_event lists the same events in both trees, and at
# least one.
sorted() {
	alike "set_event lists what the kernel's does $1" "$(sort $H/set_event)" "$(sort $T/set_event)"
}

# both WORDS FILE: write WORDS to FILE in both trees; check that the status is
# the same.
both() {
	local ours native
	echo "$1" 2>/dev/null >>$H/$2; ours=$?
	echo "$1" 2>/dev/null >>$T/$2; native=$?
	is "writing '$1' to $2 succeeds or fails as in the kernel's tree" $ours $native
}

same "while nothing is enabled" set_event
same "while nothing is enabled" events/sched/sched_switch/enable
both 1 events/sched/sched_switch/enable
same "after 1" events/sched/sched_switch/enable
same "with one event enabled" set_event
same "with one event of the system enabled" events/sched/enable
both 2 events/sched/sched_switch/enable
both x events/sched/sched_switch/enable
both 0 events/sched/sched_switch/enable
same "after 0" set_event

both 1 events/irq/enable
same "after 1" events/irq/enable
sorted "with one system enabled"
same "with another system enabled" events/timer/enable
both 2 events/irq/enable
both 0 events/irq/enable

both sched:sched_switch set_event
both sched_wakeup set_event
both irq: set_event
both :task_rename set_event
both '*:task_newtask' set_event
both signal:'*' set_event
sorted "after names in each form"
both '!sched_switch' set_event
both '!irq:' set_event
sorted "after names with ! in front"
both no_such_event set_event
both sched:no_such_event set_event
sorted "after names that no event has"
both 'sched:sched_waking power:' set_event
sorted "after several names in one write"
echo 'irq:irq_handler_entry' >$H/set_event
is "opening set_event with O_TRUNC disables the events of before" "$(cat $H/set_event)" irq:irq_handler_entry
echo >$H/set_event
echo >$T/set_event
same "after O_TRUNC and no name" set_event

# A trigger enables its event softly, and the enable files show this.
soft() { # WHEN
	local f
	for f in events/task/task_rename/enable events/task/enable events/enable set_event; do
		same "$1" $f
	done
}
both traceon events/task/task_rename/trigger
soft "with a trigger on task_rename"
both 1 events/task/task_rename/enable
soft "with a trigger on task_rename, which is enabled"
both 0 events/task/task_rename/enable
soft "with a trigger on task_rename, which is disabled again"
both '!traceon' events/task/task_rename/trigger
soft "without the trigger on task_rename"

# set_event handles the words one by one, so that a long write does not hold the
# lock for long.
check "set_event takes 4 MiB of spaces without a warning" \
	dd if=/dev/zero of=$H/set_event bs=4194304 count=1
recorded() { cat $H/per_cpu/cpu*/stats | awk '/^(entries|overrun|dropped)/ { n += $NF } END { print n }'; }
echo 1 >$H/events/enable
is "events/enable says 1 after 1" "$(cat $H/events/enable)" 1
is "set_event lists every event after events/enable" "$(grep -c . $H/set_event)" "$(grep -c . $H/available_events)"
ls -lR /sys/devices >/tmp/list
check "ls -R works while all events are enabled" [ $(wc -l </tmp/list) -gt 100 ]
check "ls -R leaves records while all events are enabled" [ $(recorded) -gt 1000 ]
echo 0 >$H/events/enable
is "events/enable says 0 after 0" "$(cat $H/events/enable)" 0

# In kernels for one CPU, RCU does not tell what it does.
if [ -d $H/events/rcu/rcu_utilization ] && [ -e /sys/kernel/rcu_expedited ]; then
	echo >$H/trace
	echo 1 >$H/events/rcu/rcu_utilization/enable
	sleep 0.1
	echo 0 >$H/events/rcu/rcu_utilization/enable
	check "strings of the kernel image are printed" grep -q ' rcu_utilization: Start [a-z]' $H/trace
	fails "no string of the kernel image is taken for memory that may be freed" grep -q UNSAFE-MEMORY $H/trace
	echo >$H/trace
else
	skip "strings of the kernel image are printed: no hits of rcu_utilization"
fi

echo 1 >$H/events/enable
check "the module unloads while all events are enabled" unload_histrig
load_histrig
[ -z "$keeps_modules" ] || echo 0 >$H/events/enable
is "a module loaded again has no event enabled" "$(cat $H/events/enable)" 0
