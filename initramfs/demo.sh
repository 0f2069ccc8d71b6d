# SPDX-License-Identifier: GPL-2.0
# The script of `make demo` in the guest: hist triggers on live events, then the
# tool. Sends its flame graph to the host through file descriptor 3, in lines that
# begin with "@@ svg".
H=/sys/kernel/debug/histrig
bold() { printf '\n\033[1m%s\033[0m\n' "$*"; }

# arm EVENT TRIGGER: add a trigger to an event
arm() {
	echo "# echo '$2' >> events/$1/trigger"
	echo "$2" >>"$H/events/$1/trigger" || exit 1
}

# show EVENT TITLE: print the histogram without the entries in the middle
show() {
	bold "$2"
	echo "# cat events/$1/hist"
	awk '{ l[NR] = $0 } END {
		for (i = 1; i <= NR; i++) {
			if (NR > 36 && i > 24 && i <= NR - 6) { if (i == 25) print "  [...]"; continue }
			print l[i]
		} }' "$H/events/$1/hist" || exit 1
}

workload() {
	for i in 1 2 3 4 5 6; do
		# Not all of /sys: a walk of histrig's own tree allocates inodes,
		# which would be the largest entry.
		find /sys/devices /bin -type f >/tmp/list.$i 2>/dev/null &
		dd if=/dev/zero of=/tmp/zeros bs=4k count=500 2>/dev/null
		sort /tmp/list.$i 2>/dev/null | md5sum >/dev/null
		wait
	done
}

cd $H || exit 1
echo "$(uname -sr), histrig's tree in $H"
bold "Arming hist triggers:"
arm raw_syscalls/sys_enter 'hist:keys=id.syscall:sort=hitcount.descending'
arm sched/sched_switch 'hist:keys=next_comm:sort=hitcount.descending'
arm kmem/kmalloc 'hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc.descending'
echo "(a workload of find, dd, sort and md5sum runs)"
workload
for e in raw_syscalls/sys_enter sched/sched_switch kmem/kmalloc; do
	echo "$(sed -n 's/ \[active\]$//p' events/$e/trigger | head -n 1):pause" >>events/$e/trigger
done
show raw_syscalls/sys_enter "Which system calls are made"
show sched/sched_switch "What the scheduler switches to"
show kmem/kmalloc "Who allocates kernel memory, and how much of it"

for e in raw_syscalls/sys_enter sched/sched_switch kmem/kmalloc; do
	: >events/$e/trigger
done
cd /
bold "The tool asks how long tasks wait for a CPU"
echo "# histrig runqlat 2 1"
workload &
histrig runqlat 2 1 || exit 1
wait

bold "Where tasks sleep, and for how long, as a flame graph"
echo "# histrig flame offcputime 2 >demo.svg"
workload &
histrig flame offcputime 2 >/tmp/demo.svg || exit 1
wait
base64 /tmp/demo.svg | sed 's/^/@@ svg /' >&3
echo
