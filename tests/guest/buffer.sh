# SPDX-License-Identifier: GPL-2.0
# The ring and its files: sizes, stats, raw pages, free_buffer.
# guest: own=buffer needs=CONFIG_SMP
. /tests/guest/lib.sh
quick_rcu

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
# Newer kernels declare one byte of a page's header as char, older ones as int.
plain() { sed 's/field: char overwrite;\(.*\)signed:0/field: int overwrite;\1signed:1/' "$@" 2>&1; }
same() { is "$2 matches the kernel's $1" "$(plain $H/$2)" "$(plain $T/$2)"; }
stat() { sed -n "s/^$2: //p" $H/per_cpu/cpu$1/stats; }

same "before the ring is used" buffer_size_kb
same "before the ring is used" buffer_total_size_kb
same "before the ring is used" per_cpu/cpu0/buffer_size_kb
same "byte for byte" events/header_page
same "byte for byte" events/header_event

both() { # WORDS FILE
	local ours native
	echo "$1" 2>/dev/null >$H/$2; ours=$?
	echo "$1" 2>/dev/null >$T/$2; native=$?
	is "writing '$1' to $2 succeeds or fails as in the kernel's tree" $ours $native
}
both 0 buffer_size_kb
both x buffer_size_kb
both 99999999999999 buffer_size_kb
both 900000000 buffer_size_kb
both 64 buffer_size_kb
same "after a new size" buffer_size_kb
both 128 per_cpu/cpu1/buffer_size_kb
same "after one CPU's got another size" buffer_size_kb
same "after this CPU's got another size" per_cpu/cpu1/buffer_size_kb
same "after one CPU's got another size" buffer_total_size_kb
both 1408 buffer_size_kb
same "after all CPUs' got the old size back" buffer_size_kb

# If memory runs out, the OOM killer must kill the task that resizes the ring.
P=/sys/module/histrig_oom/parameters
if [ -d /sys/kernel/debug/kprobes ]; then
	insmod /tests/kmod/histrig_oom.ko || exit 1
	echo 256 >$H/buffer_size_kb
	echo 1408 >$H/per_cpu/cpu1/buffer_size_kb
	echo 1408 >$H/buffer_size_kb
	is "a task that resizes buffers is the one for the OOM killer" "$(cat $P/resizes $P/marked | xargs)" "3 3"
	read -r origin <$P/origin
	is "a task that has resized buffers is no longer the one for the OOM killer" "$origin" 0
	rmmod histrig_oom
else
	skip "a task that resizes buffers is the one for the OOM killer: this kernel has no kprobes"
fi

# The firing module fills the rings of both CPUs.
E=$H/events/power/cpu_frequency
id=$(cat $E/id)
echo 1 >$E/enable
echo "fire power cpu_frequency count=1000 keys=10 cpus=2" >$F
echo 0 >$E/enable
for cpu in 0 1; do
	is "stats of CPU $cpu count its entries" "$(stat $cpu entries)" 1000
	is "stats of CPU $cpu count no lost entry" "$(stat $cpu overrun) $(stat $cpu 'dropped events')" "0 0"
	is "trace_pipe_raw of CPU $cpu has all of its entries" \
		"$(/tests/bin/rawread -i $id $H/per_cpu/cpu$cpu/trace_pipe_raw | cut -d' ' -f3-)" \
		"events 1000 wanted 1000 missed 0"
	is "stats of CPU $cpu count no entry once all are read" "$(stat $cpu entries)" 0
	is "stats of CPU $cpu count the entries that were read" "$(stat $cpu 'read events')" 1000
done

# Records a million entries in a ring that is too small, while a reader reads them.
# The stats must count each entry that was not read.
before=$(($(stat 0 overrun) + $(stat 1 overrun)))
echo 1 >$E/enable
echo "fire power cpu_frequency count=500000 keys=10 cpus=2" >$F
echo 0 >$E/enable
got=0 lost=0
for cpu in 0 1; do
	set -- $(/tests/bin/rawread -i $id $H/per_cpu/cpu$cpu/trace_pipe_raw)
	got=$((got + $6))
	lost=$((lost + $(stat $cpu overrun) + $(stat $cpu 'dropped events') + $(stat $cpu 'commit overrun')))
done
is "$got read and $((lost - before)) overwritten entries add up to a million" \
	$((got + lost - before)) 1000000

# splice() returns only whole pages.
echo 1 >$E/enable
echo "fire power cpu_frequency count=5000 keys=10 cpus=1" >$F
echo 0 >$E/enable
set -- $(/tests/bin/rawread -s -i $id $H/per_cpu/cpu0/trace_pipe_raw)
check "splice() of trace_pipe_raw takes $2 whole pages" [ "$2" -ge 20 ]
spliced=$6
set -- $(/tests/bin/rawread -i $id $H/per_cpu/cpu0/trace_pipe_raw)
is "read() of trace_pipe_raw takes what splice() left" $((spliced + $6)) 5000

# reader COMMAND...: start a reader that writes to /tmp/woken. Sets $pid to its pid.
reader() {
	"$@" >/tmp/woken &
	pid=$!
}
P=$H/per_cpu/cpu0/trace_pipe_raw
reader /tests/bin/rawread -w -i $id $P
check "a read of an empty trace_pipe_raw sleeps" asleep $pid
echo 1 >$E/enable
echo "fire power cpu_frequency count=1 cpus=1" >$F
echo 0 >$E/enable
check "a new entry wakes a read of trace_pipe_raw" within 10 grep -q 'wanted 1 ' /tmp/woken
wait

# Tests buffer_percent: how full the ring must be before it wakes readers.
same "before a write" buffer_percent
for v in 0 100 101 -1 x 70; do both $v buffer_percent; done
same "after a write" buffer_percent
echo >$H/trace
echo 1 >$E/enable
echo 10 >$H/buffer_percent
echo "fire power cpu_frequency count=100 cpus=1" >$F
is "poll() on trace_pipe_raw times out below buffer_percent" "$(/tests/bin/piperead poll $P 300)" timeout
echo 0 >$H/buffer_percent
is "poll() on trace_pipe_raw returns for any entry at buffer_percent=0" "$(/tests/bin/piperead poll $P 300)" ready
echo 10 >$H/buffer_percent
reader /tests/bin/piperead poll $P 60000
check "poll() on trace_pipe_raw sleeps below buffer_percent" asleep $pid
echo "fire power cpu_frequency count=8000 cpus=1" >$F
check "poll() on trace_pipe_raw wakes at buffer_percent" within 10 grep -q ready /tmp/woken
wait
# splice() waits like poll(), and returns when recording is turned off.
echo >$H/trace
echo 50 >$H/buffer_percent
reader /tests/bin/rawread -w -s -i $id $P
check "splice() of an empty trace_pipe_raw sleeps" asleep $pid
echo "fire power cpu_frequency count=1000 cpus=1" >$F
check "splice() of trace_pipe_raw sleeps on below buffer_percent" asleep $pid
is "a sleeping splice() of trace_pipe_raw has returned nothing" "$(cat /tmp/woken)" ""
echo 0 >$H/tracing_on
check "tracing_on=0 ends a splice() that waits" within 10 grep -q 'pages 0' /tmp/woken
wait
echo 1 >$H/tracing_on
# A page that is not full is never spliced, for any buffer_percent and any size of
# the ring. The program sleeps, and can be killed.
for few in "0 1408" "50 4" "1 64"; do
	kb=${few#* } few=${few% *}
	echo $few >$H/buffer_percent
	echo $kb >$H/buffer_size_kb
	echo >$H/trace
	echo "fire power cpu_frequency count=1 cpus=1" >$F
	reader /tests/bin/rawread -w -s -i $id $P
	check "splice() of part of a page sleeps at buffer_percent=$few of $kb KB" asleep $pid
	kill -9 $pid
	check "SIGKILL ends a splice() at buffer_percent=$few of $kb KB" within 10 [ ! -e /proc/$pid/fd/0 ]
	echo 0 >$H/tracing_on
	wait
	echo 1 >$H/tracing_on
done
both 1408 buffer_size_kb
echo 0 >$E/enable
echo >$H/trace

# Records more entries between two reads than each read returns.
echo 1 >$E/enable
echo "fire power cpu_frequency count=500 cpus=1" >$F
exec 8<$H/trace
reads=0
while [ $reads -lt 60 ] && [ "$(dd bs=4096 count=1 <&8 2>/dev/null | wc -c)" != 0 ]; do
	reads=$((reads + 1))
	echo "fire power cpu_frequency count=200 cpus=1" >$F
done
exec 8<&-
echo 0 >$E/enable
check "reading trace ends while events come faster than it reads ($reads reads)" \
	[ $reads -lt 60 ]
is "a second read of trace shows the events recorded since the first" \
	"$(grep -c cpu_frequency: $H/per_cpu/cpu0/trace)" $((500 + reads * 200))
echo >$H/trace

exec 7>$H/free_buffer
exec 7>&-
is "closing free_buffer leaves two pages for a CPU" "$(cat $H/buffer_size_kb)" 7
both 1408 buffer_size_kb
echo 1 >$E/enable
echo "fire power cpu_frequency count=100 cpus=1" >$F
echo 0 >$E/enable
is "a ring that was freed records after it got a size" "$(stat 0 entries)" 100

rmmod histrig_fire
check "the module unloads with entries in the ring" unload_histrig
load_histrig
