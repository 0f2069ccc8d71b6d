# SPDX-License-Identifier: GPL-2.0
# Triggers come and go while their histograms are read and hit.
# guest: smp=2 mem=1G timeout=240
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
SECONDS_EACH=8

echo "bg power cpu_frequency keys=5000 cpus=2" >$F

until_stopped() { # COMMAND...: over and over
	while [ ! -e /tmp/stop ]; do
		"$@"
	done
	return 0
}

read_all() { cat $E/hist $E/trigger $H/error_log >/dev/null 2>>/tmp/errors; }

read_slowly() { dd if=$E/hist bs=61 count=200 >/dev/null 2>>/tmp/errors.dd; }

come_and_go() {
	echo 'hist:keys=state:size=4096' >>$E/trigger
	echo 'hist:keys=state.hex,common_cpu:vals=cpu_id:sort=state' >>$E/trigger
	echo 'hist:name=shared:keys=state.log2' >>$E/trigger
	echo 'hist:keys=state:size=4096:clear' >>$E/trigger
	echo 'hist:keys=state:pause' >>$E/trigger
	echo '!hist:keys=state' >>$E/trigger
	echo '!hist:name=shared:keys=state.log2' >>$E/trigger
	echo '!hist:keys=state.hex,common_cpu:vals=cpu_id:sort=state' >>$E/trigger
} 2>/dev/null

come_and_go_at_once() {
	echo 'hist:keys=state' >$E/trigger
	: >$E/trigger
} 2>/dev/null

bad_commands() {
	echo 'hist:keys=foo' >>$E/trigger
	echo 'hist:keys=state:sort=bar' >>$E/trigger
	echo 'hist:keys=state:vals=' >>$E/trigger
	echo >$H/error_log
} 2>/dev/null

# together NAME COMMAND...: all of them at once for a while.
together() {
	local name=$1 c pids=
	shift
	rm -f /tmp/stop /tmp/errors
	for c; do
		until_stopped $c &
		pids="$pids $!"
	done
	sleep $SECONDS_EACH
	touch /tmp/stop
	wait $pids
	is "$name" "$(sort -u /tmp/errors 2>/dev/null | head -n 3)" ""
}

together "read while triggers come and go" read_all read_slowly come_and_go
together "two come and go" come_and_go come_and_go_at_once read_all
together "and with bad commands" come_and_go_at_once bad_commands bad_commands read_all
echo stop >$F

: >$E/trigger
echo 'hist:keys=state' >$E/trigger
echo "fire power cpu_frequency count=1000 keys=10" >$F
is "and it still counts" "$(awk '/Hits:/ { print $2 }' $E/hist)" 1000
: >$E/trigger

# A file that was opened before its trigger went.
echo 'hist:keys=state' >$E/trigger
echo "fire power cpu_frequency count=1000 keys=100" >$F
exec 5<$E/hist
head -c 100 <&5 >/dev/null
: >$E/trigger
check "a reader whose trigger has gone" cat <&5
exec 5<&-
is "nothing is left" "$(cat $E/hist)" ""
rmmod histrig_fire
