# SPDX-License-Identifier: GPL-2.0
# Recipes about functions, files, disks and the network, each with work whose result
# is known. Recipes for the same work run in parallel.
# guest: timeout=200 modules=-loop,-null_blk
. /tests/guest/lib.sh
. /tests/guest/parts/histrig.sh
quick_rcu
patient

# ---- functions

[ -e /sys/kernel/btf/vmlinux ] || skip_all "this kernel has no BTF, which recipes about files need"
[ -e $T/available_filter_functions ] || skip_all "this kernel cannot trace functions one by one"
printf '%5000s' x >/tmp/known_file

# Run alone, because 5.10 cannot walk a stack through a function whose return is
# probed.
begin stackcount stackcount vfs_read comm=t_read
$W t_read call 33 read-folder
answers
is "stackcount counts calls of a task by their stack" "$(rows stackcount '^[0-9]+$')" 33
least "stackcount shows where a function is called from" "$(rows stackcount '^ksys_read$' | wc -l)" 1

begin funccount funccount 'vfs_*' comm=t_read
begin vfsstat vfsstat
begin argdist argdist vfs_read count 'filter=common_comm == "t_sizes"'
begin results argdist vfs_read%return '$retval:s64' 'filter=common_comm == "t_read"'
begin trace trace vfs_read 'values=count name=file->f_path.dentry->d_name.name:string' 'filter=name ~ "*known*"'
begin funclatency funclatency vfs_read comm=t_slow
begin funcslower funcslower vfs_read us=67000
begin fileslower fileslower ms=67
begin filetop filetop top=100
$W t_read call 33 read-folder
$W t_sizes read 9 300 /tmp/known_file
$W t_sizes read 4 1000 /tmp/known_file
$W t_slow slowread 3 200 /tmp/known_file
$W t_end read 4 4000 /tmp/known_file
$W t_zero slowread 2 200 /dev/zero
answers
is "funccount counts the calls of a task" "$(rows funccount '^vfs_read ')" "vfs_read 33"
is "funccount counts only functions of the pattern" "$(rows funccount '^[a-z_0-9]+ [0-9]+$' | grep -vc '^vfs_')" 0
least "vfsstat counts reads" "$(column vfsstat 2 '^vfs_read ')" 46
is "argdist counts sizes" "$(rows argdist '^(300|1000) ' | sort)" "1000 4
300 9"
is "argdist counts results with their sign" "$(rows results '^-21 ')" "-21 33"
is "trace prints calls with their arguments" "$(rows trace 'call: .* count=1000 name="known_file"$' | wc -l)" 4
is "trace leaves out calls that the filter does" "$(rows trace 'call: ' | grep -vc known_file)" 0
least "funclatency shows 3 calls that take 67 ms or more" "$(bars funclatency 67000000)" 3
is "funclatency shows the average and more by function" "$(rows funclatency '^vfs_read [0-9]+ [0-9]+( [0-9]+( \[[0-9]+, [0-9]+\])?){2} [0-9]+$' | wc -l)" 1
is "funcslower prints slow calls" "$(rows funcslower 't_slow-.* slow: .* ns=[0-9]{8,}$' | wc -l)" 3
is "fileslower prints slow reads" "$(rows fileslower 't_slow-.* slow_read: ns=[0-9]+ file=known_file bytes=4096$' | wc -l)" 3
is "filetop adds up what tasks read, by file" "$(rows filetop '^t_sizes known_file ')" "t_sizes known_file 13 6700"
is "filetop says what is read and what is written" "$(rows filetop 'bytes (read|written)' | wc -l)" 2
is "filetop adds up what is read, not what is asked for" "$(rows filetop '^t_end known_file ')" "t_end known_file 2 5000"
is "filetop and fileslower leave out what is no regular file" "$(rows filetop '^t_zero zero ')$(rows fileslower 't_zero-')" ""

mkdir /tmp/ramfs
mount -t ramfs none /tmp/ramfs
begin cachestat cachestat
dd if=/dev/zero of=/tmp/ramfs/file bs=4096 count=64 2>/dev/null
$W t_read read 50 4096 /tmp/ramfs/file
answers
umount /tmp/ramfs
least "cachestat counts pages that are found" "$(column cachestat -1 '^(folio_)?mark(_page)?_accessed ')" 50
is "cachestat shows as many tasks as the user wants" "$($histrig show cachestat top=5 | grep -c ':top=5')" 1
is "cachestat counts pages that a task misses" "$(rows cachestat '^dd ' | sed 's/.* //')" 64

# ---- disks

says "xfsdist says that the module xfs is not loaded" "the module xfs is not loaded" xfsdist
truncate -s 16M /tmp/disk
if [ -b /dev/loop0 ] && mke2fs -F /tmp/disk >/dev/null 2>&1 && mkdir /tmp/ext4 &&
	losetup /dev/loop0 /tmp/disk && mount -t ext4 /dev/loop0 /tmp/ext4 2>/dev/null; then
	cp /tmp/known_file /tmp/ext4
	begin ext4dist ext4dist
	begin ext4slower ext4slower ms=67
	$W t_read read 22 100 /tmp/ext4/known_file
	$W t_slow slowread 2 200 /tmp/ext4/known_file
	/tests/bin/oddwork t_aio aio 2 512 /tmp/ext4/known_file
	answers
	is "ext4dist counts reads of files, but no calls that only start one" "$(bars ext4dist 0)" 24
	least "ext4dist shows that 2 are slow" "$(bars ext4dist 67000000)" 2
	is "ext4slower prints slow reads" "$(rows ext4slower 't_slow-.* ext4_read: ns=[0-9]+ file=known_file bytes=4096$' | wc -l)" 2
	is "ext4dist says which picture is of reads" "$(rows ext4dist 'a (read|write) took' | grep -c read)" 1
	umount /tmp/ext4
	losetup -d /dev/loop0
else
	skip "ext4dist, ext4slower: no such file system"
fi

if [ -b /dev/loop0 ] && losetup /dev/loop0 /tmp/disk; then
	begin biolatency biolatency
	begin biosnoop biosnoop
	echo 'hist:keys=rwbs' >$H/events/block/block_rq_issue/trigger
	/tests/bin/oddwork t_dsync dsync 5 4096 /dev/loop0
	cat $H/events/block/block_rq_issue/hist >/tmp/issued
	echo '!hist:keys=rwbs' >$H/events/block/block_rq_issue/trigger
	answers
	losetup -d /dev/loop0
	flushes=$(sed -n 's/.* rwbs: FF *}.*: *//p' /tmp/issued)
	least "the disk has flushes" "$flushes" 5
	is "biosnoop prints each flush" "$(rows biosnoop ' major=7 minor=0 sector=0 bytes=0 us=' | wc -l)" "$flushes"
	is "biolatency counts all requests, flushes among them" "$(bars biolatency 0 'device = 7:0$')" "$(awk '/Hits:/ { print $2 }' /tmp/issued)"
else
	skip "biolatency, biosnoop: no loop device"
fi

histrig-load -r null_blk 2>/dev/null
if histrig-load null_blk irqmode=2 completion_nsec=50000000 && within 5 [ -b /dev/nullb0 ]; then
	N=/dev/nullb0
	# With a scheduler, a kernel thread may issue the requests, so use none.
	echo none >/sys/block/nullb0/queue/scheduler
	dev=$(cat /sys/block/nullb0/dev)
	begin biolatency biolatency
	begin biosnoop biosnoop us=16384
	begin biotop biotop
	begin bitesize bitesize
	$W t_direct direct 5 4096 $N
	$W t_direct direct 4 65536 $N
	answers
	is "biolatency counts requests of a device, which take 16 ms or more" "$(bars biolatency 16385 "device = $dev$")" 9
	is "biosnoop prints each request" "$(rows biosnoop 'request: comm=t_direct ' | sed 's/.* \(sector=[0-9]* bytes=[0-9]*\) .*/\1/' | head -n 2)" \
"sector=0 bytes=4096
sector=2048 bytes=4096"
	is "biosnoop prints the disk's numbers" "$(rows biosnoop 'request: comm=t_direct ' | sed -n '1s/.* major=\([0-9]*\) minor=\([0-9]*\) .*/\1:\2/p')" $dev
	is "biosnoop prints all 9 requests" "$(rows biosnoop 'request: comm=t_direct ' | wc -l)" 9
	is "biotop adds up bytes" "$(rows biotop "^t_direct [0-9]+ $dev " | awk '{ n += $5 } END { print n }')" 282624
	is "bitesize shows their sizes" "$(bars bitesize 32769 'comm = t_direct'),$(bars bitesize 0 'comm = t_direct')" 4,9
	# Once in 20 ms, the driver lets 40 kB pass, and returns other requests to the queue: the second
	# one of each read.
	mount -t configfs none /sys/kernel/config
	slow=/sys/kernel/config/nullb/slow
	# Older kernels number the device.
	slow_disk() { ls -d /sys/block/slow /sys/block/nullb1 2>/dev/null | grep .; }
	if mkdir $slow && echo 2 >$slow/mbps && echo 0 >$slow/irqmode && echo 1 >$slow/power && within 5 slow_disk >/dev/null; then
		disk=$(slow_disk)
		echo none >$disk/queue/scheduler
		echo 32 >$disk/queue/max_sectors_kb
		begin biotop biotop
		begin bitesize bitesize
		echo 'hist:keys=dev' >$H/events/block/block_rq_requeue/trigger
		$W t_direct direct 9 65536 /dev/${disk##*/}
		again=$(awk '/Hits:/ { print $2 }' $H/events/block/block_rq_requeue/hist)
		echo '!hist:keys=dev' >$H/events/block/block_rq_requeue/trigger
		answers
		least "the driver returns requests to the queue" "$again" 1
		is "biotop counts a request once that the driver has returned" "$(rows biotop " $(cat $disk/dev) " | awk '{ n += $4; bytes += $5 } END { print n, bytes }')" "18 589824"
		is "bitesize counts it once, too" "$(bars bitesize 16385)" 18
	else
		skip "biotop, bitesize: no device that returns requests to the queue"
	fi
	rmdir $slow
	umount /sys/kernel/config
	histrig-load -r null_blk
else
	skip "biolatency, biosnoop, biotop, bitesize: no block device"
fi

# ---- the network, over loopback

if grep -q 'field:.* reason;' $H/events/skb/kfree_skb/format; then
	begin tcpdrop tcpdrop
else
	says "tcpdrop says what this kernel lacks" "does not record why it drops packets" tcpdrop
fi
begin tcpconnect tcpconnect
begin tcpaccept tcpaccept
begin tcplife tcplife
begin tcpstates tcpstates port=7101
begin tcpconnlat tcpconnlat
begin tcpretrans tcpretrans
begin tcprtt tcprtt port=7105
begin tcptop tcptop
$W t_tcp tcp 7101 6 1 100 0 >/dev/null
$W t_life tcp 7103 3 5 1000 100 >/dev/null
$W t_backlog backlog 7104
$W t_rtt tcp 7105 1 10 500 0 >/dev/null
$W t_udp udp 9 25
! grep -q . /proc/net/if_inet6 2>/dev/null || /tests/bin/tcppieces 7107
mptcp=$(cat /proc/sys/net/mptcp/enabled 2>/dev/null)
[ "$mptcp" != 1 ] || /tests/bin/oddwork t_mptcp mptcp 7108 4
full=$($W t_full fill 7106)
$W t_unread unread 7
lives() { [ $(rows tcplife 'life: sport=7103 ' | wc -l) = 3 ]; }
check "tcplife prints the ends that close last, too" within 10 lives
answers
is "tcpconnect counts 6 connections to a port" "$(rows tcpconnect '^t_tcp 127.0.0.1 [0-9a-f:.]+ 7101 ' | sed 's/.* //')" 6
is "tcpaccept counts 6 connections of a port" "$(rows tcpaccept '^127.0.0.1 7101 ')" "127.0.0.1 7101 6"
if [ "$mptcp" = 1 ]; then
	is "tcpconnect counts MPTCP connections once" "$(rows tcpconnect ' 7108 ' | sed 's/.* //')" 4
	is "tcpaccept counts MPTCP connections once" "$(rows tcpaccept ' 7108 ' | sed 's/.* //')" 4
	is "tcpconnlat counts MPTCP connections once" "$(bars tcpconnlat 0 'port = 7108')" 4
	is "tcplife prints MPTCP connections once" "$(rows tcplife ' dport=7108 ' | wc -l)" 4
else
	skip "tcpconnect, tcpaccept, tcpconnlat, tcplife count MPTCP connections once: this kernel has no MPTCP"
fi
! grep -q . /proc/net/if_inet6 2>/dev/null ||
	is "tcpaccept shows the address of an IPv6 connection" "$(rows tcpaccept ' 7107 ')" "::1 7107 1"
is "tcplife prints the bytes of connections" "$(rows tcplife 'life: sport=[0-9]+ dport=7103 rx=5000 tx=5000 us=[0-9]+' | wc -l)" 3
is "tcplife prints how long they live" "$(rows tcplife 'dport=7103 ' | sed 's/.* us=//' | awk '$1 > 50000' | wc -l)" 3
least "tcpstates prints changes" "$(rows tcpstates 'inet_sock_set_state: .* dport=7101 .*newstate=TCP_ESTABLISHED' | wc -l)" 6
least "tcpconnlat shows that a connection took a second" "$(bars tcpconnlat 524288 'port = 7104')" 1
least "tcpretrans shows what was sent again" "$(column tcpretrans -1 '^127.0.0.1 ([0-9a-f:.]+ )?7104 SYN_SENT ')" 1
least "tcprtt counts at least the segments of 10 turns" "$(bars tcprtt 0)" 10
is "tcptop adds up what a task sends and receives" "$(rows tcptop '^t_life [0-9]+ 127.0.0.1 ' | sed 's/.* //' | xargs)" "30000 30000"
is "tcptop adds up what is sent, not what does not fit" "$(rows tcptop '^t_full [0-9]+ 127.0.0.1 ' | sed 's/.* //')" "$full"
! grep -q . /proc/net/if_inet6 2>/dev/null ||
	is "tcptop adds up what is received, once, and shows the address" "$(rows tcptop '^tcppieces [0-9]+ [0-9.]+ ::1 ' | sed 's/.* //' | xargs)" "5000 5000"
[ ! -s $runs/tcpdrop ] ||
	least "tcpdrop names reasons and places" "$(column tcpdrop -1 '^NO_SOCKET [^ ]*udp')" 25
if grep -q '{ 1, "NOT_SPECIFIED" }' $H/events/skb/kfree_skb/format; then
	least "tcpdrop shows packets that are dropped without a reason" "$(column tcpdrop -1 '^NOT_SPECIFIED ')" 7
fi

is "nothing is left of recipes" "$(leftover)" ""
