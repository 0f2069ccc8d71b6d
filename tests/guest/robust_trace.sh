# SPDX-License-Identifier: GPL-2.0
# Every file is read while events toggle, buffers are cleared, options and clocks
# change, CPUs are masked and instances come and go.
# guest: smp=2 mem=1G timeout=300
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
SECONDS_EACH=4
D=$H

until_stopped() { # COMMAND...: over and over
	while [ ! -e /tmp/stop ]; do
		"$@"
	done
	return 0
}
read_trace() { cat $D/trace $D/per_cpu/cpu*/trace >/dev/null 2>>/tmp/errors; }
read_slowly() { dd if=$D/trace bs=61 count=300 >/dev/null 2>>/tmp/errors.dd; }
read_pipe() { timeout 1 cat $D/trace_pipe >/dev/null 2>>/tmp/errors.dd; }
read_cpu_pipe() { timeout 1 cat $D/per_cpu/cpu1/trace_pipe >/dev/null 2>>/tmp/errors.dd; }
read_others() {
	cat $D/trace_options $D/options/* $D/trace_clock $D/tracing_* $D/saved_* \
		$D/current_tracer $D/README $D/printk_formats $D/timestamp_mode \
		>/dev/null 2>>/tmp/errors
	find $D/events/sched -name format | xargs cat >/dev/null 2>>/tmp/errors
}
toggle() {
	echo 1 >$D/events/sched/enable
	echo 1 >$D/events/power/enable
	usleep 20000
	echo 0 >$D/events/sched/enable
	echo 0 >$D/events/power/enable
}
clear() {
	echo >$D/trace
	: >$D/per_cpu/cpu0/trace
	usleep 5000
}
options() {
	local o
	for o in raw noraw hex nohex bin nobin verbose noverbose latency-format nolatency-format \
		nocontext-info context-info record-tgid norecord-tgid nooverwrite overwrite \
		noirq-info irq-info fields nofields nohash-ptr hash-ptr noannotate annotate \
		pause-on-trace nopause-on-trace; do
		echo $o >$D/trace_options
	done
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
	echo 100 >$D/buffer_size_kb
	echo 1000 >$D/buffer_size_kb
} 2>/dev/null
marks() {
	echo mark >$D/trace_marker
	printf 'abcdabcd' >$D/trace_marker_raw
} 2>/dev/null
triggers() {
	echo 'hist:keys=common_pid' >$D/events/ftrace/print/trigger
	echo >$D/events/ftrace/print/trigger
}
instances() {
	mkdir $H/instances/r
	echo x >$H/instances/r/trace_marker
	cat $H/instances/r/trace >/dev/null
	rmdir $H/instances/r
} 2>/dev/null

together() { # NAME COMMAND...: all of them at once for a while
	local name=$1 c pids=
	shift
	rm -f /tmp/stop /tmp/errors
	for c; do
		until_stopped $c &
		pids="$pids $!"
	done
	sleep $SECONDS_EACH
	touch /tmp/stop
	wait $pids
	is "$name" "$(grep -v 'Interrupted' /tmp/errors 2>/dev/null | sort -u | head -n 3)" ""
}

echo "bg power cpu_frequency keys=5000 cpus=2" >$F
together "reading while events toggle" read_trace read_slowly read_pipe toggle read_others
together "while buffers are cleared" read_trace read_slowly read_pipe clear toggle
together "while options change" read_trace read_slowly read_pipe options toggle marks
together "while clocks and masks change" read_trace read_cpu_pipe clocks masks toggle marks
together "while sizes change" read_trace read_cpu_pipe sizes toggle
together "markers, triggers and instances" read_trace marks triggers instances read_others
echo stop >$F

# The module is told to go while its files are read.
echo 1 >$H/events/sched/enable
exec 5<$H/trace_pipe
fails "it does not go while a file is open" unload_histrig
exec 5<&-
timeout 3 cat $H/trace_pipe >/dev/null &
pid=$!
sleep 1
fails "or read" unload_histrig
wait $pid
check "then it goes" within 10 unload_histrig
check "and comes again" load_histrig
is "with nothing recorded" "$(grep -v '^#' $H/trace)" ""
rmmod histrig_fire
