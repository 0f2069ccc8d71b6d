# SPDX-License-Identifier: GPL-2.0
# Runs the examples of the kernel's histogram.txt in both trees, with the same work.
# Latencies may differ.
# guest: timeout=240 bring=rt-tests,trace-cmd needs=native-hist,CONFIG_KALLSYMS
. /tests/guest/lib.sh

# both FILE [append]: write stdin to the file in both trees.
both() {
	local d
	cat >/tmp/text
	for d in $T $H; do
		if [ -n "$2" ]; then cat /tmp/text >>$d/$1; else cat /tmp/text >$d/$1; fi || return 1
	done
}
put() { echo "$2" | both "$1"; }
add() { echo "$2" | both "$1" append; }
hits() { awk '/^[{]/ { for (i = 1; i < NF; i++) if ($i == "hitcount:") n += $(i + 1) } END { printf "%.0f", n }' $1; }
# Removes the triggers of a file, the last one first, because a trigger may
# refer to earlier ones.
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

# both_same NAME FILE [SED]: check that the file is the same in both trees,
# after the sed commands.
both_same() {
	alike "$1 as in the kernel's tree" "$(sed -E "${3:-}" $H/$2)" "$(sed -E "${3:-}" $T/$2)"
}

# ---- 2.2.3: wakeup_new_test, in both notations
for action in 'wakeup_new_test($testpid)' 'trace(wakeup_new_test,$testpid)'; do
	add synthetic_events 'wakeup_new_test pid_t pid'
	both_same "synthetic_events lists wakeup_new_test" synthetic_events
	add events/sched/sched_wakeup_new/trigger \
		"hist:keys=\$testpid:testpid=pid:onmatch(sched.sched_wakeup_new).$action if comm==\"cyclictest\""
	both_same "sched_wakeup_new shows its trigger for wakeup_new_test" events/sched/sched_wakeup_new/trigger
	add events/synthetic/wakeup_new_test/trigger 'hist:keys=pid:sort=pid'
	/tmp/cyclictest 4 5 1000
	both_same "wakeup_new_test counts with $action" events/synthetic/wakeup_new_test/hist
	is "wakeup_new_test counts each thread once with $action" "$(hits $H/events/synthetic/wakeup_new_test/hist)" 4
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
both_same "sched_waking shows its trigger for wakeup_latency" $W
both_same "sched_switch shows its trigger for wakeup_latency" $X
/tmp/cyclictest 3 200 500
alike "wakeup_latency has as many hits of each task as in the kernel's tree" "$(by_pid $H)" "$(by_pid $T)"
# If a timer expires before its task sleeps, there is no wakeup and therefore no
# latency.
check "wakeup_latency has at least 100 hits" [ "$(hits $H/events/synthetic/wakeup_latency/hist)" -ge 100 ]
is "the histogram of sched_switch with wakeup_latency matches the kernel's" "$(sort $H/events/sched/sched_switch/hist)" \
	"$(sort $T/events/sched/sched_switch/hist)"
reset_all

# Repeats the test with cyclictest itself.
rm /tmp/cyclictest
wakeup_latency
# Prints the time since the boot in centiseconds.
uptime() { sed 's/ .*//; s/\.//' /proc/uptime; }
ran=$(uptime)
cyclictest -q -p 80 -i 1000 -l 300 -t 2 >/tmp/out 2>&1
ran=$(($(uptime) - ran + 1))
check "cyclictest of rt-tests runs: $(tail -n 1 /tmp/out)" grep -q 'C: *300' /tmp/out
alike "wakeup_latency has as many hits of cyclictest as in the kernel's tree" "$(by_pid $H)" "$(by_pid $T)"
check "wakeup_latency has at least 100 hits of cyclictest" [ "$(hits $H/events/synthetic/wakeup_latency/hist)" -ge 100 ]
is "no latency of cyclictest in microseconds is longer than cyclictest ran" \
	"$(awk -v most=$ran '/^[{]/ && $7 >= most * 10000' $H/events/synthetic/wakeup_latency/hist)" ""
reset_all
cp /tests/bin/cyclic /tmp/cyclictest

# ---- 2.2.3: onmax with save, and with a snapshot
for d in $T $H; do echo 1 >$d/events/sched/enable; done
waking='hist:keys=pid:ts0=common_timestamp.usecs if comm=="cyclictest"'
switched='hist:keys=next_pid:wakeup_lat=common_timestamp.usecs-$ts0:onmax($wakeup_lat).save(next_prio,next_comm,prev_pid,prev_prio,prev_comm):onmax($wakeup_lat).snapshot() if next_comm=="cyclictest"'
add $W "$waking"
add $X "$switched"
both_same "sched_switch shows its trigger with save() and snapshot()" $X
/tmp/cyclictest 3 100 500
for d in $T $H; do echo 0 >$d/events/sched/enable; done
# The two trees may have their maxima at different hits, so compare without values.
shape='s/(max|}): +[0-9]+/\1: N/; s/(next_prio|prev_pid|prev_prio): +[0-9]+/\1: N/g; s/prev_comm: .*/prev_comm: C/; s/next_pid: +[0-9]+/next_pid: P/; /Snapshot/,/^$/s/[0-9]+/N/g'
alike "onmax() with save() and snapshot() shows what the kernel's does" "$(sed -E "$shape" $H/events/sched/sched_switch/hist | sort)" \
	"$(sed -E "$shape" $T/events/sched/sched_switch/hist | sort)"
max=$(awk '/max:/ && $2 > m { m = $2 } END { print m }' $H/events/sched/sched_switch/hist)
alike "the triggering value of the snapshot is the greatest maximum" \
	"$(awk '/triggering value/ { print $6 }' $H/events/sched/sched_switch/hist)" "$max"
# The key of the hit that took the snapshot.
taken_by() { sed -n 's/.*triggered by event with key: { next_pid: *\([0-9]*\) }.*/\1/p' $H/events/sched/sched_switch/hist; }
key=$(taken_by)
check "the key that triggered the snapshot is in the histogram" grep -q "^{ next_pid: *$key }" $H/events/sched/sched_switch/hist
# Looks at the last four switches, because the CPUs record until the rings are
# exchanged.
ends_with_key() {
	local cpu
	for cpu in 0 1; do
		grep sched_switch $H/per_cpu/cpu$cpu/snapshot | tail -n 4 |
			grep "next_comm=cyclictest next_pid=$key " && return
	done
	# Shows how the snapshot ends, and whether trace has the switch instead.
	for cpu in 0 1; do
		grep sched_switch $H/per_cpu/cpu$cpu/snapshot | tail -n 4
		grep "next_comm=cyclictest next_pid=$key " $H/per_cpu/cpu$cpu/trace | head -n 3
	done
	grep -A 1 "{ next_pid: *$key }" $H/events/sched/sched_switch/hist
	return 1
}
# If two CPUs exceed the maximum at once, the second one exchanges the rings again, and
# the snapshot lacks the switch of the maximum. So try three times.
take_again() {
	remove_triggers $H/$X
	remove_triggers $H/$W
	echo 2 >$H/snapshot
	echo "$waking" >>$H/$W
	echo "$switched" >>$H/$X
	echo 1 >$H/events/sched/enable
	/tmp/cyclictest 3 100 500
	echo 0 >$H/events/sched/enable
	key=$(taken_by)
}
ends_with_key >/dev/null || take_again
ends_with_key >/dev/null || take_again
check "the snapshot of onmax() ends with the switch to the task of its key on that task's CPU" ends_with_key
reset_all

# ---- 2.2.3: cwnd
for d in $T $H; do echo 1 >$d/events/tcp/enable; done
add events/tcp/tcp_probe/trigger 'hist:keys=dport:cwnd=snd_cwnd:onchange($cwnd).save(snd_wnd,srtt,rcv_wnd):onchange($cwnd).snapshot()'
/tests/bin/tcpturns 5000 40 20000
/tests/bin/tcpturns 5001 10 60000
for d in $T $H; do echo 0 >$d/events/tcp/enable; done
both_same "tcp_probe shows its trigger for cwnd" events/tcp/tcp_probe/trigger
# The kernel prints entries with the same number of packets in the order of its hash
# table, our module in the order of their keys. Sorts the kernel's entries by key, but not
# ours, so that a wrong order is noticed.
order_ties() {
	awk '
		function flush(	i, j, text) {
			for (i = 2; i <= n; i++)
				for (j = i; j > 1 && key[j] < key[j - 1]; j--) {
					text = key[j]; key[j] = key[j - 1]; key[j - 1] = text
					text = entry[j]; entry[j] = entry[j - 1]; entry[j - 1] = text
				}
			for (i = 1; i <= n; i++)
				print entry[i]
			n = 0
		}
		/^[{]/ {
			if (n && $NF != count)
				flush()
			count = $NF
			key[++n] = $3 + 0
			entry[n] = $0
			next
		}
		n && /^\t/ { entry[n] = entry[n] "\n" $0; next }
		{ flush(); print }
		END { flush() }' "$1"
}
alike "onchange() of tcp_probe counts, saves and names the snapshot as in the kernel's tree" \
	"$(cat $H/events/tcp/tcp_probe/hist)" "$(order_ties $T/events/tcp/tcp_probe/hist)"
check "tcp_probe counts at least 100 packets" [ "$(hits $H/events/tcp/tcp_probe/hist)" -ge 100 ]
check "onchange() of tcp_probe takes a snapshot" grep -q '^Snapshot taken' $H/events/tcp/tcp_probe/hist
# A real-time kernel has one flag more.
shape='/^#/d; s/^(.*\]) [^ ]+ +[0-9]+\.[0-9]+: /\1 FLAGS TIME: /; s/skaddr=[^ ]*//'
alike "the snapshot of onchange() ends with the kernel's last tcp_probe records" "$(sed -E "$shape" $H/snapshot | grep tcp_probe | tail -n 3)" \
	"$(sed -E "$shape" $T/snapshot | grep tcp_probe | tail -n 3)"
reset_all

# ---- 3: trace_marker, with a program instead of the patched cyclictest
# nanosleep() uses the clock mono. The default clock, global, is sometimes slower in
# a guest on a busy machine.
P=events/ftrace/print/trigger
put synthetic_events 'latency u64 lat'
put $P 'hist:keys=common_pid:ts0=common_timestamp.usecs:clock=mono if buf == "start"'
add $P 'hist:keys=common_pid:lat=common_timestamp.usecs-$ts0:onmatch(ftrace.print).latency($lat):clock=mono if buf == "end"'
put events/synthetic/latency/trigger 'hist:keys=lat,common_pid:sort=lat'
both_same "ftrace:print shows its triggers" $P
/tmp/cyclictest 3 100 2000 $T/trace_marker $H/trace_marker
marks() { awk '/^[{]/ { n[$5] += $NF } END { for (k in n) print k, n[k] }' $1/events/synthetic/latency/hist | sort; }
alike "latencies between marks count by task as in the kernel's tree" "$(marks $H)" "$(marks $T)"
is "each sleep between two marks gives one latency" "$(hits $H/events/synthetic/latency/hist)" 300
is "no latency between two marks is shorter than the sleep" "$(awk '/^[{]/ && $3 + 0 < 2000' $H/events/synthetic/latency/hist)" ""
is "the histograms of ftrace:print match the kernel's" "$(sort $H/events/ftrace/print/hist)" "$(sort $T/events/ftrace/print/hist)"
reset_all

# ---- 3: the time from a kernel event to a write to trace_marker
put synthetic_events 'latency u64 lat'
put events/sched/sched_waking/trigger 'hist:keys=pid:ts0=common_timestamp.usecs'
put $P 'hist:keys=common_pid:lat=common_timestamp.usecs-$ts0:onmatch(sched.sched_waking).latency($lat) if buf == "end"'
put events/synthetic/latency/trigger 'hist:keys=lat,common_pid:sort=lat'
/tmp/cyclictest 3 100 2000 $T/trace_marker $H/trace_marker
alike "latencies from sched_waking to a mark count by task as in the kernel's tree" "$(marks $H)" "$(marks $T)"
check "at least 100 of 300 sleeps give a latency from sched_waking to a mark" \
	[ "$(hits $H/events/synthetic/latency/hist)" -ge 100 ]
reset_all

# ---- 2.2.2: block_lat, which needs stacks in variables; 6.1 does not have them
cd $H || exit 1
echo 's:block_lat pid_t pid; u64 delta; unsigned long[] stack;' > dynamic_events
echo 'hist:keys=next_pid:ts=common_timestamp.usecs,st=common_stacktrace  if prev_state == 2' >> events/sched/sched_switch/trigger
is "sched_switch takes the first trigger of block_lat, with a stack in a variable" "$?" 0
echo 'hist:keys=prev_pid:delta=common_timestamp.usecs-$ts,s=$st:onmax($delta).trace(block_lat,prev_pid,$delta,$s)' >> events/sched/sched_switch/trigger
is "sched_switch takes the second trigger of block_lat" "$?" 0
is "sched_switch shows both triggers of block_lat" "$(cat events/sched/sched_switch/trigger)" \
'hist:keys=next_pid:vals=hitcount:ts=common_timestamp.usecs,st=common_stacktrace:sort=hitcount:size=2048:clock=global if prev_state == 2 [active]
hist:keys=prev_pid:vals=hitcount:delta=common_timestamp.usecs-$ts,s=$st:sort=hitcount:size=2048:clock=global:onmax($delta).trace(block_lat,prev_pid,$delta,$s) [active]'
echo 'hist:keys=pid:st=stacktrace' > events/sched/sched_stat_runtime/trigger
is "a variable can have the older name of stacks" "$(cat events/sched/sched_stat_runtime/trigger)" \
	'hist:keys=pid:vals=hitcount:st=stacktrace:sort=hitcount:size=2048 [active]'
true > events/sched/sched_stat_runtime/trigger
echo 1 > events/synthetic/block_lat/enable
echo 'hist:keys=delta.buckets=100,stack.stacktrace:sort=delta' > events/synthetic/block_lat/trigger
# Blocks tasks: a task that waits for a kernel thread to end cannot be interrupted.
insmod /tests/kmod/histrig_fire.ko
blocked() {
	echo "fire power cpu_frequency tasks=8" >$kmods/histrig_fire
	grep -q 'block_lat:' trace
}
check "block_lat records a task that was blocked" within 20 blocked
echo 0 > events/synthetic/block_lat/enable
check "trace shows block_lat with its fields" grep -Eq '\[00[01]\] d[^ ]+ +[0-9]+\.[0-9]+: block_lat: pid=[0-9]+ delta=[0-9]+ stack=STACK:$' trace
grep -A 3 'stack=STACK:' trace >/tmp/stacks
check "trace shows the stack of block_lat" grep -Eq '^=> schedule' /tmp/stacks
head -n 4 /tmp/stacks | sed 's/^/# /'
check "hist of block_lat shows a bucket and a stack as its key" grep -Eq '^\{ delta: ~ [0-9]+-[0-9]*99, stack.stacktrace +[a-z_0-9.]+\+0x' events/synthetic/block_lat/hist
check "an entry of hist with a stack ends in its hitcount" grep -Eq '^  ?\} hitcount: +[0-9]+$|^\} hitcount: +[0-9]+$' events/synthetic/block_lat/hist
head -n 12 events/synthetic/block_lat/hist | sed 's/^/# /'
cd /
reset_all
rmmod histrig_fire
