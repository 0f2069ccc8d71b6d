# SPDX-License-Identifier: GPL-2.0
# What well-known tracing tools do with events of block devices and of the page
# cache. The device does nothing, and completes each request after 50 ms.
# guest: timeout=120 modules=-loop,-null_blk
. /tests/guest/lib.sh
. /tests/guest/parts/tools.sh
quick_rcu

histrig-load -r null_blk
histrig-load null_blk irqmode=2 completion_nsec=50000000 || skip_all "no block device"
N=/dev/nullb0
within 5 [ -b $N ]
# With a scheduler, a kernel thread may issue the requests, so use none.
echo none >/sys/block/nullb0/queue/scheduler
# dev in the events: the minor number has 20 bits
set -- $(tr : ' ' </sys/block/nullb0/dev)
dev=$(($1 << 20 | $2))

# biolatency
synthetic 'blk_lat u32 dev; u64 lat'
arm block/block_rq_issue 'hist:keys=dev,sector:ts=common_timestamp.usecs'
arm block/block_rq_complete 'hist:keys=dev,sector:lat=common_timestamp.usecs-$ts:onmatch(block.block_rq_issue).blk_lat(dev,$lat)'
arm synthetic/blk_lat 'hist:keys=dev,lat.log2:sort=dev,lat'
$W t_direct direct 12 4096 $N
is "biolatency counts 12 reads of a device" "$(total synthetic/blk_lat hitcount "dev: $dev,")" 12
is "biolatency shows that each takes 16 ms or more" "$(powers synthetic/blk_lat lat 15 "dev: $dev,")" 12
clean

# biosnoop
synthetic 'blk_io u32 dev; u64 sector; u32 bytes; char comm[16]; u64 lat'
arm block/block_rq_issue 'hist:keys=dev,sector:ts=common_timestamp.usecs,b=bytes,c=comm'
arm block/block_rq_complete 'hist:keys=dev,sector:lat=common_timestamp.usecs-$ts,n=$b,m=$c:onmatch(block.block_rq_issue).blk_io(dev,sector,$n,$m,$lat)'
record synthetic/blk_io
$W t_direct direct 3 8192 $N
is "biosnoop prints each read" "$(lines blk_io | grep -oE 'sector=[0-9]+ bytes=[0-9]+ comm=[^ ]+')" \
"sector=0 bytes=8192 comm=t_direct
sector=2048 bytes=8192 comm=t_direct
sector=4096 bytes=8192 comm=t_direct"
is "biosnoop prints how long it takes" "$(lines blk_io | sed 's/.*lat=//' | awk '$1 >= 16384' | wc -l)" 3
clean

# biotop, bitesize
arm block/block_rq_issue 'hist:keys=common_pid,comm,dev:vals=bytes:sort=bytes.descending'
arm block/block_rq_issue 'hist:keys=comm,bytes.log2:sort=comm,bytes'
$W t_direct direct 5 4096 $N
$W t_direct direct 4 65536 $N
is "biotop adds up bytes" "$(total block/block_rq_issue bytes "common_pid: [0-9]*, comm: t_direct , dev: $dev }")" 282624
is "bitesize shows their sizes" "$(rows block/block_rq_issue '\{ comm: t_direct ')" \
" { comm: t_direct , bytes: ~ 2^12 } hitcount: 5
 { comm: t_direct , bytes: ~ 2^16 } hitcount: 4"
clean
histrig-load -r null_blk
