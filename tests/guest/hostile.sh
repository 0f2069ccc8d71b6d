# SPDX-License-Identifier: GPL-2.0
# An unprivileged user attacks root's histograms with names that look like rows,
# with more files than fit into the table of files, and with stacks of calls that
# never happened; and root's commands with memory that is never served, broken ELF
# files and symbolic links. None of root's rows is forged or hidden, no hit is much
# slower, no command hangs, and none of root's files is overwritten.
. /tests/guest/lib.sh
quick_rcu

E=$H/events/raw_syscalls/sys_enter
PROG=/tests/bin/userstack
[ -d $E ] || skip_all "this kernel has no events of system calls"
hostile() { /tests/bin/as 1000 1000 "$@"; }
# rows FILE: print the number of rows, and the number of entries in the totals.
rows() { echo $(grep -c '^{' $1) $(sed -n 's/^ *Entries: //p' $1); }
controls() { tr -d '\n\t -~' <$1 | wc -c; }
best() { # print the shortest time of five for root's calls, in units of 10 ms
	local n from to
	for n in 1 2 3 4 5; do
		from=$(sed 's/\.\([0-9]*\) .*/\1/' /proc/uptime)
		$PROG calls 20000 >/tmp/wanted
		to=$(sed 's/\.\([0-9]*\) .*/\1/' /proc/uptime)
		echo $((to - from))
	done | sort -n | head -n 1
}
shown() { tr '\n' '@' <$E/hist | grep -qF "$(tr '\n' '@' </tmp/wanted)"; }

echo "hist:keys=common_comm,common_ustacktrace:size=8192 if id == $CHDIR" >$E/trigger
before=$(best)
check "root's program has its stack" shown

# ---- names

cat >/tmp/names <<'END'
printf '{ a: 1 }\n{ b\033[2J' >/proc/self/comm
cd /
printf 'w\302\2332J\302\205' >/proc/self/comm
cd /
END
cp $PROG "/tmp/p
{ c: 1 } hitcount: 9"
hostile sh /tmp/names
hostile "/tmp/p
{ c: 1 } hitcount: 9" calls 1 >/dev/null
hostile $PROG chains 60
cat $E/hist >/tmp/hist
check "the names are there" grep -q '{ a: 1 }\\012{ b' /tmp/hist
check "control characters of more than one byte are escaped" grep -qF 'w\302\2332J\302\205' /tmp/hist
check "the names of their files are there" grep -qF '/tmp/p\012{ c: 1 } hitcount: 9+0x' /tmp/hist
check "frames that were never called are there" grep -qF '/memfd:\033[2J\012{ code (deleted)+0x' /tmp/hist
set -- $(rows /tmp/hist)
check "no name makes a row ($*)" [ $1 = $2 ]
is "no name steers the terminal" "$(controls /tmp/hist)" 0

# ---- files

hostile $PROG chains 9000
cp $PROG /tmp/fresh
/tmp/fresh calls 1 >/tmp/wanted
check "root's new program has its stack after that of 9,000 files" shown
check "what was left out is counted" grep -q '^ *Stacks in files over a share: [1-9]' $E/hist
# Other guests may take the host's CPU for a while.
not_slower() { after=$(best) && [ $after -le $((2 * before + 2)) ]; }
within 3 not_slower
check "root's calls are not much slower ($before, then $after)" [ $after -le $((2 * before + 2)) ]
is "no hit of root's calls is dropped after a user mapped many files" "$(sed -n 's/^ *Dropped: //p' $E/hist)" 0
true >$E/trigger
rm /tmp/fresh /tmp/names /tmp/p*

# ---- broken ELF files

U=/tests/bin/uprobed
# number FILE OFFSET BYTES: print a number of a header.
number() { od -An -t u$3 -j $2 -N $3 $1 | tr -d ' '; }
# ones FILE OFFSET BYTES: set all bits of a number except its sign.
ones() {
	printf '\377\377\377\377\377\377\377\037' | tail -c $3 | dd of=$1 bs=1 seek=$2 conv=notrunc 2>/dev/null
}
# sections FILE FIELD: make a program whose sections, except for the last one, have
# a size or offset of 2^61 - 1. The rest of the file is a hole.
sections() {
	local at=$(number $U 40 8) left=$(number $U 60 2)
	cp $U $1
	while [ $left -gt 0 ]; do
		[ $left = 1 -a $2 = 32 ] || ones $1 $((at + $2)) 8
		at=$((at + 64)) left=$((left - 1))
	done
	truncate -s 64G $1
}
hostile mkdir /tmp/elf
cd /tmp/elf
sections sizes 32
sections offsets 24
for field in 32/8 40/8 54/2 56/2 58/2 60/2 62/2; do
	cp $U head-${field%/*}
	ones head-${field%/*} ${field%/*} ${field#*/}
done
head -c 100 $U >short
chown -R 1000:1000 .
# The number of reads in a search is limited, and a fatal signal ends it.
slow=
for file in *; do
	for what in probed_text %uprobed:mark; do
		from=$(cut -d. -f1 /proc/uptime)
		timeout 5 sh -c "echo 'p:broken /tmp/elf/$file:$what' >>$H/uprobe_events" 2>/dev/null
		[ $(($(cut -d. -f1 /proc/uptime) - from)) -lt 30 ] || slow="$slow $file"
	done
done
is "no broken program of a user keeps root's command" "$slow" ""
timeout -s KILL 60 sh -c "echo 'p:broken /tmp/elf/sizes:%uprobed:mark' >>$H/uprobe_events" 2>/dev/null &
busy=$!
[ ! -e $T/uprobe_events ] || check "root's other commands do not wait for that" \
	timeout -s KILL 10 sh -c "echo 'p:text $U:probed_text' >>$H/uprobe_events"
kill $busy 2>/dev/null
wait $busy 2>/dev/null
true >$H/uprobe_events
cd /
rm -r /tmp/elf

# ---- memory of the user's file system, in the user's namespace

if [ -e /dev/fuse -a -e /proc/self/ns/user ]; then
	chmod 666 /dev/fuse
	hostile touch /tmp/mute
	echo "p:text $U:probed_text t=+0($ARG1):ustring" >>$H/uprobe_events
	echo 1 >$H/events/uprobes/text/enable
	timeout -s KILL 60 /tests/bin/as 1000 1000 /tests/bin/mutefile /tmp/mute $U file /tmp/mute >/tmp/mute.read &
	within 10 grep -q passed /tmp/mute.read
	is "a hit does not wait for ever for a user's file system" "$(grep passed /tmp/mute.read)" passed
	is "a string there is a fault" "$(sed -n 's/.* text: (0x[0-9a-f]*) //p' $H/trace)" 't=(fault)'
	true >$H/trace
	hostile $U text here
	is "other programs have their strings" "$(sed -n 's/.* text: (0x[0-9a-f]*) //p' $H/trace)" 't="here"'
	check "the event is disabled" timeout -s KILL 10 sh -c "echo 0 >$H/events/uprobes/text/enable"
	wait
	true >$H/uprobe_events
	rm -f /tmp/mute*
else
	skip "a hit does not wait for ever for a user's file system: no FUSE or no user namespaces"
fi

# ---- symbolic links in a folder where root writes

hostile mkdir /tmp/out
echo "root's own" >/tmp/secret
for name in out.json out.prom; do
	hostile ln -s /tmp/secret /tmp/out/$name
done
for how in "--json -o /tmp/out/out.json" "--openmetrics -o /tmp/out/out.prom"; do
	timeout 60 /tests/bin/histrig export $how syscount 1 1 >/dev/null 2>&1
done
is "root writes through no link of a user" "$(cat /tmp/secret)" "root's own"
timeout 60 /tests/bin/histrig export --json -o /tmp/out/plain.json syscount 1 1 >/dev/null 2>&1
check "root writes files there" grep -q histograms /tmp/out/plain.json
rm -r /tmp/out /tmp/secret
