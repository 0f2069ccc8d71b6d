# SPDX-License-Identifier: GPL-2.0
# trace_pipe: taking entries away, and waiting for them.
# guest: smp=2
. /tests/guest/lib.sh

R=/tests/bin/piperead
P=$H/trace_pipe
texts() { sed -e '/^#/d' -e 's/.*[0-9]: //' -e 's/^tracing_mark_write: //'; }
echo >$T/trace
echo >$H/trace
for d in $H $T; do echo 0 >$d/events/enable; done

is "nothing to read" "$($R now $P)" "$($R now $T/trace_pipe)"
is "no wakeup" "$($R poll $P 300)" timeout
echo one >$H/trace_marker
is "poll with an entry" "$($R poll $P 1000)" ready
is "and again" "$($R poll $P 1000)" ready
is "an entry" "$($R small $P 4096 | texts)" one
is "is gone then" "$(texts <$H/trace)" ""
for i in 1 2 3 4 5; do echo "line number $i" >$H/trace_marker; done
is "by small reads" "$($R small $P 7 | texts)" "$(for i in 1 2 3 4 5; do echo "line number $i"; done)"

# Blocking.
$R poll $P 20000 >/tmp/out &
pid=$!
sleep 1
echo wake >$H/trace_marker
wait $pid
is "an entry wakes poll" "$(cat /tmp/out)" ready
$R small $P 4096 >/dev/null
head -n 1 $P >/tmp/out &
pid=$!
sleep 1
is "a reader waits" "$(cat /tmp/out)" ""
echo late >$H/trace_marker
wait $pid
is "until there is an entry" "$(texts </tmp/out)" late
is "a signal ends it" "$($R read $P 1)" "Interrupted system call"
head -n 1 $H/per_cpu/cpu1/trace_pipe >/tmp/out &
pid=$!
sleep 1
taskset 1 sh -c "echo on 0 >$H/trace_marker"
sleep 1
is "a CPU's reader waits for its CPU" "$(cat /tmp/out)" ""
taskset 2 sh -c "echo on 1 >$H/trace_marker"
wait $pid
is "and gets its entries" "$(texts </tmp/out)" "on 1"
is "the others stay" "$($R small $P 4096 | texts)" "on 0"

# The end of the file.
echo before >$H/trace_marker
cat $P >/tmp/out &
pid=$!
sleep 1
echo 0 >$H/tracing_on
wait $pid
is "off ends a reader that has read" "$(texts </tmp/out)" before
timeout 2 cat $P >/tmp/out
is "one that has not goes on waiting" $? 143
echo 1 >$H/tracing_on

# One reader at a time.
exec 5<$P
is "a second reader" "$($R now $P)" "Device or resource busy"
is "of a CPU" "$($R now $H/per_cpu/cpu0/trace_pipe)" "Device or resource busy"
exec 5<&-
exec 5<$H/per_cpu/cpu0/trace_pipe
is "of another CPU" "$($R now $H/per_cpu/cpu1/trace_pipe)" "Resource temporarily unavailable"
is "of all" "$($R now $P)" "Device or resource busy"
exec 5<&-

# Splice.
for i in 1 2 3; do echo "spliced $i" >$H/trace_marker; done
is "splice of trace" "$($R splice $H/trace 65536 | texts)" "$(texts <$H/trace)"
is "splice" "$($R splice $P 65536 | texts)" "spliced 1
spliced 2
spliced 3"
i=0
while [ $i -lt 300 ]; do echo "a somewhat longer line with the number $i" >$H/trace_marker; i=$((i + 1)); done
is "several pages" "$({ $R splice $P 65536; $R small $P 4096; } | texts | md5sum)" \
	"$(i=0; while [ $i -lt 300 ]; do echo "a somewhat longer line with the number $i"; i=$((i + 1)); done | md5sum)"

# An instance that is being read stays.
mkdir $H/instances/p
exec 5<$H/instances/p/trace_pipe
fails "rmdir of an instance that is read" rmdir $H/instances/p
exec 5<&-
exec 5<$H/instances/p/trace
fails "and by trace" rmdir $H/instances/p
exec 5<&-
check "rmdir" rmdir $H/instances/p

# Everything that two CPUs record comes out once, in order.
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 1 >$H/events/power/cpu_frequency/enable
timeout 20 cat $P >/tmp/out &
pid=$!
echo "fire power cpu_frequency count=5000 keys=5000 cpus=2" >/sys/kernel/debug/histrig_fire
sleep 2
echo 0 >$H/tracing_on
wait $pid
is "nothing is lost on the way" "$(grep -c 'cpu_frequency' /tmp/out)" 10000
is "each comes in its CPU's order" "$(awk '
	match($0, /\[[0-9]+\]/) {
		cpu = substr($0, RSTART + 1, 3)
		sub(/.*state=/, "")
		if ($1 + 0 < last[cpu]) n++
		last[cpu] = $1 + 0
	}
	END { print n + 0 }' /tmp/out)" 0
echo 1 >$H/tracing_on
echo 0 >$H/events/enable
rmmod histrig_fire
