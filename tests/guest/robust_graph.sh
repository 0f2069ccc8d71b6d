# SPDX-License-Identifier: GPL-2.0
# function_graph follows calls while tasks fork, exec, exit and sleep, modules are
# loaded and unloaded, and interrupts and NMIs hit.
# guest: smp=4 timeout=900 mem=2G
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu

patient

grep -q function_graph $H/available_tracers ||
	skip_all "this kernel cannot follow calls"
insmod /tests/kmod/histrig_called.ko || exit 1
C=$kmods/histrig_called
warnings() { dmesg | grep -cE 'WARNING:|BUG:|Oops|rethook:|unwind stack' ; }
before=$(warnings)

busy() {
	sh -c 'exit 3'
	(cat /proc/self/stat /proc/uptime | cat >/dev/null)
	echo x >/tmp/file.$$ && rm -f /tmp/file.$$
	usleep 1000
	return 0
}
# Leaves two of the four CPUs to the other commands.
storm() { echo 'storm 1 2' >$C; }
read_trace() { head -c 200000 $H/trace >/dev/null; }
read_pipe() { timeout 1 cat $H/trace_pipe >/dev/null; return 0; }
modules() { rmmod histrig_turns 2>/dev/null; insmod /tests/kmod/histrig_turns.ko 2>/dev/null; rmmod histrig_turns 2>/dev/null; return 0; }
nmis() { [ ! -e /sys/kernel/debug/x86 ] || nmi >/dev/null 2>&1; return 0; }

entries() { awk '/^entries|^overrun/ { n += $2 } END { print n + 0 }' $H/per_cpu/cpu*/stats; }

# ---- all functions, or as many as the kernel can follow in time: with all of them, the debug
# kernel needs a minute for a command

echo >$H/set_ftrace_filter
if [ -e /sys/kernel/debug/kmemleak ] || ! echo function_graph >$H/current_tracer 2>/dev/null; then
	echo 'vfs_*' >$H/set_ftrace_filter
	for f in do_exit do_group_exit kernel_clone kernel_wait4 do_nanosleep schedule \
		finish_task_switch wake_up_process begin_new_exec load_module \
		do_syscall_64 '__x64_sys_*at' 'called_*' handle_mm_fault; do
		echo "$f" >>$H/set_ftrace_filter 2>/dev/null
	done
	echo function_graph >$H/current_tracer
fi
is "function_graph is on" "$(cat $H/current_tracer)" function_graph
# A round of the storm takes seconds, in which the other commands have several.
rounds=2 later=2
[ ! -e /sys/kernel/debug/kmemleak ] || rounds=5 later=3
together "a busy machine works while its calls are followed" $rounds busy storm read_trace modules nmis
together "a busy machine works while readers consume its calls" $later busy storm read_pipe
check "calls are recorded" [ "$(entries)" -gt 1000 ]
sleep 30 &
sleeper=$!
within 10 asleep $sleeper
echo nop >$H/current_tracer
kill $sleeper
wait $sleeper 2>/dev/null
check "tasks work after the tracer was stopped with pending calls" busy

# ---- on and off

echo 'vfs_read vfs_write do_exit schedule kernel_clone called_*' >$H/set_ftrace_filter
# be_busy MICROSECONDS, calm_down: begin and end two loops that sleep for so long after each
# round. Beside loops that never sleep, the guest would spend most of its time on them while
# calls are patched.
busy_until() { while [ ! -e /tmp/stop.busy ]; do busy; usleep $1; done; }
be_busy() {
	rm -f /tmp/stop.busy
	busy_until $1 & one=$!
	busy_until $1 & two=$!
}
calm_down() {
	touch /tmp/stop.busy
	wait $one $two
}
be_busy 100000
# often TIMES COMMAND: repeat a command, and print how often it failed. Stops after 20
# seconds, or after a minute on the debug kernel, where hooking functions one by one takes
# seconds.
most=20
[ ! -e /sys/kernel/debug/kmemleak ] || most=60
often() {
	local n=0 failed=0 end=$(($(date +%s) + most))
	while [ $n -lt $1 ] && [ $(date +%s) -lt $end ]; do
		$2 || failed=$((failed + 1))
		n=$((n + 1))
	done
	echo $failed
}
on_and_off() { echo function_graph >$H/current_tracer && echo nop >$H/current_tracer; }
is "function_graph is switched on and off under load" "$(often 5 on_and_off)" 0

# ---- the profiler

profile() {
	echo 1 >$H/function_profile_enabled && busy &&
		cat $H/trace_stat/function* >/dev/null && echo 0 >$H/function_profile_enabled
}
is "the profiler is switched on and off under load" "$(often 4 profile)" 0
if [ ! -e /sys/kernel/debug/kmemleak ]; then
	# Now each command takes many times as long.
	calm_down
	be_busy 2000000
	echo >$H/set_ftrace_filter
	is "the profiler of all functions is switched on and off under load" "$(often 1 profile)" 0
	check "the profiler has counted more than 1,000 functions" \
		[ "$(cat $H/trace_stat/function* | head -n 1100 | wc -l)" -gt 1000 ]
	calm_down
	be_busy 100000
fi

# ---- together with the kernel's tracer, and in instances

echo 'vfs_read vfs_write do_exit schedule kernel_clone called_*' >$H/set_ftrace_filter
echo 'vfs_*' >$T/set_ftrace_filter
mkdir $H/instances/calls
i=$H/instances/calls
echo 'vfs_*' >$i/set_ftrace_filter
e=$i/events/ftrace/funcgraph_exit
echo 'hist:keys=func.sym:vals=duration' >$e/trigger
beside() {
	echo function_graph >$T/current_tracer &&
		echo function_graph >$H/current_tracer &&
		echo function_graph >$i/current_tracer && busy &&
		echo 'vfs_r* vfs_w*' >$i/set_ftrace_filter &&
		echo nop >$T/current_tracer && echo nop >$H/current_tracer &&
		echo nop >$i/current_tracer
}
is "function_graph is switched beside the kernel's own and in an instance" "$(often 2 beside)" 0
check "a histogram counts calls while the kernel's own function_graph is switched" \
	[ "$(awk '$1 == "Hits:" { print $2 }' $e/hist)" -gt 20 ]
echo '!hist:keys=func.sym:vals=duration' >$e/trigger
calm_down
rmdir $i
echo >$T/set_ftrace_filter

# ---- the module is unloaded with the tracer on

unload_while_on() {
	echo function_graph >$H/current_tracer
	busy
	unload_histrig && load_histrig || return 1
	echo 'vfs_*' >$H/set_ftrace_filter
}
n=0
while [ $n -lt 3 ] && unload_while_on; do n=$((n + 1)); done
is "the module can be unloaded 3 times with function_graph on" $n 3
check "tasks work after the module was unloaded with function_graph on" busy
is "the kernel's log has no new warnings" "$(($(warnings) - before))" 0
[ "$(warnings)" = "$before" ] || dmesg | grep -A20 -E 'WARNING:|BUG:' | head -40
echo >$H/set_ftrace_filter 2>/dev/null
rmmod histrig_called
