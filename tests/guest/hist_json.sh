# SPDX-License-Identifier: GPL-2.0
# hist_json: documents with all kinds of keys and values. The host checks each of
# them against docs/hist_json.schema.json and against the output of hist.
# guest: timeout=120 needs=CONFIG_KPROBE_EVENTS
. /tests/guest/lib.sh
quick_rcu
. /tests/guest/parts/numbers.sh

insmod /tests/kmod/histrig_called.ko || exit 1
echo 'changes s64 value; int key' >>$H/synthetic_events
echo 'texts char[] text; char fixed[16]; u64 value' >>$H/synthetic_events
echo 'stacks unsigned long[] stack; u64 value' >>$H/synthetic_events
C=$H/events/synthetic/changes
X=$H/events/synthetic/texts
K=$H/events/synthetic/stacks

# document NAME FOLDER: let the host check hist_json of an event that has no hits
# during this. The host prints the result.
document() {
	cp $2/hist_json /tmp/json
	cp $2/hist /tmp/text
	ktap_n=$((ktap_n + 1))
	echo "@@ document $ktap_n - $1"
	cat /tmp/json
	echo "@@ document-text"
	cat /tmp/text
	echo "@@ document-end"
}
# rows FOLDER: print the rows of the document, without commas between them.
rows() { grep '^{"keys"' $1/hist_json | sed 's/][]},]*$/]/'; }

# ---- the document

document "an event without histograms" $E
check "a document without histograms has an empty array" grep -q '"histograms":\[\]}$' $E/hist_json
check "a document names the event, and no instance in the main tree" \
	grep -q '^{"version":1,"event":"synthetic:numbers","instance":null,"clock":"[a-z]*","time":[0-9]*\.[0-9]*,"uptime":[0-9]*\.[0-9]*,' $E/hist_json
now=$(date +%s)
then=$(sed -n '1s/.*"time":\([0-9]*\).*/\1/p' $E/hist_json)
check "the time is the wall clock's" [ $((then - now)) -ge 0 -a $((then - now)) -le $((20 * scale)) ]

# ---- numbers, and states of a trigger

echo 'hist:keys=key:vals=value:sort=key' >$E/trigger
document "a histogram without entries" $E
hits 30 3 10 1
hits 5 1 18446744073709551615 2
hits 1 1 7 -1
document "numbers" $E
is "rows have a number for each key and value" "$(rows $E | tr '\n' ' ')" \
	'{"keys":[18446744073709551615],"values":[1,7] {"keys":[1],"values":[30,330] {"keys":[2],"values":[5,18446744073709551611] '
echo 'hist:keys=key:vals=value:sort=key:pause' >>$E/trigger
document "a paused trigger" $E
check "a paused trigger is said to be paused" grep -q '"paused":true' $E/hist_json
drop $E

echo 'hist:keys=value,key:vals=value.hex,hitcount.percent,key.graph:sort=value:top=5 if key > 0 && value != 3' >$E/trigger
echo 'hist:keys=key.hex:nohitcount:vals=value' >>$E/trigger
echo 'hist:keys=common_cpu' >>$E/trigger
hits 20 10 0 3
document "two keys, values with modifiers, top and a filter, and three histograms" $E
drop $E

echo 'hist:name=both:keys=key:vals=value' >$E/trigger
echo 'hist:name=both:keys=key:vals=value' >$O/trigger
hits 7 1 5 1
document "a named histogram" $O
check "a named histogram has its name" grep -q '^{"name":"both",' $O/hist_json
drop $E
drop $O

mkdir $H/instances/one
I=$H/instances/one/events/synthetic/numbers
echo 'hist:keys=key:vals=value' >$I/trigger
hits 4 2 5 1 instance=one
document "an instance" $I
check "a document names the instance" grep -q '"instance":"one"' $I/hist_json
drop $I
rmdir $H/instances/one

# ---- keys

echo 'hist:keys=state.log2:sort=state' >$P/trigger
echo 'hist:keys=state.buckets=100:sort=state' >>$P/trigger
echo 'hist:keys=state.hex:sort=state' >>$P/trigger
echo 'fire power cpu_frequency count=300 keys=300' >$F
echo 'fire power cpu_frequency base=4294967295' >$F
document "powers of two, ranges and hexadecimal numbers" $P
drop $P
echo 'hist:keys=state.log2=2:sort=state' >>$P/trigger
echo 'fire power cpu_frequency count=300 keys=300' >$F
document "powers of two that are cut into ranges" $P
check "a range has its ends" grep -q '^{"keys":\[{"value":20,"text":"~ 20-23","low":20,"high":23}\]' $P/hist_json
drop $P
# Keys below 0 are unsigned numbers of 64 bits, as in hist.
echo 'hist:keys=key.buckets=10' >$E/trigger
hits 1 1 1 -1
is "the last range ends where 64 bits do" "$(rows $E)" \
	'{"keys":[{"value":18446744073709551610,"text":"~ 18446744073709551610-3","low":18446744073709551610,"high":18446744073709551615}],"values":[1]'
drop $E
echo 'hist:keys=key.buckets=4294967296:sort=key' >$E/trigger
echo 'hist:keys=key.buckets=4294967296:sort=key.descending' >>$E/trigger
hits 1 1 1 -1
hits 1 1 1 1
is "ranges of numbers below 0 sort before others" \
	"$(sed -n 's/.*"low":\([0-9]*\).*/\1/p' $E/hist_json | tr '\n' ' ')" \
	"18446744069414584320 0 0 18446744069414584320 "
drop $E

address() { echo $((0x$(sed -n "s/ [Tt] $1$//p; s/ [Tt] $1\t.*//p" /proc/kallsyms | head -n 1))); }
signed=$(($(address vfs_read) + 18))
address=$(printf %u $signed)
for modifier in sym sym-offset; do
	echo "hist:keys=call_site.$modifier:vals=bytes_req if call_site == $address || call_site == 5" >>$H/events/kmem/kmalloc/trigger
done
echo "fire kmem kmalloc base=$signed" >$F
echo 'fire kmem kmalloc base=5' >$F
document "symbols" $H/events/kmem/kmalloc
check "a symbol has its name and the offset" \
	grep -q '^{"keys":\[{"value":[0-9]*,"symbol":"vfs_read","offset":18,"module":null}]' $H/events/kmem/kmalloc/hist_json
check "an address without a symbol has none" \
	grep -q '^{"keys":\[{"value":5,"symbol":null,"offset":null,"module":null}]' $H/events/kmem/kmalloc/hist_json
drop $H/events/kmem/kmalloc

R=$H/events/raw_syscalls/sys_enter
echo "hist:keys=id.syscall:sort=id if id == $READ || id >= 100000" >$R/trigger
echo "fire raw_syscalls sys_enter base=$READ count=3" >$F
echo 'fire raw_syscalls sys_enter base=123456' >$F
echo "hist:keys=id.syscall:sort=id:pause if id == $READ || id >= 100000" >>$R/trigger
document "system calls" $R
check "a system call has its name" grep -q '^{"keys":\[{"value":'$READ',"syscall":"sys_read"}]' $R/hist_json
check "a number of no system call has none" grep -q '^{"keys":\[{"value":123456,"syscall":null}]' $R/hist_json
drop $R

W=$H/events/sched/sched_switch
echo 'hist:keys=prev_state.flags,common_cgroup.path' >$W/trigger
sh -c 'sleep 0.01; :'
echo 'hist:keys=prev_state.flags,common_cgroup.path:pause' >>$W/trigger
document "flags and cgroups" $W
check "a cgroup has its path" grep -q '^{"keys":\[{"value":[0-9]*,"text":"[A-Z+|]*"},{"value":[0-9]*,"text":"/"}' $W/hist_json
drop $W

echo 'hist:keys=common_pid.execname,key:vals=value' >$E/trigger
hits 3 3 1 1
document "names of tasks" $E
check "a task has its name" grep -q '^{"keys":\[{"value":[0-9]*,"comm":"[^"]*"},1]' $E/hist_json
drop $E

echo "hist:keys=common_ustacktrace,common_comm if id == $CHDIR" >$R/trigger
echo "hist:keys=common_comm:x=id:onchange(\$x).save(common_ustacktrace) if id == $CHDIR" >>$R/trigger
/tests/bin/userstack calls 3 >/dev/null
/tests/bin/userstack code >/dev/null
/tests/bin/userstack none
document "user stacks" $R
check "a frame of a user stack has a file and an offset" grep -q '{"file":"/tests/bin/userstack","offset":[0-9]*}' $R/hist_json
drop $R

echo 'hist:keys=common_stacktrace,key' >$E/trigger
hits 1 1 1 5
document "stacks of kernel functions" $E
check "a frame of a stack has a symbol and a module" \
	grep -q '{"address":[0-9]*,"symbol":"[^"]*","offset":[0-9]*,"module":"histrig_synth"}' $E/hist_json
drop $E

echo 'hist:keys=text:vals=value' >$X/trigger
echo 'hist:keys=fixed,text:vals=value' >>$X/trigger
printf 'hit ours texts "plain "fixed 1\n' >$S
printf 'hit ours texts "quo"te\\back\ttab\001\033 "\377\376x\302 2\n' >$S
printf 'hit ours texts "\303\244\342\202\254\360\237\220\247 "\355\240\200\300\257 3\n' >$S
printf 'hit ours texts " " 4\n' >$S
document "texts of any bytes" $X
escaped='quo\\"te\\\\back\\ttab\\u0001\\u001b'
check "quotes, backslashes and control characters are escaped" grep -qF "$(printf "$escaped")" $X/hist_json
check "text in UTF-8 stays as it is" grep -qF "$(printf '["\303\244\342\202\254\360\237\220\247"]')" $X/hist_json
check "bytes that are not UTF-8 become U+FFFD" \
	grep -qF "$(printf '["\357\277\275\357\277\275x\357\277\275",')" $X/hist_json
check "halves of pairs and longer forms are not UTF-8" \
	grep -qF "$(printf '["\357\277\275\357\277\275\357\277\275\357\277\275\357\277\275",')" $X/hist_json
drop $X
echo 'hist:keys=text if text != "ä" && text ~ "*\*"' >$X/trigger
document "a filter with a text" $X
drop $X

echo 'p:bytes called_bytes word=+0('$ARG1'):u32 half=+0('$ARG1'):s16 four=+0('$ARG1'):u8[4] mac=+0('$ARG1'):u8[6] all=+0('$ARG1'):u8[16] odd=+0('$ARG1'):u8[5]' >$H/kprobe_events
B=$H/events/kprobes/bytes
echo 'hist:keys=all.ipv6,four.ipv4,mac.mac,odd' >$B/trigger
echo 'hist:keys=all,word.ipv4:vals=half' >>$B/trigger
echo 'hist:keys=half.oct,half.signed,word.signed,word.dev:vals=half.oct,half.signed:sort=word' >>$B/trigger
echo 'hist:keys=word.dev:vals=half.signed.min,word.signed.max,word.signed.dist,word.oct.max' >>$B/trigger
echo 'hist:keys=common_timestamp.signed,common_timestamp.oct' >>$B/trigger
echo 'hist:keys=common_timestamp.log2,common_timestamp.buckets=1000000000' >>$B/trigger
for bytes in 20010db8000000000000000000000001 fe80000000000000021122fffe334455 7f000001 00000000000000000000ffff0a000001 ffffffff; do
	echo "3 bytes $bytes" >$kmods/histrig_called
done
document "addresses, arrays, devices, octal and signed numbers" $B
check "an address and an array have their bytes" grep -qF \
	'{"keys":[{"bytes":[32,1,13,184,0,0,0,0,0,0,0,0,0,0,0,1],"text":"2001:db8::1"},{"value":3087860000,"text":"32.1.13.184"},{"bytes":[32,1,13,184,0,0],"text":"20:01:0d:b8:00:00"},{"bytes":[32,1,13,184,0],"text":"20010db800"}]' $B/hist_json
check "signed numbers have a sign, in keys and values" grep -qF \
	'{"keys":[{"value":18446744073709551615,"text":"1777777777777777777777"},{"value":-1,"text":"-1"},{"value":-1,"text":"-1"},{"value":4294967295,"text":"4095:1048575"}],"values":[3,{"value":18446744073709551613,"text":"1777777777777777777775"},{"value":-3,"text":"-3"}]' $B/hist_json
check "time stamps in powers of two and in buckets have limits" grep -qE \
	'\{"keys":\[(\{"value":[0-9]+,"text":"[^"]*","low":[0-9]+,"high":[0-9]+\},?){2}\]' $B/hist_json
check "the field of an array has the type bytes" grep -qF \
	'{"name":"odd","kind":"key","type":"bytes","modifier":null,"unit":null}' $B/hist_json
drop $B
echo >$H/kprobe_events

# ---- statistics

echo 'hist:keys=key:vals=value.min,value.max,value.avg,value.stddev,value.p99,value.p50' >$E/trigger
echo 'hist:keys=key:vals=value.dist,value.dist.usecs' >>$E/trigger
hits 3000 1000 1 7
hits 10 1 0 8
hits 1 1 18446744073709551615 8
document "statistics and distributions" $E
check "statistics are numbers" grep -qF '{"keys":[7],"values":[3000,1,1000,500,288,992,496]' $E/hist_json
check "a distribution is a list of buckets" grep -qF \
	'{"count":11,"buckets":[{"low":0,"high":0,"count":10},{"low":17293822569102704640,"high":18446744073709551615,"count":1}]}' $E/hist_json
drop $E
echo 'hist:keys=key:vals=value.min,value.max,value.avg,value.dist' >$C/trigger
echo "hit ours count=21 keys=21 changes -10 1" >$S
document "statistics of signed numbers" $C
check "statistics of signed numbers have a sign" grep -qF '{"keys":[1],"values":[21,-10,10,0,' $C/hist_json
check "buckets of negative numbers have a sign" grep -qF '"buckets":[{"low":-10,"high":-10,"count":1},' $C/hist_json
drop $C

# ---- losses, and long rows

echo 'hist:keys=value:size=128' >$E/trigger
hits 1000 1000 1 1
document "a table that has dropped hits" $E
check "dropped hits are counted" grep -q '"dropped":[1-9]' $E/hist_json
drop $E
names=$(printf '%0250d' 0 | tr 0 '\001')
echo 'hist:keys=text:vals=value' >$X/trigger
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf 'hit ours texts "%s%d "x 1\n' "$names" $i >$S; done
document "texts that escapes make longer than a page" $X
drop $X

# ---- variables and actions

echo 'hist:keys=key:v=value,t=common_timestamp.usecs:vals=value' >$E/trigger
echo 'hist:keys=key:vals=$v:d=$v:onmax($d).save(value,key):clock=mono' >$O/trigger
for v in 3 9 4; do
	hits 1 1 $v 1
	echo "hit ours others $v 1" >$S
done
document "values that save() kept" $O
check "a document has the value of onmax() and the saved fields" grep -qF \
	'"tracked":[{"handler":"onmax","variable":"$d","value":9,"saved":[{"name":"value","value":9},{"name":"key","value":1}]}]' $O/hist_json
drop $O
echo 'hist:keys=key:vals=$v:d=$v,k=value:onmax($d).save(value):onchange($k).trace(numbers,value,key)' >$O/trigger
for v in 8 2; do
	hits 1 1 $v 1
	echo "hit ours others $v 1" >$S
done
check "only the handler of save() has its fields" grep -qF \
	'"saved":[{"name":"value","value":8}]},{"handler":"onchange","variable":"$k","value":2,"saved":[]}]}' $O/hist_json
document "a histogram with a clock" $E
check "time stamps have a clock" grep -q '"clock":"[a-z]' $E/hist_json
drop $O
for reader in 'hist:keys=key:vals=$t.max' 'hist:keys=key:vals=$t.max:interval=100s'; do
	echo "$reader" >$O/trigger
	echo "hit ours others 1 1" >$S
	document "a time of another event, in $reader" $O
	check "a time of another event has its unit in $reader" grep -q '"kind":"value".*"modifier":"max","unit":"us"}' $O/hist_json
	drop $O
done
echo 'hist:keys=common_timestamp/1000' >$O/trigger
echo "hit ours others 1 1" >$S
document "a quotient of a time" $O
check "a quotient of a time has no unit" grep -q '"kind":"key".*"unit":null}' $O/hist_json
drop $O
drop $E
echo 'hist:keys=text:x=value:onmax($x).save(text,fixed)' >$X/trigger
printf 'hit ours texts "a\377 "b"c 2\n' >$S
document "texts that save() kept" $X
drop $X
echo 'hist:keys=key:x=value:onmax($x).snapshot()' >$E/trigger
hits 1 1 9 4
document "a snapshot" $E
check "a document says which hit took the last snapshot" grep -qF \
	'"snapshot":{"handler":"onmax","variable":"$x","value":9,"keys":[4]}' $E/hist_json
drop $E
echo 'hist:keys=stack.stacktrace:vals=value' >$K/trigger
echo "hit ours stacks stack:3 1" >$S
document "a stack of a synthetic event" $K
drop $K

# ---- reading

# took FILE: print the milliseconds for reading a file, the shortest of three times.
took() {
	local best=999999 i
	for i in 1 2 3; do
		set -- $1 $(cut -d ' ' -f 1 /proc/uptime | tr -d .)
		cat $1 >/dev/null
		set -- $1 $(($(cut -d ' ' -f 1 /proc/uptime | tr -d .) - $2))
		[ $2 -ge $best ] || best=$2
	done
	echo $((best * 10))
}
echo 'hist:keys=value:size=131072' >$E/trigger
hits 131072 131072 1 1
# On a busy host, one of two measurements may be disturbed.
at_most_twice() {
	local try text json
	for try in 1 2 3 4 5; do
		text=$(took $E/hist)
		json=$(took $E/hist_json)
		echo "$json ms, $text ms"
		[ $json -gt $((2 * text)) ] || return 0
	done
	return 1
}
check "131,072 entries cost at most twice what hist costs" at_most_twice
is "a document of 131,072 entries has all of them" "$(grep -c '^{"keys"' $E/hist_json)" "$(grep -c '^{' $E/hist)"
is "a document that is read in small parts is whole" \
	"$(dd if=$E/hist_json bs=997 2>/dev/null | sed 1d | md5sum)" "$(sed 1d $E/hist_json | md5sum)"
drop $E
fails "hist_json cannot be written" sh -c "echo x >$E/hist_json"
rmmod histrig_fire histrig_synth histrig_called
