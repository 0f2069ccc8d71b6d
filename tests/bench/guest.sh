# SPDX-License-Identifier: GPL-2.0
# Runs in the guest, with -icount shift=0: a nanosecond is an instruction. Prints
# lines `NAME|SIDE|VALUE`; VALUE is - if the side lacks the feature.
. /tests/bench/measures.sh

# several NUMBER: print so many histograms of the same key, which differ in their order.
several() {
	for sort in hitcount id id.descending hitcount.descending hitcount,id id,hitcount \
		hitcount.descending,id id.descending,hitcount; do
		echo "hist:keys=id:sort=$sort"
	done | head -n $1
}

# These must be the first after boot.
both "first probe after boot, million instructions" first_probe
both "first trace after boot of vfs_*, million instructions" first_function
for d in $T $H; do echo local >$d/trace_clock; done
grep -v '^#' /tests/bench/rows | while IFS='|' read -r name event trigger options _; do
	case $trigger in
	*hist:*) both "${name% }" added "$(echo $event)" "$(echo "$trigger" | sed 's/^ *//; s/ *$//')" "$options" ;;
	*) both "${name% }" recorded "$(echo $event)" "$options" ;;
	esac
done
for n in 2 4 8; do
	both "sys_enter, triggers: $n" added raw_syscalls/sys_enter "$(several $n)" base=39
done
both "full table of 2,048, a new key" full hist:keys=id 2048
both "full table of 2,048, a new pair" full hist:keys=id,common_pid 2048
both "full table of 131,072, a new pair" full hist:keys=id,common_pid 131072
# A stamp switches the clock of the kernel's tree, so local is the last.
for clock in counter x86-tsc boot mono global local; do
	both "sys_enter, a stamp by $clock" added raw_syscalls/sys_enter \
		"hist:keys=id:ts0=common_timestamp:clock=$clock" base=39
done
both "getppid(), its sys_enter event" called sys_enter_getppid hist:keys=__syscall_nr
both "getppid(), another call's event" called sys_enter_openat hist:keys=__syscall_nr
both "synthetic event, three numbers" synthetic "u64 lat; pid_t pid; int prio" \
	"100 200 120" hist:keys=pid
both "synthetic event, two strings" synthetic "char a[16]; char b[]; int c" \
	'"sshd "systemd 120' hist:keys=c
both "entry of a function, keys=a" in_kernel p 'a=$arg1' hist:keys=a
both "entry of a function by f:, keys=a" in_kernel f 'a=$arg1' hist:keys=a
both "return of a function, keys=r" in_kernel r 'r=$retval:s32' hist:keys=r
both "time that a function takes" timed
both "call of a function recorded" traced '*_sys_getppid'
both "call of one of 100 functions recorded" traced '*_sys_getppid vfs_*'
both "call of a function, keys=ip" traced '*_sys_getppid' hist:keys=ip
both "call of a function, keys=ip.sym" traced '*_sys_getppid' hist:keys=ip.sym
both "call of a function, keys=common_pid" traced '*_sys_getppid' hist:keys=common_pid
both "call of a function, a filter rejects" traced '*_sys_getppid' 'hist:keys=ip if parent_ip == 5'
both "call of a function, keys=stacktrace" traced '*_sys_getppid' hist:keys=stacktrace
both "call of a function graphed" graphed '*_sys_getppid'
both "call of one of 100 functions graphed" graphed '*_sys_getppid vfs_*'
both "return of a function by its event, keys=func" traced '*_sys_getppid' \
	hist:keys=func:vals=duration funcgraph_exit
both "function of a program, keys=a" probed p a=$ARG1 hist:keys=a
both "function of a program, keys=comm" probed p 'comm=$comm' hist:keys=comm
both "return to a program, keys=r" probed r 'r=$retval' hist:keys=r
both "sys_enter_getppid, a user stack of 13 frames" called_deep 10 hist:keys=common_ustacktrace
both "a sample, its timer included, keys=__probe_ip" sampled hist:keys=__probe_ip:size=131072
both "a sample, its timer included, keys=common_stacktrace" sampled hist:keys=common_stacktrace
both_two inserted "100,000 keys, insert" "100,000 keys, hit"
both "wakeup latency, all of it" chain
both "kmalloc and the kfree that forgets it" forgotten
both "reading 2,048 entries, each" reading 2048
both "reading 131,072 entries, each" reading 131072
both "reading 2,048 entries as JSON, each" reading 2048 hist_json
both "reading 131,072 entries as JSON, each" reading 131072 hist_json
for file in trace trace_pipe per_cpu/cpu0/trace_pipe_raw; do
	both "100,000 records by ${file##*/}, each" reading_records $file 100000
done
for kb in 64 128 256; do
	both "lost of 200,000 records, $kb KB" lost $kb
done
both_two walking "walking the tree, first, each" "walking the tree, again, each"
for file in tracing_on events/power/cpu_frequency/id events/power/cpu_frequency/trigger; do
	both "opening and reading ${file##*/}" opening $file
done
