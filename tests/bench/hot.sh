# SPDX-License-Identifier: GPL-2.0
# Runs in the guest, with one QEMU thread per CPU: measures events per second on one
# hot key, and on 64 keys in turn, from 1, 2 and 4 CPUs. Prints lines
# `NAME, events/s|SIDE|VALUE`.
. /tests/guest/lib.sh
trap - EXIT

F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1

rate() { # KEYS CPUS: print the rate of the best of five runs
	local best=0 n ns i=0
	while [ $i -lt 5 ]; do
		echo "fire power cpu_frequency keys=$1 cpus=$2 count=500000" >$F
		read -r _ n _ ns _ <$F
		[ $((n * 1000000 / (ns / 1000))) -le $best ] || best=$((n * 1000000 / (ns / 1000)))
		i=$((i + 1))
	done
	echo $best
}

name() { # KEYS CPUS
	local name="one key"
	[ $1 = 1 ] || name="$1 keys in turn"
	name="$name, $2 CPU"
	[ $2 = 1 ] || name="${name}s"
	[ $side != empty ] || name="$name, no trigger"
	echo "$name,"
}
side() { [ $side = native ] && echo native || echo ours; }

for side in empty native ours; do
	case $side in
	empty) echo "probe power cpu_frequency" >$F ;;
	native) t=$T/events/power/cpu_frequency/trigger ;;
	ours) t=$H/events/power/cpu_frequency/trigger ;;
	esac
	if [ $side != empty ]; then
		[ -e $t ] && echo 'hist:keys=state' >$t || continue
	fi
	for keys in 1 64; do
		for cpus in 1 2 4; do
			echo "$(name $keys $cpus) events/s|$(side)|$(rate $keys $cpus)"
		done
	done
	[ $side != empty ] && : >$t || echo "unprobe power cpu_frequency" >$F
done
