# SPDX-License-Identifier: GPL-2.0
# Probes in user code: definitions by offset, symbol and marker, their records,
# reference counters, $duration, files that are removed, and unloading the module
# while programs hit probes.
# guest: timeout=120 modules=-fuse
. /tests/guest/lib.sh

U=/tests/bin/uprobed
E=$H/events/uprobes

define() { echo "$*" >>$H/uprobe_events; }
# Prints the records of uprobed from the event's name on, with addresses as ADDRESS.
records() { sed -n 's/^ *uprobed-.*\] [^ ]*  *[0-9.]*: //p' $H/trace | sed 's/0x[0-9a-f]*/ADDRESS/g'; }
# Removes everything, for the next part.
clean() {
	echo 0 >$H/events/enable
	for t in $E/*/trigger; do [ ! -e $t ] || true >$t; done
	true >$H/uprobe_events
	true >$H/trace
}
# Prints the entries of an event's histogram on one line each.
entries() { sed -n '/^{/p' $E/$1/hist | tr -s ' '; }
dropped() { sed -n 's/^ *Dropped: //p' $E/$1/hist; }

# ---- symbols

check "a probe on a symbol is defined" define "p:add $U:probed_add a=$ARG1:s32 b=$ARG2:s32"
line=$(cat $H/uprobe_events)
check "uprobe_events shows the offset of the symbol" \
	sh -c "echo '$line' | grep -qE '^p:uprobes/add $U:0x[0-9a-f]{16} a=$ARG1:s32 b=$ARG2:s32$'"
true >$H/uprobe_events
check "the line of uprobe_events defines the same event again" define "$line"
is "uprobe_events shows what was written" "$(cat $H/uprobe_events)" "$line"
is "dynamic_events shows a probe on a symbol as uprobe_events does" "$(cat $H/dynamic_events)" "$line"
check "a probe at an offset from a symbol is defined" define "p:after $U:probed_add+4"
is "an offset from a symbol is added" \
	"$(sed -n 's/^p:uprobes\/after .*:\(0x[0-9a-f]*\)/\1/p' $H/uprobe_events)" \
	"$(printf '0x%016x' $(($(echo "$line" | sed 's/.*:\(0x[0-9a-f]*\).*/\1/') + 4)))"
check "an event on a symbol gets a name" define "p $U:probed_add"
check "the name of an event on a symbol has those of program and symbol" [ -d $E/p_uprobed_probed_add ]
fails "a symbol that the program has not is refused" define "p $U:no_such_function"
check "the error log says that the symbol is invalid" grep -q 'Invalid probed address or symbol' $H/error_log
fails "a file that is no program has no symbols" define "p /tests/diff/README:main"
clean

# ---- records of hits

define "p:add $U:probed_add a=$ARG1:s32 b=$ARG2:s32 comm=\$comm"
define "r:ret $U:probed_add sum=\$retval:s32"
echo 1 >$E/enable
$U call 2
is "calls and returns are recorded in order" "$(records)" "$(cat <<TEXT
add: (ADDRESS) a=1 b=2 comm="uprobed"
ret: (ADDRESS <- ADDRESS) sum=3
add: (ADDRESS) a=2 b=4 comm="uprobed"
ret: (ADDRESS <- ADDRESS) sum=6
TEXT
)"
is "uprobe_profile counts hits" "$(tr -s ' ' <$H/uprobe_profile)" " $U add 2
 $U ret 2"
clean
define "p:add $U:probed_add a=$ARG1:s32 b=$ARG2:s32"
echo 'hist:keys=a:vals=b:sort=a' >$E/add/trigger
$U call 3
$U call 1
is "a histogram counts hits in user code" "$(entries add)" "$(cat <<TEXT
{ a: 1 } hitcount: 2 b: 4
{ a: 2 } hitcount: 1 b: 4
{ a: 3 } hitcount: 1 b: 6
TEXT
)"
clean
define "p:text $U:probed_text t=+0($ARG1):ustring"
echo 1 >$E/text/enable
echo 'hist:keys=t' >$E/text/trigger
$U text found
is "a string comes from a page that the program has not touched" "$(records)" 'text: (ADDRESS) t="found"'
is "a string of user memory is a key" "$(entries text)" "{ t: found } hitcount: 1"
long=$(printf '%0300d' 0)
true >$H/trace
$U text $long
is "a long string comes whole" "$(records)" "text: (ADDRESS) t=\"$long\""
true >$H/trace
true >$E/text/trigger
is "a hit does not wait for ever for memory that never comes" "$(timeout -s KILL $((10 * scale)) $U stuck)" passed
is "a string in memory that never comes is a fault" "$(records)" 'text: (ADDRESS) t=(fault)'
timeout -s KILL $((30 * scale)) $U stuck >/dev/null &
asleep $!
check "an event is disabled while a hit of it waits for memory" timeout -s KILL $((10 * scale)) sh -c "echo 0 >$E/text/enable"
wait
echo 1 >$E/text/enable
true >$H/trace
check "a page fault of a hit is served by the program's thread" timeout -s KILL $((10 * scale)) $U served served
is "a hit waits for memory that the program itself serves" "$(records)" 'text: (ADDRESS) t="served"'
if [ -e /dev/fuse ]; then
	true >/tmp/mute
	/tests/bin/mutefile /tmp/mute >/tmp/mute.out &
	mute=$!
	within 10 grep -q mounted /tmp/mute.out
	true >$H/trace
	timeout -s KILL $((20 * scale)) $U file /tmp/mute >/tmp/mute.read &
	reader=$!
	within 10 grep -q passed /tmp/mute.read
	is "a hit does not wait for ever for a file that answers no read" "$(cat /tmp/mute.read)" passed
	is "a string in such a file is a fault" "$(records)" 'text: (ADDRESS) t=(fault)'
	check "an event is disabled while a file does not answer" timeout -s KILL $((10 * scale)) sh -c "echo 0 >$E/text/enable"
	kill $mute
	wait $mute $reader 2>/dev/null
	umount /tmp/mute
	rm /tmp/mute*
else
	skip "a hit does not wait for ever for a file that answers no read: this kernel has no FUSE"
fi
clean

# ---- markers and reference counters

check "a marker is defined by its provider and name" define "p:mark $U:%uprobed:mark i=$ARG1:s32"
is "a marker at two places becomes two probes of one event" "$(grep -c '^p:uprobes/mark ' $H/uprobe_events)" 2
check "the marker's semaphore becomes the reference counter" \
	sh -c "! grep -vE ':0x[0-9a-f]{16}\(0x[0-9a-f]+\) i=$ARG1:s32$' $H/uprobe_events"
is "the reference counter is 0 while nobody wants hits" "$($U counter)" 0
echo 1 >$E/mark/enable
is "the reference counter counts the places that are armed" "$($U counter)" 2
$U mark 1
is "both places of a marker hit" "$(records)" "mark: (ADDRESS) i=1
mark: (ADDRESS) i=1001"
echo 0 >$E/mark/enable
is "the reference counter goes back to 0" "$($U counter)" 0
clean
check "a provider may have the prefix that perf gives it" define "p:s/m $U:sdt_uprobed:mark"
fails "a marker that the program has not is refused" define "p $U:%uprobed:none"
check "an event on a marker gets a name" define "p $U:%uprobed:mark"
check "the name of an event on a marker has provider and marker" [ -d $E/p_uprobed_uprobed_mark ]
fails "probes at a place must have the same reference counter" define "p:other $U:$(sed -n '1s/.*:\(0x[0-9a-f]*\).*/\1/p' $H/uprobe_events)"
clean

# ---- arguments of markers

args='n=$arg1 text=+0($arg2):ustring byte=$arg3 count=$arg4 five=$arg5'
hits='args: (ADDRESS) n=-7 text="marked" byte=65 count=1000 five=-17
args: (ADDRESS) n=7 text="marked" byte=66 count=2000 five=17'
check "arguments of a marker have numbers" define "p:args $U:%uprobed:args $args"
is "arguments of a marker have the types of its note" "$(sed -n 's/^\tfield:\([a-z_].*\);\toffset.*/\1/p' $E/args/format | tail -n 5)" \
	"s32 n
__data_loc char[] text
u8 byte
u64 count
s32 five"
echo 1 >$E/args/enable
$U args -7 marked
is "each place of a marker has its own arguments" "$(records)" "$hits"
lines=$(cat $H/uprobe_events)
is "uprobe_events shows arguments of a marker as they were written" "$(echo "$lines" | sed 's/^[^ ]* [^ ]* //' | uniq)" "$args"
clean
check "the lines of uprobe_events define the places of a marker again" sh -c "echo '$lines' | while read -r l; do echo \"\$l\" >>$H/uprobe_events || exit; done"
echo 1 >$E/args/enable
$U args -7 marked
is "arguments belong to the marker that is at an offset" "$(records)" "$hits"
clean
check "all arguments of a marker are defined by \$arg*" define "p:all $U:%uprobed:args \$arg* who=\$comm"
echo 'hist:keys=arg1:vals=arg4:sort=arg4' >$E/all/trigger
echo 1 >$E/all/enable
$U args 3 x
is "the arguments of \$arg* have the names arg1 and so on" "$(records | sed 's/arg2=[0-9]* //')" 'all: (ADDRESS) arg1=3 arg3=65 arg4=1000 arg5=-17 who="uprobed"
all: (ADDRESS) arg1=-3 arg3=66 arg4=2000 arg5=17 who="uprobed"'
is "an argument of a marker is a key" "$(entries all)" "{ arg1: 3 } hitcount: 1 arg4: 1000
{ arg1: 18446744073709551613 } hitcount: 1 arg4: 2000"
clean
fails "an argument cannot have two types" define "p:sizes $U:%uprobed:sizes i=\$arg1"
check "the error log names the argument" sh -c "tail -n 1 $H/error_log | grep -q '^  *\^' && grep -q 'Argument type or name is different' $H/error_log"
is "removing a marker removes all its places" "$(cat $H/uprobe_events)" ""
check "an argument gets the type that is written" define "p:sizes $U:%uprobed:sizes i=\$arg1:s64"
echo 1 >$E/sizes/enable
$U args -1 x
is "a short number keeps its sign" "$(records)" "sizes: (ADDRESS) i=-1
sizes: (ADDRESS) i=-10"
clean
check "odd arguments are no fault if they are not used" define "p:odd $U:%uprobed:odd i=\$arg5"
clean
n=1
for text in 'is in a register that probes cannot read; leave it out' \
		'is at a symbol that the file lacks (stripped?); leave it out or use a file with symbols' \
		'is in a register that probes cannot read; leave it out' \
		'has a form that is not supported; leave it out'; do
	fails "argument $n is refused" define "p:odd $U:%uprobed:odd x=\$arg$n"
	is "the error log says: $text" "$(tail -n 3 $H/error_log | sed 's/^.*error: //')" \
		"This argument of the marker $text
  Command: p:odd $U:%uprobed:odd x=\$arg$n
$(echo "  Command: p:odd $U:%uprobed:odd x=" | sed 's/./ /g')^"
	n=$((n + 1))
done
fails "a marker has no more arguments than its note" define "p:odd $U:%uprobed:odd x=\$arg6"
check "the error log says that the argument's index is too big" grep -q 'index is too big' $H/error_log
fails "a place without a marker has no arguments" define "p:add $U:probed_add x=\$arg1"
fails "the return of a function is no marker" define "r:args $U:%uprobed:args x=\$arg1"

# ---- markers whose second place cannot be probed

define "p:mark $U:%uprobed:mark"
second=$(sed -n '2s/.*:\(0x[0-9a-f]*\).*/\1/p' $H/uprobe_events)
clean
define "p:other $U:$second"
while [ ! -e /tmp/enough ]; do
	echo 1 >$E/mark/enable
	echo 0 >$E/mark/enable
done 2>/dev/null &
i=0
while [ $i -lt 100 ] && ! define "p:mark $U:%uprobed:mark" 2>/dev/null; do
	i=$((i + 1))
done
is "a marker that cannot be probed at all its places is refused" $i 100
true >/tmp/enough
wait
is "a refused marker leaves no probe, even if its event is enabled at once" \
	"$(sed 's/ .*//' $H/uprobe_events)" "p:uprobes/other"
clean

# ---- several probes of one event, removal

define "p:two $U:probed_add x=$ARG1:s32"
define "p:two $U:probed_jump x=$ARG1:s32"
echo 1 >$E/two/enable
$U call 1
$U jump 0
is "an event is hit at both of its places" "$(records | sed 's/ADDRESS//')" "two: () x=1
two: () x=0"
check "a place is added to an event in use" define "p:two $U:probed_nest x=$ARG1:s32"
$U nest 0
is "the place that was added hits" "$(records | wc -l)" 3
fails "an event in use is not emptied" sh -c "true >$H/uprobe_events"
fails "an event in use is not removed" sh -c "echo '-:two' >>$H/uprobe_events"
is "the last place of an event in use stays" "$(grep -c '^p:uprobes/two ' $H/uprobe_events)" 1
$U nest 0
clean
is "an event with two places can be removed once it is disabled" "$(cat $H/uprobe_events)" ""

# ---- $duration

check "a return probe shows \$duration" define "r:nest $U:probed_nest n=\$retval:s32 d=\$duration"
fails "a probe at a place has no \$duration" define "p:no $U:probed_nest d=\$duration"
echo 'hist:keys=n:vals=d:sort=n' >$E/nest/trigger
taskset 1 $U nest 2
# The inner calls return 0 and 1, the outer one 3. Each sleeps for 20 ms itself, but the
# clock of $duration may differ by a tick.
entries nest | sed 's/.*n: *\([0-9]*\) .*d: \([0-9]*\).*/\1 \2/' >/tmp/times
is "each call of a recursive function returns" "$(cut -d' ' -f1 /tmp/times | tr '\n' ' ')" "0 1 3 "
check "an outer call takes longer than the calls in it" \
	awk '{ if ($2 < 15000000 + last) exit 1; last = $2 }' /tmp/times
is "no return of a recursive function is dropped" "$(dropped nest)" 0
clean
define "r:nest $U:probed_nest n=\$retval:s32"
echo 'hist:keys=n' >$E/nest/trigger
$U nest 100
is "returns from calls that the kernel does not follow are dropped" \
	"$(entries nest | wc -l) $(dropped nest)" "64 37"
clean
define "r:jump $U:probed_jump d=\$duration"
echo 'hist:keys=common_pid' >$E/jump/trigger
echo 1 >$E/jump/enable
$U jump 20
is "calls that are jumped out of do not return" "$(records | wc -l)" 1
is "calls that are jumped out of cost no return its time" "$(dropped jump)" 0
clean
define "r:jump $U:probed_jump d=\$duration"
echo 'hist:keys=common_comm' >$E/jump/trigger
/tests/bin/as 1001 1001 $U flood &
flood=$!
sleep 3
/tests/bin/as 1000 1000 $U pause 2000
kill $flood
wait $flood 2>/dev/null
is "calls that one user leaves by longjmp() cost no other user's return its time" \
	"$(entries jump | sed 's/.*hitcount: *//') hits, $(dropped jump) dropped" "3 hits, 0 dropped"
clean

# ---- files

cp $U /tmp/mine
define "p:gone /tmp/mine:probed_add a=$ARG1:s32"
rm /tmp/mine
check "a probe in a deleted file is enabled" sh -c "echo 1 >$E/gone/enable"
check "a probe in a deleted file is disabled and removed" clean
mkdir -p /tmp/fs
mount -t tmpfs none /tmp/fs
cp $U /tmp/fs/mine
define "p:gone /tmp/fs/mine:probed_add a=$ARG1:s32"
fails "a filesystem with a probed file stays mounted" umount /tmp/fs
echo 1 >$E/gone/enable
/tmp/fs/mine call 1
is "a program on it hits" "$(sed -n 's/.*: gone: .* \(a=.*\)/\1/p' $H/trace)" a=1
clean
check "the filesystem of a probed file can be unmounted once the probe is removed" umount /tmp/fs

# ---- files that block their readers

cp $U /tmp/leased
echo 60 >/proc/sys/fs/lease-break-time
$U lease /tmp/leased >/tmp/lease.out &
lease=$!
within 10 grep -q leased /tmp/lease.out
define "p:late /tmp/leased:probed_add" &
late=$!
sleep 1
define "p:soon $U:probed_add"
echo 'p:soon vfs_read' >>$H/kprobe_events
is "definitions do not wait for one that waits for its file" \
	"$(sed 's/ .*//' $H/dynamic_events | xargs)" "p:uprobes/soon p:kprobes/soon"
kill $lease
wait $lease 2>/dev/null
wait $late
check "a probe that waited is defined when its file can be read" [ -d $E/late ]
echo 45 >/proc/sys/fs/lease-break-time
rm /tmp/leased
true >$H/kprobe_events
clean

# ---- programs that run at the same time

$U loop &
loop=$!
define "p:add $U:probed_add a=$ARG1:s32"
define "r:ret $U:probed_add sum=\$retval d=\$duration"
define "p:text $U:probed_text t=+0($ARG1):ustring who=\$comm"
define "p:mark $U:%uprobed:mark i=$ARG1:s32"
define "r:jump $U:probed_jump d=\$duration"
arm() {
	echo 'hist:keys=a' >$E/add/trigger
	echo 'hist:keys=d.log2' >$E/ret/trigger
	echo 'hist:keys=t,who' >$E/text/trigger
	echo 1 >$E/enable
}
disarm() {
	echo 0 >$E/enable
	true >$E/add/trigger
	true >$E/ret/trigger
	true >$E/text/trigger
}
i=0
while [ $i -lt 20 ]; do
	arm && disarm || break
	i=$((i + 1))
done
is "probes come and go while a program hits them" $i 20
arm
check "hits of a running program count" within 20 sh -c "[ -n \"\$(sed -n '/^{/p' $E/text/hist)\" ]"
i=0
while [ $i -lt 10 ]; do
	define "p:more $U:probed_add a=$ARG1" && echo 1 >$E/more/enable &&
		echo 0 >$E/more/enable && define "-:more" || break
	i=$((i + 1))
done
is "events are defined and removed while their program runs" $i 10
check "the module unloads while a program hits its probes" unload_histrig
check "a probed program keeps running after the module was unloaded" kill -0 $loop
load_histrig
is "the module has no probes after it was loaded again" "$(cat $H/uprobe_events)" ""
check "probes on a running program can be defined after the module was loaded again" define "p:add $U:probed_add a=$ARG1:s32"
kill $loop
wait $loop 2>/dev/null
clean
