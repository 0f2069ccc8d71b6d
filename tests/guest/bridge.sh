# SPDX-License-Identifier: GPL-2.0
# Events that the catalogue has not: each hit of one is counted once, whatever
# the kernel's own tracing does with it, and shown as natively.
# guest: smp=2 needs=native-hist
. /tests/guest/lib.sh
quick_rcu

F=/sys/kernel/debug/histrig_fire
S=events/histrig_bridged
N=$S/bridged_number
X=$S/bridged_text
insmod /tests/kmod/histrig_fire.ko || exit 1
load() { insmod /tests/kmod/histrig_bridged.ko; }
unload() { rmmod histrig_bridged; }
fire() { echo "fire histrig_bridged $*" >$F; }
hits() { sed -n 's/ *Hits: //p' $1/hist | tail -n 1; }
dropped() { sed -n 's/ *Dropped: //p' $1/hist | tail -n 1; }
same() { is "$1" "$(cat $H/$2)" "$(cat $T/$2)"; }

fails "no instance of ours before it is wanted" [ -e $T/instances/histrig ]
fails "no such event yet" [ -e $H/$N ]
check "a module with events comes" load
for e in $N $X; do
	check "$e is there" [ -e $H/$e/hist ]
	same "its format" $e/format
	same "its number" $e/id
done

# Histograms, ours and the kernel's, of the same hits.
show() { sed -n '/^{/p;/Hits/p;/Entries/p;/Dropped/p' $1/hist | sort; }
for hist in keys=key:vals=val keys=val.hex,low:vals=key keys=common_pid,common_preempt_count "keys=key if val > 2"; do
	for d in $H $T; do echo "hist:$hist" >$d/$N/trigger; done
	fire bridged_number count=50 keys=7 val=1 vstep=1
	is "$hist" "$(show $H/$N)" "$(show $T/$N)"
	for d in $H $T; do echo "!hist:$hist" >>$d/$N/trigger; done
done
for hist in keys=text keys=head:vals=val 'keys=text if text ~ "*1*"'; do
	for d in $H $T; do echo "hist:$hist" >$d/$X/trigger; done
	fire bridged_text count=50 keys=20 str=abc
	is "$hist" "$(show $H/$X)" "$(show $T/$X)"
	for d in $H $T; do echo "!hist:$hist" >>$d/$X/trigger; done
done

# In each context, while other native instances want the event, and ours too.
mkdir $T/instances/a $H/instances/b
echo 1 >$T/instances/a/$N/enable
echo 'hist:keys=key' >$T/$N/trigger
echo 'hist:keys=key' >$H/$N/trigger
echo 'hist:keys=low' >$H/instances/b/$N/trigger
sum=0
for ctx in task softirq irq nmi; do
	fire bridged_number count=1000 keys=10 ctx=$ctx
	sum=$((sum + 1000))
	is "$ctx: each hit once" "$(hits $H/$N)" $sum
	is "$ctx: in another instance" "$(hits $H/instances/b/$N)" $sum
done
is "none dropped" "$(dropped $H/$N)" 0
fire bridged_number count=20000 keys=10 cpus=2
is "two CPUs" "$(hits $H/$N)" $((sum + 40000))
echo "bg histrig_bridged bridged_number keys=3 ctx=irq" >$F
fire bridged_number count=20000 keys=10
echo stop >$F
is "as many as natively, interrupts and all" "$(hits $H/$N)" "$(hits $T/$N)"
is "the same at another instance" "$(hits $H/instances/b/$N)" "$(hits $T/$N)"
is "none dropped" "$(dropped $H/$N)" 0
rmdir $H/instances/b $T/instances/a
echo '!hist:keys=key' >>$T/$N/trigger
echo '!hist:keys=key' >>$H/$N/trigger

# Recorded and printed, line by line.
# The flags of a real-time kernel have two columns that ours have not.
flags=
! grep -q 'preempt-lazy-depth' $T/trace || flags='s/\] [^ ]+ +TIME/] TIME/'
lines() { sed -E -e 's/ [0-9]+\.[0-9]+: / TIME: /' -e "$flags" $1/trace | grep -v '^#'; }
for clear in $H $T; do echo >$clear/trace; done
for d in $H $T; do echo 1 >$d/$S/enable; done
for ctx in task softirq irq nmi; do
	fire bridged_number count=5 keys=5 val=-3 ctx=$ctx
	fire bridged_text count=5 keys=5 str=abc ctx=$ctx
done
fire bridged_number count=5 keys=5 noirq=1
for d in $H $T; do echo 0 >$d/$S/enable; done
is "lines of the trace" "$(lines $H | sed 's/ \(.\)N/ \1./')" "$(lines $T | sed 's/ \(.\)N/ \1./')"
is "how many" "$(lines $H | wc -l)" 45
echo >$H/trace
echo 'key == 3' >$H/$N/filter
echo 1 >$H/$N/enable
fire bridged_number count=50 keys=5
echo 0 >$H/$N/enable
is "filtered" "$(lines $H | wc -l)" 10
echo 0 >$H/$N/filter

# What interrupts a hit that is being handed on has its own levels of preemption.
# So have wakeups on its way out, when it is no interrupt any more.
I='events/timer/hrtimer_expire_entry events/sched/sched_waking'
for d in $H $T; do echo >$d/trace; done
echo 'hist:keys=common_stacktrace' >$H/$N/trigger
for i in $I; do for d in $H $T; do echo 1 >$d/$i/enable; done; done
taskset 1 sh -c "echo 'fire histrig_bridged bridged_number count=60000 keys=2' >$F"
for i in $I; do for d in $T $H; do echo 0 >$d/$i/enable; done; done
echo '!hist:keys=common_stacktrace' >>$H/$N/trigger
sed -E "${flags:+s/(\] ..).(..).(. )/\1\2\3/}" $T/per_cpu/cpu0/trace >/tmp/native
/tests/bin/tracecmp $H/per_cpu/cpu0/trace /tmp/native >/tmp/result
check "timers come between hits" grep -q '^same hrtimer_expire_entry [0-9][0-9]' /tmp/result
is "what comes between has its own context" "$(grep -A 3 ^differs /tmp/result)" ""
rm /tmp/result /tmp/native

# Other triggers, variables, stacks.
echo 'stacktrace:2' >$H/$N/trigger
echo 1 >$H/$N/enable
fire bridged_number count=3 keys=3
echo 0 >$H/$N/enable
echo '!stacktrace' >>$H/$N/trigger
is "stacks begin where the event is" "$(grep -A 1 '<stack trace>' $H/trace | grep -c '=> shoot')" 2
check "a synthetic event" sh -c "echo 'bridged_latency u64 key; int sum' >$H/synthetic_events"
echo 'hist:keys=val:v=key' >$H/$N/trigger
echo 'hist:keys=val:s=$v+val:onmatch(histrig_bridged.bridged_number).bridged_latency($s,val)' \
	>$H/$X/trigger
echo 'hist:keys=key,sum' >$H/events/synthetic/bridged_latency/trigger
fire bridged_number count=1 keys=1 base=100 val=2
fire bridged_text count=4 keys=4 str=x val=2
is "a variable of one in an event of the other" \
	"$(sed -n '/^{/p' $H/events/synthetic/bridged_latency/hist | tr -s ' ')" \
	"{ key: 102, sum: 2 } hitcount: 1"
echo 'hist:keys=head:k=val:onmax($k).save(text)' >>$H/$X/trigger
fire bridged_text count=9 keys=3 str=x vstep=1
check "a handler with a saved field" grep -q 'max:.*text: x' $H/$X/hist
for e in events/synthetic/bridged_latency $X $N; do echo >$H/$e/trigger; done
echo '!bridged_latency' >$H/synthetic_events

# An event of the kernel itself.
M=events/ras/mc_event
if [ -e $T/$M ]; then
	for d in $H $T; do echo 'hist:keys=label:vals=error_count' >$d/$M/trigger; done
	fire_mc() { echo "fire ras mc_event count=30 keys=4 str=dimm" >$F; }
	fire_mc
	is "ras:mc_event" "$(show $H/$M)" "$(show $T/$M)"
	for d in $H $T; do echo '!hist:keys=label:vals=error_count' >>$d/$M/trigger; done
else
	skip "ras:mc_event"
fi

# One that nobody fires for us. The kernel begins earlier and is read later.
W=events/workqueue/workqueue_queue_work
for d in $T $H; do echo 'hist:keys=function.sym' >$d/$W/trigger; done
sync
check "work that the kernel queues" within 20 grep -q '^{' $H/$W/hist
is "by the same functions" \
	"$(sed -n 's/^{ function: \[[0-9a-f]*\] \([^ ]*\) .*/\1/p' $H/$W/hist | sort |
		grep -vxFf /proc/self/fd/5 5<<-EOF
			$(sed -n 's/^{ function: \[[0-9a-f]*\] \([^ ]*\) .*/\1/p' $T/$W/hist)
	EOF
	)" ""
for d in $H $T; do echo '!hist:keys=function.sym' >>$d/$W/trigger; done

# Modules come and go while their events are armed, hit and read.
cycle() {
	local i=0
	while [ $i -lt 20 ]; do
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
check "the module goes and comes, armed" cycle
: >/tmp/stop
wait

# A file of the system is open while the module that brought its name goes.
exec 8<>$H/$S/filter 9<$H/$S/enable
unload
fails "what is left of a system takes no filter" sh -c 'echo 0 >&8'
cat <&9 >/dev/null 2>&1
exec 8>&- 9<&-
load

# A native instance that a user has made is left alone.
mkdir $T/instances/histrig
fails "no hits while there is one of our name" sh -c "echo hist:keys=key >$H/$N/trigger"
is "nothing is left of that" "$(grep -v '^#' $H/$N/trigger)" ""
check "it is still there" rmdir $T/instances/histrig

# Our native instance is the user's to look at, not to keep.
fails "no instance when nothing is wanted" [ -e $T/instances/histrig ]
echo 'hist:keys=key' >$H/$N/trigger
check "the instance" [ -d $T/instances/histrig ]
fire bridged_number count=20000 keys=2
bytes=$(sed -n 's/^bytes: //p' $T/instances/histrig/per_cpu/cpu*/stats | sort -n | tail -n 1)
check "has a ring" [ "$bytes" -gt 10000 ]
check "a small one" [ "$bytes" -lt 80000 ]
echo '!hist:keys=key' >>$H/$N/trigger
echo 'hist:keys=key' >$H/$N/trigger
fails "it cannot be removed" rmdir $T/instances/histrig
echo 1 >$T/instances/histrig/$N/enable
fire bridged_number count=10 keys=2
is "somebody enables the event there" "$(hits $H/$N)" 10
echo 0 >$T/instances/histrig/$N/enable
echo 0 >$T/instances/histrig/tracing_on
fire bridged_number count=10 keys=2
echo 1 >$T/instances/histrig/tracing_on
fire bridged_number count=10 keys=2
is "somebody stops it: counted" "$(hits $H/$N)" 20
is "or dropped" "$(dropped $H/$N)" 10
exec 5<$T/instances/histrig/trace
echo '!hist:keys=key' >>$H/$N/trigger
check "it stays while somebody reads it" [ -d $T/instances/histrig ]
exec 5<&-
fails "ours until it is asked for again" rmdir $T/instances/histrig
echo 'hist:keys=key' >$H/$N/trigger
fire bridged_number count=10 keys=2
is "and is found again" "$(hits $H/$N)" 10
echo '!hist:keys=key' >>$H/$N/trigger
fails "it goes with the last event" [ -e $T/instances/histrig ]
echo 'hist:keys=key' >$H/$N/trigger
check "unloads with a bridged event armed" unload_histrig
fails "the instance goes too" [ -e $T/instances/histrig ]
load_histrig
check "and comes back" [ -e $H/$N/hist ]
unload
fails "a module goes that was there first" [ -e $H/$N ]
rmmod histrig_fire
