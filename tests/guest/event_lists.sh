# SPDX-License-Identifier: GPL-2.0
# The files that list the filters and triggers of all events. Compared with the kernel's,
# where it has them.
. /tests/guest/lib.sh
. /tests/guest/parts/both_trees.sh
quick_rcu

# prints NAME FUNCTION NATIVE: check that FUNCTION prints /tmp/wanted in our tree; and if
# the command NATIVE succeeds, that it prints the same in the kernel's.
prints() {
	is "$1" "$(cd $H && $2 2>&1)" "$(cat /tmp/wanted)"
	if $3; then both "$1, as in the kernel" $2; else skip "$1, as in the kernel"; fi
}
has_lists() { [ -e $T/show_event_filters ]; }

filters() {
	echo 'prev_pid > 5' >events/sched/sched_switch/filter
	echo 'nosuch == 1' >events/power/cpu_idle/filter
	cat show_event_filters
	echo 0 >events/sched/sched_switch/filter
	echo 0 >events/power/cpu_idle/filter
	cat show_event_filters
}
cat >/tmp/wanted <<'END'
sh: write error: Invalid argument
sched:sched_switch              prev_pid > 5
power:cpu_idle                  nosuch == 1
       ^
parse_error: Field not found

END
prints "show_event_filters lists all filters" filters has_lists

triggers() {
	echo traceon >events/sched/sched_switch/trigger
	echo 'stacktrace:5 if prev_pid == 7' >>events/sched/sched_switch/trigger
	echo 'hist:keys=prev_pid' >>events/sched/sched_switch/trigger
	echo 'hist:keys=prev_comm:vals=prev_prio' >>events/sched/sched_switch/trigger
	echo 'enable_event:sched:sched_switch' >>events/kmem/mm_page_alloc_extfrag/trigger
	cat show_event_triggers
	echo '!enable_event:sched:sched_switch' >>events/kmem/mm_page_alloc_extfrag/trigger
	echo '!traceon' >>events/sched/sched_switch/trigger
	echo '!stacktrace' >>events/sched/sched_switch/trigger
	true >events/sched/sched_switch/trigger
	cat show_event_triggers
}
cat >/tmp/wanted <<'END'
sched:sched_switch              stacktrace:count=5 if prev_pid == 7
sched:sched_switch              traceon:unlimited
sched:sched_switch              hist:keys=prev_pid:vals=hitcount:sort=hitcount:size=2048 [active]
sched:sched_switch              hist:keys=prev_comm:vals=hitcount,prev_prio:sort=hitcount:size=2048 [active]
kmem:mm_page_alloc_extfrag      enable_event:sched:sched_switch:unlimited
END
prints "show_event_triggers lists all triggers" triggers has_lists

mkdir $H/instances/i
echo 'prev_pid > 6' >$H/instances/i/events/sched/sched_switch/filter
is "an instance lists its own filters" "$(cat $H/show_event_filters $H/instances/i/show_event_filters)" \
	"sched:sched_switch              prev_pid > 6"
echo 'e:lists/probe sched.sched_switch pid=$prev_pid' >>$H/dynamic_events
echo 1 >$H/events/lists/probe/enable
is "the trigger of an event probe is not listed" "$(cat $H/show_event_triggers)" ""
echo 0 >$H/events/lists/probe/enable
echo '-:lists/probe' >>$H/dynamic_events

# Reads the lists while events come and go.
(cd $H && while [ ! -e /tmp/stop ]; do cat show_event_filters show_event_triggers; done) >/dev/null &
i=0
while [ $i -lt 30 ]; do
	echo 's:lists_event int x' >>$H/dynamic_events
	echo 'x > 1' >$H/events/synthetic/lists_event/filter
	echo 'hist:keys=x' >$H/events/synthetic/lists_event/trigger
	true >$H/events/synthetic/lists_event/trigger
	echo '-:lists_event' >>$H/dynamic_events
	i=$((i + 1))
done
touch /tmp/stop
wait
check "the lists can be read while events come and go" [ ! -s $H/show_event_filters ]
rmdir $H/instances/i
