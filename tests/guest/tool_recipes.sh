# SPDX-License-Identifier: GPL-2.0
# Recipes about programs, system calls, tasks, interrupts and memory, each with work
# whose result is known. Recipes for the same work run in parallel.
# guest: timeout=200 modules=-loop,-null_blk needs=CONFIG_KALLSYMS
. /tests/guest/lib.sh
. /tests/guest/parts/histrig.sh
quick_rcu
patient
few_symbols

# ---- programs and system calls

ln -s /bin/busybox /tmp/true
begin execsnoop execsnoop comm=true
begin exitsnoop exitsnoop comm=true
begin forksnoop forksnoop
begin opensnoop opensnoop comm=t_open
begin failing opensnoop comm=t_open failed=yes
begin any opensnoop comm=t_open failed=no
begin open2 opensnoop comm=t_open2
begin cold opensnoop comm=t_cold
begin exits exitsnoop
begin execs execsnoop
begin statsnoop statsnoop
begin syncsnoop syncsnoop
begin killsnoop killsnoop
begin mountsnoop mountsnoop
begin syscount syscount comm=t_calls
begin syslatency syslatency comm=t_slow
begin threads syslatency comm=t_threads
begin errsnoop errsnoop comm=t_errors
begin capable capable top=50
$W t_exec exec 7 /tmp/true
fd=$($W t_open open 6 /etc/passwd)
$W t_open open 5 /etc/nosuch >/dev/null
$W t_open2 open2 4 /etc/passwd
$W t_calls call 41 getpriority
$W t_slow sleep 3 100
$W t_threads threads 2500
$W t_errors open 8 /etc/nosuch >/dev/null
$W t_errors call 9 close
$W t_kill kill 6 28
/tests/bin/oddwork t_alarm alarm 3
$W t_sync call 2 sync
$W t_statx call 3 statx
/tests/bin/syscaller 32 5 162
has_32=$?
$W t_cold cold 3 /etc/passwd
sh -c 'printf t_status >/proc/self/comm; exit 42'
sh -c 'printf t_killed >/proc/self/comm; kill -KILL $$' 2>/dev/null
sh -c 'printf t_errors >/proc/self/comm; trap : USR1; (usleep 300000; kill -USR1 $$) & wait'
/tmp/true one
/tmp/true one "two words" three four
/tmp/t_nosuch 2>/dev/null
# A program for 32-bit x86 that exits: the header, one segment, three instructions
printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0\124\200\4\10\64\0\0\0\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0\0\0\0\0' >/tmp/t_32
printf '\1\0\0\0\0\0\0\0\0\200\4\10\0\200\4\10\135\0\0\0\135\0\0\0\5\0\0\0\0\20\0\0' >>/tmp/t_32
printf '\270\1\0\0\0\61\333\315\200' >>/tmp/t_32
chmod +x /tmp/t_32
[ $has_32 != 0 ] || /tmp/t_32 one two
$W t_stat stat 3 /etc/nosuch
$W t_stat stat 11 /etc/passwd
/tests/bin/as 1 1 $W t_cap call 14 chroot
kept=$(grep -h '^    Entries: ' $H/instances/tool-*/events/syscalls/sys_enter_statx/hist 2>/dev/null | sed 's/.*: //')
mkdir /tmp/mnt
mount -t ramfs t_device /tmp/mnt && { (cd /tmp/mnt && umount /tmp/mnt 2>/dev/null); umount /tmp/mnt; }
$W t_mount mount /tmp/mnt && umount /tmp/mnt
answers
if [ -e /sys/kernel/btf/vmlinux ]; then
	is "execsnoop prints 7 runs of a file" "$(rows execsnoop 'exec_1: ppid=[0-9]+ file=/tmp/true argc=1$' | wc -l)" 7
	is "execsnoop prints arguments" "$(rows execsnoop ' argc=[2-9]' | sed 's/.* file=/file=/')" \
"file=/tmp/true argc=2 arg1=one
file=/tmp/true argc=5 arg1=one arg2=two words arg3=three"
	if [ $has_32 = 0 ]; then
		is "execsnoop prints no arguments of a 32-bit program" "$(rows execs 'file=/tmp/t_32 ' | sed 's/.* file=/file=/')" "file=/tmp/t_32 argc=3"
	else
		skip "execsnoop prints no arguments of a 32-bit program: this kernel runs none"
	fi
	is "execsnoop prints who has started a program" "$(rows execsnoop ' argc=2 ' | sed 's/.*ppid=\([0-9]*\).*/\1/')" $$
	is "exitsnoop prints their ends" "$(rows exitsnoop 'exit: comm=true ppid=[0-9]+ status=0 signal=0$' | wc -l)" 9
	is "exitsnoop prints the status that a program returns" "$(rows exits 't_status' | sed 's/.*status=/status=/')" "status=42 signal=0"
	is "exitsnoop prints the signal that kills a task" "$(rows exits 't_killed' | sed 's/.*status=/status=/')" "status=0 signal=9"
else
	is "execsnoop prints runs of a file" "$(rows execsnoop 'sched_process_exec: filename=/tmp/true ' | wc -l)" 9
	is "exitsnoop prints their ends" "$(rows exitsnoop 'sched_process_exit: comm=true ' | wc -l)" 9
fi
is "execsnoop prints a program that could not be started" "$(rows execs 'exec_failed: file=/tmp/t_nosuch ret=-2$' | wc -l)" 1
is "execsnoop prints no others as failed" "$(rows execs 'exec_failed: .* ret=[^-]' | wc -l)" 0
is "forksnoop counts 7 new tasks" "$(rows forksnoop '^t_exec ' | sed 's/.* //')" 7
is "opensnoop prints 6 calls that open a file" "$(rows opensnoop "opened: file=/etc/passwd ret=$fd comm=t_open$" | wc -l)" 6
is "opensnoop prints 5 calls that find no file" "$(rows opensnoop 'opened: file=/etc/nosuch ret=-2 comm=t_open$' | wc -l)" 5
is "opensnoop failed=yes prints no others" "$(rows failing 'opened:' | grep -c 'ret=-2 '),$(rows failing 'opened:' | grep -vc 'ret=-2 ')" 5,0
is "opensnoop failed=no prints all" "$(rows any 'opened:' | wc -l)" "$(rows opensnoop 'opened:' | wc -l)"
is "opensnoop prints calls of openat2" "$(rows open2 'opened: file=/etc/passwd ret=[0-9]+ comm=t_open2$' | wc -l)" 4
is "opensnoop prints names that are not in memory yet" "$(rows cold 'file=/etc/passwd ' | wc -l)" 3
is "statsnoop counts looks at a file, and what they find" "$(rows statsnoop '^t_stat ' | sort)" \
"t_stat /etc/nosuch ENOENT 3
t_stat /etc/passwd ok 11"
is "statsnoop counts names that are not in memory yet" "$(rows statsnoop '^t_cold /etc/passwd ')" "t_cold /etc/passwd ok 3"
if grep -q ' getname_uflags$' /proc/kallsyms; then
	is "statsnoop keeps no names of calls that have returned" "$kept" 0
else
	skip "statsnoop keeps no names of calls that have returned: this kernel has no getname_uflags()"
fi
is "syncsnoop counts calls of sync" "$(rows syncsnoop '^t_sync ')" "t_sync sys_sync 2"
if [ $has_32 = 0 ]; then
	is "syncsnoop takes no 32-bit calls for others" "$(rows syncsnoop '^syscaller ')" ""
else
	skip "syncsnoop takes no 32-bit calls for others: this kernel has no 32-bit calls"
fi
is "killsnoop names the signal and both tasks" "$(rows killsnoop '^t_kill t_kill WINCH ')" "t_kill t_kill WINCH 6"
is "killsnoop names no sender of a timer's signals" "$(rows killsnoop 't_alarm ')" "t_alarm ALRM 3"
is "mountsnoop shows what is mounted, and where" "$(rows mountsnoop t_device)" "mount ramfs t_device /tmp/mnt ok 1"
is "mountsnoop shows what is mounted without mount()" "$(rows mountsnoop '^t_mount ')" "t_mount /tmp/mnt ok 1"
is "mountsnoop says which calls unmount" "$(rows mountsnoop 'unmounted from' | wc -l)" 1
is "mountsnoop shows what is unmounted" "$(rows mountsnoop '^umount /tmp/mnt ' | sort)" "umount /tmp/mnt EBUSY 1
umount /tmp/mnt ok 2"
is "syscount counts 41 system calls" "$(rows syscount '^sys_getpriority ')" "sys_getpriority 41"
least "syslatency counts 3 sleeps" "$(column syslatency 2 '^sys_clock_nanosleep ')" 3
least "syslatency adds up their time" "$(column syslatency 3 '^sys_clock_nanosleep ')" 200000
is "syslatency times calls of 2500 tasks at once" "$(column threads 2 '^sys_getpriority ')" 2500
is "errsnoop names calls and errors" "$(rows errsnoop '^t_errors sys_(open|close)' | sort)" \
"t_errors sys_close EBADF 9
t_errors sys_openat ENOENT 8"
is "errsnoop shows nothing that is no call or no error" "$(rows errsnoop '18446744073709551615|ERESTART')" ""
least "errsnoop shows a call that a signal has interrupted" "$(column errsnoop -1 '^t_errors .* interrupted ')" 1
is "capable names what a task asks for" "$(rows capable '^t_cap ')" "t_cap SYS_CHROOT 14"

# ---- programs' functions

begin gethostlatency gethostlatency libc=/tests/bin/asks
begin bashreadline bashreadline bash=/tests/bin/asks
/tests/bin/asks 3 example.org 'rm -rf "x"'
answers
is "gethostlatency prints hosts" "$(rows gethostlatency 'asked: comm=t_asks host=example.org ns=' | wc -l)" 3
is "gethostlatency prints how long they take" "$(rows gethostlatency 'host=example.org' | sed 's/.* ns=//' | awk '$1 > 10000000' | wc -l)" 3
is "bashreadline prints lines" "$(rows bashreadline 'command="rm -rf "x""$' | wc -l)" 3
says "a program that does not exist is named" "/nosuch does not exist" bashreadline bash=/nosuch

# ---- the scheduler

begin runqlat runqlat comm=t_queued
begin runqslower runqslower us=65536
begin early runqlat comm=t_early
begin cpudist cpudist comm=t_burn
begin offcputime offcputime comm=t_sleep
begin dead offcputime comm=t_dead
begin wakeuptime wakeuptime comm=t_woken
begin offwaketime offwaketime comm=t_woken
begin profile profile top=100
begin migrations migrations top=1000
if [ -e /sys/kernel/btf/vmlinux ]; then
	begin runqlen runqlen
else
	says "runqlen says what this kernel lacks" "no BTF" runqlen
fi
pid=$($W t_queue queue 4 200 t_queued)
# A new task gets the pid of one that has exited, unless others take it.
reused="no new task got the pid of one that has exited"
[ -e /proc/sys/kernel/ns_last_pid ] || reused="this kernel has no ns_last_pid"
for i in 1 2 3 4 5; do
	(printf t_dead >/proc/self/comm) &
	pid_of_dead=$!
	wait $pid_of_dead
	[ ! -e /proc/sys/kernel/ns_last_pid ] || echo $((pid_of_dead - 1)) >/proc/sys/kernel/ns_last_pid
	true &
	wait $!
	[ $! != $pid_of_dead ] || { reused=yes && break; }
done
$W t_early early 4 200
# The clock of time stamps may stand still for a while on a busy host.
$W t_burn burn 6 200
$W t_sleep sleep 4 100
$W t_waker wake 3 100 t_woken
$W t_many runnable 6 50
for mask in 1 2 3; do taskset -p $mask $$ >/dev/null; done
answers
least "runqlat shows 4 waits of 200 ms for the CPU" "$(bars runqlat 65536)" 4
least "runqslower prints each of them" "$(rows runqslower "waited: comm=t_queued pid=$pid us=" | wc -l)" 4
# If the host pauses the guest, one or two real waits may be as long.
check "runqlat shows no waits since wakeups that came before the sleep" [ $(bars early 131073) -lt 3 ]
check "runqslower prints no waits since wakeups that came before the sleep" [ $(rows runqslower 'comm=t_early ' | sed 's/.* us=//' | awk '$1 > 131072' | wc -l) -lt 3 ]
is "runqslower prints only slow ones" "$(rows runqslower waited: | sed 's/.* us=//' | awk '$1 <= 65536' | wc -l)" 0
least "cpudist shows 200 ms on the CPU, 3 times of 6 at least" "$(bars cpudist 65536 t_burn)" 3
least "offcputime adds up 4 sleeps" "$(column offcputime 3 '^t_sleep ')" 250000
least "offcputime shows where they are" "$(rows offcputime 'nanosleep$' | wc -l)" 1
if [ "$reused" = yes ]; then
	is "offcputime does not take tasks that have exited for sleepers" "$(rows dead 'do_exit')" ""
else
	skip "offcputime does not take tasks that have exited for sleepers: $reused"
fi
least "wakeuptime shows how long a task sleeps until another wakes it" "$(column wakeuptime 4 '^t_woken t_waker ')" 200000
least "wakeuptime shows where it is woken" "$(rows wakeuptime 'pipe_write$' | wc -l)" 1
least "offwaketime shows where it sleeps" "$(rows offwaketime 'pipe_read$' | wc -l)" 1
least "offwaketime shows where it is woken" "$(rows offwaketime 'pipe_write$' | wc -l)" 1
least "profile finds a task on the CPU" "$(column profile -1 '^t_burn ')" 5
least "migrations counts tasks that change their CPU" "$(column migrations -1 "^sh $$ [01] ")" 1
[ ! -e /sys/kernel/btf/vmlinux ] ||
	least "runqlen shows 6 tasks that want one CPU" "$(rows runqlen '^0 [0-9]+ [0-9]+$' | cut -d ' ' -f 2 | sort -n | tail -n 1)" 6

# ---- interrupts and deferred work

begin wqlat wqlat top=100
begin hardirqs hardirqs
begin softirqs softirqs
begin timers timers
for i in 1 2 3 4 5 6 7 8 9; do
	echo "# a line through the serial port, number $i"
	usleep 20000
done
$W t_udp udp 9 40
answers
if grep -q 'ttyS1$' /proc/interrupts; then
	least "hardirqs counts interrupts of the serial port" "$(column hardirqs 2 '^ttyS1 [0-9]+ [0-9]+( [0-9]+( \[[0-9]+, [0-9]+\])?){2} [0-9]+$')" 9
	least "hardirqs shows how long they take" "$(bars hardirqs 0 ttyS1)" 9
else
	skip "hardirqs: the serial port has no interrupt"
fi
least "softirqs names them, and counts those of received packets" "$(column softirqs 2 '^NET_RX [0-9]+ [0-9]+( [0-9]+( \[[0-9]+, [0-9]+\])?){2} [0-9]+$')" 1
least "softirqs shows how long they take" "$(bars softirqs 0 'NET_RX')" 1
least "timers counts ticks by function" "$(column timers -1 '^tick_')" 1
least "wqlat shows functions of work" "$(rows wqlat '^[a-z_]+ [0-9]+ [0-9]+( [0-9]+( \[[0-9]+, [0-9]+\])?){2} [0-9]+$' | wc -l)" 1

insmod /tests/kmod/histrig_irqsoff.ko
begin irqsoff irqsoff us=10000
for i in 1 2 3 4 5; do echo 30 >$kmods/histrig_irqsoff; done
answers
rmmod histrig_irqsoff
least "irqsoff shows where interrupts come on that were off" "$(rows irqsoff '^(=> )?irqsoff_stay' | wc -l)" 1

# ---- memory and locks

begin slabratetop slabratetop top=1000
begin memleak memleak comm=t_leak
begin again memleak top=1000
insmod /tests/kmod/histrig_fire.ko
fire=$kmods/histrig_fire
begin caches memleak comm=t_leak caches=yes top=1000
begin pagefaults pagefaults top=1000
begin drsnoop drsnoop
begin compactsnoop compactsnoop
begin oomkill oomkill
if has_event lock/contention_begin; then
	begin klockstat klockstat
else
	says "klockstat says what this kernel lacks" "no events for contended locks" klockstat
fi
$W t_pipes pipes 50
$W t_udp udp 9 40
echo never 2>/dev/null >/sys/kernel/mm/transparent_hugepage/enabled
$W t_touch touch 2
pages=/proc/sys/vm/nr_hugepages
if [ -e $pages ]; then
	(printf t_hugepages >/proc/self/comm; echo 4096 >$pages)
	echo 0 >$pages
fi
for name in t_compact kcompactd9; do
	(printf $name >/proc/self/comm; echo 1 >/proc/sys/vm/compact_memory)
done
mkdir /tmp/cgroup
mount -t cgroup2 none /tmp/cgroup
hog=
if grep -q memory /tmp/cgroup/cgroup.controllers; then
	echo +memory >/tmp/cgroup/cgroup.subtree_control
	mkdir /tmp/cgroup/small
	echo 16M >/tmp/cgroup/small/memory.max
	# The kernel would log a call trace, which the host would report.
	loud=$(cat /proc/sys/kernel/printk)
	echo 1 >/proc/sys/kernel/printk
	(echo 0 >/tmp/cgroup/small/cgroup.procs; exec $W t_hog touch 100) &
	hog=$!
	wait $hog 2>/dev/null
	echo "$loud" >/proc/sys/kernel/printk
fi
$W t_lock slowwrite 400 /tmp/file
# An open FIFO allocates twice; the second allocation has at least 1 kB.
mkfifo /tmp/leak1 /tmp/leak2 /tmp/leak3
echo -n t_leak >/proc/self/comm
exec 5<>/tmp/leak1 6<>/tmp/leak2 7<>/tmp/leak3
echo -n sh >/proc/self/comm
exec 6>&-
for how in cpus=0 cpus=1; do
	echo "fire kmem kmalloc count=10 keys=10 val=4096 vstep=64 $how" >$fire
done
echo 'fire kmem kfree count=10 keys=10 val=4096 vstep=64' >$fire
answers
exec 5>&- 7>&-
[ -z "$hog" ] || rmdir /tmp/cgroup/small
umount /tmp/cgroup
least "slabratetop adds up bytes by caller" "$(column slabratetop 4 '^alloc_pipe_info ')" 32000
if has_event kmem/kmalloc_node; then
	least "slabratetop adds up allocations on a node" "$(rows slabratetop 'alloc_skb' | wc -l)" 1
fi
# An allocation for a FIFO may begin a slab, for which the kernel allocates a table.
leaks() {
	awk '/^ *[0-9]/ { n = $1; b = $2; table = 0; next }
		/alloc_slab/ { table = 1 }
		/^ *alloc_pipe_info/ && !table { bytes += b; pieces += n }
		END { print bytes, pieces }' $runs/$1
}
is "memleak shows what is not freed, two of three FIFOs" "$(leaks memleak | sed 's/.* //')" 4
least "memleak shows how many bytes that are" "$(leaks memleak | sed 's/ .*//')" 2048
is "memleak caches=yes shows what is not freed, two of three FIFOs" "$(leaks caches | sed 's/.* //')" 4
# Two stacks of the firing module have allocated 10 pieces each. The module may keep
# one piece.
fired() { sed -n '/^ *-*[0-9]/ { h; d }; /histrig_fire\]/ { g; p }' $runs/again; }
is "memleak takes a piece as freed when its address is allocated again" "$(fired | awk '$1 >= 10 || $1 <= -10')" ""
least "memleak has seen these pieces" "$(fired | sort -u | wc -l)" 1
is "memleak leaves histrig itself out" "$(grep -c 'histrig\]' $runs/memleak)" 0
least "memleak caches=yes shows files that are open" "$(sed -n '/^ *[0-9]/ { h; d }; /^ *alloc_empty_file/ { g; p }' $runs/caches | awk '{ n += $1 } END { print n }')" 2
least "pagefaults counts those of a task" "$(column pagefaults -1 '^t_touch ')" 500
[ ! -e $pages ] ||
	least "drsnoop shows whose allocations reclaim memory" "$(column drsnoop 2 '^t_hugepages ')" 1
least "compactsnoop shows who has pages moved" "$(column compactsnoop 2 '^t_compact ')" 1
is "compactsnoop leaves out kcompactd, for which no task waits" "$(rows compactsnoop '^kcompactd')" ""
[ -z "$hog" ] ||
	is "oomkill prints the victim" "$(rows oomkill "mark_victim: pid=$hog" | wc -l)" 1
if has_event lock/contention_begin; then
	least "klockstat shows how long a task waits for a lock" "$(rows klockstat | grep -B 12 file_write_iter | grep -E '^[0-9]+ [0-9]+ [0-9]+$' | awk '{ n += $2 } END { print n + 0 }')" 65536
fi

all_symbols
is "nothing is left of recipes" "$(leftover)" ""
