# SPDX-License-Identifier: GPL-2.0
# Runs in the guest of tests/bench/bpf, with -icount shift=0: a nanosecond is an instruction.
# Prints lines `NAME|FORM|VALUE`: what our tree adds to a hit (the form "ours"), and what
# programs of bpftrace add.
. /tests/bench/measures.sh

for dir in dev proc sys tests; do mount -o rbind /$dir /bpf/$dir; done
echo local >$H/trace_clock
echo "bpftrace: $(chroot /bpf /usr/bin/bpftrace --version)"

# during PROGRAM COMMAND...: run a command while bpftrace runs the program. Fails if the
# program does not run, or if its maps are empty afterwards and $name does not say that its
# filter rejects.
during() {
	local pid status=0 out=/tmp/bpftrace
	chroot /bpf /usr/bin/bpftrace -e "$1" >$out 2>&1 &
	pid=$!
	shift
	# It also sleeps while it attaches its probes, but not for two seconds.
	asleep $pid && sleep 2 && asleep $pid && "$@" || status=1
	kill -INT $pid 2>/dev/null
	wait $pid || status=1
	case $name in *rejects) ;; *) grep -q '^@' $out || status=1 ;; esac
	[ $status = 0 ] || { sed 's/^/# bpftrace: /' $out >&2; return 1; }
}

# by FORM BASE COMMAND PROGRAM: print what a program adds to the nanoseconds BASE that
# COMMAND prints without it.
by() {
	local with
	with=$(during "$4" $3) || with=
	echo "$name|$1|$([ -z "$with" ] && echo - || echo $(((with - $2 + COUNT / 2) / COUNT)))"
}

# hit NAME EVENT OPTIONS TRIGGER TP RAW: hits of an event. TP and RAW are programs of
# bpftrace for the tracepoint and for the raw tracepoint, without the probe.
hit() {
	local name=$1 base
	echo "$name|ours|$(added $H $2 "$4" "$3")"
	base=$(empty $2 "$3")
	by tracepoint $base "fired $2 $3" "tracepoint:${2%/*}:${2#*/} $5"
	by raw $base "fired $2 $3" "rawtracepoint:${2#*/} $6"
}
# The first round makes the entries, and what is known about stacks.
fired() { ns "$@" >/dev/null && ns "$@"; }

# call NAME OURS BASE [FORM PROGRAM]...: what a call adds. OURS is what our tree adds, BASE
# the command that prints the nanoseconds of the calls.
call() {
	local name=$1 run=$3 base
	echo "$name|ours|$2"
	shift 3
	base=$($run)
	while [ $# -gt 0 ]; do
		by $1 $base $run "$2"
		shift 2
	done
}

E=raw_syscalls/sys_enter
hit "sys_enter, calls by number" $E base=39 hist:keys=id '{ @[args.id] = count(); }' '{ @[arg1] = count(); }'
hit "sys_enter, log2 of the number" $E base=39 hist:keys=id.log2 '{ @ = hist(args.id); }' '{ @ = hist(arg1); }'
hit "sys_enter, comm" $E base=39 hist:keys=common_comm '{ @[comm] = count(); }' '{ @[comm] = count(); }'
hit "sys_enter, pid with comm, number" $E base=39 hist:keys=common_pid.execname,id \
	'{ @[pid, comm, args.id] = count(); }' '{ @[pid, comm, arg1] = count(); }'
hit "sys_enter, number == 5000 rejects" $E base=39 'hist:keys=id if id == 5000' \
	'/args.id == 5000/ { @[args.id] = count(); }' '/arg1 == 5000/ { @[arg1] = count(); }'
hit "sys_enter, comm == sshd rejects" $E base=39 'hist:keys=id if comm == "sshd"' \
	'/comm == "sshd"/ { @[args.id] = count(); }' '/comm == "sshd"/ { @[arg1] = count(); }'
hit "sys_enter, distribution of numbers by pid" $E base=39 hist:keys=common_pid:vals=id.dist \
	'{ @[pid] = hist(args.id); }' '{ @[pid] = hist(arg1); }'
hit "sys_enter, mean and maximum by pid" $E base=39 hist:keys=common_pid:vals=id.avg,id.max \
	'{ @a[pid] = avg(args.id); @m[pid] = max(args.id); }' '{ @a[pid] = avg(arg1); @m[pid] = max(arg1); }'
hit "sys_enter, kernel stack" $E base=39 hist:keys=common_stacktrace \
	'{ @[kstack] = count(); }' '{ @[kstack] = count(); }'
hit "kmalloc, hits and two sums by caller" kmem/kmalloc base=4096 \
	hist:keys=call_site:vals=bytes_req,bytes_alloc \
	'{ @[args.call_site] = count(); @r[args.call_site] = sum(args.bytes_req); @a[args.call_site] = sum(args.bytes_alloc); }' \
	'{ @[arg0] = count(); @r[arg0] = sum(arg2); @a[arg0] = sum(arg3); }'
hit "kmalloc, bytes_req == 7 rejects" kmem/kmalloc base=4096 'hist:keys=call_site if bytes_req == 7' \
	'/args.bytes_req == 7/ { @[args.call_site] = count(); }' '/arg2 == 7/ { @[arg0] = count(); }'
hit "sched_switch, next pid" sched/sched_switch base=4096 hist:keys=next_pid \
	'{ @[args.next_pid] = count(); }' '{ @[((struct task_struct *)arg2)->pid] = count(); }'
hit "sched_switch, next comm" sched/sched_switch base=4096 hist:keys=next_comm \
	'{ @[args.next_comm] = count(); }' '{ @[((struct task_struct *)arg2)->comm] = count(); }'

name="kmalloc and the kfree that deletes its entry"
echo "$name|ours|$(forgotten $H)"
for event in kmalloc kfree; do echo "probe kmem $event" >$F; done
base=$(allocated)
for event in kmalloc kfree; do echo "unprobe kmem $event" >$F; done
# The system's own allocations keep the map from being empty.
by tracepoint $base allocated 'tracepoint:kmem:kmalloc { @[args.ptr] = args.bytes_alloc; }
	tracepoint:kmem:kfree { delete(@[args.ptr]); }'
by raw $base allocated 'rawtracepoint:kmalloc { @[arg1] = arg3; } rawtracepoint:kfree { delete(@[arg1]); }'

name="wakeup latency, log2 by pid and priority"
echo "$name|ours|$(chain $H)"
for event in sched_waking sched_switch; do echo "probe sched $event" >$F; done
base=$(pair)
for event in sched_waking sched_switch; do echo "unprobe sched $event" >$F; done
by tracepoint $base pair 'tracepoint:sched:sched_waking { @s[args.pid] = nsecs; }
	tracepoint:sched:sched_switch /@s[args.next_pid]/ {
		@[args.next_pid, args.next_prio] = hist((nsecs - @s[args.next_pid]) / 1000);
		delete(@s[args.next_pid]); }'
by raw $base pair 'rawtracepoint:sched_waking { @s[((struct task_struct *)arg0)->pid] = nsecs; }
	rawtracepoint:sched_switch {
		$t = (struct task_struct *)arg2; $pid = $t->pid; $s = @s[$pid];
		if ($s) { @[$pid, $t->prio] = hist((nsecs - $s) / 1000); delete(@s[$pid]); } }'

# getppid() calls this function once. BTF lacks that of the system call itself.
CALLED=__task_pid_nr_ns
f=$CALLED
call "function entry, by its argument" "$(in_kernel $H p 'a=$arg1' hist:keys=a)" calls \
	kprobe "kprobe:$f { @[arg0] = count(); }" fentry "fentry:$f { @[args.task] = count(); }"
call "function return, by its value" "$(in_kernel $H r 'r=$retval:s32' hist:keys=r)" calls \
	kretprobe "kretprobe:$f { @[retval] = count(); }" fexit "fexit:$f { @[retval] = count(); }"
call "how long a function takes, log2" "$(timed $H)" calls \
	kprobe+kretprobe "kprobe:$f { @s[tid] = nsecs; }
		kretprobe:$f /@s[tid]/ { @ = hist(nsecs - @s[tid]); delete(@s[tid]); }" \
	fentry+fexit "fentry:$f { @s[tid] = nsecs; }
		fexit:$f /@s[tid]/ { @ = hist(nsecs - @s[tid]); delete(@s[tid]); }"
call "function of a program, by its argument" "$(probed $H p a=$ARG1 hist:keys=a)" probed_calls \
	uprobe 'uprobe:/tests/bin/uprobed:probed_add { @[arg0] = count(); }'
call "return to a program, by its value" "$(probed $H r 'r=$retval' hist:keys=r)" probed_calls \
	uretprobe 'uretprobe:/tests/bin/uprobed:probed_add { @[retval] = count(); }'

name="user stack of 13 frames"
CALLER="/tests/bin/userstack time $COUNT 10"
echo "$name|ours|$(called $H sys_enter_getppid hist:keys=common_ustacktrace)"
echo "probe raw_syscalls sys_enter" >$F
base=$(calls)
echo "unprobe raw_syscalls sys_enter" >$F
by tracepoint $base calls 'tracepoint:syscalls:sys_enter_getppid { @[ustack] = count(); }'
by raw $base calls "rawtracepoint:sys_enter /arg1 == $GETPPID/ { @[ustack] = count(); }"
