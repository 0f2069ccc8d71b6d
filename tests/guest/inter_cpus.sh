# SPDX-License-Identifier: GPL-2.0
# One CPU sets a variable and another one reads it. Each value must arrive once.
# guest: smp=4 timeout=300 needs=nmi
. /tests/guest/lib.sh

N=1000000
TURNS=$kmods/histrig_turns
SET=$H/events/nmi/nmi_handler
READ=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_turns.ko || exit 1

total() { awk -v name="$2:" '$1 == name { n += $2 } END { printf "%.0f", n }' $1/hist; }
clear_all() {
	for f in $H/events/synthetic/turn $READ $SET; do true >$f/trigger; done
}

# CPUs alternate: there must be as many reads as writes, and each read must return
# the last value that was written.
echo 'turn s64 v; u32 d' >$H/synthetic_events
S=$H/events/synthetic/turn
for keys in 1 64; do
	echo 'hist:keys=handler:v=delta_ns' >$SET/trigger
	echo 'hist:keys=state:d=cpu_id-$v:onmatch(nmi.nmi_handler).turn($v,$d)' >$READ/trigger
	echo 'hist:keys=d:vals=v' >$S/trigger
	check "two CPUs set and read a variable by turns $N times, $keys keys" sh -c "echo turns $N $keys >$TURNS"
	is "each value set on one CPU is read once on the other, $keys keys" "$(total $S Hits)" $N
	is "the value read on a CPU is the one set last on the other, $keys keys" "$(awk '/^[{]/ { print $3, $6, $8 }' $S/hist)" \
		"0 $N $((N * (N - 1) / 2))"
	is "no hit is dropped while two CPUs take turns, $keys keys" \
		"$(total $SET Dropped) $(total $READ Dropped) $(total $S Dropped)" "0 0 0"
	clear_all
done

# A reference outside of an expression reads the variable without unsetting it.
echo 'hist:keys=handler:v=delta_ns' >$SET/trigger
echo 'hist:keys=state:vals=$v' >$READ/trigger
echo "turns $N 16" >$TURNS
is "a reference outside an expression reads each value set on another CPU" "$(awk '/^[{]/ { n += $6; s += $8 } END { printf "%.0f %.0f", n, s }' $READ/hist)" \
	"$N $((N * (N - 1) / 2))"
clear_all

# Three CPUs read a variable that one CPU sets. Each value must reach only one of
# them, and a key's value must never be read with another key.
R=30000
echo 'hist:keys=handler:v=delta_ns,k=handler' >$SET/trigger
echo 'hist:keys=state:d=$v+0:onmatch(nmi.nmi_handler).turn($v,state)' >$READ/trigger
echo 'hist:keys=v,d:size=65536:sort=v' >$S/trigger
echo "race $R 4" >$TURNS
is "the hits that set a variable three CPUs read are all counted" "$(total $SET Hits)" $R
is "no hit is dropped while three CPUs read a variable" "$(total $SET Dropped) $(total $READ Dropped) $(total $S Dropped)" "0 0 0"
check "three CPUs read some values of a variable" [ "$(total $S Hits)" -gt 100 ]
is "each value that three CPUs read generates one event" "$(total $S Hits)" "$(total $READ Hits)"
is "no value is read by two CPUs, nor under another key" "$(awk '
	/^[{]/ && ($8 != 1 || $3 % 4 != $5 + 0) { n++ } END { print n + 0 }' $S/hist)" 0
clear_all

# onmax() gets hits of three CPUs. The saved fields must be those of the hit that
# set the maximum.
echo 'hist:keys=cpu_id.buckets=10000000:x=cpu_id:onmax($x).save(state,cpu_id)' >$READ/trigger
echo "race $N 1000" >$TURNS
is "onmax() keeps the maximum of three CPUs with the fields of its hit" "$(awk '/max:/ { print $2, $4, $6 }' $READ/hist)" "$((N - 1)) 999 $((N - 1))"
is "onmax() on three CPUs drops no hit" "$(total $READ Hits) $(total $READ Dropped)" "$((3 * N)) 0"
clear_all
echo '!turn' >>$H/synthetic_events
is "synthetic_events is empty after the turns" "$(cat $H/synthetic_events 2>&1)" ""
rmmod histrig_turns
