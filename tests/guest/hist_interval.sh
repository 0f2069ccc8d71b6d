# SPDX-License-Identifier: GPL-2.0
# interval= and hist_last: each hit is in exactly one interval, intervals are
# contiguous, and any number of readers see the last one.
# guest: smp=4 timeout=200
. /tests/guest/lib.sh
quick_rcu
. /tests/guest/parts/numbers.sh

rows() { grep '^{' | sed 's/  */ /g'; }
total() { sed -n "s/^ *$1: //p" | tail -n 1; }
# refused NAME TRIGGER: passes if writing the trigger is refused as invalid.
refused() { check "$1" eval "(echo '$2' >$E/trigger) 2>&1 | grep -q 'Invalid argument'"; }

# last FILE COMMAND...: print an interval that contains hits of the command. Runs the
# command again if that fails, because a busy machine may miss an interval.
last() {
	local file=$1 before i
	shift
	before=$(grep '^# interval' $file)
	for i in $(seq 0 199); do
		[ $((i % 20)) != 0 ] || "$@"
		usleep 50000
		cat $file >/tmp/last
		[ "$(grep '^# interval' /tmp/last)" = "$before" ] || ! grep -q '^ *Hits: [1-9]' /tmp/last || break
	done
	cat /tmp/last
}

# ---- the attribute

echo 'hist:keys=key:vals=value:interval=1h' >$E/trigger
is "trigger shows the interval and its clock" "$(cat $E/trigger)" \
	"hist:keys=key:vals=hitcount,value:sort=hitcount:size=2048:interval=3600s:clock=global [active]"
hits 10 2 3 7
is "hist prints what was counted since the interval began" "$(rows <$E/hist)" "{ key: 7 } hitcount: 10 value: 35"
is "hist_last is empty before the first interval has ended" "$(cat $E/hist_last)" ""
is "hist_take leaves a histogram with intervals alone" "$(cat $E/hist_take; rows <$E/hist)" "{ key: 7 } hitcount: 10 value: 35"
echo '!hist:keys=key:vals=value:interval=1h' >$E/trigger
is "the trigger can be removed" "$(grep -v '^#' $E/trigger)" ""
for interval in 1ms 999ms 1s 1500ms 60m 24h; do
	check "interval=$interval is an interval" eval "echo 'hist:keys=key:interval=$interval' >$E/trigger"
	drop $E
done
for interval in 0s 25h 5124096h 307445735m ms 1us 99999999999s 4294967296s 1.5s -1s 1ss; do
	refused "interval=$interval is refused" "hist:keys=key:interval=$interval"
done
refused "intervals need a clock of nanoseconds" hist:keys=key:interval=1s:clock=counter
check "the error log says that an interval's clock is refused" grep -q "error: Couldn't set trace_clock" $H/error_log
echo 'hist:keys=key:interval=value' >$E/trigger
check "a variable may be called interval" grep -q 'interval=value:sort' $E/trigger
drop $E

# ---- the last interval

echo 'hist:keys=key:vals=value:interval=300ms:clock=mono' >$E/trigger
last $E/hist_last hits 10 2 3 7 >/tmp/one
rows </tmp/one >/tmp/rows
is "hist_last prints the interval" "$(head -n 3 /tmp/one | sed 's/[0-9]*[.][0-9]*/N/g')" \
	"# event histogram
#
# trigger info: hist:keys=key:vals=hitcount,value:sort=hitcount:size=2048:interval=300ms:clock=mono [active]"
check "hist_last prints when the interval was" grep -Eq '^# interval: [0-9]+[.][0-9]{9} to [0-9]+[.][0-9]{9}$' /tmp/one
check "the times of an interval are of the trigger's clock" \
	[ "$(sed -n 's/^# interval: \([0-9]*\).*/\1/p' /tmp/one)" -le "$(cut -d. -f1 /proc/uptime)" ]
check "hist_last has the hits of the interval" grep -q '^{ key: 7 } hitcount: [1-9]' /tmp/rows
check "an interval without hits is empty" within 20 grep -q '^ *Hits: 0$' $E/hist_last
is "an empty interval has no entries in hist_last" "$(rows <$E/hist_last)" ""
check "hist_last_json has the interval" grep -Eq '"clock":"mono","start":[0-9]+[.][0-9]{9},"end":[0-9]+[.][0-9]{9}' $E/hist_last_json
is "an interval wakes poll() on hist_last" "$(/tests/bin/histpoll $E/hist_last 60)" ready
echo 'hist:keys=key:vals=value:interval=300ms:clear' >>$E/trigger
last $E/hist_last hits 5 1 5 7 >/dev/null
check "a cleared histogram continues with a new interval" grep -q '^ *Hits: [1-9]' /tmp/last
drop $E
is "hist_last is empty without triggers" "$(cat $E/hist_last)" ""

# set_clock SECONDS: set the real-time clock forward.
set_clock() { date -s "@$(($(date +%s) + $1))" >/dev/null; }
goes_on() { [ "$(grep '^# interval' $E/hist_last)" != "$before" ]; }
if grep -q tai $H/trace_clock; then
	echo 'hist:keys=key:interval=300ms:clock=tai' >$E/trigger
	within 20 grep -q '^# interval' $E/hist_last
	set_clock -3600
	usleep 500000
	before=$(grep '^# interval' $E/hist_last)
	check "intervals go on when the clock is set back" within 20 goes_on
	set_clock 3600
	drop $E
fi

echo 'hist:keys=key:interval=1h' >$E/trigger
hits 3 1 5 7
is "an interval's hits do not wake poll() on hist_take" \
	"$(cat $E/hist_take >/dev/null; /tests/bin/histpoll $E/hist_take 1)" timeout
is "an hour's interval wakes nobody" "$(/tests/bin/histpoll $E/hist_last 1)" timeout
drop $E

echo 'hist:name=both:keys=key:interval=300ms' >$E/trigger
echo 'hist:name=both:keys=key:interval=300ms if key < 100' >$O/trigger
last $E/hist_last hits 2 1 5 7 >/dev/null
check "a named histogram has intervals" grep -q '^{ key: *7 }' /tmp/last
last $O/hist_last hits 2 1 5 7 >/dev/null
check "both triggers of a named histogram have its intervals" grep -q '^{ key: *7 }' /tmp/last
check "hist_last of a named histogram shows the filter of its own trigger" grep -q 'if key < 100 \[active\]$' /tmp/last
drop $E
last $O/hist_last eval 'echo "hit ours count=3 keys=1 others 6 7" >$S' >/dev/null
check "intervals go on with one of two triggers" grep -q '^{ key: *7 }' /tmp/last
drop $O

echo 'hist:keys=key:v=value:interval=100ms' >$E/trigger
hits 1 1 5 7
usleep 500000
echo 'hist:keys=key:d=value-$v' >$O/trigger
echo "hit ours count=1 keys=1 others 6 7" >$S
is "another event finds a variable after intervals" "$(rows <$O/hist)" "{ key: 7 } hitcount: 1"
drop $O
drop $E

mkdir $H/instances/i
echo 'hist:keys=state:vals=state.max,state.p50:interval=300ms' >$H/instances/i/events/power/cpu_frequency/trigger
last $H/instances/i/events/power/cpu_frequency/hist_last eval 'echo "fire power cpu_frequency count=100 keys=1" >$F' >/dev/null
check "an instance has intervals with statistics" grep -q 'state.max: .* state.p50: ' /tmp/last
check "an instance with intervals can be removed" rmdir $H/instances/i

# ---- with hits from all CPUs

# collect: print each interval once, until /tmp/done exists and an interval has no
# hits.
collect() {
	local seen= interval
	while :; do
		cat $P/hist_last >/tmp/now.$1
		interval=$(sed -n '/^# interval: /{s///p;q}' /tmp/now.$1)
		if [ -n "$interval" ] && [ "$interval" != "$seen" ]; then
			seen=$interval
			cat /tmp/now.$1
			[ ! -e /tmp/done ] || ! grep -q '^ *Hits: 0$' /tmp/now.$1 || break
		fi
		usleep 200000
	done
}
# gaps: count the intervals that do not begin at the end of the previous one. The
# first has no previous one.
gaps() {
	awk '/^# interval/ { n += last != "" && last != $3; last = $5 } END { print n + 0 }' $1
}
fire_and_collect() { # KEYS OPTION...
	local name="keys=$1 ${2:-}" keys=$1 try
	shift
	# A reader on a slow machine may miss an interval, so try longer ones.
	for try in 1 2 4 8; do
		echo "hist:keys=$keys:vals=state:interval=${try}s" >$P/trigger
		rm -f /tmp/done
		collect a >/tmp/a & a=$!
		collect b >/tmp/b & b=$!
		for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
			echo "fire power cpu_frequency count=1000 keys=10 cpus=4 $*" >$F
			usleep 120000
		done
		touch /tmp/done
		wait $a $b
		drop $P
		[ "$(gaps /tmp/a) $(gaps /tmp/b)" != "0 0" ] || break
	done
	for reader in a b; do
		is "$name: intervals adjoin ($reader, $try)" "$(gaps /tmp/$reader)" 0
		is "$name: their hits add up ($reader)" "$(awk '/Hits:/ { n += $2 } END { print n }' /tmp/$reader)" 64000
		is "$name: their entries have all hits and values ($reader)" "$(awk '
			!/^#/ { for (i = 1; i <= NF; i++) if ($i == "hitcount:") { h += $(i + 1); v += $(i + 3) } }
			END { print h, v }' /tmp/$reader)" "64000 288000"
	done
}
fire_and_collect state
fire_and_collect state,cpu_id ctx=nmi
fire_and_collect common_stacktrace,state ctx=irq

# Intervals that are too short for the worker become longer; readers, clears and
# removals happen at any time.
echo 'hist:keys=state:vals=state.p90:interval=1ms' >$P/trigger
(while [ ! -e /tmp/end ]; do cat $P/hist_last $P/hist_last_json $P/hist; done >/dev/null) & a=$!
(while [ ! -e /tmp/end ]; do echo "fire power cpu_frequency count=20000 keys=10 cpus=4" >$F; done) & b=$!
for i in $(seq 1 $(repeats 16 40)); do
	echo 'hist:keys=state:vals=state.p90:interval=1ms:clear' >>$P/trigger
	usleep 20000
	[ $((i % 4)) != 0 ] || { drop $P; echo 'hist:keys=state:vals=state.p90:interval=1ms' >$P/trigger; }
done
check "intervals of a millisecond end" within 20 grep -q '^# interval' $P/hist_last
touch /tmp/end
wait $a $b
rmmod histrig_fire histrig_synth
check "the module can be unloaded while intervals end" unload_histrig
