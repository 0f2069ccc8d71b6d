# SPDX-License-Identifier: GPL-2.0
# trace_pipe: consuming entries, and waiting for them.
# guest: needs=CONFIG_SMP
. /tests/guest/lib.sh

R=/tests/bin/piperead
P=$H/trace_pipe
texts() { sed -e '/^#/d' -e 's/.*[0-9]: //' -e 's/^tracing_mark_write: //'; }
# reader COMMAND...: start a reader that writes to /tmp/out. Sets $pid to its pid.
reader() {
	"$@" >/tmp/out &
	pid=$!
}
echo >$T/trace
echo >$H/trace
for d in $H $T; do echo 0 >$d/events/enable; done

is "reading an empty trace_pipe without waiting fails as the kernel's does" "$($R now $P)" "$($R now $T/trace_pipe)"
is "poll() on an empty trace_pipe times out" "$($R poll $P 300)" timeout
echo one >$H/trace_marker
is "poll() on trace_pipe returns while there is an entry" "$($R poll $P 1000)" ready
is "poll() on trace_pipe takes no entry away" "$($R poll $P 1000)" ready
is "trace_pipe shows the entry" "$($R small $P 4096 | texts)" one
is "an entry read from trace_pipe is no longer in trace" "$(texts <$H/trace 2>&1)" ""
for i in 1 2 3 4 5; do echo "line number $i" >$H/trace_marker; done
is "reads of 7 bytes show all entries of trace_pipe" "$($R small $P 7 | texts)" \
	"$(for i in 1 2 3 4 5; do echo "line number $i"; done)"

# Tests blocking reads.
reader $R poll $P 60000
check "poll() on an empty trace_pipe sleeps" asleep $pid
echo wake >$H/trace_marker
wait $pid
is "a new entry wakes poll() on trace_pipe" "$(cat /tmp/out)" ready
$R small $P 4096 >/dev/null
reader head -n 1 $P
check "a read of an empty trace_pipe sleeps" asleep $pid
is "a sleeping read of trace_pipe has returned nothing" "$(cat /tmp/out)" ""
echo late >$H/trace_marker
wait $pid
is "a new entry ends a read of trace_pipe" "$(texts </tmp/out)" late
is "a signal ends a read of trace_pipe" "$($R read $P 1)" "Interrupted system call"
reader head -n 1 $H/per_cpu/cpu1/trace_pipe
check "a read of CPU 1's empty trace_pipe sleeps" asleep $pid
taskset 1 sh -c "echo on 0 >$H/trace_marker"
check "an entry of CPU 0 does not end a read of CPU 1's trace_pipe" asleep $pid
taskset 2 sh -c "echo on 1 >$H/trace_marker"
wait $pid
is "an entry of CPU 1 ends a read of CPU 1's trace_pipe" "$(texts </tmp/out)" "on 1"
is "CPU 1's trace_pipe leaves the entries of CPU 0" "$($R small $P 4096 | texts)" "on 0"

# Tests the end of the file.
echo before >$H/trace_marker
reader cat $P
check "a reader that has read all of trace_pipe sleeps" asleep $pid
echo 0 >$H/tracing_on
wait $pid
is "tracing_on=0 is the end of file for a reader that has read" "$(texts </tmp/out)" before
reader cat $P
check "a reader that has read nothing keeps waiting while tracing_on is 0" asleep $pid
kill $pid
wait $pid 2>/dev/null
echo 1 >$H/tracing_on

exec 5<$P
is "a second reader of trace_pipe is refused" "$($R now $P)" "Device or resource busy"
is "a reader of a CPU's trace_pipe is refused while trace_pipe is open" \
	"$($R now $H/per_cpu/cpu0/trace_pipe)" "Device or resource busy"
exec 5<&-
exec 5<$H/per_cpu/cpu0/trace_pipe
is "two CPUs' trace_pipe files have a reader each" \
	"$($R now $H/per_cpu/cpu1/trace_pipe)" "Resource temporarily unavailable"
is "a reader of trace_pipe is refused while a CPU's is open" "$($R now $P)" "Device or resource busy"
exec 5<&-

# Tests splice().
for i in 1 2 3; do echo "spliced $i" >$H/trace_marker; done
alike "splice() of trace shows what a read does" "$($R splice $H/trace 65536 | texts)" "$(texts <$H/trace)"
is "splice() of trace_pipe shows its entries" "$($R splice $P 65536 | texts)" "spliced 1
spliced 2
spliced 3"
i=0
while [ $i -lt 300 ]; do echo "a somewhat longer line with the number $i" >$H/trace_marker; i=$((i + 1)); done
is "splice() and read() of trace_pipe show several pages without a gap" \
	"$({ $R splice $P 65536; $R small $P 4096; } | texts | md5sum)" \
	"$(i=0; while [ $i -lt 300 ]; do echo "a somewhat longer line with the number $i"; i=$((i + 1)); done | md5sum)"

mkdir $H/instances/p
exec 5<$H/instances/p/trace_pipe
fails "an instance whose trace_pipe is open cannot be removed" rmdir $H/instances/p
exec 5<&-
exec 5<$H/instances/p/trace
fails "an instance whose trace is open cannot be removed" rmdir $H/instances/p
exec 5<&-
check "an instance can be removed once its files are closed" rmdir $H/instances/p

# A snapshot exchanges the rings, and the ring of trace_pipe then has older entries than before.
S=$H/instances/s
mkdir $S
echo 1 >$S/snapshot
taskset 1 sh -c "echo older >$S/trace_marker"
line=$(grep older $S/trace)
echo 1 >$S/snapshot
reader cat $S/trace_pipe
check "a read of trace_pipe sleeps while the snapshot has all entries" asleep $pid
taskset 1 sh -c "echo newer >$S/trace_marker"
check "trace_pipe shows an entry of the ring that records" within 20 grep newer /tmp/out
echo 1 >$S/snapshot
check "trace_pipe shows an entry of the snapshot once the rings are exchanged" within 20 grep older /tmp/out
kill $pid
wait $pid 2>/dev/null
is "an entry that trace_pipe shows after a snapshot has its own time" "$(grep older /tmp/out)" "$line"
rmdir $S

# Another clock, which may count no nanoseconds.
C=$H/instances/c
for how in "" snapshot; do
	mkdir $C
	exec 5<$C/trace_pipe
	echo counter >$C/trace_clock
	[ -z "$how" ] || echo 1 >$C/$how
	echo counted >$C/trace_marker
	line=$(grep counted $C/trace)
	is "an open trace_pipe shows times of a new clock as trace does${how:+, after a $how}" "$(head -n 1 <&5)" "$line"
	exec 5<&-
	rmdir $C
done

# Each entry of two CPUs must be read once, in order.
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 1 >$H/events/power/cpu_frequency/enable
reader cat $P
echo "fire power cpu_frequency count=5000 keys=5000 cpus=2" >$kmods/histrig_fire
check "trace_pipe wakes its reader for 10,000 entries until all are read" asleep $pid
echo 0 >$H/tracing_on
wait $pid
is "trace_pipe loses none of 10,000 entries from two CPUs" "$(grep -c 'cpu_frequency' /tmp/out)" 10000
is "trace_pipe shows each CPU's entries in their order" "$(awk '
	match($0, /\[[0-9]+\]/) {
		cpu = substr($0, RSTART + 1, 3)
		sub(/.*state=/, "")
		if ($1 + 0 < last[cpu]) n++
		last[cpu] = $1 + 0
	}
	END { print n + 0 }' /tmp/out)" 0
echo 1 >$H/tracing_on
echo 0 >$H/events/enable

# A waiting reader must not cause the events that end its wait. If each wait started a timer, the
# reader would read the events of these timers without end.
for e in timer_init timer_start; do
	echo >$H/trace
	echo 1 >$H/events/timer/$e/enable
	timeout 3 cat $P >/tmp/out
	echo 0 >$H/events/timer/$e/enable
	lines=$(wc -l </tmp/out)
	check "a reader of trace_pipe does not read its own $e without end ($lines lines)" [ $lines -lt 2000 ]
done
rmmod histrig_fire
