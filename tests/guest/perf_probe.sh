# SPDX-License-Identifier: GPL-2.0
# Runs the distribution's perf probe on our tree and on the kernel's. It must print
# the same and leave the same definitions. perf record gets its samples from the
# kernel, which knows only its own events.
# guest: timeout=300 bring=linux-perf
. /tests/guest/lib.sh
. /tests/guest/parts/clients.sh

P=/tests/bin/uprobed
insmod /tests/kmod/histrig_called.ko || exit 1

# Each run of perf parses the symbols of the kernel, which takes most of its time. So it finds
# only those that the probes below need, and the bounds of the kernel.
grep -E ' (_text|_stext|_etext|_end|do_sys_openat2|vfs_[a-z_]*)$|histrig_called' /proc/kallsyms >/tmp/kallsyms
[ ! -e /proc/kallsyms ] || mount --bind /tmp/kallsyms /proc/kallsyms

# said NUMBER TREE ARGUMENT...: run perf probe, and write its output and the
# resulting definitions to /tmp/SIDE.NUMBER.
said() {
	local nr=$1 tree=$2
	shift 2
	on $side perf probe "$@" >/tmp/$side.$nr 2>&1
	{
		echo "status $?"
		cat $tree/kprobe_events $tree/uprobe_events
	} >>/tmp/$side.$nr
}

# Command lines of perf probe, one a line.
cat >/tmp/uses <<EOF
--add vfs_read
--add opened=do_sys_openat2 dfd=$ARG1 name=+u0($ARG2):string
--add vfs_read%return \$retval:s32
--add other:size=vfs_write count=$ARG3:u32
--add vfs_write+0x3
--add vfs_read
-f --add vfs_read
--add no_such_function
--add vfs_write x=%no_such_register
--add vfs_write x=$ARG1:no_such_type
-m /tests/kmod/histrig_called.ko --add called_add x=$ARG1
-m /tests/kmod/histrig_called.ko --add called_add%return r=\$retval
-x $P --add main
-x $P --add main%return \$retval:s32
-x $P --add other:read=main argc=$ARG1:s32
-x $P --add no_such_function
-l
-l other:*
--del no_such_event
--del vfs_read
--del probe:vfs_*
--del other:*
-l
--del *
-l
EOF
for side in native ours mounted; do
	tree=$H
	[ $side != native ] || tree=$T
	nr=0
	while IFS= read -r use; do
		nr=$((nr + 1))
		# Everything after --add and a space is a single argument.
		case $use in
		*--add\ *) said $nr $tree ${use%%--add *} --add "${use#*--add }" ;;
		*) set -f; said $nr $tree $use; set +f ;;
		esac </dev/null
	done </tmp/uses
done
nr=0
while IFS= read -r use; do
	nr=$((nr + 1))
	is "perf probe $use does the same in our tree" "$(cat /tmp/ours.$nr)" "$(cat /tmp/native.$nr)"
	is "perf probe $use does the same in our tree when it is mounted, not bound" \
		"$(cat /tmp/mounted.$nr)" "$(cat /tmp/native.$nr)"
done </tmp/uses
is "the kernel's tree, and so ours, has had all probes that perf can make" \
	"$(grep -hoE '^[pr][0-9]*:[a-z_]+/[a-z_0-9]+' /tmp/native.* | sort -u | wc -l)" 10

# perf defines a probe, and our triggers count its hits.
on ours perf probe --add 'vfs_read count='$ARG3'' >/dev/null 2>&1
echo 'hist:keys=common_pid:vals=count' >$H/events/probe/vfs_read/trigger
dd if=/dev/zero of=/dev/null bs=100 count=50 2>/dev/null
check "a probe of perf has hits in our tree" grep -qE 'common_pid: .*hitcount: +5[0-9] ' $H/events/probe/vfs_read/hist
echo '!hist:keys=common_pid:vals=count' >>$H/events/probe/vfs_read/trigger

# perf record takes names and ids of events from our tree, but records the kernel's
# events.
recorded() { on $1 perf script -i /tmp/$1.data 2>/dev/null | sed -n 's/.*: task:task_rename: pid=[0-9]* //p'; }
for side in native ours mounted; do
	on $side perf record -a -o /tmp/$side.data -e task:task_rename sh -c 'echo traced >/proc/self/comm' >/dev/null 2>&1
done
check "perf record has samples of an event of the kernel" [ "$(recorded native | grep -c newcomm=traced)" = 1 ]
is "perf record has the same samples with our tree" "$(recorded ours)" "$(recorded native)"
is "perf record has the same samples with our tree when it is mounted" "$(recorded mounted)" "$(recorded native)"
fails "perf record refuses a probe of our tree, whose number the kernel does not know" \
	on ours perf record -a -o /tmp/data -e probe:vfs_read true
on ours perf probe --del vfs_read >/dev/null 2>&1
[ ! -e /proc/kallsyms ] || umount /proc/kallsyms
is "perf probe leaves no events" "$(cat $H/dynamic_events $T/dynamic_events)" ""
