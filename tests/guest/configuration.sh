# SPDX-License-Identifier: GPL-2.0
# Parts that depend on the kernel's options: our tree lacks what the kernel's own tree
# lacks, and refuses the same writes. Most kernels of the tests have all options; bare has few.
. /tests/guest/lib.sh

# has TREE FILE
has() { if [ -e "$1/$2" ]; then echo yes; else echo no; fi; }
# takes TREE FILE LINE: print the errno of a write, or nothing.
takes() { echo "$3" 2>&1 >>"$1/$2" | sed 's/.*: //'; }

for file in kprobe_events kprobe_profile uprobe_events uprobe_profile available_filter_functions enabled_functions \
	set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_ftrace_notrace_pid options/function-trace \
	options/function-fork; do
	is "$file exists if the kernel's own tree has it" "$(has $H $file)" "$(has $T $file)"
done

# With a filter, a tracer need not patch the calls of all functions.
[ $(has $H set_ftrace_filter) = no ] || echo vfs_read >$H/set_ftrace_filter
for tracer in function wakeup wakeup_rt wakeup_dl nop; do
	listed=no
	! grep -qw $tracer $H/available_tracers || listed=yes
	taken=yes
	echo $tracer 2>/dev/null >$H/current_tracer || taken=no
	is "available_tracers lists $tracer if it can be selected" $listed $taken
done
echo nop >$H/current_tracer
[ $(has $H set_ftrace_filter) = no ] || echo >$H/set_ftrace_filter
is "available_tracers lists function if the kernel can trace functions" \
	"$(grep -cw function $H/available_tracers)" "$(grep -cw function $T/available_tracers)"
# Can the kernel trace functions, and their calls, for which histrig also needs kprobes?
# Files of the kernel's own tree tell.
functions=$(has $T available_filter_functions)
calls=no
[ $functions = no ] || calls=$(has $T kprobe_events)
is "available_tracers lists function_graph if the kernel has kprobes and function tracing" \
	"$(grep -cw function_graph $H/available_tracers)" "$([ $calls = yes ] && echo 1 || echo 0)"
is "max_graph_depth exists if the kernel has both" "$(has $H max_graph_depth)" $calls
is "stack_trace_filter exists if the kernel has function tracing" "$(has $H stack_trace_filter)" $functions

# left_out PART: print "no" if histrig doctor says that the module leaves the part out, else "yes".
/tests/bin/histrig doctor >/tmp/doctor
left_out() { if grep -q "^note *left out *$1: this kernel " /tmp/doctor; then echo no; else echo yes; fi; }
is "histrig doctor says if function tracing is left out" "$(left_out 'function tracing and the stack tracer')" $functions
is "histrig doctor says if function_graph is left out" \
	"$(left_out 'function_graph, the function profiler and probes on functions (f)')" $calls
is "histrig doctor says if probes in kernel code are left out" "$(left_out 'probes in kernel code (p and r)')" $(has $T kprobe_events)
is "histrig doctor says if probes in user code are left out" "$(left_out 'probes in user code')" $(has $T uprobe_events)
is "histrig doctor names no other part, but those for CFI" \
	"$(grep -c '^note *left out' /tmp/doctor)" "$(grep -cE '^note *left out *(function|probes|the key|bridged)' /tmp/doctor)"
has_cfi && cfi=no || cfi=yes
is "histrig doctor says if bridged events are left out" "$(left_out 'bridged events')" $cfi
cgroups=no
! grep -qw cgroup2 /proc/filesystems || cgroups=yes
is "histrig doctor says if cgroups are left out" "$(left_out 'the key common_cgroup')" $cgroups

for option in function-trace function-fork; do
	is "trace_options takes $option if the kernel's own tree does" \
		"$(takes $H trace_options $option)" "$(takes $T trace_options $option)"
done
echo nofunction-fork 2>/dev/null >$H/trace_options
echo nofunction-fork 2>/dev/null >$T/trace_options

is "dynamic_events takes a kprobe if the kernel's own tree does" \
	"$(takes $H dynamic_events 'p:ours/kernel_probe vfs_read')" "$(takes $T dynamic_events 'p:native/kernel_probe vfs_read')"
is "dynamic_events takes a uprobe if the kernel's own tree does" \
	"$(takes $H dynamic_events 'p:ours/user_probe /bin/busybox:0x1000')" \
	"$(takes $T dynamic_events 'p:native/user_probe /bin/busybox:0x1000')"
echo -:ours/ >>$H/dynamic_events
true >$T/dynamic_events # 5.10 cannot remove a group
is "dynamic_events takes probes on functions if the kernel has kprobes and function tracing" \
	"$(takes $H dynamic_events 'f:ours/function vfs_read' | grep -c .)" "$([ $calls = yes ] && echo 0 || echo 1)"
tprobes=yes
! has_cfi || tprobes=
is "dynamic_events takes a probe on a tracepoint unless the kernel checks the types of indirect calls" \
	"$(takes $H dynamic_events 't:ours/switch sched_switch')" "$([ -n "$tprobes" ] || echo Invalid argument)"
is "dynamic_events takes a probe on an event" \
	"$(takes $H dynamic_events 'e:ours/wakeup sched.sched_waking pid=$pid')" ""
echo 1 >$H/events/ours/enable
sleep 0.1
echo 0 >$H/events/ours/enable
check "a probe on an event has hits" grep -q ' wakeup: ' $H/trace
if [ -n "$tprobes" ]; then
	check "a probe on a tracepoint has hits" grep -q ' switch: ' $H/trace
	is "the place of a probe on a tracepoint is a symbol, or an address in a kernel without KALLSYMS" \
		"$(sed -n 's/.* switch: (\([^ )]*\).*/\1/p' $H/trace | sed 's/^0x.*/address/; t; s/.*/symbol/' | sort -u)" \
		"$([ -e /proc/kallsyms ] && echo symbol || echo address)"
fi
echo >$H/trace
true >$H/dynamic_events

# marked TREE OPTION: print the function of a line of trace_marker, or "address".
marked() {
	echo $2 >$1/trace_options
	echo marked >$1/trace_marker
	sed -n 's/.*: \([^:]*\): marked$/\1/p' $1/trace | sed 's/0x[0-9a-f]*/0xADDRESS/; s/<[0-9a-f]*>/<ADDRESS>/'
	echo >$1/trace
	echo nosym-offset >$1/trace_options
	echo nosym-addr >$1/trace_options
}
for option in nosym-offset sym-addr; do
	alike "trace_marker's lines begin as in the kernel's own tree with $option" "$(marked $H $option)" "$(marked $T $option)"
done
