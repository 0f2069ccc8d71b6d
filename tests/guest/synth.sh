# SPDX-License-Identifier: GPL-2.0
# Synthetic events: modules that define and hit them, instances, removal under the
# hands of readers, numbers that come round, and all of it at once.
# guest: smp=2 mem=1G timeout=300
. /tests/guest/lib.sh

S=/sys/kernel/debug/histrig_synth
E=$H/events/synthetic
insmod /tests/kmod/histrig_synth.ko || exit 1

define() { echo "$*" >>$H/synthetic_events; }
hit() { echo "hit ours $*" >$S; }
# What lines of a trace say behind the time, numbers of events left out.
lines() { tr '\0' '?' <$1/trace | sed -n 's/^[^#].*\] [^ ]*  *[0-9.]*: //p' | sed 's/type [0-9]*$/type/'; }

# ---- the calls for other modules
if echo "api native" 2>/dev/null >$S; then
	cat $S >/tmp/native
	lines $T >/tmp/native.trace
	echo "api ours" >$S
	cat $S >/tmp/ours
	check "there is a report" [ $(wc -l </tmp/native) -gt 40 ]
	is "every call returns what the kernel's does" "$(cat /tmp/ours)" "$(cat /tmp/native)"
	is "and leaves the same trace" "$(lines $H)" "$(cat /tmp/native.trace)"
else
	echo "api ours" >$S
	check "there is a report" [ $(wc -l <$S) -gt 40 ]
fi
echo >$H/trace
: >$H/synthetic_events

check "a module defines an event" sh -c "echo 'create ours mine' >$S"
is "it is in the list" "$(cat $H/synthetic_events)" "$(printf 'mine\tu64 first; char[] text')"
echo 1 >$E/mine/enable
echo 'hit ours mine 1 "x' >$S
fails "the module stays while it is enabled" rmmod histrig_synth
fails "and the event too" sh -c "echo 'delete ours mine' >$S"
echo 0 >$E/mine/enable
check "it is removed" sh -c "echo 'delete ours mine' >$S"
is "with its records" "$(lines $H)" ""
check "the module may go" rmmod histrig_synth
insmod /tests/kmod/histrig_synth.ko || exit 1

echo 'create ours mine' >$S
echo 1 >$E/mine/enable
echo 'hit ours mine 1 "x' >$S
echo 0 >$E/mine/enable
check "it may go and leave its event behind" rmmod histrig_synth
check "which can be used" sh -c "echo 'hist:keys=first' >$E/mine/trigger"
fails "and then not be removed" define '!mine'
: >$E/mine/trigger
check "and removed" define '!mine'
is "with its records too" "$(lines $H)" ""
insmod /tests/kmod/histrig_synth.ko || exit 1

# What interrupts a hit is no part of it, however often it hits.
define "within u32 x"
echo 'hist:keys=x' >$E/within/trigger
taskset 1 sh -c "echo 'hit ours within=1 count=200 within 3' >$S"
is "an interrupt's hits count, and the one between" \
	"$(sed -n '/^{/p;s/ *Dropped: /Dropped /p' $E/within/hist | tr -s ' ')" \
	"$(printf '{ x: 0 } hitcount: 1\n{ x: 3 } hitcount: 200\nDropped 0')"
# Its count goes on where it was, or the next interrupt's hits would seem to be within it.
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 'hist:keys=common_pid:s=state:onchange($s).trace(within,$s)' >$H/events/power/cpu_frequency/trigger
taskset 1 sh -c 'echo "fire power cpu_frequency count=5 keys=5 base=10 val=10 vstep=1 ctx=irq" >/sys/kernel/debug/histrig_fire'
is "nor is what comes later" \
	"$(sed -n 's/.*x: *1[0-9] .*hitcount: */hit /p;s/ *Dropped: /Dropped /p' $E/within/hist)" \
	"$(printf 'hit 1\nhit 1\nhit 1\nhit 1\nhit 1\nDropped 0')"
: >$H/events/power/cpu_frequency/trigger
rmmod histrig_fire
: >$E/within/trigger
check "it goes" define '!within'

define "held int x"
echo "hold ours held" >$S
fails "what a module uses is not removed" define '!held'
fails "not by > either" sh -c ": >$H/synthetic_events"
fails "ours stays while a module uses it" unload_histrig
echo "put ours" >$S
check "until it does not" define '!held'

# ---- removing all of them, and names that are too long
: >$H/synthetic_events
define "first u64 a"
define "second u64 a"
echo 'hist:keys=a' >$E/second/trigger
fails "synthetic_events cannot be truncated while one event has a trigger" \
	sh -c ": >$H/synthetic_events"
is "a refused truncation removes no event" "$(cat $H/synthetic_events)" \
	"$(printf 'first\tu64 a\nsecond\tu64 a')"
echo '!hist:keys=a' >$E/second/trigger
: >$H/synthetic_events
fails "without synthetic events there is no system of them" [ -e $E ]
long=$(printf '%0256d' 0 | tr 0 n)
define "$long u64 a"
is "an event whose name is too long for a folder has its system" "$(ls $E)" \
	"$(printf 'enable\nfilter')"
define "!$long"
fails "the system goes with that event" [ -e $E ]

# ---- instances
define "t int x; char s[]"
mkdir $H/instances/a
I=$H/instances/a/events/synthetic
check "a new instance has it" [ -e $I/t/trigger ]
define "u int x"
check "an old one gets it" [ -e $I/u/format ]
echo 1 >$I/t/enable
is "enabled there only" "$(cat $E/t/enable $I/t/enable)" "$(printf '0\n1')"
echo 'hist:keys=x' >$E/t/trigger
hit 'instance=a t 1 "one'
hit 't 2 "two'
is "an instance is hit on its own" "$(lines $H/instances/a)" "t: x=1 s=one"
is "and so is the tree" "$(grep -c 'x:  *2 ' $E/t/hist),$(sed -n 's/ *Hits: //p' $E/t/hist)" 1,1
echo >$E/t/trigger
echo '!hist:keys=x' >>$E/t/trigger
fails "what is enabled in an instance stays" define '!t'
echo "hold ours u" >$S
check "an instance goes with its events" rmdir $H/instances/a
is "the tree keeps them" "$(cut -f1 $H/synthetic_events)" "$(printf 't\nu')"
echo "put ours" >$S
check "and lets them go" define '!t'
: >$H/synthetic_events
fails "with their system" [ -e $E ]

# ---- readers
define "t int x; char s[]"
echo 1 >$E/t/enable
hit 'count=500 keys=500 t 0 "text'
echo 0 >$E/t/enable
exec 5<$H/trace
head -c 4000 <&5 >/tmp/first
define '!t'
cat <&5 >/tmp/second
exec 5<&-
check "a trace that is being read starts with records" grep -q 't: x=3 s=text' /tmp/first
check "and ends with what cannot be known any more" sh -c "tail -n 1 /tmp/second | grep -q 'Unknown type [0-9]*$'"
is "no line is lost" "$(cat /tmp/first /tmp/second | grep -c '\[00')" 500
echo raw >$H/trace_options
check "raw" sh -c "grep -qE '^[0-9]+ [0-9]+ [0-9]+ [0-9]+ \?$' $H/trace"
for o in noraw hex nohex bin nobin verbose noverbose; do
	echo $o >$H/trace_options
	cat $H/trace >/dev/null
done
define "other s64 y; u64 z"
echo 1 >$E/other/enable
is "what comes next has another number" "$(lines $H | sort -u)" "Unknown type"
timeout 2 cat $H/trace_pipe >/tmp/pipe
is "trace_pipe" "$(grep -c 'Unknown type' /tmp/pipe)" 500
hit 'other -1 1'
is "and goes on" "$(timeout 2 cat $H/trace_pipe | sed 's/.*: other/other/')" \
	"other: y=-1 z=1"
echo 0 >$E/other/enable
: >$H/synthetic_events

# Files of an event that has gone.
define "t int x"
echo 'hist:name=n:keys=x' >$E/t/trigger
exec 3<$E/t/format 4<>$E/t/enable 5<$E/t/hist 6>>$E/t/trigger 7<>$E/t/filter 8<$E/t/id
head -c 10 <&5 >/dev/null
echo '!hist:name=n:keys=x' >>$E/t/trigger
check "an event goes while its files are open" define '!t'
fails "its trigger file refuses" sh -c 'echo hist:keys=x >&6'
fails "its filter file" sh -c 'echo 0 >&7'
fails "its enable file" sh -c 'echo 1 >&4'
check "what is read does no harm" sh -c 'cat <&3; cat <&5; cat <&8; true'
exec 3<&- 4<&- 5<&- 6>&- 7>&- 8<&-

# A histogram that outlives the event whose fields it was made for.
define "t int x; u64 y"
define "u int x; u64 y"
echo 'hist:name=both:keys=x:vals=y' >$E/t/trigger
echo 'hist:name=both:keys=x:vals=y' >$E/u/trigger
hit t 1 10
exec 5<$E/u/hist
head -c 20 <&5 >/dev/null
echo '!hist:name=both:keys=x:vals=y' >>$E/t/trigger
check "the first of two events with one histogram goes" define '!t'
hit u 1 5
check "the histogram is read" sh -c "grep -q 'x:  *1 } hitcount:  *2  y:  *15' $E/u/hist"
echo '!hist:name=both:keys=x:vals=y' >>$E/u/trigger
check "the second" define '!u'
cat <&5 >/dev/null 2>&1
exec 5<&-

# ---- hits within hits, in every context
F=/sys/kernel/debug/histrig_fire
C=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
counted() { sed -n 's/ *\(Hits\|Dropped\): //p' $1/hist | tr '\n' ' '; }
echo 8192 >$H/buffer_size_kb
define "tt u32 state; u32 cpu"
define "uu u32 state; char s[]; u32 cpu; char fixed[16]"
echo 'hist:keys=state' >$E/tt/trigger
echo 'hist:keys=state,s,fixed' >$E/uu/trigger
echo 1 >$E/tt/enable
echo 1 >$E/uu/enable
to_t='hist:keys=state:onmatch(power.cpu_frequency).trace(tt,state,cpu_id)'
to_u='hist:keys=state,cpu_id:c=common_comm:onmatch(power.cpu_frequency).trace(uu,state,$c,cpu_id,$c)'
check "one event leads to another" sh -c "echo '$to_t' >$C/trigger"
check "and with strings to a third" sh -c "echo '$to_u' >>$C/trigger"
wanted=0
for ctx in task softirq irq nmi; do
	echo "fire power cpu_frequency ctx=$ctx count=1000 keys=10 cpus=2" >$F
	wanted=$((wanted + 2000))
	is "hits in $ctx" "$(counted $E/tt)$(counted $E/uu)" "$wanted 0 $wanted 0 "
done
is "all were recorded" "$(lines $H | cut -d: -f1 | sort | uniq -c | tr -s ' \n' ' ')" " $wanted tt $wanted uu "
echo "!$to_t" >>$C/trigger
echo "!$to_u" >>$C/trigger
echo 0 >$E/enable
: >$E/tt/trigger
: >$E/uu/trigger
echo >$H/trace

self='hist:keys=state:onmatch(synthetic.tt).trace(tt,state,cpu)'
check "an event leads to itself" sh -c "echo '$self' >$E/tt/trigger"
hit tt 1 2
is "which ends as one that is dropped" "$(counted $E/tt)" "8 1 "
fails "it keeps itself from being removed" define '!tt'
echo "!$self" >>$E/tt/trigger
ways='hist:keys=state'
for i in 1 2 3 4 5 6 7 8; do
	ways="$ways:onmatch(synthetic.tt).trace(tt,state,cpu)"
done
echo "$ways" >$E/tt/trigger
hit tt 1 2
is "by eight ways at once it ends after 64 more" "$(counted $E/tt)" "65 456 "
echo "!$ways" >>$E/tt/trigger
check "until it does not" define '!tt'
: >$H/synthetic_events
rmmod histrig_fire

# ---- the tree as a whole
define "t int x; char s[]; char fixed[16]"
echo 'hist:keys=s' >$E/t/trigger
echo 1 >$E/enable
hit 't 1 "text "more'
rmmod histrig_synth
check "ours goes with events that are armed" unload_histrig
load_histrig
fails "and comes back without" grep -q . $H/synthetic_events
insmod /tests/kmod/histrig_synth.ko || exit 1

# ---- numbers
define "stays int x"
id=$(cat $E/stays/id)
seq 8200 | sed 's/.*/n& int x\n!n&/' >/tmp/many
check "thousands of events, one after another" \
	dd if=/tmp/many of=$H/synthetic_events bs=1M oflag=append conv=notrunc
is "one that stayed keeps its number" "$(cat $E/stays/id)" $id
define "after int x"
check "which nobody else has" [ "$(cat $E/after/id)" != $id ]
: >$H/synthetic_events

# ---- all at once
until_stopped() {
	while [ ! -e /tmp/stop ]; do "$@"; done
	return 0
}
come() {
	define "t$1 int x; char s[]; char fixed[16]"
	define "n$1 int x; u64 y"
	echo "hist:keys=x" >>$E/t$1/trigger
	echo "hist:name=all:keys=x" >>$E/n$1/trigger
	echo 1 >$E/enable
	echo 'x > 5' >$E/n$1/filter
	echo 0 >$E/enable
	: >$E/t$1/trigger
	: >$E/n$1/trigger
	define "!t$1"
	echo "-:n$1" >>$H/dynamic_events
} 2>/dev/null
hits() {
	hit "count=200 keys=20 t$1 1 \"a \"b"
	hit "count=200 keys=20 n$1 1 2"
} 2>/dev/null
reads() {
	cat $H/trace $H/synthetic_events $H/dynamic_events $H/available_events $E/*/hist \
		$E/*/format $E/*/trigger
	: >$H/synthetic_events
} >/dev/null 2>&1
trees() { mkdir $H/instances/b; rmdir $H/instances/b; } 2>/dev/null
for n in 1 2; do
	until_stopped come $n &
	until_stopped hits $n &
done
until_stopped reads &
until_stopped trees &
sleep 20
touch /tmp/stop
wait
rm -f /tmp/stop
echo 0 >$H/events/enable
for e in $E/*/trigger; do [ ! -e $e ] || : >$e; done
check "all of it at once" sh -c ": >$H/synthetic_events"
is "leaves nothing behind" "$(cat $H/synthetic_events)" ""
define "t int x"
echo 1 >$E/t/enable
echo >$H/trace
hit t 7
is "and events can be used" "$(lines $H)" "t: x=7"
