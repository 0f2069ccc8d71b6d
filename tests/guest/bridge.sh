# SPDX-License-Identifier: GPL-2.0
# Bridged events, for which the module has no compiled probe. Each hit must count
# once, whatever the kernel's own tracing does with it, and must be printed as by
# the kernel.
# guest: needs=native-hist,CONFIG_MODULE_UNLOAD,CONFIG_KALLSYMS
. /tests/guest/lib.sh
quick_rcu

F=$kmods/histrig_fire
S=events/histrig_bridged
N=$S/bridged_number
X=$S/bridged_text
insmod /tests/kmod/histrig_fire.ko || exit 1
load() { insmod /tests/kmod/histrig_bridged.ko; }
unload() { rmmod histrig_bridged; }
fire() { echo "fire histrig_bridged $*" >$F; }
hits() { sed -n 's/ *Hits: //p' $1/hist | tail -n 1; }
dropped() { sed -n 's/ *Dropped: //p' $1/hist | tail -n 1; }
same() { is "$1 matches the kernel's" "$(cat $H/$1 2>&1)" "$(cat $T/$1 2>&1)"; }

fails "the kernel has no instance histrig before an event is bridged" [ -e $T/instances/histrig ]
fails "a module's event is not in the tree before the module is loaded" [ -e $H/$N ]
check "a module that defines events loads" load
for e in $N $X; do
	check "$e is in the tree once its module is loaded" [ -e $H/$e/hist ]
	same $e/format
	same $e/id
done

# Compares our histograms with the kernel's, for the same hits.
show() { sed -n '/^{/p;/Hits/p;/Entries/p;/Dropped/p' $1/hist | sort; }
for hist in keys=key:vals=val keys=val.hex,low:vals=key keys=common_pid,common_preempt_count "keys=key if val > 2"; do
	for d in $H $T; do echo "hist:$hist" >$d/$N/trigger; done
	fire bridged_number count=50 keys=7 val=1 vstep=1
	alike "bridged_number with hist:$hist counts as the kernel does" "$(show $H/$N)" "$(show $T/$N)"
	for d in $H $T; do echo "!hist:$hist" >>$d/$N/trigger; done
done
for hist in keys=text keys=head:vals=val 'keys=text if text ~ "*1*"'; do
	for d in $H $T; do echo "hist:$hist" >$d/$X/trigger; done
	fire bridged_text count=50 keys=20 str=abc
	alike "bridged_text with hist:$hist counts as the kernel does" "$(show $H/$X)" "$(show $T/$X)"
	for d in $H $T; do echo "!hist:$hist" >>$d/$X/trigger; done
done

# Hits in each context, while other instances of both trees record the event.
mkdir $T/instances/a $H/instances/b
echo 1 >$T/instances/a/$N/enable
echo 'hist:keys=key' >$T/$N/trigger
echo 'hist:keys=key' >$H/$N/trigger
echo 'hist:keys=low' >$H/instances/b/$N/trigger
sum=0
for ctx in task softirq irq nmi; do
	fire bridged_number count=1000 keys=10 ctx=$ctx
	sum=$((sum + 1000))
	is "each hit of a bridged event in $ctx context is counted once" "$(hits $H/$N)" $sum
	is "each hit of a bridged event in $ctx context is counted once in an instance" "$(hits $H/instances/b/$N)" $sum
done
is "no hit of a bridged event is dropped in any context" "$(dropped $H/$N)" 0
fire bridged_number count=20000 keys=10 cpus=2
is "each hit of a bridged event on two CPUs is counted once" "$(hits $H/$N)" $((sum + 40000))
echo "bg histrig_bridged bridged_number keys=3 ctx=irq" >$F
fire bridged_number count=20000 keys=10
echo stop >$F
alike "hits of a bridged event count as in the kernel while interrupts hit it too" "$(hits $H/$N)" "$(hits $T/$N)"
alike "hits of a bridged event count as in the kernel in an instance while interrupts hit it too" "$(hits $H/instances/b/$N)" "$(hits $T/$N)"
is "no hit of a bridged event is dropped while interrupts hit it too" "$(dropped $H/$N)" 0
rmdir $H/instances/b $T/instances/a
echo '!hist:keys=key' >>$T/$N/trigger
echo '!hist:keys=key' >>$H/$N/trigger

# Compares the recorded hits line by line, without the flags for a pending reschedule, which
# another CPU may request between the kernel's probe and ours.
lazy=
! grep -q 'need-resched-lazy' $T/trace || lazy='s/(\] ..)[NnpBbLl]/\1./'
lines() {
	sed -E -e 's/ +[0-9]+\.[0-9]+: / TIME: /' -e 's/(\] .)[NnpBbLl]/\1./' -e "$lazy" $1/trace |
		grep -v '^#'
}
for clear in $H $T; do echo >$clear/trace; done
for d in $H $T; do echo 1 >$d/$S/enable; done
for ctx in task softirq irq nmi; do
	fire bridged_number count=5 keys=5 val=-3 ctx=$ctx
	fire bridged_text count=5 keys=5 str=abc ctx=$ctx
done
fire bridged_number count=5 keys=5 noirq=1
for d in $H $T; do echo 0 >$d/$S/enable; done
is "trace shows bridged events as the kernel's does" "$(lines $H)" "$(lines $T)"
is "trace shows every hit of a bridged event" "$(lines $H | wc -l)" 45
echo >$H/trace
echo 'key == 3' >$H/$N/filter
echo 1 >$H/$N/enable
fire bridged_number count=50 keys=5
echo 0 >$H/$N/enable
is "a filter of a bridged event records what passes" "$(lines $H | wc -l)" 10
echo 0 >$H/$N/filter

# An event in an interrupt of a bridged hit must have its own preemption count, and so
# must wakeups at the end of the interrupt.
I='events/timer/hrtimer_expire_entry events/sched/sched_waking'
for d in $H $T; do echo >$d/trace; done
echo 'hist:keys=common_stacktrace' >$H/$N/trigger
for i in $I; do for d in $H $T; do echo 1 >$d/$i/enable; done; done
taskset 1 sh -c "echo 'fire histrig_bridged bridged_number count=60000 keys=2' >$F"
for i in $I; do for d in $T $H; do echo 0 >$d/$i/enable; done; done
echo '!hist:keys=common_stacktrace' >>$H/$N/trigger
/tests/bin/tracecmp $H/per_cpu/cpu0/trace $T/per_cpu/cpu0/trace >/tmp/result
check "timer interrupts hit during bridged hits" grep -q '^same hrtimer_expire_entry [0-9][0-9]' /tmp/result
is "events during bridged hits have the kernel's context columns" "$(grep -A 3 ^differs /tmp/result)" ""
rm /tmp/result

# Tests other triggers, variables and stacks.
echo 'stacktrace:2' >$H/$N/trigger
echo 1 >$H/$N/enable
fire bridged_number count=3 keys=3
echo 0 >$H/$N/enable
echo '!stacktrace' >>$H/$N/trigger
# fire_bridged_number() ends in a jump to the tracepoint on x86; that depends on the compiler.
caller=shoot
[ "$(uname -m)" = x86_64 ] || caller='\(fire_bridged_number\|shoot\)'
is "stacks of a bridged event begin at its call site" \
	"$(grep -A 1 '<stack trace>' $H/trace | grep -c "=> $caller$")" 2
check "a synthetic event can be defined for bridged events" sh -c "echo 'bridged_latency u64 key; int sum' >$H/synthetic_events"
echo 'hist:keys=val:v=key' >$H/$N/trigger
echo 'hist:keys=val:s=$v+val:onmatch(histrig_bridged.bridged_number).bridged_latency($s,val)' \
	>$H/$X/trigger
echo 'hist:keys=key,sum' >$H/events/synthetic/bridged_latency/trigger
fire bridged_number count=1 keys=1 base=100 val=2
fire bridged_text count=4 keys=4 str=x val=2
is "a variable of one bridged event is read in another's trigger" \
	"$(sed -n '/^{/p' $H/events/synthetic/bridged_latency/hist | tr -s ' ')" \
	"{ key: 102, sum: 2 } hitcount: 1"
echo 'hist:keys=head:k=val:onmax($k).save(text)' >>$H/$X/trigger
fire bridged_text count=9 keys=3 str=x vstep=1
check "onmax() of a bridged event saves a field" grep -q 'max:.*text: x' $H/$X/hist
for e in events/synthetic/bridged_latency $X $N; do echo >$H/$e/trigger; done
echo '!bridged_latency' >$H/synthetic_events

# Tests a bridged event that belongs to the kernel image.
M=events/ras/mc_event
if [ -e $T/$M ]; then
	for d in $H $T; do echo 'hist:keys=label:vals=error_count' >$d/$M/trigger; done
	fire_mc() { echo "fire ras mc_event count=30 keys=4 str=dimm" >$F; }
	fire_mc
	alike "ras:mc_event, bridged, counts as in the kernel" "$(show $H/$M)" "$(show $T/$M)"
	for d in $H $T; do echo '!hist:keys=label:vals=error_count' >>$d/$M/trigger; done
else
	skip "ras:mc_event, bridged, counts as in the kernel: this kernel does not have it"
fi

# Tests an event that only the kernel fires. Its histogram in the kernel's tree
# starts earlier and is read later than ours.
W=events/workqueue/workqueue_queue_work
for d in $T $H; do echo 'hist:keys=function.sym' >$d/$W/trigger; done
sync
check "workqueue_queue_work, bridged, counts the work that the kernel queues" within 20 grep -q '^{' $H/$W/hist
functions_in() { sed -n 's/^{ function: \[[0-9a-f]*\] \([^ ]*\) .*/\1/p' $1/$W/hist; }
functions_in $H >/tmp/ours
functions_in $T >/tmp/theirs
is "workqueue_queue_work, bridged, shows functions that the kernel's shows" \
	"$(grep -vxFf /tmp/theirs /tmp/ours)" ""
for d in $H $T; do echo '!hist:keys=function.sym' >>$d/$W/trigger; done
# On some architectures, the compiler puts the function that calls this event's probes into
# the function with the tracepoint. Parts of functions have names with a dot.
echo 'hist:keys=common_stacktrace' >$H/$W/trigger
sync
check "stacks of workqueue_queue_work, bridged, are counted" within 20 grep -q '^{' $H/$W/hist
is "stacks of workqueue_queue_work, bridged, begin at its call site" \
	"$(grep -A 1 '^{' $H/$W/hist | grep -v '^{\|^--' | sed 's/[.+].*//; s/ *//' | sort -u)" __queue_work
echo '!hist:keys=common_stacktrace' >>$H/$W/trigger

# Loads and unloads the module while its events are armed, hit and read.
cycle() {
	local i=0
	while [ $i -lt 15 ]; do
		echo 'hist:keys=key' >$H/$N/trigger
		echo 1 >$H/$X/enable
		fire bridged_number count=100 keys=10 || return 1
		fire bridged_text count=100 keys=10 str=x || return 1
		[ "$(hits $H/$N)" = 100 ] || return 1
		unload || return 1
		[ ! -e $H/$S ] || return 1
		load || return 1
		[ "$(cat $H/$X/enable)" = 0 ] || return 1
		i=$((i + 1))
	done
}
readers() {
	while [ ! -e /tmp/stop ]; do
		cat $H/$N/hist $H/$X/format $H/$N/trigger $H/trace $H/available_events
	done >/dev/null 2>&1
}
rm -f /tmp/stop
readers & readers &
check "a module with bridged events is unloaded and loaded 15 times, armed and read" cycle
true >/tmp/stop
wait

# Unloads the module of a system while a file of the system is open.
exec 8<>$H/$S/filter 9<$H/$S/enable
unload
fails "an open filter file of a removed system accepts no filter" sh -c 'echo 0 >&8'
cat <&9 >/dev/null 2>&1
exec 8>&- 9<&-
load

# histrig must not use an instance of this name that a user has created in the
# kernel's tree.
mkdir $T/instances/histrig
fails "an event is not bridged while a user has an instance histrig in the kernel's tree" sh -c "echo hist:keys=key >$H/$N/trigger"
is "a trigger that was refused for want of the instance is not there" "$(grep -v '^#' $H/$N/trigger)" ""
check "a user's instance histrig is left alone" rmdir $T/instances/histrig

# While an event is bridged, users may look at our instance in the kernel's tree. It
# must be removed with the last bridged event.
fails "the kernel has no instance histrig while no event is bridged" [ -e $T/instances/histrig ]
echo 'hist:keys=key' >$H/$N/trigger
check "a bridged event makes the kernel's instance histrig" [ -d $T/instances/histrig ]
fire bridged_number count=20000 keys=2
bytes=$(sed -n 's/^bytes: //p' $T/instances/histrig/per_cpu/cpu*/stats | sort -n | tail -n 1)
check "the kernel's instance histrig has a ring" [ "$bytes" -gt 10000 ]
page=$(sed -n 's/^KernelPageSize: *\([0-9]*\) kB$/\1/p' /proc/self/smaps | head -n 1)
check "the ring of the kernel's instance histrig is small" [ "$bytes" -lt $((20 * page * 1000)) ]
echo '!hist:keys=key' >>$H/$N/trigger
echo 'hist:keys=key' >$H/$N/trigger
fails "the kernel's instance histrig cannot be removed while an event is bridged" rmdir $T/instances/histrig
echo 1 >$T/instances/histrig/$N/enable
fire bridged_number count=10 keys=2
is "a user who enables the event in the instance histrig does not double its hits" "$(hits $H/$N)" 10
echo 0 >$T/instances/histrig/$N/enable
echo 0 >$T/instances/histrig/tracing_on
fire bridged_number count=10 keys=2
echo 1 >$T/instances/histrig/tracing_on
fire bridged_number count=10 keys=2
is "hits count again after a user stopped the instance histrig for a while" "$(hits $H/$N)" 20
is "hits while a user stops the instance histrig count as dropped" "$(dropped $H/$N)" 10
exec 5<$T/instances/histrig/trace
echo '!hist:keys=key' >>$H/$N/trigger
check "the kernel's instance histrig stays while a user reads its trace" [ -d $T/instances/histrig ]
exec 5<&-
fails "an instance histrig that a reader held cannot be removed by hand" rmdir $T/instances/histrig
echo 'hist:keys=key' >$H/$N/trigger
fire bridged_number count=10 keys=2
is "an instance histrig that a reader held is used again" "$(hits $H/$N)" 10
echo '!hist:keys=key' >>$H/$N/trigger
fails "the kernel's instance histrig is removed with the last bridged event" [ -e $T/instances/histrig ]
echo 'hist:keys=key' >$H/$N/trigger
check "the module unloads with a bridged event armed" unload_histrig
fails "unloading removes the kernel's instance histrig" [ -e $T/instances/histrig ]
load_histrig
check "bridged events are there after the module was loaded again" [ -e $H/$N/hist ]
unload
fails "a bridged event is gone with a module that was loaded before ours" [ -e $H/$N ]
rmmod histrig_fire
