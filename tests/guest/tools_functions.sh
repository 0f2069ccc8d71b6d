# SPDX-License-Identifier: GPL-2.0
# What well-known tracing tools do with probes, and with calls and returns of
# functions.
# guest: timeout=120 modules=-loop,-null_blk
. /tests/guest/lib.sh
. /tests/guest/parts/tools.sh
quick_rcu
patient

[ -e $T/available_filter_functions ] || skip_all "this kernel cannot trace functions one by one"
printf '%5000s' x >/tmp/known_file

# ---- calls

# funccount
echo 'vfs_*' >$H/set_ftrace_filter
arm ftrace/function 'hist:keys=ip.sym:sort=hitcount.descending'
arm ftrace/function 'hist:keys=common_comm,ip.sym if common_comm == "t_read"'
$W t_read call 2 sync
$W t_read call 33 read-folder
least "funccount counts functions by a pattern" "$(total ftrace/function hitcount '\{ ip: .* vfs_read ')" 33
is "funccount counts the calls of a task" "$(total ftrace/function hitcount 't_read .* vfs_read ')" 33
is "funccount counts only functions of the pattern" "$(rows ftrace/function | grep -vc '\] vfs_')" 0
clean
echo >$H/set_ftrace_filter

# stackcount of a function
echo vfs_read >$H/set_ftrace_filter
arm ftrace/function 'hist:keys=common_comm,common_stacktrace if common_comm == "t_read"'
$W t_read call 21 read-folder
is "stackcount shows where a function is called from" \
	"$(total ftrace/function hitcount 't_read .*vfs_read.*ksys_read')" 21
clean
echo >$H/set_ftrace_filter

# argdist
dynamic 'p:tcp/tx tcp_sendmsg size=$arg3:u64'
arm tcp/tx 'hist:keys=common_comm,size.log2'
$W t_tcp tcp 7201 1 7 1000 0 >/dev/null
$W t_tcp tcp 7202 1 3 5000 0 >/dev/null
is "argdist shows sizes that a task sends" "$(rows tcp/tx 't_tcp ' | sort)" \
" { common_comm: t_tcp , size: ~ 2^10 } hitcount: 14
 { common_comm: t_tcp , size: ~ 2^13 } hitcount: 6"
clean
dynamic 'r:vfs/rd vfs_read ret=$retval:s64'
arm vfs/rd 'hist:keys=ret if ret < 0'
$W t_read call 13 read-folder
$W t_read call 12 read-unreadable
is "argdist counts results" "$(rows vfs/rd '(-21|-9|18446744073709551595|18446744073709551607) }' | sed 's/.*hitcount: //' | sort | xargs)" "12 13"
is "argdist leaves out results that the filter does" "$(rows vfs/rd '\{ ret: [0-9]{1,18} }')" ""
clean

# trace
dynamic 'p:my/open do_sys_openat2 f=+0($arg2):ustring'
echo 'f ~ "*known*"' >$E/my/open/filter
record my/open
$W t_open open 4 /tmp/known_file >/dev/null
$W t_open open 3 /etc/passwd >/dev/null
is "trace prints calls with their arguments" "$(lines open | grep -o 't_open-.*\|f=.*' | grep -o 'f=.*')" \
'f="/tmp/known_file"
f="/tmp/known_file"
f="/tmp/known_file"
f="/tmp/known_file"'
clean

# capable. A user without capabilities asks for CAP_SYS_CHROOT.
dynamic 'p:cap/able cap_capable cap=$arg3:s32'
arm cap/able 'hist:keys=common_comm,cap'
/tests/bin/as 1 1 $W t_cap call 14 chroot
is "capable counts what a task asks for" "$(rows cap/able 't_cap ')" " { common_comm: t_cap , cap: 18 } hitcount: 14"
clean
if has_event capability/cap_capable "capable by tracepoint"; then
	arm capability/cap_capable 'hist:keys=common_comm,cap'
	/tests/bin/as 1 1 $W t_cap call 15 chroot
	is "capable counts the same by the kernel's event" "$(rows capability/cap_capable 't_cap ')" \
		" { common_comm: t_cap , cap: 18 } hitcount: 15"
	clean
fi

# ---- returns

# funclatency, funcslower
dynamic 'f:fl/rd vfs_read%return d=$duration'
arm fl/rd 'hist:keys=d.log2'
arm fl/rd 'hist:keys=common_comm,d.log2 if common_comm == "t_slow"'
echo 'd > 1000000' >$E/fl/rd/filter
record fl/rd
arm fl/rd 'stacktrace if d > 1000000'
$W t_slow slowread 3 200 /tmp/known_file
least "funclatency shows 3 calls that take 67 ms or more" "$(powers fl/rd d 27 '\{ d: ')" 3
is "funclatency counts the slow calls of a task" "$(powers fl/rd d 27 't_slow ')" 3
is "funcslower prints slow calls" "$(lines rd | grep -c '^ *t_slow-.* d=[0-9]\{8,\}$')" 3
is "funcslower prints only slow calls" "$(lines rd | sed 's/.* d=//' | awk '$1 <= 1000000' | wc -l)" 0
is "funcslower prints a stack of each" "$(grep -c 't_slow-.*<stack trace>' $H/trace)" 3
clean

# ---- files

# ext4dist, fileslower
truncate -s 16M /tmp/disk
if [ -b /dev/loop0 ] && mke2fs -F /tmp/disk >/dev/null 2>&1 && mkdir /tmp/ext4 &&
	losetup /dev/loop0 /tmp/disk && mount -t ext4 /dev/loop0 /tmp/ext4 2>/dev/null; then
	cp /tmp/known_file /tmp/ext4
	dynamic 'f:fs/rd ext4_file_read_iter%return d=$duration'
	arm fs/rd 'hist:keys=d.log2'
	echo 'd > 10000000' >$E/fs/rd/filter
	record fs/rd
	$W t_read read 22 100 /tmp/ext4/known_file
	$W t_slow slowread 2 200 /tmp/ext4/known_file
	is "ext4dist counts reads of files" "$(total fs/rd hitcount)" 24
	least "ext4dist shows that 2 are slow" "$(powers fs/rd d 27)" 2
	least "fileslower prints slow reads" "$(lines rd | grep -c '^ *t_slow-')" 2
	clean

	umount /tmp/ext4
	losetup -d /dev/loop0
else
	skip "ext4dist: no such file system"
fi

# filetop
dynamic 'f:f/rd vfs_read name=file->f_path.dentry->d_name.name:string n=count'
arm f/rd 'hist:keys=common_comm,name:vals=n:sort=n.descending'
$W t_read read 9 4096 /tmp/known_file
$W t_read read 6 10 /etc/passwd
is "filetop adds up what tasks read, by files" "$(rows f/rd 't_read ')" \
" { common_comm: t_read , name: known_file } hitcount: 9 n: 36864
 { common_comm: t_read , name: passwd } hitcount: 6 n: 60"
clean

# cachestat. Pages of ramfs stay in the page cache. On kernels without folios,
# folio_mark_accessed() is called mark_page_accessed().
mkdir /tmp/ramfs
mount -t ramfs none /tmp/ramfs
arm filemap/mm_filemap_add_to_page_cache 'hist:keys=common_pid.execname'
dd if=/dev/zero of=/tmp/ramfs/file bs=4096 count=64 2>/dev/null
is "cachestat counts pages that are missing" \
	"$(rows filemap/mm_filemap_add_to_page_cache 'common_pid: dd \[' | sed 's/.*hitcount: //')" 64
clean
touched=folio_mark_accessed
grep -qx $touched $T/available_filter_functions || touched=mark_page_accessed
echo $touched >$H/set_ftrace_filter
arm ftrace/function 'hist:keys=ip.sym'
arm ftrace/function 'hist:keys=common_comm,common_stacktrace if common_comm == "t_read"'
$W t_read read 10 4096 /tmp/ramfs/file
least "cachestat counts pages that are found" "$(total ftrace/function hitcount "\{ ip: .* $touched ")" 10
# Some kernels access one of the pages twice.
found() { total ftrace/function hitcount "t_read .*vfs_read"; }
few=$(found)
$W t_read read 50 4096 /tmp/ramfs/file
is "cachestat counts those that a task finds" $(($(found) - few - few)) 40
clean
echo >$H/set_ftrace_filter
umount /tmp/ramfs

# runqlen
dynamic 't:rq/nr sched_update_nr_running_tp cpu=rq->cpu n=rq->nr_running'
arm rq/nr 'hist:keys=cpu,n'
$W t_many runnable 6 50
least "runqlen shows that 6 tasks want a CPU at once" \
	"$(rows rq/nr | sed -n 's/.*cpu: 0, n: \([0-9]*\) }.*/\1/p' | sort -n | tail -n 1)" 6
clean
