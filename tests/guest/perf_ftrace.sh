# SPDX-License-Identifier: GPL-2.0
# Runs the distribution's perf ftrace on our tree and on the kernel's. It must print
# the same for the same calls.
# guest: timeout=300 bring=linux-perf needs=native-columns
. /tests/guest/lib.sh
. /tests/guest/parts/clients.sh
quick_rcu

grep -qw function $T/available_tracers || skip_all "this kernel does not trace functions"
C=$kmods/histrig_called
insmod /tests/kmod/histrig_called.ko || exit 1

cat >/tmp/calls <<-EOF
	echo 'chain 3' >$C
	echo 'depth 4' >$C
	echo '3 add 1 2 3 4 5 6' >$C
	sh -c "echo 'minus 22' >$C"
	echo 'name 1' >$C
EOF

# Removes parts that differ each time: times, overheads, pids, pending reschedules, and
# the address at which the kernel's stacks of a call begin. perf reads while calls are
# recorded, so a pending call has two lines. On the debug kernel, which is preemptible,
# the preemption depth differs as well.
depth=
[ ! -e /sys/kernel/debug/kmemleak ] || depth='s/(\| [d.]..)[0-9]\. \|/\1.. |/'
plain() {
	sed -E -e 's/ +[0-9]+\.[0-9]+: / TIME: /; s/ *([a-z-]+)-[0-9]+ +/ \1-PID /g' \
		-e 's/[+!#*@$ ]+[0-9]+(\.[0-9]+)? us +\|/ DURATION |/; s/([|)]) {8,}\|/\1 |/' \
		-e 's/^ *[0-9]+\.[0-9]{6} \|/TIME |/; s/(\]| \|) +([d.])[NnpBbLl.]/\1 \2./' -e "$depth" | awk '
		/^ => (\[FTRACE TRAMPOLINE\]|(0x)?[0-9a-f]+)$/ && begins { begins = 0; next }
		{ begins = /<stack trace>/ }
		open != "" && /DURATION \| *[}]$/ {
			sub(/\| *[}]$/, "|")
			sub(/.*\|/, "", open)
			sub(/ [{]$/, ";", open)
			print $0 open
			open = ""
			next
		}
		open != "" { print open; open = "" }
		/\(\) [{]$/ { open = $0; next }
		{ print }
		END { if (open != "") print open }'
}

# trace NAME LINES OPTIONS...: trace the same calls in both trees. Compares the
# parts of lines that match $only, and checks that at least LINES lines do.
only='.*'
trace() {
	local name=$1 lines=$2 side
	shift 2
	for side in native ours mounted; do
		echo "@@ $side"
		on $side taskset 1 perf ftrace "$@" 2>&1
		echo "status $?"
	done >/tmp/said
	plain </tmp/said | grep -oE "^@@.*|$only" | awk '/^@@/ { file = "/tmp/" $2; printf "" >file; next } { print >file }'
	alike "perf ftrace prints what it prints of the kernel's tree: $name" "$(cat /tmp/ours)" "$(cat /tmp/native)"
	is "perf ftrace prints the same of our tree when it is mounted: $name" "$(cat /tmp/mounted)" "$(cat /tmp/ours)"
	check "perf ftrace prints $(grep -c called_ /tmp/native) lines: $name" [ "$(grep -c called_ /tmp/native)" -ge "$lines" ]
}

R="sh /tmp/calls"
trace "-F" 10 trace -F 'called_*'
trace "-T" 12 trace -T 'called_*' $R
trace "-T with children" 13 trace --inherit -T 'called_*' $R
trace "-T of all tasks" 13 trace -a -T 'called_*' $R
trace "two of -T" 4 trace -a -T called_inner -T called_minus $R
trace "-T and -N" 8 trace -a -T 'called_*' -N 'called_[im]*' $R
trace "-t function" 13 trace -t function -a -T 'called_*' $R
trace "-D" 12 trace -D 100 -T 'called_*' sh -c "sleep 1; . /tmp/calls"
trace "--func-opts call-graph" 6 trace -T called_inner -a --func-opts call-graph $R
trace "--func-opts irq-info" 13 trace -T 'called_*' -a --func-opts irq-info $R
trace "-m" 13 trace -m 64K -a -T 'called_*' $R

trace "-G" 4 trace -a -G called_outer -T 'called_*' $R
trace "two of -G" 9 trace -a -G called_outer -G called_depth -T 'called_*' $R
trace "-g" 6 trace -a -g called_outer -T 'called_*' $R
trace "-G of a task" 4 trace -G called_outer -T 'called_*' $R
trace "--graph-opts depth" 2 trace -a -G called_outer -G called_depth -T 'called_*' --graph-opts depth=1 $R
trace "--graph-opts verbose" 4 trace -a -G called_outer -T 'called_*' --graph-opts verbose $R
trace "--graph-opts noirqs,nosleep-time" 4 trace -a -G called_outer -T 'called_*' --graph-opts noirqs,nosleep-time $R
trace "--graph-opts thresh" 1 trace -a -G called_write -T 'called_*' --graph-opts thresh=200000 \
	sh -c "echo 'sleep 300' >$C; echo 'chain 3' >$C"
trace "a function that does not exist" 0 trace -T no_such_function $R
# Those that begin with c are some thousands. function_graph_text and trace_cmd_function graph
# all functions, which takes seconds for each tree. Each record wakes up perf, which calls other
# functions in between.
only='called_[a-z]+|^status.*'
trace "-G and -N of most functions" 4 trace -a -G called_outer -N '[A-Z_abd-z]*' --graph-opts noirqs $R
only='.*'

# latency SIDE OPTIONS...: print the number of calls for each range of durations.
latency() {
	local side=$1
	shift
	on $side taskset 1 perf ftrace latency "$@" 2>&1 | sed 's/#* *|$//'
}
for side in native ours mounted; do
	latency $side -a -T called_sleep sh -c "echo '7 sleep 40' >$C" >/tmp/$side
	awk -F '|' '$2 ~ /^ *[0-9]+/ { all += $2; if ($1 ~ / ms/ && $1 + 0 >= 16) long += $2 } END { print all, long }' /tmp/$side >/tmp/$side.calls
	sed -E 's/\| +[0-9]+ +\|.*/|/' /tmp/$side >/tmp/$side.form
	latency $side -n -a -T called_inner sh -c "echo '100 chain 3' >$C" >/tmp/$side
	awk -F '|' '$2 ~ /^ *[0-9]+/ { all += $2 } END { print all }' /tmp/$side >>/tmp/$side.calls
	sed -E 's/\| +[0-9]+ +\|.*/|/' /tmp/$side >>/tmp/$side.form
done
is "perf ftrace latency counts each call of the kernel's tree" "$(cat /tmp/native.calls)" "$(printf '7 7\n300')"
is "perf ftrace latency counts each call of our tree" "$(cat /tmp/ours.calls)" "$(cat /tmp/native.calls)"
is "perf ftrace latency counts each call of our tree when it is mounted" "$(cat /tmp/mounted.calls)" "$(cat /tmp/native.calls)"
alike "perf ftrace latency prints the ranges that it prints of the kernel's tree" "$(cat /tmp/ours.form)" "$(cat /tmp/native.form)"

files="set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_graph_function set_graph_notrace
	max_graph_depth tracing_thresh current_tracer tracing_on tracing_cpumask"
for f in $files; do
	is "perf ftrace leaves $f as it leaves the kernel's" "$(cat $H/$f)" "$(cat $T/$f)"
done
rmmod histrig_called
