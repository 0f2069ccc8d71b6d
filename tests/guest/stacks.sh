# SPDX-License-Identifier: GPL-2.0
# Kernel stacks as keys: each equals the kernel's, with the same number of hits. On x86 most
# come from steps that were learned from the kernel's unwinder. So many places are hit many
# times, while modules come and go.
# guest: needs=native-hist smp=2 timeout=300 mem=2G
. /tests/guest/lib.sh
[ "$(uname -m)" = x86_64 ] ||
	skip_all "the kernel's own stacks begin after a fixed number of functions; see docs/kernels.md"
F=$kmods/histrig_fire

# lines FILE: print each entry of a histogram of stacks in a line, with at most 12 frames. The
# kernel stores 16 frames, but does not print those of its tracing.
lines() {
	awk '/^[{] (common_)?stacktrace:/ { stack = ""; n = 0; next }
		/^[}] hitcount:/ { hits[stack] += $3; next }
		NF && /^ +[^ ]/ && n++ < 12 { stack = stack "|" $1 }
		END { for (stack in hits) print stack " " hits[stack] }' $1 | sort
}
# hits TREE EVENT...: print the number of hits of the histograms of all these events.
hits() {
	local tree=$1 e
	shift
	for e; do sed -n 's/^ *Hits: //p' $tree/events/$e/hist; done | awk '{ n += $1 } END { print n + 0 }'
}
# triggers TREE EVENTS PREFIX SUFFIX FILTER: write a trigger to each event's file.
triggers() {
	local e
	for e in $2; do echo "$3hist:keys=stacktrace:size=16384$4 if $5" >>$1/events/$e/trigger; done
}
both() { for e; do [ ! -e $H/events/$e/trigger ] || [ ! -e $T/events/$e/trigger ] || echo $e; done; }

often=$(both kmem/kmalloc kmem/kmem_cache_alloc kmem/kmem_cache_free sched/sched_switch \
	raw_syscalls/sys_enter raw_syscalls/sys_exit power/cpu_frequency module/module_load)
events="$often $(both kmem/mm_page_alloc kmem/rss_stat sched/sched_waking sched/sched_process_fork \
	sched/sched_process_exit syscalls/sys_enter_openat exceptions/page_fault_user timer/hrtimer_start \
	timer/timer_start irq/softirq_entry signal/signal_generate task/task_rename \
	workqueue/workqueue_queue_work net/netif_rx net/net_dev_queue)"

work() {
	local n
	for n in $(seq ${1:-12}); do
		ls -lR /sys/class
		cat /proc/[0-9]*/stat /proc/interrupts
		echo text | sed s/t/T/ | gzip -c | gunzip -c
		sh -c 'kill -USR1 $$'
		ping -c 1 127.0.0.1
	done >/dev/null 2>&1
}
# The modules are loaded to the same place, each with other functions there.
modules() {
	local n module
	for n in 1 2 3; do
		for module in histrig_fire histrig_called histrig_synth; do
			insmod /tests/kmod/$module.ko || return
			[ $module != histrig_fire ] ||
				for m in 1 2 3; do echo 'fire power cpu_frequency count=1000' >$F; done
			rmmod $module || return
		done
	done
}

# ---- the tasks that the work starts: the kernel numbers tasks upwards

first=$(sh -c 'echo $$')
# The kernel's threads for work and for its triggers start at any time, and may hit while only
# one tree counts. COMM is the current task, even if the event has a field comm.
filter="common_pid > $first && !(COMM ~ \"[kt]*\")"
ifconfig lo 127.0.0.1 up 2>/dev/null
for d in $T $H; do triggers $d "$events" '' '' "$filter"; done
(work; modules)
check "modules come and go while stacks are collected" [ $? = 0 ]
for d in $T $H; do triggers $d "$events" '' :pause "$filter"; done
for e in $events; do
	lines $T/events/$e/hist >/tmp/native
	lines $H/events/$e/hist >/tmp/ours
	echo "# $e: $(wc -l </tmp/native) stacks, $(hits $T $e) hits"
	is "stacks of $e are the kernel's" "$(diff /tmp/ours /tmp/native | head -n 20)" ""
done
for e in $often; do check "stacks of $e were compared" [ $(hits $T $e) -gt 0 ]; done
check "more than 50,000 stacks were compared" [ $(hits $T $events) -gt 50000 ]
for d in $T $H; do triggers $d "$events" '!' '' "$filter"; done

# ---- the kernel's threads: the kernel's trigger is armed first and paused last

kernel=$(both sched/sched_switch workqueue/workqueue_execute_start kmem/kmem_cache_free)
triggers $T "$kernel" '' '' 'COMM ~ "k*"'
triggers $H "$kernel" '' '' 'COMM ~ "k*"'
(work 4)
triggers $H "$kernel" '' :pause 'COMM ~ "k*"'
triggers $T "$kernel" '' :pause 'COMM ~ "k*"'
for e in $kernel; do
	lines $T/events/$e/hist >/tmp/native
	lines $H/events/$e/hist >/tmp/ours
	is "stacks of $e in threads of the kernel are the kernel's" "$(awk '
		NR == FNR { had[$1] = $2; next }
		$2 > had[$1] { print $2 " hits, not " had[$1] + 0 ": " $1 }' /tmp/native /tmp/ours | head -n 9)" ""
done
check "stacks end where a thread of the kernel begins" grep -q '|ret_from_fork' /tmp/ours
for d in $H $T; do triggers $d "$kernel" '!' '' 'COMM ~ "k*"'; done

# ---- places within functions, where the unwinder may take a word of data for an address

for f in kfree vfs_read; do
	for at in $(seq 60); do
		echo "p:within/${f}_$at $f+$at" >>$H/kprobe_events && places="$places ${f}_$at"
	done 2>/dev/null
done
for e in $places; do echo hist:keys=common_stacktrace >$H/events/within/$e/trigger; done
work 1
# The instructions that the kernel has moved out of probed functions are code without a name,
# where its modules are.
is "stacks from within functions have addresses of code only" \
	"$(for e in $places; do grep '^ *0x' $H/events/within/$e/hist; done | grep -v '0xffffffff[a-f]' | head -n 5)" ""
check "stacks from within functions were collected" [ $(for e in $places; do cat $H/events/within/$e/hist; done | grep -c '+0x') -gt 50 ]
for e in $places; do true >$H/events/within/$e/trigger; done
echo >$H/kprobe_events

# ---- how many stacks need the unwinder: those of interrupts and exceptions

if [ -e /sys/kernel/debug/kmemleak ]; then
	skip "most stacks need no unwinder: the debug kernel itself unwinds many"
elif grep -q ' __unwind_start$' /proc/kallsyms; then
	list() { (for n in 1 2 3; do ls -lR /sys/class >/dev/null; done); }
	few="kmem/kmem_cache_alloc raw_syscalls/sys_enter"
	triggers $H "$few" '' '' 'common_pid > 0'
	# The worker accepts some steps at a time.
	for n in 1 2 3 4; do list; sleep 0.1; done
	echo 'p:native/unwind __unwind_start' >$T/kprobe_events
	echo hist:keys=common_pid >$T/events/native/unwind/trigger
	before=$(hits $H $few)
	list
	unwound=$(hits $T native/unwind)
	after=$(hits $H $few)
	echo "# $unwound of $((after - before)) stacks came from the unwinder"
	check "most stacks need no unwinder" [ $((unwound * 2)) -lt $((after - before)) ]
	echo '!hist:keys=common_pid' >>$T/events/native/unwind/trigger
	echo -:native/unwind >>$T/kprobe_events
	triggers $H "$few" '!' '' 'common_pid > 0'
else
	skip "most stacks need no unwinder: this kernel has none that costs much"
fi
