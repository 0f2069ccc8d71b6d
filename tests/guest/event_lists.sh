# SPDX-License-Identifier: GPL-2.0
# The files that list the filters and triggers of all events, and the events of modules in
# set_event. Compared with the kernel's, where it has the same.
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
has_modules() { echo ':mod:nosuch' 2>/dev/null >>$T/set_event && echo '!:mod:nosuch' >>$T/set_event; }

# ---- the lists

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
	echo 'stacktrace:5 if prev_pid == 999999' >>events/sched/sched_switch/trigger
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
sched:sched_switch              stacktrace:count=5 if prev_pid == 999999
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
(cd $H && while [ ! -e /tmp/stop ]; do cat show_event_filters show_event_triggers set_event; done) >/dev/null &
i=0
while [ $i -lt 30 ]; do
	echo 's:lists_event int x' >>$H/dynamic_events
	echo 'x > 1' >$H/events/synthetic/lists_event/filter
	echo 'hist:keys=x' >$H/events/synthetic/lists_event/trigger
	echo ":mod:lists$i" >>$H/set_event
	true >$H/events/synthetic/lists_event/trigger
	echo '-:lists_event' >>$H/dynamic_events
	i=$((i + 1))
done
touch /tmp/stop
wait
is "set_event lists 30 modules after the lists were read" "$(grep -c '^\*:\*:mod:lists' $H/set_event)" 30
echo 'sched:*' >>$H/set_event
is "set_event can be read in small pieces" "$(dd if=$H/set_event bs=7 2>/dev/null)" "$(cat $H/set_event)"
is "set_event lists modules after the events" "$(cut -d: -f1 $H/set_event | uniq | xargs)" "sched *"
true >$H/set_event
is "truncating set_event forgets them" "$(cat $H/set_event)" ""

# ---- events of modules

# listed TEXT: print the text and set_event. The events of a module have no fixed order.
listed() {
	echo "$1"
	grep -v :mod: set_event | sort
	grep :mod: set_event
}
# say TEXT: write the text to set_event, and print the result and the file.
say() {
	echo "$1" 2>/dev/null >>set_event
	listed "$1: $?"
}
absent() {
	true >set_event
	for word in :mod:one :mod:o-n-e :mod:two sched:sched_switch:mod:two 'sched_*:mod:two' \
		sched::mod:two :sched_x:mod:two '*:*:mod:three' a:mod:b:c :mod 'x:mod:y z:mod:y' \
		'!sched:sched_x:mod:two' '!sched:sched_switch:mod:two' '!sched::mod:two' '!:mod:two' \
		'!:mod:two' '!z:mod:y' '!*:mod:y' '!:mod:o-n-e'; do
		say "$word"
	done
	true >set_event
	cat set_event
}
cat >/tmp/wanted <<'END'
:mod:one: 0
*:*:mod:one
:mod:o-n-e: 0
*:*:mod:o_n_e
*:*:mod:one
:mod:two: 0
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
sched:sched_switch:mod:two: 0
sched:sched_switch:mod:two
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
sched_*:mod:two: 0
sched_*:mod:two
sched:sched_switch:mod:two
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
sched::mod:two: 0
sched:*:mod:two
sched_*:mod:two
sched:sched_switch:mod:two
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
:sched_x:mod:two: 0
*:sched_x:mod:two
sched:*:mod:two
sched_*:mod:two
sched:sched_switch:mod:two
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
*:*:mod:three: 0
*:*:mod:three
*:sched_x:mod:two
sched:*:mod:two
sched_*:mod:two
sched:sched_switch:mod:two
*:*:mod:two
*:*:mod:o_n_e
*:*:mod:one
END
is "set_event keeps the events of a module that is not loaded" \
	"$(cd $H && absent 2>&1 | head -n 44)" "$(cat /tmp/wanted)"
if has_modules; then both "set_event keeps and drops such events like the kernel" absent
else skip "set_event keeps and drops such events like the kernel"; fi

mkdir $H/instances/j
coming() {
	true >set_event
	say :mod:histrig-bridged
	say bridged_text:mod:histrig_twin
	insmod /tests/kmod/histrig_bridged.ko
	listed loaded
	say '!*:bridged_number:mod:histrig_bridged'
	say '!:mod:histrig_bridged'
	say nosuch:mod:histrig_bridged
	say histrig_bridged:bridged_text:mod:histrig_bridged
	rmmod histrig_bridged
	listed unloaded
	say bridged_text:mod:histrig_bridged
	say nosuch:mod:histrig_bridged
	insmod /tests/kmod/histrig_bridged.ko
	listed again
	rmmod histrig_bridged
	insmod /tests/kmod/histrig_bridged.ko
	listed idle
	rmmod histrig_bridged
	insmod /tests/kmod/histrig_twin.ko
	listed "without events"
	rmmod histrig_twin
	true >set_event
}
cat >/tmp/wanted <<'END'
:mod:histrig-bridged: 0
*:*:mod:histrig_bridged
bridged_text:mod:histrig_twin: 0
bridged_text:mod:histrig_twin
*:*:mod:histrig_bridged
loaded
histrig_bridged:bridged_number
histrig_bridged:bridged_text
bridged_text:mod:histrig_twin
!*:bridged_number:mod:histrig_bridged: 0
histrig_bridged:bridged_text
bridged_text:mod:histrig_twin
!:mod:histrig_bridged: 0
bridged_text:mod:histrig_twin
nosuch:mod:histrig_bridged: 1
bridged_text:mod:histrig_twin
histrig_bridged:bridged_text:mod:histrig_bridged: 0
histrig_bridged:bridged_text
bridged_text:mod:histrig_twin
unloaded
bridged_text:mod:histrig_twin
bridged_text:mod:histrig_bridged: 0
bridged_text:mod:histrig_bridged
bridged_text:mod:histrig_twin
nosuch:mod:histrig_bridged: 0
nosuch:mod:histrig_bridged
bridged_text:mod:histrig_bridged
bridged_text:mod:histrig_twin
again
histrig_bridged:bridged_text
bridged_text:mod:histrig_twin
idle
bridged_text:mod:histrig_twin
without events
bridged_text:mod:histrig_twin
END
if has_cfi || [ -n "$keeps_modules" ]; then
	skip "events of a module are enabled when it comes"
else
	prints "events of a module are enabled when it comes" coming has_modules
	echo 'bridged_text:mod:histrig_bridged' >>$H/instances/j/set_event
	insmod /tests/kmod/histrig_bridged.ko
	is "an instance enables the events of a module by itself" \
		"$(cat $H/set_event $H/instances/j/set_event)" histrig_bridged:bridged_text
	rmmod histrig_bridged
fi
echo ':mod:later' >>$H/instances/j/set_event
check "an instance is removed while it waits for a module" rmdir $H/instances/j $H/instances/i
