# SPDX-License-Identifier: GPL-2.0
# Modules with tracepoints come and go while their events are armed, read and hit.
# guest: smp=2 timeout=120 modules=nbd
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
E=$H/events/nbd/nbd_header_sent
insmod /tests/kmod/histrig_fire.ko || exit 1

hits() { awk '/Hits:/ { n += $2 } END { print n + 0 }' $E/hist; }
fire() { echo "fire nbd nbd_header_sent keys=10 count=100" >$F; }
load() { histrig-load nbd; }
unload() { histrig-load -r nbd; }

check "the module's event is there" [ -e $E/trigger ]
echo 'hist:keys=handle' >$E/trigger
fire
is "it is counted" "$(hits)" 100
echo 'handle > 3' >$E/filter
is "its filter" "$(cat $E/filter)" 'handle > 3'
check "the module unloads while armed" unload
fails "its event is gone" [ -e $E ]
fails "and not in the list" grep -q nbd: $H/available_events
check "it comes back" load
check "with its event" [ -e $E/trigger ]
is "which is not armed" "$(grep -v '^#' $E/trigger)" ""
is "and has no filter" "$(cat $E/filter)" none
echo 'hist:keys=handle' >$E/trigger
fire
is "and counts anew" "$(hits)" 100

# Files of an event that has gone.
echo nonsense >$H/events/nbd/filter
exec 5<$E/hist 6>>$E/trigger 7<>$E/filter 8<>$H/events/nbd/filter
head -c 10 <&5 >/dev/null
unload
fails "a trigger file whose event has gone refuses" sh -c 'echo hist:keys=handle >&6'
check "a hist file whose event has gone does no harm" sh -c 'cat <&5; true'
fails "a filter file whose event has gone refuses" sh -c 'echo 0 >&7'
fails "that of its system too" sh -c 'echo 0 >&8'
exec 5<&- 6>&- 7>&- 8>&-
load

# Nor does a module wait for a writer whose text never comes.
writers=
for f in $E/filter $E/trigger $E/enable $H/events/nbd/filter $H/events/nbd/enable; do
	stall $f
	writers="$writers $stalled"
done
usleep 300000
check "the module unloads all the same" timeout 20 histrig-load -r nbd
check "they are still at it" kill -0 $writers
kill -9 $writers
wait $writers 2>/dev/null
check "the module comes back" load

# Again and again, with readers and hits.
cycle() {
	local i=0
	while [ $i -lt 20 ]; do
		echo 'hist:keys=handle' >$E/trigger
		echo 'hist:keys=common_pid.execname,handle:sort=handle' >>$E/trigger
		fire 2>/dev/null
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
check "20 rounds with a reader" cycle
touch /tmp/stop
wait $reader
echo 'hist:keys=handle' >$E/trigger
fire
is "and it still counts" "$(hits)" 100

# Ours goes first, then the module.
unload_histrig
check "the module unloads after ours" unload
load_histrig
fails "no event without its module" [ -e $E ]
load
check "the event of a module that comes later" [ -e $E/trigger ]
rmmod histrig_fire
