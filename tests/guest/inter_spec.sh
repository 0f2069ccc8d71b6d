# SPDX-License-Identifier: GPL-2.0
# The examples of histogram.txt, as they are written there, in both trees while
# the same work runs. What a latency is they need not agree on.
# guest: smp=2 mem=1G timeout=240 bring=rt-tests needs=native-hist
. /tests/guest/lib.sh

# both FILE TEXT: what the documents echo into a file.
both() { # FILE [append]
	local d
	cat >/tmp/text
	for d in $T $H; do
		if [ -n "$2" ]; then cat /tmp/text >>$d/$1; else cat /tmp/text >$d/$1; fi || return 1
	done
}
put() { echo "$2" | both "$1"; }
add() { echo "$2" | both "$1" append; }
hits() { awk '/^[{]/ { for (i = 1; i < NF; i++) if ($i == "hitcount:") n += $(i + 1) } END { printf "%.0f", n }' $1; }
# Triggers of a file, the last one first: it may refer to those before.
remove_triggers() {
	true >$1
	grep '^hist' $1 | sed 's/^/!/; s/ \[[a-z]*\]$//' | awk '{ line[NR] = $0 } END { while (NR) print line[NR--] }' >/tmp/lines
	while IFS= read -r line; do echo "$line" >>$1; done </tmp/lines
}
reset_all() {
	local d f
	for d in $T $H; do
		echo 0 >$d/events/enable
		for f in $d/events/synthetic/*/trigger $d/events/ftrace/print/trigger \
			$d/events/sched/sched_switch/trigger $d/events/sched/sched_wak*/trigger \
			$d/events/tcp/tcp_probe/trigger; do
			[ ! -e $f ] || remove_triggers $f
		done
		true >$d/synthetic_events
		echo 0 >$d/snapshot
		true >$d/trace
	done
}
cp /tests/bin/cyclic /tmp/cyclictest
W=events/sched/sched_waking/trigger
X=events/sched/sched_switch/trigger

# both_same NAME FILE [SED]: equal in both trees, when what SED takes away is gone.
both_same() {
	is "$1" "$(sed -E "${3:-}" $H/$2)" "$(sed -E "${3:-}" $T/$2)"
}

# ---- 2.2.3: wakeup_new_test, in both ways of writing it
for action in 'wakeup_new_test($testpid)' 'trace(wakeup_new_test,$testpid)'; do
	add synthetic_events 'wakeup_new_test pid_t pid'
	both_same "wakeup_new_test is defined" synthetic_events
	add events/sched/sched_wakeup_new/trigger \
		"hist:keys=\$testpid:testpid=pid:onmatch(sched.sched_wakeup_new).$action if comm==\"cyclictest\""
	both_same "its trigger" events/sched/sched_wakeup_new/trigger
	add events/synthetic/wakeup_new_test/trigger 'hist:keys=pid:sort=pid'
	/tmp/cyclictest 4 5 1000
	both_same "wakeup_new_test: $action" events/synthetic/wakeup_new_test/hist
	is "a hit for each thread" "$(hits $H/events/synthetic/wakeup_new_test/hist)" 4
	for d in $T $H; do
		remove_triggers $d/events/synthetic/wakeup_new_test/trigger
		remove_triggers $d/events/sched/sched_wakeup_new/trigger
		echo '!wakeup_new_test' >>$d/synthetic_events
	done
done

# ---- 2.2.3: wakeup_latency
wakeup_latency() {
	add synthetic_events 'wakeup_latency u64 lat; pid_t pid; int prio'
	add $W 'hist:keys=$saved_pid:saved_pid=pid:ts0=common_timestamp.usecs if comm=="cyclictest"'
	add $X 'hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).wakeup_latency($wakeup_lat,$saved_pid,next_prio) if next_comm=="cyclictest"'
	add events/synthetic/wakeup_latency/trigger 'hist:keys=pid,prio,lat:sort=pid,lat'
}
by_pid() { awk '/^[{]/ { n[$3 " " $5] += $NF } END { for (k in n) print k, n[k] }' $1/events/synthetic/wakeup_latency/hist | sort; }
wakeup_latency
both_same "the trigger of sched_waking" $W
both_same "the trigger of sched_switch" $X
/tmp/cyclictest 3 200 500
is "wakeup_latency: as many hits of each task" "$(by_pid $H)" "$(by_pid $T)"
check "all of them: $(hits $H/events/synthetic/wakeup_latency/hist)" \
	[ "$(hits $H/events/synthetic/wakeup_latency/hist)" -ge 500 ]
is "sched_switch's own histogram" "$(sort $H/events/sched/sched_switch/hist)" \
	"$(sort $T/events/sched/sched_switch/hist)"
reset_all

# With cyclictest itself.
rm /tmp/cyclictest
wakeup_latency
cyclictest -q -p 80 -i 1000 -l 300 -t 2 >/tmp/out 2>&1
check "cyclictest runs: $(tail -n 1 /tmp/out)" grep -q 'C: *300' /tmp/out
is "cyclictest's wakeups" "$(by_pid $H)" "$(by_pid $T)"
check "all of them: $(hits $H/events/synthetic/wakeup_latency/hist)" \
	[ "$(hits $H/events/synthetic/wakeup_latency/hist)" -ge 300 ]
is "what they took is less than a second" "$(awk '/^[{]/ && $7 >= 1000000' $H/events/synthetic/wakeup_latency/hist)" ""
reset_all
cp /tests/bin/cyclic /tmp/cyclictest

# ---- 2.2.3: onmax with save, and with a snapshot
for d in $T $H; do echo 1 >$d/events/sched/enable; done
add $W 'hist:keys=pid:ts0=common_timestamp.usecs if comm=="cyclictest"'
add $X 'hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmax($wakeup_lat).save(next_prio,next_comm,prev_pid,prev_prio,prev_comm):onmax($wakeup_lat).snapshot() if next_comm=="cyclictest"'
both_same "the trigger with save and snapshot" $X
/tmp/cyclictest 3 100 500
for d in $T $H; do echo 0 >$d/events/sched/enable; done
# The maxima may fall on different hits.
shape='s/(max|}): +[0-9]+/\1: N/; s/(next_prio|prev_pid|prev_prio): +[0-9]+/\1: N/g; s/prev_comm: .*/prev_comm: C/; s/next_pid: +[0-9]+/next_pid: P/; /Snapshot/,/^$/s/[0-9]+/N/g'
is "onmax, save and snapshot" "$(sed -E "$shape" $H/events/sched/sched_switch/hist | sort)" \
	"$(sed -E "$shape" $T/events/sched/sched_switch/hist | sort)"
max=$(awk '/max:/ && $2 > m { m = $2 } END { print m }' $H/events/sched/sched_switch/hist)
is "the triggering value is the greatest of all" \
	"$(awk '/triggering value/ { print $6 }' $H/events/sched/sched_switch/hist)" "$max"
key=$(sed -n 's/.*triggered by event with key: { next_pid: *\([0-9]*\) }.*/\1/p' $H/events/sched/sched_switch/hist)
check "its key is that of a task" grep -q "^{ next_pid: *$key }" $H/events/sched/sched_switch/hist
check "the snapshot ends with the switch to it" sh -c "grep sched_switch $H/snapshot | tail -n 4 | grep -q 'next_comm=cyclictest next_pid=$key '"
reset_all

# ---- 2.2.3: cwnd
for d in $T $H; do echo 1 >$d/events/tcp/enable; done
add events/tcp/tcp_probe/trigger 'hist:keys=dport:cwnd=snd_cwnd:onchange($cwnd).save(snd_wnd,srtt,rcv_wnd):onchange($cwnd).snapshot()'
/tests/bin/tcpturns 5000 40 20000
/tests/bin/tcpturns 5001 10 60000
for d in $T $H; do echo 0 >$d/events/tcp/enable; done
both_same "the trigger of tcp_probe" events/tcp/tcp_probe/trigger
both_same "cwnd: histogram, saved fields and snapshot" events/tcp/tcp_probe/hist
check "packets were seen: $(hits $H/events/tcp/tcp_probe/hist)" [ "$(hits $H/events/tcp/tcp_probe/hist)" -ge 100 ]
check "a snapshot was taken" grep -q '^Snapshot taken' $H/events/tcp/tcp_probe/hist
# A real-time kernel has one flag more.
shape='/^#/d; s/^(.*\]) [^ ]+ +[0-9]+\.[0-9]+: /\1 FLAGS TIME: /; s/skaddr=[^ ]*//'
is "what the snapshot shows last" "$(sed -E "$shape" $H/snapshot | grep tcp_probe | tail -n 3)" \
	"$(sed -E "$shape" $T/snapshot | grep tcp_probe | tail -n 3)"
reset_all

# ---- 3: trace_marker, with a program that stands for the changed cyclictest
P=events/ftrace/print/trigger
put synthetic_events 'latency u64 lat'
put $P 'hist:keys=common_pid:ts0=common_timestamp.usecs if buf == "start"'
add $P 'hist:keys=common_pid:lat=common_timestamp.usecs-$ts0:onmatch(ftrace.print).latency($lat) if buf == "end"'
put events/synthetic/latency/trigger 'hist:keys=lat,common_pid:sort=lat'
both_same "the triggers of trace_marker" $P
/tmp/cyclictest 3 100 2000 $T/trace_marker $H/trace_marker
marks() { awk '/^[{]/ { n[$5] += $NF } END { for (k in n) print k, n[k] }' $1/events/synthetic/latency/hist | sort; }
is "latencies between marks, by task" "$(marks $H)" "$(marks $T)"
is "one of each sleep" "$(hits $H/events/synthetic/latency/hist)" 300
is "no sleep was shorter than it should be" "$(awk '/^[{]/ && $3 + 0 < 2000' $H/events/synthetic/latency/hist)" ""
is "the marks' own histograms" "$(sort $H/events/ftrace/print/hist)" "$(sort $T/events/ftrace/print/hist)"
reset_all

# ---- 3: the kernel's event and a mark
put synthetic_events 'latency u64 lat'
put events/sched/sched_waking/trigger 'hist:keys=pid:ts0=common_timestamp.usecs'
put $P 'hist:keys=common_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).latency($lat) if buf == "end"'
put events/synthetic/latency/trigger 'hist:keys=lat,common_pid:sort=lat'
/tmp/cyclictest 3 100 2000 $T/trace_marker $H/trace_marker
is "from waking to the mark, by task" "$(marks $H)" "$(marks $T)"
check "almost every sleep: $(hits $H/events/synthetic/latency/hist)" \
	[ "$(hits $H/events/synthetic/latency/hist)" -ge 290 ]
reset_all

# ---- 2.2.2: block_lat, which goes beyond 6.1: stacks in variables
cd $H || exit 1
echo 's:block_lat pid_t pid; u64 delta; unsigned long[] stack;' > dynamic_events
echo 'hist:keys=next_pid:ts=common_timestamp.usecs,st=common_stacktrace  if prev_state == 2' >> events/sched/sched_switch/trigger
is "the first command of block_lat" "$?" 0
echo 'hist:keys=prev_pid:delta=common_timestamp.usecs-$ts,s=$st:onmax($delta).trace(block_lat,prev_pid,$delta,$s)' >> events/sched/sched_switch/trigger
is "the second one" "$?" 0
is "both are read back" "$(cat events/sched/sched_switch/trigger)" \
'hist:keys=next_pid:vals=hitcount:ts=common_timestamp.usecs,st=common_stacktrace:sort=hitcount:size=2048:clock=global if prev_state == 2 [active]
hist:keys=prev_pid:vals=hitcount:delta=common_timestamp.usecs-$ts,s=$st:sort=hitcount:size=2048:clock=global:onmax($delta).trace(block_lat,prev_pid,$delta,$s) [active]'
echo 1 > events/synthetic/block_lat/enable
echo 'hist:keys=delta.buckets=100,stack.stacktrace:sort=delta' > events/synthetic/block_lat/trigger
# Who waits for a kernel thread to end cannot be interrupted.
insmod /tests/kmod/histrig_fire.ko
blocked() {
	echo "fire power cpu_frequency tasks=8" >/sys/kernel/debug/histrig_fire
	grep -q 'block_lat:' trace
}
check "somebody was blocked" within 20 blocked
echo 0 > events/synthetic/block_lat/enable
check "lines of the trace" grep -Eq '\[00[01]\] d..[0-9.]. +[0-9]+\.[0-9]+: block_lat: pid=[0-9]+ delta=[0-9]+ stack=STACK:$' trace
grep -A 3 'stack=STACK:' trace >/tmp/stacks
check "with a stack each" grep -Eq '^=> schedule' /tmp/stacks
head -n 4 /tmp/stacks | sed 's/^/# /'
check "a histogram of it" grep -Eq '^\{ delta: ~ [0-9]+-[0-9]*99, stack.stacktrace +[a-z_0-9.]+\+0x' events/synthetic/block_lat/hist
check "whose entries end as others" grep -Eq '^  ?\} hitcount: +[0-9]+$|^\} hitcount: +[0-9]+$' events/synthetic/block_lat/hist
head -n 12 events/synthetic/block_lat/hist | sed 's/^/# /'
cd /
reset_all
rmmod histrig_fire
