# SPDX-License-Identifier: GPL-2.0
# traceon, traceoff, snapshot, stacktrace, enable_event, disable_event,
# enable_hist and disable_hist, compared with the kernel's.
# guest: needs=native-hist
. /tests/guest/lib.sh
quick_rcu

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
E=events/power/cpu_frequency
O=events/power/cpu_idle
triggers() { grep -v '^#' $1/$E/trigger; }
entries() { sed -n 's/^entries: //p' $1/per_cpu/cpu0/stats; }
hits() { sed -n 's/ *Hits: //p' $1; }

# both WORDS: check that the command has the same status in both trees and leaves
# the same triggers.
both() {
	local ours native
	echo "$1" 2>/dev/null >>$H/$E/trigger; ours=$?
	echo "$1" 2>/dev/null >>$T/$E/trigger; native=$?
	is "writing '$1' to trigger succeeds or fails as in the kernel's tree" "$ours" "$native"
	is "trigger matches the kernel's after '$1'" "$(triggers $H)" "$(triggers $T)"
}
clear() {
	local t
	for t in $H $T; do
		triggers $t >/tmp/list
		while read -r line; do echo "!${line%% if *}" | sed 's/:unlimited//' >>$t/$E/trigger; done </tmp/list
	done
	is "all triggers can be removed in both trees" "$(triggers $H)$(triggers $T)" ""
}

for cmd in traceon traceoff snapshot stacktrace; do
	both $cmd
	both $cmd
	both $cmd:5
	both "!$cmd"
	both $cmd:3
	both "!$cmd:3"
	both "$cmd if state > 3"
	both "!$cmd if state == 9"
	both "$cmd:7 if state == 3 && cpu_id < 4"
	both "!$cmd"
	both $cmd:x
	both $cmd:
	both $cmd:0x10
	both "!$cmd"
	both "$cmd if"
	both "$cmd if nofield == 1"
	both "$cmd:2 of state == 1"
	both "!$cmd"
	both "$cmd:99999999999999999999999"
done
both traceon
both traceoff
both "!traceoff"
both "!traceon"

for cmd in enable_event disable_event enable_hist disable_hist; do
	both $cmd
	both $cmd:power
	both $cmd:power:nothing
	both $cmd:power:cpu_idle
	both $cmd:power:cpu_idle
	both $cmd:power:cpu_idle:2
	both "!$cmd:power:cpu_idle"
	both "$cmd:power:cpu_idle:3 if state > 3"
	both "$cmd:power:suspend_resume"
	both "!$cmd:power:cpu_idle:7"
	both "!$cmd:power:suspend_resume"
	both "$cmd:power:cpu_idle:x"
	both "$cmd:power:cpu_idle if state >"
done
both enable_event:power:cpu_idle
both disable_event:power:cpu_idle
is "enable of an event that enable_event names matches the kernel's" "$(cat $H/$O/enable)" "$(cat $T/$O/enable)"
both '!enable_event:power:cpu_idle'
is "enable matches the kernel's after enable_event was removed" "$(cat $H/$O/enable)" "$(cat $T/$O/enable)"
both nothing
both traceoff:1
both stacktrace:2
both hist:keys=state
both snapshot
both '!hist:keys=state'
clear

# Tests what the triggers do.
fire() { echo "fire power ${1:-cpu_frequency} count=${2:-1} cpus=1" >$F; }
for t in $H $T; do
	name="the kernel's"
	[ $t = $T ] || name=our
	echo 1 >$t/tracing_on 2>/dev/null
	echo 'disable_event:power:cpu_idle' >$t/$E/trigger
	echo 1 >$t/$O/enable
	is "$name enable says 1* with a disable_event trigger" "$(cat $t/$O/enable)" '1*'
	fire
	is "$name disable_event disables the event with a hit" "$(cat $t/$O/enable)" '0*'
	echo '!disable_event:power:cpu_idle' >$t/$E/trigger
	echo 0 >$t/$O/enable
	echo 'enable_event:power:cpu_idle:1' >$t/$E/trigger
	is "$name enable says 0* until a hit of enable_event" "$(cat $t/$O/enable)" '0*'
	fire
	is "$name enable_event enables the event with a hit" "$(cat $t/$O/enable)" '1*'
	is "$name enable_event:1 shows its used count" "$(triggers $t)" 'enable_event:power:cpu_idle:count=0'
	echo '!enable_event:power:cpu_idle:1' >$t/$E/trigger
	is "$name enable says 1 after the used enable_event was removed" "$(cat $t/$O/enable)" 1
	echo 0 >$t/$O/enable

	echo 'hist:keys=state:pause' >$t/$O/trigger
	echo 'enable_hist:power:cpu_idle' >$t/$E/trigger
	fire
	check "$name enable_hist continues a paused histogram with a hit" grep -q '\[active\]' $t/$O/trigger
	echo '!enable_hist:power:cpu_idle' >$t/$E/trigger
	echo 'disable_hist:power:cpu_idle if state == 12345' >$t/$E/trigger
	fire
	check "$name disable_hist leaves the histogram when its filter does not match" grep -q '\[active\]' $t/$O/trigger
	echo '!disable_hist:power:cpu_idle' >$t/$E/trigger
	echo 'disable_hist:power:cpu_idle' >$t/$E/trigger
	fire
	check "$name disable_hist pauses the histogram with a hit" grep -q '\[paused\]' $t/$O/trigger
	echo '!disable_hist:power:cpu_idle' >$t/$E/trigger
	echo '!hist:keys=state' >$t/$O/trigger
	echo 0 >$t/$O/enable
done

# Tests traceoff and its count, by the entries in our ring.
before=$(entries $H)
echo 'traceoff:1' >$H/$E/trigger
echo 1 >$H/$E/enable
fire cpu_frequency 10
is "traceoff records the hit that it stops at" $(($(entries $H) - before)) 1
is "traceoff:1 shows its used count" "$(triggers $H)" traceoff:count=0
echo '!traceoff' >$H/$E/trigger
echo 'traceon' >$H/$E/trigger
fire cpu_frequency 3
is "traceon records hits again" $(($(entries $H) - before)) 4
echo '!traceon' >$H/$E/trigger
before=$(entries $H)
echo 'stacktrace:2' >$H/$E/trigger
fire cpu_frequency 5
is "stacktrace:2 records two stacks" $(($(entries $H) - before)) 7
echo '!stacktrace' >$H/$E/trigger
# A stack is recorded after all other triggers have run, so it is not in the
# snapshot.
echo 0 >$H/$E/enable
for t in $H $T; do
	echo 1 >$t/tracing_on
	echo >$t/trace
	echo 'snapshot:1' >>$t/$E/trigger
	echo 'stacktrace' >>$t/$E/trigger
	fire
	{
		grep -c 'stack trace' $t/trace
		grep -c 'stack trace' $t/snapshot
	} >/tmp/stack.${t##*/}
	echo '!stacktrace' >>$t/$E/trigger
	echo '!snapshot' >>$t/$E/trigger
	echo 0 >$t/snapshot
	echo >$t/trace
done
is "stacktrace acts after a snapshot that was given before it" \
	"$(cat /tmp/stack.histrig)" "$(cat /tmp/stack.tracing)"
is "the stack is in trace and not in the snapshot" "$(echo $(cat /tmp/stack.histrig))" "1 0"
# As in the kernel, a snapshot trigger without a snapshot buffer stops recording and
# prints a message.
echo 0 >$H/$E/enable
for t in $H $T; do
	echo 'snapshot:1' >$t/$E/trigger
	echo 0 >$t/snapshot
	echo 1 >$t/tracing_on
	echo >$t/trace
	fire cpu_frequency 2
	{
		cat $t/tracing_on
		triggers $t
		grep -v '^#' $t/trace | sed 's/.*[0-9]: //'
	} >/tmp/stopped.${t##*/}
	echo '!snapshot' >$t/$E/trigger
	echo 1 >$t/tracing_on
	echo >$t/trace
done
alike "a snapshot without its ring stops recording as in the kernel" "$(cat /tmp/stopped.histrig)" "$(cat /tmp/stopped.tracing)"
check "trace says that the snapshot is not allocated" grep -q 'SNAPSHOT NOT ALLOCATED' /tmp/stopped.histrig
# While a histogram takes snapshots, the snapshot file refuses writes.
for t in $H $T; do
	on="hist:keys=state:vv=cpu_id:onchange(\$vv).snapshot()"
	echo "$on" >>$t/$E/trigger
	for value in 0 1 2; do
		sh -c "echo $value >$t/snapshot" 2>&1 | sed 's/.*: //'
	done >/tmp/held.${t##*/}
	echo "!$on" >>$t/$E/trigger
	echo 1 >$t/snapshot && echo free >>/tmp/held.${t##*/}
	echo 0 >$t/snapshot
done
alike "the snapshot file refuses as the kernel's does while a histogram takes snapshots" "$(cat /tmp/held.histrig)" "$(cat /tmp/held.tracing)"

echo 'snapshot:1 if state == 100' >$H/$E/trigger
echo "bg power cpu_frequency keys=10 cpus=2" >$F
i=0
while [ $i -lt 5 ]; do
	echo hist:keys=state >>$H/$E/trigger
	for t in traceoff traceon stacktrace snapshot enable_event:power:cpu_idle enable_hist:power:cpu_idle; do
		echo $t >>$H/$E/trigger
		echo "$t if state > 3" >>$H/$O/trigger
	done
	[ $(triggers $H | wc -l) -ge 6 ] && within 20 grep -q 'Hits: [1-9]' $H/$E/hist || break
	true >$H/$E/trigger
	true >$H/$O/trigger
	i=$((i + 1))
done 2>/dev/null
is "6 triggers of one event are set, hit and removed 5 times during hits" $i 5
echo 'enable_event:power:cpu_frequency' >$H/$O/trigger
echo 'traceoff' >$H/$E/trigger
check "the module unloads with enable_event and traceoff triggers during hits" unload_histrig
echo stop >$F
rmmod histrig_fire
load_histrig
