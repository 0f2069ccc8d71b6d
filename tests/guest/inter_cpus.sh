# SPDX-License-Identifier: GPL-2.0
# A variable that one CPU sets and another reads: every value arrives, once.
# guest: smp=4 timeout=300
. /tests/guest/lib.sh

N=1000000
TURNS=/sys/kernel/debug/histrig_turns
SET=$H/events/nmi/nmi_handler
READ=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_turns.ko || exit 1

total() { awk -v name="$2:" '$1 == name { n += $2 } END { printf "%.0f", n }' $1/hist; }
clear_all() {
	for f in $H/events/synthetic/turn $READ $SET; do true >$f/trigger; done
}

# By turns: as many reads as there were writes, each of what was just written.
echo 'turn s64 v; u32 d' >$H/synthetic_events
S=$H/events/synthetic/turn
for keys in 1 64; do
	echo 'hist:keys=handler:v=delta_ns' >$SET/trigger
	echo 'hist:keys=state:d=cpu_id-$v:onmatch(nmi.nmi_handler).turn($v,$d)' >$READ/trigger
	echo 'hist:keys=d:vals=v' >$S/trigger
	check "$N turns, $keys keys" sh -c "echo turns $N $keys >$TURNS"
	is "all of them arrive" "$(total $S Hits)" $N
	is "and what arrives is what was set" "$(awk '/^[{]/ { print $3, $6, $8 }' $S/hist)" \
		"0 $N $((N * (N - 1) / 2))"
	is "none is dropped" "$(total $SET Dropped) $(total $READ Dropped) $(total $S Dropped)" "0 0 0"
	clear_all
done

# A reference that is not used in an expression leaves the variable as it is.
echo 'hist:keys=handler:v=delta_ns' >$SET/trigger
echo 'hist:keys=state:vals=$v' >$READ/trigger
echo "turns $N 16" >$TURNS
is "a plain reference reads them all" "$(awk '/^[{]/ { n += $6; s += $8 } END { printf "%.0f %.0f", n, s }' $READ/hist)" \
	"$N $((N * (N - 1) / 2))"
clear_all

# Three CPUs want what one sets: each value goes to one of them, and what a hit
# of one key set is never seen under another.
R=30000
echo 'hist:keys=handler:v=delta_ns,k=handler' >$SET/trigger
echo 'hist:keys=state:d=$v+0:onmatch(nmi.nmi_handler).turn($v,state)' >$READ/trigger
echo 'hist:keys=v,d:size=65536:sort=v' >$S/trigger
echo "race $R 4" >$TURNS
is "the setter's hits" "$(total $SET Hits)" $R
is "none is dropped" "$(total $SET Dropped) $(total $READ Dropped) $(total $S Dropped)" "0 0 0"
check "some arrive" [ "$(total $S Hits)" -gt 100 ]
is "as many as the readers had" "$(total $S Hits)" "$(total $READ Hits)"
is "no value arrives twice, nor under another key" "$(awk '
	/^[{]/ && ($8 != 1 || $3 % 4 != $5 + 0) { n++ } END { print n + 0 }' $S/hist)" 0
clear_all

# The greatest of all that several CPUs saw, with what was saved beside it.
echo 'hist:keys=cpu_id.buckets=10000000:x=cpu_id:onmax($x).save(state,cpu_id)' >$READ/trigger
echo "race $N 1000" >$TURNS
is "the maximum of all CPUs" "$(awk '/max:/ { print $2, $4, $6 }' $READ/hist)" "$((N - 1)) 999 $((N - 1))"
is "their hits" "$(total $READ Hits) $(total $READ Dropped)" "$((3 * N)) 0"
clear_all
echo '!turn' >>$H/synthetic_events
is "nothing is left" "$(cat $H/synthetic_events)" ""
rmmod histrig_turns
