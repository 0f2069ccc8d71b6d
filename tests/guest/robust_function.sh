# SPDX-License-Identifier: GPL-2.0
# All functions are traced on four CPUs under load, while events, histograms,
# options, filters, pids and instances change. The kernel's log must contain no
# warnings.
# guest: smp=4 timeout=300 own=functions
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
# Grace periods and patching the calls of all functions take most of the time.
quick_rcu
patient
insmod /tests/kmod/histrig_called.ko || exit 1
C=$kmods/histrig_called
F=$H/instances/switched W=$H/instances/witness
# Old kernels trace functions one by one; for more than a few, histrig makes them
# patch all calls.
some='vfs_* ksys_*'
case $(uname -r) in 5.*) some='vfs_r*' ;; esac
# A kernel with kmemleak needs many minutes for a round.
rounds=3
[ ! -e /sys/kernel/debug/kmemleak ] || rounds=1

# ---- the load

# The load pauses, because switching waits for grace periods most of the time, and the calls
# of a load that never pauses would take nearly all time of the test.
busy() {
	usleep 500000
	sh -c 'exit 3'
	(cat /proc/self/maps /proc/interrupts | cat >/dev/null)
	echo x >/tmp/file && rm -f /tmp/file
	ls /sys/kernel /proc/sys/kernel >/dev/null
}

# The witness is an instance that does not change. It counts calls whose number is
# known, and records them in a ring that overflows.
begin_witness() {
	mkdir $W && echo called_add >$W/set_ftrace_filter && echo 60 >$W/buffer_size_kb &&
		echo 'hist:keys=parent_ip.sym' >$W/events/ftrace/function/trigger &&
		echo function >$W/current_tracer && echo 0 >/tmp/calls
}
witness() {
	local n
	usleep 200000
	read -r n </tmp/calls
	echo '500 add 1 2 3 4 5 6' >$C && echo $((n + 500)) >/tmp/calls
}
counted() { awk '$1 == "Hits:" || $1 == "Dropped:" { n += $2 } END { print n }' $W/events/ftrace/function/hist; }
recorded() { awk '/^(entries|overrun|dropped events):/ { n += $NF } END { print n }' $W/per_cpu/cpu*/stats; }

# ---- changes

A=$H/events/ftrace/function/trigger
E=$F/events/ftrace/function/trigger
tracers() {
	echo function >$F/current_tracer && echo wakeup_rt >$F/current_tracer && echo nop >$F/current_tracer
}
hists() {
	echo 'hist:keys=ip:size=8192' >$E && echo 'hist:keys=stacktrace:size=256' >>$E &&
		echo 'hist:keys=common_pid,parent_ip if ip.function == vfs_read' >>$E && true >$E
}
# The tracer of all functions is on, so this only changes what calls do.
hists_of_all() { echo 'hist:keys=ip.sym:size=65536' >$A && usleep 100000 && true >$A; }
options() {
	echo 1 >$F/options/func_stack_trace && echo 0 >$F/options/func_stack_trace &&
		echo 1 >$H/options/func-no-repeats && echo 0 >$H/options/func-no-repeats &&
		echo 1 >$H/options/record-tgid && echo 0 >$H/options/record-tgid
}
pids() {
	echo $$ >$F/set_ftrace_pid && echo 1 >$F/options/function-fork && true >$F/set_ftrace_pid &&
		echo $$ >$H/set_ftrace_notrace_pid && true >$H/set_ftrace_notrace_pid &&
		echo 0 >$F/options/function-fork
}
filters() {
	echo 'vfs_read vfs_write' >$F/set_ftrace_filter && echo '*spin*' >>$F/set_ftrace_notrace &&
		echo "$some" >$F/set_ftrace_filter && true >$F/set_ftrace_notrace
}
events() {
	echo 1 >$H/events/sched/sched_switch/enable && echo 1 >$F/events/irq/softirq_entry/enable &&
		echo 0 >$H/events/sched/sched_switch/enable && echo 0 >$F/events/irq/softirq_entry/enable
}
instances() {
	mkdir $H/instances/short && echo 'vfs_*' >$H/instances/short/set_ftrace_filter &&
		echo function >$H/instances/short/current_tracer && rmdir $H/instances/short
}
readers() {
	usleep 300000
	head -c 100000 $H/trace >/dev/null && head -c 20000 ${E%/*}/hist ${A%/*}/hist >/dev/null &&
	cat $H/per_cpu/cpu*/stats >/dev/null
}

# Run only a few groups at once: more would only wait for the same mutex.
calls() { tracers && hists; }
choices() { options && pids && filters; }
others() { hists_of_all && events && instances; }

storm() { # NAME ROUNDS
	together "$1" $2 calls choices others readers witness busy
}
begin() {
	mkdir $F && echo "$some" >$F/set_ftrace_filter && begin_witness &&
		echo function >$H/current_tracer
}
end() { echo nop >$H/current_tracer && rmdir $F $W; }

check "all functions are traced" begin
storm "everything is switched while all functions are traced" $rounds
calls=$(cat /tmp/calls)
check "calls whose number is known were made ($calls)" [ $calls -ge 1500 ]
is "a histogram counts each call whose number is known" "$(counted)" $calls
is "each call whose number is known is recorded, or counted as lost" "$(recorded)" $calls
check "more calls were recorded than the ring holds" \
	grep -q '^overrun: [1-9]' $W/per_cpu/cpu0/stats $W/per_cpu/cpu1/stats $W/per_cpu/cpu2/stats $W/per_cpu/cpu3/stats
check "tracing of all functions is switched off" end
is "no function is traced in the end" "$(cat $T/enabled_functions)" ""

# The caches are full now, so memory can be compared. This time, the module is
# unloaded while all functions are traced.
unload_histrig
before=$(free_kb)
load_histrig
check "all functions are traced once more" begin
[ $rounds = 1 ] || storm "everything is switched once more" 1
check "the module can be unloaded while all functions are traced" unload_histrig
is "no function is traced without the module" "$(cat $T/enabled_functions)" ""
lost=$((before - $(free_kb)))
if [ -e /sys/kernel/debug/kmemleak ]; then
	skip "unloading while all functions are traced loses no memory: kmemleak takes some itself and reports leaks"
else
	check "unloading while all functions are traced loses less than 1 MB ($lost kB)" [ $lost -lt 1024 ]
fi
load_histrig
rmmod histrig_called
