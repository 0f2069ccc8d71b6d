# SPDX-License-Identifier: GPL-2.0
# What well-known tracing tools do with tracepoints, system calls and synthetic
# events: programs, system calls, the scheduler, interrupts, memory and locks.
# guest: timeout=120 modules=-loop,-null_blk needs=CONFIG_KALLSYMS
. /tests/guest/lib.sh
. /tests/guest/parts/tools.sh
quick_rcu

# ---- programs and system calls

# execsnoop
ln -s /bin/busybox /tmp/true
arm sched/sched_process_exec 'hist:keys=filename,common_comm'
record sched/sched_process_exec
$W t_exec exec 7 /tmp/true
is "execsnoop counts 7 runs of a file" \
	"$(total sched/sched_process_exec hitcount 'filename: /tmp/true , common_comm: true ')" 7
is "execsnoop prints each of 7 runs" "$(lines sched_process_exec | grep -c 'filename=/tmp/true ')" 7
clean

# opensnoop. Negative numbers are printed unsigned, as in the kernel's keys.
nosuch=18446744073709551614 badfd=18446744073709551607
synthetic 'opened char[] f; long ret; char comm[16]'
arm syscalls/sys_enter_openat 'hist:keys=common_pid:f=filename.string'
arm syscalls/sys_exit_openat 'hist:keys=common_pid:n=$f:onmatch(syscalls.sys_enter_openat).opened($n,ret,common_comm)'
arm synthetic/opened 'hist:keys=comm,f,ret'
fd=$($W t_open open 6 /etc/passwd)
$W t_open open 5 /etc/nosuch >/dev/null
is "opensnoop counts files, results and tasks" "$(rows synthetic/opened 't_open ' | sort)" \
" { comm: t_open , f: /etc/nosuch , ret: $nosuch } hitcount: 5
 { comm: t_open , f: /etc/passwd , ret: $fd } hitcount: 6"
clean

# syscount
arm raw_syscalls/sys_enter 'hist:keys=id.syscall:sort=hitcount.descending'
$W t_calls call 41 getpriority
is "syscount counts 41 system calls" "$(total raw_syscalls/sys_enter hitcount 'id: sys_getpriority ')" 41
clean
synthetic 'sysl long id; u64 l'
arm raw_syscalls/sys_enter 'hist:keys=common_pid,id:ts=common_timestamp.usecs'
arm raw_syscalls/sys_exit 'hist:keys=common_pid,id:l=common_timestamp.usecs-$ts:onmatch(raw_syscalls.sys_enter).sysl(id,$l)'
arm synthetic/sysl 'hist:keys=id.syscall:vals=l:sort=l.descending'
$W t_calls sleep 3 100
least "syscount counts 3 sleeps" "$(total synthetic/sysl hitcount 'id: sys_clock_nanosleep ')" 3
least "syscount adds up their time" "$(total synthetic/sysl l 'id: sys_clock_nanosleep ')" 200000
clean

# errors
arm raw_syscalls/sys_exit 'hist:keys=common_comm,id.syscall,ret if ret < 0'
$W t_errors open 8 /etc/nosuch >/dev/null
$W t_errors call 9 close
is "errors counts system calls that fail" "$(rows raw_syscalls/sys_exit 't_errors , id: sys_(open|close)' | sort)" \
" { common_comm: t_errors , id: sys_close [ $CLOSE], ret: $badfd } hitcount: 9
 { common_comm: t_errors , id: sys_openat [$OPENAT], ret: $nosuch } hitcount: 8"
clean

# killsnoop, syncsnoop, statsnoop
arm signal/signal_generate 'hist:keys=common_comm,comm,sig'
arm syscalls/sys_enter_sync 'hist:keys=common_comm'
arm syscalls/sys_enter_newfstatat 'hist:keys=common_comm,filename.string'
$W t_kill kill 6 28
$W t_sync call 2 sync
$W t_stat stat 11 /etc/passwd
is "killsnoop counts 6 signals" "$(total signal/signal_generate hitcount 'common_comm: t_kill , comm: t_kill , sig: 28 }')" 6
is "syncsnoop counts calls of sync" "$(total syscalls/sys_enter_sync hitcount 't_sync ')" 2
is "statsnoop counts looks at a file" "$(rows syscalls/sys_enter_newfstatat 't_stat ')" \
	" { common_comm: t_stat , filename: /etc/passwd } hitcount: 11"
clean

# ---- the scheduler

# runqlat, also of new and of preempted tasks, and runqslower
synthetic 'runq pid_t pid; u64 lat'
arm sched/sched_waking 'hist:keys=pid:ts=common_timestamp.usecs'
arm sched/sched_wakeup_new 'hist:keys=pid:ts=common_timestamp.usecs'
arm sched/sched_switch 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts:onmatch(sched.sched_waking).runq(next_pid,$lat)'
# Names of variables are unique within an event.
arm sched/sched_switch 'hist:keys=next_pid:nlat=common_timestamp.usecs-$ts:onmatch(sched.sched_wakeup_new).runq(next_pid,$nlat)'
arm sched/sched_switch 'hist:keys=prev_pid:t1=common_timestamp.usecs if prev_state == 0 || prev_state == 256'
arm sched/sched_switch 'hist:keys=next_pid:plat=common_timestamp.usecs-$t1:onmatch(sched.sched_switch).runq(next_pid,$plat)'
arm synthetic/runq 'hist:keys=lat.log2'
echo 'lat > 10000' >$E/synthetic/runq/filter
record synthetic/runq
pid=$($W t_queue queue 5 200 t_queued)
least "runqlat shows 5 waits of 200 ms for the CPU" "$(powers synthetic/runq lat 17)" 5
least "runqslower prints them" "$(lines runq | sed -n "s/.*pid=$pid lat=//p" | awk '$1 > 65536' | wc -l)" 5
is "runqslower prints only slow ones" "$(lines runq | sed 's/.*lat=//' | awk '$1 <= 10000' | wc -l)" 0
clean

# Each wait is counted once.
synthetic 'runq pid_t pid; u64 lat'
arm sched/sched_waking 'hist:keys=pid:ts=common_timestamp.usecs if comm == "t_queued"'
arm sched/sched_switch 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts:onmatch(sched.sched_waking).runq(next_pid,$lat)'
arm synthetic/runq 'hist:keys=pid'
pid=$($W t_queue queue 8 1 t_queued)
is "runqlat counts 8 wakeups of a task" "$(total synthetic/runq hitcount "pid: $pid }")" 8
clean

# cpudist
synthetic 'oncpu char comm[16]; u64 t'
arm sched/sched_switch 'hist:keys=next_pid:on=common_timestamp.usecs'
arm sched/sched_switch 'hist:keys=prev_pid:t=common_timestamp.usecs-$on:onmatch(sched.sched_switch).oncpu(prev_comm,$t)'
arm synthetic/oncpu 'hist:keys=comm,t.log2'
/tests/bin/prio fifo 1 $W t_burn burn 3 400 # or others would run in between
least "cpudist shows 3 times 400 ms on the CPU" "$(powers synthetic/oncpu t 17 't_burn ')" 3
clean

# offcputime
synthetic 'offcpu char comm[16]; unsigned long[] st; u64 d'
arm sched/sched_switch 'hist:keys=prev_pid:off=common_timestamp.usecs,st=common_stacktrace if prev_state != 0 && prev_state != 256'
arm sched/sched_switch 'hist:keys=next_pid:d=common_timestamp.usecs-$off,s=$st:onmatch(sched.sched_switch).offcpu(next_comm,$s,$d)'
arm synthetic/offcpu 'hist:keys=comm,st.stacktrace:vals=d:sort=d.descending'
$W t_sleep sleep 4 100
$W t_waker wake 3 100 t_woken
least "offcputime counts 4 sleeps by their stack" "$(total synthetic/offcpu hitcount 't_sleep .*nanosleep')" 4
least "offcputime adds up their time" "$(total synthetic/offcpu d 't_sleep .*nanosleep')" 250000
least "offcputime adds up the time that a reader waits" "$(total synthetic/offcpu d 't_woken .*pipe_read')" 200000
clean

# wakeuptime: like offcputime, but with the waker's name and stack
synthetic 'woke char comm[16]; char waker[16]; unsigned long[] st; u64 d'
arm sched/sched_switch 'hist:keys=prev_pid:off=common_timestamp.usecs if prev_state != 0 && prev_state != 256'
arm sched/sched_waking 'hist:keys=pid:w=common_stacktrace,wc=common_comm'
arm sched/sched_switch 'hist:keys=next_pid:d=common_timestamp.usecs-$off,s=$w,c=$wc:onmatch(sched.sched_switch).woke(next_comm,$c,$s,$d)'
arm synthetic/woke 'hist:keys=comm,waker,st.stacktrace:vals=d:sort=d.descending'
$W t_waker wake 3 100 t_woken
least "wakeuptime shows who wakes a task, and where" \
	"$(total synthetic/woke d 'comm: t_woken , waker: t_waker , .*pipe_write')" 200000
clean

# profile, on timer ticks
tick=irq_vectors/local_timer_entry only=
[ "$(uname -m)" != aarch64 ] || tick=irq/irq_handler_entry only=' if name == "arch_timer"'
arm $tick "hist:keys=common_pid.execname,common_stacktrace:sort=hitcount.descending$only"
$W t_burn burn 2 250
least "profile finds a task on the CPU" "$(total $tick hitcount 'common_pid: t_burn ')" 5
clean

# ---- interrupts

# sum FILE NAME: add up the numbers of all CPUs in the line of NAME.
sum() { awk -v name="$2" '$1 == name || $NF == name { for (i = 2; i <= NF && $i ~ /^[0-9]+$/; i++) n += $i } END { print n + 0 }' $1; }

# between NAME LEAST COUNT MOST: passes if COUNT is at least the kernel's hits while the
# histogram was armed (LEAST), and at most those in a somewhat longer time (MOST).
between() {
	if [ $2 -gt 0 -a $3 -ge $2 -a $3 -le $4 ]; then ok "$1"; else not_ok "$1: counted $3, the kernel $2 to $4"; fi
}

# hardirqs. The guest's results use a serial port.
if grep -q 'ttyS1$' /proc/interrupts; then
	synthetic 'irqd char[] name; u64 d'
	before=$(sum /proc/interrupts ttyS1)
	arm irq/irq_handler_entry 'hist:keys=common_cpu,irq:ts=common_timestamp.usecs,n=name'
	arm irq/irq_handler_exit 'hist:keys=common_cpu,irq:d=common_timestamp.usecs-$ts,m=$n:onmatch(irq.irq_handler_entry).irqd($m,$d)'
	arm synthetic/irqd 'hist:keys=name,d.log2'
	from=$(sum /proc/interrupts ttyS1)
	for i in 1 2 3 4 5 6 7 8 9; do
		echo "# a line through the serial port, number $i"
		usleep 20000
	done
	to=$(sum /proc/interrupts ttyS1)
	usleep 100000
	count=$(total synthetic/irqd hitcount 'name: ttyS1 ')
	after=$(sum /proc/interrupts ttyS1)
	between "hardirqs counts a port's interrupts as the kernel does" $((to - from)) $count $((after - before))
	clean
else
	skip "hardirqs: the serial port has no interrupt"
fi

# softirqs
synthetic 'sirqd u32 vec; u64 d'
before=$(sum /proc/softirqs NET_RX:)
arm irq/softirq_entry 'hist:keys=common_cpu,vec:ts=common_timestamp.usecs'
arm irq/softirq_exit 'hist:keys=common_cpu,vec:d=common_timestamp.usecs-$ts:onmatch(irq.softirq_entry).sirqd(vec,$d)'
arm synthetic/sirqd 'hist:keys=vec,d.log2'
from=$(sum /proc/softirqs NET_RX:)
$W t_udp udp 9 40
to=$(sum /proc/softirqs NET_RX:)
usleep 100000
count=$(total synthetic/sirqd hitcount 'vec: 3,')
after=$(sum /proc/softirqs NET_RX:)
between "softirqs counts those of received packets as the kernel does" $((to - from)) $count $((after - before))
clean

# stackcount
arm net/netif_rx 'hist:keys=common_stacktrace:sort=hitcount.descending'
arm net/netif_rx 'hist:keys=common_comm,common_stacktrace if common_comm == "t_udp"'
$W t_udp udp 9 30
least "stackcount shows where packets come from" "$(total net/netif_rx hitcount '\{ common_stacktrace: .*udp_sendmsg')" 30
# The replies of ICMP are counted as well, because no socket receives the packets.
is "stackcount counts the packets of a task" \
	"$(rows net/netif_rx 't_udp .*udp_sendmsg' | grep -v icmp | awk '{ n += $NF } END { print n }')" 30
clean

# ---- memory

# slabratetop. A pipe allocates twice; the second allocation is 16 pipe_buffers of
# 40 bytes.
arm kmem/kmalloc 'hist:keys=call_site.sym:vals=bytes_alloc:sort=bytes_alloc.descending'
arm kmem/kmalloc 'hist:keys=common_comm,call_site.sym if common_comm == "t_pipes"'
$W t_pipes pipes 50
least "slabratetop adds up bytes by caller" "$(total kmem/kmalloc bytes_alloc '\{ call_site: .*alloc_pipe_info')" 32000
is "slabratetop counts each allocation of a task" "$(total kmem/kmalloc hitcount 't_pipes .*alloc_pipe_info')" 100
clean

# memleak. An open FIFO allocates twice.
arm kmem/kmalloc 'hist:keys=ptr:st=common_stacktrace,b=bytes_alloc if common_comm == "t_leak" && call_site.function == alloc_pipe_info'
arm kmem/kfree 'hist:keys=ptr:onmatch(kmem.kmalloc).forget()'
mkfifo /tmp/leak1 /tmp/leak2 /tmp/leak3
echo -n t_leak >/proc/self/comm
exec 5<>/tmp/leak1 6<>/tmp/leak2 7<>/tmp/leak3
echo -n sh >/proc/self/comm
is "memleak shows what three FIFOs have allocated" "$(rows kmem/kmalloc | grep -c 'hitcount: 1$')" 6
exec 6>&-
is "memleak leaves out what was freed" "$(rows kmem/kmalloc | wc -l)" 4
exec 5>&- 7>&-
is "memleak shows nothing when all is freed" "$(rows kmem/kmalloc | wc -l) $(grep Dropped $E/kmem/kmalloc/hist | xargs)" "0 Dropped: 0"
rm -f /tmp/leak?
clean

# drsnoop. Requests more huge pages than fit into memory. The kernel counts a
# reclaim again if it restarts it.
stalls() { awk '/^allocstall/ { n += $2 } END { print n + 0 }' /proc/vmstat; }
synthetic 'dr char comm[16]; u64 d'
before=$(stalls)
arm vmscan/mm_vmscan_direct_reclaim_begin 'hist:keys=common_pid:ts=common_timestamp.usecs'
arm vmscan/mm_vmscan_direct_reclaim_end 'hist:keys=common_pid:d=common_timestamp.usecs-$ts:onmatch(vmscan.mm_vmscan_direct_reclaim_begin).dr(common_comm,$d)'
arm synthetic/dr 'hist:keys=comm:vals=d'
(echo -n t_hugepages >/proc/self/comm; echo 4096 >/proc/sys/vm/nr_hugepages)
echo 0 >/proc/sys/vm/nr_hugepages
count=$(total synthetic/dr hitcount)
after=$(stalls)
least "drsnoop shows whose allocations reclaim memory" "$(total synthetic/dr hitcount 'comm: t_hugepages ')" 1
between "drsnoop counts direct reclaims that the kernel does" 1 $count $((after - before))
clean

# oomkill. The kernel's log would have a call trace, which the host would report.
G=/tmp/cgroup
mkdir $G
mount -t cgroup2 none $G
echo +memory >$G/cgroup.subtree_control
mkdir $G/small
echo 16M >$G/small/memory.max
arm oom/mark_victim 'hist:keys=pid'
loud=$(cat /proc/sys/kernel/printk)
echo 1 >/proc/sys/kernel/printk
(echo 0 >$G/small/cgroup.procs; exec $W t_hog touch 100) &
hog=$!
wait $hog 2>/dev/null
echo "$loud" >/proc/sys/kernel/printk
is "oomkill shows the victim" "$(rows oom/mark_victim)" " { pid: $hog } hitcount: 1"
clean
rmdir $G/small
umount $G

# ---- locks

# klockstat. One task holds the lock of a file while the page that it writes from is
# not served; another task wants to write as well.
if has_event lock/contention_begin klockstat; then
	synthetic 'lk unsigned long[] st; u64 w'
	arm lock/contention_begin 'hist:keys=common_pid,lock_addr:ts=common_timestamp.usecs,s=common_stacktrace'
	arm lock/contention_end 'hist:keys=common_pid,lock_addr:w=common_timestamp.usecs-$ts,t=$s:onmatch(lock.contention_begin).lk($t,$w)'
	arm synthetic/lk 'hist:keys=st.stacktrace:vals=w:sort=w.descending'
	$W t_lock slowwrite 400 /tmp/file
	least "klockstat shows where a task waits for a lock" "$(total synthetic/lk w 'file_write_iter')" 65536
	clean
fi
