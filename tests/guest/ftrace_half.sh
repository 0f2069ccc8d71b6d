# SPDX-License-Identifier: GPL-2.0
# The kernel's function tracing fails while a callback is being registered. The
# kernel returns an error, but keeps the callback. This ends function tracing, and
# the kernel warns, so this has a separate guest with its console off.
# guest: own=ftrace_half append=slub_debug=FZPU
. /tests/guest/lib.sh

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
quick_rcu
insmod /tests/kmod/histrig_called.ko || exit 1
insmod /tests/kmod/histrig_broken.ko || exit 1
I=$H/instances/half
kept() { dmesg | grep -c 'histrig: cannot unregister'; }
mkdir $I
echo 'called_* broken_called' >$I/set_ftrace_filter

echo 0 >/proc/sys/kernel/printk
echo 0 >/proc/sys/kernel/panic_on_warn
echo function 2>/dev/null >$I/current_tracer
check "the kernel's function tracing has given up" eval "dmesg | grep -q 'ftrace bug'"
is "the kernel's log says that a callback stays that was refused" "$(kept)" 1
echo nop >$I/current_tracer
rmdir $I
check "functions are called after the instance was removed" \
	sh -c "echo '1000 add 1 2 3 4 5 6' >$kmods/histrig_called"
umount $H 2>/dev/null
fails "the module stays" rmmod histrig
