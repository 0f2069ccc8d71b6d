# SPDX-License-Identifier: GPL-2.0
# enable of an event, a system and all events, and set_event, beside native's.
. /tests/guest/lib.sh
quick_rcu

# both FILE: what the file of that name says in both trees
same() { # NAME FILE
	is "$1" "$(cat $H/$2 2>&1)" "$(cat $T/$2 2>&1)"
}

# try WORDS > FILE in both trees; the status must be the same
both() { # WORDS FILE
	local ours native
	echo "$1" 2>/dev/null >>$H/$2; ours=$?
	echo "$1" 2>/dev/null >>$T/$2; native=$?
	is "'$1' into $2 ends alike" $ours $native
}

same "nothing is on" set_event
same "enable of an event" events/sched/sched_switch/enable
both 1 events/sched/sched_switch/enable
same "switched on" events/sched/sched_switch/enable
same "is listed" set_event
same "a system that is partly on" events/sched/enable
both 2 events/sched/sched_switch/enable
both x events/sched/sched_switch/enable
both 0 events/sched/sched_switch/enable
same "switched off" set_event

both 1 events/irq/enable
same "a system" events/irq/enable
is "its events are listed" "$(sort $H/set_event)" "$(sort $T/set_event)"
same "another is not" events/timer/enable
both 2 events/irq/enable
both 0 events/irq/enable

both sched:sched_switch set_event
both sched_wakeup set_event
both irq: set_event
both :task_rename set_event
both '*:task_newtask' set_event
both signal:'*' set_event
is "set_event lists them" "$(sort $H/set_event)" "$(sort $T/set_event)"
both '!sched_switch' set_event
both '!irq:' set_event
is "and not those taken away" "$(sort $H/set_event)" "$(sort $T/set_event)"
both no_such_event set_event
both sched:no_such_event set_event
is "which changes nothing" "$(sort $H/set_event)" "$(sort $T/set_event)"
both 'sched:sched_waking power:' set_event
is "several words" "$(sort $H/set_event)" "$(sort $T/set_event)"
echo 'irq:irq_handler_entry' >$H/set_event
is "> forgets the others" "$(cat $H/set_event)" irq:irq_handler_entry
echo >$H/set_event
echo >$T/set_event
same "all forgotten" set_event

echo 1 >$H/events/enable
is "all on" "$(cat $H/events/enable)" 1
is "every event is listed" "$(grep -c . $H/set_event)" "$(grep -c . $H/available_events)"
check "with all events on the system still works" sh -c 'ls -lR /sys/devices | wc -l; cat /proc/*/status >/dev/null 2>&1; sleep 1'
echo 0 >$H/events/enable
is "all off" "$(cat $H/events/enable)" 0

echo 1 >$H/events/enable
check "unloads with all events on" unload_histrig
load_histrig
is "and comes back with none" "$(cat $H/events/enable)" 0
