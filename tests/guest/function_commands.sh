# SPDX-License-Identifier: GPL-2.0
# Commands for functions in set_ftrace_filter: both trees have the same answers and
# effects.
# guest: timeout=120 mem=1G
. /tests/guest/lib.sh
. /tests/guest/parts/both_trees.sh

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
quick_rcu

# No other code calls these functions during the test: calls would change the
# counts.
commands() {
	write 'sock_register:traceoff' set_ftrace_filter
	cat set_ftrace_filter
	write 'sock_register:traceoff' set_ftrace_filter
	write 'sock_*:traceoff:3' set_ftrace_filter
	write 'sock_r*:stacktrace:2' set_ftrace_filter
	write 'sock_*:traceon:' set_ftrace_filter
	write 'sock_create:snapshot' set_ftrace_filter
	write 'sock_create:snapshot:1' set_ftrace_filter
	write 'sock_c*:dump' set_ftrace_filter
	write 'sock_create:dump:7' set_ftrace_filter
	write 'sock_register:cpudump:x' set_ftrace_filter
	write 'sock_create:enable_event:sched:sched_switch:2' set_ftrace_filter
	write 'sock_create:enable_event:sched:sched_wakeup:2' set_ftrace_filter
	write 'sock_create:disable_event:sched:sched_wakeup' set_ftrace_filter
	cat set_ftrace_filter events/sched/sched_switch/enable
	for word in 'sock_create:enable_event' 'sock_create:enable_event:sched' \
		'sock_create:enable_event:sched:none' 'sock_create:enable_event:sched:sched_switch:' \
		'sock_create:enable_event:sched:sched_switch:x' 'sock_create:traceoff:x' \
		'sock_create:traceoff:99999999999999999999' 'none:traceoff' '!none:traceoff' \
		'!sock_create:traceon' '!sock_create:stacktrace:2' '!sock_create:enable_event:sched:none' \
		'!sock_create:enable_event:sched:sched_wakeup' '!5:traceoff:3' ':traceoff' \
		'sock_create:traceoff:2:3' 'sock_create:TRACEOFF' '!sock_write_iter:dump' 'none:cpudump' \
		':dump'; do
		write "$word" set_ftrace_filter
		write "$word" set_ftrace_notrace
	done
	cat set_ftrace_filter
	for word in 'sock_register:traceoff' 'sock_c*:traceoff:0' '*:traceoff:0' '*:stacktrace:0' \
		'sock_*:traceon:0' 'sock_create:snapshot' ':snapshot:1' \
		'sock_create:dump:3' 'sock_*:dump' ':cpudump' \
		'sock_create:enable_event:sched:sched_wakeup:0' \
		'sock_create:disable_event:sched:sched_switch'; do
		append "!$word" set_ftrace_filter
	done
	cat set_ftrace_filter events/sched/sched_switch/enable
	echo 0 >events/sched/enable
}

acting() {
	echo 1 >tracing_on
	echo 'vfs_write:traceoff:2' >set_ftrace_filter
	echo 1 >/tmp/written
	cat tracing_on set_ftrace_filter
	echo 1 >tracing_on
	cat tracing_on
	echo 'proc_reg_open:traceon' >>set_ftrace_filter
	head -c 1 /proc/uptime >/dev/null
	cat tracing_on
	echo '!vfs_write:traceoff:0' >>set_ftrace_filter
	echo '!proc_reg_open:traceon' >>set_ftrace_filter
	echo 'proc_reg_open:enable_event:power:cpu_frequency:1' >>set_ftrace_filter
	cat events/power/cpu_frequency/enable
	head -c 1 /proc/uptime >/dev/null
	cat set_ftrace_filter events/power/cpu_frequency/enable
	echo 'proc_reg_open:disable_event:power:cpu_frequency' >>set_ftrace_filter
	head -c 1 /proc/uptime >/dev/null
	cat set_ftrace_filter events/power/cpu_frequency/enable
	echo '!proc_reg_open:enable_event:power:cpu_frequency:0' >>set_ftrace_filter
	echo '!proc_reg_open:disable_event:power:cpu_frequency' >>set_ftrace_filter
	cat set_ftrace_filter events/power/cpu_frequency/enable
	echo >trace
	echo 'vfs_open:stacktrace:1' >set_ftrace_filter
	head -c 1 /proc/uptime >/dev/null
	cat set_ftrace_filter
	echo '!vfs_open:stacktrace:1' >>set_ftrace_filter
	# The kernel's trace begins with the kernel's code that calls callbacks.
	sed -n '/ 0x\|ftrace_ops_assist/d;s/^ => /=> /p' trace
	echo 'vfs_open:snapshot:1' >set_ftrace_filter
	echo 0 >trace_marker
	echo 1 >trace
	echo marked >trace_marker
	head -c 1 /proc/uptime >/dev/null
	grep -c marked snapshot
	cat set_ftrace_filter
	echo '!vfs_open:snapshot:1' >>set_ftrace_filter
	echo 0 >snapshot
	true >trace
}

# dumped MASK: open a file of /proc on a CPU of the mask, and print what the
# kernel's log then contains.
dumped() {
	taskset 1 sh -c 'echo first >trace_marker'
	taskset 2 sh -c 'echo second >trace_marker'
	dmesg -c >/dev/null
	taskset "$1" head -c 1 /proc/uptime >/dev/null
	cat tracing_on
	dmesg | sed -n '/Dumping/,$s/^\(\[[^]]*\] \)\?\(.*us : \)\?//p'
	echo 1 >tracing_on
}

dumping() {
	echo 1 >tracing_on
	echo >trace
	echo 'proc_reg_open:dump' >set_ftrace_filter
	dumped 1
	dumped 1
	cat set_ftrace_filter
	echo '!proc_reg_open:dump' >>set_ftrace_filter
	echo 'proc_reg_open:cpudump' >>set_ftrace_filter
	dumped 2
	dumped 1
	dumped 1
	cat set_ftrace_filter
	echo '!proc_reg_open:cpudump' >>set_ftrace_filter
}

# put TEXT FILE: append the text, and print whether that succeeded.
put() {
	echo "$1" >>"$2"
	echo "$1: $?"
}

# An event cannot be removed while a command switches it. The probe is not at the
# beginning of its function, because 6.1 would deadlock when the command is removed.
targets() {
	put 'p:command/probe vfs_read+9' kprobe_events
	put 'sock_create:enable_event:command:probe' set_ftrace_filter
	put '-:command/probe' kprobe_events
	put '!sock_create:enable_event:command:probe' set_ftrace_filter
	put '-:command/probe' kprobe_events
	insmod /tests/kmod/histrig_bridged.ko
	put 'sock_create:disable_event:histrig_bridged:bridged_number:3' set_ftrace_filter
	cat set_ftrace_filter
	rmmod histrig_bridged
	put '!sock_create:disable_event:histrig_bridged:bridged_number:3' set_ftrace_filter
	rmmod histrig_bridged
	cat set_ftrace_filter
}

# The kernel lists functions of an unloaded module by address. The lists are sorted,
# because their order depends on the addresses, and the module gets a new address at each
# load.
unloading() {
	insmod /tests/kmod/histrig_called.ko
	put 'called_*:traceoff' set_ftrace_filter
	put 'called_a*:enable_event:sched:sched_switch:5' set_ftrace_filter
	put 'sock_create:traceoff' set_ftrace_filter
	sort set_ftrace_filter
	rmmod histrig_called
	grep -v '^0x' set_ftrace_filter
	put '!*:traceoff' set_ftrace_filter
	echo '!*:enable_event:sched:sched_switch:5' >>set_ftrace_filter 2>/dev/null
	insmod /tests/kmod/histrig_called.ko
	sort set_ftrace_filter
	cat events/sched/sched_switch/enable
	rmmod histrig_called
}

in_instance() {
	mkdir instances/commands
	for command in traceoff stacktrace snapshot dump enable_event:sched:sched_switch:5; do
		put "vfs_*:$command" instances/commands/set_ftrace_filter
	done
	sed 's/=.*//' instances/commands/set_ftrace_filter
	cat set_ftrace_filter
	rmdir instances/commands
	echo "$?"
}

both "commands at functions are accepted, shown and removed alike" commands
both "commands at functions act alike" acting
both "dump and cpudump at functions print alike to the kernel's log" dumping
both "events and modules stay while commands need them" targets
both "commands at functions of a module do not act on other functions later" unloading
both "an instance is removed with its commands" in_instance

# armed: add commands of all kinds to functions that are called, also by the task
# that unloads the module.
armed() {
	for command in traceoff:100 stacktrace snapshot disable_event:sched:sched_switch; do
		echo "vfs_*:$command" >>$H/set_ftrace_filter || return 1
	done
	echo 'proc_reg_open:cpudump' >>$H/set_ftrace_filter || return 1
	mkdir $H/instances/armed || return 1
	echo '*lock*:traceon' >$H/instances/armed/set_ftrace_filter || return 1
	head -c 1 /proc/uptime >/dev/null
}

unloads() {
	for n in 1 2; do
		armed && unload_histrig && load_histrig || return 1
	done
}

check "the module is unloaded twice with commands at functions that are called" unloads
