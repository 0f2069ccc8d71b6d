# SPDX-License-Identifier: GPL-2.0
# Probes that may be dangerous: on functions that our own hits call, on hundreds of
# functions, on functions that all CPUs call while probes are added and removed, and
# while modules are unloaded.
# guest: smp=4 timeout=300
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

[ -e $T/kprobe_events ] || skip_all "this kernel has no kprobes"
C=$kmods/histrig_called
K=$H/events/kprobes
FUNCTIONS=500
insmod /tests/kmod/histrig_called.ko || exit 1
quick_rcu

define() { echo "$*" >>$H/kprobe_events; }
total() { awk -v what="$1:" '$1 == what { n += $2 } END { print n + 0 }' $2/hist; }
profile() { awk -v name=$1 '$1 == name { print $2 }' $H/kprobe_profile; }

work() {
	local i
	for i in 1 2 3; do
		cat /proc/self/stat /proc/uptime >/dev/null
		echo x >/tmp/file
	done
}

# ---- recursion: functions that hits call

probed=0 alive=0
define 'p:job ksys_read fd='$ARG1'' || define 'p:job vfs_read fd='$ARG1''
echo 'hist:keys=common_pid.execname,stacktrace:vals=fd' >$K/job/trigger
echo stacktrace >>$K/job/trigger
echo 1 >$K/job/enable
for f in copy_from_kernel_nofault copy_from_user_nofault trace_clock_local sched_clock \
	sched_clock_cpu irq_work_queue stack_trace_save arch_stack_walk unwind_next_frame \
	rcu_is_watching strscpy strnlen strncpy_from_kernel_nofault __rcu_read_unlock \
	kprobe_ftrace_handler kretprobe_dispatcher ftrace_ops_assist_func get_kprobe \
	smp_call_function_many native_sched_clock ktime_get_mono_fast_ns \
	kmem_cache_alloc mutex_lock vsnprintf sprint_symbol try_to_wake_up \
	sched_clock_local in_task_stack __kernel_text_address copy_from_kernel_nofault_allowed; do
	for type in p r; do
		echo "$type:rec $f" 2>/dev/null >>$H/kprobe_events || continue
		probed=$((probed + 1))
		echo "hist:keys=common_pid:vals=hitcount" >$K/rec/trigger
		echo 1 >$K/rec/enable
		work
		echo 0 >$K/rec/enable
		true >$K/rec/trigger
		define -:rec && alive=$((alive + 1))
	done
done
check "functions that hits call can be probed ($probed)" [ $probed -gt 20 ]
is "probes on functions that hits call can be removed" "$alive" "$probed"
check "hits are counted beside probes on functions that hits call" [ "$(total Hits $K/job)" -gt $probed ]
true >$K/job/trigger
echo '!stacktrace' >$K/job/trigger
echo 0 >$K/job/enable
check "the event beside probes on functions that hits call can be removed" define -:job

# ---- many functions, one after another

# Prints names of kernel functions: those that can be traced or, if the kernel has no list
# of these, all but those of initialization.
functions() {
	[ ! -e $T/available_filter_functions ] || {
		awk '!/\[/ { print $1 }' $T/available_filter_functions
		return
	}
	sort /proc/kallsyms | awk '$3 == "_sinittext" { start = 1 }
		!start && $2 ~ /[tT]/ && !/\[/ { print $3 }
		$3 == "_einittext" { start = 0 }'
}
# Names that are unique.
functions | grep -v '\.\|^__SCT__' | sort | uniq -u >/tmp/all
awk -v n="$(wc -l </tmp/all)" -v want=$FUNCTIONS \
	'int(NR * want / n) != int((NR - 1) * want / n)' /tmp/all >/tmp/functions
# 25 at a time, as probes of one event: enabling and removing it takes most of the time.
accepted=0 armed=0 removed=0 batch=0
arm_and_remove() {
	! echo 1 >$K/one/enable || armed=$((armed + batch))
	echo "$f" >/tmp/file
	echo 0 >$K/one/enable
	! define -:one || removed=$((removed + batch))
	batch=0
}
while read -r f; do
	echo "p:one $f x=+0($ARG1):u8 s=+0($ARG2):string" 2>/dev/null >>$H/kprobe_events || continue
	accepted=$((accepted + 1)) batch=$((batch + 1))
	[ $batch -lt 25 ] || arm_and_remove
done </tmp/functions
[ $batch = 0 ] || arm_and_remove
check "nearly all of $(wc -l </tmp/functions) functions can be probed ($accepted)" \
	[ $armed -gt $((FUNCTIONS * 8 / 10)) ]
is "each probe was armed and removed" "$removed" "$accepted"

# All at the same time, as probes of one event.
n=0
while read -r f; do
	! echo "p:all $f" 2>/dev/null >>$H/kprobe_events || n=$((n + 1))
done </tmp/functions
echo 'hist:keys=__probe_ip.sym' >$K/all/trigger
work
check "one event with $n probes counts" [ "$(total Hits $K/all)" -gt 100 ]
true >$K/all/trigger
check "hundreds of probes are removed at once" eval 'true >$H/kprobe_events'
is "no probe is left after hundreds were removed at once" "$(wc -l <$H/kprobe_events)" 0

# ---- changes while the event fires on every CPU

# Tasks call the functions of histrig_called until the storm ends.
begin_storm() { # TASKS
	rm -f /tmp/calm
	while [ ! -e /tmp/calm ]; do echo "storm 1 $1" >$C; done &
	storm=$!
	usleep 200000
}
end_storm() {
	touch /tmp/calm
	wait $storm
}

define 'p:busy called_add x='$ARG1':s32 y='$ARG2''
begin_storm 4
echo 'hist:keys=y:vals=x' >$K/busy/trigger
come_and_go() {
	define 'p:busy called_thing x='$ARG3':s32 y=+0('$ARG1')' || echo "adding failed" >>/tmp/errors
	define '-:busy called_thing' || echo "removing failed" >>/tmp/errors
}
returns_too() {
	define 'r:ret called_depth d=$retval:s32' || echo "r: failed" >>/tmp/errors
	echo 'hist:keys=d' >$K/ret/trigger
	true >$K/ret/trigger
	define -:ret || echo "-:ret failed" >>/tmp/errors
}
# Pauses, so that the commands that wait for grace periods get more of the CPUs.
enable_too() {
	usleep 20000
	echo 1 >$K/busy/enable
	echo 0 >$K/busy/enable
}
read_too() { cat $K/busy/hist $H/kprobe_profile $H/kprobe_events $H/trace >/dev/null; }
together "probes come and go while four CPUs hit the event" 5 come_and_go returns_too enable_too read_too
check "the event has counted all along" [ "$(total Hits $K/busy)" -gt 1000 ]
end_storm
# The other definition has other values for y.
is "the histogram has every hit from the first on of the definition that was there all along" \
	"$(awk '/^[{] y: +1 / { print $6 }' $K/busy/hist) and $(total Dropped $K/busy) dropped" "$(profile busy | head -n 1) and 0 dropped"
true >$K/busy/trigger
true >$H/kprobe_events

# ---- modules that are unloaded while their probes are armed

define 'p:a called_add x='$ARG1''
define 'r:b called_outer x=$retval'
echo 'hist:keys=x' >$K/a/trigger
echo 1 >$K/b/enable
begin_storm 2
check "histrig can be unloaded while probes are armed and hit" unload_histrig
check "our module comes back in the same storm" load_histrig
end_storm
is "histrig has no probes after it was loaded again" "$(cat $H/kprobe_events)" ""
define 'p:a called_add x='$ARG1''
echo 'hist:keys=x' >$K/a/trigger
echo "storm 1 4" >$C
check "a probed module is unloaded while its function is hit" rmmod histrig_called
check "a probe is still defined after its module was unloaded" grep -q called_add $H/kprobe_events
true >$K/a/trigger
true >$H/kprobe_events

# ---- events of page faults that read memory which is not present, and so fault themselves

# faults GROUP COMMAND: define such an event, of that group, and check that it counts.
faults() {
	echo "$2" >>$H/dynamic_events
	echo 'hist:keys=s' >$H/events/$1/faults/trigger
	ls /tests >/dev/null
	/tests/bin/piperead now /proc/self/maps >/dev/null
	check "an event of $1 for page faults may fault itself" [ "$(total Hits $H/events/$1/faults)" -gt 0 ]
	true >$H/events/$1/faults/trigger
	echo "-:$1/faults" >>$H/dynamic_events
}
if [ -e $H/events/exceptions/page_fault_kernel ]; then
	faults eprobes 'e:faults exceptions/page_fault_kernel s=+u0($address):u64'
	faults tracepoints 't:faults page_fault_kernel s=+u0($arg1):u64'
	faults eprobes 'e:faults exceptions/page_fault_kernel s=+0($address):ustring'
else
	skip "an event for page faults may fault itself: this kernel has no such event"
fi
