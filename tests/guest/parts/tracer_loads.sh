# SPDX-License-Identifier: GPL-2.0
# Loads the module, and unloads it with a tracer on. Sourced by tests.

patient

# load_with_tracer I: run a round. I selects one of eight tracers. Two of them patch
# the calls of all functions, which takes most of the time; with $few_functions, one.
few_functions=
load_with_tracer() {
	load_histrig || return 1
	case $(($1 % 8)) in
	0) { [ -z "$few_functions" ] || echo 'vfs_*' >$H/set_ftrace_filter; } &&
		echo function >$H/current_tracer ;;
	1) echo 'vfs_*' >$H/set_ftrace_filter && echo wakeup_rt >$H/current_tracer ;;
	2) echo 1 >/sys/module/histrig/parameters/stack_tracer_enabled ;;
	3) mkdir $H/instances/loads && echo 'vfs_*' >$H/instances/loads/set_ftrace_filter &&
		echo function >$H/instances/loads/current_tracer ;;
	4) echo 'vfs_*' >$H/set_ftrace_filter &&
		echo 'hist:keys=ip.sym,common_stacktrace' >$H/events/ftrace/function/trigger ;;
	5) echo 'vfs_*' >$H/set_ftrace_filter && echo 1 >$H/function_profile_enabled ;;
	6) echo 'vfs_*' >$H/set_ftrace_filter && echo 'vfs_*:stacktrace' >>$H/set_ftrace_filter &&
		echo function >$H/current_tracer ;;
	7) echo 'vfs_r*' >$H/set_ftrace_filter &&
		if grep -q function_graph $H/available_tracers; then
			echo function_graph >$H/current_tracer
		else
			echo wakeup >$H/current_tracer
		fi ;;
	esac || return 1
	cat /proc/self/status >/dev/null
	case $(($1 % 8)) in
	0) grep -q ' <-' $H/trace ;; # calls of cat may have been overwritten
	6) grep -q ' <-vfs_\| <-ksys_' $H/trace ;;
	2) [ "$(cat $H/stack_max_size)" -gt 500 ] ;;
	3) grep -q vfs_read $H/instances/loads/trace && grep -q "^function$" $H/instances/loads/current_tracer ;;
	4) grep -q vfs_read $H/events/ftrace/function/hist ;;
	5) grep -q vfs_read $H/trace_stat/function0 $H/trace_stat/function1 ;;
	esac || return 1
	unload_histrig
}

# load_with_tracers N: run N rounds.
load_with_tracers() {
	local i=0
	while [ $i -lt $1 ]; do
		load_with_tracer $i || { echo "round $i"; return 1; }
		i=$((i + 1))
	done
}
