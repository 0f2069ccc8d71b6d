# SPDX-License-Identifier: GPL-2.0
# On many CPUs, a large histogram needs no more memory than the kernel's, and its
# memory grows only with the entries that are hit.
# guest: smp=32 mem=2G timeout=300
. /tests/guest/lib.sh

[ -e /sys/devices/system/cpu/cpu31 ] || skip_all "this kernel has less than 32 CPUs"
F=$kmods/histrig_fire
E=$H/events/raw_syscalls/sys_enter
insmod /tests/kmod/histrig_fire.ko || exit 1
trigger='hist:keys=id:vals=id:size=131072'

# free_kb: print the free memory in kB, including the pages in per-CPU lists. Such pages
# and empty slabs may be some MB on 32 CPUs.
free_kb() {
	local cache
	for cache in /sys/kernel/slab/*/shrink; do
		echo 1 >$cache
	done 2>/dev/null
	echo 3 >/proc/sys/vm/drop_caches
	sleep 1
	awk '/^MemFree:/ { n += $2 } $1 == "count:" { n += 4 * $2 } END { print n }' \
		/proc/meminfo /proc/zoneinfo
}

# at_most NAME MB FROM TO: check that free memory has decreased by at most MB MB,
# from FROM kB to TO kB.
at_most() {
	echo "# $1: $((($3 - $4) / 1024)) MB"
	check "$1 takes at most $2 MB" [ $((($3 - $4) / 1024)) -le "$2" ]
}

before=$(free_kb)
echo "$trigger" >$E/trigger
armed=$(free_kb)
at_most "a histogram of 131,072 entries on 32 CPUs" 30 "$before" "$armed"

echo "fire raw_syscalls sys_enter cpus=32 count=3000 keys=100 base=1000" >$F
hit=$(free_kb)
at_most "counting 100 keys on each CPU" 10 "$armed" "$hit"
n=$(awk '/id: +1[0-9][0-9][0-9]+ +\}/ { for (i = 1; i <= NF; i++) if ($i == "hitcount:") n += $(i + 1) }
	END { print n }' $E/hist)
is "no hit of 32 CPUs is lost" "$n" 96000

# Hits keys whose entries have high indexes, for which CPUs have no separate sums at
# first.
echo "fire raw_syscalls sys_enter cpus=4 count=100000 keys=50000 base=10000 dist=perm" >$F
echo "fire raw_syscalls sys_enter cpus=32 count=50000 keys=50000 base=10000" >$F
n=$(awk '/id: +[1-9][0-9][0-9][0-9][0-9] +\}/ { for (i = 1; i <= NF; i++) if ($i == "hitcount:") n += $(i + 1) }
	END { print n }' $E/hist)
is "no hit on 50,000 keys is lost while sums get longer" "$n" 2000000
is "no hit on 50,000 keys is dropped" "$(awk '$1 == "Dropped:" { print $2 }' $E/hist)" 0
at_most "all sums of 32 CPUs" 50 "$before" "$(free_kb)"
echo "!$trigger" >$E/trigger
at_most "what a removed histogram leaves behind" 3 "$before" "$(free_kb)"
