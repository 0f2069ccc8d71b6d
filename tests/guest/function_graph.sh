# SPDX-License-Identifier: GPL-2.0
# The tracer function_graph: whether its output matches the kernel's, and its
# additions.
# guest: smp=1 timeout=300
. /tests/guest/lib.sh
. /tests/guest/parts/graph.sh
quick_rcu

grep -q function_graph $H/available_tracers ||
	skip_all "this kernel cannot follow calls"
insmod /tests/kmod/histrig_called.ko || exit 1
called=$kmods/histrig_called

# Kernels without fprobes do not hook the returns of functions that kprobes must not probe.
case $(uname -r) in
5.* | 6.[0-9].*) hooks=few ;;
*) hooks=all ;;
esac

# The tracer follows all functions only once, because each switch patches all calls. What the
# files say is copied first, and read after the tracer is off.
sleep 1000 & sleeper=$!
restricted=$(cat /proc/sys/kernel/kptr_restrict)
echo 0 >/proc/sys/kernel/kptr_restrict
echo $sleeper >$H/set_ftrace_pid
echo function_graph >$H/current_tracer
is "all functions are graphed" "$(cat $H/current_tracer)" function_graph
echo hist:keys=func >$H/events/ftrace/funcgraph_exit/trigger
ls /proc/self >/dev/null
is "calls of other tasks are not dropped" "$(sed -n 's/^ *Dropped: //p' $H/events/ftrace/funcgraph_exit/hist)" 0
true >$H/events/ftrace/funcgraph_exit/trigger
echo >$H/set_ftrace_pid
kill $sleeper
sh -c 'exec cat /etc/passwd' >/dev/null
echo 0 >$H/tracing_on
head -n 5000 $H/trace >/tmp/trace
[ $hooks = all ] || cat $H/enabled_functions >/tmp/enabled
echo nop >$H/current_tracer
echo 1 >$H/tracing_on
check "the graph has calls of many functions" [ $(sed -n 's/.*| *\([a-z][a-z0-9_]*\)().*/\1/p' /tmp/trace | sort -u | wc -l) -gt 100 ]

if [ $hooks = few ]; then
	echo 'called_inner atomic_notifier_call_chain' >$H/set_ftrace_filter
	dmesg -c >/dev/null
	echo function_graph >$H/current_tracer
	is "the kernel's log says how many functions cannot be graphed" "$(dmesg | sed -n 's/.*histrig: //p')" \
		"the kernel refuses to probe 1 of the selected functions, so their calls are left out; enabled_functions lists the functions that are followed"
	is "enabled_functions lists the functions that are graphed" "$(sed 's/ .*//' $H/enabled_functions)" called_inner
	echo nop >$H/current_tracer
	echo atomic_notifier_call_chain >$H/set_ftrace_filter
	fails "functions are refused if the kernel lets none of them be probed" sh -c "echo function_graph >$H/current_tracer"
	is "the tracer stays nop" "$(cat $H/current_tracer)" nop

	# With many functions the kernel's blacklist is read. kptr_restrict hides its addresses.
	parts=$(awk '/\.(part|constprop|isra|cold)/ { print $1 }' $H/available_filter_functions | sort -u)
	names=$(sed 's/.*[[:space:]]//' /sys/kernel/debug/kprobes/blacklist | sort -u)
	sealed=$(echo "$parts" | awk -F. -v names="$names" '
		BEGIN { n = split(names, list, "\n"); for (i = 1; i <= n; i++) listed[list[i]] }
		$1 in listed')
	echo "# parts of functions on the blacklist: $(echo "$sealed" | grep -c .)"
	# graphed RESTRICT LEAST: check the copy of enabled_functions.
	graphed() {
		sed 's/ .*//' /tmp/enabled | sort -u >/tmp/graphed
		check "many functions are graphed with kptr_restrict $1" [ $(wc -l </tmp/graphed) -gt $2 ]
		is "no part of a function on the blacklist is graphed with kptr_restrict $1" \
			"$(echo "$sealed" | sort - /tmp/graphed | uniq -d)" ""
		is "no function on the blacklist is graphed with kptr_restrict $1" \
			"$(echo "$names" | sort - /tmp/graphed | uniq -d)" ""
	}
	graphed 0 10000
	# Then those on the blacklist and some others suffice: with more than 4,096, all of the
	# blacklist is read as well.
	sed 's/[[:space:]].*//' $H/available_filter_functions | sort -u >/tmp/available
	echo "$names" | sort - /tmp/available | uniq -d >/tmp/listed
	check "functions on the blacklist can be selected" [ $(wc -l </tmp/listed) -gt 10 ]
	echo '[a-f]*' $sealed $(cat /tmp/listed) >$H/set_ftrace_filter
	echo 2 >/proc/sys/kernel/kptr_restrict
	echo function_graph >$H/current_tracer
	cat $H/enabled_functions >/tmp/enabled
	echo nop >$H/current_tracer
	graphed 2 4096
	rm /tmp/graphed /tmp/available /tmp/listed
fi
echo $restricted >/proc/sys/kernel/kptr_restrict
rm -f /tmp/trace /tmp/enabled

for d in $H $T; do
	echo 0 >$d/tracing_on
	echo 'called_*' >$d/set_ftrace_filter
done

# work: make the calls that both trees graph.
work() {
	echo 'chain 3' >$called
	echo 'depth 4' >$called
	echo '2 add 1 2 3 4 5 6' >$called
	sh -c "echo 'chain 1' >$called"
	echo 'name 1' >$called
}

# The filter changes while the tracer runs.
echo called_outer >$H/set_ftrace_filter
echo function_graph >$H/current_tracer
echo called_inner >$H/set_ftrace_filter
echo 1 >$H/tracing_on
echo 'chain 1' >$called
echo 0 >$H/tracing_on
is "the graph follows a filter that changes" "$(grep -o 'called_[a-z]*' $H/trace | sort -u)" called_inner
is "enabled_functions follows a filter that changes" "$(sed 's/ .*//' $H/enabled_functions)" called_inner
echo nop >$H/current_tracer
echo 'called_*' >$H/set_ftrace_filter

same "calls print as the kernel prints them"
same_with "funcgraph-proc prints tasks" funcgraph-proc 1
same_with "funcgraph-abstime prints times" funcgraph-abstime 1
same_with "funcgraph-cpu can be cleared" funcgraph-cpu 0
same_with "funcgraph-duration can be cleared" funcgraph-duration 0
same_with "funcgraph-overhead can be cleared" funcgraph-overhead 0
same_with "funcgraph-tail names functions at their ends" funcgraph-tail 1
same_with "funcgraph-overrun prints overruns" funcgraph-overrun 1
same_with "context-info can be cleared" context-info 0
# 5.10 shows fewer flags, and runs its return probes with interrupts off.
case $(uname -r) in
5.10.*) ;;
*) same_with "latency-format prints flags" latency-format 1 ;;
esac

mark() {
	echo 'chain 1' >$called
	echo 'a text' >$tree/trace_marker
	echo 'chain 1' >$called
}
tree=$T native=$(graph_of $T mark)
tree=$H
alike "a text among calls is printed as a comment" "$(graph_of $H mark)" "$native"

for d in $H $T; do echo 1 >$d/max_graph_depth; done
same "max_graph_depth leaves inner calls out"
for d in $H $T; do echo 0 >$d/max_graph_depth; done
is "max_graph_depth reads 0 again" "$(cat $H/max_graph_depth)" 0

if [ -e $H/set_graph_function ]; then
	for d in $H $T; do echo called_outer >$d/set_graph_function; done
	same "set_graph_function selects calls and those within"
	for d in $H $T; do echo >$d/set_graph_function; done
	for d in $H $T; do echo called_outer >$d/set_graph_notrace; done
	same "set_graph_notrace leaves calls out and those within"
	for d in $H $T; do echo >$d/set_graph_notrace; done
fi

# trace_pipe consumes records, but needs the next one before it can print a call.
echo function_graph >$H/current_tracer
echo 1 >$H/tracing_on
work
echo 0 >$H/tracing_on
sed '/^#/d' $H/trace >/tmp/trace
/tests/bin/piperead small $H/trace_pipe 4096 >/tmp/pipe
alike "trace_pipe prints what trace prints" "$(cat /tmp/pipe)" "$(cat /tmp/trace)"
echo 1 >$H/tracing_on
echo '200 chain 2' >$called
echo 0 >$H/tracing_on
sed '/^#/d' $H/trace >/tmp/trace
/tests/bin/piperead small $H/trace_pipe 100 >/tmp/pipe
alike "small reads of trace_pipe lose no line" "$(md5sum </tmp/pipe)" "$(md5sum </tmp/trace)"
rm /tmp/pipe /tmp/trace

echo 1 >$H/function_profile_enabled
is "enabled_functions shows what is called for functions whose returns are hooked" \
	"$(sed -n 's/^\(called_outer\) [^(]*/\1 /p' $H/enabled_functions | xargs)" \
	"called_outer (3) function_profile function_graph function_profile"
echo 0 >$H/function_profile_enabled
is "enabled_functions shows function_graph alone after the profiler was switched off" \
	"$(sed -n 's/^\(called_outer\) [^(]*/\1 /p' $H/enabled_functions | xargs)" "called_outer (1) function_graph"
echo 1 >$H/options/funcgraph-retval
echo 1 >$H/tracing_on
echo 'minus 22' >$called
echo 'chain 3' >$called
echo 0 >$H/tracing_on
check "funcgraph-retval prints a negative errno" \
	grep -q 'called_minus.*(); /\* ret=-22 \*/' $H/trace
check "funcgraph-retval prints other values in hexadecimal" \
	grep -q '} /\* called_outer.* ret=0x5 \*/' $H/trace
echo 0 >$H/options/funcgraph-retval
echo nop >$H/current_tracer

chain_1() { echo 'chain 1' >$called; }
echo 1 >$H/options/funcgraph-retaddr
graph_of $H chain_1 >/tmp/trace
is "funcgraph-retaddr prints to where calls return" \
	"$(sed -n 's/.*\(called_[oi][a-z]*\).* <-\([a-z_]*\)+0x[0-9a-f]*\/0x[0-9a-f]*.* \*\/$/\1 \2/p' /tmp/trace | xargs)" \
	"called_outer called_write called_inner called_outer"
check "it is a comment after the beginning of a block" grep -q 'called_outer.*() { /\* <-called_write+[^*]* \*/$' /tmp/trace
check "and after a call" grep -q 'called_inner.*(); /\* <-called_outer+[^*]* \*/$' /tmp/trace
echo function_graph >$T/current_tracer
if [ -e $T/options/funcgraph-retaddr ]; then
	same_with "return addresses print as the kernel prints them" funcgraph-retaddr 1
fi
echo nop >$T/current_tracer
echo vfs_read >$H/set_ftrace_filter
for o in args retval; do echo 1 >$H/options/funcgraph-$o; done
read_1() { dd if=/etc/passwd of=/dev/null bs=77 count=1 2>/dev/null; }
graph_of $H read_1 >/tmp/trace
check "it prints together with arguments and values" grep -qE \
	'vfs_read\(.*\); /\* <-[a-z0-9_]+\+0x[0-9a-f]+/0x[0-9a-f]+ ret=0x[0-9a-f]+ \*/$' /tmp/trace
for o in retaddr args retval; do echo 0 >$H/options/funcgraph-$o; done

# args TREE: print a call of vfs_read() with its arguments. If another task runs before it
# returns, it is no leaf.
args() {
	graph_of $1 read_77 | sed -n 's/.*\(vfs_read(.*count=0x4d.*)\).*/\1/p' | sed -E 's/0x[0-9a-f]{6,}/ADDRESS/g'
}
read_77() {
	dd if=/etc/passwd of=/dev/null bs=77 count=1 2>/dev/null
	echo 'chain 1' >$called
}
echo 1 >$H/options/funcgraph-args
for d in $H $T; do echo 'vfs_read called_*' >$d/set_ftrace_filter; done
if [ -e /sys/kernel/btf/vmlinux ]; then
	is "funcgraph-args prints the arguments with the names of the parameters" "$(args $H)" \
		"vfs_read(file=ADDRESS, buf=ADDRESS, count=0x4d, pos=ADDRESS)"
	outer='' inner=''
	[ ! -e /sys/kernel/btf/histrig_called ] || outer=count=1 inner=i=0
	is "funcgraph-args prints arguments where the kernel knows their types" \
		"$(graph_of $H read_77 | grep -o 'called_[oi].*' | sed 's/ \[.*\]//')" \
		"$(printf "called_outer($outer) {\ncalled_inner($inner);")"
	echo function_graph >$T/current_tracer
	if [ -e $T/options/funcgraph-args ]; then
		echo 1 >$T/options/funcgraph-args
		alike "arguments of graphed calls print as the kernel prints them" "$(args $H)" "$(args $T)"
		echo function_graph >$T/current_tracer
		echo 0 >$T/options/funcgraph-args
	fi
	echo nop >$T/current_tracer
fi
echo 0 >$H/options/funcgraph-args
for d in $H $T; do echo 'called_*' >$d/set_ftrace_filter; done

# duration NAME: print the microseconds of a function's last call.
duration() { sed -n "s/.* \([0-9]*\)\.[0-9]* us .*$1.*/\1/p; s/.* \([0-9]\{7,\}\) us .*$1.*/\1/p" $H/trace | tail -n 1; }
echo function_graph >$H/current_tracer
echo 1 >$H/tracing_on
echo 'sleep 300' >$called
is "sleep-time set: times include sleep" "$(($(duration called_sleep) >= 290000))" 1
echo 0 >$H/options/sleep-time
echo 'sleep 300' >$called
is "sleep-time cleared: times do not include sleep" "$(($(duration called_sleep) < 290000))" 1
echo 1 >$H/options/sleep-time
echo 0 >$H/tracing_on
echo nop >$H/current_tracer

e=$H/events/ftrace/funcgraph_exit
echo 'hist:keys=func.sym,depth:vals=duration' >$e/trigger
echo '10 chain 3' >$called
is "a histogram of funcgraph_exit counts calls by function" \
	"$(grep -c '^{ func:.*called_outer.*depth: *1 } hitcount: *10 ' $e/hist) $(grep -c '^{ func:.*called_inner.*depth: *2 } hitcount: *30 ' $e/hist)" "1 1"
echo '!hist:keys=func.sym,depth:vals=duration' >$e/trigger
echo 'hist:keys=retval.s64 if retval < 0' >$e/trigger 2>/dev/null ||
	echo 'hist:keys=retval if retval == 5' >$e/trigger
echo '10 chain 3' >$called
is "a filter selects calls by what they return" \
	"$(sed -n 's/^{ retval: *\([0-9]*\) } hitcount: *\([0-9]*\).*/\1 \2/p' $e/hist)" "5 10"
for t in 'hist:keys=retval.s64 if retval < 0' 'hist:keys=retval if retval == 5'; do
	echo "!$t" >$e/trigger 2>/dev/null
done
echo 'hist:keys=func if common_flags & 1' >$e/trigger
echo '10 chain 3' >$called
is "filters do not see that our handler masks interrupts" "$(sed -n 's/^ *Hits: //p' $e/hist)" 0
echo '!hist:keys=func if common_flags & 1' >$e/trigger
is "funcgraph_exit has no trigger in the end" "$(grep -vc '^#' $e/trigger)" 0

echo 1 >$H/function_profile_enabled
for n in 1 2 3; do echo 'sleep 30' >$called; done
echo '7 chain 3' >$called
echo 0 >$H/function_profile_enabled
is "the profiler times calls" "$(awk '
	$1 == "called_sleep" && $2 == 3 && $3 >= 90000 && $5 >= 30000 && $5 * 3 <= $3 + 3 { print "sleep" }
	$1 == "called_inner" && $2 == 21 && $3 > 0 && $4 == "us" { print "inner" }' $H/trace_stat/function0 | xargs)" "sleep inner"
# The sum of squares times the number of calls does not fit into 64 bits; what is left of it would
# be below 2000000000 us.
echo 1 >$H/function_profile_enabled
echo '100 sleep 0' >$called
echo 'sleep 1500' >$called
echo 0 >$H/function_profile_enabled
is "the profiler's variance does not wrap" \
	"$(awk '$1 == "called_sleep" { print $2, ($7 > 10000000000) }' $H/trace_stat/function0)" "101 1"
echo 1 >$H/function_profile_enabled
echo 0 >$H/options/sleep-time
echo 'sleep 30' >$called
echo 0 >$H/function_profile_enabled
is "sleep-time cleared: the profiler leaves sleep out" \
	"$(awk '$1 == "called_sleep" && $3 < 30000 { print "short" }' $H/trace_stat/function0)" short
echo 1 >$H/options/sleep-time
echo 0 >$H/options/graph-time
# called_write() calls called_sleep().
echo 1 >$H/function_profile_enabled
echo 'sleep 300' >$called
echo 0 >$H/function_profile_enabled
is "graph-time cleared: the profiler leaves inner calls out" \
	"$(awk '$1 == "called_write" { print ($3 < 290000) }
		$1 == "called_sleep" { print ($3 >= 290000) }' $H/trace_stat/function0 | xargs)" "1 1"
echo function_graph >$H/current_tracer
echo 1 >$H/options/graph-time
echo nop >$H/current_tracer
echo 1 >$H/function_profile_enabled
echo 'sleep 300' >$called
echo 0 >$H/function_profile_enabled
is "graph-time set: the profiler counts inner calls" \
	"$(awk '$1 ~ /^called_(write|sleep)$/ { print ($3 >= 290000) }' $H/trace_stat/function0 | xargs)" "1 1"

mkdir $H/instances/graph
i=$H/instances/graph
echo called_inner >$i/set_ftrace_filter
echo function_graph >$i/current_tracer
echo function_graph >$H/current_tracer
echo 1 >$H/tracing_on
echo 'chain 2' >$called
is "an instance graphs the functions that it selects" \
	"$(grep -c called_inner $i/trace) $(grep -c called_outer $i/trace) $(grep -c 'called_outer' $H/trace)" "2 0 1"
echo nop >$H/current_tracer
echo nop >$i/current_tracer
rmdir $i

# More tasks than the tracer has stacks make a call each, and then sleep. The calls of new tasks
# must be recorded all the same.
grep -m 1 'sys_getppid$' $H/available_filter_functions >$H/set_ftrace_filter
echo function_graph >$H/current_tracer
/tests/bin/crowd 1500 >/tmp/crowd & crowd=$!
within 60 [ -s /tmp/crowd ]
echo >$H/trace
for task in 1 2 3 4 5; do /tests/bin/syscaller time 20 >/dev/null; done
wanted=$(grep -c 'getppid();' $H/trace)
dropped=$(sed -n 's/^dropped events: //p' $H/per_cpu/cpu0/stats)
check "new tasks are graphed while 1,500 others sleep ($wanted calls, $dropped dropped)" [ "$wanted" -ge 100 ]
is "none of their calls is dropped" "$dropped" 0
kill $crowd
wait $crowd 2>/dev/null
echo nop >$H/current_tracer

echo >$H/set_ftrace_filter
echo >$T/set_ftrace_filter
rmmod histrig_called
