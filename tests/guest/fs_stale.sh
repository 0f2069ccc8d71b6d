# SPDX-License-Identifier: GPL-2.0
# Names of removed objects: events of unloaded modules, synthetic events and
# instances are no longer found, even from a folder that is open or a working
# directory. A name that is new, or exists again, is found immediately.
# guest: timeout=200 modules=nbd needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

N=$H/events/nbd/nbd_header_sent
says() { "$@" 2>&1 | sed 's/.*: //' | tail -n 1; }
gone="No such file or directory"

# The event of a module; its system has no other events.
exec 5<$N 6<$H/events/nbd
cd $N
alike "an event's folder is listed by the working directory" "$(find . | xargs)" "$(cd /; cd $N; find . | xargs)"
alike "an event's file is read by the working directory" "$(cat format)" "$(cat $N/format)"
check "nbd unloads while its event's folder is the working directory" histrig-load -r nbd
is "the folder of a module's event is not found once the module is unloaded" "$(says ls $N)" "$gone"
is "the folder of a module's system is not found once the module is unloaded" "$(says ls $H/events/nbd)" "$gone"
is "a file of a module's event is not found once the module is unloaded" "$(says cat $N/format)" "$gone"
for f in format id hist trigger filter enable; do
	is "a working directory whose event is removed has no file $f" "$(says cat $f)" "$gone"
done
is "a working directory whose event is removed is not listed" "$(ls 2>/dev/null)" ""
is "an open folder whose event is removed has no file" "$(says cat /proc/self/fd/5/format)" "$gone"
is "an open folder whose event is removed is not listed" "$(ls /proc/self/fd/5/ 2>/dev/null)" ""
is "an open folder whose system is removed has no file" "$(says cat /proc/self/fd/6/enable)" "$gone"
is "an open folder whose system is removed has no event" "$(says cat /proc/self/fd/6/nbd_header_sent/format)" "$gone"
is "an open folder whose system is removed is not listed" "$(ls /proc/self/fd/6/ 2>/dev/null)" ""
fails "events/ does not list the system of a module that was unloaded" sh -c "ls $H/events | grep -q nbd"
check "nbd loads while the old folder of its event is the working directory" histrig-load nbd
check "the event of a module is found as soon as it is loaded again" [ -e $N/format ]
alike "events/ lists the system of a module that was loaded again" "$(ls $H/events | grep nbd)" nbd
is "a working directory whose event is removed stays empty when the event is back" "$(says cat format)" "$gone"
is "an open folder whose system is removed stays empty when the system is back" "$(ls /proc/self/fd/6/ 2>/dev/null)" ""
cd /
exec 5<&- 6<&-

# Mounts of and on the folder of an event.
mkdir -p /tmp/bound
mount --bind $N /tmp/bound
alike "a bound folder of an event is read" "$(cat /tmp/bound/format)" "$(cat $N/format)"
check "nbd unloads while the folder of its event is bound elsewhere" histrig-load -r nbd
is "a bound folder whose event is removed has no file" "$(says cat /tmp/bound/format)" "$gone"
umount /tmp/bound
histrig-load nbd
mount -t tmpfs none $N
check "nbd unloads while something is mounted on the folder of its event" histrig-load -r nbd
is "a folder that something is mounted on is not found when its event is removed" "$(says ls $N)" "$gone"
fails "a mount on a folder is unmounted after its event is removed" grep -q " $N " /proc/mounts
check "nbd loads again after something was mounted on the folder of its event" histrig-load nbd
check "the folder of an event that is back has nothing mounted on it" [ -e $N/format ]

mkdir $H/instances/i
mount -t tmpfs none $H/instances/i/events/nbd
check "an instance is removed while something is mounted on a folder of its" rmdir $H/instances/i
fails "a mount on a folder is unmounted after its instance is removed" grep -q '^none .*nbd.* tmpfs' /proc/mounts
check "the automount is unmounted when an instance that contains a mount is removed" umount $H

mkdir $H/instances/i
cd $H/instances/i/events
alike "a working directory in an instance reads header_page" "$(cat header_page)" "$(cat $H/events/header_page)"
check "an instance is removed while its events/ is the working directory" rmdir $H/instances/i
is "a working directory whose instance is removed has no header_page" "$(says cat header_page)" "$gone"
cd /

echo 'enable u64 x' >>$H/synthetic_events
check "events/synthetic/enable stays a file when an event has its name" [ -f $H/events/synthetic/enable ]
echo '!enable u64 x' >>$H/synthetic_events

# Names that do not exist are not cached.
S=$H/events/synthetic
round() {
	says cat $S/late/format | grep -q "$gone" &&
		echo 'late u64 a' >$H/synthetic_events &&
		grep -q 'name: late' $S/late/format &&
		[ "$(says cat $H/instances/late/trace)" = "$gone" ] &&
		mkdir $H/instances/late &&
		grep -q 'name: late' $H/instances/late/events/synthetic/late/format &&
		rmdir $H/instances/late &&
		echo '!late u64 a' >>$H/synthetic_events
}
check "a new event or instance is found at once under a name that was not there before" rounds 1 5

# A synthetic event, whose system stays.
echo 'left u64 a' >$H/synthetic_events
echo 'other u64 b' >>$H/synthetic_events
mkdir $H/instances/i
exec 5<$S 6<$S/other 7<$H/instances/i/events/synthetic/other
is "an open folder of a system lists its events" "$(ls /proc/self/fd/5/ | grep -E 'left|other' | xargs)" "left other"
is "a removed synthetic event was found before" "$(cat /proc/self/fd/6/format | head -n 1)" "name: other"
echo '!other u64 b' >>$H/synthetic_events
is "a removed synthetic event is not found" "$(says cat $S/other/format)" "$gone"
is "a removed synthetic event is not found in an instance" "$(says cat $H/instances/i/events/synthetic/other/format)" "$gone"
is "an open folder of a removed synthetic event has no file" "$(says cat /proc/self/fd/6/format)" "$gone"
is "an open folder of a removed synthetic event in an instance has no file" "$(says cat /proc/self/fd/7/format)" "$gone"
is "an open folder of a system does not list a removed event" "$(ls /proc/self/fd/5/ | grep -E 'left|other')" left
echo 'other s32 c' >>$H/synthetic_events
alike "a synthetic event that was redefined is found" "$(grep -c 's32 c' $S/other/format)" 1
is "an open folder of a system finds a synthetic event that was redefined" \
	"$(grep -c 's32 c' /proc/self/fd/5/other/format)" 1
is "an open folder of a removed synthetic event does not show its successor" "$(says cat /proc/self/fd/6/format)" "$gone"
exec 5<&- 6<&- 7<&-

# An instance. The test fs_tree compares its folders with the kernel's.
I=$H/instances/i
exec 5<$I/events/sched 6<$I/options
cd $I/per_cpu/cpu0
check "an instance is removed while a folder of its is the working directory" rmdir $I
is "the working directory of a removed instance has no file" "$(says cat stats)" "$gone"
is "an open folder of a removed instance has no event" "$(says cat /proc/self/fd/5/sched_switch/hist)" "$gone"
is "an open folder of a removed instance has no option" "$(says cat /proc/self/fd/6/overwrite)" "$gone"
mkdir $I
is "the working directory of a removed instance stays empty in an instance of the same name" "$(ls 2>/dev/null)" ""
check "an instance of the same name is found" [ -e $I/per_cpu/cpu0/stats ]
cd /
exec 5<&- 6<&-
rmdir $I
