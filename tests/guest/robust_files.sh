# SPDX-License-Identifier: GPL-2.0
# Adds and removes triggers while their histograms are read and hit.
# guest: timeout=240
. /tests/guest/lib.sh
. /tests/guest/parts/storm.sh

F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1

read_all() { cat $E/hist $E/trigger $H/error_log >/dev/null 2>>/tmp/errors; }
read_slowly() { dd if=$E/hist bs=61 count=200 >/dev/null 2>&1; }
several_triggers() {
	echo 'hist:keys=state:size=4096' >>$E/trigger
	echo 'hist:keys=state.hex,common_cpu:vals=cpu_id:sort=state' >>$E/trigger
	echo 'hist:name=shared:keys=state.log2' >>$E/trigger
	echo 'hist:keys=state:vals=cpu_id.p99,cpu_id.dist' >>$E/trigger
	echo 'hist:keys=state:size=4096:clear' >>$E/trigger
	echo 'hist:keys=state:pause' >>$E/trigger
	echo '!hist:keys=state' >>$E/trigger
	echo '!hist:keys=state:vals=cpu_id.p99,cpu_id.dist' >>$E/trigger
	echo '!hist:name=shared:keys=state.log2' >>$E/trigger
	echo '!hist:keys=state.hex,common_cpu:vals=cpu_id:sort=state' >>$E/trigger
} 2>/dev/null
one_trigger() {
	echo 'hist:keys=state' >$E/trigger
	true >$E/trigger
} 2>/dev/null
bad_commands() {
	echo 'hist:keys=foo' >>$E/trigger
	echo 'hist:keys=state:sort=bar' >>$E/trigger
	echo 'hist:keys=state:vals=' >>$E/trigger
	echo >$H/error_log
} 2>/dev/null

echo "bg power cpu_frequency keys=5000 cpus=2" >$F
together "hist is read while triggers are added and removed" 8 read_all read_slowly several_triggers
together "two writers add and remove triggers of one event, hist is read" 8 several_triggers one_trigger read_all
together "triggers are added and removed beside wrong commands, hist is read" 8 \
	one_trigger bad_commands bad_commands read_all
echo stop >$F

true >$E/trigger
echo 'hist:keys=state' >$E/trigger
echo "fire power cpu_frequency count=1000 keys=10" >$F
is "a histogram counts exactly after triggers were added and removed side by side" \
	"$(awk '/Hits:/ { print $2 }' $E/hist)" 1000
true >$E/trigger

# Tests a file that was opened before its trigger was removed.
echo 'hist:keys=state' >$E/trigger
echo "fire power cpu_frequency count=1000 keys=100" >$F
exec 5<$E/hist
head -c 100 <&5 >/dev/null
true >$E/trigger
check "an open hist file can be read after its trigger was removed" cat <&5
exec 5<&-
is "hist is empty after the last trigger was removed" "$(cat $E/hist 2>&1)" ""
rmmod histrig_fire
