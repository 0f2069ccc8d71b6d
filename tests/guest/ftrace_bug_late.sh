# SPDX-License-Identifier: GPL-2.0
# The kernel's function tracing fails while one of our callbacks is being
# unregistered. That call reports no error, but the callback may still be called.
# The kernel warns, so this test runs in a separate guest with its console off.
# After the failure, the kernel does not free its list of the callback's functions,
# so kmemleak is off.
# guest: own=ftrace_bug_late append=slub_debug=FZPU append=kmemleak=off
. /tests/guest/lib.sh

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
insmod /tests/kmod/histrig_called.ko || exit 1
I=$H/instances/one
mkdir $I
echo called_twin >$I/set_ftrace_filter
echo function >$I/current_tracer
is "a function is traced" "$(sed "s/ .*//" $H/enabled_functions)" called_twin

echo 0 >/proc/sys/kernel/printk
echo 0 >/proc/sys/kernel/panic_on_warn
insmod /tests/kmod/histrig_spoil.ko at=0x$(sed -n 's/^\([0-9a-f]*\) t called_twin\t.*/\1/p' /proc/kallsyms)
check "the tracer can be taken off" sh -c "echo nop >$I/current_tracer"
check "the kernel's function tracing has shut itself down" eval "dmesg | grep -q 'ftrace bug'"
check "the kernel's log says that the hook cannot be unregistered" eval "dmesg | grep -q 'histrig: cannot unregister'"
check "the instance can be removed" rmdir $I
umount $H 2>/dev/null
fails "the module stays" rmmod histrig
