# SPDX-License-Identifier: GPL-2.0
# All features that trace functions work when they are the first to be used after
# loading. The test load_unload has the stack tracer.
# guest: own=functions
. /tests/guest/lib.sh
quick_rcu

# fresh NAME COMMAND...: load the module again and check that a command succeeds.
fresh() {
	local name=$1
	shift
	unload_histrig && load_histrig || exit 1
	check "$name" "$@"
}
profile() {
	echo 1 >$H/function_profile_enabled && cat /proc/self/stat >/dev/null &&
		echo 0 >$H/function_profile_enabled &&
		[ "$(wc -l <$H/trace_stat/function0)" -gt 100 ]
}
fresh "the profiler works when it is used first after loading" profile
count() {
	echo 'hist:keys=ip' >$H/events/ftrace/function/trigger &&
		echo '!hist:keys=ip' >$H/events/ftrace/function/trigger
}
fresh "a histogram of functions works when it is used first after loading" count
command() { echo 'vfs_read:traceon' >$H/set_ftrace_filter && echo '!vfs_read:traceon' >$H/set_ftrace_filter; }
fresh "a command at a function works when it is used first after loading" command
