# SPDX-License-Identifier: GPL-2.0
# Writes up to 64 KiB of random bytes to each writable file. The bytes have no
# meaning, so no setting may change.
. /tests/guest/lib.sh

E=$H/events/sched/sched_switch
mkdir $H/instances/g
# Leaves out files that accept all bytes: markers, trace, error_log, free_buffer.
files() {
	find $H -maxdepth 1 -type f -perm -0200
	find $H/options $H/per_cpu/cpu0 $H/instances/g -maxdepth 1 -type f -perm -0200
	find $E $H/events/sched $H/events -maxdepth 1 -type f -perm -0200
}
list=$(files | grep -vE '/(trace_marker|trace_marker_raw|trace|error_log|free_buffer|free_instance|snapshot)$')
state() {
	grep -hv '^#' $E/trigger
	cat $H/set_ftrace_filter $H/set_ftrace_notrace $H/set_graph_function $H/set_graph_notrace \
		$H/stack_trace_filter $H/instances/g/set_ftrace_filter
	cat $H/set_event $H/set_event_pid $H/tracing_on $H/trace_clock $H/trace_options \
		$H/buffer_size_kb $H/tracing_cpumask $H/saved_cmdlines_size $H/events/enable
	ls $H/instances
}
check "more than 40 files can be written" [ $(echo "$list" | wc -l) -gt 40 ]
# Gives the ring its full size before the settings are compared, because the first
# write to some files does that.
echo 1408 >$H/buffer_size_kb
before=$(state)
took=0
for size in 1 7 100 4095 4096 5000 65536; do
	for f in $list; do
		# No name begins with "%", whatever follows. A single space or NUL would be
		# valid.
		(echo -n %; head -c $((size - 1)) /dev/urandom) >/tmp/garbage
		cat /tmp/garbage 2>/dev/null >>$f || continue
		# These files accept garbage as the beginning of a word, which the
		# next write could continue.
		case $f in */set_ftrace_*|*/set_graph_*|*/stack_trace_filter) continue ;; esac
		took=$((took + 1)) && echo "# $f took $size bytes"
	done
done 2>/dev/null
is "no file accepts random bytes" $took 0
is "random bytes change no setting" "$(state)" "$before"
for f in trace_marker trace_marker_raw trace error_log; do
	head -c 65536 </dev/urandom 2>/dev/null >>$H/$f
done
echo hist:keys=next_pid >$E/trigger
check "a histogram counts after random bytes went to every file" within 10 grep -q '^{' $E/hist
true >$E/trigger
rmdir $H/instances/g
check "the module unloads after random bytes went to every file" unload_histrig
load_histrig
