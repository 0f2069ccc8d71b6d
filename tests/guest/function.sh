# SPDX-License-Identifier: GPL-2.0
# The tracer function: whether its output matches the kernel's, its options and
# pids; triggers on ftrace/function, the profiler, and the formats of internal
# events.
# guest: smp=2 timeout=120
. /tests/guest/lib.sh
quick_rcu

C=$kmods/histrig_called
E=$H/events/ftrace/function
insmod /tests/kmod/histrig_called.ko || exit 1
call() { echo "$*" >$C; }
both() { # OPTION VALUE
	local d
	for d in $T $H; do echo $2 >$d/options/$1; done
}

# 5.10 shows fewer flags.
flags=
! uname -r | grep -q '^5\.10' || flags='/^#/d; s/^TASK +[^ ]+/TASK/'

# text TREE: print the trace of some calls without tasks, times, CPUs and
# need-resched flags.
text() {
	echo function >$1/current_tracer
	call 3 add 1 2 3 4 5 6
	call 2 add 1 2 3 4 5 6
	call chain 3
	echo 0 >$1/tracing_on
	grep -v entries-in-buffer $1/trace | sed -E 's/^ *[^ ]*-[0-9]+ +\[[0-9]*\]/TASK/
		s/[0-9]+\.[0-9]{6}/TIME/g; s/^[0-9]+ [0-9] [0-9]{7,}/RAW/; s/ +TIME/ TIME/g
		s/^(TASK +[.a-zA-Z])[NnpBbLl]/\1./
		s/^(RAW [0-9]{20} [0-9]{20} [0-9]*) [0-9]*$/\1/'"
		$flags" | awk '
		# The kernel may begin with repeats from the last tracer.
		!/^#/ && !begun && (/repeats:/ || (/^RAW/ && NF == 4)) { next }
		{ begun = begun || !/^#/; print }'
	echo nop >$1/current_tracer
	echo 1 >$1/tracing_on
}
same() { alike "$1" "$(text $H)" "$(text $T)"; }
calls() { grep -c " $1 *<-" $H/trace; }

for d in $T $H; do echo 'called_*' >$d/set_ftrace_filter; done
check "the tracer function is available" grep -qw function $H/available_tracers
same "calls are printed like the kernel's"
both sym-offset 1
same "calls are printed like the kernel's with sym-offset"
both sym-offset 0
both sym-addr 1
same "calls are printed like the kernel's with sym-addr"
both sym-addr 0
both print-parent 0
same "calls are printed like the kernel's without print-parent"
both print-parent 1
both raw 1
same "calls are printed like the kernel's with raw"
both raw 0
if [ -e $T/options/func-no-repeats ]; then
	both func-no-repeats 1
	same "repeated calls are printed like the kernel's with func-no-repeats"
	both raw 1
	same "repeated calls are printed like the kernel's with func-no-repeats and raw"
	both raw 0
	both func-no-repeats 0
else
	skip "repeated calls are printed like the kernel's with func-no-repeats: this kernel lacks the option"
	skip "repeated calls are printed like the kernel's with func-no-repeats and raw: this kernel lacks the option"
fi

echo 1 >$H/options/func-no-repeats
# Repeats are counted on each CPU.
taskset -p 1 $$ >/dev/null
echo function >$H/current_tracer
call 5 add 1 2 3 4 5 6
call chain 1
is "func-no-repeats records a repeated call once, with the number of repeats" \
	"$(grep -c 'called_add <-called_write$' $H/trace) $(sed -n 's/.*called_add <-called_write (repeats: \([0-9]*\), last_ts: .*/\1/p' $H/trace)" "1 4"
echo 0 >$H/tracing_on
call 5 add 1 2 3 4 5 6
echo 1 >$H/tracing_on
call chain 1
is "func-no-repeats counts no repeats while tracing_on is 0" "$(calls called_outer) $(grep -c repeats: $H/trace)" "1 0"
true >$H/trace
call 2 add 1 2 3 4 5 6
true >$H/trace
call 2 add 1 2 3 4 5 6
is "func-no-repeats records a call once more after trace is cleared" \
	"$(calls called_add) $(sed -n 's/.*called_add <-called_write (repeats: .*/repeat/p' $H/trace)" "1 "
true >$H/trace
echo 2 >$H/tracing_cpumask
call 5 add 1 2 3 4 5 6
echo 3 >$H/tracing_cpumask
call chain 1
is "func-no-repeats counts no repeats on a CPU that is not in tracing_cpumask" \
	"$(calls called_outer) $(grep -c repeats: $H/trace)" "1 0"
taskset -p 3 $$ >/dev/null
echo nop >$H/current_tracer
echo 0 >$H/options/func-no-repeats

# Times differ, so context-info is cleared, and only the fields are compared.
for d in $T $H; do
	echo 1 >$d/options/hex
	echo 0 >$d/options/context-info
	echo function >$d/current_tracer
	call add 1 2 3 4 5 6
	cat $d/trace >/tmp/hex.${d##*/}
	echo 0 >$d/options/hex
	echo 1 >$d/options/bin
	head -c 10000 $d/trace | md5sum >/tmp/bin.${d##*/}
	echo 0 >$d/options/bin
	echo 1 >$d/options/context-info
	echo nop >$d/current_tracer
done
alike "calls are printed like the kernel's with hex" "$(cat /tmp/hex.histrig)" "$(cat /tmp/hex.tracing)"
alike "calls are printed like the kernel's with bin" "$(cat /tmp/bin.histrig)" "$(cat /tmp/bin.tracing)"

# ---- stacks, arguments
echo 1 >$H/options/func_stack_trace
echo function >$H/current_tracer
call chain 1
is "func_stack_trace records a stack that begins with the function" \
	"$(grep -A 4 'called_inner <-' $H/trace | sed 1d | sed 's/.*: //' | xargs)" \
	"<stack trace> => called_inner => called_outer => called_write"
echo nop >$H/current_tracer
echo 0 >$H/options/func_stack_trace
if [ -e /sys/kernel/btf/vmlinux ]; then
	echo vfs_read >$H/set_ftrace_filter
	echo 1 >$H/options/func-args
	fails "func-args and func-no-repeats exclude each other" sh -c \
		"echo 1 >$H/options/func-no-repeats && echo function >$H/current_tracer"
	echo 0 >$H/options/func-no-repeats
	echo function >$H/current_tracer
	fails "func-args and func_stack_trace exclude each other while tracing" sh -c \
		"echo 1 >$H/options/func_stack_trace"
	dd if=/etc/passwd of=/dev/null bs=77 count=1 2>/dev/null
	check "func-args shows the arguments with the names of the parameters" grep -qE \
		'vfs_read\(file=0x[0-9a-f]+, buf=0x[0-9a-f]+, count=0x4d, pos=0x[0-9a-f]+\) <-' $H/trace
	echo nop >$H/current_tracer
	echo 0 >$H/options/func-args
	echo 'called_*' >$H/set_ftrace_filter
else
	skip "func-args shows the arguments with the names of the parameters: this kernel has no BTF"
fi

# ---- pids
is "an empty set_ftrace_pid shows \"no pid\"" "$(cat $H/set_ftrace_pid)" "no pid"
is "an empty set_ftrace_notrace_pid shows \"no pid\"" "$(cat $H/set_ftrace_notrace_pid)" "no pid"
echo $$ 1 >$H/set_ftrace_pid
is "set_ftrace_pid shows the pids in their order" "$(cat $H/set_ftrace_pid | xargs)" "1 $$"
echo function >$H/current_tracer
call add 1 2 3 4 5 6
sh -c "echo add 1 2 3 4 5 6 >$C"
is "set_ftrace_pid traces only calls of its tasks" "$(calls called_add)" 1
echo 1 >$H/options/function-fork
echo >$H/trace
sh -c "echo add 1 2 3 4 5 6 >$C"
is "function-fork adds children to set_ftrace_pid" "$(calls called_add)" 1
echo 0 >$H/options/function-fork
true >$H/set_ftrace_pid
echo $$ >$H/set_ftrace_notrace_pid
echo >$H/trace
call add 1 2 3 4 5 6
sh -c "echo add 1 2 3 4 5 6 >$C"
is "set_ftrace_notrace_pid leaves out calls of its tasks" "$(calls called_add)" 1
true >$H/set_ftrace_notrace_pid
for words in x -1; do
	for d in $T $H; do
		echo $words 2>&1 >$d/set_ftrace_pid | sed 's/.*: //' >/tmp/pid.${d##*/}
		true >$d/set_ftrace_pid
	done
	is "set_ftrace_pid answers to $words like the kernel's" "$(cat /tmp/pid.histrig)" "$(cat /tmp/pid.tracing)"
done

# ---- switching
echo 0 >$H/tracing_on
echo >$H/trace
call add 1 2 3 4 5 6
is "tracing_on stops the tracer" "$(calls called_add)" 0
echo 1 >$H/tracing_on
call add 1 2 3 4 5 6
echo 1 >$H/snapshot
is "a snapshot takes the recorded calls" "$(calls called_add) $(grep -c 'called_add <-' $H/snapshot)" "0 1"
echo 0 >$H/snapshot
call add 1 2 3 4 5 6
echo nop >$H/current_tracer
is "a new tracer begins with an empty buffer" "$(grep -vc '^#' $H/trace)" 0
mkdir $H/instances/f
echo called_inner >$H/instances/f/set_ftrace_filter
echo function >$H/instances/f/current_tracer
call chain 4
is "an instance traces the functions that it selects" \
	"$(grep -c 'called_inner <-called_outer' $H/instances/f/trace) $(grep -vc '^#' $H/trace)" "4 0"
rmdir $H/instances/f

# ---- enabled_functions
# enabled TREE: print functions and the number of callbacks of each.
enabled() { sed -n 's/^\(called_[a-z]* \[[a-z_]*\] ([0-9]*)\).*/\1/p' $1/enabled_functions; }
is "enabled_functions is empty while no function is traced" "$(cat $H/enabled_functions)" ""
mkdir $H/instances/f
echo 'called_inner called_outer' >$H/instances/f/set_ftrace_filter
echo function >$H/instances/f/current_tracer
echo called_inner >$H/instances/f/set_ftrace_notrace
echo 'called_i*:traceoff:1' >>$H/set_ftrace_filter
echo function >$H/current_tracer
alike "enabled_functions lists the functions and the numbers that the kernel lists" "$(enabled $H)" "$(enabled $T)"
is "enabled_functions says what is called for a function" \
	"$(sed -n 's/^\(called_[io][a-z]*\) [^(]*/\1 /p' $H/enabled_functions | sort | xargs)" \
	"called_inner (2) function commands called_interrupted (2) function commands called_outer (2) function function@f"
echo '!called_i*:traceoff:1' >>$H/set_ftrace_filter
echo nop >$H/current_tracer
alike "enabled_functions follows a tracer that stops" "$(enabled $H)" "$(enabled $T)"
rmdir $H/instances/f
is "enabled_functions is empty once no function is traced any more" "$(cat $H/enabled_functions)" ""

# ---- kernel.ftrace_enabled, which kernels since 7.3 refuse to clear
mkdir $H/instances/f
echo 'called_*' >$H/instances/f/set_ftrace_filter
echo function >$H/instances/f/current_tracer
echo 'called_inner:traceoff:1' >>$H/instances/f/set_ftrace_filter
echo function >$H/current_tracer
refused=$(sh -c 'echo 0 >/proc/sys/kernel/ftrace_enabled' 2>&1)
call add 1 2 3 4 5 6
case $refused in
*"Operation not supported"*) skip "kernel.ftrace_enabled=0 stops the tracer" ;;
*) is "kernel.ftrace_enabled=0 stops the tracer" "$(calls called_add)" 0 ;;
esac
check "an instance is removed while kernel.ftrace_enabled is 0" rmdir $H/instances/f
echo nop >$H/current_tracer
echo function >$H/current_tracer
echo 1 >/proc/sys/kernel/ftrace_enabled
call add 1 2 3 4 5 6
is "kernel.ftrace_enabled=1 starts a tracer that was set before" "$(calls called_add)" 1
echo nop >$H/current_tracer

# ---- triggers
echo 'hist:keys=ip.sym' >$E/trigger
call 30 add 1 2 3 4 5 6
is "a histogram counts calls by function" \
	"$(sed -n 's/^{ ip: \[[0-9a-f]*\] \(called_add\) .*hitcount: *\([0-9]*\)$/\1 \2/p' $E/hist)" "called_add 30"
true >$E/trigger
echo 'hist:keys=parent_ip.sym,common_pid if ip.function == called_inner' >$E/trigger
call chain 7
call add 1 2 3 4 5 6
is "a filter of a histogram takes the calls of one function" \
	"$(sed -n 's/^{ parent_ip: \[[0-9a-f]*\] \(called_outer\) .*common_pid: *\([0-9]*\) }.*hitcount: *\([0-9]*\)$/\1 \2 \3/p; s/^ *Hits: //p' $E/hist | xargs)" \
	"called_outer $$ 7 7"
true >$E/trigger
echo 'hist:keys=stacktrace if ip.function == called_inner' >$E/trigger
call chain 2
is "a stack as key begins with the function" \
	"$(sed -n '/^{ stacktrace:/{n;s/+.*//;s/ *//;p;n;s/+.*//;s/ *//;p}' $E/hist | xargs)" "called_inner called_outer"
true >$E/trigger
echo 'traceoff:1 if ip.function == called_outer' >$E/trigger
call chain 2
is "a trigger on calls of a function switches tracing off" "$(cat $H/tracing_on)" 0
echo 1 >$H/tracing_on
true >$E/trigger
echo '!traceoff' >>$E/trigger

# ---- the profiler
echo 1 >$H/function_profile_enabled
call 300 add 1 2 3 4 5 6
call chain 5
is "the profiler counts calls" "$(cat $H/trace_stat/function* | awk '
	$1 ~ /^called_(add|inner|outer)$/ { n[$1] += $2 }
	END { print n["called_add"], n["called_inner"], n["called_outer"] }')" "300 5 1"
is "the profiler lists the functions that took longest first, or were called most often" \
	"$(for f in $H/trace_stat/function*; do awk '$2 ~ /^[0-9]/ { print $(NF > 2 ? 3 : 2), $1 }' $f >/tmp/stat; sort -k 1,1nr /tmp/stat | cmp - /tmp/stat || echo $f; done)" ""
echo 0 >$H/function_profile_enabled
call add 1 2 3 4 5 6
is "the profiler keeps its counts when it is switched off" \
	"$(cat $H/trace_stat/function* | awk '$1 == "called_add" { n += $2 } END { print n }')" 300
echo 1 >$H/function_profile_enabled
is "the profiler starts from 0 when it is switched on" "$(cat $H/trace_stat/function* | grep -c called_add)" 0
if grep -q Time $H/trace_stat/function0; then
	taskset 1 sh -c "echo 'sleep 1000' >$C" & task=$!
	within 20 sleeps $task
	taskset -p 2 $task >/dev/null
	wait $task
	is "the CPU where a call returns lists its time, even if no call began there" \
		"$(awk '$1 == "called_sleep" { print FILENAME, $2, ($3 >= 900000) }' $H/trace_stat/function[01] |
			sed 's/.*function//' | xargs)" "0 1 0 1 0 1"
else
	skip "the CPU where a call returns lists its time: this kernel does not time calls"
fi
echo 0 >$H/function_profile_enabled

# ---- switching, which calls functions that patch code, while these are traced
patching='*text_poke* *patch_text*'
for pattern in $patching; do echo "$pattern" 2>/dev/null >>$H/set_ftrace_filter; done
for tracer in function function_graph; do
	echo $tracer >$H/current_tracer 2>/dev/null || continue
	echo 0 >$H/tracing_on
	is "starting the tracer $tracer records no call of the start" "$(grep -vc '^#' $H/trace)" 0
	echo 1 >$H/tracing_on
	echo nop >$H/current_tracer
done
echo 'hist:keys=ip.sym' >$E/trigger
is "a histogram of functions does not count its own start" "$(grep -c '^{' $E/hist)" 0
echo '!hist:keys=ip.sym' >$E/trigger
echo 1 >$H/function_profile_enabled
echo 0 >$H/function_profile_enabled
is "switching the profiler counts no call of the switching" \
	"$(cat $H/trace_stat/function* | grep -c 'text_poke\|patch_text')" 0
echo >$H/set_ftrace_filter
true >$H/trace
for pattern in $patching; do
	echo "$pattern:stacktrace" 2>/dev/null >>$H/set_ftrace_filter
	echo "!$pattern:stacktrace" 2>/dev/null >>$H/set_ftrace_filter
done
is "adding and removing a command does not run it" "$(grep -c 'stack trace' $H/trace)" 0
for d in $T $H; do
	true >$d/trace
	echo 'called_add' >$d/set_ftrace_filter
	echo function >$d/current_tracer
	call 3 add 1 2 3 4 5 6
	echo 1 >$d/tracing_on
	echo 0 >$d/tracing_on
	echo 1 >$d/tracing_on
	call 4 add 1 2 3 4 5 6
	echo 0 >$d/tracing_on
done
alike "a trace of functions is emptied when recording is switched on again" \
	"$(calls called_add)" "$(grep -c 'called_add *<-' $T/trace)"
for d in $T $H; do
	echo nop >$d/current_tracer
	echo 1 >$d/tracing_on
done

# ---- formats
case $(uname -r) in
6.1.*)
	bad=
	for format in $T/events/ftrace/*/format; do
		ours=$H/${format#$T/}
		[ -e $ours ] && cmp -s $format $ours || bad="$bad ${format#$T/}"
	done
	is "formats of internal events match the kernel's" \
		"$(echo $bad | xargs -n 1 | grep -v funcgraph_)" ""
	;;
*) skip "formats of internal events match the kernel's" ;;
esac
is "no two events have the same ID" "$(sed -n 's/^ID: //p' $H/events/*/*/format | sort | uniq -d)" ""
for d in $T $H; do true >$d/set_ftrace_filter; done
rmmod histrig_called

# Some compilers put functions that rarely run, such as printk(), at odd addresses.
# A write to drop_caches prints a line.
echo nop >$H/current_tracer
echo _printk >$H/set_ftrace_filter 2>/dev/null || echo printk >$H/set_ftrace_filter
echo 'hist:keys=ip.sym' >$E/trigger
echo 3 >/proc/sys/vm/drop_caches
check "calls of a function that rarely runs are counted" grep -q "ip: .*printk .*hitcount" $E/hist
echo '!hist:keys=ip.sym' >>$E/trigger
echo >$H/set_ftrace_filter

# Calls of an idle CPU cannot be recorded, and count as dropped.
dropped() { awk '/^dropped events:/ { n += $NF } END { print n }' $H/per_cpu/cpu*/stats; }
# emptied HOW COMMAND: test whether the command, which empties the buffer, forgets dropped calls.
# The tracer is on, so a few are dropped afterwards.
emptied() {
	sleep 1
	before=$(dropped)
	if [ $before -lt 10 ]; then
		skip "$1 forgets dropped calls: only $before were dropped"
		return
	fi
	eval "$2"
	check "$1 forgets dropped calls" [ $(dropped) -lt $before ]
}
echo function >$H/current_tracer
sleep 0.3
if [ $(dropped) -gt 0 ]; then
	emptied "clearing trace" 'true >$H/trace'
	emptied "a change of the clock" 'echo global >$H/trace_clock'
	sleep 0.3
	echo nop >$H/current_tracer
	is "the end of a tracer forgets dropped calls" $(dropped) 0
	echo local >$H/trace_clock
else
	echo nop >$H/current_tracer
	for how in "clearing trace" "a change of the clock" "the end of a tracer"; do
		skip "$how forgets dropped calls: no call was dropped"
	done
fi
