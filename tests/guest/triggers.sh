# SPDX-License-Identifier: GPL-2.0
# traceon, traceoff, snapshot, stacktrace, enable_event, disable_event, enable_hist
# and disable_hist, beside native's.
# guest: smp=2 needs=native-hist
. /tests/guest/lib.sh
quick_rcu

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
E=events/power/cpu_frequency
O=events/power/cpu_idle
triggers() { grep -v '^#' $1/$E/trigger; }
entries() { sed -n 's/^entries: //p' $1/per_cpu/cpu0/stats; }
hits() { sed -n 's/ *Hits: //p' $1; }

# both WORDS: the command ends alike in both trees and leaves the same triggers
both() {
	local ours native
	echo "$1" 2>/dev/null >>$H/$E/trigger; ours=$?
	echo "$1" 2>/dev/null >>$T/$E/trigger; native=$?
	is "'$1' ends alike" "$ours" "$native"
	is "'$1' leaves the same" "$(triggers $H)" "$(triggers $T)"
}
clear() {
	local t
	for t in $H $T; do
		triggers $t >/tmp/list
		while read -r line; do echo "!${line%% if *}" | sed 's/:unlimited//' >>$t/$E/trigger; done </tmp/list
	done
	is "all removed" "$(triggers $H)" "$(triggers $T)"
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
is "soft mode shows" "$(cat $H/$O/enable)" "$(cat $T/$O/enable)"
both '!enable_event:power:cpu_idle'
is "and goes" "$(cat $H/$O/enable)" "$(cat $T/$O/enable)"
both nothing
both traceoff:1
both stacktrace:2
both hist:keys=state
both snapshot
both '!hist:keys=state'
clear

# What they do.
fire() { echo "fire power ${1:-cpu_frequency} count=${2:-1} cpus=1" >$F; }
for t in $H $T; do
	name=native
	[ $t = $T ] || name=ours
	echo 1 >$t/tracing_on 2>/dev/null
	echo 'disable_event:power:cpu_idle' >$t/$E/trigger
	echo 1 >$t/$O/enable
	is "$name: enabled, with a star" "$(cat $t/$O/enable)" '1*'
	fire
	is "$name: switched off by a hit" "$(cat $t/$O/enable)" '0*'
	echo '!disable_event:power:cpu_idle' >$t/$E/trigger
	echo 0 >$t/$O/enable
	echo 'enable_event:power:cpu_idle:1' >$t/$E/trigger
	is "$name: waits for a hit" "$(cat $t/$O/enable)" '0*'
	fire
	is "$name: switched on by a hit" "$(cat $t/$O/enable)" '1*'
	is "$name: the count is used up" "$(triggers $t)" 'enable_event:power:cpu_idle:count=0'
	echo '!enable_event:power:cpu_idle:1' >$t/$E/trigger
	is "$name: off again" "$(cat $t/$O/enable)" "$([ $t = $T ] && cat $T/$O/enable || cat $H/$O/enable)"
	echo 0 >$t/$O/enable

	echo 'hist:keys=state:pause' >$t/$O/trigger
	echo 'enable_hist:power:cpu_idle' >$t/$E/trigger
	fire
	check "$name: the histogram goes on" grep -q '\[active\]' $t/$O/trigger
	echo '!enable_hist:power:cpu_idle' >$t/$E/trigger
	echo 'disable_hist:power:cpu_idle if state == 12345' >$t/$E/trigger
	fire
	check "$name: and on" grep -q '\[active\]' $t/$O/trigger
	echo '!disable_hist:power:cpu_idle' >$t/$E/trigger
	echo 'disable_hist:power:cpu_idle' >$t/$E/trigger
	fire
	check "$name: and stops" grep -q '\[paused\]' $t/$O/trigger
	echo '!disable_hist:power:cpu_idle' >$t/$E/trigger
	echo '!hist:keys=state' >$t/$O/trigger
	echo 0 >$t/$O/enable
done

# traceoff and its count, seen in the ring of ours
before=$(entries $H)
echo 'traceoff:1' >$H/$E/trigger
echo 1 >$H/$E/enable
fire cpu_frequency 10
is "traceoff: the hit that stops is recorded" $(($(entries $H) - before)) 1
is "the count is used up" "$(triggers $H)" traceoff:count=0
echo '!traceoff' >$H/$E/trigger
echo 'traceon' >$H/$E/trigger
fire cpu_frequency 3
is "traceon: recorded again" $(($(entries $H) - before)) 4
echo '!traceon' >$H/$E/trigger
before=$(entries $H)
echo 'stacktrace:2' >$H/$E/trigger
fire cpu_frequency 5
is "stacktrace records twice" $(($(entries $H) - before)) 7
echo '!stacktrace' >$H/$E/trigger
# A stack is recorded after all other triggers have run, so it is behind the snapshot.
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
is "stacktrace acts after snapshot, in whatever order they were given" \
	"$(cat /tmp/stack.histrig)" "$(cat /tmp/stack.tracing)"
is "the stack is in trace and not in the snapshot" "$(echo $(cat /tmp/stack.histrig))" "1 0"
# Natively, too, a snapshot that cannot be taken stops recording and says so.
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
is "no snapshot to take" "$(cat /tmp/stopped.histrig)" "$(cat /tmp/stopped.tracing)"
check "is said" grep -q 'SNAPSHOT NOT ALLOCATED' /tmp/stopped.histrig
# Who has a histogram take snapshots is the only one who does.
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
is "a snapshot that a histogram waits for" "$(cat /tmp/held.histrig)" "$(cat /tmp/held.tracing)"

echo 'snapshot:1 if state == 100' >$H/$E/trigger
echo "bg power cpu_frequency keys=10 cpus=2" >$F
for i in 1 2 3 4 5; do
	echo hist:keys=state >>$H/$E/trigger
	for t in traceoff traceon stacktrace snapshot enable_event:power:cpu_idle enable_hist:power:cpu_idle; do
		echo $t >>$H/$E/trigger
		echo "$t if state > 3" >>$H/$O/trigger
	done
	usleep 300000
	echo >$H/$E/trigger
	echo >$H/$O/trigger
done 2>/dev/null
echo 'enable_event:power:cpu_frequency' >$H/$O/trigger
echo 'traceoff' >$H/$E/trigger
check "unloads with all of them" unload_histrig
echo stop >$F
rmmod histrig_fire
load_histrig
