# SPDX-License-Identifier: GPL-2.0
# Four CPUs hit one map a million times. The sums must be exact, and a hit that
# cannot be counted must count as dropped.
# guest: smp=4 timeout=180 accel=multi needs=CONFIG_SMP
. /tests/guest/lib.sh

F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1

# sums EVENT: print from hist: hits, entries, drops, the sum of all hitcounts,
# the smallest and the greatest hitcount, the sum of the values.
sums() { /tests/bin/histsum "$1/hist" cpu_id; }

arm() { echo "hist:keys=state:vals=cpu_id:size=${1:-131072}" >$E/trigger; }
fire() { echo "fire power cpu_frequency val=7 vstep=0 $*" >$F; }

# hits NAME KEYS LEAST MOST FIRE-OPTIONS: fire a million hits with KEYS keys and
# check the sums; each key must have LEAST to MOST hits.
hits() {
	local name=$1 keys=$2 least=$3 most=$4
	shift 4
	arm
	fire cpus=4 count=250000 "$@"
	is "a million hits from four CPUs are counted exactly: $name" "$(sums $E)" "1000000 $keys 0 1000000 $least $most 7000000"
}

hits "1 key" 1 1000000 1000000
hits "100 keys" 100 10000 10000 keys=100
hits "100 keys, shuffled" 100 10000 10000 keys=100 dist=perm
hits "100,000 keys" 100000 8 12 keys=100000
hits "100,000 keys, shuffled" 100000 8 12 keys=100000 dist=perm
hits "25,000 keys for each CPU" 100000 10 10 keys=25000 disjoint=1
hits "from interrupts" 100 10000 10000 keys=100 ctx=irq
hits "from softirqs" 100 10000 10000 keys=100 ctx=softirq

# Hits continue in the background until they are stopped. Then the firing module
# reports their number.
arm
echo "bg power cpu_frequency val=7 vstep=0 keys=100 cpus=4" >$F
hit() { grep -q 'Hits: [0-9]\{5\}' $E/hist; }
check "a background of hits is counted" within 20 hit
echo stop >$F
read -r _ n _ <$F
is "$n hits of a background are counted exactly" "$(sums $E | cut -d' ' -f1-4)" "$n 100 0 $n"

arm
fire cpus=4 count=20000 keys=100 ctx=nmi
is "80,000 hits from NMIs on four CPUs are counted exactly" "$(sums $E)" "80000 100 0 80000 800 800 560000"

arm 128
fire cpus=4 count=250000 keys=1000
set -- $(sums $E)
is "a full map: hits and drops add up to what was fired" $(($1 + $3)) 1000000
is "a full map has as many entries as its size" "$2" 128
is "a full map: hitcounts add up to the hits" "$4" "$1"
is "a full map: values add up to those of the hits" "$7" $((7 * $1))
# Hits of these keys must count although the map is full. Only a hit of the last key may
# be dropped, while another CPU writes this key to the last entry.
check "a full map counts on the keys that it has ($1 hits, $3 drops)" [ "$3" -gt 0 -a "$1" -ge 127900 ]

# Four CPUs insert 2048 keys at the same time in a map of size 2048. Hits of the last key
# may be dropped here, too. A larger map in an instance shows which hits there were.
mkdir $H/instances/larger
L=$H/instances/larger/events/power/cpu_frequency
echo "hist:keys=state:vals=cpu_id:size=4096" >$L/trigger
arm 2048
fire cpus=4 count=250000 keys=2048 dist=perm
is "a larger map drops nothing" "$(sums $L | cut -d' ' -f1-4)" "1000000 2048 0 1000000"
set -- $(sums $E)
is "a map holds as many keys as its size" "$2" 2048
is "a map of as many entries as keys: hits and drops add up to what was fired" $(($1 + $3)) 1000000
grep -o 'state:.*hitcount: *[0-9]*' $L/hist | sort >/tmp/larger
grep -o 'state:.*hitcount: *[0-9]*' $E/hist | sort >/tmp/full
check "only hits of one key are dropped ($3)" [ $(comm -13 /tmp/larger /tmp/full | wc -l) -le 1 ]
true >$L/trigger
rmdir $H/instances/larger
rm /tmp/larger /tmp/full

arm
echo "bg power cpu_frequency val=7 vstep=0 keys=1000 cpus=4" >$F
for i in 1 2 3 4 5; do cat $E/hist >/dev/null; done
echo stop >$F
read -r _ n _ <$F
is "reading hist while hits come loses none" "$(sums $E | cut -d' ' -f1-4)" "$n 1000 0 $n"

echo "bg power cpu_frequency val=7 vstep=0 keys=1000 cpus=4" >$F
for i in 1 2 3 4 5; do echo "hist:keys=state:vals=cpu_id:clear" >>$E/trigger; done
echo stop >$F
set -- $(sums $E)
is "hitcounts add up to the hits after clear while hits come" "$4 $3" "$1 0"
echo "hist:keys=state:vals=cpu_id:clear" >>$E/trigger
fire cpus=4 count=250000 keys=100
is "a million hits after clear are counted exactly" "$(sums $E)" "1000000 100 0 1000000 10000 10000 7000000"

# Counts strings.
S=$H/events/task/task_rename
echo "hist:keys=newcomm" >$S/trigger
echo "fire task task_rename cpus=4 count=250000 keys=1000 str=stress" >$F
is "a million hits of 1,000 strings from four CPUs make 1,000 entries" "$(grep -c stress $S/hist) $(sums $S | cut -d' ' -f3)" "1000 0"
is "each of 1,000 strings is counted exactly" "$(grep -c 'stress.*hitcount:       1000$' $S/hist)" 1000

true >$E/trigger
true >$S/trigger
rmmod histrig_fire
