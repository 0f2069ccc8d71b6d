# SPDX-License-Identifier: GPL-2.0
# Kernel stacks as keys: each equals the kernel's, with the same number of hits. Most of ours
# come from steps learned from the kernel's unwinder, so hit many places many times, and load
# and unload modules at the same time.
# guest: needs=native-hist smp=2 timeout=300 mem=2G
. /tests/guest/lib.sh
F=$kmods/histrig_fire

# lines FILE: print each entry of a histogram of stacks in a line, with at most 12 frames:
# the kernel stores 16, some of which are its own, and does not print these.
lines() {
	awk '/^[{] (common_)?stacktrace:/ { stack = ""; n = 0; next }
		/^[}] hitcount:/ { hits[stack] += $3; next }
		NF && /^ +[^ ]/ && n++ < 12 { stack = stack "|" $1 }
		END { for (stack in hits) print stack " " hits[stack] }' $1 | sort
}

events="kmem/kmalloc kmem/kmem_cache_alloc kmem/kmem_cache_free kmem/mm_page_alloc kmem/rss_stat
	sched/sched_switch sched/sched_waking sched/sched_process_fork sched/sched_process_exit
	raw_syscalls/sys_enter raw_syscalls/sys_exit syscalls/sys_enter_openat exceptions/page_fault_user
	timer/hrtimer_start timer/timer_start irq/softirq_entry signal/signal_generate
	task/task_rename workqueue/workqueue_queue_work net/netif_rx net/net_dev_queue
	power/cpu_frequency module/module_load"
events=$(for e in $events; do [ ! -e $H/events/$e/trigger ] || [ ! -e $T/events/$e/trigger ] || echo $e; done)

work() {
	local i
	for i in $(seq 12); do
		ls -lR /sys/class >/dev/null
		cat /proc/[0-9]*/stat /proc/interrupts >/dev/null 2>&1
		echo text | sed s/t/T/ | gzip -c | gunzip -c >/dev/null
		sh -c 'kill -USR1 $$' 2>/dev/null
		ping -c 1 127.0.0.1 >/dev/null 2>&1
	done
	# The modules are loaded to the same place, each with other functions there.
	for i in 1 2 3; do
		for module in histrig_fire histrig_called histrig_synth; do
			insmod /tests/kmod/$module.ko || continue
			[ $module != histrig_fire ] ||
				for i in 1 2 3; do echo 'fire power cpu_frequency count=1000' >$F; done
			rmmod $module
		done
	done
}

# Kernels number tasks upwards, so these are the tasks that work() starts. The kernel's threads
# for work and for its triggers start at any time, and may hit while only one tree counts.
first=$(sh -c 'echo $$')
triggers() { # PREFIX SUFFIX
	local d e
	for d in $T $H; do
		for e in $events; do
			echo "$1hist:keys=stacktrace:size=16384$2 if common_pid > $first && !(comm ~ \"[kt]*\")" >>$d/events/$e/trigger
		done
	done
}
ifconfig lo 127.0.0.1 up 2>/dev/null
triggers
(work) >/dev/null 2>&1
triggers '' :pause
total=0
for e in $events; do
	lines $T/events/$e/hist >/tmp/native
	lines $H/events/$e/hist >/tmp/ours
	n=$(awk '{ n += $NF } END { print n + 0 }' /tmp/native)
	total=$((total + n))
	is "stacks of $e are the kernel's ($(wc -l </tmp/native) stacks, $n hits)" "$(diff /tmp/ours /tmp/native | head -n 20)" ""
done
check "$total hits were compared" [ $total -gt 50000 ]
triggers !
