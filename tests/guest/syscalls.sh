# SPDX-License-Identifier: GPL-2.0
# System call events, compared with the kernel's: the list of events, and the
# histograms and traces of the same calls. A single CPU keeps the calls in order.
# guest: smp=1 timeout=240
. /tests/guest/lib.sh
quick_rcu

S=events/syscalls
# The call with two arguments that prog/syscaller.c makes and the names of these; and mkdir()
case $(uname -m) in
aarch64) TWO=umount PATHNAME=name NUMBER=flags MKDIR=mkdirat ;;
*) TWO=access PATHNAME=filename NUMBER=mode MKDIR=mkdir ;;
esac
list() { grep '^syscalls:' $1/available_events | sort; }
[ -d $T/$S ] || skip_all "this kernel has no events of system calls"

alike "available_events has the system calls that the kernel's has" "$(list $H)" "$(list $T)"
echo "# $(list $H | wc -l) events"

# both FILE TEXT: write TEXT to FILE in both trees. The kernel's tree starts
# recording later and stops earlier than ours.
both() {
	echo "$2" >>$H/$1
	echo "$2" >>$T/$1
}
work() { /tests/bin/syscaller work; }
# Newer kernels print the full name of a key that is a stack.
hist() { sed -n '/^{/,$p' $1/$S/$2/hist | sed 's/common_stacktrace:/stacktrace:/'; }

# The kernel's stacks begin after a fixed number of functions. On arm64, the compiler has put
# one of these into syscall_trace_enter(), which the kernel therefore leaves out.
tracepoint_is_shown() {
	sed -n 2p /tmp/ours | grep -q '^ *syscall_trace_enter+' && sed -i 2d /tmp/ours
}

# Histograms of calls that no other program of the guest makes. The kernel's .log2 of 0 is
# undefined, and on 6.18 its sanitizer stops the guest.
histograms() {
	local t event d
	for t in 'sys_enter_getppid hist:keys=__syscall_nr' \
		"sys_enter_$TWO hist:keys=$PATHNAME,$NUMBER:sort=$NUMBER" \
		"sys_enter_$TWO hist:keys=$NUMBER.hex:vals=__syscall_nr:sort=$NUMBER" \
		'sys_enter_openat hist:keys=dfd.hex,flags.hex,mode if mode == 0644' \
		'sys_enter_close hist:keys=fd:sort=fd.descending if fd >= 1003 && fd < 1008' \
		'sys_enter_lseek hist:keys=offset,whence.hex:sort=offset if offset > 0x100000000' \
		'sys_enter_splice hist:keys=len.log2:vals=len:sort=len if len > 0' \
		'sys_enter_mmap hist:keys=flags.hex,prot,off:sort=off if len == 0' \
		'sys_exit_splice hist:keys=ret.hex' \
		"sys_exit_$TWO hist:keys=ret,common_pid.execname:vals=ret if common_pid == 0 || ret == -2" \
		'sys_exit_umask hist:keys=__syscall_nr.syscall,ret' \
		'sys_enter_umask hist:keys=stacktrace'; do
		event=${t%% *} t=${t#* }
		both $S/$event/trigger "$t"
		work
		hist $H $event | grep -v execname >/tmp/ours
		hist $T $event | grep -v execname >/tmp/native
		check "the kernel counts hits of $event with $t" grep -q 'Hits: [1-9]' /tmp/native
		case $(uname -m)$t in
		aarch64*stacktrace) check "the stack begins with the function of the tracepoint" tracepoint_is_shown ;;
		esac
		case $t in
		*execname*) is "$event with $t counts as the kernel does" "$(tail -n 4 /tmp/ours)" "$(tail -n 4 /tmp/native)" ;;
		*) is "$event with $t counts as the kernel does" "$(cat /tmp/ours)" "$(cat /tmp/native)" ;;
		esac
		for d in $H $T; do true >$d/$S/$event/trigger; done
	done
	for t in 'hist:keys=nothing' 'hist:keys=fd:sort=buf'; do
		for d in $H $T; do echo >$d/error_log; echo "$t" 2>/dev/null >$d/$S/sys_enter_read/trigger; done
		alike "error_log matches the kernel's after $t on sys_enter_read" "$(sed 's/^\[[^]]*\]/TIME/' $H/error_log)" "$(sed 's/^\[[^]]*\]/TIME/' $T/error_log)"
		for d in $H $T; do true >$d/$S/sys_enter_read/trigger; done
	done
}
[ -z "$native_hist" ] || histograms

# Prints the trace's lines about the program, without times. Removes known differences:
# newer kernels prefix hexadecimal numbers, print strings at addresses, and print openat()
# differently; real-time kernels have more columns of flags, and old kernels fewer; the
# tick may request a reschedule between the kernel's probe and ours.
case $(uname -r) in
5.* | *-rt-*) other='s/\] [^ ]*/] FLAGS/' ;;
6.[0-9].* | 6.1[0-2].*) other= ;;
*) other='/sys_openat(/d; s/: 0x\([0-9a-f]*[,)]\)/: \1/g; s/: 0x\([0-9a-f]*\) "[^"]*"/: \1/g' ;;
esac
lines() {
	grep 'syscaller-' $1/trace |
		sed "s/ [0-9]*\\.[0-9]*: / TIME: /; s/^ *//; s/\(\] .\)[NnpBbLl]/\1./; $other"
}
record() { # our tree starts first and stops last
	[ $1 = 0 ] || echo 1 >$H/tracing_on
	echo $1 >$T/tracing_on
	[ $1 = 1 ] || echo 0 >$H/tracing_on
}
traced() { # the program's work has the same lines in both trees
	record 1
	work
	record 0
	lines $H >/tmp/ours
	lines $T >/tmp/native
	echo "# $(wc -l </tmp/native) lines"
	check "the kernel's trace has lines: $1" [ -s /tmp/native ]
	check "trace shows system calls as the kernel's does: $1" diff /tmp/native /tmp/ours
	for d in $H $T; do echo >$d/trace; done
}
for d in $H $T; do
	echo 0 >$d/tracing_on
	echo 20000 >$d/buffer_size_kb
	echo global >$d/trace_clock
	echo >$d/trace
done
for d in $H $T; do echo 1 >$d/$S/enable; done
is "enable of the system syscalls says 1 after 1" "$(cat $H/$S/enable)" 1
alike "set_event lists every system call that is enabled" "$(grep ^syscalls $H/set_event | sort)" "$(list $T)"
traced "every system call"
for d in $H $T; do echo verbose >$d/trace_options; done
traced "option verbose"
for d in $H $T; do echo noverbose >$d/trace_options; echo raw >$d/trace_options; done
record 1
work
record 0
check "trace shows system calls with the option raw" [ "$(grep -c type: $H/trace)" -gt 100 ]
for d in $H $T; do echo noraw >$d/trace_options; echo >$d/trace; done
for d in $H $T; do echo 0 >$d/$S/enable; done
is "enable of the system syscalls says 0 after 0" "$(cat $H/$S/enable)" 0
for d in $H $T; do
	echo "syscalls:sys_enter_$TWO syscalls:sys_exit_$TWO" >$d/set_event
	echo "$NUMBER > 3 && $NUMBER < 8" >$d/$S/sys_enter_$TWO/filter
	echo 'ret == -2' >$d/$S/sys_exit_$TWO/filter
done
is "enable of the system syscalls says X with two of them enabled" "$(cat $H/$S/enable)" X
traced "filters on entry and exit"
record 1
work
record 0
/tests/bin/piperead small $H/trace_pipe 4096 >/tmp/pipe
check "trace_pipe shows the entry of a system call" grep -q "syscaller.*: sys_$TWO($PATHNAME: [0-9a-f]*, $NUMBER: 4)\$" /tmp/pipe
check "trace_pipe shows the exit of a system call" grep -q "syscaller.*: sys_$TWO -> 0xfffffffffffffffe\$" /tmp/pipe
echo >$T/trace
for d in $H $T; do
	echo 0 >$d/$S/sys_enter_$TWO/filter
	echo 0 >$d/$S/sys_exit_$TWO/filter
	echo >$d/set_event
done
for d in $H $T; do
	echo "enable_event:syscalls:sys_enter_umask:2 if $NUMBER == 7" >$d/$S/sys_enter_$TWO/trigger
	echo 'disable_event:syscalls:sys_enter_umask' >$d/$S/sys_enter_close/trigger
done
traced "triggers enable and disable events"
for d in $H $T; do
	true >$d/$S/sys_enter_$TWO/trigger
	true >$d/$S/sys_enter_close/trigger
	echo 1 >$d/tracing_on
done

# A 32-bit system call must not hit these events, whatever its number.
G=$S/sys_enter_getppid
for d in $H ${native_hist:+$T}; do
	echo 'hist:keys=common_pid' >$d/$G/trigger
	echo 'hist:keys=common_pid' >$d/$S/sys_enter_$MKDIR/trigger
done
if /tests/bin/syscaller 32 100; then
	[ -z "$native_hist" ] ||
		is "32-bit callers count as in the kernel" "$(hist $H sys_enter_getppid | tail -n 4)" "$(hist $T sys_enter_getppid | tail -n 4)"
	is "32-bit callers are not counted under the 64-bit names" "$(cat $H/$G/hist $H/$S/sys_enter_$MKDIR/hist | grep -c '^{')" 0
else
	skip "32-bit callers are not counted: this kernel has no 32-bit calls"
fi
for d in $H $T; do true >$d/$G/trigger; true >$d/$S/sys_enter_$MKDIR/trigger; done

# Each instance has its own system call events.
mkdir $H/instances/a
echo 1 >$H/instances/a/$G/enable
echo 'hist:keys=__syscall_nr' >$H/instances/a/$S/sys_exit_umask/trigger
echo 'hist:keys=__syscall_nr' >$H/$G/trigger
work
is "an instance records a system call enabled in it" "$(grep -c sys_getppid $H/instances/a/trace)" 10
is "the tree does not record a system call enabled in an instance" "$(grep -c sys_getppid $H/trace)" 0
is "a system call's histogram counts in an instance" "$(sed -n 's/.*Hits: //p' $H/instances/a/$S/sys_exit_umask/hist)" 10
is "a system call's histogram counts in the tree" "$(sed -n 's/.*Hits: //p' $H/$G/hist)" 10
true >$H/$G/trigger
rmdir $H/instances/a

# Arms and disarms events, and unloads the module, while tasks make system
# calls.
/tests/bin/syscaller loop &
loop=$!
counted() { grep -q 'Hits: [1-9]' $H/$S/$1/hist; }
switch() {
	echo 1 >$H/$S/enable &&
		echo 'hist:keys=common_pid,__syscall_nr' >$H/$G/trigger &&
		echo 'hist:keys=ret' >$H/$S/sys_exit_openat/trigger &&
		within 10 counted sys_enter_getppid &&
		within 10 counted sys_exit_openat &&
		echo 0 >$H/$S/enable &&
		true >$H/$G/trigger &&
		true >$H/$S/sys_exit_openat/trigger
}
round() { switch; }
check "events and triggers of system calls are switched 15 times during calls, with hits each time" rounds 1 15
echo >$H/trace
echo 'hist:keys=common_pid' >$H/$G/trigger
check "hits count after triggers were switched during calls" within 10 grep -q 'Hits: [1-9]' $H/$G/hist
echo 1 >$H/$S/enable
check "the module unloads during system calls with all of them enabled" unload_histrig
load_histrig
check "the module loads during system calls" [ -e $H/$G/format ]
echo 1 >$H/$S/enable
check "the module unloads again during system calls" unload_histrig
kill $loop
load_histrig
