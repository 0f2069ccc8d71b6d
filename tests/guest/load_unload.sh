# SPDX-License-Identifier: GPL-2.0
# Loads, arms and unloads the module repeatedly, while all CPUs fire and other tasks
# access the tree.
# guest: timeout=600 needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
. /tests/guest/parts/tracer_loads.sh

# Grace periods take most of a round. The second series expedites them by quick_rcu, so it
# can have more rounds. With kmemleak a round takes minutes, but one round finds a leak.
# There are four kinds of rounds, in turn.
ROUNDS=4 MORE=6
[ ! -e /sys/kernel/debug/kmemleak ] || ROUNDS=4 MORE=4
F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
[ ! -d $H ] || unload_histrig || exit 1

arm() {
	echo 'hist:keys=state,cpu_id:vals=cpu_id' >$H/events/power/cpu_frequency/trigger &&
	echo 'hist:keys=common_stacktrace' >>$H/events/power/cpu_frequency/trigger &&
	echo 'hist:keys=next_comm' >$H/events/sched/sched_switch/trigger &&
	echo 'hist:keys=common_pid.execname:vals=bytes_req' >$H/events/kmem/kmalloc/trigger &&
	echo 'hist:keys=id.syscall:size=8192' >$H/events/raw_syscalls/sys_enter/trigger
}

# Accesses the tree, also through a separate mount, and an instance.
look() {
	mkdir -p /tmp/mnt &&
	find $H/events/irq $H/per_cpu >/dev/null &&
	mount -t histrig nodev /tmp/mnt &&
	cat /tmp/mnt/events/irq/*/format >/dev/null &&
	mkdir /tmp/mnt/instances/looked &&
	find $H/instances/looked/events/irq >/dev/null &&
	chmod 600 $H/instances/looked/trace &&
	rmdir /tmp/mnt/instances/looked &&
	umount /tmp/mnt
}

# A round without hits would prove nothing.
hit() { grep -q '^{ state' $H/events/power/cpu_frequency/hist; }

round() {
	load_histrig || return 1
	arm || return 1
	within 20 hit || return 1
	look || return 1
	case $(($1 % 4)) in
	0) echo >$H/events/power/cpu_frequency/trigger ;;	# removed by hand
	1) cat $H/events/sched/sched_switch/hist >/dev/null ;;
	2) echo 'hist:keys=next_comm:pause' >>$H/events/sched/sched_switch/trigger ;;
	esac
	unload_histrig
}

echo "bg power cpu_frequency keys=1000 cpus=2" >$F
check "the module is loaded, armed, looked at and unloaded $ROUNDS times while every CPU fires" rounds 1 $ROUNDS
echo stop >$F
# Compares the free memory before and after the second series. The first series
# has filled the caches.
series() {
	echo "bg power cpu_frequency keys=1000 cpus=2 ctx=irq" >$F
	check "the module is loaded, armed, looked at and unloaded $MORE times while interrupts fire" rounds 1 $MORE
	echo stop >$F
}
quick_rcu
limit=$((MORE * 32))
if [ -e /sys/kernel/debug/kmemleak ]; then
	series
	skip "loading and unloading loses no memory: kmemleak takes some itself and reports leaks"
else
	lost_kb $limit series
	check "loading and unloading $MORE times loses less than $limit kB ($lost kB)" [ $lost -lt $limit ]
fi

# Once with each tracer; tests/tracer_loads.sh does this 1,000 times. The test robust_function
# unloads the module while all functions are traced.
few_functions=yes
check "the module loads and unloads with a tracer on 8 times" load_with_tracers 8

# The module must wait for running hits once for many events, not once for each. A
# probe counts the waits that modules start.
load_histrig
ls $H/events/*/*/trigger | grep -v /ftrace/ | head -n 500 >/tmp/list
quick_rcu
while read -r file; do echo 'hist:keys=common_pid:size=128' >$file; done </tmp/list
is "500 events have a trigger before the module unloads" "$(cat $H/events/*/*/trigger | grep -c ^hist)" 500
if echo "p:waits synchronize_rcu from=$RETURNS:x64" >$T/kprobe_events; then
	text=$(cat /sys/module/histrig/sections/.text)
	echo "from >= ${text%??????}000000 && from <= ${text%??????}ffffff" >$T/events/kprobes/waits/filter
	echo 1 >$T/events/kprobes/waits/enable
	check "the module unloads with triggers of 500 events" unload_histrig
	echo 0 >$T/events/kprobes/waits/enable
	waits=$(grep -c waits: $T/trace)
	check "unloading with triggers of 500 events waits for hits fewer than 50 times ($waits)" [ $waits -gt 0 -a $waits -lt 50 ]
	echo >$T/kprobe_events
else
	check "the module unloads with triggers of 500 events" unload_histrig
	skip "unloading waits for hits fewer than 50 times: this kernel has no kprobe events"
fi

# Registering the filesystem is the last step, because users can then mount it. Our
# functions cannot be traced, but kernel functions that they call can.
steps='registry_init syscalls_init probe_modules_init function_modules_init fs_init'
echo 'for_each_kernel_tracepoint register_module_notifier register_filesystem' >$T/set_ftrace_filter
echo function >$T/current_tracer
load_histrig
echo 0 >$T/tracing_on
is "loading registers the filesystem after all other steps that can fail" \
	"$(sed -nE 's/.* <-([a-z_]+)( \[histrig\])?$/\1/p' $T/trace | uniq | grep -xE "${steps// /|}" | xargs)" "$steps"
unload_histrig
echo nop >$T/current_tracer
echo >$T/set_ftrace_filter
echo 1 >$T/tracing_on

load_histrig
echo 'hist:keys=state' >$H/events/power/cpu_frequency/trigger
exec 5<$H/events/power/cpu_frequency/hist
fails "the module does not unload while its hist file is open" unload_histrig
exec 5<&-
check "the module unloads once its hist file is closed" unload_histrig
rmmod histrig_fire
load_histrig
