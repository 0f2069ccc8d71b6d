# SPDX-License-Identifier: GPL-2.0
# In the guest: the text of records, ours against the kernel's.
. /tests/guest/lib.sh

P=/sys/module/histrig/parameters
TAKEN=/sys/kernel/debug/histrig_print_taken
F=/sys/kernel/debug/histrig_fire
work=/tmp/print
mkdir -p $work
insmod /tests/kmod/histrig_fire.ko || exit 1

# made NAME PLAIN: records of random content, printed by both.
made() {
	local seed all bad=
	for seed in 1 2 3; do
		echo "$seed 40 $2" >$P/print_made || { not_ok "$1"; return; }
		all=$(cat $P/print_made)
		case $all in
		*" 0 bad") ;;
		*) bad="$bad $all" ;;
		esac
	done
	echo "# $1: ${all%, 0 bad*}, three times"
	is "$1" "$bad" ""
}

made "made records of every event" 0
check "of 500 events at least" [ "$(sed 's/ .*//' $P/print_made)" -ge 500 ]
echo 0 >$T/options/hash-ptr
made "with pointers as numbers" 1
echo 1 >$T/options/hash-ptr
dmesg | grep -A1 'print: ' | head -n 40 | sed 's/^/# /'
is "stale pointers" "$(cat $P/print_pointers)" safe
is "fields" "$(cat $P/print_fields)" right

# A format that follows a pointer of the record to the kernel's memory would have
# to be left out.
is "no format follows a pointer" \
	"$(grep -lE '^print fmt:.*REC->[A-Za-z_0-9]+->' $H/events/*/*/format)" ""

# Real hits: both take all that happens, one CPU keeps it in order. The kernel
# starts later and ends earlier, so for each event its lines are some of ours
# that follow each other.
everything() { # 0 OR 1
	local dir
	for dir in $H/events/*/*/; do
		dir=$T/${dir#"$H"/}
		[ ! -e "${dir}enable" ] || echo "$1" >"${dir}enable"
	done
}

# The firing module's own strings are none that the kernel trusts, and it warns.
fire_all() {
	local system event
	grep -oE '\{ "[a-z_]+", "[a-z_]+"' /tests/guest/kmod/histrig_fire_events.h |
		tr -d '{",' | grep -vE 'suspend_resume|rcu_utilization' |
		while read -r system event; do
		echo "fire $system $event count=20 keys=7 base=3 val=100" >$F
	done 2>/dev/null
}

live() {
	fire_all
	mkdir $work/mnt
	dd if=/dev/zero of=$work/disk bs=64k count=64 2>/dev/null
	mke2fs -F $work/disk >/dev/null 2>&1
	mount -o loop -t ext4 $work/disk $work/mnt 2>/dev/null ||
		mount -o loop -t ext2 $work/disk $work/mnt
	cp /bin/busybox $work/mnt/a
	mv $work/mnt/a $work/mnt/b
	ln $work/mnt/b $work/mnt/c
	mkdir $work/mnt/d
	dd if=/dev/urandom of=$work/mnt/d/e bs=4k count=40 conv=fsync 2>/dev/null
	truncate -s 10 $work/mnt/d/e
	fallocate -l 8192 $work/mnt/d/f
	sync
	echo 3 >/proc/sys/vm/drop_caches
	cat $work/mnt/b >/dev/null
	rm -r $work/mnt/d
	fstrim $work/mnt 2>/dev/null
	umount $work/mnt
	ifconfig lo 127.0.0.1 up
	ping -c 2 127.0.0.1 >/dev/null
	ping6 -c 1 ::1 >/dev/null 2>&1
	echo hello | timeout 2 nc -l -p 99 >/dev/null &
	usleep 200000
	echo hello | timeout 2 nc 127.0.0.1 99 >/dev/null
	nslookup a 127.0.0.1 >/dev/null 2>&1 &
	usleep 300000
	renice -n 3 $$ >/dev/null
	taskset 1 true
	timeout 0.2 sleep 1
	sh -c 'kill -USR1 $$' 2>/dev/null
	mkdir -p /sys/fs/cgroup 2>/dev/null
	mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
	mkdir /sys/fs/cgroup/a
	sleep 1 &
	echo $! >/sys/fs/cgroup/a/cgroup.procs
	echo 1 >/sys/fs/cgroup/a/cgroup.freeze
	usleep 100000
	echo 0 >/sys/fs/cgroup/a/cgroup.freeze
	wait $!
	rmdir /sys/fs/cgroup/a
	ls -lR /lib >/dev/null
}

echo 0 >$T/tracing_on
echo 60000 >$T/buffer_size_kb
everything 1
echo 1 >$P/print_taken
echo 2 >$P/print_taken
echo 1 >$T/tracing_on
live
echo 0 >$T/tracing_on
echo 0 >$P/print_taken
everything 0
lost=$(awk '/^(overrun|dropped events)/ { n += $NF } END { print n }' \
	$T/per_cpu/cpu0/stats)
is "nothing is lost natively" "$lost" 0
awk -f /tests/print/compare.awk $TAKEN $T/trace >$work/result
# What cannot be the same: an age that is counted when it is printed, and fields
# that the probe does not set, where we have what was on the stack and the kernel
# what was in its ring.
explained='^differs (writeback_single_inode|x86_fpu_|fib_table_lookup|neigh_create)'
grep -v '^same' $work/result | cut -c 1-300 | head -n 60 | sed 's/^/# /'
is "hits of $(grep -c '^same' $work/result) events" \
	"$(grep '^differs' $work/result | grep -vE "$explained")" ""
check "of 100 events at least" [ "$(grep -c '^same' $work/result)" -ge 100 ]
grep '^same' $work/result | awk '{ n += $3 } END { print "# " n " lines" }'
echo free >$P/print_taken
rm -r $work
