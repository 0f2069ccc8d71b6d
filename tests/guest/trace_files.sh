# SPDX-License-Identifier: GPL-2.0
# Compares the text files of our tree with the kernel's: their contents, which
# writes they accept, and the errno of refused writes.
# guest: needs=native-6.1,CONFIG_SMP,CONFIG_KALLSYMS
. /tests/guest/lib.sh
quick_rcu

R=/tests/bin/piperead

# both FILE TEXT: write TEXT to FILE in both trees. Check that the errno is the
# same, and then that the file reads the same.
said() { # TREE FILE TEXT
	# The shell's message ends with the errno.
	{ printf '%s' "$3" >"$1/$2"; } 2>&1 | sed 's/.*: //'
}
both() {
	local ours native
	ours=$(said $H "$1" "$2") native=$(said $T "$1" "$2")
	is "writing '$2' to $1 has the kernel's errno" "$ours" "$native"
	[ -n "$3" ] || is "$1 matches the kernel's after '$2'" "$(cat "$H/$1")" "$(cat "$T/$1")"
}
same() {
	local f
	for f; do
		is "$f matches the kernel's" "$(cat "$H/$f" 2>&1)" "$(cat "$T/$f" 2>&1)"
	done
}
sames() { # EVENT...: both record it
	local e
	for e; do
		echo 1 >$H/events/$e/enable
		echo 1 >$T/events/$e/enable
	done
}

same tracing_on trace_clock tracing_cpumask current_tracer timestamp_mode
same events/ftrace/print/format \
	events/ftrace/print/id events/ftrace/raw_data/format
alike "files have the kernel's modes" \
	"$(cd $H; stat -c '%a %n' trace trace_pipe trace_marker trace_marker_raw tracing_on trace_clock trace_options options/raw tracing_cpumask per_cpu/cpu0/trace per_cpu/cpu0/trace_pipe saved_cmdlines saved_cmdlines_size README)" \
	"$(cd $T; stat -c '%a %n' trace trace_pipe trace_marker trace_marker_raw tracing_on trace_clock trace_options options/raw tracing_cpumask per_cpu/cpu0/trace per_cpu/cpu0/trace_pipe saved_cmdlines saved_cmdlines_size README)"

for v in 0 1 2 x ''; do both tracing_on "$v"; done
for v in counter uptime perf mono mono_raw boot tai x86-tsc local global ' mono ' nonsense ''; do
	both trace_clock "$v"
done
both trace_clock global
for v in 1 2 0 3 ff x '' 1,; do both tracing_cpumask "$v"; done
both tracing_cpumask 3
for v in nop nonsense '' ' nop'; do both current_tracer "$v"; done
# The kernel stores as many names as fit in the allocated pages, so the number is
# not compared.
for v in 0 7 x 32768 32769 128; do both saved_cmdlines_size "$v" -; done
is "saved_cmdlines_size shows the number that was written" "$(cat $H/saved_cmdlines_size)" 128
alike "printk_formats has the kernel's texts" "$(cat $H/printk_formats)" "$(cat $T/printk_formats)"

# Leaves out options of other tracers.
options() { grep -vE '^(no)?(function-trace|function-fork|display-graph|fields|hide-control-chars)$' $1/trace_options; }
alike "trace_options lists the kernel's options" "$(options $H)" "$(options $T)"
for v in raw noraw latency-format nolatency-format nonsense nononsense '' no \
	test_nop_accept notest_nop_accept test_nop_refuse notest_nop_refuse \
	record-tgid norecord-tgid nooverwrite overwrite 'print-parent ' noprint-parent \
	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; do
	both trace_options "$v" -
	alike "trace_options matches the kernel's after '$v'" "$(options $H)" "$(options $T)"
done
both trace_options print-parent -
for o in raw overwrite test_nop_accept test_nop_refuse record-cmd event-fork; do
	same options/$o
	for v in 1 0 2 x; do both options/$o "$v"; done
done
for o in overwrite record-cmd; do both options/$o 1; done
left=$(ls $T/options | grep -vE 'function|graph|func|funcgraph|sleep-time|blk|flame|proc|irqs|overrun|cpu|overhead|duration|tail|abs|rel' | tr '\n' ' ')
missing=$(for o in $left; do [ -e $H/options/$o ] || echo "$o"; done)
check "the kernel has more than 20 options that are not a tracer's" [ $(echo $left | wc -w) -gt 20 ]
is "options/ has a file for each of the kernel's options" "$missing" ""
for d in $H $T; do mkdir $d/instances/files; done
alike "options/ of an instance leaves out what the kernel's does" "$(cd $H/instances/files/options; ls trace_printk printk-msg-only record-cmd raw 2>/dev/null)" \
	"$(cd $T/instances/files/options; ls trace_printk printk-msg-only record-cmd raw 2>/dev/null)"

# Tests markers.
for d in $H $T; do echo >$d/trace; done
mark() {
	echo hello >$1/trace_marker
	printf 'no newline' >$1/trace_marker
	printf 'two\nlines\n' >$1/trace_marker
	printf 'a %%s %%d' >$1/trace_marker
	printf '\001\000\000\000abcdefgh' >$1/trace_marker_raw
	echo in >$1/instances/files/trace_marker
}
mark $H
mark $T
texts() { sed -e '/^#/d' -e 's/.*[0-9]: //' -e 's/^tracing_mark_write: //' $1; }
alike "trace shows markers as the kernel's does" "$(texts $H/trace | head -n 5)" "$(texts $T/trace | head -n 5)"
alike "trace shows raw markers as the kernel's does" "$(texts $H/trace | sed -n 6p | cut -c 1-33)" "$(texts $T/trace | sed -n 6p | cut -c 1-33)"
alike "an instance records a marker as the kernel's does" "$(texts $H/instances/files/trace)" "$(texts $T/instances/files/trace)"
# The kernel prints bytes of older entries after a raw marker, so only their number is compared.
for d in $H/instances/files $T/instances/files; do
	echo 8 >$d/buffer_size_kb
	taskset 1 sh -c "for i in \$(seq 400); do echo 11111111111111111111111111111111 >$d/trace_marker; done
		printf '\\001\\000\\000\\000XY' >$d/trace_marker_raw"
done
raw() { sed -n 's/.* buf: //p' $1/instances/files/trace; }
check "trace shows zeros after a raw marker of two bytes" expr "$(raw $H)" : '58 59\( 00\)* *$'
is "trace shows as many bytes of a raw marker as the kernel's" "$(raw $H | wc -w)" "$(raw $T | wc -w)"
for n in 0 1 3 4 1023 1024 1025 3072 3073 5000; do
	is "writing $n bytes to trace_marker has the kernel's result" "$($R write $H/trace_marker $n)" "$($R write $T/trace_marker $n)"
	is "writing $n bytes to trace_marker_raw has the kernel's result" "$($R write $H/trace_marker_raw $n)" "$($R write $T/trace_marker_raw $n)"
done
is "writing from unmapped memory to trace_marker has the kernel's result" "$($R fault $H/trace_marker)" "$($R fault $T/trace_marker)"
is "writing from unmapped memory to trace_marker_raw has the kernel's result" "$($R fault $H/trace_marker_raw)" "$($R fault $T/trace_marker_raw)"
alike "a marker from unmapped memory is recorded as the kernel does" "$(texts $H/trace | tail -n 2 | cut -c 1-30)" "$(texts $T/trace | tail -n 2 | cut -c 1-30)"
both trace_options nomarkers -
both trace_marker x -
both trace_options markers -
both tracing_on 0
both trace_marker x -
both trace_marker_raw xxxx -
both tracing_on 1
# Compares only the number of lines, because the kernel also prints bytes after a raw
# marker, up to a multiple of four.
long() { texts $1/trace | grep -v '^# [0-9a-f]* buf:' | grep -c .; }
is "trace has as many lines of markers as the kernel's" "$(long $H)" "$(long $T)"

echo 'hist:keys=common_pid' >$H/events/ftrace/print/trigger
for i in 1 2 3 4 5; do echo hello >$H/trace_marker; done
is "a histogram of ftrace:print counts markers" "$(sed -n 's/ *Hits: //p' $H/events/ftrace/print/hist)" 5
echo 'hist:keys=common_pid' >$H/instances/files/events/ftrace/print/trigger
echo hello >$H/trace_marker
is "a histogram of ftrace:print in an instance does not count the tree's markers" "$(sed -n 's/ *Hits: //p' $H/instances/files/events/ftrace/print/hist)" 0
true >$H/events/ftrace/print/trigger
fails "ftrace:print has no enable file" [ -e $H/events/ftrace/print/enable ]
fails "available_events does not list ftrace:print" grep -q ftrace: $H/available_events

# Tests clearing.
echo >$H/trace
is "writing to trace clears it" "$(texts $H/trace)" ""
for c in 0 1; do taskset $((c + 1)) sh -c "echo on $c >$H/trace_marker"; done
is "per_cpu/cpu1/trace shows the entries of CPU 1" "$(texts $H/per_cpu/cpu1/trace)" "on 1"
true >$H/per_cpu/cpu1/trace
is "writing to per_cpu/cpu1/trace leaves the entries of CPU 0" "$(texts $H/trace)" "on 0"
echo appended >>$H/trace
is "appending to trace clears nothing" "$(texts $H/trace)" "on 0"
echo >$H/instances/files/trace

# Tests clocks.
echo >$H/trace
echo counter >$H/trace_clock
echo a >$H/trace_marker
echo b >$H/trace_marker
is "the clock counter counts entries" "$(awk '/tracing_mark/ { sub(/:$/, "", $4); if (l) print $4 - l; l = $4 }' $H/trace)" 1
echo global >$H/trace_clock
is "changing the clock clears trace" "$(texts $H/trace)" ""

echo 1 >$H/tracing_cpumask
taskset 1 sh -c "echo one >$H/trace_marker"
is "trace_marker on a CPU outside tracing_cpumask fails with EBADF" "$(taskset 2 sh -c "echo two >$H/trace_marker" 2>&1 | sed 's/.*: //')" "Bad file descriptor"
is "a CPU outside tracing_cpumask records nothing" "$(texts $H/trace)" one
echo 3 >$H/tracing_cpumask

# Tests pause-on-trace: recording pauses while trace is read.
echo >$H/trace
echo 1 >$H/options/pause-on-trace
echo before >$H/trace_marker
exec 5<$H/trace
echo during >$H/trace_marker 2>/dev/null
exec 5<&-
echo after >$H/trace_marker
is "pause-on-trace records nothing while trace is open" "$(texts $H/trace)" "before
after"
echo 0 >$H/options/pause-on-trace

# A full ring loses its oldest or its newest entries.
echo >$H/trace
echo 8 >$H/buffer_size_kb
for o in 1 0; do
	echo $o >$H/options/overwrite
	echo >$H/trace
	i=0
	while [ $i -lt 600 ]; do echo "line $i" >$H/trace_marker; i=$((i + 1)); done 2>/dev/null
	case $o in
	1) check "a full ring keeps the newest entries with the option overwrite" sh -c "tail -n 1 $H/trace | grep -q 'line 599'" ;;
	0) check "a full ring keeps the oldest entries without the option overwrite" sh -c "grep -q 'line 0$' $H/trace" ;;
	esac
done
echo 1 >$H/options/overwrite
is "the header of trace counts the entries" "$(sed -n 's/.*written: \([0-9]*\)\/.*/\1/p' $H/trace)" "$(texts $H/trace | grep -c line)"
i=0
while [ $i -lt 600 ]; do echo "line $i" >$H/trace_marker; i=$((i + 1)); done
check "trace_pipe reports lost entries" sh -c "$R small $H/trace_pipe 4096 | grep -q 'LOST [0-9]* EVENTS'"
echo 1408 >$H/buffer_size_kb
echo >$H/trace

# If another name has replaced a task's name in saved_cmdlines, the task's next hit
# saves it again.
echo 1 >$H/saved_cmdlines_size
mkfifo /tmp/there /tmp/back
taskset 2 sh -c 'read x </tmp/there; echo -n other >/proc/self/comm; echo >/tmp/back' &
taskset 1 sh -c "echo -n named >/proc/self/comm; echo 1 >$H/events/task/task_rename/enable
	for i in 1 2; do echo -n named >/proc/self/comm; done
	echo >/tmp/there; read x </tmp/back
	echo -n named >/proc/self/comm; echo 0 >$H/events/task/task_rename/enable"
wait
is "trace names a task again after its name was pushed out of saved_cmdlines" "$(grep -c '^ *named-[0-9]' $H/trace)" 3
rm /tmp/there /tmp/back
echo 128 >$H/saved_cmdlines_size
echo >$H/trace

# Tests names and thread groups of tasks.
sames sched/sched_switch
for d in $H $T; do echo 1 >$d/options/record-tgid; done
sleep 0.1
check "saved_cmdlines lists the tasks of sched_switch" grep -q '^[0-9]* sh$' $H/saved_cmdlines
check "saved_tgids lists thread groups with the option record-tgid" grep -q "^$$ $$\$" $H/saved_tgids
check "trace shows thread groups with the option record-tgid" grep -qE "sleep-[0-9]+ +\( *[0-9]+\) \[" $H/trace
alike "trace has the kernel's header with the option record-tgid" "$(grep '^#' $H/trace | grep -v entries)" "$(grep '^#' $T/trace | grep -v entries)"
for d in $H $T; do
	echo 0 >$d/options/record-tgid
	echo 0 >$d/events/enable
	rmdir $d/instances/files
done

# The kernel's selftests and other tools look for these words of newer kernels.
for words in "can be any field, or the special string 'common_stacktrace'" \
	"char name[]' >> synthetic_events" "long[] stack' >> synthetic_events" "' >> synthetic_events" \
	"onmatch(matching.event)" "onmax(var)" "onchange(var)" "snapshot()" "trace(<synthetic_event>,param list)" \
	"save(field," "[:<var1>=<field|var_ref|numeric_literal>" ".buckets=size" ".ipv4 .ipv6 .mac" ".dev" ".oct" ".signed" ".percent" ".graph" "nohitcount" \
	"Create/append/" "r[maxactive]" "place: [<module>:]<symbol>[+<offset>]|<memaddr>" "s:[synthetic/]" \
	"place (kretprobe): [<module>:]<symbol>[+<offset>]%return" "ref_ctr_offset" "+|-[u]<offset>(<fetcharg>)" \
	"f[:[<group>/][<event>]] <func-name>[%return] [<args>]" "t[:[<group>/][<event>]] <tracepoint> [<args>]" \
	"e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>]" "<argname>" '\imm-value,' '$arg<N>' \
	"kernel return probes support:" "  set_ftrace_filter	" "  set_ftrace_notrace	" "  max_graph_depth	" "  stack_max_size	" "type: s8/16/32/64, u8/16/32/64, x8/16/32/64," "%pd/%pD"; do
	check "README says $words" grep -qF "$words" $H/README
done
is "synthetic_events takes the example of README with a stack" \
	"$(echo 'readme u64 lat; long[] stack' 2>&1 >>$H/synthetic_events && grep -o '^readme' $H/synthetic_events)" readme
echo '!readme' >>$H/synthetic_events
check "README names the kernel for which the module is built" grep -qxF "  built for $(uname -r)" $H/README
check "README describes hist triggers" sh -c "grep -q 'Format: hist:keys' $H/README && [ -f $H/README ]"

# Prints user stacks, as addresses and as locations in mapped files. The task must
# still have the files mapped when trace is read.
export H T
for d in $H $T; do
	echo 1 >$d/tracing_on
	echo >$d/trace
	echo 1 >$d/options/userstacktrace
	echo 1 >$d/events/task/task_rename/enable
done
sh -c '
	printf user_named >/proc/self/comm
	for d in $H $T; do echo 0 >$d/tracing_on; done
	for o in nosym-userobj sym-userobj sym-addr; do
		for d in $H $T; do
			echo $o >$d/trace_options
			sed -n "/newcomm=user_named/,/^[^ ]*-/p" $d/trace |
				sed "s/.*: </</" >/tmp/stack.$o.${d##*/}
		done
	done'
for o in nosym-userobj sym-userobj sym-addr; do
	if [ $(uname -m) = aarch64 ] && ! grep -q '^ =>' /tmp/stack.$o.tracing; then
		skip "trace shows user stacks as the kernel's does with $o: this kernel has none"
		continue
	fi
	alike "trace shows user stacks as the kernel's does with $o" "$(grep -v newcomm /tmp/stack.$o.histrig)" \
		"$(grep -v newcomm /tmp/stack.$o.tracing)"
done
check "a user stack has an address with nosym-userobj" grep -qE '^ =>  <0{8}[0-9a-f]{8}>$' /tmp/stack.nosym-userobj.histrig
check "a user stack has a file and an offset with sym-userobj" grep -qE '^ => /bin/busybox\[\+0x[0-9a-f]+\]$' /tmp/stack.sym-userobj.histrig
is "a user stack has no file once its task has ended" "$(sed -n '/newcomm=user_named/,$p' $H/trace | grep -c '^ => .*busybox')" 0
# A task with an address that is in no mapped file. Here the kernel's tree names the next file in
# memory, and the wrong task for a reader in another namespace.
echo nosym-addr >$H/trace_options
echo 0 >$H/events/task/task_rename/enable
echo >$H/trace
echo 1 >$H/events/raw_syscalls/sys_enter/enable
echo "id == $CHDIR" >$H/events/raw_syscalls/sys_enter/filter
echo 1 >$H/tracing_on
/tests/bin/userstack twice 1 &
check "a task with an invalid address in its stack sleeps" asleep $!
echo 0 >$H/tracing_on
userstack() { sed -n 's/^ => *//p' $H/trace; }
is "a user stack has no file for an address that is in none" "$(userstack | grep -v '^/tests/bin/userstack\[+0x[0-9a-f]*\]$')" "<0000000000001234>"
[ ! -e /proc/self/ns/pid ] ||
	alike "a reader in another namespace of tasks sees the same user stack" "$(unshare -p -f sed -n 's/^ => *//p' $H/trace)" "$(userstack)"
kill $!
wait $! 2>/dev/null
echo 0 >$H/events/raw_syscalls/sys_enter/enable
echo 0 >$H/events/raw_syscalls/sys_enter/filter
for d in $H $T; do
	echo 0 >$d/events/task/task_rename/enable
	echo 0 >$d/options/userstacktrace
	echo nosym-userobj >$d/trace_options
	echo nosym-addr >$d/trace_options
	echo >$d/trace
	echo 1 >$d/tracing_on
done
rm /tmp/stack.*
