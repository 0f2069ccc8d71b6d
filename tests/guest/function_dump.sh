# SPDX-License-Identifier: GPL-2.0
# Dumps happen where nothing may sleep: what they print must not need more.
# guest: smp=2 timeout=120
. /tests/guest/lib.sh
quick_rcu

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
cd $H
dumped() { dmesg | sed -n '/Dumping ftrace/,$p'; }
entries() { sed -n 's/^entries: //p' per_cpu/cpu0/stats; }

# Types of arguments are behind a mutex, and are read when first needed.
echo ksys_read >set_ftrace_filter
echo 1 >options/func-args
echo function >current_tracer
head -c 1 /proc/uptime >/dev/null
echo 'proc_reg_open:dump' >>set_ftrace_filter
dmesg -c >/dev/null
taskset 1 head -c 1 /proc/uptime >/dev/null
within 10 sh -c 'dmesg | grep -q "Dumping ftrace"'
check "calls with arguments are dumped" sh -c 'dmesg | grep -q "ksys_read <-"'
echo nop >current_tracer
echo 0 >options/func-args
echo '!proc_reg_open:dump' >>set_ftrace_filter
echo >set_ftrace_filter

# More pages than a dump looks at. What it leaves out is gone, too.
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
is "a dump takes all entries" "$(entries)" 0
is "no entry was lost for it" "$(sed -n 's/^overrun: //p' per_cpu/cpu0/stats)" 0
echo '!proc_reg_open:cpudump' >>set_ftrace_filter
echo >set_ftrace_filter
cd /

# An oops may find locks of the scheduler held, so a dump must wake up nobody, as
# releasing a lock may do. The kernel's own tracer tells who releases one.
# Reading its trace with recording on would never end, as that releases locks, too.
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
check "reading releases locks" [ "$(unlocks)" -gt 0 ]
echo 'proc_reg_open:dump' >>$H/set_ftrace_filter
echo 1 >$H/tracing_on
echo 'the last mark' >$H/trace_marker
dmesg -c >/dev/null
echo >$T/trace
head -c 1 /proc/uptime >/dev/null
check "what was recorded is dumped" within 20 sh -c 'dmesg | grep -q "the last mark"'
is "a dump releases no lock" "$(unlocks)" 0
echo nop >$T/current_tracer
echo >$T/set_ftrace_filter
echo '!proc_reg_open:dump' >>$H/set_ftrace_filter
echo 1 >$H/tracing_on
