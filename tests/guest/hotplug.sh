# SPDX-License-Identifier: GPL-2.0
# Takes CPUs offline and online again. A CPU's records must stay, the CPU must
# record again, and no hit may be lost while files of the rings and the maps are in
# use.
# guest: smp=4 timeout=300 needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu

F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
cpu() { echo $2 >/sys/devices/system/cpu/cpu$1/online; }
on() { # CPU COMMAND...: run it there
	local cpu=$1
	shift
	taskset $(printf %x $((1 << cpu))) "$@"
}
mark() { on $1 sh -c "echo $2 >$H/trace_marker"; }
marks() { sed -n 's/.*tracing_mark_write: //p' $1; }

[ -e /sys/devices/system/cpu/cpu3/online ] || skip_all "CPUs of this kernel cannot go offline"
# The snapshot is made while CPU 3 is offline, so it has no buffer for that CPU.
echo 64 >$H/buffer_size_kb
echo >$H/trace
on 3 sh -c "for i in \$(seq 300); do echo number \$i >$H/trace_marker; done"
size=$(cat $H/per_cpu/cpu3/buffer_size_kb)
cpu 3 0
echo 1 >$H/snapshot
echo 1 >$H/snapshot
is "two snapshots leave the entries of an offline CPU in trace" "$(marks $H/per_cpu/cpu3/trace | wc -l)" 300
is "two snapshots leave the size of an offline CPU's buffer" "$(cat $H/per_cpu/cpu3/buffer_size_kb)" "$size"
echo 0 >$H/snapshot
cpu 3 1
echo >$H/trace
mark 3 before
check "CPU 3 goes offline" cpu 3 0
is "per_cpu/cpu3/trace keeps its entries while CPU 3 is offline" "$(marks $H/per_cpu/cpu3/trace)" before
for d in $H $T; do
	echo 64 >$d/buffer_size_kb
	echo 128 >$d/per_cpu/cpu3/buffer_size_kb
done
is "the ring of an offline CPU is resized as in the kernel" \
	"$(cat $H/per_cpu/cpu3/buffer_size_kb)" "$(cat $T/per_cpu/cpu3/buffer_size_kb)"
check "CPU 3 comes online" cpu 3 1
for d in $H $T; do
	# Gives the rings of both trees their full size.
	on 3 sh -c "echo x >$d/trace_marker"
done
is "the ring of a CPU that came online has the kernel's size" \
	"$(cat $H/per_cpu/cpu3/buffer_size_kb)" "$(cat $T/per_cpu/cpu3/buffer_size_kb)"
echo >$H/trace
mark 3 after
is "a CPU that came online records" "$(marks $H/per_cpu/cpu3/trace)" after
for d in $H $T; do echo 1408 >$d/buffer_size_kb; done

# Tests a CPU that was offline when the module was loaded.
cpu 3 0
check "the module unloads while CPU 3 is offline" unload_histrig
check "the module loads while CPU 3 is offline" load_histrig
for f in trace_pipe trace_pipe_raw; do
	is "poll() on $f of a CPU that was never online times out" \
		"$(/tests/bin/piperead poll $H/per_cpu/cpu3/$f 300)" timeout
done
mkdir $H/instances/h
echo 'hist:keys=common_cpu' >$H/events/ftrace/print/trigger
mark 0 old
exec 5<$H/trace
dd bs=1 count=1 <&5 >/dev/null 2>&1
cpu 3 1
mark 3 new
is "a trace that was opened earlier ends, without entries of a CPU that came online for the first time" \
	"$(head -n 1000 <&5 | marks)" old
exec 5<&-
is "a CPU that came online after the module was loaded records" "$(marks $H/per_cpu/cpu3/trace)" new
check "a CPU that came online after the module was loaded counts" \
	grep -q '^{ common_cpu: *3 } hitcount: *1$' $H/events/ftrace/print/hist
on 3 sh -c "echo there >$H/instances/h/trace_marker"
is "a CPU that came online after an instance was made records there" \
	"$(marks $H/instances/h/per_cpu/cpu3/trace)" there
rmdir $H/instances/h
true >$H/events/ftrace/print/trigger

# Takes CPUs 1 to 3 offline and online repeatedly, during all operations that visit
# all CPUs.
replug() {
	local c
	for c in 1 2 3; do cpu $c 0 || return 1; done
	for c in 3 1 2; do cpu $c 1 || return 1; done
}
resize() {
	echo 300 >$H/buffer_size_kb && echo 64 >$H/per_cpu/cpu2/buffer_size_kb &&
		echo 700 >$H/buffer_size_kb
} 2>/dev/null
swap() { echo 1 >$H/snapshot && head -c 30000 $H/snapshot && head -c 30000 $H/per_cpu/cpu1/snapshot; } >/dev/null 2>&1
clear() { echo >$H/trace && true >$H/per_cpu/cpu1/trace && echo 2 >$H/snapshot; } 2>/dev/null
read_rings() {
	local f
	for f in $H/trace $H/per_cpu/cpu*/trace; do head -c 30000 $f || return 1; done
	cat $H/per_cpu/cpu*/stats
} >/dev/null 2>>/tmp/errors
read_raw() {
	local c
	for c in 1 2; do timeout 20 /tests/bin/rawread $H/per_cpu/cpu$c/trace_pipe_raw || return 1; done
} >/dev/null 2>&1
read_hist() { cat $E/hist $E/trigger >/dev/null 2>>/tmp/errors; }
toggle() {
	echo 1 >$E/enable && echo 1 >$H/events/sched/enable && usleep 20000 &&
		echo 0 >$H/events/sched/enable && echo 0 >$E/enable
}
echo 'hist:keys=state:vals=cpu_id:size=8192' >$E/trigger
echo 'hist:keys=state:x=cpu_id:onmax($x).save(cpu_id)' >>$E/trigger
echo "bg power cpu_frequency keys=1000 cpus=4 rest=1000" >$F
together "CPUs go offline and come online while rings are resized, swapped, cleared and read" 3 \
	replug resize swap clear read_rings read_raw read_hist toggle
echo stop >$F
read -r _ n _ <$F
is "each of $n hits is counted while CPUs go offline and come online" \
	"$(awk '/Hits:/ { h = $2 } /Dropped:/ { print h + $2; exit }' $E/hist)" "$n"
is "hitcounts add up to the hits after CPUs went offline and came online" \
	"$(awk '/^$/ && n { exit } /hitcount:/ { for (i = 1; i < NF; i++) if ($i == "hitcount:") n += $(i + 1) } END { printf "%.0f", n }' $E/hist)" \
	"$(awk '/Hits:/ { print $2; exit }' $E/hist)"
true >$E/trigger
echo 0 >$H/snapshot
echo >$H/trace
for c in 0 1 2 3; do
	mark $c "on $c"
	is "CPU $c records after it went offline and came online many times" "$(marks $H/per_cpu/cpu$c/trace)" "on $c"
done
echo 1 >$H/events/enable
(while [ ! -e /tmp/stop2 ]; do replug; done) &
check "the module unloads with all events enabled while CPUs go offline" unload_histrig
check "the module loads while CPUs go offline" load_histrig
touch /tmp/stop2
wait
rm /tmp/stop2
rmmod histrig_fire
