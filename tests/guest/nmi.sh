# SPDX-License-Identifier: GPL-2.0
# Events in NMI context, on top of whatever the CPU was doing, in a hit as well.
# guest: smp=2 timeout=90
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
E=$H/events/nmi/nmi_handler
P=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns

total() { awk -v what="$1:" '$1 == what { n += $2 } END { print n + 0 }' $2/hist; }
taken() { [ "$(nmi_count)" -ge "$1" ]; }

# NMIs from outside, while both CPUs are hitting the same table.
echo 'hist:keys=handler.sym' >$E/trigger
echo 'hist:keys=state:vals=cpu_id' >$P/trigger
echo "fire power cpu_frequency cpus=2 count=1000 keys=10" >$F
echo "nmi power cpu_frequency count=100 keys=10 val=1 vstep=0" >$F
before=$(nmi_count)
i=0
while [ $i -lt 20 ]; do
	nmi
	i=$((i + 1))
	within 10 taken $((before + i)) || break
done
echo stop >$F
read -r _ n _ _ _ nmis <$F
[ $i = 20 ] && [ "$nmis" -ge 20 ] && ok "$nmis NMIs from outside" || not_ok "$nmis NMIs from outside"
is "what they fired is counted" "$(($(total Hits $P) + $(total Dropped $P)))" $((2000 + n))
is "without a drop" "$(total Dropped $P)" 0
[ "$(total Hits $E)" -ge "$nmis" ] && ok "their own event is counted" || not_ok "their own event: $(cat $E/hist)"

# NMIs that a CPU sends itself, over a background of hits on both.
: >$P/trigger
echo 'hist:keys=state:vals=cpu_id' >$P/trigger
echo "fire power cpu_frequency cpus=2 count=50000 keys=10 ctx=nmi" >$F
is "100,000 hits from NMIs" "$(total Hits $P) $(total Dropped $P)" "100000 0"

# An NMI in the middle of a hit: the hit goes on, the nested one is counted or
# counted as dropped.
: >$P/trigger
echo 'hist:keys=state,cpu_id' >$P/trigger
echo 'hist:keys=common_stacktrace' >>$P/trigger
echo "bg power cpu_frequency cpus=2 keys=100" >$F
echo "nmi power cpu_frequency count=100 keys=100" >$F
sleep 1
i=0
while [ $i -lt 50 ]; do
	nmi
	usleep 50000
	i=$((i + 1))
done
echo stop >$F
read -r _ n _ _ _ nmis <$F
hits=$(awk '/Hits:/ { print $2; exit }' $P/hist)
drops=$(awk '/Dropped:/ { print $2; exit }' $P/hist)
is "hits and drops are what was fired" $((hits + drops)) "$n"
is "$nmis NMIs have nested" "$([ "$nmis" -ge 40 ] && echo yes)" yes
: >$P/trigger
: >$E/trigger
rmmod histrig_fire
