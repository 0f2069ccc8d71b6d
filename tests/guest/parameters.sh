# SPDX-License-Identifier: GPL-2.0
# trace_event= and trace_trigger=, which are boot parameters of the kernel and
# parameters of our module.
# guest: needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
quick_rcu

P=/sys/module/histrig/parameters
said() { dmesg | grep -cF "histrig: $1"; }
reload() {
	unload_histrig && dmesg -c >/dev/null && load_histrig "$@"
}

is "trace_event and trace_trigger are empty by default" "$(cat $P/trace_event $P/trace_trigger)" ""
is "no event is enabled without trace_event" "$(cat $H/set_event)" ""
check "trace_event and trace_trigger are read-only in sysfs" [ "$(stat -c %a $P/trace_event $P/trace_trigger | xargs)" = "444 444" ]

check "the module loads with trace_event" reload trace_event=sched:sched_switch,workqueue:*,:task_rename,irq_handler_entry,signal
is "trace_event=SYSTEM:EVENT enables the event" "$(cat $H/events/sched/sched_switch/enable $H/events/sched/enable | xargs)" "1 X"
is "trace_event=SYSTEM:* and SYSTEM enable a system" "$(cat $H/events/workqueue/enable $H/events/signal/enable | xargs)" "1 1"
is "trace_event=:EVENT and EVENT enable the event" "$(cat $H/events/task/task_rename/enable $H/events/irq/irq_handler_entry/enable | xargs)" "1 1"
is "trace_event enables no other event" "$(cut -d: -f1 $H/set_event | sort -u | xargs)" "irq sched signal task workqueue"
is "sysfs shows trace_event as it was given" "$(cat $P/trace_event)" "sched:sched_switch,workqueue:*,:task_rename,irq_handler_entry,signal"
sh -c 'echo named >/proc/self/comm'
check "an event of trace_event is recorded" grep -q 'task_rename: .* newcomm=named' $H/trace
check "trace_event makes the ring large" [ "$(cat $H/buffer_size_kb)" -gt 1000 ]
is "the kernel log has no message about a right trace_event" "$(said trace_event)" 0

check "the module loads with wrong names in trace_event" reload trace_event=nosystem:,,sched:nothing,!sched_waking,task:task_rename
is "trace_event enables the right name among wrong ones" "$(cat $H/set_event)" task:task_rename
is "the kernel log names each wrong word of trace_event" "$(said 'trace_event: nosystem: cannot') $(said 'trace_event: sched:nothing cannot') $(said 'trace_event: !sched_waking cannot')" "1 1 1"

check "the module loads with modules in trace_event" reload trace_event=:mod:no-such,task:task_rename,sched:*:mod:other
is "trace_event=:mod:MODULE waits for the module" "$(cat $H/set_event | xargs)" \
	"task:task_rename sched:*:mod:other *:*:mod:no_such"
is "the kernel log has no message about modules in trace_event" "$(said trace_event)" 0

check "the module loads with trace_trigger" reload \
	'trace_trigger="task_rename.hist:keys=pid,task_rename.stacktrace:5 if oom_score_adj == 77,sched_switch.traceoff:3 if prev_pid == 99999999,print.traceon"'
is "trace_trigger sets two triggers of one event" "$(cat $H/events/task/task_rename/trigger)" \
	"stacktrace:count=5 if oom_score_adj == 77
hist:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]"
is "trace_trigger sets a trigger of a second event" "$(cat $H/events/sched/sched_switch/trigger)" "traceoff:count=3 if prev_pid == 99999999"
is "trace_trigger sets a trigger of ftrace:print" "$(cat $H/events/ftrace/print/trigger)" traceon:unlimited
sh -c 'echo named >/proc/self/comm'
check "a trigger of trace_trigger counts" grep -q 'Hits: [1-9]' $H/events/task/task_rename/hist
is "trace_trigger enables no event" \
	"$(cat $H/events/task/task_rename/enable $H/events/sched/sched_switch/enable)" "0*
0*"
is "the kernel log has no message about a right trace_trigger" "$(said trace_trigger)" 0

check "the module loads with wrong triggers in trace_trigger" reload \
	'trace_trigger="nothing.traceon,task_rename,task_rename.nonsense,task_rename.traceon if nofield == 1,,task_rename.traceoff"' \
	trace_event=task_rename
is "trace_trigger sets the right trigger among wrong ones" "$(cat $H/events/task/task_rename/trigger)" traceoff:unlimited
is "trace_event is obeyed beside a wrong trace_trigger" "$(cat $H/events/task/task_rename/enable)" "1*"
is "the kernel log names each wrong trigger of trace_trigger" "$(said "trace_trigger: there is no event nothing, so trigger 'traceon' was not added") $(said "trace_trigger: task_rename has no trigger") $(
	said "trace_trigger: trigger 'nonsense' was not added to task_rename") $(
	said "trace_trigger: trigger 'traceon if nofield == 1' was not added to task_rename")" "1 1 1 1"
check "error_log has the errors of trace_trigger" grep -q 'Field not found' $H/error_log

check "the module loads without parameters again" reload
is "parameters of an earlier load enable nothing" "$(cat $H/set_event)" ""
