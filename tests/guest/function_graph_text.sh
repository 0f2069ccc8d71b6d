# SPDX-License-Identifier: GPL-2.0
# Compares more output of function_graph with the kernel's: interrupts, times,
# thresholds, selected functions, instances, and all functions.
# guest: smp=1 timeout=300
. /tests/guest/lib.sh
. /tests/guest/parts/graph.sh
quick_rcu
patient

grep -q function_graph $H/available_tracers ||
	skip_all "this kernel cannot follow calls"
insmod /tests/kmod/histrig_called.ko || exit 1
called=$kmods/histrig_called

both_write() { # TEXT FILE
	local d
	for d in $H $T; do echo "$1" >$d/$2; done
}
# until_same NAME WORD WORK: check that both trees print the same, including WORD.
# Repeats WORK until they do, because it may be delayed or interrupted.
until_same() {
	local try native ours
	for try in 1 2 3 4 5 6 7 8; do
		native=$(graph_of $T $3)
		ours=$(graph_of $H $3)
		[ "$native" != "$ours" ] || break
	done
	case $native in
	*"$2"*) is "$1" "$ours" "$native" ;;
	*) not_ok "$1: nothing to compare with" ;;
	esac
}

# both_option OPTION VALUE: set an option of the tracer in both trees. The kernel's
# tree has the option only while the tracer is set.
both_option() {
	echo function_graph >$T/current_tracer
	set_option $1 $2
	echo nop >$T/current_tracer
}

both_write 0 tracing_on
both_write 'called_*' set_ftrace_filter

# ---- interrupts
interrupts() {
	echo 'irq 2' >$called
	echo 'chain 1' >$called
}
same "calls of an interrupt lie within those of its task" interrupts
same_with "calls of an interrupt lie within those of its task with names at their ends" funcgraph-tail 1 interrupts
same_with "funcgraph-irqs cleared leaves calls of interrupts out" funcgraph-irqs 0 interrupts
both_write called_outer set_graph_function
same_with "funcgraph-irqs cleared keeps functions of set_graph_function" funcgraph-irqs 0 interrupts
both_write called_interrupted set_graph_function
same_with "funcgraph-irqs cleared leaves calls out that lie within those of set_graph_function" \
	funcgraph-irqs 0 interrupts
same "set_graph_function selects calls of interrupts within" interrupts
both_write '' set_graph_function

# The option affects lines only if it is cleared after calls were recorded.
later() {
	interrupts
	echo 0 >$tree/options/funcgraph-irqs
}
tree=$T native=$(graph_of $T later)
tree=$H
alike "funcgraph-irqs cleared later leaves out recorded calls of interrupts" "$(graph_of $H later)" "$native"
both_option funcgraph-irqs 1

# ---- times: their number of digits, and their marks
sleeps() {
	local ms
	for ms in 20 150 1200; do echo "sleep $ms" >$called; done
}
was=$mask
mask='s/^( [0-9]+\)  .)[NnpBL]/\1./; /called_sleep|called_write|^#/!d
	s/[0-9]/9/g'
until_same "durations have their marks and digits" called_sleep sleeps
both_option funcgraph-overhead 0
until_same "funcgraph-overhead cleared leaves only the marks out" called_sleep sleeps
both_option funcgraph-overhead 1
# Durations with 1.2 s of sleep have nine digits, and those with 20 ms have five.
# Without the time of the sleep, they have fewer.
mask='/called_sleep/!d; s/.*[0-9]{5,}(\.[0-9]+)? us.*/long/; s/.* us +\|.*/short/'
same_with "sleep-time cleared leaves sleep out of durations" sleep-time 0 sleeps
same "sleep-time set counts sleep" sleeps
mask=$was

# ---- thresholds
slow() {
	echo 'sleep 250' >$called
	echo 'chain 3' >$called
	echo 'sleep 1' >$called
}
both_write 200000 tracing_thresh
until_same "tracing_thresh leaves only the ends of long calls" called_sleep slow
same_with "tracing_thresh prints them with funcgraph-proc" funcgraph-proc 1 slow
both_write 0 tracing_thresh
change() {
	slow
	echo 200000 >$tree/tracing_thresh
	slow
	echo 0 >$tree/tracing_thresh
	echo 'chain 1' >$called
}
tree=$T native=$(graph_of $T change)
tree=$H
alike "tracing_thresh may change while calls are traced" "$(graph_of $H change)" "$native"

# ---- selected functions
several() {
	echo 'chain 3' >$called
	echo 'depth 3' >$called
	echo '2 irq 1' >$called
	echo 'minus 1' >$called
}
both_write called_write set_graph_function
both_write called_outer set_graph_notrace
same "set_graph_notrace leaves calls out that lie within those of set_graph_function" several
both_write 'called_outer called_depth' set_graph_function
both_write 'called_inner' set_graph_notrace
same "set_graph_function and set_graph_notrace may have several functions" several
both_write 'called_outer' set_graph_notrace
same "set_graph_notrace wins if both have a function" several
both_write '' set_graph_function
both_write 'called_inner called_depth' set_graph_notrace
same "set_graph_notrace leaves calls of interrupts out, too" several
both_write '' set_graph_notrace
for depth in 1 2 3; do
	both_write $depth max_graph_depth
	same "max_graph_depth $depth leaves deeper calls out" several
	both_write called_depth set_graph_function
	same "max_graph_depth $depth counts from the first call, also of set_graph_function" several
	both_write '' set_graph_function
done
both_write 4294967295 max_graph_depth
is "max_graph_depth prints a number beyond int as the kernel does" "$(cat $H/max_graph_depth)" "$(cat $T/max_graph_depth)"
both_write 0 max_graph_depth

# ---- pids
# family FILE: write the pid of this shell, which is not $$.
family() {
	local pid rest
	read -r pid rest </proc/self/stat
	both_write $pid $1
	echo 'chain 1' >$called
	sh -c "echo 'depth 1' >$called"
	echo 'minus 2' >$called
}
same "set_ftrace_pid selects calls of a task" "family set_ftrace_pid"
both_write '' set_ftrace_pid
same "set_ftrace_notrace_pid leaves calls of a task out" "family set_ftrace_notrace_pid"
both_write '' set_ftrace_notrace_pid

# ---- instances: since 6.12, the kernel's have the tracer as well
mkdir $H/instances/graph $T/instances/graph
both_write 0 instances/graph/tracing_on
in_both() {
	if echo function_graph >$T/instances/graph/current_tracer 2>/dev/null; then
		echo nop >$T/instances/graph/current_tracer
		local H=$H/instances/graph T=$T/instances/graph
		echo 'called_*' >$H/set_ftrace_filter
		echo 'called_*' >$T/set_ftrace_filter
		same "$@"
	else
		skip "$1: instances of this kernel cannot graph"
	fi
}
in_both "an instance prints calls as the kernel's does" several
both_write 1 max_graph_depth
in_both "max_graph_depth counts in an instance, too" several
is "max_graph_depth leaves inner calls out of an instance" \
	"$(T=$H/instances/graph; echo 'called_*' >$T/set_ftrace_filter; graph_of $T several | grep -cE 'called_(inner|outer|depth)')" 0
both_write 2 max_graph_depth
is "max_graph_depth keeps calls of an instance that are not deeper" \
	"$(T=$H/instances/graph; graph_of $T several | grep -cE 'called_(inner|outer|depth)')" 2
both_write 0 max_graph_depth
both_write called_depth set_graph_function
in_both "set_graph_function counts in an instance, too" several
both_write '' set_graph_function
rmdir $H/instances/graph $T/instances/graph

# ---- all functions
# Makes few calls, because funcgraph-irqs does not hide the calls at a tick's end.
short() {
	echo 'chain 3' >$called
	echo 'depth 3' >$called
	echo 'minus 1' >$called
}
selected='called_outer called_depth called_write'
# graph_all TREE FILE: graph all functions within each of the selected ones, three times to
# FILE.FUNCTION.NUMBER. Masks them after the tracer is off, because each switch of all
# functions, and each command that runs with them traced, takes seconds.
graph_all() {
	local function n
	rm -f $2.*
	echo function_graph >$1/current_tracer
	for function in $selected; do
		echo $function >$1/set_graph_function
		for n in 1 2 3; do
			echo >$1/trace
			echo 1 >$1/tracing_on
			short
			echo 0 >$1/tracing_on
			cat $1/trace >$2.$function.$n
		done
	done
	echo nop >$1/current_tracer
	sed -i -E "$mask" $2.*
}
# find_same FUNCTION: set $native and $ours to graphs within the function that are the same,
# if there are such. A tick may end during some of them.
find_same() {
	for native in /tmp/native.$1.*; do
		grep -q "^[^#].*$1" $native || continue
		for ours in /tmp/ours.$1.*; do
			! cmp -s $native $ours || return 0
		done
	done
	return 1
}
all_same() {
	local function native ours
	for function in $selected; do find_same $function || return; done
}
both_option funcgraph-irqs 0
both_write '' set_ftrace_filter
for try in 1 2 3 4; do
	graph_all $T /tmp/native
	graph_all $H /tmp/ours
	! all_same || break
done
for function in $selected; do
	find_same $function
	if grep -q "^[^#].*$function" $native; then
		is "all functions are graphed within $function" "$(cat $ours)" "$(cat $native)"
	else
		not_ok "all functions are graphed within $function: nothing to compare with"
	fi
done
rm /tmp/native.* /tmp/ours.*
both_write '' set_graph_function
both_write 'called_*' set_ftrace_filter
both_option funcgraph-irqs 1

# ---- histograms of calls
e=$H/events/ftrace/funcgraph_exit
echo 'hist:keys=func.sym,duration.log2:vals=duration' >$e/trigger
for ms in 20 20 20 1200; do echo "sleep $ms" >$called; done
echo 'chain 4' >$called
# 20 ms and more: at least 2^24 ns; 1200 ms and more: 2^30.
is "a histogram counts calls by powers of two of their durations" \
	"$(sed -n 's/^{ func: \[[0-9a-f]*\] called_sleep .*duration: ~ 2^\([0-9]*\) *} hitcount: *\([0-9]*\).*/\1 \2/p' $e/hist |
		awk '$1 >= 30 { long += $2; next } $1 >= 24 { short += $2; next } { other += $2 } END { print short, long, other + 0 }')" "3 1 0"
check "the sums of a histogram of durations are in ns" \
	[ "$(sed -n 's/^{ func:.* called_sleep .*2^3[0-9] .*hitcount: .*duration: *\([0-9]*\)$/\1/p' $e/hist)" -ge 1200000000 ]
true >$e/trigger
echo 'hist:keys=func.sym,retval' >$e/trigger
for n in 1 2 2 5; do echo "chain $n" >$called; done
# called_outer() returns the sum of the squares below its argument: 0, 1, 1 and 30.
is "a histogram counts calls by what they return" \
	"$(sed -n 's/^{ func: \[[0-9a-f]*\] called_outer .*retval: *\([0-9]*\) *} hitcount: *\([0-9]*\).*/\1 \2/p' $e/hist | sort -n | xargs)" "0 1 1 2 30 1"
true >$e/trigger

both_write '' set_ftrace_filter
both_write 1 tracing_on
rmmod histrig_called
