# SPDX-License-Identifier: GPL-2.0
# forget(): hits of another event remove entries, while four CPUs, NMIs, readers,
# takes and commands are active. The remaining entries are known exactly.
# guest: smp=4 timeout=240 accel=multi
. /tests/guest/lib.sh
. /tests/guest/parts/nmi.sh
. /tests/guest/parts/storm.sh
quick_rcu

F=$kmods/histrig_fire
insmod /tests/kmod/histrig_fire.ko || exit 1
P=$H/events/power/cpu_frequency
M=$H/events/kmem/kmalloc
K=$H/events/kmem/kfree

rows() { grep '^{' $1/hist | sed 's/  */ /g'; }
total() { sed -n "s/^ *$1: //p" $2/hist | tail -n 1; }
drop() { true >$1/trigger; }

# ---- allocations, and events that free them; only fired events have low call sites

ours='if call_site < 100000'
echo "hist:keys=ptr:vals=bytes_alloc $ours" >$M/trigger
echo 'fire kmem kmalloc count=10 keys=10 val=4096 vstep=64' >$F
echo "hist:keys=ptr:onmatch(kmem.kmalloc).forget() $ours" >$K/trigger
echo 'fire kmem kmalloc count=10 keys=10 val=8192 vstep=64' >$F
echo 'fire kmem kfree count=9 keys=9 val=4096 vstep=64' >$F
echo 'fire kmem kfree count=9 keys=9 val=8256 vstep=64' >$F
is "what is not freed is left" "$(rows $M)" "{ ptr: 4672 } hitcount: 1 bytes_alloc: 4672
{ ptr: 8192 } hitcount: 1 bytes_alloc: 8192"
is "totals are those of what is left" "$(total Hits $M) $(total Entries $M) $(total Dropped $M)" "2 2 0"
is "hist_json has what is left" "$(grep -o '"hits":2,"entries":2,"dropped":0' $M/hist_json)" '"hits":2,"entries":2,"dropped":0'
echo "!hist:keys=ptr:vals=bytes_alloc $ours" 2>/tmp/why >>$M/trigger
is "a histogram that a trigger forgets from stays" "$(grep -o 'Device or resource busy' /tmp/why)" "Device or resource busy"
drop $K
drop $M

# ---- actions beside forget(), with the trigger's own histogram full

echo 'freed u64 ptr; u64 bytes; u64 own' >$H/synthetic_events
echo 'named u64 ptr; char comm[16]' >>$H/synthetic_events
R=$H/events/synthetic/freed
N=$H/events/synthetic/named
echo 'hist:keys=ptr:vals=bytes,own' >$R/trigger
echo 'hist:keys=comm' >$N/trigger
echo "hist:keys=ptr:b=bytes_alloc $ours" >$M/trigger
# forgetting ACTION: free 1,000 allocations; the histogram has 128 entries.
forgetting() {
	drop $K
	echo "hist:keys=ptr:size=128:o=\$b+1,c=common_comm:onmatch(kmem.kmalloc).$1:onmatch(kmem.kmalloc).forget() $ours" >$K/trigger
	echo 'fire kmem kmalloc count=1000 keys=1000 val=4096 vstep=64' >$F
	echo 'fire kmem kfree count=1000 keys=1000 val=4096 vstep=64' >$F
}
forgetting 'freed(ptr,$b,$o)'
is "1,000 keys are forgotten by a trigger with 128 entries" "$(total Entries $M) $(total Dropped $M)" "0 0"
is "events of onmatch() are generated when the table is full" \
	"$(total Hits $R) $(rows $R | awk '$3 != $8 || $3 + 1 != $10' | wc -l)" "1000 0"
check "hits that do not fit into the table are counted" [ "$(total Dropped $K)" -ge 872 ]
is "hist_totals shows how full a histogram is" "$(sed 1d $K/hist_totals | xargs)" \
	"Entries: $(total Entries $K) Room: 128 Dropped: $(total Dropped $K) Missed by probes: 0 Lost while arming: 0 Values without a bucket: 0 Lost actions: 0 Beginnings without room: 0 Stacks in files without room: 0 Stacks in files over a share: 0"
is "hist_totals names the trigger" "$(sed 1q $K/hist_totals)" "$(cat $K/trigger)"
forgetting 'named(ptr,$c)'
lost=$(total 'Lost actions' $K)
is "actions that need a string of an entry that does not exist are counted as lost" "$lost" "$(total Dropped $K)"
is "actions that need no entry are run" "$(($(total Hits $N) + lost))" 1000
is "1,000 keys are forgotten even if actions are lost" "$(total Entries $M)" 0
drop $K
echo "hist:keys=ptr:size=128:z=call_site-call_site:onmax(\$z).freed(ptr,ptr,\$z):onmatch(kmem.kmalloc).forget() $ours" >$K/trigger
echo 'fire kmem kfree count=1000 keys=1000 val=4096 vstep=64' >$F
is "an onmax() that would not have fired is not lost" "$(total 'Lost actions' $K)" ""
drop $R
drop $N
drop $K
drop $M

# ---- pairs from four CPUs

# Each hit of cpu_frequency on a CPU begins and then ends the life of a key. Keys from
# a million on do not end.
echo 'born u32 state; u32 cpu' >$H/synthetic_events
echo 'died u32 state; u32 cpu' >>$H/synthetic_events
B=$H/events/synthetic/born
D=$H/events/synthetic/died
pairs='hist:keys=cpu_id:onmatch(power.cpu_frequency).born(state,cpu_id):onmatch(power.cpu_frequency).died(state,cpu_id)'
births='hist:keys=state:vals=cpu'
deaths='hist:keys=state:size=128:onmatch(synthetic.born).forget() if state < 1000000'
fire() { echo "fire power cpu_frequency val=3 vstep=0 $*" >$F; }
arm() {
	echo "$births" >$B/trigger
	echo "$deaths" >$D/trigger
	echo "$pairs" >$P/trigger
}
disarm() {
	drop $P
	drop $D
	drop $B
}
# left: print entries, hits, drops, and the number of hits of keys that stay.
left() {
	awk '/^\{/ { for (i = 1; i < NF; i++) {
			if ($i == "state:") key = $(i + 1) + 0
			if ($i == "hitcount:" && key >= 1000000) n += $(i + 1)
			if ($i == "hitcount:" && key < 1000000) bad += $(i + 1)
		} }
	/^ +Hits:/ { h = $2 }
	/^ +Entries:/ { e = $2 }
	/^ +Dropped:/ { d = $2 }
	END { printf "%d %d %d %d %d\n", e, h, d, n, bad }' $B/hist
}

births='hist:keys=state:vals=cpu:size=128'
arm
fire cpus=4 count=100000 keys=200000 disjoint=1
is "400,000 keys that come and go fit into 128 entries" "$(total Entries $B) $(total Dropped $B)" "0 0"
fire cpus=4 count=50000 keys=100
is "no entry is left of 100 keys of four CPUs" "$(left)" "0 0 0 0 0"
fire cpus=4 count=50000 keys=1
is "no entry is left of one key of four CPUs" "$(left)" "0 0 0 0 0"
fire cpus=4 count=5000 keys=100 base=1000000
fire cpus=4 count=50000 keys=20
is "hits without an end are counted exactly" "$(left)" "100 20000 0 20000 0"
is "each entry without an end has all its hits and sums" "$(rows $B | sed 's/{ state: [0-9]* }//' | sort | uniq -c | sed 's/  */ /g')" " 100 hitcount: 200 cpu: 600"
disarm

# ---- other keys, statistics, variables

births='hist:keys=state,cpu:vals=cpu.max,cpu.p50,state.dist:v=cpu,st=common_stacktrace,c=common_comm'
deaths='hist:keys=state,cpu:size=128:s2=$v:onmatch(synthetic.born).forget() if state < 1000000'
arm
fire cpus=4 count=20000 keys=100
fire cpus=4 count=100 keys=10 base=1000000
is "statistics and variables go with their entries" "$(total Hits $B) $(total Entries $B) $(total Dropped $B) $(grep -c 'hitcount:         40  cpu.max:          3  cpu.p50:          3' $B/hist)" "400 10 0 10"
fire cpus=4 count=20000 keys=100
is "no sketch of a forgotten entry is left" "$(total Hits $B) $(total Entries $B) $(total Dropped $B) $(grep -c bucket $B/hist)" "400 10 0 0"
disarm

# ---- under NMIs

births='hist:keys=state:vals=cpu:v=state'
deaths='hist:keys=state:size=128:onmatch(synthetic.born).forget() if state < 1000000'
arm
fire cpus=4 count=5000 keys=50 ctx=nmi
is "pairs in NMIs leave no entries" "$(left)" "0 0 0 0 0"
if has_nmis; then
	echo "bg power cpu_frequency cpus=4 keys=20 val=3 vstep=0" >$F
	echo "nmi power cpu_frequency count=100 keys=20 val=3 vstep=0" >$F
	nmis $(repeats 15 30)
	echo stop >$F
	read -r _ _ _ _ _ fired <$F
	check "each NMI interrupts pairs ($fired of $sent)" [ $sent = $(repeats 15 30) -a "$fired" -ge $sent ]
	is "pairs that NMIs with pairs interrupt leave no entries" "$(left)" "0 0 0 0 0"
else
	skip "each NMI interrupts pairs"
	skip "pairs that NMIs with pairs interrupt leave no entries"
fi

# ---- with readers, takes and commands

fire count=1000 keys=10 base=1000000
echo "bg power cpu_frequency cpus=4 keys=200 val=3 vstep=0 rest=1000" >$F
read_hist() { cat $B/hist >/tmp/got.hist && grep -q '^    Hits:' /tmp/got.hist; }
read_json() { cat $B/hist_json >/tmp/got.json && grep -q '"entries":' /tmp/got.json; }
take() {
	cat $B/hist_take >/tmp/got.take && grep -q '^    Hits:' /tmp/got.take || return
	awk '/^\{/ { for (i = 1; i < NF; i++) {
			if ($i == "state:") key = $(i + 1) + 0
			if ($i == "hitcount:" && key >= 1000000) print $(i + 1)
		} }' /tmp/got.take >>/tmp/taken
	# Each hit adds 3 to the sum of cpu.
	awk '/^\{/ { for (i = 1; i < NF; i++) {
			if ($i == "cpu:" && $(i + 1) % 3) print "a sum of " $(i + 1)
		} }' /tmp/got.take >>/tmp/errors
}
rm -f /tmp/taken
together "readers and takes see whole entries while hits forget" 10 read_hist read_json take
echo stop >$F
take
is "takes have each hit that was not forgotten once" "$(awk '{ n += $1 } END { print n + 0 }' /tmp/taken)" 1000
is "takes while hits forget leave no entries" "$(left)" "0 0 0 0 0"
echo "bg power cpu_frequency cpus=4 keys=200 val=3 vstep=0 rest=1000" >$F
clear_births() { echo "$births:clear" >>$B/trigger; }
births='hist:keys=state:vals=cpu'
disarm
arm
again() {
	drop $D
	echo "$deaths" >$D/trigger
}
all_again() {
	disarm 2>/dev/null
	arm 2>/dev/null
	true
}
together "triggers come and go while hits forget" 8 read_hist clear_births again
together "histograms come and go while hits forget" 8 read_hist all_again
echo stop >$F
disarm
arm
fire cpus=4 count=20000 keys=1000
is "pairs leave no entries after triggers and histograms came and went" "$(left)" "0 0 0 0 0"
disarm

# Tests entries that exist when the first forget() is armed, while hits continue.
echo "$births" >$B/trigger
echo "$pairs" >$P/trigger
echo "bg power cpu_frequency cpus=4 keys=2000 val=3 vstep=0" >$F
full() { [ "$(total Entries $B)" = 2000 ]; }
check "hits create entries while forget() is added" within 20 full
echo "$deaths" >$D/trigger
empty() { [ "$(total Entries $B)" -lt 100 ]; }
check "entries made before forget() was added are forgotten" within 20 empty
echo stop >$F
fire count=2000 keys=2000
is "no entry made before forget() was added is left" "$(left | cut -d' ' -f1,2,4,5)" "0 0 0 0"
disarm

# ---- intervals and instances

births='hist:keys=state:interval=100ms'
arm
fire cpus=4 count=20000 keys=100
echo "bg power cpu_frequency cpus=2 keys=10 base=1000000 val=3 vstep=0" >$F
ended() { [ "$(grep -c '^{ state:    100000' $B/hist_last)" = 10 ]; }
check "an interval has what was not forgotten in it" within 20 ended
passed() { ! grep -q '^{ state:  *[0-9]\{1,6\} }' $B/hist_last; }
check "an interval has nothing that was forgotten before it" within 20 passed
echo stop >$F
disarm
mkdir $H/instances/f
echo 'hist:keys=state' >$H/instances/f/events/synthetic/born/trigger
echo "$deaths" >$H/instances/f/events/synthetic/died/trigger
births='hist:keys=state:vals=cpu'
arm
fire cpus=4 count=2000 keys=100
is "an instance forgets on its own" "$(sed -n 's/^ *Entries: //p' $H/instances/f/events/synthetic/born/hist) $(left)" "0 0 0 0 0 0"
true >$H/instances/f/events/synthetic/died/trigger
true >$H/instances/f/events/synthetic/born/trigger
rmdir $H/instances/f
disarm
true >$H/synthetic_events
is "forget() leaves no synthetic event and no trigger" "$(cat $H/synthetic_events $B/trigger 2>/dev/null)" ""
rmmod histrig_fire
