# SPDX-License-Identifier: GPL-2.0
# The ring and the files about it: sizes, stats, raw pages, free_buffer.
# guest: smp=2 own=buffer
. /tests/guest/lib.sh
quick_rcu

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
# Later kernels call one byte of a page's head a char, which it is.
plain() { sed 's/field: char overwrite;\(.*\)signed:0/field: int overwrite;\1signed:1/' "$@" 2>&1; }
same() { is "$1" "$(plain $H/$2)" "$(plain $T/$2)"; }
stat() { sed -n "s/^$2: //p" $H/per_cpu/cpu$1/stats; }

same "small before it is used" buffer_size_kb
same "in all" buffer_total_size_kb
same "of a CPU" per_cpu/cpu0/buffer_size_kb
same "layout of a page" events/header_page
same "layout of an entry" events/header_event

both() { # WORDS FILE
	local ours native
	echo "$1" 2>/dev/null >$H/$2; ours=$?
	echo "$1" 2>/dev/null >$T/$2; native=$?
	is "'$1' into $2 ends alike" $ours $native
}
both 0 buffer_size_kb
both x buffer_size_kb
both 99999999999999 buffer_size_kb
both 900000000 buffer_size_kb
both 64 buffer_size_kb
same "resized" buffer_size_kb
both 128 per_cpu/cpu1/buffer_size_kb
same "one CPU apart" buffer_size_kb
same "that CPU" per_cpu/cpu1/buffer_size_kb
same "the sum" buffer_total_size_kb
both 1408 buffer_size_kb
same "back again" buffer_size_kb

# Records into the ring of both CPUs, by a loop in the kernel.
E=$H/events/power/cpu_frequency
id=$(cat $E/id)
echo 1 >$E/enable
echo "fire power cpu_frequency count=1000 keys=10 cpus=2" >$F
echo 0 >$E/enable
for cpu in 0 1; do
	is "CPU $cpu has its entries" "$(stat $cpu entries)" 1000
	is "CPU $cpu lost none" "$(stat $cpu overrun) $(stat $cpu 'dropped events')" "0 0"
	is "CPU $cpu gives them as pages" \
		"$(/tests/bin/rawread -i $id $H/per_cpu/cpu$cpu/trace_pipe_raw | cut -d' ' -f3-)" \
		"events 1000 wanted 1000 missed 0"
	is "CPU $cpu has none left" "$(stat $cpu entries)" 0
	is "CPU $cpu says they were read" "$(stat $cpu 'read events')" 1000
done

# A million through a ring that is too small, read while they come: what is not
# read must be counted.
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
is "a million records: read and overwritten ($got, $((lost - before)))" \
	$((got + lost - before)) 1000000

# By splice, whole pages only.
echo 1 >$E/enable
echo "fire power cpu_frequency count=5000 keys=10 cpus=1" >$F
echo 0 >$E/enable
set -- $(/tests/bin/rawread -s -i $id $H/per_cpu/cpu0/trace_pipe_raw)
check "splice gives whole pages ($2)" [ "$2" -ge 20 ]
spliced=$6
set -- $(/tests/bin/rawread -i $id $H/per_cpu/cpu0/trace_pipe_raw)
is "and read the rest" $((spliced + $6)) 5000

# Whoever waits is woken.
/tests/bin/rawread -w -i $id $H/per_cpu/cpu0/trace_pipe_raw >/tmp/woken &
sleep 1
echo 1 >$E/enable
echo "fire power cpu_frequency count=1 cpus=1" >$F
echo 0 >$E/enable
check "a reader that waits is woken" within 5 grep -q 'wanted 1 ' /tmp/woken
wait

# How much is worth waking for.
same "buffer_percent" buffer_percent
for v in 0 100 101 -1 x 70; do both $v buffer_percent; done
same "buffer_percent set" buffer_percent
echo >$H/trace
P=$H/per_cpu/cpu0/trace_pipe_raw
echo 1 >$E/enable
echo 10 >$H/buffer_percent
echo "fire power cpu_frequency count=100 cpus=1" >$F
is "too little to poll for" "$(/tests/bin/piperead poll $P 300)" timeout
echo 0 >$H/buffer_percent
is "at 0 anything is enough" "$(/tests/bin/piperead poll $P 300)" ready
echo 10 >$H/buffer_percent
/tests/bin/piperead poll $P 20000 >/tmp/woken &
sleep 1
is "one that waits goes on" "$(cat /tmp/woken)" ""
echo "fire power cpu_frequency count=8000 cpus=1" >$F
check "until there is enough" within 5 grep -q ready /tmp/woken
wait
# Splice waits as poll does, and ends when tracing does.
echo >$H/trace
echo 50 >$H/buffer_percent
/tests/bin/rawread -w -s -i $id $P >/tmp/woken &
sleep 1
echo "fire power cpu_frequency count=1000 cpus=1" >$F
sleep 1
is "splice waits at 50" "$(cat /tmp/woken)" ""
echo 0 >$H/tracing_on
check "and is let go" within 5 grep -q 'pages 0' /tmp/woken
wait
echo 1 >$H/tracing_on
# What fills no page is nothing to splice, however little is asked for or fits;
# who waits for more sleeps, and can be killed.
for few in "0 1408" "50 4" "1 64"; do
	echo ${few% *} >$H/buffer_percent
	echo ${few#* } >$H/buffer_size_kb
	echo >$H/trace
	echo "fire power cpu_frequency count=1 cpus=1" >$F
	/tests/bin/rawread -w -s -i $id $P >/tmp/woken &
	waits=$!
	sleep 2
	set -- $(sed 's/.*) //' /proc/$waits/stat)
	check "splice sleeps at $few, ran for ${13} ticks" [ "${13}" -lt 50 ]
	kill -9 $waits
	check "and can be killed" within 5 [ ! -e /proc/$waits/fd/0 ]
	echo 0 >$H/tracing_on
	wait
	echo 1 >$H/tracing_on
done
both 1408 buffer_size_kb
echo 0 >$E/enable
echo >$H/trace

exec 7>$H/free_buffer
exec 7>&-
is "free_buffer leaves next to nothing" "$(cat $H/buffer_size_kb)" 7
both 1408 buffer_size_kb
echo 1 >$E/enable
echo "fire power cpu_frequency count=100 cpus=1" >$F
echo 0 >$E/enable
is "records again" "$(stat 0 entries)" 100

rmmod histrig_fire
check "unloads with entries in the ring" unload_histrig
load_histrig
