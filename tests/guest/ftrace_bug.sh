# SPDX-License-Identifier: GPL-2.0
# A broken module makes the kernel's function tracing disable itself. After that,
# the kernel refuses to unregister callbacks, and still calls them. Freed memory is
# poisoned. The kernel warns, so this has a separate guest with its console off.
# guest: own=ftrace_bug append=slub_debug=FZPU
. /tests/guest/lib.sh

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
quick_rcu
insmod /tests/kmod/histrig_called.ko || exit 1
C=$kmods/histrig_called
I=$H/instances
hits() { sed -n 's/^ *Hits: //p' $1/hist; }
call() { # TIMES
	echo "$1 add 1 2 3 4 5 6" >$C
	echo "$1 minus 5" >$C
}

# A hook of each kind: callbacks of instances, of commands and of name lists, the
# table of functions, kprobes that the kernel implements by callbacks, and returns.
mkdir $I/traced $I/graphed $I/commands
for i in traced graphed; do
	echo 'called_*' >$I/$i/set_ftrace_filter
done
echo function >$I/traced/current_tracer
echo function_graph >$I/graphed/current_tracer 2>/dev/null
echo 'called_minus:traceoff' >$I/commands/set_ftrace_filter
echo 'p:kp/entry called_add a=$arg1' >>$H/kprobe_events
echo 'p:kp/place called_minus ip='$IP'' >>$H/kprobe_events
echo 'r:kp/back called_add $retval' >>$H/kprobe_events
echo 'f:fp/named called_m*s' >>$H/dynamic_events
echo 'f:fp/backs called_m*s%return' >>$H/dynamic_events
for event in kp/entry kp/place kp/back fp/named fp/backs; do
	echo 'hist:keys=common_cpu' >$H/events/$event/trigger
done
call 10
is "probes of each kind count" "$(for e in kp/entry kp/place kp/back fp/named fp/backs; do hits $H/events/$e; done | xargs)" \
	"10 10 10 10 10"

echo 0 >/proc/sys/kernel/printk
echo 0 >/proc/sys/kernel/panic_on_warn
insmod /tests/kmod/histrig_ftrace_bug.ko
check "the kernel's function tracing has given up" eval "dmesg | grep -q 'ftrace bug'"

call 10
check "all hooks can be taken off" sh -c "
	echo nop >$I/traced/current_tracer && echo nop >$I/graphed/current_tracer &&
	rmdir $I/traced $I/graphed $I/commands"
for event in kp/entry kp/place kp/back fp/named fp/backs; do
	true >$H/events/$event/trigger
done
true >$H/kprobe_events
true >$H/dynamic_events
is "all definitions can be removed after the kernel gave up tracing" "$(cat $H/dynamic_events)" ""
check "functions that the kernel still traces are called" call 1000
check "the kernel's log says that the kernel keeps callbacks" eval "dmesg | grep -q 'histrig: cannot unregister'"
is "the kernel's log says once that the kernel keeps callbacks" "$(dmesg | grep -c 'histrig: cannot unregister')" 1
umount $H 2>/dev/null
fails "the module stays" rmmod histrig
check "functions are called while the module stays" call 1000
