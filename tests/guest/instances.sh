# SPDX-License-Identifier: GPL-2.0
# instances: trees of their own, made and removed while they are used.
# guest: smp=2
. /tests/guest/lib.sh
quick_rcu

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
I=$H/instances
E=events/power/cpu_frequency
entries() { sed -n 's/^entries: //p' $1/per_cpu/cpu0/stats; }

check "mkdir" mkdir $I/a
fails "not twice" mkdir $I/a
check "has events" [ -e $I/a/$E/format ]
is "as many as the tree" "$(find $I/a/events -name hist | wc -l)" \
	"$(find $H/events -name hist | wc -l)"
is "has its ring" "$(cat $I/a/buffer_size_kb)" "$(mkdir $T/instances/n; sed 's/ .*//' $T/instances/n/buffer_size_kb; rmdir $T/instances/n)"
is "the same format" "$(cat $I/a/$E/format)" "$(cat $H/$E/format)"

echo 1 >$I/a/$E/enable
echo "fire power cpu_frequency count=10 cpus=1" >$F
is "records what it is told to" "$(entries $I/a)" 10
is "and nobody else does" "$(entries $H)" 0
is "whose enable is another" "$(cat $H/$E/enable)" 0

# What is wrong is said where it was written, as natively.
mkdir $T/instances/a
for d in $H $T; do
	echo >$d/error_log
	[ -z "$native_hist" ] || echo 'hist:keys=nothing' 2>/dev/null >$d/instances/a/$E/trigger
	echo 'nothing == 1' 2>/dev/null >$d/instances/a/$E/filter
	echo 0 >$d/instances/a/$E/filter
done
errors() { sed 's/^\[[^]]*\]/TIME/' $1/error_log; }
is "its error_log" "$(errors $I/a)" "$(errors $T/instances/a)"
is "has the errors" "$(errors $I/a | grep -c ' error: ')" $([ -n "$native_hist" ] && echo 2 || echo 1)
is "the tree's has none" "$(errors $H)" "$(errors $T)"
echo >$I/a/error_log
is "and can be cleared" "$(errors $I/a)" ""
rmdir $T/instances/a

echo 'hist:keys=state' >$I/a/$E/trigger
echo 'hist:keys=state:vals=cpu_id' >$H/$E/trigger
echo "fire power cpu_frequency count=7 cpus=1" >$F
is "its histogram" "$(sed -n 's/ *Hits: //p' $I/a/$E/hist)" 7
is "and the tree's" "$(sed -n 's/ *Hits: //p' $H/$E/hist)" 7
echo 'hist:name=both:keys=state' >$I/a/events/power/cpu_idle/trigger
echo 'hist:name=both:keys=state' >$H/events/power/cpu_idle/trigger
echo "fire power cpu_idle count=5 cpus=1" >$F
check "share a named histogram" sh -c \
	"[ \$(sed -n 's/ *Hits: //p' $H/events/power/cpu_idle/hist) -ge 10 ]"

exec 5<$I/a/per_cpu/cpu0/trace_pipe_raw
fails "rmdir of one that is in use" rmdir $I/a
exec 5<&-
for f in buffer_size_kb per_cpu/cpu0/buffer_size_kb events/enable events/sched/filter events/sched/enable; do
	stall $I/a/$f
	fails "which is a use too" timeout 20 rmdir $I/a
	kill -9 $stalled
	wait $stalled 2>/dev/null
done
stall $I/a/$E/filter
check "rmdir" timeout 20 rmdir $I/a
kill -9 $stalled
wait $stalled 2>/dev/null
fails "is gone" [ -e $I/a ]
echo "fire power cpu_frequency count=7 cpus=1" >$F
is "the tree goes on" "$(sed -n 's/ *Hits: //p' $H/$E/hist)" 14
echo >$H/$E/trigger
echo >$H/events/power/cpu_idle/trigger

# Made and removed while events come in, files are read, and others do the same.
echo "bg power cpu_frequency keys=100 cpus=2" >$F
toggle() {
	while [ -e /tmp/go ]; do
		mkdir $I/$1 2>/dev/null
		echo 1 >$I/$1/$E/enable
		echo 'hist:keys=state' >$I/$1/$E/trigger
		cat $I/$1/$E/hist >/dev/null
		rmdir $I/$1
	done 2>/dev/null
}
read_all() {
	while [ -e /tmp/go ]; do
		cat $I/*/events/enable $I/*/per_cpu/cpu*/stats $I/*/$E/hist $I/*/$E/trigger
		timeout 1 /tests/bin/rawread $I/x/per_cpu/cpu0/trace_pipe_raw
	done >/dev/null 2>&1
}
: >/tmp/go
toggle x & toggle x & toggle y & read_all &
sleep 15
rm /tmp/go
wait
echo stop >$F
check "clean after the storm" sh -c "rmdir $I/* 2>/dev/null; ! ls $I | grep ."

mkdir $I/left
echo 1 >$I/left/events/enable
check "unloads with an instance in use" unload_histrig
rmmod histrig_fire
load_histrig
is "which does not come back" "$(ls $I)" ""

# A folder that is somebody's working directory stays when the module has gone.
cd $I
check "unloads while somebody is in the folder" unload_histrig
check "which is as good as any other then" sh -c 'ls -ld . ; chmod 755 .; ! mkdir x'
cd /
load_histrig
