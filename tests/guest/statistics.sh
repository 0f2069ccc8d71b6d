# SPDX-License-Identifier: GPL-2.0
# Statistics of values: minimum, maximum, mean, deviation, percentiles and
# distributions of known numbers.
. /tests/guest/lib.sh
quick_rcu

S=$kmods/histrig_synth
insmod /tests/kmod/histrig_synth.ko || exit 1
echo 'numbers u64 value; int key' >$H/synthetic_events
echo 'others u64 value; int key' >>$H/synthetic_events
E=$H/events/synthetic/numbers
O=$H/events/synthetic/others

# hits COUNT KEYS FIRST KEY [OPTION]: hit numbers COUNT times, with the KEYS numbers
# from FIRST on, repeatedly.
hits() { echo "hit ours ${5:-} count=$1 keys=$2 numbers $3 $4" >$S; }
rows() { grep '^{' "${1:-$E}/hist"; }
drop() { true >$1/trigger; }

# ---- numbers from 1 to 1000

echo 'hist:keys=key:vals=value.min,value.max,value.avg,value.stddev,value.p50,value.p99,value.p0' >$E/trigger
hits 3000 1000 1 7
is "minimum, maximum, mean, deviation and percentiles of 1 to 1000" "$(rows)" \
	"{ key:          7 } hitcount:       3000  value.min:          1  value.max:       1000  value.avg:        500  value.stddev:        288  value.p50:        496  value.p99:        992  value.p0:          1"
echo "!$(sed -n '1s/ \[.*//p' $E/trigger)" >>$E/trigger
is "the trigger is removed by the words that it prints" "$(grep -c '^hist' $E/trigger)" 0

dist='    [1]                           1 |                                        |
    [2, 4)                        2 |                                        |
    [4, 8)                        4 |                                        |
    [8, 16)                       8 |                                        |
    [16, 32)                     16 |#                                       |
    [32, 64)                     32 |##                                      |
    [64, 128)                    64 |#####                                   |
    [128, 256)                  128 |##########                              |
    [256, 512)                  256 |####################                    |
    [512, 1K)                   489 |########################################|'
echo 'hist:keys=key:vals=value.dist' >$E/trigger
hits 1000 1000 1 7
is "a distribution of 1 to 1000" "$(grep '^    \[' $E/hist)" "$dist"
echo 'hist:keys=key:vals=value.dist:clear' >>$E/trigger
is "clear empties a distribution" "$(grep -c '^    \[' $E/hist)" 0
hits 1000 1000 1 8
is "a distribution starts from 0 after clear" "$(grep '^    \[' $E/hist)" "$dist"
drop $E

# ---- in all kinds of histograms

mkdir $H/instances/one
I=$H/instances/one/events/synthetic/numbers
echo 'hist:keys=key:vals=value.dist' >$I/trigger
hits 1000 1000 1 7 instance=one
is "an instance has its own distribution" "$(grep '^    \[' $I/hist)" "$dist"
drop $I
rmdir $H/instances/one

echo 'hist:name=both:keys=key:vals=value.max,value.p50' >$E/trigger
echo 'hist:name=both:keys=key:vals=value.max,value.p50' >$O/trigger
hits 10 1 5 1
echo "hit ours count=11 others 12 1" >$S
is "a named histogram has the statistics of two events" "$(rows)" \
	"{ key:          1 } hitcount:         21  value.max:         12  value.p50:         12"
drop $E
drop $O

echo 'hist:keys=key:v=value' >$E/trigger
echo 'hist:keys=key:vals=$v.max,$v.p50,$v.avg:sort=v.max.descending:top=1' >$O/trigger
for v in 3 9 4; do
	hits 1 1 $v 1
	echo "hit ours others 0 1" >$S
done
hits 1 1 2 2
echo "hit ours others 0 2" >$S
is "statistics of a variable, and the first entry of two" "$(sed -n '/^{/,/more/p' $O/hist)" \
	"{ key:          1 } hitcount:          3  v.max:          9  v.p50:          4  v.avg:          5

... and 1 more entries"
drop $O
drop $E

# ---- other widths, constants and clocks in a histogram of two events

# named FIRST SECOND: let two events feed a histogram, and print its entries; both hit
# it with the numbers from 1 to 16.
named() {
	echo "hist:name=both:$1" >$E/trigger
	echo "hist:name=both:$2" >$O/trigger
	hits 16 16 1 7
	echo "hit ours count=16 keys=16 others 1 7" >$S
	rows | sed 's/{[a-z: ~]*//; s/ *}.*:  */ /' | tr '\n' ' '
	drop $O
	drop $E
}
is "two events share buckets of one width" "$(named keys=value.buckets=10:sort=value keys=value.buckets=3:sort=value)" \
	"0-9 18 10-19 14 "
is "two events share parts of powers of two" "$(named keys=value.log2=1:sort=value keys=value.log2=3:sort=value)" \
	"1-1 2 2-2 2 3-3 2 4-5 4 6-7 4 8-11 8 12-15 8 16-23 2 "
is "two events share powers of two" "$(named keys=value.log2:sort=value keys=value.log2=3:sort=value)" \
	"2^0 2 2^1 2 2^2 4 2^3 8 2^4 16 "
is "two events share powers of two in a key of three numbers" \
	"$(named keys=key,value.log2=1,key.hex:sort=value keys=key,value.log2,key.hex:sort=value | sed 's/7, value: ~ //g; s/, key: 7//g')" \
	"1-1 2 2-2 2 3-3 2 4-5 4 6-7 4 8-11 8 12-15 8 16-23 2 "
is "two events share an entry for a constant, and add up the same constant" "$(named keys=5:vals=3 keys=6:vals=4)" "5 96 "
echo hist:name=both:keys=common_type:sort=hitcount >$E/trigger
echo hist:name=both:keys=common_type:sort=hitcount >$O/trigger
hits 5 5 1 7
echo "hit ours count=3 others 1 7" >$S
is "two events with the key common_type have an entry each" "$(rows | sed 's/.*hitcount: *//' | xargs)" "3 5"
drop $O
drop $E
echo hist:keys=common_type.log2=3 >$E/trigger
hits 5 5 1 7
read -r low high <<EOF
$(rows | sed 's/.*~ *\([0-9]*\)-\([0-9]*\) .*/\1 \2/')
EOF
id=$(sed -n 's/^ID: //p' $E/format)
check "the key common_type.log2=3 is near the event's number" [ "$low" -le "$id" -a "$id" -le "$high" ]
drop $E
echo 'hist:name=both:keys=key:v=value.buckets=10+key:onmax($v).save(value)' >$E/trigger
echo 'hist:name=both:keys=key:v=value.buckets=3+key:onmax($v).save(value)' >$O/trigger
echo "hit ours others 19 7" >$S
is "two events share the width of buckets in an expression" "$(sed -n 's/.*max: *\([0-9]*\).*/\1/p' $E/hist)" 17
drop $O
drop $E
echo 'hist:name=both:keys=common_timestamp:clock=counter' >$E/trigger
echo 'hist:name=both:keys=common_timestamp' >$O/trigger
echo "hit ours others 1 7" >$S
check "times of two events are of the clock that is printed" \
	[ "$(rows | sed 's/[^0-9]*\([0-9]*\).*/\1/')" -lt 1000000 ]
drop $O
drop $E

# ---- modifiers of statistics, as they are printed

echo 'hist:keys=key:v=value,t=common_timestamp.usecs' >$E/trigger
# printed ATTRIBUTES: what the file prints of a trigger
printed() {
	echo "hist:keys=key:$1" >$O/trigger
	sed 's/^hist:keys=key:\(.*\):sort=.*/\1/' $O/trigger
	drop $O
}
for stat in common_cpu.max common_cpu.p50.hex common_pid.avg.oct \
	common_timestamp.max.usecs value.max.percent '$v.min.hex' '$v.avg.graph' \
	'$v.dist.usecs' '$v.p50.signed' '$t.dist' '$t.max.percent' value+key.log2=3; do
	is "$stat is printed as it was written" "$(printed vals=$stat)" "vals=hitcount,$stat"
done
drop $E

echo 'hist:keys=value.log2=2:sort=value' >$E/trigger
hits 16 16 1 0
is ".log2=2 cuts powers of two into four" "$(rows | sed 's/.*~ //; s/ }.*:  */ /' | tr '\n' ' ')" \
	"1-1 1 2-2 1 3-3 1 4-4 1 5-5 1 6-6 1 7-7 1 8-9 2 10-11 2 12-13 2 14-15 2 16-19 1 "
drop $E

# ---- full tables, and many CPUs

# Adds up the rows of distributions, and the values without a bucket.
counted() {
	sed -n 's/^    \[.*[])] *\([0-9]*\) |.*/\1/p; s/.*without a bucket: //p' "$1" |
		awk '{ n += $1 } END { print n + 0 }'
}
echo 'hist:keys=key:vals=value.dist:size=128' >$E/trigger
key=0
while [ $key -lt 128 ]; do
	hits 1000 1000 1 $key
	key=$((key + 1))
done
missing=$(sed -n 's/.*without a bucket: //p' $E/hist)
check "values that do not fit into a distribution are counted (${missing:-0})" [ "${missing:-0}" -gt 100 ]
is "all values are in a bucket or counted as without one" "$(counted $E/hist)" 128000
drop $E

echo 'hist:keys=key:vals=value.dist,value.max,value.min,value.stddev,value.p99' >$E/trigger
cpus=$(grep -c ^processor /proc/cpuinfo)
cpu=0
while [ $cpu -lt $cpus ]; do
	(i=0; while [ $i -lt 20 ]; do
		echo "hit ours count=1000 keys=1000 numbers 1 $((i % 3))" >$S
		i=$((i + 1))
	done) &
	cpu=$((cpu + 1))
done
n=0
while [ $n -lt 10 ]; do
	cat $E/hist >/dev/null
	n=$((n + 1))
done
wait
is "a distribution that CPUs fill at once lacks no value" "$(counted $E/hist)" $((cpus * 20000))
is "minimum, maximum and deviation of CPUs are put together" \
	"$(rows | sed 's/.*value.max: *//; s/value.p99.*//; s/  */ /g' | sort -u)" \
	"1000 value.min: 1 value.stddev: 288 "
drop $E
rmmod histrig_synth
