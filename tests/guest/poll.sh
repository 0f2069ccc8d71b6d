# SPDX-License-Identifier: GPL-2.0
# poll() on a hist file.
. /tests/guest/lib.sh

F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 'hist:keys=state' >$E/trigger
fire() { echo "fire power cpu_frequency $*" >$F; }

# poller WHAT: start a program that reads the file to its end and polls. Sets $pid
# to its pid. The program writes "ready" or "timeout" to /tmp/poll.out.
poller() {
	/tests/bin/histpoll $E/hist 60 >/tmp/poll.out &
	pid=$!
	check "poll() on hist sleeps at the end of the file, $1" asleep $pid
}
# answers NAME: check that poll() has returned because of a hit.
answers() {
	wait $pid
	is "$1" "$(cat /tmp/poll.out)" ready
}

is "poll() on hist times out without a hit" "$(/tests/bin/histpoll $E/hist 1)" "timeout"
for ctx in task softirq irq nmi; do
	poller "before a hit in $ctx context"
	fire ctx=$ctx
	answers "a hit in $ctx context wakes poll() on hist"
done

poller "before a pause"
echo 'hist:keys=state:pause' >>$E/trigger
fire count=3
check "hits of a paused histogram do not wake poll()" asleep $pid
echo 'hist:keys=state:cont' >>$E/trigger
fire
answers "the first hit after cont wakes poll()"

is "a read after poll() shows the hits that woke it" \
	"$(/tests/bin/histpoll -r $E/hist 20 $F 'fire power cpu_frequency count=3')" "ready 3"

# As in the kernel, POLLPRI compares with the number of hits at open(), so earlier
# hits do not count.
is "POLLPRI does not wait for a read of hits from before open" \
	"$(/tests/bin/histpoll -p $E/hist 1)" "timeout"
/tests/bin/histpoll -p $E/hist 60 >/tmp/poll.out &
pid=$!
check "poll() for POLLPRI sleeps on a file that was never read" asleep $pid
fire
wait $pid
is "a hit after open is POLLPRI" "$(cat /tmp/poll.out)" "ready"

# A shell loop polls often: Busybox's `read` polls before each byte.
lines() { timeout 20 sh -c 'n=0; while read -r l; do n=$((n + 1)); done <$1; echo $n' sh $1; }
is "a shell's loop over hist ends at the end of the file" "$(lines $E/hist)" "$(grep -c '' $E/hist)"
is "a shell's loop over an empty hist file ends" "$(lines $H/events/power/cpu_idle/hist)" 0
is "a file whose end was read is not readable without a hit" \
	"$(/tests/bin/histpoll $E/hist 1)" "timeout"
is "unread text is readable" "$(/tests/bin/histpoll -u $E/hist 20)" "ready"

/tests/bin/histpoll $E/hist 20 >/tmp/poll.out &
pid=$!
check "poll() sleeps before the histogram is cleared" asleep $pid
echo 'hist:keys=state:clear' >>$E/trigger
fire
wait $pid
is "a hit after clear wakes poll()" "$(cat /tmp/poll.out)" "ready"

echo '!hist:keys=state' >>$E/trigger
rmmod histrig_fire
