# SPDX-License-Identifier: GPL-2.0
# The filesystem: mounts and their options, the automount, owners and
# permissions, and what keeps the module from being unloaded.
# guest: timeout=300 modules=nbd needs=CONFIG_DEBUG_FS,CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

E=events/sched/sched_switch
M=/tmp/mnt
mkdir -p $M
mounted() { grep -q " $1 histrig " /proc/mounts; }
unmounted() { ! mounted $1; }
mount_tree() { mount -t histrig "$@"; }	# [-o OPTIONS] nodev DIR
# options DIR: print the options of a mount that only our filesystem has.
options() { sed -n "s,^[^ ]* $1 histrig rw[a-z,]*relatime\([^ ]*\) .*,\1,p" /proc/mounts; }
owner() { stat -c '%a %u %g' "$1"; }
# busy NAME: the module cannot be unloaded, because it is in use.
busy() {
	is "$1" "$(histrig-load -r histrig 2>&1)" \
		"histrig-load: histrig: cannot be removed: Resource temporarily unavailable"
}

# Mounts on other directories show the same tree.
check "the filesystem is mounted on a directory of the user" mount_tree nodev $M
list() { (cd $1 && find .); }
alike "a second mount lists the same files in the same order" "$(list $M | md5sum)" "$(list $H | md5sum)"
alike "a second mount has the same files" "$(stat -c '%d %i' $M/$E/hist)" "$(stat -c '%d %i' $H/$E/hist)"
echo 0 >$M/tracing_on
is "a file written on one mount shows it on the other" "$(cat $H/tracing_on)" 0
echo 1 >$M/tracing_on
is "statfs says that the filesystem is histrig" "$(stat -f -c %t $M)" 68697374
check "/sys/kernel/histrig is an empty directory" [ -d /sys/kernel/histrig -a -z "$(ls -A /sys/kernel/histrig)" ]
check "the filesystem is mounted on /sys/kernel/histrig" mount_tree nodev /sys/kernel/histrig
check "a mount on /sys/kernel/histrig shows the tree" [ -e /sys/kernel/histrig/$E/format ]
umount /sys/kernel/histrig
check "a folder of the tree is bound elsewhere" mount --bind $M/events /sys/kernel/histrig
check "a bound folder shows its events" [ -e /sys/kernel/histrig/sched/sched_switch/format ]
umount /sys/kernel/histrig
is "/proc/mounts shows no options as long as none was given" "$(options $M)" ""
umount $M

# Options.
ls $H/$E >/dev/null
stat $H/$E/hist >/dev/null
check "the filesystem takes the options uid=, gid= and mode=" \
	mount_tree -o uid=11,gid=12,mode=750 nodev $M
is "/proc/mounts shows the options of a mount" "$(options $M)" ",uid=11,gid=12,mode=750"
is "the root of the tree has the owner, the group and the mode of the options" "$(owner $M)" "750 11 12"
is "a file that was looked up before has the owner and the group of the options" "$(owner $M/$E/hist)" "440 11 12"
is "a file that is looked up later has the owner and the group of the options" "$(owner $M/events/sched/sched_wakeup/trigger)" "640 11 12"
is "a folder has the owner and the group of the options" "$(owner $M/events)" "750 11 12"
check "the filesystem is remounted with another group" mount -o remount,gid=13 $M
is "a new mount option leaves the others as they are" "$(options $M)" ",uid=11,gid=13,mode=750"
is "files have the group of a remount" "$(owner $M/$E/hist)" "440 11 13"
check "the filesystem is remounted with another mode" mount -o remount,mode=1711 $M
is "/proc/mounts shows the mode of a remount" "$(options $M)" ",uid=11,gid=13,mode=1711"
is "the root of the tree has the mode of a remount" "$(owner $M)" "1711 11 13"
is "a folder below the root keeps its mode" "$(owner $M/events)" "750 11 13"
check "the filesystem is remounted without an option" mount -o remount $M
is "a remount without options changes none" "$(options $M)" ",uid=11,gid=13,mode=1711"
mkdir $H/instances/i
is "a new instance has the owner and the group of the options" "$(owner $H/instances/i/$E/hist)" "440 11 13"
rmdir $H/instances/i
check "the options are set back by a remount" mount -o remount,uid=0,gid=0,mode=700 $M
is "/proc/mounts does not show options with the usual value" "$(options $M)" ""
umount $M
for option in nonsense nonsense=1 uid uid=x uid=-1 gid=1x mode=8 mode=rwx uid=4294967295 gid=4294967295; do
	is "the option $option is refused" "$(mount_tree -o $option nodev $M 2>&1 | sed 's/.*: //')" "Invalid argument"
done
check "a refused option leaves nothing mounted" unmounted $M
is "a refused option changes no file" "$(owner $H/$E/hist)" "440 0 0"

# Users and groups. The user 1000 is a member of group 77.
member() { /tests/bin/as 1000 77 "$@"; }
stranger() { /tests/bin/as 1001 78 "$@"; }
can_read() { "$1" cat $M/$E/hist; }
can_arm() { "$1" sh -c "echo hist:keys=prev_pid >>$M/$E/trigger"; }
echo 'hist:keys=next_pid' >$H/$E/trigger
mount_tree -o gid=77 nodev $M
fails "a member of the group gid= reads nothing as long as the root is closed" can_read member
mount -o remount,mode=750 $M
check "a member of the group gid= reads a histogram" can_read member
fails "a member of the group gid= arms nothing, as the file does not let it" can_arm member
chmod g+w $M/$E/trigger
check "a member of the group gid= arms a trigger that was opened to the group" can_arm member
is "a trigger of a member of the group is armed" "$(grep -c ^hist $H/$E/trigger)" 2
fails "another user reads no histogram" can_read stranger
fails "another user arms no trigger" can_arm stranger
fails "another user lists no events" stranger ls $M/events
fails "a member of the group gid= makes no instance" member mkdir $M/instances/i
fails "a member of the group gid= changes no owner" member chown 1000 $M/$E/hist
mount -o remount,mode=755 $M
fails "another user reads no histogram in an open root" can_read stranger
mount -o remount,uid=1001 $M
check "the user uid= reads a histogram" can_read stranger
true >$M/$E/trigger
check "the user uid= arms a trigger" can_arm stranger
check "the user uid= makes an instance" stranger mkdir $M/instances/i
check "the user uid= removes an instance" stranger rmdir $M/instances/i
true >$M/$E/trigger
chmod g-w $M/$E/trigger
mount -o remount,uid=0,gid=0,mode=700 $M

# All mounts share one superblock.
write_to() { echo 1 2>/dev/null >$1/tracing_on; }
check "a mount is made read-only by a remount" mount -o remount,ro $M
fails "a mount made read-only by a remount takes no writes" write_to $M
check "other mounts take writes after a remount of one as read-only" write_to $H
check "a read-only mount is made writable by a remount" mount -o remount,rw $M
check "a mount made writable by a remount takes writes" write_to $M
umount $M

# In a user namespace, root has no rights to the filesystem.
enter_userns() { /tests/bin/as 1000 1000 unshare -U -r -m "$@"; }
clone=/proc/sys/kernel/unprivileged_userns_clone
[ ! -e $clone ] || { was=$(cat $clone); echo 1 >$clone; }
mkdir -p /tmp/user
if enter_userns mount -t tmpfs none /tmp/user; then
	for fs in histrig $([ -z "$native_hist" ] || echo tracefs); do
		is "$fs is not mounted by the root of a user namespace" \
			"$(enter_userns mount -t $fs nodev /tmp/user 2>&1)" "mount: permission denied (are you root?)"
	done
	is "the automount is closed to the root of a user namespace" \
		"$(enter_userns ls $H 2>&1 | sed 's/.*: //')" "Permission denied"
	chmod 755 /sys/kernel/debug
	is "the tree is closed to the root of a user namespace" \
		"$(enter_userns ls $H 2>&1 | sed 's/.*: //')" "Permission denied"
	chmod 700 /sys/kernel/debug
else
	skip "histrig is not mounted by the root of a user namespace: there is none"
fi
[ ! -e $clone ] || echo $was >$clone

# Changes of owner and permissions outlast inodes and mounts.
idle() { umount $H 2>/dev/null; unmounted $H; }
chmod 604 $H/$E/hist
chown 5:6 $H/$E/trigger
chmod 711 $H/events
echo 2 >/proc/sys/vm/drop_caches
is "chmod of a file holds when caches were dropped" "$(owner $H/$E/hist)" "604 0 0"
is "chown of a file holds when caches were dropped" "$(owner $H/$E/trigger)" "640 5 6"
is "chmod of a folder holds when caches were dropped" "$(owner $H/events)" "711 0 0"
check "the automount is unmounted by umount" idle
is "chmod of a file holds when nothing is mounted" "$(owner $H/$E/hist)" "604 0 0"
is "chown of a file holds when nothing is mounted" "$(owner $H/$E/trigger)" "640 5 6"
mount_tree -o gid=9 nodev $M
is "a mount option overrides an earlier chown" "$(owner $M/$E/trigger)" "640 5 9"
is "a mount option overrides no chmod" "$(owner $M/$E/hist)" "604 0 9"
mount -o remount,uid=0,gid=0 $M
umount $M
chmod 440 $H/$E/hist
chmod 750 $H/events
mkdir $H/instances/i
chmod 600 $H/instances/i/$E/hist $H/instances/i/trace $H/instances/i/options/overwrite $H/instances/i/per_cpu/cpu1/stats
chmod 700 $H/instances/i $H/instances/i/events/sched
echo 2 >/proc/sys/vm/drop_caches
modes() { (cd $H/instances/i && stat -c %a . trace $E/hist options/overwrite per_cpu/cpu1/stats events/sched | xargs); }
is "chmod in an instance holds when caches were dropped" "$(modes)" "700 600 600 600 600 700"
rmdir $H/instances/i
mkdir $H/instances/i
is "chmod in an instance ends with the instance" "$(modes)" "750 640 440 640 440 750"
rmdir $H/instances/i
N=$H/events/nbd/nbd_header_sent
chmod 600 $N/format $N $H/events/nbd/enable
histrig-load -r nbd
histrig-load nbd
is "chmod of a module's event ends with the module" \
	"$(owner $N/format) $(owner $N) $(owner $H/events/nbd/enable)" "440 0 0 750 0 0 640 0 0"

# Inodes and dentries can be reclaimed.
inodes() { awk '$1 == "histrig_inode" { print $3 }' /proc/slabinfo; }
if [ -n "$(inodes)" ]; then
	find $H >/dev/null
	many=$(inodes)
	echo 2 >/proc/sys/vm/drop_caches
	echo 2 >/proc/sys/vm/drop_caches
	few() { [ $(inodes) -lt $((many / 10)) ]; }
	check "a walk over the tree makes thousands of inodes ($many)" [ $many -gt 3000 ]
	check "dropping caches frees the inodes of the tree" within 10 few
else
	skip "dropping caches frees the inodes of the tree: this kernel does not count them"
fi

# The automount.
idle
stat $H >/dev/null
ls -ld $H >/dev/null
[ -d $H ] && [ -e $H ]
check "stat does not mount the tree" unmounted $H
ls $H >/dev/null
check "the tree is mounted when it is listed" mounted $H
idle
cat $H/tracing_on >/dev/null
check "the tree is mounted when a file in it is opened" mounted $H
idle
stat $H/tracing_on >/dev/null
check "the tree is mounted when a name in it is looked up" mounted $H
check "the automount ends by itself" within 5 unmounted $H
mount_tree nodev $M
exec 5<$H/tracing_on
sleep 7
check "the automount stays while a file in it is open" mounted $H
exec 5<&-
check "the automount ends when no file in it is open any more" within 5 unmounted $H
check "a mount of the user does not end by itself" mounted $M
umount $M
mkdir -p /tmp/debug
mount --bind /sys/kernel/debug /tmp/debug
check "the tree appears where debugfs is mounted a second time" [ -e /tmp/debug/histrig/$E/format ]
check "the automount in a second debugfs ends by itself" within 5 unmounted /tmp/debug/histrig
umount /tmp/debug
find /sys/kernel/debug -maxdepth 2 >/dev/null
check "the module is unloaded soon after somebody has walked over debugfs" within 5 histrig-load -r histrig
fails "an unloaded module has no mount point" [ -e /sys/kernel/histrig ]
fails "an unloaded module has no automount" [ -e $H ]
check "mounting the filesystem loads the module" mount_tree nodev $M
check "the filesystem shows the tree when mounting it has loaded the module" [ -e $M/$E/format ]
umount $M

# Which files and mounts pin the module.
exec 5<$H/tracing_on
umount -l $H
busy "the module is not unloaded while a file is open"
exec 5<&-
check "the module is unloaded when its file is closed" within 5 histrig-load -r histrig
load_histrig
exec 5<$H/events
umount -l $H
busy "the module is not unloaded while a folder is open"
exec 5<&-
check "the module is unloaded when its folder is closed" within 5 histrig-load -r histrig
load_histrig
cd $H/events
umount -l $H
busy "the module is not unloaded while its tree is a working directory"
cd /
check "the module is unloaded when no working directory is in its tree" within 5 histrig-load -r histrig
load_histrig
mount_tree nodev $M
busy "the module is not unloaded while the user has it mounted"
is "the tree works on after the module was not unloaded" "$(cat $M/tracing_on)" 1
umount $M
check "the module is unloaded when the user has unmounted it" histrig-load -r histrig
load_histrig
ls $H >/dev/null
busy "the module is not unloaded while the automount is there"
umount $H
check "the module is unloaded when the automount was unmounted" histrig-load -r histrig
load_histrig
