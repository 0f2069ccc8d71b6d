# SPDX-License-Identifier: GPL-2.0
# Probes on functions and on tracepoints (f: and t:), which only later kernels have
# in their own tree, and probes at entries of functions (p:) that function tracing
# calls.
# guest: smp=4 timeout=180
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

[ -e $T/available_filter_functions ] || skip_all "this kernel cannot trace functions one by one"
patient
definitions=$H/dynamic_events
. /tests/guest/parts/probed.sh
tprobes=yes
! has_cfi || tprobes=

profile() { awk -v name=$1 '$1 == name { print $2 }' $H/kprobe_profile; }
without() { # EVENT'S FOLDER...
	local event
	for event; do true >$event/trigger; done
	clean
}

# ---- functions

define 'f:in called_add a=$arg1 b=$arg2:s32 c=$arg3:u8'
define 'f:out called_add%return sum=$retval:s64 a=$arg1'
define 'f called_minus'
define 'f5 called_minus ret=$retval:s32'
is "definitions of probes on functions read as the kernel shows them" "$(cat $H/dynamic_events)" \
'f:fprobes/in called_add a=$arg1 b=$arg2:s32 c=$arg3:u8
f:fprobes/out called_add%return sum=$retval:s64 a=$arg1
f:fprobes/called_minus__entry called_minus
f5:fprobes/called_minus__exit called_minus%return ret=$retval:s32'
echo 1 >$F/enable
call add 1 -2 3 4 5 6
call minus 4
echo 0 >$F/enable
call add 7 7 7 7 7 7
is "functions record arguments and results" "$(lines $H)" \
"in: (called_add) a=0x1 b=-2 c=3
out: (called_write <- called_add) sum=17 a=0x1
called_minus__entry: (called_minus)
called_minus__exit: (called_write <- called_minus) ret=-4"
clean

# ---- the caller of a function whose return others have hooked as well

returns() { # WHEN: three probes name the caller
	define 'f:one called_add%return'
	define 'f:two called_add%return'
	define 'r:three called_add'
	echo 'hist:keys=__probe_ret_ip.sym' >$F/two/trigger
	echo 1 >$F/enable
	echo 1 >$K/three/enable
	[ -z "$2" ] || echo function_graph >$2/current_tracer
	call add 1 1 1 1 1 1
	[ -z "$2" ] || echo nop >$2/current_tracer
	is "the returns of one function name its caller, $1" "$(lines $H | sort | xargs -n 4)" \
"one: (called_write <- called_add)
three: (called_write <- called_add)
two: (called_write <- called_add)"
	check "the caller is a key, $1" grep -q '] called_write ' $F/two/hist
	echo 0 >$F/enable
	echo 0 >$K/three/enable
	without $F/two
}
returns "with three probes"
mkdir $H/instances/graph
for tree in $H/instances/graph $T; do
	grep -qw function_graph $tree/available_tracers 2>/dev/null || { skip "$tree has no tracer function_graph"; continue; }
	echo called_add >$tree/set_ftrace_filter
	returns "when ${tree##*/} graphs it from then on" $tree
	echo function_graph >$tree/current_tracer
	returns "when ${tree##*/} has graphed it before"
	echo nop >$tree/current_tracer
	echo >$tree/set_ftrace_filter
done
rmdir $H/instances/graph

define 'f:all called_m*' && define 'f:all called_inner' && define 'f:all called_outer'
echo 'hist:keys=__probe_ip.sym' >$F/all/trigger
call minus 1
call chain 3
is "a pattern and two names feed one event" "$(sed -n 's/.*\(called_[a-z]*\).*hitcount: *\([0-9]*\).*/\1 \2/p' $F/all/hist | sort | xargs)" \
	"called_inner 3 called_minus 1 called_outer 1"
check "one of three probes is removed while the event is in use" define '-:all called_inner'
call chain 3
is "two of three probes go on after one is removed" "$(total Hits $F/all)" 6
without $F/all

define 'f:outs called_add%return r=$retval:u64'
define 'f:outs called_depth%return r=$retval:u64'
fails "another place removes no probe on returns" define '-:outs called_add%retur'
check "a probe on returns is removed by its place, as the file shows it" define '-:outs called_add%return'
is "one of two probes on returns is removed" "$(cat $H/dynamic_events)" 'f:fprobes/outs called_depth%return r=$retval:u64'
check "a probe on returns is removed by its function, as in the kernel" define '-:outs called_depth'
clean

define 'f:time called_depth%return d=$duration r=$retval'
echo 'hist:keys=r:vals=d' >$F/time/trigger
# On a busy host, the clock stands still while the guest's tick is late, so a short
# call may take no time.
timed=0 tries=0
while [ $timed -lt 5 -a $tries -lt 50 ]; do
	call depth 4
	timed=$(grep -c '^{.* d: *[1-9]' $F/time/hist)
	tries=$((tries + 1))
done
is "every nested call has a duration" $timed 5
is "every nested call returns" "$(total Hits $F/time)" $((tries * 5))
without $F/time

insmod /tests/kmod/histrig_twin.ko
define 'f:entry called_twin x=$arg1:s32'
define 'f:return called_twin%return x=$retval:s32'
echo 1 >$F/enable
call twin 5
echo 5 >$kmods/histrig_twin
is "a name of two functions means both, for entries and returns" "$(lines $H | sed 's/ \[histrig_twin\]//g')" \
"entry: (called_twin) x=5
return: (called_write <- called_twin) x=7
entry: (called_twin) x=5
return: (twin_write <- called_twin) x=8"
check "a module is unloaded while its function's returns are probed" rmmod histrig_twin
true >$H/trace
call twin 6
is "returns of one of two functions are counted after the other one is unloaded" "$(lines $H | grep return)" "return: (called_write <- called_twin) x=8"
true >$H/trace
insmod /tests/kmod/histrig_twin.ko
call twin 7
echo 7 >$kmods/histrig_twin
is "returns of a function are counted whose module is loaded later" "$(lines $H | grep return | sed 's/ \[histrig_twin\]//g')" \
"return: (called_write <- called_twin) x=9
return: (twin_write <- called_twin) x=10"
echo 0 >$F/enable
rmmod histrig_twin
check "returns are counted again of the functions that are left" eval 'echo 1 >$F/enable'
true >$H/trace
call twin 8
is "returns of a function are counted after a module that has one of its name is unloaded" "$(lines $H | grep return)" "return: (called_write <- called_twin) x=10"
clean

# The kernel frees init code after it has run, also if it is hooked.
define 'f:init *twin*%return'
echo 1 >$F/init/enable
insmod /tests/kmod/histrig_twin.ko
call twin 9
check "returns are counted of functions that match, once a module with init code that matches is loaded" \
	[ "$(lines $H | grep -c 'init: (called_write <- called_twin)')" = 1 ]
echo 0 >$F/init/enable
rmmod histrig_twin
hooked() { [ -e $T/enabled_functions ] && grep twin $T/enabled_functions; }
is "no function stays hooked after a module with init code was loaded" "none $(hooked)" "none "
clean

# One function, by its name and by a pattern.
define 'f:one called_add%return a=$arg6 r=$retval:s32 s=$stack0 p=$stack'
define 'f:two called_ad[d]%return a=$arg6 r=$retval:s32 s=$stack0 p=$stack'
echo 1 >$F/enable
call add 1 2 3 4 5 6
is "a return by a pattern shows the same values as one by a name" "$(lines $H | cut -d: -f2- | sort -u | sed 's/ s=.*//'; lines $H | wc -l)" \
" (called_write <- called_add) a=0x6 r=21
2"
clean

define 'f:out called_[io]*%return x=$arg1 r=$retval:s32 d=$duration'
is "a pattern of returns reads as it was written" "$(cat $H/dynamic_events)" \
	'f:fprobes/out called_[io]*%return x=$arg1 r=$retval:s32 d=$duration'
echo 1 >$F/out/enable
call chain 3
is "a pattern is on the returns of all functions that match" "$(lines $H | sed 's/ d=[0-9]*$//')" \
"out: (called_outer <- called_inner) x=0x0 r=0
out: (called_outer <- called_inner) x=0x1 r=1
out: (called_outer <- called_inner) x=0x2 r=4
out: (called_write <- called_outer) x=0x3 r=5"
clean
define 'f:out vfs_*%return d=$duration'
echo 'hist:keys=__probe_func.sym:vals=d' >$F/out/trigger
cat /proc/self/stat >/dev/null
check "returns of many functions are counted" [ $(grep -c '^{.*] vfs_.* d: *[1-9]' $F/out/hist) -gt 2 ]
is "returns of many functions have no missed hits" "$(total Dropped $F/out)" 0
without $F/out

# Returns while another return is handled are missed on kernels without fprobes.
define 'f:all *%return'
echo 'hist:keys=__probe_func.sym:size=65536' >$F/all/trigger
usleep 200000
many=$(grep -c '^{' $F/all/hist)
: >$F/all/trigger
check "returns of all functions are counted" [ $many -gt 600 ]
define '-:all'

refused() { # that the definition is refused, and why
	true >$H/error_log
	! define "$2" 2>/dev/null && grep -q "$1" $H/error_log
}
check "a function that does not exist is refused" refused 'Invalid probed address' 'f:a no_such_function'
check "a function that is not traced is refused" refused 'Invalid probed address' 'f:a called_notrace'
insmod /tests/kmod/histrig_pair.ko
check "a name of two functions of a module is refused" refused 'not unique' 'f:a histrig_pair:called_pair'
check "a name of two functions of a module is refused for returns" \
	refused 'not unique' 'f:a histrig_pair:called_pair%return'
check "a name of one function of a module is accepted" define 'f:a histrig_pair:pair_call'
rmmod histrig_pair
clean
check "an offset is refused" refused 'Invalid probed address' 'f:a called_add+4'
check "a wrong suffix is refused" refused 'Invalid probed address suffix' 'f:a called_add%back'
check "a pattern of returns that matches nothing is refused" refused 'Invalid probed address' 'f:a no_such_func*%return'
check "a number of returns is refused at an entry" refused 'Maxactive is only for function exit' 'f5:a called_add'
check "a register is refused" refused 'Invalid fetch argument' 'f:a called_add x=%di'
define 'f:a called_add'
check "an entry and a return cannot be one event" refused 'Probe type is different' 'f:a called_add%return'
if [ -n "$tprobes" ]; then
	check "a wrong name of a tracepoint is refused" refused 'Invalid character in tracepoint' 't:a sched-switch'
	check "a tracepoint has no result" refused 'retval is not available' 't:a sched_switch x=$retval'
	check "a function and a tracepoint cannot be one event" refused 'Probe type is different' 't:fprobes/a sched_switch'
	define 't:b sched_switch'
	check "a second probe on the same tracepoint is refused" refused 'exact same' 't:b sched_switch'
fi
clean

# ---- probes at entries that need kprobes, because they read registers or the stack

define "p:a called_add x=\$arg1 y=$ARG2:s32"
define "p:b called_add x=$IP y=%sp z=$OTHER"
define "p:c called_add s=$RETURNS:symbol"
echo 1 >$K/enable
call add 5 6 0 0 0 0
is "kprobes at an entry record arguments" "$(lines $H | grep '^a')" "a: (called_add) x=0x5 y=6"
is "a probe at an entry knows where the function returns to" "$(lines $H | grep '^c')" "c: (called_add) s=called_write"
is "kprobes at an entry are hit once each" "$(profile a) $(profile b) $(profile c)" "1 1 1"
clean

# ---- tracepoints

if [ -n "$tprobes" ]; then
	define 't:n sched_process_fork child=$arg2'
	define 't sched_process_exit'
	is "definitions of probes on tracepoints read as the kernel shows them" "$(cat $H/dynamic_events)" \
	't:tracepoints/n sched_process_fork child=$arg2
t:tracepoints/sched_process_exit sched_process_exit'
	echo 'hist:keys=common_pid' >$H/events/tracepoints/n/trigger
	for i in 1 2 3; do /bin/true; done
	check "probes on tracepoints are hit" [ "$(total Hits $H/events/tracepoints/n)" -ge 3 ]
	without $H/events/tracepoints/n

	# On x86, the call pushes the return address; on arm64, the caller has saved its own above
	# its frame pointer.
	word=1
	[ "$RETURNS" != '$stack0' ] || word=0
	define "t:from sched_process_fork at=\$stack$word:symbol sp=\$stack"
	echo 1 >$H/events/tracepoints/from/enable
	/bin/true
	is "the first words of the stack tell where the tracepoint was hit" \
		"$(lines $H | sed -n 's/sp=0xffff[0-9a-f]*$/sp=ADDRESS/; s/^from: .* at=//p' | sort -u)" \
		"kernel_clone sp=ADDRESS"
	echo 0 >$H/events/tracepoints/from/enable
	clean
fi

# ---- stacks

# Prints the first two functions of each stack.
tops() { awk '/<stack trace>/ { n = 0 } $1 == "=>" && n++ < 2 { print $2 }' $H/trace | xargs; }
stacks_begin() { # EVENT'S FOLDER, WHAT, FUNCTIONS
	true >$H/trace
	echo stacktrace >$1/trigger
	call chain 1
	usleep 1000
	is "stacks of $2 begin there" "$(tops)" "$3"
	echo '!stacktrace' >$1/trigger
}
define 'f:a called_inner x=$arg1'
define 'f:b called_inn* x=$arg1'
define 'f:c called_inner%return x=$retval d=$duration'
define 'f:d called_inn*%return x=$retval d=$duration'
stacks_begin $F/a "a function" "called_inner called_outer"
stacks_begin $F/b "functions by a pattern" "called_inner called_outer"
stacks_begin $F/c "the caller of a function that returns" "called_outer called_write"
stacks_begin $F/d "the caller of functions that return, by a pattern" "called_outer called_write"

# One function calls all probes on a tracepoint.
if [ -n "$tprobes" ]; then
	define 't:a sched_process_exit'
	define 't:b sched_process_exit'
	define 'e:c sched.sched_process_exit'
	begin_at_exit() { # EVENT'S FOLDER WHAT
		true >$H/trace
		echo stacktrace >$1/trigger
		/bin/true
		check "stacks of $2 begin at the tracepoint" within 5 eval '[ "$(tops | cut -d " " -f 1)" = do_exit ]'
		echo '!stacktrace' >$1/trigger
	}
	echo 1 >$H/events/tracepoints/b/enable
	begin_at_exit $H/events/tracepoints/a "probes on tracepoints"
	begin_at_exit $H/events/eprobes/c "probes on events"
	echo 0 >$H/events/tracepoints/b/enable
	define 't:a sched_process_fork'
	define 't:b sched_process_fork'
	echo 1 >$H/events/tracepoints/b/enable
	true >$H/trace
	echo stacktrace >$H/events/tracepoints/a/trigger
	/bin/true
	both_begin() { [ "$(awk '/<stack trace>/ { getline; print $2 }' $H/trace | sort -u | xargs)" = "do_exit kernel_clone" ]; }
	check "stacks of an event on two tracepoints begin at either" within 5 both_begin
	echo '!stacktrace' >$H/events/tracepoints/a/trigger
fi
clean

# ---- modules that are loaded and unloaded

define 'f:a histrig_called:called_add x=$arg1'
define 'f:b histrig_called:called_add%return x=$retval:x64'
define 'p:p histrig_called:called_add x=$arg1'
echo 1 >$F/enable
echo 1 >$K/enable
call add 1 0 0 0 0 0
check "the module of the probes can be unloaded" rmmod histrig_called
is "probes stay when their module is unloaded" "$(grep -c histrig_called $H/dynamic_events)" 3
insmod /tests/kmod/histrig_called.ko
true >$H/trace
call add 2 0 0 0 0 0
is "probes are armed again when their module is reloaded" "$(lines $H | sort)" \
"a: (called_add) x=0x2
b: (called_write <- called_add) x=0x2
p: (called_add) x=0x2"
clean

# Another module can get the memory of an unloaded one.
define 'f:some called_*'
echo 'hist:keys=__probe_ip.sym' >$F/some/trigger
rmmod histrig_called
for i in twin turns; do
	insmod /tests/kmod/histrig_$i.ko
done
echo 1 >$kmods/histrig_twin
echo "turns 3 1" >$kmods/histrig_turns
insmod /tests/kmod/histrig_called.ko
call chain 2
is "a pattern applies to the modules that are loaded, and to no other functions" \
	"$(sed -n '/called_init/d; s/.*\(called_[a-z_]*\).*hitcount: *\([0-9]*\).*/\1 \2/p' $F/some/hist | sort | xargs)" \
	"called_at_start 1 called_inner 2 called_outer 1 called_twin 1 called_write 1"
rmmod histrig_turns
rmmod histrig_twin
rmmod histrig_called
true >$F/some/trigger
echo 1 >$F/some/enable
insmod /tests/kmod/histrig_called.ko
true >$H/trace
call minus 1
is "a pattern can be armed before the module of its functions is loaded" "$(lines $H | xargs)" "some: (called_write) some: (called_minus)"
echo 0 >$F/some/enable
clean

# Arms a probe on a module after all notifiers were told that the module is being
# unloaded.
insmod /tests/kmod/histrig_twin.ko hold=histrig_called linger=60000
rmmod histrig_called &
unload=$!
going() { grep -q '^histrig_called .* Unloading' /proc/modules; }
within 20 going
sleep 1
define 'f:late called_add'
check "a probe is armed while its module is being unloaded" sh -c "echo 1 >$F/late/enable"
echo 0 >/sys/module/histrig_twin/parameters/linger
wait $unload
is "arming a probe does not keep its module from being unloaded" "$(grep -c '^histrig_called ' /proc/modules)" 0
define 'f:two vfs_read'
define 'f:two vfs_write'
echo 'hist:keys=__probe_ip.sym' >$F/two/trigger
cat /proc/self/stat >/dev/null
check "probes are armed beside one whose function was unloaded" [ "$(total Hits $F/two)" -gt 0 ]
true >$F/two/trigger
is "the kernel traces no function of a probe that is disarmed" "$(grep -cE '^vfs_(read|write) ' $T/enabled_functions)" 0
clean
rmmod histrig_twin
insmod /tests/kmod/histrig_called.ko

# ---- recursion, interrupts, NMIs, idle functions

for f in copy_from_kernel_nofault trace_clock_local sched_clock stack_trace_save ktime_get_mono_fast_ns irq_work_queue; do
	define "f:rec $f" 2>/dev/null
done
define 'f:job vfs_read s=+0($arg1):string'
echo 'hist:keys=common_pid:vals=hitcount' >$F/rec/trigger
echo 'hist:keys=s,stacktrace' >$F/job/trigger
echo stacktrace >>$F/job/trigger
for i in 1 2 3; do cat /proc/self/stat >/dev/null; done
check "functions that hits call can be probed" [ "$(total Hits $F/job)" -gt 3 ]
echo '!stacktrace' >>$F/job/trigger
without $F/rec $F/job

define 'f:rec copy_from_kernel_nofault v=+0($arg2)'
number=@called_thing
! has_data_symbols || number=@called_number
define "f:some copy_from_kernel_nofaul* v=+0($number)"
for i in rec some; do
	echo 'hist:keys=common_pid' >$F/$i/trigger
done
define 'f:job called_thing text=+48($arg1):string'
echo 1 >$F/job/enable
call 10 thing 0
for i in rec some; do
	check "hits within a hit count as dropped ($i)" [ $(total Dropped $F/$i) -ge 10 ]
done
echo 0 >$F/job/enable
without $F/rec $F/some

# The firing module calls its functions only if a tracepoint has probes.
L=$H/events/power/cpu_frequency
echo 'hist:keys=state' >$L/trigger
define 'f:n histrig_fire:fire_two_uints'
echo 'hist:keys=common_cpu' >$F/n/trigger
echo "fire power cpu_frequency cpus=2 count=500 ctx=irq" >$kmods/histrig_fire
is "hits in interrupts are counted" "$(total Hits $F/n)" 1000
echo "fire power cpu_frequency cpus=2 count=500 ctx=nmi" >$kmods/histrig_fire
is "hits in NMIs are counted" "$(($(total Hits $F/n) + $(total Dropped $F/n)))" 2000
true >$L/trigger
without $F/n

define 'f:idle tick_nohz_idle_enter'
echo 'hist:keys=common_pid' >$F/idle/trigger
check "functions of idle CPUs can be probed" within 10 eval '[ $(total Hits $F/idle) -gt 2 ]'
without $F/idle

# ---- changes while all CPUs hit the event

echo "storm 4 4" >$C &
storm=$!
define 'f:busy called_add x=$arg1:s32'
echo 'hist:keys=x' >$F/busy/trigger
come_and_go() {
	define 'f:busy called_thing x=$arg3:s32' || echo "adding failed" >>/tmp/errors
	define '-:busy called_thing' || echo "removing failed" >>/tmp/errors
}
tracepoints_too() {
	[ -n "$tprobes" ] || return 0
	define 't:tp sched_switch' || echo "t: failed" >>/tmp/errors
	echo 1 >$H/events/tracepoints/tp/enable
	echo 0 >$H/events/tracepoints/tp/enable
	define -:tp || echo "-:tp failed" >>/tmp/errors
}
entries_too() {
	define 'p:en called_small x=$arg1' || echo "p: failed" >>/tmp/errors
	echo 1 >$K/en/enable
	echo 0 >$K/en/enable
	define -:en || echo "-:en failed" >>/tmp/errors
}
together "probes come and go while four CPUs hit the event" 5 come_and_go tracepoints_too entries_too
check "the event has counted all along" [ "$(total Hits $F/busy)" -gt 100 ]
wait $storm
true >$F/busy/trigger
clean

define 'f:a called_add x=$arg1'
echo 'hist:keys=x' >$F/a/trigger
echo "storm 2 4" >$C &
storm=$!
usleep 200000
check "histrig can be unloaded while a probe is hit" unload_histrig
check "histrig can be loaded again after its probes were hit" load_histrig
wait $storm
is "histrig has no probes after it was loaded again" "$(cat $H/dynamic_events)" ""
rmmod histrig_called
rmmod histrig_fire
