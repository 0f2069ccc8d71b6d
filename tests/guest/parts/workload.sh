# SPDX-License-Identifier: GPL-2.0
# Work in /tmp/work that hits many different events. Sourced by tests.

# Fires events of the firing module, with unique arguments.
fire_all() {
	local system event
	grep -oE '\{ "[a-z_]+", "[a-z_]+"' /tests/guest/kmod/histrig_fire_events.h |
		tr -d '{",' | grep -vE 'suspend_resume|rcu_utilization' |
		while read -r system event; do
		echo "fire $system $event count=20 keys=7 base=3 val=100" \
			>$kmods/histrig_fire
	done 2>/dev/null
}

work_on_files() {
	local dir=/tmp/work
	mkdir -p $dir/mnt
	dd if=/dev/zero of=$dir/disk bs=64k count=64 2>/dev/null
	mke2fs -F $dir/disk >/dev/null 2>&1
	mount -o loop -t ext4 $dir/disk $dir/mnt 2>/dev/null ||
		mount -o loop -t ext2 $dir/disk $dir/mnt 2>/dev/null || return 0
	head -c 400000 /bin/busybox >$dir/busybox
	cp $dir/busybox $dir/mnt/a
	mv $dir/mnt/a $dir/mnt/b
	ln $dir/mnt/b $dir/mnt/c
	mkdir $dir/mnt/d
	dd if=/dev/urandom of=$dir/mnt/d/e bs=4k count=40 conv=fsync 2>/dev/null
	truncate -s 10 $dir/mnt/d/e
	fallocate -l 8192 $dir/mnt/d/f
	sync
	echo 3 >/proc/sys/vm/drop_caches
	cat $dir/mnt/b >/dev/null
	rm -r $dir/mnt/d
	fstrim $dir/mnt 2>/dev/null
	umount $dir/mnt
	rm -r $dir
}

work_on_net() {
	ifconfig lo 127.0.0.1 up
	ping -c 2 127.0.0.1 >/dev/null
	ping6 -c 1 ::1 >/dev/null 2>&1
	echo hello | timeout 2 nc -l -p 99 >/dev/null &
	usleep 200000
	echo hello | timeout 2 nc 127.0.0.1 99 >/dev/null
	nslookup a 127.0.0.1 >/dev/null 2>&1 &
	usleep 300000
}

work_on_tasks() {
	local cgroup=/sys/fs/cgroup
	renice -n 3 $$ >/dev/null
	taskset 1 true
	timeout 0.2 sleep 1
	sh -c 'kill -USR1 $$' 2>/dev/null
	mkdir -p $cgroup 2>/dev/null
	mount -t cgroup2 none $cgroup 2>/dev/null
	mkdir $cgroup/a || return 0
	sleep 1 &
	echo $! >$cgroup/a/cgroup.procs
	echo 1 >$cgroup/a/cgroup.freeze
	usleep 100000
	echo 0 >$cgroup/a/cgroup.freeze
	wait $!
	rmdir $cgroup/a
	umount $cgroup
}

workload() {
	[ ! -e $kmods/histrig_fire ] || fire_all
	work_on_files
	work_on_net
	work_on_tasks
	ls -lR /lib >/dev/null
}
