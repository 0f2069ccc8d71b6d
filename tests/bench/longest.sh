# SPDX-License-Identifier: GPL-2.0
# Runs in the guest, with -icount shift=0: finds the longest of many hits of each
# kind, in instructions. Each hit is fired alone, with a new key, a new entry or
# from a new state. Prints lines `longest: NAME|ours|VALUE`.
. /tests/guest/lib.sh
trap - EXIT

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
M=$H/events/kmem/kmalloc
K=$H/events/kmem/kfree
echo local >$H/trace_clock

# one FIRE...: print the instructions of one firing.
one() {
	echo "fire $* noirq=1" >$F
	read -r _ _ _ total _ <$F
	echo $total
}

# most TIMES FIRE...: fire TIMES times, each time with the next key. Print the
# instructions of the longest firing.
most() {
	local times=$1 max=0 i=0 now
	shift
	while [ $i -lt $times ]; do
		now=$(one "$@" base=$((1000 + i)))
		[ $now -le $max ] || max=$now
		i=$((i + 1))
	done
	echo $max
}

# longest NAME EVENT TRIGGER [TIMES]: print by how many instructions the longest hit
# exceeds the shortest firing of the event with an empty probe.
longest() {
	local base t=$H/events/$2/trigger
	echo "probe ${2%/*} ${2#*/}" >$F
	base=$(one ${2%/*} ${2#*/} count=1 base=1)
	base=$(one ${2%/*} ${2#*/} count=1 base=1)
	echo "unprobe ${2%/*} ${2#*/}" >$F
	echo "$3" >$t || return
	echo "longest: $1|ours|$(($(most ${4:-300} ${2%/*} ${2#*/} count=1) - base))"
	true >$t
}

longest "keys=state, until the table is full and beyond" power/cpu_frequency hist:keys=state:size=128
longest "keys=state, log2, five sums" power/cpu_frequency \
	'hist:keys=state,cpu_id.log2:vals=state,cpu_id,state.hex,cpu_id.hex:size=128'
longest "keys=common_stacktrace,common_comm" power/cpu_frequency \
	hist:keys=common_stacktrace,common_comm,state:size=128
longest "two fields with percentiles, minimum, deviation" power/cpu_frequency \
	'hist:keys=state:vals=state.p50,state.min,state.stddev,cpu_id.p99,cpu_id.max,cpu_id.stddev:size=128'
longest "onmax().save() of a stack" power/cpu_frequency \
	'hist:keys=cpu_id:x=state:onmax($x).save(common_stacktrace,common_comm)'
longest "onmax().snapshot()" power/cpu_frequency 'hist:keys=cpu_id:x=state:onmax($x).snapshot()'
longest "a filter of ten predicates" power/cpu_frequency \
	'hist:keys=state if state > 0 && state != 1 && state != 2 && state != 3 && cpu_id != 5000000 && state != 4 && state != 5 && state != 6 && state != 7 && comm ~ "*e*"'
longest "the trigger stacktrace" power/cpu_frequency stacktrace 50

# forget() of an entry that has all buckets of two sketches.
echo 'hist:keys=call_site:vals=bytes_req.p50,bytes_alloc.p50:size=128 if call_site == 4096' >$M/trigger
echo 'hist:keys=call_site:size=128:onmatch(kmem.kmalloc).forget() if call_site == 4096' >$K/trigger
max=0
for round in 1 2; do
	v=8
	while [ $v -lt 1000000000000000000 ]; do
		for eighth in 0 1 2 3 4 5 6 7; do
			echo "fire kmem kmalloc count=1 keys=1 base=4096 val=$((v + v / 8 * eighth))" >$F
		done
		v=$((v * 2))
	done
	now=$(one kmem kfree count=1 keys=1 base=4096)
	[ $now -le $max ] || max=$now
done
echo "longest: forget() of an entry with 450 buckets in each of two sketches|ours|$max"
true >$K/trigger
true >$M/trigger
rmmod histrig_fire
