# SPDX-License-Identifier: GPL-2.0
# poll() on a hist file.
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 'hist:keys=state' >$E/trigger

# waits SECONDS: the program says which of "ready", "timeout" it came to.
is "no hit, no wakeup" "$(/tests/bin/histpoll $E/hist 1)" "timeout"
/tests/bin/histpoll $E/hist 20 >/tmp/poll.out &
pid=$!
sleep 1
echo "fire power cpu_frequency" >$F
wait $pid
is "a hit wakes the poller" "$(cat /tmp/poll.out)" "ready"

/tests/bin/histpoll $E/hist 20 >/tmp/poll.out &
pid=$!
sleep 1
echo "fire power cpu_frequency ctx=irq" >$F
wait $pid
is "a hit from an interrupt wakes it" "$(cat /tmp/poll.out)" "ready"

/tests/bin/histpoll $E/hist 20 >/tmp/poll.out &
pid=$!
sleep 1
echo "fire power cpu_frequency ctx=nmi" >$F
wait $pid
is "a hit from an NMI wakes it" "$(cat /tmp/poll.out)" "ready"

/tests/bin/histpoll $E/hist 2 >/tmp/poll.out &
pid=$!
sleep 1
echo 'hist:keys=state:pause' >>$E/trigger
echo "fire power cpu_frequency" >$F
wait $pid
is "a paused one does not" "$(cat /tmp/poll.out)" "timeout"

# What a later read shows is new.
echo 'hist:keys=state:cont' >>$E/trigger
is "read, hit, poll, read" "$(/tests/bin/histpoll -r $E/hist 20 $F 'fire power cpu_frequency count=3')" "ready 3"

echo '!hist:keys=state' >>$E/trigger
rmmod histrig_fire
