# SPDX-License-Identifier: GPL-2.0
# Instances: users create and remove separate trees while they are in use.
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh
quick_rcu

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
I=$H/instances
E=events/power/cpu_frequency
entries() { sed -n 's/^entries: //p' $1/per_cpu/cpu0/stats; }
hits() { sed -n 's/ *Hits: //p' $1; }

check "mkdir in instances/ makes an instance" mkdir $I/a
fails "an instance is not made twice" mkdir $I/a
check "a new instance has events" [ -e $I/a/$E/format ]
is "a new instance has as many events as the tree" "$(find $I/a/events -name hist | wc -l)" \
	"$(find $H/events -name hist | wc -l)"
is "a new instance has a ring of the kernel's size" "$(cat $I/a/buffer_size_kb)" \
	"$(mkdir $T/instances/n; sed 's/ .*//' $T/instances/n/buffer_size_kb; rmdir $T/instances/n)"
alike "an event's format is the same in an instance" "$(cat $I/a/$E/format)" "$(cat $H/$E/format)"

echo 1 >$I/a/$E/enable
echo "fire power cpu_frequency count=10 cpus=1" >$F
is "an instance records the events enabled in it" "$(entries $I/a)" 10
is "the tree does not record an event enabled in an instance" "$(entries $H)" 0
is "enable of the tree does not show an instance's" "$(cat $H/$E/enable)" 0

# Like the kernel, an instance reports errors in the error_log of the tree to which
# the command was written.
mkdir $T/instances/a
for d in $H $T; do
	echo >$d/error_log
	[ -z "$native_hist" ] || echo 'hist:keys=nothing' 2>/dev/null >$d/instances/a/$E/trigger
	echo 'nothing == 1' 2>/dev/null >$d/instances/a/$E/filter
	echo 0 >$d/instances/a/$E/filter
done
errors() { sed 's/^\[[^]]*\]/TIME/' $1/error_log 2>&1; }
alike "an instance's error_log matches the kernel's" "$(errors $I/a)" "$(errors $T/instances/a)"
is "an instance's error_log has the errors of its files" "$(errors $I/a | grep -c ' error: ')" \
	$([ -n "$native_hist" ] && echo 2 || echo 1)
is "the tree's error_log has no errors of an instance" "$(errors $H)" "$(errors $T)"
echo >$I/a/error_log
is "writing to an instance's error_log clears it" "$(errors $I/a)" ""
rmdir $T/instances/a

echo 'hist:keys=state' >$I/a/$E/trigger
echo 'hist:keys=state:vals=cpu_id' >$H/$E/trigger
echo "fire power cpu_frequency count=7 cpus=1" >$F
is "an instance's histogram counts" "$(hits $I/a/$E/hist)" 7
is "the tree's histogram of the same event counts on its own" "$(hits $H/$E/hist)" 7
echo 'hist:name=both:keys=val' >$I/a/events/power/suspend_resume/trigger
echo 'hist:name=both:keys=val' >$H/events/power/suspend_resume/trigger
echo "fire power suspend_resume count=5 cpus=1" >$F
is "the tree and an instance share a named histogram" "$(hits $H/events/power/suspend_resume/hist)" 10

# Each trigger of a named histogram takes snapshots of its own instance.
shots='hist:name=shots:keys=state:vv=cpu_id:onchange($vv).snapshot()'
echo "$shots" >$H/events/power/cpu_idle/trigger
echo "$shots" >>$I/a/events/power/cpu_idle/trigger
fails "users take no snapshots where a trigger of a shared histogram does" sh -c "echo 1 >$I/a/snapshot"
true >$H/events/power/cpu_idle/trigger
check "users take snapshots again when the trigger is removed" eval "echo 1 >$H/snapshot"
fails "another instance's trigger still refuses snapshots by users" sh -c "echo 1 >$I/a/snapshot"
true >$I/a/events/power/cpu_idle/trigger
check "users take snapshots again when the other instance's trigger is removed" eval "echo 1 >$I/a/snapshot"
echo 0 >$H/snapshot

exec 5<$I/a/per_cpu/cpu0/trace_pipe_raw
fails "an instance whose trace_pipe_raw is open cannot be removed" rmdir $I/a
exec 5<&-
for f in buffer_size_kb per_cpu/cpu0/buffer_size_kb events/enable events/sched/filter events/sched/enable; do
	stall $I/a/$f
	is "an instance cannot be removed during a write to its $f" \
		"$(timeout $((20 * scale)) rmdir $I/a 2>&1 | sed 's/.*: //')" "Device or resource busy"
	kill -9 $stalled
	wait $stalled 2>/dev/null
done
stall $I/a/$E/filter
check "an instance can be removed during a write to an event's filter" timeout $((20 * scale)) rmdir $I/a
kill -9 $stalled
wait $stalled 2>/dev/null
fails "rmdir removes an instance's folder" [ -e $I/a ]
echo "fire power cpu_frequency count=7 cpus=1" >$F
is "the tree's histogram counts on after an instance was removed" "$(hits $H/$E/hist)" 14
true >$H/$E/trigger
true >$H/events/power/cpu_idle/trigger

# Creates and removes instances while events are recorded and files are read, and
# while other shells do the same.
echo "bg power cpu_frequency keys=100 cpus=2" >$F
toggle() { # succeeds if all of it happened before another shell's rmdir
	mkdir $I/$1 &&
		echo 1 >$I/$1/$E/enable &&
		echo 'hist:keys=state' >$I/$1/$E/trigger &&
		cat $I/$1/$E/hist
	rmdir $I/$1
} >/dev/null 2>&1
toggle_x() { toggle x; }
toggle_y() { toggle y; }
read_all() {
	cat $I/*/events/enable $I/*/per_cpu/cpu*/stats $I/*/$E/hist $I/*/$E/trigger
	timeout 1 /tests/bin/rawread $I/x/per_cpu/cpu0/trace_pipe_raw
	true
} >/dev/null 2>&1
together "instances are made, used, read and removed side by side" 5 toggle_x toggle_x toggle_y read_all
echo stop >$F
rmdir $I/* 2>/dev/null
is "no instance remains after they were made and removed side by side" "$(ls $I)" ""

mkdir $I/left
echo 1 >$I/left/events/enable
check "the module unloads with an instance that records" unload_histrig
rmmod histrig_fire
load_histrig
[ -z "$keeps_modules" ] || rmdir $I/left
is "a module loaded again has no instance" "$(ls $I)" ""

cd $I
fails "the module does not unload while instances/ is a working directory" unload_histrig
cd /
check "the module unloads once no working directory is in the tree" unload_histrig
load_histrig

# ---- an instance that is removed when a file is closed

# there NAME: print whether the instance and the event of this name exist.
there() { echo $(ls $H/instances | grep -c "^$1\$") $(grep -c "^$1_event" $H/synthetic_events); }
# tied NAME: create both; lines written to free_instance remove the event.
tied() {
	mkdir $H/instances/$1
	echo "$1_event int a" >>$H/synthetic_events
	echo 'hist:keys=a' >$H/instances/$1/events/synthetic/$1_event/trigger
}
fails "the main instance cannot go" [ -e $H/free_instance ]
tied f
exec 7>$H/instances/f/free_instance
echo 'e:f_first/e synthetic.f_event a=$a' >>$H/dynamic_events
echo '-:synthetic/f_event' >&7
echo '-:f_first/e' >&7
fails "free_instance takes no lines that make events" eval 'echo "p:f_bad/x vfs_read" >&7'
fails "free_instance takes no line that makes an event after one that removes one" \
	eval 'printf "%s\n" -:synthetic/f_event "p:f_bad/x vfs_read" >/tmp/lines; cat /tmp/lines >&7'
exec 8>&7
fails "an instance is in use whose free_instance is open" rmdir $H/instances/f
exec 7>&-
is "an instance stays while a copy of free_instance is open" "$(there f)" "1 1"
exec 8>&-
is "an instance and what was defined go when free_instance is closed" "$(there f)$(cat $H/dynamic_events)" "0 0"

tied g
sleep 1000 7>$H/instances/g/free_instance &
pid=$!
within 20 has_open $pid free_instance
kill -9 $pid
wait $pid 2>/dev/null
# No line was written to free_instance, so the event stays.
is "an instance is removed when its program is killed" "$(there g)" "0 1"
echo '!g_event' >>$H/synthetic_events

mkdir $H/instances/h
tail -f $H/instances/h/trace_pipe >/dev/null &
pid=$!
within 20 has_open $pid trace_pipe
true >$H/instances/h/free_instance
is "an instance stays as long as it is read" "$(ls $H/instances | grep -c '^h$')" 1
fails "an instance that is about to go keeps its name" mkdir $H/instances/h
kill $pid
wait $pid 2>/dev/null
left() { [ ! -e $H/instances/h ]; }
check "an instance is removed with its last reader" within 20 left

tied k
mount -t tmpfs none $H/instances/k/events/power
tail -f $H/instances/k/trace_pipe >/dev/null &
pid=$!
within 20 has_open $pid trace_pipe
exec 7>$H/instances/k/free_instance
echo '-:synthetic/k_event' >&7
exec 7>&-
is "what was defined stays as long as its instance" "$(there k)" "1 1"
kill $pid
wait $pid 2>/dev/null
all_gone() { [ "$(there k)" = "0 0" ]; }
check "events are removed after the instance that defined them" within 20 all_gone
mounts() { grep "$H/instances/k/" /proc/mounts; }
no_mounts() { ! mounts; }
check "what was mounted on folders of the instance is unmounted" within 20 no_mounts

mkdir $H/instances/i
exec 7>$H/instances/i/free_instance
fails "free_instance takes no more than 64 KiB" sh -c 'dd if=/dev/zero bs=4096 count=17 2>/dev/null >&7'
exec 7>&-
is "free_instance ignores lines that make no sense" "$(ls $H/instances | grep -c '^i$')" 0
