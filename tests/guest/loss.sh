# SPDX-License-Identifier: GPL-2.0
# Each lost entry must be counted. Two CPUs record a million entries while readers
# consume them: in a ring that is too small, with and without the option overwrite,
# in one that is large enough, and in one that is being resized.
# guest: timeout=200 needs=CONFIG_SMP
. /tests/guest/lib.sh

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
E=$H/events/power/cpu_frequency
id=$(cat $E/id)
# sum WHAT...: print the sum of these stats over both CPUs.
sum() {
	local what n=0
	for what; do
		n=$((n + $(sed -n "s/^$what: //p" $H/per_cpu/cpu0/stats) +
			$(sed -n "s/^$what: //p" $H/per_cpu/cpu1/stats)))
	done
	echo $n
}

# million NAME OPTION...: fire a million hits with readers and these options. Sets
# $got to the number of entries that they have read.
million() {
	local name=$1 cpu i
	shift
	rm -f /tmp/done
	echo >$H/trace
	for cpu in 0 1; do
		/tests/bin/rawread -l -u /tmp/done -i $id "$@" $H/per_cpu/cpu$cpu/trace_pipe_raw >/tmp/read$cpu &
	done
	echo 1 >$E/enable
	for i in 1 2 3 4 5; do
		echo "fire power cpu_frequency count=100000 keys=10 cpus=2" >$F
	done
	echo 0 >$H/events/enable
	touch /tmp/done
	wait
	grep -hv ^pages /tmp/read? | sed "s/^/# /"
	got=$(awk '{ n += $6 } END { print n }' /tmp/read0 /tmp/read1)
	is "$name: readers leave no entry in the ring" "$(sum entries)" 0
	is "$name: stats count the entries that were read" "$(sum 'read events')" $(awk '{ n += $4 } END { print n }' /tmp/read0 /tmp/read1)
}

# Checks that each entry was read, overwritten or refused.
adds_up() {
	local lost=$(sum overrun "commit overrun" "dropped events")
	is "$1: $got read and $lost lost entries add up to a million" $((got + lost)) 1000000
	is "$1: pages report all entries that were overwritten" \
		"$(awk '{ n += $10 } END { print n }' /tmp/read0 /tmp/read1)" "$(sum overrun)"
}

echo 64 >$H/buffer_size_kb
for way in "" -s; do
	how=read
	[ -z "$way" ] || how=splice
	echo 1 >$H/options/overwrite
	million "$how() of a ring that overwrites" $way
	adds_up "$how() of a ring that overwrites"
	is "$how() of a ring that overwrites: no entry is refused" "$(sum 'dropped events')" 0
	echo 0 >$H/options/overwrite
	million "$how() of a ring that does not overwrite" $way
	adds_up "$how() of a ring that does not overwrite"
	is "$how() of a ring that does not overwrite: no entry is overwritten" "$(sum overrun)" 0
done
echo 1 >$H/options/overwrite

# Tests the smallest ring, whose writer always overtakes its reader.
echo 1 >$H/buffer_size_kb
million "a ring of two pages"
adds_up "a ring of two pages"

# Tests hits that interrupt others, in a ring that is large enough for all of them.
echo 100000 >$H/buffer_size_kb
for e in timer irq irq_vectors sched rcu; do
	[ ! -e $H/events/$e ] || echo 1 >$H/events/$e/enable
done
million "a large ring with other events"
is "a large ring with other events: a million entries are read" "$got" 1000000
is "a large ring with other events: no entry is lost" "$(sum overrun 'commit overrun' 'dropped events')" 0
check "a large ring with other events: other entries are read" [ "$(sum 'read events')" -gt 1000000 ]

# Tests a ring whose size changes while entries are recorded.
echo 64 >$H/buffer_size_kb
(
	until [ -e /tmp/done ]; do
		for kb in 8 300 64 20 500; do echo $kb >$H/buffer_size_kb; done
	done
) &
million "a ring that is resized"
adds_up "a ring that is resized"
echo 1408 >$H/buffer_size_kb

rmmod histrig_fire
