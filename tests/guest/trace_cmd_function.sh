# SPDX-License-Identifier: GPL-2.0
# Runs the distribution's trace-cmd with the tracers function and function_graph on
# our tree and on the kernel's. It must print the same for the same calls.
# guest: timeout=300 bring=rt-tests,trace-cmd needs=native-columns
. /tests/guest/lib.sh
. /tests/guest/parts/clients.sh
quick_rcu

grep -qw function $T/available_tracers || skip_all "this kernel does not trace functions"
C=$kmods/histrig_called
insmod /tests/kmod/histrig_called.ko || exit 1
for d in $T $H; do echo local >$d/trace_clock; done

# Removes parts that differ each time: times, overheads, pids, and pending
# reschedules.
plain() {
	sed -E -e 's/(\]| ) *[0-9]+\.[0-9]+: /\1 TIME: /' -e 's/ *([a-z-]+)-[0-9]+ +/ \1-PID /' \
		-e 's/(funcgraph_[a-z]+:)[+!#*@$ ]+[0-9]+(\.[0-9]+)? us +\|/\1 DURATION|/' \
		-e 's/^( [a-z]+-PID +(\[[0-9]+\] )?[0-9]*[d.])[NnpBbLl]/\1./' -e 's/0x[0-9a-f]{9,16}/ADDRESS/g' \
		-e 's/ (call|ret)time=[^ ]*//g' -e 's/ (duration|retval|args)=[^ ]*//g' \
		-e 's/[0-9]+ bytes in size \([0-9]+ uncompressed\)/SIZE/' -e 's/ at offset=0x[0-9a-f]+/ at OFFSET/'
}

# The kernel's stacks of a call begin with an additional address.
own_frames() { awk '!/^=> (\[FTRACE TRAMPOLINE\]|[0-9a-f]+)$/ || !begins { print } { begins = /<stack trace/ }'; }

# The command of trace-cmd waits until each CPU has a recorder, which must begin before
# the command ends. A child waits, because its calls are not recorded where only those of
# the command are. It looks only at processes that began after trace-cmd.
cat >/tmp/wait <<-EOF
	n=100
	until set -- && for p in /proc/[0-9]*; do [ \${p#/proc/} -le \$trace_cmd ] || set -- "\$@" \$p/fd; done &&
		[ \$(ls -l "\$@" 2>/dev/null | grep -c trace_pipe_raw) -ge 2 ] || [ \$n = 0 ]; do
		n=\$((n - 1))
		usleep 100000
	done
EOF
cat >/tmp/calls <<-EOF
	trace_cmd=\$PPID sh /tmp/wait
	echo 'chain 3' >$C
	echo 'depth 4' >$C
	echo '3 add 1 2 3 4 5 6' >$C
	echo 'minus 22' >$C
	echo 'name 1' >$C
	usleep 100000
EOF
R="sh /tmp/calls"

# record NAME LINES OPTIONS... COMMAND...: record on both trees, and check that the
# reports are equal and have at least LINES lines. With $ours mounted, records only
# on our tree and compares with the last recording of the kernel's. $report contains
# options of trace-cmd report; $only selects the lines to compare.
#
# At its end, trace-cmd clears the filter while the tracer is still on. This patches the
# calls of all functions needlessly, and takes half of the time. With $keep it changes
# nothing at its end, and this test stops the tracer first. $keep_native is the same for
# recordings of the kernel's tree alone.
report='' only=. indented=yes keep= keep_native=
# Without $indented, removes the indentation of functions.
flatten() { sed "$([ $indented = yes ] || echo 's/function: */function: /')"; }
# Offsets in the file depend on the amount of recorded data.
said() { sed -E 's/(offset=)0x[0-9a-f]+/\1OFFSET/'; }
record() {
	local name=$1 lines=$2 side sides="native ours" try keeps
	shift 2
	[ $ours = ours ] || sides=$ours
	for side in $sides; do
		keeps=$keep
		[ $side != native ] || keeps=$keep$keep_native
		for try in 1 2 3 4; do
			rm -f /tmp/$side.dat
			on $side taskset 1 trace-cmd record $keeps -o /tmp/$side.dat "$@" >/tmp/$side.said 2>&1 ||
				echo "# $side: status $?: $(tail -n 3 /tmp/$side.said)"
			on $side trace-cmd report $report -i /tmp/$side.dat >/tmp/$side.report 2>&1
			grep -E "^cpus|$only" /tmp/$side.report | plain | own_frames | flatten >/tmp/$side
			[ -z "$keeps" ] || untrace $T $H
			# On a busy host, the recorders may still begin too late, or an interrupt may
			# begin a softirq during the recorded calls.
			! grep -q TIME /tmp/$side || grep -qE ' (__do|handle)_softirq|irq_enter_rcu' /tmp/$side || break
		done
	done
	is "trace-cmd report prints what it prints of the kernel's tree: $name" "$(cat /tmp/$ours)" "$(cat /tmp/native)"
	check "trace-cmd report prints $(grep -c TIME /tmp/native) lines: $name" [ "$(grep -c TIME /tmp/native)" -ge "$lines" ]
	is "trace-cmd record says what it says of the kernel's tree: $name" \
		"$(plain </tmp/$ours.said | said)" "$(plain </tmp/native.said | said)"
}
# untrace TREE...: undo what trace-cmd record -k has left.
untrace() {
	local tree f
	for tree; do
		echo nop >$tree/current_tracer
		for f in set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_graph_function set_event_pid; do
			true >$tree/$f
		done
		echo 0 >$tree/max_graph_depth
		for f in nofunc_stack_trace nosym-offset nofunction-fork noevent-fork funcgraph-irqs nofuncgraph-tail; do
			echo $f >$tree/trace_options
		done
		echo 0 >$tree/events/enable
		echo 0 >$tree/events/irq/filter
		echo 1 >$tree/tracing_on
		[ ! -d $tree/instances/one ] || rmdir $tree/instances/one
	done 2>/dev/null
}
# again OPTIONS...: print the last recordings of both trees with other options.
again() {
	local side
	for side in native ours; do
		on $side trace-cmd report "$@" -i /tmp/$side.dat 2>&1 | plain >/tmp/$side
	done
	alike "trace-cmd report $* prints what it prints of the kernel's tree" "$(cat /tmp/ours)" "$(cat /tmp/native)"
}
left() {
	grep -H . $1/set_ftrace_filter $1/set_ftrace_notrace $1/set_ftrace_pid \
		$1/set_graph_function $1/set_graph_notrace $1/max_graph_depth $1/current_tracer \
		$1/tracing_on $1/options/func_stack_trace 2>/dev/null | sed "s|^$1/||"
}

# The first recordings read the formats of all events and all symbols.
ours=ours
keep=-k
record "function -l" 12 -p function -l 'called_*' $R
systems='ftrace irq'
# _stext is the kernel's first function. Without it, those before vfs_* would have the name of the
# last function of a module where modules lie below the kernel.
few_symbols ' (called|vfs|ksys)_|syscall_64| _stext|softirq|irq_enter_rcu'
ours=mounted
record "function -l, our tree mounted" 12 -p function -l 'called_*' $R
ours=ours
record "function --func-stack" 8 -p function -l called_inner -l called_minus --func-stack $R
record "function -n" 10 -p function -l 'called_*' -n 'called_inner' -n 'called_m*' $R
record "function -O" 12 -p function -l 'called_*' -O sym-offset -O nosym-addr $R
record "function of a task" 12 -p function -l 'called_*' -F $R
for report in "-O ftrace:parent" "-O ftrace:offset" "-R" "-l"; do
	again $report
done
report=''
record "function and its children" 12 -p function -l 'called_*' -F -c $R
keep= keep_native=-k
record "function of an instance" 12 -B one -p function -l 'called_*' $R
keep_native=
# Functions of an interrupt between two calls change trace-cmd's indentation.
only=called_ indented=no
record "all functions" 12 -p function -b 20000 -F $R
for side in native ours; do
	check "recording all functions finds more than 500 calls ($side)" \
		[ "$(grep -c ' function: ' /tmp/$side.report)" -gt 500 ]
done
only=. indented=yes
for d in $H $T; do echo 1408 >$d/buffer_size_kb; done
keep=-k
record "function_graph -l" 12 -p function_graph -l 'called_*' $R
for report in "-O fgraph:tailprint" "-O fgraph:depth" "-R" "-l"; do
	again $report
done
report=''
record "function_graph -g" 4 -p function_graph -l 'called_*' -g called_outer $R
record "function_graph -O" 12 -p function_graph -l 'called_*' -O nofuncgraph-irqs -O funcgraph-tail $R
record "function_graph --max-graph-depth" 4 -p function_graph -l 'called_*' --max-graph-depth 1 $R
record "function_graph and events" 12 -p function_graph -l 'called_*' -e irq_handler_entry -f 'irq == 4711' $R
keep=
mkdir $T/instances/one
if echo function_graph >$T/instances/one/current_tracer 2>/dev/null; then
	rmdir $T/instances/one
	record "function_graph of an instance" 12 -B one -p function_graph -l 'called_*' $R
else
	rmdir $T/instances/one
	skip "trace-cmd record: function_graph of an instance"
fi
# A kernel that cannot graph all functions refuses more than 4,096.
echo '[a-e]*' >$H/set_ftrace_filter
graphs=
! grep -q function_graph $H/available_tracers || ! echo function_graph >$H/current_tracer 2>/dev/null || graphs=yes
echo nop >$H/current_tracer
true >$H/set_ftrace_filter
if [ -n "$graphs" ]; then
	record "function_graph of all" 12 -p function_graph -g called_outer -g called_depth \
		-F -O nofuncgraph-irqs $R
else
	skip "trace-cmd record: function_graph of all functions"
fi
is "trace-cmd leaves our files of tracers as it leaves the kernel's" "$(left $H)" "$(left $T)"
is "trace-cmd removes its instances" "$(ls $H/instances)" ""

# session SIDE: run trace-cmd's commands that trace without a file, and print their
# output.
session() { # SIDE
	local tracer
	for tracer in function function_graph; do
		on $1 trace-cmd start -p $tracer -l 'called_*' -n called_minus
		on $1 trace-cmd stat
		on $1 taskset 1 sh /tmp/now
		on $1 trace-cmd stop
		on $1 trace-cmd show | grep -v entries-in-buffer
		on $1 trace-cmd extract -o /tmp/$1.dat
		on $1 trace-cmd report -i /tmp/$1.dat
		on $1 trace-cmd reset -a
	done
	on $1 trace-cmd list -f '^called_'
	# trace-cmd clears the filter first. Kernels that can only graph some
	# functions then log an error.
	[ ! -e $H/error_log ] || true >$H/error_log
	on $1 trace-cmd stat
}
sed '1d; /usleep/d' /tmp/calls >/tmp/now
for side in native ours; do
	session $side 2>&1 | grep -v 'Error reading stack tracer status' | sed -E 's/^( [0-9]+\)) +([+!#*@$] )? *[0-9]+(\.[0-9]+)? us +\|/\1 DURATION|/' |
		plain >/tmp/$side
done
is "trace-cmd start, stat, show, extract and reset print what they print of the kernel's tree" \
	"$(cat /tmp/ours)" "$(cat /tmp/native)"
check "trace-cmd show and report print $(grep -c called_ /tmp/ours) lines" [ "$(grep -c called_ /tmp/ours)" -ge 40 ]

# trace-cmd stream prints whole pages as soon as they are full; see trace_cmd.sh.
sed 1q /tmp/calls >/tmp/many
cat >>/tmp/many <<-EOF
	echo '600 chain 1' >$C
	n=100
	until [ \$(grep -c called_inner /tmp/streamed) -ge 100 ] || [ \$n = 0 ]; do
		n=\$((n - 1))
		usleep 100000
	done
EOF
for side in native ours; do
	for d in $T $H; do [ ! -e $d/buffer_percent ] || echo 1 >$d/buffer_percent; done
	true >/tmp/streamed
	on $side taskset 1 trace-cmd stream -k -p function -l called_outer -l called_inner sh /tmp/many >/tmp/streamed 2>&1
	untrace $T $H
	sed -n 's/.*: *function: *\(called_.*\)/\1/p' /tmp/streamed >/tmp/$side
	n=$(grep -c . /tmp/$side)
	check "trace-cmd stream prints at least 200 of 1200 calls ($side: $n)" [ "$n" -ge 200 ]
	is "trace-cmd stream prints calls in order without a gap ($side)" \
		"$(awk '{ print NR % 2 ? "called_outer" : "called_inner" }' /tmp/$side | md5sum)" \
		"$(awk '{ print $1 }' /tmp/$side | md5sum)"
done

rmmod histrig_called
