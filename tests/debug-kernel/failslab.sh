# SPDX-License-Identifier: GPL-2.0
# A task whose memory allocations fail at random writes commands to our files. The
# rate of failures grows to every second allocation. A command may fail or succeed,
# but its result must be complete: readable, removable, and usable when memory is
# available again.
. /tests/guest/lib.sh

F=/sys/kernel/debug
for knob in failslab fail_page_alloc; do
	echo Y >$F/$knob/task-filter
	echo 1 >$F/$knob/interval
	echo -1 >$F/$knob/times
	echo 0 >$F/$knob/verbose
	echo N >$F/$knob/ignore-gfp-wait
done
echo N >$F/fail_page_alloc/ignore-gfp-highmem
echo 0 >$F/fail_page_alloc/min-order

# starved COMMAND: run a command in a shell whose allocations fail. The command must
# not fork, because the kernel warns if a fork finds no memory for a stack. It must not run
# another program, because the kernel may start that one with wrong memory.
starved() {
	sh -c 'echo 1 >/proc/self/make-it-fail; eval "$1"' sh "$1" 2>/dev/null
}

# starved_nth NUMBER COMMAND: let only the allocation of this number fail.
starved_nth() {
	sh -c 'echo $1 >/proc/self/fail-nth; eval "$2"' sh "$1" "$2" 2>/dev/null
}

# starve COMMAND..., starve_nth NUMBER COMMAND...: the same for a command of a program that
# begins to fail when it runs.
starve() { /tests/bin/files make-it-fail 1 "$@" 2>/dev/null; }
starve_nth() { /tests/bin/files fail-nth "$@" 2>/dev/null; }

rate() {
	echo $1 >$F/failslab/probability
	echo $1 >$F/fail_page_alloc/probability
}

commands="
raw_syscalls/sys_enter hist:keys=id
raw_syscalls/sys_enter hist:keys=id if id > 3 && common_pid != 1
sched/sched_switch traceoff:3 if next_pid == 7
sched/sched_switch enable_event:kmem:kmalloc:1
raw_syscalls/sys_enter hist:keys=id.syscall,common_pid.execname:sort=hitcount.descending:size=4096
sched/sched_switch hist:name=shared:keys=next_comm:vals=hitcount
sched/sched_switch hist:keys=prev_pid,next_pid:vals=prev_prio,next_prio:sort=prev_prio:pause
kmem/kmalloc hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc
kmem/kmalloc hist:keys=call_site:vals=bytes_req.p99,bytes_req.dist,bytes_alloc.stddev,bytes_alloc.max
kmem/kmalloc hist:keys=stacktrace
kmem/kmalloc hist:keys=gfp_flags.flags,common_cgroup.path:sort=common_cgroup
raw_syscalls/sys_exit hist:keys=common_ustacktrace,common_comm
kmem/kmalloc hist:keys=bytes_req.log2:no=such
kmem/kfree hist:keys=call_site.sym-offset
"

one_command() {
	local trigger=$H/events/$1/trigger
	[ -e "$trigger" ] || return 0
	starved "echo '$2' >>$trigger" && made=$((made + 1))
	tried=$((tried + 1))
	starve cat $trigger ${trigger%/*}/hist ${trigger%/*}/format
	starved "echo '$2:clear' >>$trigger"
	starved "echo '!$2' >>$trigger"
	rate_now=$(cat $F/failslab/probability)
	rate 0
	echo "!$2" >>"$trigger"
	rate "$rate_now"
} >/dev/null 2>&1

definition="fs int a; char b[16]; char c[]; unsigned long[] d"
one_definition() {
	local rate_now trigger=$H/events/synthetic/fs/trigger
	starved "echo '$definition' >>$H/synthetic_events" && made=$((made + 1))
	tried=$((tried + 1))
	starve cat $H/synthetic_events $H/dynamic_events
	starved "[ ! -e $trigger ] || echo hist:keys=b:vals=a >>$trigger"
	starved "[ ! -e $trigger ] || echo '!hist:keys=b:vals=a' >>$trigger"
	starved "echo '!fs' >>$H/synthetic_events"
	rate_now=$(cat $F/failslab/probability)
	rate 0
	[ ! -e $trigger ] || echo '!hist:keys=b:vals=a' >>$trigger
	echo '!fs' >>$H/synthetic_events
	rate "$rate_now"
} >/dev/null 2>&1

# search FOLDER...: list folders whose dentries and inodes are not cached. A listing
# may fail, but one that reports no error must be complete. The output goes to a file
# whose memory is already allocated.
search() {
	local rate_now
	echo 2 >/proc/sys/vm/drop_caches
	yes '' | head -c 65536 >/tmp/found
	starve walk "$@" 1<>/tmp/found && found=yes || found=
	rate_now=$(cat $F/failslab/probability)
	rate 0
	[ -z "$found" ] || listed "$@"
	searches=$((searches + 1))
	rate "$rate_now"
}
listed() {
	complete=$((complete + 1))
	[ "$(grep . /tmp/found)" = "$(/tests/bin/files walk "$@")" ] || echo "$*: $(grep -c . /tmp/found)" >>/tmp/incomplete
}

one_instance() {
	local rate_now f=$H/instances/f
	rate_now=$(cat $F/failslab/probability)
	rate 0
	mkdir $f
	rate "$rate_now"
	search $H/events/irq $H/per_cpu
	search $H/options
	search $H/per_cpu/cpu0
	search $f/events/irq $f/options
	search $f/per_cpu/cpu1
	starve in $H/events/irq/softirq_entry cat format id
	starve cat $f/trace $f/events/irq/softirq_entry/filter $f/options/overwrite
	starved "echo 1 >$f/events/irq/enable"
	starved "echo 1 >$f/snapshot"
	starve chmod 600 $f/trace
	starve chmod 640 $H/events/irq/filter
	starve mount $M && mounts=$((mounts + 1))
	starve walk $M/events/irq
	starve umount $M
	starved "echo '-:no/such' >$f/free_instance"
	starve rmdir $f
	rate 0
	umount $M
	[ ! -e $f ] || rmdir $f || echo "an instance is not removed" >>/tmp/incomplete
	rate "$rate_now"
} >/dev/null 2>&1

# numbers: print growing numbers of allocations.
numbers() { awk 'BEGIN { for (n = 1; n < 20000; n += 1 + int(n / 4)) print n }'; }

# Creating an instance and the first mount allocate objects for all events, so they
# would never succeed while many allocations fail.
instances_by_number() {
	local n f=$H/instances/f
	for n in $(numbers); do
		tries=$((tries + 1))
		if starve_nth $n mkdir $f; then
			made=$((made + 1))
			[ "$(cd $f && find events -maxdepth 2 | sort)" = "$(cd $H && find events -maxdepth 2 | sort)" ] ||
				echo "instance $n" >>/tmp/incomplete
			rmdir $f || echo "rmdir $n" >>/tmp/incomplete
		elif [ -e $f ]; then
			echo "mkdir $n fails and makes an instance" >>/tmp/incomplete
			rmdir $f
		fi
	done
} >/dev/null 2>&1

# A first mount has some 310 allocations.
first_mounts_by_number() {
	local n
	for n in $(seq 1 12 313); do
		unload_histrig && load_histrig || echo load >>/tmp/incomplete
		until starve_nth $n mount $M; do
			tries=$((tries + 1))
			n=$((n + 1))
		done
		[ "$(cd $M && find events -maxdepth 2)" = "$(cat /tmp/events)" ] || echo "first mount $n" >>/tmp/incomplete
		umount $M
	done
} >/dev/null 2>&1

round() {
	one_definition
	one_instance
	echo "$commands" | while read -r event command; do
		[ -z "$event" ] || one_command "$event" "$command"
		echo "$tried $made" >/tmp/counts
	done
	read -r tried made </tmp/counts
}

# Definitions by other modules: in each round another allocation fails, until a round has
# no such allocation.
modules_by_number() {
	local n
	insmod /tests/kmod/histrig_kprobe_api.ko
	insmod /tests/kmod/histrig_synth.ko
	for n in $(numbers); do
		tries=$((tries + 1))
		starved_nth $n "echo define ours >$F/histrig_kprobe_api"
		! grep -q ': -12$' $F/histrig_kprobe_api || refused=$((refused + 1))
		starved_nth $n "echo hold kprobes/api_entry >$F/histrig_kprobe_api"
		starved_nth $n "echo on >$F/histrig_kprobe_api"
		echo off >$F/histrig_kprobe_api
		echo put >$F/histrig_kprobe_api
		starved_nth $n "echo commands >$F/histrig_kprobe_api"
		starved_nth $n "echo remove ours >$F/histrig_kprobe_api"
		echo remove ours >$F/histrig_kprobe_api
		starved_nth $n "echo create ours fs >$F/histrig_synth"
		starved_nth $n "echo delete ours fs >$F/histrig_synth"
		echo delete ours fs >$F/histrig_synth
		echo -:low/probe >>$H/dynamic_events
		echo -:low_synth >>$H/dynamic_events
		cat $H/dynamic_events >>/tmp/incomplete
	done
	rmmod histrig_synth
	rmmod histrig_kprobe_api
} >/dev/null 2>&1

M=/tmp/mnt
mkdir -p $M
true >/tmp/incomplete
(cd $H && find events -maxdepth 2) >/tmp/events
tries=0
first_mounts_by_number
is "the first mount shows all events, or fails, when one allocation fails" "$(cat /tmp/incomplete)" ""
check "the first mount fails when one allocation fails ($tries times)" [ $tries -gt 0 ]
tries=0 made=0
instances_by_number
is "an instance is made as a whole or not at all when one allocation fails" "$(cat /tmp/incomplete)" ""
check "instances are made after $((tries - made)) failures" [ $made -gt 0 -a $tries -gt $((made + 10)) ]
tries=0 refused=0
modules_by_number
is "modules define events as a whole or not at all when one allocation fails" "$(cat /tmp/incomplete)" ""
check "modules define events after $refused failures" [ $refused -gt 3 ]
tried=0 made=0 searches=0 complete=0 mounts=0
for percent in 1 5 20 50; do
	for i in 1 2 3; do
		rate $percent
		round
	done
	rate 0
	ok "commands with $percent % of allocations failing ($made of $tried took effect so far)"
	is "all that is in the tree is found with $percent % of allocations failing, or an error is reported" \
		"$(sort -u /tmp/incomplete)" ""
	echo "# $complete of $searches searches reported no error, $mounts mounts were made so far"
done
check "a folder was listed while allocations failed" [ $complete -gt 0 ]
check "the tree was mounted while allocations failed" [ $mounts -gt 0 ]

left=$(find $H/events -name trigger 2>/dev/null | xargs grep -hv '^#' 2>/dev/null)
is "no trigger remains after allocations failed" "$left" ""
is "no synthetic event remains after allocations failed" "$(cat $H/synthetic_events)" ""
t=$H/events/raw_syscalls/sys_enter
check "a trigger can be set once allocations succeed again" sh -c "echo hist:keys=id >>$t/trigger"
check "a trigger counts once allocations succeed again" grep -q '^{ id: ' $t/hist
check "a trigger can be removed once allocations succeed again" sh -c "echo '!hist:keys=id' >>$t/trigger"

is "no instance remains after allocations failed" "$(ls $H/instances)" ""
check "the module unloads after allocations failed" unload_histrig
load_histrig
