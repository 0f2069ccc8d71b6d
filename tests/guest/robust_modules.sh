# SPDX-License-Identifier: GPL-2.0
# Loads and unloads modules with tracepoints while their events are armed, read
# and hit.
# guest: timeout=200 modules=nbd,-xfs needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

F=$kmods/histrig_fire
E=$H/events/nbd/nbd_header_sent
insmod /tests/kmod/histrig_fire.ko || exit 1

hits() { awk '/Hits:/ { n += $2 } END { print n + 0 }' $E/hist; }
fire() { echo "fire nbd nbd_header_sent keys=10 count=100" >$F; }
load() { histrig-load nbd; }
unload() { histrig-load -r nbd; }

check "nbd's event is in the tree" [ -e $E/trigger ]
echo 'hist:keys=handle' >$E/trigger
fire
is "hits of nbd's event are counted" "$(hits)" 100
echo 'handle > 3' >$E/filter
is "nbd's event shows its filter" "$(cat $E/filter)" 'handle > 3'
check "nbd unloads while its event has a trigger and a filter" unload
fails "unloading nbd removes its event" [ -e $E ]
fails "available_events has no event of nbd after it was unloaded" grep -q nbd: $H/available_events
check "nbd loads again" load
check "nbd's event is in the tree after nbd was loaded again" [ -e $E/trigger ]
is "nbd's event has no trigger after nbd was loaded again" "$(grep -v '^#' $E/trigger)" ""
is "nbd's event has no filter after nbd was loaded again" "$(cat $E/filter)" none
echo 'hist:keys=handle' >$E/trigger
fire
is "hits of nbd's event are counted after nbd was loaded again" "$(hits)" 100

# Uses open files of an event that was removed.
echo nonsense >$H/events/nbd/filter
exec 5<$E/hist 6>>$E/trigger 7<>$E/filter 8<>$H/events/nbd/filter
head -c 10 <&5 >/dev/null
unload
fails "the open trigger file of a removed event refuses a write" sh -c 'echo hist:keys=handle >&6'
is "reading hist of an unloaded event ends with ENODEV" "$(cat <&5 2>&1 | tail -n 1)" "cat: read error: No such device"
fails "the open filter file of a removed event refuses a write" sh -c 'echo 0 >&7'
fails "the open filter file of a removed system refuses a write" sh -c 'echo 0 >&8'
exec 5<&- 6>&- 7>&- 8>&-
load

# Unloading a module must not wait for a writer whose data is never served.
writers=
for f in $E/filter $E/trigger $E/enable $H/events/nbd/filter $H/events/nbd/enable; do
	stall $f
	writers="$writers $stalled"
done
check "nbd unloads while writes to its files stall" timeout $((20 * scale)) histrig-load -r nbd
check "stalled writes go on after nbd was unloaded" kill -0 $writers
kill -9 $writers
wait $writers 2>/dev/null
check "nbd loads again after writes had stalled" load

# Repeats this many times, in parallel with a reader.
cycle() {
	local i=0
	while [ $i -lt 15 ]; do
		echo 'hist:keys=handle' >$E/trigger
		echo 'hist:keys=common_pid.execname,handle:sort=handle' >>$E/trigger
		fire || return 1
		[ "$(hits)" = 200 ] || return 1
		unload || return 1
		load || return 1
		i=$((i + 1))
	done
}

readers() {
	while [ ! -e /tmp/stop ]; do
		cat $E/hist $E/trigger $H/available_events
	done >/dev/null 2>&1
}

readers &
reader=$!
check "nbd is unloaded and loaded 15 times, armed, hit and read" cycle
touch /tmp/stop
wait $reader
echo 'hist:keys=handle' >$E/trigger
fire
is "hits of nbd's event are counted after nbd was unloaded many times" "$(hits)" 100

# A module whose load fails is freed although others hold references to it. These
# references must not be put later, also not to the next module of the same name.
unload
R=/sys/module/histrig_refuse/parameters
insmod /tests/kmod/histrig_refuse.ko name=nbd
load >/dev/null 2>&1 &
refused=$!
is_seen() { [ "$(cat $R/seen)" = 1 ]; }
check "nbd's events are in the tree before its load fails" within 60 is_seen
functions=no
[ ! -e $T/set_ftrace_filter ] || functions=yes # can the kernel trace functions?
T=$H/events/sched/sched_process_exit/trigger
check "a trigger enables an event of a module that is being loaded" sh -c "echo enable_event:nbd:nbd_header_sent >$T"
check "an event probe is on an event of a module that is being loaded" sh -c "echo 'e:on_nbd nbd.nbd_header_sent' >>$H/dynamic_events"
[ $functions = no ] || check "a function enables an event of a module that is being loaded" sh -c "echo vfs_fsync:enable_event:nbd:nbd_header_sent >>$H/set_ftrace_filter"
echo 1 >$R/go
fails "the load of nbd fails" wait $refused
rmmod histrig_refuse
check "nbd loads after a load that failed" load
check "a trigger on the module that failed is removed" sh -c "echo '!enable_event:nbd:nbd_header_sent' >>$T"
check "an event probe on the module that failed is removed" sh -c "echo -:on_nbd >>$H/dynamic_events"
[ $functions = no ] || check "a command on the module that failed is removed" sh -c "echo '!vfs_fsync:enable_event:nbd:nbd_header_sent' >>$H/set_ftrace_filter"
is "references to the module that failed are not put to the next" "$(cat /sys/module/nbd/refcnt)" 0
is "no trigger on the module that failed is left" "$(grep -v '^#' $T)" ""
is "no event probe on the module that failed is left" "$(cat $H/dynamic_events)" ""

# An event of xfs is bridged, so it is another object when xfs is loaded again.
if [ -e $H/events/xfs/xfs_iunlink ]; then
	histrig-load -r xfs
	insmod /tests/kmod/histrig_refuse.ko name=xfs
	histrig-load xfs >/dev/null 2>&1 &
	refused=$!
	check "events of xfs are in the tree before its load fails" within 60 is_seen
	check "a trigger enables a bridged event of a module that is being loaded" sh -c "echo enable_event:xfs:xfs_iunlink >$T"
	echo 1 >$R/go
	fails "the load of xfs fails" wait $refused
	rmmod histrig_refuse
	check "xfs loads after a load that failed" histrig-load xfs
	echo '!enable_event:xfs:xfs_iunlink' >>$T
	is "a trigger on a bridged event of the module that failed is removed" "$(grep -v '^#' $T)" ""
	histrig-load -r xfs
fi

unload_histrig
check "nbd unloads after histrig" unload
load_histrig
fails "nbd's event is not in the tree while nbd is unloaded" [ -e $E ]
load
check "nbd's event is in the tree when nbd is loaded after histrig" [ -e $E/trigger ]
rmmod histrig_fire
