# SPDX-License-Identifier: GPL-2.0
# Runs the distribution's trace-cmd on our tree and on the kernel's. It must print
# the same for the same work.
# guest: timeout=300 bring=rt-tests,trace-cmd needs=native-columns
. /tests/guest/lib.sh
. /tests/guest/parts/clients.sh

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
for d in $T $H; do echo local >$d/trace_clock; done

# trace-cmd copies all symbols to each of its files and parses them for each report, which takes
# most of the time of both. So it finds a few symbols, or all functions for stacks.
grep -iF ' t ' /proc/kallsyms >/tmp/functions
grep -F ' vfs_' /tmp/functions >/tmp/kallsyms
symbols() { [ ! -e /proc/kallsyms ] || mount --bind $1 /proc/kallsyms; }
former_symbols() { [ ! -e /proc/kallsyms ] || umount /proc/kallsyms; }
symbols /tmp/kallsyms

# both COMMAND...: check that a command succeeds and prints the same on both trees.
both() {
	local side
	for side in ours mounted native; do
		{ on $side "$@" 2>&1; echo "status $?"; } | plain >/tmp/$side
	done
	check "$* succeeds" grep -q '^status 0$' /tmp/native
	same "$* prints what it does of the kernel's tree"
	is "$* prints the same of our tree when it is mounted, not bound" "$(diff /tmp/ours /tmp/mounted 2>&1)" ""
}

# Removes parts that differ each time: times, pids, addresses, and pending
# reschedules. No space separates a long time from the CPU before it.
plain() {
	sed -E -e 's/(\]| ) *[0-9]+(\.[0-9]+)?: /\1 TIME: /' -e 's/ *([a-z-]+)-[0-9]+ +/ \1-PID /' \
		-e 's/\b(sh|ls):[0-9]+/\1:PID/g' -e 's/prev_pid=[0-9]+/prev_pid=PID/' \
		-e 's/\b(0x)?[0-9a-f]{7,16}\b/ADDRESS/g' -e '/offset=0x/d' -e "s/NR $SET_TID_ADDRESS = .*/NR $SET_TID_ADDRESS/" \
		-e 's/\] \.N/] ../' \
		-e 's/[0-9]+ bytes in size \([0-9]+ uncompressed\)/SIZE/' \
		-e '/^ *(oldest event|now) ts/d' -e 's/#P:[0-9]/#P/'
}

# same NAME: check that /tmp/ours and /tmp/native are equal.
same() { is "$1" "$(diff /tmp/native /tmp/ours 2>&1)" ""; }

# Compares lists.
for what in "list -C" "list -B" "list -O" "list -P" "list -e raw_syscalls:sys_enter -F" \
	"list -e irq:irq_handler_entry -F --full" "list -e sched:sched_switch$ -l" \
	"list -e irq:irq_handler_exit -R" stat options; do
	# shellcheck disable=SC2086
	both trace-cmd $what
done
tracers=$(cat $H/available_tracers)
is "trace-cmd list -t prints the tracers of our tree" "$(on ours trace-cmd list -t | xargs)" "$(echo $tracers)"
is "trace-cmd list -t prints the tracers of our tree when it is mounted" "$(on mounted trace-cmd list -t | xargs)" "$(echo $tracers)"
for what in "list -e" "list -o"; do
	# shellcheck disable=SC2086
	{
		on ours trace-cmd $what | grep -vE '^ftrace:|^(no)?(fields|func-args|funcgraph-args|funcgraph-retaddr|funcgraph-retval|funcgraph-retval-hex|graph-time|hide-control-chars)$' | sort >/tmp/ours
		on native trace-cmd $what | sort >/tmp/native
	}
	is "trace-cmd $what prints nothing that it does not print of the kernel's tree" "$(grep -vxFf /tmp/native /tmp/ours)" ""
	check "trace-cmd $what prints more than 25 lines" [ "$(grep -c . /tmp/ours)" -gt 25 ]
done

# Fires switches to pids from 4096 on, which the scheduler does not use in this guest.
# /tmp/fire.record waits for trace-cmd's recorders, which must begin before the command
# ends.
fire="echo fire sched sched_switch count=40 keys=40 base=4096 >$F"
only='next_pid >= 4096 && next_pid < 4136'
cat >/tmp/fire <<-EOF
	$fire
	echo fire irq irq_handler_entry count=10 keys=10 base=77 >$F
EOF
# The command of trace-cmd record: fires when each CPU has a recorder.
cat >/tmp/fire.record <<-'EOF'
	n=100
	until [ $(ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c trace_pipe_raw) -ge 2 ] || [ $n = 0 ]; do
		n=$((n - 1))
		usleep 100000
	done
	. /tmp/fire
	usleep 100000
EOF

# record NAME OPTIONS... COMMAND...: record on both trees, and check that the
# reports are equal and long enough. With $ours mounted, records only on our tree
# and compares with the last recording of the kernel's. Our stacks begin at the
# event's call site, the kernel's in its probe, so the probe's frames are removed.
record() {
	local name=$1 side sides try
	shift
	sides="native ours"
	[ $ours = ours ] || sides=$ours
	for side in $sides; do
		for try in 1 2 3 4 5 6 7 8; do
			rm -f /tmp/$side.dat
			on $side taskset 1 trace-cmd record -o /tmp/$side.dat "$@" >/tmp/$side.said 2>&1 ||
				echo "# $side: status $?: $(tail -n 3 /tmp/$side.said)"
			on $side trace-cmd report -i /tmp/$side.dat 2>&1 | plain |
				grep -vE "=> (trace_event_raw_event_|__traceiter_$([ $side != native ] || echo '|trace_event_buffer_commit '))" >/tmp/$side
			# On a busy host, the recorders may still begin too late.
			! grep -q TIME /tmp/$side || break
		done
	done
	[ $ours = ours ] || mv /tmp/$ours.said /tmp/ours.said
	[ $ours = ours ] || mv /tmp/$ours /tmp/ours
	same "trace-cmd report prints what it does of the kernel's tree: $name"
	check "trace-cmd report prints $(grep -c TIME /tmp/ours) lines: $name" [ "$(grep -c TIME /tmp/ours)" -ge "$lines" ]
	is "trace-cmd record says what it does of the kernel's tree: $name" "$(plain </tmp/ours.said)" "$(plain </tmp/native.said)"
}
# Clears three bits of the latency flags, printed as a number, that say that a reschedule
# is pending: 0x02 (lazy, in newer kernels), 0x04 and 0x20. They differ by chance, because
# each tree records a separate run.
no_resched() {
	local line flags
	while IFS= read -r line; do
		case $line in
		*" "[0-9]-0x*)
			flags=${line#*-0x}
			flags=${flags%% *}
			line="${line%%-0x*}-0x$(printf %x $((0x$flags & ~0x26))) ${line#*-0x* }"
			;;
		esac
		printf '%s\n' "$line"
	done
}
lines=40
R="sh /tmp/fire.record"
ours=ours
record "an instance" -B one -e sched_switch -f "$only" $R
ours=mounted
record "an instance, our tree mounted" -B one -e sched_switch -f "$only" $R
is "trace-cmd record removes the instance that it made in a mounted tree" "$(ls $H/instances)" ""
ours=ours
record "a filter" -e sched_switch -f "$only" $R
ours=mounted
record "a filter, our tree mounted" -e sched_switch -f "$only" $R
ours=ours
for side in native ours; do
	on $side trace-cmd report -i /tmp/$side.dat -R -l 2>&1 | plain | no_resched >/tmp/$side
done
same "trace-cmd report prints the same raw numbers and latency columns of both trees"
check "trace-cmd report prints raw numbers" grep -q 'next_pid=' /tmp/ours
record "two events" -e sched_switch -f "$only" -e irq_handler_entry -f "irq >= 77" $R
record "a filter with -v" -e sched_switch -f "$only" -v -e sched_wakeup $R
for clock in counter boot; do
	record "the clock $clock" -C $clock -e sched_switch -f "$only" $R
done
record "a small ring read often" -s 100 -b 64 -e sched_switch -f "$only" $R
lines=5
record "a trigger" -e sched_switch -f "$only" -R "traceoff if next_pid == 4100" $R
lines=40
symbols /tmp/functions
record "stacks" -e sched_switch -f "$only" -R "stacktrace:3 if next_pid >= 4096" $R
former_symbols
record "two instances" -e irq_handler_entry -f "irq >= 77" -B one -e sched_switch \
	-f "$only" -B two -e irq_handler_entry -f "irq > 80" $R
is "trace-cmd record removes the instances that it made" "$(ls $H/instances)" ""
lines=20
record "system calls of a task" -F -e raw_syscalls -e irq_handler_entry -f "irq >= 77" /bin/ls /

# Records on both trees at the same time; the kernel's recording starts later and
# stops earlier. trace-cmd itself runs on the other CPU.
both_at_once() {
	local work events side
	work='ls -lR /proc/self >/dev/null 2>&1; usleep 200000; sh -c "echo x >/proc/self/comm"'
	events="-e sched -e irq -e raw_syscalls -e task -e rcu_utilization"
	# shellcheck disable=SC2086
	on ours taskset 1 trace-cmd record -o /tmp/ours.dat $events sh -c \
		'touch /tmp/begun; until [ -e /tmp/done ]; do usleep 100000; done' >/tmp/ours.said 2>&1 &
	within 60 [ -e /tmp/begun ]
	# shellcheck disable=SC2086
	taskset 1 trace-cmd record -o /tmp/native.dat $events taskset 2 sh -c "$work" >/tmp/native.said 2>&1
	touch /tmp/done
	wait
	for side in native ours; do
		# Each tracer reads the task's state separately, and a dead task may
		# be reaped in between.
		trace-cmd report -i /tmp/$side.dat --cpu 1 |
			sed -E -e 's/(\[[0-9]+\]) /\1 ..... /' -e 's/ [ZX] ==> / DEAD ==> /' >/tmp/$side
	done
	check "trace-cmd report has the texts that pointers in our records mean" \
		grep -q 'rcu_utilization:  *Start context switch' /tmp/ours
	# At the start of recording, RCU events differ.
	sed -i '/ rcu_utilization:/d' /tmp/ours /tmp/native
	/tests/bin/tracecmp /tmp/ours /tmp/native >/tmp/result
	grep -v '^same' /tmp/result | cut -c 1-200 | head -n 40 | sed 's/^/# /'
	is "trace-cmd reports the same of all sched, irq, raw_syscalls and task events" "$(grep -c ^differs /tmp/result)" 0
	check "trace-cmd reports the same of at least 10 events ($(grep -c ^same /tmp/result))" [ "$(grep -c ^same /tmp/result)" -ge 10 ]
}
if [ -e /sys/kernel/debug/kmemleak ]; then
	skip "trace-cmd reports the same of all sched, irq, raw_syscalls and task events: too slow with kmemleak"
else
	both_at_once
fi

# Works without a file: fills, shows and extracts the ring. With all systems, stat and reset
# would look at two files of each event, and extract would store each format.
cat >/tmp/session <<-'EOF'
	trace-cmd start -e sched_switch -f "$only" -b 300
	taskset 1 sh /tmp/fire
	trace-cmd stat
	trace-cmd stop
	trace-cmd show | grep -v '^#  *TASK'
	taskset 1 sh /tmp/fire
	trace-cmd restart
	taskset 1 sh /tmp/fire
	trace-cmd stop
	trace-cmd extract -o /tmp/extracted.dat
	trace-cmd report -i /tmp/extracted.dat
	trace-cmd start -B three -e irq_handler_entry -f "irq >= 77"
	taskset 1 sh /tmp/fire
	trace-cmd show -B three
	trace-cmd stat -B three
	trace-cmd clear -B three
	trace-cmd show -B three
	trace-cmd set -e irq_handler_entry -R "traceon if irq == 5"
	trace-cmd stat
	trace-cmd snapshot -s
	trace-cmd snapshot | grep -c switch
	trace-cmd snapshot -f
	trace-cmd reset -a -d
	trace-cmd reset -B three -d
	trace-cmd stat
	trace-cmd list -B | sed 's/^histrig$/No buffer instances defined/'
EOF
export only

# Removes our instance in the kernel's tree from the lists of that tree. The instance
# exists if an event was bridged.
ours_not() {
	awk '/^ histrig$/ { sub(/\nInstances:\n$/, "", held); next }
		$0 == "" || /^Instances:$/ { held = held $0 "\n"; next }
		{ printf "%s%s\n", held, $0; held = "" }
		END { printf "%s", held }'
}
systems='ftrace irq sched'
for side in native ours; do
	on $side sh /tmp/session 2>&1 | ours_not | plain >/tmp/$side
done
systems=
same "trace-cmd start, show, stat, stop, restart, extract, snapshot and reset print what they do of the kernel's tree"
check "trace-cmd show and report print $(grep -c TIME /tmp/ours) lines" [ "$(grep -c TIME /tmp/ours)" -ge 130 ]
for d in $H $T; do echo 1408 >$d/buffer_size_kb; done

# trace-cmd stream prints whole pages as soon as they are full. At its end it may leave
# out the last page, because it does not wait for its recorders. It must not leave out
# entries in between.
cat >/tmp/fire <<-EOF
	echo fire sched sched_switch count=600 keys=600 base=4096 >$F
	n=100
	until [ \$(grep -c sched_switch: /tmp/streamed) -ge 240 ] || [ \$n = 0 ]; do
		n=\$((n - 1))
		usleep 100000
	done
EOF
stream() { # SIDE
	on $1 taskset 1 trace-cmd stream -e sched_switch -f 'next_pid >= 4096 && next_pid < 4696' \
		sh /tmp/fire.record >/tmp/streamed 2>&1
	sed -n 's/.*sched_switch:.* ==> fire[0-9]*:\([0-9]*\) .*/\1/p' /tmp/streamed
}
for side in ours native; do
	echo 1 >$H/buffer_percent
	echo 1 >$T/buffer_percent
	tree="our tree"
	[ $side = ours ] || tree="the kernel's tree"
	true >/tmp/streamed
	stream $side >/tmp/$side
	n=$(grep -c . /tmp/$side)
	check "trace-cmd stream prints at least 240 of 600 entries of $tree ($n)" [ "$n" -ge 240 ]
	is "trace-cmd stream prints the entries of $tree in order without a gap" "$(diff /tmp/$side - <<-EOF
		$(seq 4096 $((4095 + n)))
	EOF
	)" ""
done

former_symbols
rmmod histrig_fire
