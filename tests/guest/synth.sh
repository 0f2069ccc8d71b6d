# SPDX-License-Identifier: GPL-2.0
# Synthetic events: modules that define and hit them, instances, removal while files
# are read, reused ids, and all of these at the same time.
# guest: timeout=300
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

S=$kmods/histrig_synth
E=$H/events/synthetic
insmod /tests/kmod/histrig_synth.ko || exit 1

define() { echo "$*" >>$H/synthetic_events; }
hit() { echo "hit ours $*" >$S; }
# Prints the lines of a trace from the event's name on, without type numbers.
lines() { tr '\0' '?' <$1/trace | sed -n 's/^[^#].*\] [^ ]*  *[0-9.]*: //p' | sed 's/type [0-9]*$/type/'; }

# ---- the API for other modules
# If there is one field too many, the kernel leaks its memory, which kmemleak
# reports.
if [ ! -e /sys/kernel/debug/kmemleak ] && echo "api native" 2>/dev/null >$S; then
	cat $S >/tmp/native
	lines $T >/tmp/native.trace
	echo "api ours" >$S
	cat $S >/tmp/ours
	check "the kernel's API for synthetic events answers" [ $(wc -l </tmp/native) -gt 40 ]
	is "every call of our API returns what the kernel's does" "$(cat /tmp/ours)" "$(cat /tmp/native)"
	alike "the calls of our API leave the trace that the kernel's do" "$(lines $H)" "$(cat /tmp/native.trace)"
else
	echo "api ours" >$S
	check "our API for synthetic events answers" [ $(wc -l <$S) -gt 40 ]
fi
echo >$H/trace
true >$H/synthetic_events

check "another module defines a synthetic event" sh -c "echo 'create ours mine' >$S"
is "synthetic_events lists the event of another module" "$(cat $H/synthetic_events)" "$(printf 'mine\tu64 first; char[] text')"
echo 1 >$E/mine/enable
echo 'hit ours mine 1 "x' >$S
is "a hit of another module is recorded" "$(lines $H)" "mine: first=1 text=x"
fails "a module does not unload while its synthetic event is enabled" rmmod histrig_synth
fails "a module cannot delete its synthetic event while it is enabled" sh -c "echo 'delete ours mine' >$S"
echo 0 >$E/mine/enable
check "a module deletes its synthetic event" sh -c "echo 'delete ours mine' >$S"
is "deleting a synthetic event deletes its records" "$(lines $H)" ""
check "a module unloads after its synthetic event was deleted" rmmod histrig_synth
insmod /tests/kmod/histrig_synth.ko || exit 1

echo 'create ours mine' >$S
echo 1 >$E/mine/enable
echo 'hit ours mine 1 "x' >$S
echo 0 >$E/mine/enable
is "the second module's hit is recorded" "$(lines $H)" "mine: first=1 text=x"
check "a module unloads without deleting its synthetic event" rmmod histrig_synth
check "a synthetic event of an unloaded module takes triggers" sh -c "echo 'hist:keys=first' >$E/mine/trigger"
fails "a synthetic event with a trigger cannot be removed" define '!mine'
true >$E/mine/trigger
check "a synthetic event of an unloaded module can be removed" define '!mine'
is "removing a synthetic event through synthetic_events deletes its records" "$(lines $H)" ""
insmod /tests/kmod/histrig_synth.ko || exit 1

# The kernel's table of GFP flags ends with a name that is NULL.
define 'flags gfp_t gfp'
echo 1 >$E/flags/enable
hit flags 0xfe000200
check "a gfp_t with bits that have no name prints them as a number" \
	grep -q 'flags: gfp=fe000200 (.*0x[0-9a-f]' $H/trace
echo 0 >$E/flags/enable
define '!flags'

# Hits in an interrupt are not nested in the hit that they interrupt, however many there
# are.
define "within u32 x"
echo 'hist:keys=x' >$E/within/trigger
taskset 1 sh -c "echo 'hit ours within=1 count=200 within 3' >$S"
is "hits of an interrupt within a hit count, and so does the interrupted one" \
	"$(sed -n '/^{/p;s/ *Dropped: /Dropped /p' $E/within/hist | tr -s ' ')" \
	"$(printf '{ x: 0 } hitcount: 1\n{ x: 3 } hitcount: 200\nDropped 0')"
# Hits of the interrupt must not change the nesting depth of the interrupted hit.
# Otherwise, hits of later interrupts would count as nested.
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 'hist:keys=common_pid:s=state:onchange($s).trace(within,$s)' >$H/events/power/cpu_frequency/trigger
taskset 1 sh -c 'echo "fire power cpu_frequency count=5 keys=5 base=10 val=10 vstep=1 ctx=irq" >$kmods/histrig_fire'
is "hits of later interrupts do not count as nested" \
	"$(sed -n 's/.*x: *1[0-9] .*hitcount: */hit /p;s/ *Dropped: /Dropped /p' $E/within/hist)" \
	"$(printf 'hit 1\nhit 1\nhit 1\nhit 1\nhit 1\nDropped 0')"
true >$H/events/power/cpu_frequency/trigger
rmmod histrig_fire
true >$E/within/trigger
check "an event that interrupts have hit can be removed" define '!within'

define "held int x"
echo "hold ours held" >$S
fails "an event that a module holds cannot be removed by name" define '!held'
fails "an event that a module holds cannot be removed by O_TRUNC" sh -c "true >$H/synthetic_events"
fails "histrig does not unload while another module holds an event" unload_histrig
echo "put ours" >$S
check "an event can be removed once its module has put it" define '!held'

# ---- removing all events, and names that are too long
true >$H/synthetic_events
define "first u64 a"
define "second u64 a"
echo 'hist:keys=a' >$E/second/trigger
fails "synthetic_events cannot be truncated while one event has a trigger" \
	sh -c "true >$H/synthetic_events"
is "a refused truncation removes no event" "$(cat $H/synthetic_events)" \
	"$(printf 'first\tu64 a\nsecond\tu64 a')"
echo '!hist:keys=a' >$E/second/trigger
true >$H/synthetic_events
fails "events/synthetic is gone when synthetic_events was truncated" [ -e $E ]
long=$(printf '%0256d' 0 | tr 0 n)
define "$long u64 a"
is "events/synthetic is there for an event whose name is too long for a folder" "$(ls $E)" \
	"$(printf 'enable\nfilter')"
define "!$long"
fails "events/synthetic is gone with an event whose name is too long for a folder" [ -e $E ]

# ---- instances
define "t int x; char s[]"
mkdir $H/instances/a
I=$H/instances/a/events/synthetic
check "a new instance has the synthetic events of before" [ -e $I/t/trigger ]
define "u int x"
check "an instance gets synthetic events defined later" [ -e $I/u/format ]
echo 1 >$I/t/enable
is "enable of a synthetic event in an instance enables it there alone" "$(cat $E/t/enable $I/t/enable)" "$(printf '0\n1')"
echo 'hist:keys=x' >$E/t/trigger
hit 'instance=a t 1 "one'
hit 't 2 "two'
is "a hit in an instance is recorded there" "$(lines $H/instances/a)" "t: x=1 s=one"
is "a hit in the tree counts there alone" "$(grep -c 'x:  *2 ' $E/t/hist),$(sed -n 's/ *Hits: //p' $E/t/hist)" 1,1
true >$E/t/trigger
echo '!hist:keys=x' >>$E/t/trigger
fails "a synthetic event enabled in an instance cannot be removed" define '!t'
echo "hold ours u" >$S
check "an instance with an enabled synthetic event can be removed" rmdir $H/instances/a
is "removing an instance leaves the synthetic events" "$(cut -f1 $H/synthetic_events)" "$(printf 't\nu')"
echo "put ours" >$S
check "a synthetic event can be removed after the instance that enabled it" define '!t'
true >$H/synthetic_events
fails "events/synthetic is gone with the last synthetic event" [ -e $E ]

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
check "a reader of trace sees records before their event is removed" grep -q 't: x=3 s=text' /tmp/first
check "a reader of trace sees 'Unknown type' after the event was removed" sh -c "tail -n 1 /tmp/second | grep -q 'Unknown type [0-9]*$'"
is "a reader of trace loses no line when an event is removed" "$(cat /tmp/first /tmp/second | grep -c '\[00')" 500
echo raw >$H/trace_options
check "trace shows records of a removed event with the option raw" sh -c "grep -qE '^[0-9]+ [0-9]+ [0-9]+ [0-9]+ \?$' $H/trace"
for o in noraw hex nohex bin nobin verbose noverbose; do
	echo $o >$H/trace_options
	cat $H/trace >/dev/null
done
define "other s64 y; u64 z"
echo 1 >$E/other/enable
is "the next event does not get the number of a removed one" "$(lines $H | sort -u)" "Unknown type"
/tests/bin/piperead small $H/trace_pipe 4096 >/tmp/pipe
is "trace_pipe shows every record of a removed event" "$(grep -c 'Unknown type' /tmp/pipe)" 500
hit 'other -1 1'
is "trace_pipe shows records that come after those of a removed event" "$(/tests/bin/piperead small $H/trace_pipe 4096 | sed 's/.*: other/other/')" \
	"other: y=-1 z=1"
echo 0 >$E/other/enable
true >$H/synthetic_events

# Uses open files of an event that was removed.
define "t int x"
echo 'hist:name=n:keys=x' >$E/t/trigger
exec 3<$E/t/format 4<>$E/t/enable 5<$E/t/hist 6>>$E/t/trigger 7<>$E/t/filter 8<$E/t/id
head -c 10 <&5 >/dev/null
echo '!hist:name=n:keys=x' >>$E/t/trigger
check "a synthetic event can be removed while its files are open" define '!t'
fails "an open trigger file of a removed event refuses commands" sh -c 'echo hist:keys=x >&6'
fails "an open filter file of a removed event refuses filters" sh -c 'echo 0 >&7'
fails "an open enable file of a removed event refuses 1" sh -c 'echo 1 >&4'
is "an open format file of a removed event says ENODEV" "$(cat <&3 2>&1)" "cat: read error: No such device"
is "an open hist file of a removed event ends with ENODEV" "$(cat <&5 2>&1 | tail -n 1)" "cat: read error: No such device"
is "an open id file of a removed event says ENODEV" "$(cat <&8 2>&1)" "cat: read error: No such device"
exec 3<&- 4<&- 5<&- 6>&- 7>&- 8<&-

# A named histogram must outlive the event whose fields its first trigger used.
define "t int x; u64 y"
define "u int x; u64 y"
echo 'hist:name=both:keys=x:vals=y' >$E/t/trigger
echo 'hist:name=both:keys=x:vals=y' >$E/u/trigger
hit t 1 10
exec 5<$E/u/hist
head -c 20 <&5 >/dev/null
echo '!hist:name=both:keys=x:vals=y' >>$E/t/trigger
check "the first of two events with one named histogram can be removed" define '!t'
hit u 1 5
check "a named histogram is read after its first event was removed" sh -c "grep -q 'x:  *1 } hitcount:  *2  y:  *15' $E/u/hist"
echo '!hist:name=both:keys=x:vals=y' >>$E/u/trigger
check "the second of two events with one named histogram can be removed" define '!u'
cat <&5 >/dev/null 2>&1
exec 5<&-

# ---- nested hits, in all contexts
F=$kmods/histrig_fire
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
check "a trigger generates a synthetic event" sh -c "echo '$to_t' >$C/trigger"
check "a trigger generates a synthetic event with strings" sh -c "echo '$to_u' >>$C/trigger"
wanted=0
for ctx in task softirq irq nmi; do
	echo "fire power cpu_frequency ctx=$ctx count=1000 keys=10 cpus=2" >$F
	wanted=$((wanted + 2000))
	is "every hit in $ctx context generates both synthetic events" "$(counted $E/tt)$(counted $E/uu)" "$wanted 0 $wanted 0 "
done
is "every generated event is recorded" "$(lines $H | cut -d: -f1 | sort | uniq -c | tr -s ' \n' ' ')" " $wanted tt $wanted uu "
echo "!$to_t" >>$C/trigger
echo "!$to_u" >>$C/trigger
echo 0 >$E/enable
true >$E/tt/trigger
true >$E/uu/trigger
echo >$H/trace

self='hist:keys=state:onmatch(synthetic.tt).trace(tt,state,cpu)'
check "a trigger may generate its own event" sh -c "echo '$self' >$E/tt/trigger"
hit tt 1 2
is "an event that generates itself ends with one dropped hit" "$(counted $E/tt)" "8 1 "
fails "an event that generates itself cannot be removed" define '!tt'
echo "!$self" >>$E/tt/trigger
ways='hist:keys=state'
for i in 1 2 3 4 5 6 7 8; do
	ways="$ways:onmatch(synthetic.tt).trace(tt,state,cpu)"
done
echo "$ways" >$E/tt/trigger
hit tt 1 2
is "an event that generates itself eight times ends after 64 hits" "$(counted $E/tt)" "65 456 "
echo "!$ways" >>$E/tt/trigger
check "an event can be removed once it does not generate itself" define '!tt'

# Nested synthetic hits use most stack with a probe on the event and a trigger that
# forgets. The last nested call is refused; the others use stack.
if [ -e $H/kprobe_events ]; then
	K=$kmods/histrig_stack
	insmod /tests/kmod/histrig_stack.ko || exit 1
	define "tt u32 state; u32 cpu"
	echo 'e:long/way synthetic.tt state=$state:u32 cpu=$cpu:u32 sym=$state:symstr' >>$H/dynamic_events
	echo 'hist:keys=state' >$H/events/power/cpu_idle/trigger
	echo "$to_t" >$C/trigger
	echo 'hist:keys=state:vals=cpu.max:c=common_comm:onmatch(power.cpu_idle).forget():onmatch(long.way).trace(tt,state,cpu)' \
		>$H/events/long/way/trigger
	deepest() { # prints: nested calls, stack of the deepest level, stack of all
		echo >$K
		echo "fire power cpu_frequency ctx=$1 count=1 cpus=1" >$F
		awk 'NR > 1 { n++; if ($2 > max) max = $2; all += last; last = $2 } END { print n, max, all }' $K
	}
	# The debug kernel's stacks are twice as large.
	most=2048
	[ ! -e /sys/kernel/debug/kmemleak ] || most=4096
	set -- $(deepest task)
	check "hits in a task are nested at least five times ($1)" [ "$1" -ge 5 ]
	check "a nested hit takes at most an eighth of a stack ($2)" [ "$2" -le $most ]
	# On arm64, gcc 16 makes some of these frames so large that an eighth of a stack has one hit.
	nested=2
	[ $(uname -m) != aarch64 ] || [ $((2 * $2)) -le $most ] || nested=1
	set -- $(deepest irq)
	check "hits in an interrupt are nested ($1)" [ "$1" -ge $nested ]
	check "hits in an interrupt take at most an eighth before the last one ($3)" [ "$3" -le $most ]
	set -- $(deepest nmi)
	is "no hit is nested in one of an NMI" "$1 $3" "1 0"
	true >$H/events/long/way/trigger
	true >$C/trigger
	true >$H/events/power/cpu_idle/trigger
	echo '-:long/way' >>$H/dynamic_events
	rmmod histrig_stack
fi
true >$H/synthetic_events
rmmod histrig_fire

# ---- loading and unloading histrig
define "t int x; char s[]; char fixed[16]"
echo 'hist:keys=s' >$E/t/trigger
echo 1 >$E/enable
hit 't 1 "text "more'
rmmod histrig_synth
check "histrig unloads with synthetic events that are enabled and have triggers" unload_histrig
load_histrig
[ -n "$keeps_modules" ] || fails "histrig loaded again has no synthetic events" grep -q . $H/synthetic_events
insmod /tests/kmod/histrig_synth.ko || exit 1

# ---- IDs of events
define "stays int x"
id=$(cat $E/stays/id)
seq 8200 | sed 's/.*/n& int x\n!n&/' >/tmp/many
check "8,200 synthetic events can be defined and removed one after another" \
	dd if=/tmp/many of=$H/synthetic_events bs=1M oflag=append conv=notrunc
is "an event keeps its number while 8,200 others come and go" "$(cat $E/stays/id)" $id
define "after int x"
check "the number of an event is not given to another" [ "$(cat $E/after/id)" != $id ]
true >$H/synthetic_events

# ---- all of these at the same time
come() { # NUMBER: define, use and remove the events of this number
	define "t$1 int x; char s[]; char fixed[16]"
	define "n$1 int x; u64 y"
	echo "hist:keys=x" >>$E/t$1/trigger
	echo "hist:name=all:keys=x" >>$E/n$1/trigger
	echo 1 >$E/enable
	echo 'x > 5' >$E/n$1/filter
	echo 0 >$E/enable
	true >$E/t$1/trigger
	true >$E/n$1/trigger
	define "!t$1"
	echo "-:n$1" >>$H/dynamic_events
} 2>/dev/null
hits() {
	hit "count=200 keys=20 t$1 1 \"a \"b"
	hit "count=200 keys=20 n$1 1 2"
} 2>/dev/null
reads() {
	cat $E/*/hist $E/*/format $E/*/trigger
	true >$H/synthetic_events
	head -c 65536 $H/trace
	cat $H/synthetic_events $H/dynamic_events $H/available_events
} >/dev/null 2>&1
trees() { mkdir $H/instances/b; rmdir $H/instances/b; } 2>/dev/null
come_1() { come 1; }
come_2() { come 2; }
hits_1() { hits 1; }
hits_2() { hits 2; }
together "synthetic events are defined, hit, read and removed side by side" 4 \
	come_1 come_2 hits_1 hits_2 reads trees
echo 0 >$H/events/enable
for e in $E/*/trigger; do [ ! -e $e ] || true >$e; done
check "the synthetic events left can be removed" sh -c "true >$H/synthetic_events"
is "no synthetic event remains" "$(cat $H/synthetic_events)" ""
define "t int x"
echo 1 >$E/t/enable
echo >$H/trace
hit t 7
is "a synthetic event is recorded after many were defined and removed side by side" "$(lines $H)" "t: x=7"
echo 0 >$E/t/enable
true >$H/synthetic_events
rmmod histrig_synth
check "histrig unloads after a module that used synthetic events" unload_histrig
load_histrig
