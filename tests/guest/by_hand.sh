# SPDX-License-Identifier: GPL-2.0
# The tree without debugfs: mounted by hand, moved, covered, and not mounted at all while
# events are hit. A kernel without CONFIG_DEBUG_FS has no other tree; elsewhere, the test
# unmounts debugfs first.
# guest: own=by_hand
. /tests/guest/lib.sh

S=/sys/kernel/histrig
E=events/sched/sched_switch
debugfs=
mkdir -p /tmp/one /tmp/two
mount_tree() { mount -t histrig histrig "$@"; }
mounts() { grep -c ' histrig rw' /proc/mounts; }
# busy NAME: the module cannot be unloaded, because it is in use.
busy() {
	if [ -n "$keeps_modules" ]; then
		skip "$1"
	else
		is "$1" "$(histrig-load -r histrig 2>&1)" \
			"histrig-load: histrig: cannot be removed: Resource temporarily unavailable"
	fi
}
if [ -d /sys/kernel/debug ]; then
	debugfs=yes
	umount -l /sys/kernel/debug/histrig 2>/dev/null
	umount -l /sys/kernel/debug
	fails "there is no tree below a debugfs that is not mounted" [ -e /sys/kernel/debug/histrig ]
else
	umount $S
fi
H=$S
check "/sys/kernel/histrig is there and empty while nothing is mounted" [ -d $S -a -z "$(ls -A $S)" ]
is "no tree is mounted" "$(mounts)" 0

check "the tree is mounted on /sys/kernel/histrig" mount_tree $S
check "the tree is mounted on another folder at the same time" mount_tree /tmp/one
echo 'hist:keys=next_pid' >$S/$E/trigger
is "both mounts list a trigger" "$(grep -h '^hist' $S/$E/trigger /tmp/one/$E/trigger | uniq -c | awk '{ print $1, $2 }')" \
	"2 hist:keys=next_pid:vals=hitcount:sort=hitcount:size=2048"
check "a mount is moved to another folder" mount --move /tmp/one /tmp/two
fails "a moved mount is not where it was" [ -e /tmp/one/$E ]
mkdir /tmp/two/instances/by_hand
check "an instance that a moved mount made is seen in the other mount" [ -e $S/instances/by_hand/$E/trigger ]
echo 'by_hand int number' >/tmp/two/synthetic_events
umount $S
check "a synthetic event is there when one of two mounts is unmounted" [ -e /tmp/two/events/synthetic/by_hand/trigger ]
busy "the module is not unloaded while one of two mounts is left"
hits() { sed -n 's/^    Hits: //p' $1/$E/hist; }
before=$(hits /tmp/two)
umount /tmp/two
is "no tree is mounted after the last mount is unmounted" "$(mounts)" 0
for i in $(seq 200); do usleep 1000; done
mount_tree /tmp/one
check "a trigger counts while no tree is mounted" [ "$(hits /tmp/one)" -ge $((before + 200)) ]
check "an instance stays while no tree is mounted" [ -e /tmp/one/instances/by_hand/$E ]
is "a synthetic event stays while no tree is mounted" "$(cat /tmp/one/synthetic_events)" "by_hand	int number"
rmdir /tmp/one/instances/by_hand
true >/tmp/one/$E/trigger
true >/tmp/one/synthetic_events

exec 5</tmp/one/tracing_on
umount -l /tmp/one
is "a file that is open reads after its mount was unmounted lazily" "$(cat <&5)" 1
busy "the module is not unloaded while a file of an unmounted tree is open"
exec 5<&-
is "the tool finds a tree that is not mounted" \
	"$(/tests/bin/histrig 'hist:keys=next_pid' sched/sched_switch 1 1 2>&1 | grep -o '^next_pid')" next_pid
check "another filesystem covers the mount point" mount -t tmpfs none $S
check "the module unloads while another filesystem covers its mount point" histrig-load -r histrig
if [ -n "$keeps_modules" ]; then
	umount $S
	mount_tree $S
else
	fails "the mount point of an unloaded module is removed with what covers it" [ -e $S ]
fi
if [ -n "$debugfs" ]; then
	mount -t debugfs debugfs /sys/kernel/debug
	H=/sys/kernel/debug/histrig
	check "debugfs mounts the tree when it is mounted again" eval "load_histrig && [ -d $H/events ]"
fi
