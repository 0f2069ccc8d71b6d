# SPDX-License-Identifier: GPL-2.0
# Four CPUs on one table, a million hits: sums exact to the last one, and what
# could not be counted counted as dropped.
# guest: smp=4 mem=1G timeout=180 accel=multi
. /tests/guest/lib.sh

F=/sys/kernel/debug/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1

# What hist says: hits, entries, drops; sum of hitcounts, least and most of an
# entry, sum of the values.
sums() {
	awk '/ hitcount: / {
		for (i = 1; i < NF; i++) {
			if ($i == "hitcount:") {
				n += $(i + 1)
				if (!least || $(i + 1) < least) least = $(i + 1)
				if ($(i + 1) > most) most = $(i + 1)
			}
			if ($i == "cpu_id:") v += $(i + 1)
		}
	}
	/^ +Hits:/ { h = $2 }
	/^ +Entries:/ { e = $2 }
	/^ +Dropped:/ { d = $2 }
	END { printf "%d %d %d %d %d %d %d\n", h, e, d, n, least, most, v }' "$1/hist"
}

arm() { echo "hist:keys=state:vals=cpu_id:size=${1:-131072}" >$E/trigger; }
fire() { echo "fire power cpu_frequency val=7 vstep=0 $*" >$F; }

# hits NAME KEYS LEAST MOST FIRE-OPTIONS: a million on so many keys.
hits() {
	local name=$1 keys=$2 least=$3 most=$4
	shift 4
	arm
	fire cpus=4 count=250000 "$@"
	is "$name" "$(sums $E)" "1000000 $keys 0 1000000 $least $most 7000000"
}

hits "one key" 1 1000000 1000000
hits "100 keys" 100 10000 10000 keys=100
hits "100 keys, shuffled" 100 10000 10000 keys=100 dist=perm
hits "100,000 keys" 100000 8 12 keys=100000
hits "100,000 keys, shuffled" 100000 8 12 keys=100000 dist=perm
hits "25,000 keys for each CPU" 100000 10 10 keys=25000 disjoint=1
hits "from interrupts" 100 10000 10000 keys=100 ctx=irq
hits "from softirqs" 100 10000 10000 keys=100 ctx=softirq

# Tasks, with interrupts and NMIs on top: a background that is counted when it stops.
arm
echo "bg power cpu_frequency val=7 vstep=0 keys=100 cpus=4" >$F
sleep 1
echo stop >$F
read -r _ n _ <$F
is "a background of $n" "$(sums $E | cut -d' ' -f1-4)" "$n 100 0 $n"

# The host may take a virtual CPU away in the middle of an NMI; no need to say so.
echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns
arm
fire cpus=4 count=20000 keys=100 ctx=nmi
is "from NMIs" "$(sums $E)" "80000 100 0 80000 800 800 560000"

# A full table: the first 128 keys stay.
arm 128
fire cpus=4 count=250000 keys=1000
set -- $(sums $E)
is "a full table: hits and drops are what was fired" $(($1 + $3)) 1000000
is "a full table: 128 entries" "$2" 128
is "a full table: entries add up to the hits" "$4" "$1"
is "a full table: values add up too" "$7" $((7 * $1))
# Its keys count on although it is full. Only a hit that comes while another CPU has
# claimed the last entry, and not yet written its key, finds nothing.
[ "$3" -gt 0 ] && [ "$1" -ge 127900 ] && ok "a full table: $1 hits" || not_ok "a full table: $1 hits, $3 drops"

# A table with room for 2048 and 2048 keys from four CPUs at once.
arm 2048
fire cpus=4 count=250000 keys=2048 dist=perm
is "a table exactly full" "$(sums $E | cut -d' ' -f1-4)" "1000000 2048 0 1000000"

# Readers do not disturb the counting.
arm
echo "bg power cpu_frequency val=7 vstep=0 keys=1000 cpus=4" >$F
for i in 1 2 3 4 5; do cat $E/hist >/dev/null; done
echo stop >$F
read -r _ n _ <$F
is "read while counting" "$(sums $E | cut -d' ' -f1-4)" "$n 1000 0 $n"

# Nor does clear, once it has ended.
echo "bg power cpu_frequency val=7 vstep=0 keys=1000 cpus=4" >$F
for i in 1 2 3 4 5; do echo "hist:keys=state:vals=cpu_id:clear" >>$E/trigger; done
echo stop >$F
set -- $(sums $E)
is "cleared while counting: entries add up to the hits" "$4 $3" "$1 0"
echo "hist:keys=state:vals=cpu_id:clear" >>$E/trigger
fire cpus=4 count=250000 keys=100
is "cleared, then exact again" "$(sums $E)" "1000000 100 0 1000000 10000 10000 7000000"

# Strings.
S=$H/events/task/task_rename
echo "hist:keys=newcomm" >$S/trigger
echo "fire task task_rename cpus=4 count=250000 keys=1000 str=stress" >$F
is "1,000 strings" "$(grep -c stress $S/hist) $(sums $S | cut -d' ' -f3)" "1000 0"
is "each counted exactly" "$(grep -c 'stress.*hitcount:       1000$' $S/hist)" 1000

echo >$E/trigger 2>/dev/null
echo >$S/trigger 2>/dev/null
rmmod histrig_fire
