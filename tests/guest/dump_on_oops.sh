# SPDX-License-Identifier: GPL-2.0
# The parameter ftrace_dump_on_oops: an oops prints the same as with the kernel's
# parameter. Tasks die, so no other test runs in this guest, and its console is off.
# guest: own=oops smp=2
. /tests/guest/lib.sh
[ ! -e /sys/kernel/debug/kmemleak ] || skip_all "an oops switches the debug kernel's checkers off"

P=/sys/module/histrig/parameters/ftrace_dump_on_oops
N=/proc/sys/kernel/ftrace_dump_on_oops
insmod /tests/kmod/histrig_die.ko || exit 1
echo 0 >/proc/sys/kernel/printk
echo 0 >/proc/sys/kernel/panic_on_oops

is "ftrace_dump_on_oops is 0 at first" "$(cat $P)" 0
for value in 3 -1 x; do
	fails "ftrace_dump_on_oops does not take $value" sh -c "echo $value >$P"
done
echo orig_cpu >$P
is "orig_cpu is 2" "$(cat $P)" 2

# die CPU: write to both trees' buffers on both CPUs, and cause an oops on one.
die() {
	dmesg -c >/dev/null
	for d in $H $T; do
		echo 1 >$d/tracing_on
		echo >$d/trace
		taskset 1 sh -c "echo first >$d/trace_marker"
		taskset 2 sh -c "echo second >$d/trace_marker"
	done
	taskset $1 sh -c 'echo >$kmods/histrig_die' 2>/dev/null
	within 20 died
}
died() { dmesg | grep -q 'end trace'; }
# dump: print the dump without times, and without flags, because since 7.2 the
# kernel writes markers with preemption off.
dump() {
	dmesg | sed -nE 's/^\[ *[0-9.]+\] ?//; /^Dumping ftrace buffer/,/^-----+$|empty/p; /us.: /,/^-----+$/p' |
		sed -E 's/^ +[^ ]+-[0-9]+ +([0-9]+)[^ ]* +[0-9]+us.: /TASK CPU \1 TIME: /' | uniq
}
left() { grep -c 'first$\|second$' $1/trace; }

echo 0 >$P
die 1
is "an oops prints nothing without ftrace_dump_on_oops" "$(dump)" ""
is "an oops leaves recording on without ftrace_dump_on_oops" "$(cat $H/tracing_on)" 1
echo 1 >$N
die 1
kernels=$(dump) left=$(left $T)
echo 0 >$N
echo 1 >$P
die 1
alike "an oops prints the buffer like the kernel" "$(dump)" "$kernels"
is "an oops prints the records of all CPUs" "$(dump | grep -c 'first$\|second$')" 2
is "an oops stops recording" "$(cat $H/tracing_on)" 0
alike "an oops takes records out of the buffer like the kernel" "$(left $H)" "$left"
echo 2 >$P
die 2
is "with orig_cpu, an oops prints the records of its own CPU" "$(dump | grep -o 'first$\|second$')" second
echo >$H/trace
dmesg -c >/dev/null
echo 1 >$P
sh -c 'echo >$kmods/histrig_die' 2>/dev/null
within 20 died
check "an oops says that the buffer is empty if it is" sh -c "dmesg | grep -q '(ftrace buffer empty)'"
echo 0 >$P
echo 1 >$H/tracing_on
dmesg -c >/dev/null
