# SPDX-License-Identifier: GPL-2.0
# Reads all files while events are enabled and disabled, rings are cleared, options
# and clocks change, CPUs are masked, and instances are created and removed.
# guest: timeout=300 needs=CONFIG_SMP
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
D=$H

# reads FILE: read 30 KB of a file, for a second at most; trace may grow faster than it is
# read, and trace_pipe may have less.
reads() {
	local said
	said=$(timeout 1 head -c 30000 $1 2>&1 >/dev/null) || [ $? = 143 ] || { echo "$said" >>/tmp/errors; return 1; }
}
read_trace() { reads $D/trace && reads $D/per_cpu/cpu0/trace; }
read_slowly() { dd if=$D/trace bs=61 count=300 >/dev/null 2>&1; }
read_pipe() { reads $D/trace_pipe; }
read_cpu_pipe() { reads $D/per_cpu/cpu1/trace_pipe; }
read_others() {
	cat $D/trace_options $D/options/* $D/trace_clock $D/tracing_* $D/saved_* \
		$D/current_tracer $D/README $D/printk_formats $D/timestamp_mode \
		$D/events/sched/*/format >/dev/null 2>>/tmp/errors
}
toggle() {
	echo 1 >$D/events/sched/enable
	echo 1 >$D/events/power/cpu_frequency/enable
	usleep 20000
	echo 0 >$D/events/sched/enable
	echo 0 >$D/events/power/cpu_frequency/enable
}
clear() {
	echo >$D/trace
	true >$D/per_cpu/cpu0/trace
	usleep 5000
}
options() {
	local o
	for o in raw noraw hex nohex bin nobin verbose noverbose latency-format nolatency-format \
		nocontext-info context-info record-tgid norecord-tgid nooverwrite overwrite \
		noirq-info irq-info fields nofields nohash-ptr hash-ptr noannotate annotate \
		pause-on-trace nopause-on-trace; do
		echo $o >$D/trace_options
	done 2>/dev/null
}
clocks() {
	local c
	for c in counter mono boot local tai global; do echo $c >$D/trace_clock; done
}
masks() {
	echo 1 >$D/tracing_cpumask
	echo 2 >$D/tracing_cpumask
	echo 3 >$D/tracing_cpumask
	echo 0 >$D/tracing_on
	echo 1 >$D/tracing_on
}
sizes() {
	echo 64 >$D/saved_cmdlines_size
	echo 1000 >$D/saved_cmdlines_size
	echo 60 >$D/buffer_size_kb
	echo 200 >$D/buffer_size_kb
} 2>/dev/null
marks() {
	echo mark >$D/trace_marker
	printf 'abcdabcd' >$D/trace_marker_raw
} 2>/dev/null
triggers() {
	echo 'hist:keys=common_pid' >$D/events/ftrace/print/trigger
	true >$D/events/ftrace/print/trigger
}
instances() {
	mkdir $H/instances/r
	echo x >$H/instances/r/trace_marker
	cat $H/instances/r/trace >/dev/null
	rmdir $H/instances/r
} 2>/dev/null

# Uses a small ring, which can be read more often.
echo 200 >$H/buffer_size_kb
# The slowest command takes seconds for a round, in which the others have several.
rounds=1
[ ! -e /sys/kernel/debug/kmemleak ] || rounds=2
echo "bg power cpu_frequency keys=5000 cpus=2" >$F
together "trace is read while events are enabled and disabled" $rounds read_trace read_slowly read_pipe toggle read_others
together "trace is read while it is cleared" $rounds read_trace read_slowly read_pipe clear toggle
together "trace is read while options change" $rounds read_trace read_slowly read_pipe options toggle marks
together "trace is read while clocks and masks of CPUs change" $rounds read_trace read_cpu_pipe clocks masks toggle marks
together "trace is read while the ring and the list of names are resized" $rounds read_trace read_cpu_pipe sizes toggle
together "trace is read beside markers, their triggers and instances" $rounds read_trace marks triggers instances read_others
echo stop >$F

echo 1 >$H/events/sched/enable
exec 5<$H/trace_pipe
fails "the module does not unload while trace_pipe is open" unload_histrig
exec 5<&-
timeout 60 cat $H/trace_pipe >/dev/null &
pid=$!
check "cat has trace_pipe open" within 20 has_open $pid trace_pipe
fails "the module does not unload while trace_pipe is read" unload_histrig
kill $pid
wait $pid 2>/dev/null
check "the module unloads once trace_pipe is closed" within 10 unload_histrig
check "the module loads again after its files were read" load_histrig
is "trace is empty after the module was loaded again" "$(grep -v '^#' $H/trace)" ""
rmmod histrig_fire
