# SPDX-License-Identifier: GPL-2.0
# trace_event= and trace_trigger=: what the kernel takes at boot, we take when loaded.
# guest: smp=2
. /tests/guest/lib.sh
quick_rcu

# As at boot, it is for the events that are there then.
P=/sys/module/histrig/parameters
said() { dmesg | grep -cF "histrig: $1"; }
reload() {
	unload_histrig && dmesg -c >/dev/null && load_histrig "$@"
}

is "nothing is given" "$(cat $P/trace_event $P/trace_trigger)" ""
is "and nothing enabled" "$(cat $H/set_event)" ""
check "they are read only" [ "$(stat -c %a $P/trace_event $P/trace_trigger | xargs)" = "444 444" ]

check "events are given" reload trace_event=sched:sched_switch,workqueue:*,:task_rename,irq_handler_entry,signal
is "one by name" "$(cat $H/events/sched/sched_switch/enable $H/events/sched/enable | xargs)" "1 X"
is "systems" "$(cat $H/events/workqueue/enable $H/events/signal/enable | xargs)" "1 1"
is "others" "$(cat $H/events/task/task_rename/enable $H/events/irq/irq_handler_entry/enable | xargs)" "1 1"
is "no more" "$(cut -d: -f1 $H/set_event | sort -u | xargs)" "irq sched signal task workqueue"
is "shown as given" "$(cat $P/trace_event)" "sched:sched_switch,workqueue:*,:task_rename,irq_handler_entry,signal"
sh -c 'echo named >/proc/self/comm'
check "and recorded" grep -q 'task_rename: .* newcomm=named' $H/trace
check "in a large buffer" [ "$(cat $H/buffer_size_kb)" -gt 1000 ]
is "nothing to complain of" "$(said '')" 0

check "wrong ones are passed over" reload trace_event=nosystem:,,sched:nothing,!sched_waking,task:task_rename
is "the right one is on" "$(cat $H/set_event)" task:task_rename
is "each is named" "$(said 'trace_event: nosystem: cannot') $(said 'trace_event: sched:nothing cannot') $(said 'trace_event: !sched_waking cannot')" "1 1 1"

check "triggers are given" reload \
	'trace_trigger="task_rename.hist:keys=pid,task_rename.stacktrace:5 if oom_score_adj == 77,sched_switch.traceoff:3 if prev_pid == 99999999,print.traceon"'
is "two of one event" "$(cat $H/events/task/task_rename/trigger)" \
	"stacktrace:count=5 if oom_score_adj == 77
hist:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]"
is "one of another" "$(cat $H/events/sched/sched_switch/trigger)" "traceoff:count=3 if prev_pid == 99999999"
is "and of the kind print" "$(cat $H/events/ftrace/print/trigger)" traceon:unlimited
sh -c 'echo named >/proc/self/comm'
check "they are hit" grep -q 'Hits: [1-9]' $H/events/task/task_rename/hist
is "events are not recorded for it" "$(cat $H/set_event)" ""
is "nothing to complain of" "$(said '')" 0

check "wrong ones are passed over" reload \
	'trace_trigger="nothing.traceon,task_rename,task_rename.nonsense,task_rename.traceon if nofield == 1,,task_rename.traceoff"' \
	trace_event=task_rename
is "the right one is there" "$(cat $H/events/task/task_rename/trigger)" traceoff:unlimited
is "and the event is on" "$(cat $H/set_event)" task:task_rename
is "each is named" "$(said "trace_trigger: nothing: trigger 'traceon' failed") $(said "trace_trigger: task_rename: trigger '' failed") $(
	said "trace_trigger: task_rename: trigger 'nonsense' failed") $(
	said "trace_trigger: task_rename: trigger 'traceon if nofield == 1' failed")" "1 1 1 1"
check "error_log has the column" grep -q 'Field not found' $H/error_log

check "plain again" reload
is "nothing is left" "$(cat $H/set_event)" ""
