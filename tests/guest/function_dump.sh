# SPDX-License-Identifier: GPL-2.0
# Dumps are printed in contexts that must not sleep, so printing records must not
# sleep either.
# guest: smp=2 timeout=120
. /tests/guest/lib.sh
quick_rcu

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
cd $H
dumped() { dmesg | sed -n '/Dumping ftrace/,$p'; }
entries() { sed -n 's/^entries: //p' per_cpu/cpu0/stats; }

# Types of arguments are read under a mutex when they are first needed.
echo ksys_read >set_ftrace_filter
echo 1 >options/func-args
echo function >current_tracer
head -c 1 /proc/uptime >/dev/null
echo 'proc_reg_open:dump' >>set_ftrace_filter
dmesg -c >/dev/null
taskset 1 head -c 1 /proc/uptime >/dev/null
within 10 sh -c 'dmesg | grep -q "Dumping ftrace"'
check "a dump prints calls that have arguments" sh -c 'dmesg | grep -q "ksys_read <-"'
echo nop >current_tracer
echo 0 >options/func-args
echo '!proc_reg_open:dump' >>set_ftrace_filter
echo >set_ftrace_filter

# Fill more pages than a dump prints. A dump also removes the entries that it does
# not print.
echo 6000 >per_cpu/cpu0/buffer_size_kb
echo 1 >tracing_on
taskset 1 sh -c 'i=0; while [ $i -lt 60000 ]; do echo "entry $i of many that a dump finds"; i=$((i + 1)); done >trace_marker'
check "more is recorded than a dump prints" [ "$(entries)" -gt 10000 ]
echo 'proc_reg_open:cpudump' >>set_ftrace_filter
dmesg -c >/dev/null
taskset 1 head -c 1 /proc/uptime >/dev/null
within 60 sh -c 'dmesg | grep -q "entry 59999 of many"'
dmesg >/tmp/log
check "a dump ends with the newest entry" grep -q 'entry 59999 of many' /tmp/log
is "a dump removes all entries" "$(entries)" 0
is "a dump counts no entry as lost" "$(sed -n 's/^overrun: //p' per_cpu/cpu0/stats)" 0
echo '!proc_reg_open:cpudump' >>set_ftrace_filter

# The kernel's log has space for some 1,400 lines. So that 1,100 entries fill many pages, each has
# 1,000 bytes, most of them after a NUL, where printing stops.
pad=$(printf %0980d 0)
echo 1 >tracing_on
taskset 2 sh -c 'echo "the oldest entry of all" >trace_marker'
taskset 1 sh -c 'i=0; while [ $i -lt 1100 ]; do printf "large entry %d\n\0%s" $i $1; i=$((i + 1)); done >trace_marker' sh $pad
check "entries fill most pages of a CPU" [ "$(sed -n 's/^bytes: //p' per_cpu/cpu0/stats)" -gt 1300000 ]
echo 'proc_reg_open:dump' >>set_ftrace_filter
dmesg -c >/dev/null
taskset 1 head -c 1 /proc/uptime >/dev/null
within 60 sh -c 'dmesg | grep -q "large entry 1099"'
dmesg >/tmp/log
check "a dump of few entries begins with the oldest" grep -q 'the oldest entry of all' /tmp/log
is "a dump of few entries has all of them" "$(grep -c 'large entry' /tmp/log)" 1100
check "a dump of few entries leaves none out" sh -c '! grep -q "left out" /tmp/log'
echo '!proc_reg_open:dump' >>set_ftrace_filter
echo >set_ftrace_filter
cd /

# A dump must not wake up a task, and so not release a lock, because an oops may happen
# while locks of the scheduler are held. unlocks counts the calls by which our functions
# release locks, in a trace of the kernel's own tracer. It stops recording first:
# otherwise reading trace, which also releases locks, would never end.
awk '{ n[$3] += $4 == "[histrig]" ? 1 : -1000 } END { for (name in n) if (n[name] > 0) print name }' \
	/proc/kallsyms >/tmp/ours
unlocks() {
	echo 0 >$T/tracing_on
	sed -n 's/.* up_[a-z]* <-\([a-z0-9_]*\).*/\1/p' $T/trace | grep -cxFf /tmp/ours
	echo 1 >$T/tracing_on
}
echo 'up_read up_write' >$T/set_ftrace_filter
echo function >$T/current_tracer
cat $H/trace >/dev/null
check "reading trace releases locks" [ "$(unlocks)" -gt 0 ]
echo 'proc_reg_open:dump' >>$H/set_ftrace_filter
echo 1 >$H/tracing_on
echo 'the last mark' >$H/trace_marker
dmesg -c >/dev/null
echo >$T/trace
head -c 1 /proc/uptime >/dev/null
check "a dump prints the newest record" within 20 sh -c 'dmesg | grep -q "the last mark"'
is "a dump releases no lock" "$(unlocks)" 0
echo nop >$T/current_tracer
echo >$T/set_ftrace_filter
echo '!proc_reg_open:dump' >>$H/set_ftrace_filter
echo 1 >$H/tracing_on
