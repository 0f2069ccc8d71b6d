# SPDX-License-Identifier: GPL-2.0
# Runs in the guest, with one QEMU thread per CPU: measures events per second from 1, 2 and
# 4 CPUs: on one hot key, on 64 keys in turn, recorded, and allocations that forget() ends.
# Prints lines `NAME, events/s|SIDE|VALUE`.
. /tests/guest/lib.sh
trap - EXIT

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
for d in $T $H; do echo local >$d/trace_clock; done

rate() { # WHAT CPUS: print the rate of the best of five runs. WHAT may be a number of keys
	local best=0 n ns i=0 keys=${1#recorded}
	while [ $i -lt 5 ]; do
		echo "fire power cpu_frequency keys=${keys:-1} cpus=$2 count=500000" >$F
		read -r _ n _ ns _ <$F
		[ $((n * 1000000 / (ns / 1000))) -le $best ] || best=$((n * 1000000 / (ns / 1000)))
		i=$((i + 1))
	done
	echo $best
}

# pairs CPUS: print how many allocations and their ends CPUs hit in a second, each CPU with
# 20,000 keys, from the best of five runs. The first run makes the entries.
pairs() {
	local best=0 n alloc free i=0
	while [ $i -lt 5 ]; do
		echo "fire kmem kmalloc keys=20000 count=20000 disjoint=1 cpus=$1" >$F
		read -r _ n _ alloc _ <$F
		echo "fire kmem kfree keys=20000 count=20000 disjoint=1 cpus=$1" >$F
		read -r _ _ _ free _ <$F
		n=$((n * 1000000 / ((alloc + free) / 1000)))
		[ $n -le $best ] || best=$n
		i=$((i + 1))
	done
	echo $best
}

name() { # WHAT CPUS
	local name=$1
	case $1 in
	1) name="one key" ;;
	[0-9]*) name="$1 keys in turn" ;;
	esac
	name="$name, $2 CPU"
	[ $2 = 1 ] || name="${name}s"
	[ $side != empty ] || name="$name, no trigger"
	echo "$name,"
}
side() { [ $side = native ] && echo native || echo ours; }

# on_sides FILE ON OFF WHAT...: print the rates of an event with an empty probe, and with ON in
# its file of each tree.
on_sides() {
	local file=events/power/cpu_frequency/$1 on=$2 off=$3 tree
	shift 3
	for side in empty native ours; do
		[ $side = native ] && tree=$T || tree=$H
		if [ $side = empty ]; then
			echo "probe power cpu_frequency" >$F
		else
			[ -e $tree/$file ] && echo "$on" >$tree/$file || continue
		fi
		for what; do
			for cpus in 1 2 4; do
				echo "$(name $what $cpus) events/s|$(side)|$(rate $what $cpus)"
			done
		done
		[ $side = empty ] && echo "unprobe power cpu_frequency" >$F || echo "$off" >$tree/$file
	done
}

on_sides trigger hist:keys=state '!hist:keys=state' 1 64
on_sides enable 1 0 recorded

for side in empty ours; do
	for event in kmalloc kfree; do
		[ $side = ours ] || echo "probe kmem $event" >$F
	done
	if [ $side = ours ]; then
		echo 'hist:keys=call_site:vals=bytes_alloc:size=131072' >$H/events/kmem/kmalloc/trigger
		echo 'hist:keys=call_site:onmatch(kmem.kmalloc).forget()' >$H/events/kmem/kfree/trigger
	fi
	for cpus in 1 2 4; do
		echo "$(name "kmalloc and its kfree" $cpus) events/s|ours|$(pairs $cpus)"
	done
	for event in kfree kmalloc; do
		[ $side = empty ] && echo "unprobe kmem $event" >$F || true >$H/events/kmem/$event/trigger
	done
done
