# SPDX-License-Identifier: GPL-2.0
# Probes on functions: tests for all kernels, including those whose own tree has no
# such events to compare with. tests/diff/cases-probe.txt and cases-fetch.txt
# compare the rest.
# guest: timeout=120
. /tests/guest/lib.sh

definitions=$H/kprobe_events
. /tests/guest/parts/probed.sh

# Prints the hits and the misses of an event.
profile() { awk -v name=$1 '$1 == name { print $2, $3 }' $H/kprobe_profile; }
# Removes everything for the next test; triggers first, because they pin events.
without() { # EVENT...
	local event
	for event; do true >$K/$event/trigger; done
	clean
}

# ---- entry, return, inside

define 'p:in called_add a=$arg1 b='$ARG2':s32 c='$ARG3':u8'
define 'r:out called_add sum=$retval:s64'
echo 1 >$K/enable
call add 1 -2 3 4 5 6
call 2 add 10 20 30 40 50 60
echo 0 >$K/enable
call add 7 7 7 7 7 7
is "a probe at an entry and one at the return record arguments and result" "$(lines $H)" \
"in: (called_add) a=0x1 b=-2 c=3
out: (called_write <- called_add) sum=17
in: (called_add) a=0xa b=20 c=30
out: (called_write <- called_add) sum=210
in: (called_add) a=0xa b=20 c=30
out: (called_write <- called_add) sum=210"
is "kprobe_profile counts the hits" "$(profile in) $(profile out)" "3 0 3 0"
check "an event of a probe has its own files" [ -e $K/in/hist -a -e $K/in/filter -a -e $K/out/format ]
clean
fails "the events are gone with their probes" ls $K

# Which offsets begin an instruction depends on the compiler.
found=
for offset in 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	define "p:inside called_add+$offset a=$ARG1" 2>/dev/null || continue
	found=$offset
	break
done
check "a probe inside a function is accepted at an instruction" [ -n "$found" ]
echo 1 >$K/enable
call 3 add 5 5 5 5 5 5
is "a probe inside a function is hit" "$(profile inside)" "3 0"
is "records of a probe inside a function name the offset" "$(grep -c "called_add+$(printf 0x%x $found)/" $H/trace)" 3
clean

# Without optimization such a probe is a breakpoint.
optimize=/proc/sys/debug/kprobes-optimization
before=$(cat $optimize)
echo 0 >$optimize
for offset in 5 6 7 8 9 10 11 12; do
	! define "p:user called_user+$offset s=+0($ARG1):ustring" 2>/dev/null || break
done
echo 1 >$K/enable
printf 'user hello\0' >$C
is "a breakpoint inside a function reads memory of users" "$(lines $H)" \
	'user: (called_user) s="hello"'
echo $before >$optimize
clean

define 'p:t called_thing name=+0(+32('$ARG1')):string text=+48('$ARG1'):string n=+16('$ARG1'):s32[4] w=+8('$ARG1'):x32 bits=+112('$ARG1'):b5@3/32 c=$comm i=\7'
define 'p:u called_user s=+0('$ARG1'):ustring'
m=
if has_data_symbols; then
	define 'p:m called_add x=@called_number:x64'
	m='
m: (called_add) x=0x1122334455667788'
fi
echo 1 >$K/enable
call thing 0
printf 'user hello\0' >$C
call add 0 0 0 0 0 0
is "memory of the kernel and of users is fetched" "$(lines $H | sed 's/c="[^"]*"/c=task/')" \
"t: (called_thing) name=\"first\" text=\"some text\" n={1,-2,300000,-400000} w=0xdeadbeef bits=15 c=task i=0x7
u: (called_user) s=\"hello\"$m"
clean

define 'p:a called_add x='$ARG1' s=+0('$ARG1'):string'
echo 1 >$K/enable
call add 0 0 0 0 0 0
call add 0x10 0 0 0 0 0
call add -4096 0 0 0 0 0
is "a string at a wrong address is a fault in its record, and nothing else" "$(lines $H)" \
"a: (called_add) x=0x0 s=(fault)
a: (called_add) x=0x10 s=(fault)
a: (called_add) x=0xfffffffffffff000 s=(fault)"
clean

# ---- histograms, filters, synthetic events, stacks

define 'p:a called_add x='$ARG1':s32 y='$ARG2':u32'
echo 'hist:keys=x:vals=y:sort=x' >$K/a/trigger
echo 'hist:keys=x if y > 10' >>$K/a/trigger
call 3 add 1 10 0 0 0 0
call 2 add 2 20 0 0 0 0
is "arguments are keys and values of histograms" \
	"$(grep '^{' $K/a/hist | head -n 2 | tr -s ' ')" \
"{ x: 1 } hitcount: 3 y: 30
{ x: 2 } hitcount: 2 y: 40"
is "arguments are in filters of histograms" "$(grep '^{' $K/a/hist | tail -n 1 | tr -s ' ')" \
	"{ x: 2 } hitcount: 2"
check "an event with a trigger cannot be removed" \
	[ "$(echo '-:a' 2>&1 >>$H/kprobe_events | grep -c .)" = 1 -a -e $K/a ]
echo 'x == 2 && y != 21' >$K/a/filter
echo 1 >$K/a/enable
call add 1 20 0 0 0 0
call add 2 20 0 0 0 0
call add 2 21 0 0 0 0
is "a filter on arguments keeps records out" "$(lines $H)" "a: (called_add) x=2 y=20"
without a

echo 'called u64 ns; s32 arg; s32 ret' >>$H/synthetic_events
define 'p:in called_minus arg='$ARG1':s32'
define 'r:out called_minus ret=$retval:s32'
echo 'hist:keys=common_pid:ts=common_timestamp,aa=arg' >$K/in/trigger
echo 'hist:keys=common_pid:ns=common_timestamp-$ts,bb=$aa:onmatch(kprobes.in).called($ns,$bb,ret)' >$K/out/trigger
echo 'hist:keys=arg,ret:sort=arg' >$H/events/synthetic/called/trigger
echo 'hist:keys=ns.log2' >>$H/events/synthetic/called/trigger
call 3 minus 5
call 2 minus 6
is "two probes feed a synthetic event through variables" \
	"$(grep '^{ arg' $H/events/synthetic/called/hist | tr -s ' ')" \
"{ arg: 5, ret: 18446744073709551611 } hitcount: 3
{ arg: 6, ret: 18446744073709551610 } hitcount: 2"
is "the time between entry and return is never 0" \
	"$(grep '^{ ns' $H/events/synthetic/called/hist | grep -c '{ ns: ~ 2^0 ')" 0
true >$H/events/synthetic/called/trigger
true >$K/out/trigger
true >$K/in/trigger
true >$H/synthetic_events
clean

# Where a call does not push the return address, the kernel's unwinder misses the caller
# of a function that has not stored this address yet.
callers='called_outer called_write'
[ "$RETURNS" = '$stack0' ] || callers=called_write
define 'p:a called_inner x='$ARG1':s32'
echo stacktrace >$K/a/trigger
call chain 1
is "a stack shows the probed function and its callers" "$(sed -n 's/^ => \(called_[a-z]*\).*/\1/p' $H/trace | xargs)" \
	"called_inner $callers"
echo '!stacktrace' >$K/a/trigger
echo 'hist:keys=common_stacktrace' >$K/a/trigger
call chain 4
is "a stack as a key shows the probed function and its callers" \
	"$(sed -n 's/^[ ]*\(called_[a-z]*\).*/\1/p' $K/a/hist | xargs)" \
	"called_inner $callers"
is "hits with one stack are one entry" "$(total Entries $K/a) $(total Hits $K/a)" "1 4"
without a

# Prints the first two functions of each stack.
tops() { awk '/<stack trace>/ { n = 0 } $1 == "=>" && n++ < 2 { print $2 }' $H/trace | xargs; }
key_top() { awk '/^[{] common_stacktrace:/ { getline; sub("[+].*", "", $1); print $1 }' $K/$1/hist; }
stacks_begin() { # EVENT WHAT FUNCTIONS
	true >$H/trace
	echo stacktrace >$K/$1/trigger
	call chain 1
	echo '!stacktrace' >$K/$1/trigger
	echo 'hist:keys=common_stacktrace' >$K/$1/trigger
	echo 1 >$H/options/stacktrace
	echo 1 >$K/$1/enable
	call chain 1
	echo 0 >$K/$1/enable
	echo 0 >$H/options/stacktrace
	is "stacks of $2 begin there" "$(tops) and $(key_top $1)" "$3 $3 and ${3% *}"
	true >$K/$1/trigger
}
define 'p:a called_inner x='$ARG1':s32'
define 'p:b called_inner x='$IP''
text=@called_inner
! has_data_symbols || text=@called_text
define "p:c called_inner s=+0($text):string"
define 'r:d called_inner x=$retval'
for i in 5 6 7 8 9 10 11 12; do
	! define "p:e called_inner+$i" 2>/dev/null || break
done
stacks_begin a "a probe at an entry" "called_inner ${callers%% *}"
stacks_begin b "a kprobe at an entry" "called_inner ${callers%% *}"
stacks_begin c "a probe with a long record" "called_inner ${callers%% *}"
stacks_begin d "the caller of a function that returns" "called_outer called_write"
stacks_begin e "a probe inside a function" "called_inner ${callers%% *}"
echo 1 >$K/e/enable
usleep 500000
stacks_begin e "a probe that the kernel has had time to optimise" "called_inner ${callers%% *}"
clean

# ---- instances

define 'p:a called_add x='$ARG1''
mkdir $H/instances/i
echo 1 >$H/instances/i/events/kprobes/a/enable
call add 5 0 0 0 0 0
is "an event enabled in an instance records there only" "$(lines $H/instances/i)/$(lines $H)" \
	"a: (called_add) x=0x5/"
fails "a probe that an instance uses cannot be removed" define -:a
rmdir $H/instances/i
check "a probe can be removed after the instance that used it" define -:a

# ---- several probes of an event, removal

define 'p:a called_add x='$ARG1''
define 'p:a called_minus x='$ARG1''
echo 'hist:keys=__probe_ip.sym:vals=x' >$K/a/trigger
call 2 add 5 0 0 0 0 0
call 3 minus 7
is "two functions feed one event" "$(grep -oE '(called_add|called_minus) .*' $K/a/hist | sed -E 's/ \[histrig_called\]//; s/ +/ /g' | sort)" \
"called_add } hitcount: 2 x: 10
called_minus } hitcount: 3 x: 21"
check "one of two probes is removed while the event is in use" define '-:a called_minus'
call 3 minus 7
call add 1 0 0 0 0 0
is "one of two probes goes on after the other is removed" "$(total Hits $K/a)" 6
without a

# ---- missed hits

define 'r1:one called_depth r=$retval'
define 'r10:ten called_depth r=$retval'
echo 1 >$K/enable
call depth 5
is "a return probe with a maxactive of 1 misses the inner calls" "$(profile one)" "1 5"
is "a return probe with a maxactive of 10 misses no call" "$(profile ten)" "6 0"
clean

define 'r1:one called_depth r=$retval:x64'
define 'r1:one called_thing r=$retval:x64'
define 'r1:two called_depth'
echo 'hist:keys=r' >$K/one/trigger
call depth 5
is "a histogram counts missed hits as dropped" "$(total Hits $K/one) $(total Dropped $K/one)" "1 5"
is "a histogram says how many hits a probe missed" "$(grep Missed $K/one/hist)" "    Missed by probes: 5"
echo 'hist:name=both:keys=__probe_func' >>$K/one/trigger
echo 'hist:name=both:keys=__probe_func' >$K/two/trigger
is "a new histogram has no misses from before" "$(total Dropped $K/two)" 0
call depth 3
is "a histogram of two events adds up what both have missed" "$(total Hits $K/two) $(total Dropped $K/two)" "2 6"
true >$K/two/trigger
is "a histogram keeps the misses of an event that left it" "$(total Dropped $K/one)" "$((8 + 6))"
echo 'hist:keys=r:clear' >>$K/one/trigger
is "clearing a histogram forgets missed hits" "$(total Dropped $K/one)" 6
call depth 1
check "one of two probes is removed" define '-:one called_depth'
is "what it has missed stays missed" "$(total Dropped $K/one)" $((1 + 7))
without one

define 'r1:sleep do_nanosleep'
native=
! echo 'r1:sleep do_nanosleep' 2>/dev/null >>$T/kprobe_events || native=yes
echo 'hist:keys=common_pid' >$K/sleep/trigger
[ -z "$native" ] || echo 1 >$T/events/kprobes/sleep/enable
for i in 1 2 3 4 5; do usleep 500000 & done
wait
missed=$(profile sleep)
check "a blocking function has missed hits" [ ${missed#* } -ge 1 ]
is "missed hits of a blocking function count as dropped" "$(total Hits $K/sleep) $(total Dropped $K/sleep)" "$missed"
if [ -n "$native" ]; then
	is "the kernel's own probe has missed as many" "$missed" "$(awk '$1 == "sleep" { print $2, $3 }' $T/kprobe_profile)"
	echo 0 >$T/events/kprobes/sleep/enable
	echo -:sleep >>$T/kprobe_events
else
	skip "the kernel's own probe has missed as many: this kernel has no kprobe_events"
fi
without sleep

# If these were disarmed one by one, the kernel would visit all functions for each.
grep -E '^(ext4|btrfs|xfs|nfs|tcp|udp|ip6|ipv6|inet|nf|snd|usb|pci|acpi|drm|scsi|blk|crypto|security|cgroup|trace)_[a-z_]*$' \
	$H/available_filter_functions | sort | uniq -u | head -n 400 |
	while read -r f; do define "p:many $f" 2>/dev/null; done
define 'p:many called_add'
nr=$(grep -c ':kprobes/many ' $H/kprobe_events)
define 'p:first called_add'
echo 'hist:keys=common_pid' >$K/first/trigger
ms() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
arm_many() { echo 'hist:keys=__probe_ip.sym' >$K/many/trigger; }
disarm_many() { echo '!hist:keys=__probe_ip.sym' >$K/many/trigger; }
arm_many
call 3 add 1 2 3 4 5 6
is "each of many probes of an event is armed" "$(sed -n 's/.* called_add .*hitcount: *//p' $K/many/hist)" 3
disarm_many
call 3 add 1 2 3 4 5 6
is "another event's probe stays armed when many at its place are removed" "$(total Hits $K/first)" 6
# Sets $one and $many to the times of arming and disarming. Repeats this if the result is
# not as expected, because a busy host may disturb it.
few_times_as_long() {
	local try start
	for try in 1 2 3 4 5; do
		start=$(ms)
		echo '!hist:keys=common_pid' >$K/first/trigger
		echo 'hist:keys=common_pid' >$K/first/trigger
		one=$(($(ms) - start))
		start=$(ms)
		arm_many
		disarm_many
		many=$(($(ms) - start))
		echo "$nr probes $many ms, 1 probe $one ms"
		[ $many -ge $((one * 20 + 500)) ] || return 0
	done
	return 1
}
case $(uname -r) in
5.10.*) skip "arming many probes takes less than 20 times as long as arming one: 5.10 arms them one by one" ;;
*)
	check "an event has more than 200 probes" [ $nr -gt 200 ]
	check "arming many probes takes less than 20 times as long as arming one" few_times_as_long ;;
esac
without many first

# agrees EVENT: test whether kprobe_profile counts as many misses as hist counts dropped
# hits. Other tasks may hit the event between two reads, so read hist before and after.
agrees() { # EVENT
	local before after
	before=$(total Dropped $K/$1)
	set -- $1 $(profile $1)
	after=$(total Dropped $K/$1)
	echo "missed $3, dropped $before to $after"
	[ $3 -gt 0 -a $before -le $3 -a $3 -le $after ]
}

# Fetching memory calls the function that is probed.
define 'p:rec copy_from_kernel_nofault v=+0('$ARG2')'
define 'p:inner copy_from_kernel_nofault v=+0('$ARG2') ip='$IP''
number=@called_inner
! has_data_symbols || number=@called_number
define "r:back copy_from_kernel_nofault v=+0($number)"
for i in rec inner back; do echo 'hist:keys=common_pid' >$K/$i/trigger; done
define 'p:job called_thing text=+48('$ARG1'):string'
echo 1 >$K/job/enable
call 10 thing 0
is "a probe whose hit calls probed functions is not disturbed" "$(profile job)" "10 0"
for i in rec inner back; do
	check "hits within a hit are missed, and count as dropped ($i)" agrees $i
done
echo 0 >$K/job/enable
without rec inner back

if define 'p:deep arch_cpu_idle' 2>/dev/null; then
	echo 'hist:keys=common_pid' >$K/deep/trigger
	seen() { [ $(($(total Hits $K/deep) + $(total Dropped $K/deep))) -gt 5 ]; }
	check "hits of idle CPUs count, as hits or as dropped" within 10 seen
	[ "$(total Hits $K/deep)" -gt 0 ] ||
		check "hits where RCU is idle count as missed, too" agrees deep
	without deep
else
	skip "arch_cpu_idle() cannot be probed here"
fi

# ---- modules that are loaded and unloaded

define 'p:a histrig_called:called_add x='$ARG1''
define 'r:b histrig_called:called_add x=$retval:x64'
define 'p:s histrig_called:called_at_start x='$ARG1''
echo 1 >$K/enable
call add 1 0 0 0 0 0
rmmod histrig_called
is "probes stay when their module is unloaded" "$(grep -c histrig_called $H/kprobe_events)" 3
insmod /tests/kmod/histrig_called.ko
call add 2 0 0 0 0 0
is "probes are armed again when their module is reloaded, for its start too" "$(lines $H | sed -n '/s:/,$p')" \
"s: (called_at_start) x=0x2a
a: (called_add) x=0x2
b: (called_write <- called_add) x=0x2"
echo 0 >$K/enable
rmmod histrig_called
check "probes of an unloaded module can be removed" define -:a
check "probes of a module that is not loaded can be defined" define 'p:late histrig_called:called_minus x='$ARG1':s32'
echo 'hist:keys=x' >$K/late/trigger
is "hist says that a probe waits for its module" "$(grep waiting $K/late/hist)" \
	"# waiting for a module: histrig_called:called_minus"
check "hist_json says that a probe waits for its module" \
	grep -q '"waiting":"histrig_called:called_minus"' $K/late/hist_json
define 'p:late vfs_fallocate x='$ARG1':s32'
is "hist says how many places of an event wait" "$(grep waiting $K/late/hist)" \
	"# waiting for a module: histrig_called:called_minus (1 of 2 places)"
define '-:late vfs_fallocate'
fails "a path is not taken for a module that may come" define 'p:path /called:called_minus'
for f in 'f:path /called:called_minus' 'f:path /called:called_minus%return'; do
	! echo "$f" 2>/dev/null >>$H/dynamic_events || not_ok "a path is taken for a module: $f"
done
echo 'hist:keys=x' >$K/late/trigger
define 'p:start histrig_called:init_module'
echo 1 >$K/start/enable
insmod /tests/kmod/histrig_called.ko
is "a probe on what a module runs to start is hit" "$(profile start)" "1 0"
call 4 minus 9
is "a probe that waits for its module is hit once the module is loaded" "$(total Hits $K/late)" 4
without late

# ---- contexts

# The firing module calls its functions only if a tracepoint has probes.
P=$H/events/power/cpu_frequency
echo 'hist:keys=state' >$P/trigger
define 'p:n histrig_fire:fire_two_uints'
echo 'hist:keys=common_cpu' >$K/n/trigger
echo "fire power cpu_frequency cpus=2 count=500 ctx=irq" >$kmods/histrig_fire
is "hits in interrupts are counted" "$(total Hits $K/n)" 1000
echo "fire power cpu_frequency cpus=2 count=500 ctx=nmi" >$kmods/histrig_fire
is "hits in NMIs are counted, as hits or as missed" \
	"$(profile n | awk '{ print $1 + $2 }')" 2000
check "most hits in NMIs are counted as hits" [ "$(total Hits $K/n)" -gt 1500 ]
true >$P/trigger
without n

define 'p:idle tick_nohz_idle_enter' && define 'p:idle tick_nohz_idle_exit'
echo 'hist:keys=common_pid' >$K/idle/trigger
within 10 eval '[ $(total Hits $K/idle) -gt 2 ]'
check "functions of idle CPUs can be probed" [ "$(total Hits $K/idle)" -gt 2 ]
is "functions of idle CPUs are hit in idle tasks" "$(grep '^{' $K/idle/hist | grep -vc 'common_pid:  *0 }')" 0
without idle

# ---- what is refused

refused() { # WHY DEFINITION
	true >$H/error_log
	! define "$2" 2>/dev/null && grep -q "$1" $H/error_log
}
if [ -e $T/available_filter_functions ]; then
	check "a function that is not traced is refused" refused 'Failed to register' 'p:a called_notrace'
else
	skip "a function that is not traced is refused: this kernel does not list traced functions"
fi
check "a function that does not exist is refused" refused 'Invalid probed address' 'p:a no_such_function'
check "a name that means several functions is refused" refused 'not unique' 'p:a name_show'
check "a return probe inside a function is refused" refused 'must be an function entry' 'r:a called_add+16'
check "a name of another event is refused" refused 'already used' 'p:sched/sched_switch called_add'
check "a wrong argument is refused" refused 'Invalid register' 'p:a called_add x=%nothing'
is "what is refused leaves nothing" "$(cat $H/kprobe_events)" ""

# ---- names of symbols and modules, while other files hide those of /proc

rmmod histrig_fire
insmod /tests/kmod/histrig_fire.ko
echo 'no symbols' >/tmp/other
mount --bind /tmp/other /proc/kallsyms
mount --bind /tmp/other /proc/modules
check "a function is found where another file hides /proc/kallsyms" define 'p:a called_add'
check "a name of several functions is refused there" refused 'not unique' 'p:b name_show'
check "a probe waits for its module where another file hides /proc/modules" define 'p:b nowhere:function'
fails "a loaded module without the function is no module to wait for" define 'p:c histrig_called:nothing'
umount /proc/modules
umount /proc/kallsyms
clean

insmod /tests/kmod/histrig_twin.ko linger=2000
check "functions of two modules share a name" refused 'not unique' 'p:a called_twin'
rmmod histrig_twin &
goes=$!
within 5 grep -q '^histrig_twin .*Unloading' /proc/modules
usleep 200000
define 'p:b called_twin' 2>/dev/null
wait $goes
check "a name of two modules is unique again after one of them is unloaded" define 'p:c called_twin'
clean

insmod /tests/kmod/histrig_pair.ko
check "a name of two functions of a module is refused" refused 'not unique' 'p:a histrig_pair:called_pair'
check "a return of two functions of a module is refused" refused 'not unique' 'r:a histrig_pair:called_pair'
check "a name of one function of a module is accepted" define 'p:a histrig_pair:pair_call'
check "a name of a module's and a kernel's function is accepted with the module" define 'p:b histrig_pair:ksys_fchown'
rmmod histrig_pair
clean

# Another module, which has a function called_twin() as well, takes the place of the one that
# was unloaded.
value() { # of the last hit's argument
	true >$H/trace
	cat /proc/version >/dev/null
	sed -n 's/.* data: .* x=//p' $H/trace | tail -n 1
}
define "p:data vfs_read x=$number:x64 twin=@called_twin:x64"
echo 1 >$K/data/enable
was=$(value)
rmmod histrig_called
insmod /tests/kmod/histrig_twin.ko
is "data of a module that is unloaded is 0, even if another module has the name" \
	"$(value)" "0x0 twin=0x0"
insmod /tests/kmod/histrig_called.ko
is "data of a module that is loaded again is found again" "$(value)" "$was"
rmmod histrig_twin
clean

rmmod histrig_called
rmmod histrig_fire
