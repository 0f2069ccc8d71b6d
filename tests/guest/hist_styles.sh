# SPDX-License-Identifier: GPL-2.0
# Modifiers that select how a number or an array is printed: .ipv4, .ipv6, .mac,
# .dev, .oct, .signed, and arrays of bytes without a modifier. Probes read them from
# bytes that the test chooses.
# guest: needs=CONFIG_KPROBE_EVENTS
. /tests/guest/lib.sh
quick_rcu

C=$kmods/histrig_called
insmod /tests/kmod/histrig_called.ko || exit 1
fields='word=+0('$ARG1'):u32 half=+0('$ARG1'):s16 four=+0('$ARG1'):u8[4] mac=+0('$ARG1'):u8[6] all=+0('$ARG1'):u8[16] odd=+0('$ARG1'):u8[5] long=+0('$ARG1'):u8[17]'
echo "p:one called_bytes $fields" >$H/kprobe_events
echo "p:two called_bytes $fields" >>$H/kprobe_events
echo 'matched u32 w; u32 f' >$H/synthetic_events
E=$H/events/kprobes/one
O=$H/events/kprobes/two
M=$H/events/synthetic/matched
A=20010db8000000000000000000000001
B=fe80000000000000021122fffe334455
D=7f000001
Z=00000000000000000000ffff0a000001

call() { # call the function COUNT times with each of BYTES
	local count=$1 bytes
	shift
	for bytes; do echo "$count bytes $bytes" >$C; done
}
all() { call 1 $A; call 2 $B; call 3 $D; call 4 $Z; }
drop() { true >$1/trigger; }
# rows FOLDER: print the contents of each entry, without names and extra spaces.
rows() { grep '^{' $1/hist | sed -e 's/^{ [a-z0-9]*: *//' -e 's/ } [a-z]*: */ /' -e 's/  [a-z0-9.]*: */ /g'; }
# shows NAME COMMAND <ENTRIES: hit the event and compare the entries with the
# expected ones. The command that the trigger file shows must define the same
# trigger.
shows() {
	local line
	echo "hist:$2" >$E/trigger
	line=$(grep -v '^#' $E/trigger)
	all
	is "$1" "$(rows $E)" "$(cat)"
	drop $E
	echo "${line% \[active\]}" | sed 's/:sort=[^:]*//' >$E/trigger
	is "$2 as the trigger file shows it is a command" "$(grep -v '^#' $E/trigger)" \
		"$(echo "$line" | sed 's/:sort=[^:]*/:sort=hitcount/')"
	drop $E
}

# ---- keys

shows ".ipv4 of a number" keys=word.ipv4 <<END
32.1.13.184 1
254.128.0.0 2
127.0.0.1 3
0.0.0.0 4
END
shows ".ipv4 of four bytes, which sort by the first one" keys=four.ipv4:sort=four <<END
0.0.0.0 4
32.1.13.184 1
127.0.0.1 3
254.128.0.0 2
END
shows ".mac" keys=mac.mac:sort=mac.descending <<END
fe:80:00:00:00:00 2
7f:00:00:01:00:00 3
20:01:0d:b8:00:00 1
00:00:00:00:00:00 4
END
shows ".ipv6" keys=all.ipv6:sort=all <<END
::ffff:10.0.0.1 4
2001:db8::1 1
7f00:1:: 3
fe80::211:22ff:fe33:4455 2
END
shows "six bytes without a modifier" keys=mac:sort=mac <<END
000000000000 4
20010db80000 1
7f0000010000 3
fe8000000000 2
END
shows "sixteen bytes without a modifier" keys=all:sort=all.descending <<END
$B 2
${D}000000000000000000000000 3
$A 1
$Z 4
END
shows "an odd number of bytes" keys=odd <<END
20010db800 1
fe80000000 2
7f00000100 3
0000000000 4
END
shows "four bytes without a modifier are a number still" keys=four <<END
3087860000 1
33022 2
16777343 3
0 4
END
shows ".dev" keys=word.dev:sort=word <<END
0:0 4
0:33022 2
16:127 3
2944:852256 1
END
shows ".oct of a key and a value" keys=word.oct:vals=word.oct <<END
27003200440 1 27003200440
100376 2 200774
100000177 3 300000575
0 4 0
END
shows ".oct of a negative number is as long as .hex" keys=half.oct:vals=word.oct:sort=half:top=1 <<END
1777777777777777700376 2 200774
END
shows ".signed of an unsigned key and value, which sort by it" keys=word.signed:vals=half.signed:sort=word <<END
-1207107296 1 288
0 4 0
33022 2 -65028
16777343 3 381
END
shows ".signed of a signed number" keys=half.signed:sort=half.descending <<END
288 1
127 3
0 4
-32514 2
END
shows "sums of .signed numbers sort as such" keys=four:vals=half.signed:sort=half <<END
33022 2 -65028
0 4 0
3087860000 1 288
16777343 3 381
END
shows "statistics of .signed numbers" keys=half:vals=word.signed.min,word.min,word.signed.p50,word.p50:sort=hitcount:top=1 <<END
288 1 -1207107296 3087860000 -1140850689 3087860000
END
shows "several keys" keys=all.ipv6,word.ipv4,mac.mac:sort=word:top=2 <<END
::ffff:10.0.0.1, word: 0.0.0.0, mac: 00:00:00:00:00:00 4
2001:db8::1, word: 32.1.13.184, mac: 20:01:0d:b8:00:00 1
END
R=$H/events/raw_syscalls/sys_exit
echo "hist:keys=common_cpu.oct,ret.signed:sort=ret if id == $CHDIR && ret < 0" >$R/trigger
(cd /none) 2>/dev/null
check "the result of a system call as a signed number" grep -q '^{ common_cpu: [0-7]*, ret:         -2 } hitcount:          1$' $R/hist
drop $R

# ---- takes, variables and names

echo 'hist:keys=all.ipv6:sort=all' >$E/trigger
call 2 $A
call 5 $B
is "a take has arrays" "$(grep '^{' $E/hist_take)" "$(printf '{ all: %s } hitcount:          %s\n' 2001:db8::1 2 fe80::211:22ff:fe33:4455 5)"
call 1 $A
is "what follows a take has arrays" "$(rows $E)" "2001:db8::1 1"
drop $E

echo 'hist:keys=all.ipv6:w=word' >$E/trigger
echo 'hist:keys=all:onmatch(kprobes.one).trace(matched,$w,word)' >$O/trigger
echo 'hist:keys=w.ipv4,f.dev' >$M/trigger
all
all
is "arrays of two events match, whatever their modifiers" \
	"$(sed -n 's/^{ \(.*\) } .*/\1/p' $M/hist | sort)" "$(sort <<END
w: 0.0.0.0, f: 0:0
w: 127.0.0.1, f: 16:127
w: 254.128.0.0, f: 0:33022
w: 32.1.13.184, f: 2944:852256
END
)"
drop $O
drop $E
echo 'hist:keys=all.ipv6' >$E/trigger
echo 'hist:keys=all.ipv6:w=word:onmatch(kprobes.one).trace(matched,$w,kprobes.one.word)' >$O/trigger
is "the trigger of a field variable has the key's modifier" \
	"$(grep -c '^hist:keys=all.ipv6:.*synthetic_word=word' $E/trigger)" 1
drop $O
drop $E
drop $M

echo 'hist:name=both:keys=mac.mac' >$E/trigger
fails "a named histogram takes no other modifier" sh -c "echo 'hist:name=both:keys=mac' >$O/trigger"
echo 'hist:name=both:keys=mac.mac' >$O/trigger
call 3 $A
is "a named histogram counts both events" "$(rows $O)" "20:01:0d:b8:00:00 6"
drop $O
echo '!hist:name=both:keys=mac' >>$E/trigger
check "a key with another modifier does not remove a trigger" grep -q mac.mac $E/trigger
drop $E

# ---- connections

S=$H/events/sock/inet_sock_set_state
echo 'hist:keys=saddr.ipv4,daddr.ipv4,daddr_v6.ipv6,dport if newstate == 1 && dport == 5002' >$S/trigger
/tests/bin/tcpturns 5002 1 1
is "addresses of a connection" "$(sed -n 's/^{ \(.*\) } .*/\1/p' $S/hist)" \
	"saddr: 127.0.0.1, daddr: 127.0.0.1, daddr_v6: ::ffff:127.0.0.1, dport:       5002"
drop $S

# ---- what is refused

# refused COMMAND COLUMN: the caret of the error is below COLUMN.
refused() {
	fails "refused: $1" sh -c "echo '$1' >$E/trigger"
	is "the error of $1" "$(tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] //')" \
		"hist:kprobes:one: error: Invalid field modifier
  Command: $1
$(printf "%$(($2 + 12))s" ^)"
}
refused hist:keys=half.ipv4 15
refused hist:keys=half.ipv6 15
refused hist:keys=four.mac 15
refused hist:keys=mac.ipv6 14
refused hist:keys=mac.oct 14
refused hist:keys=all.signed 14
refused hist:keys=half.dev 15
refused hist:keys=common_comm.oct 22
refused hist:keys=half:vals=word.dev 20
refused hist:keys=half:vals=all.ipv6 24
refused hist:keys=half:x=all.ipv6 21
refused hist:keys=word.ipv4+1 15
fails "more than sixteen bytes are refused" sh -c "echo hist:keys=long >$E/trigger"
fails "a value cannot be an array" sh -c "echo hist:keys=half:vals=all >$E/trigger"
fails "a variable cannot be an array" sh -c "echo hist:keys=half:x=all >$E/trigger"

true >$H/error_log
echo >$H/synthetic_events
echo >$H/kprobe_events
rmmod histrig_called
