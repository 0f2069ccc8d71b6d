# SPDX-License-Identifier: GPL-2.0
# A user without privileges attacks root's histograms: with names that look like
# rows, with more files than the table of files holds, and with stacks of calls that
# never happened. No row of root's is forged or hidden, and no hit is much slower.
# guest: smp=2 timeout=120
. /tests/guest/lib.sh
quick_rcu

E=$H/events/raw_syscalls/sys_enter
CHDIR=80 # its number; nothing else in the guest calls it
PROG=/tests/bin/userstack
[ -d $E ] || skip_all "this kernel has no events of system calls"
hostile() { /tests/bin/as 1000 1000 "$@"; }
# rows FILE: print how many rows the file has, and how many entries its totals count.
rows() { echo $(grep -c '^{' $1) $(sed -n 's/^ *Entries: //p' $1); }
controls() { tr -d '\n\t -~' <$1 | wc -c; }
best() { # the shortest time of five for root's calls, in units of 10 ms
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
END
cp $PROG "/tmp/p
{ c: 1 } hitcount: 9"
hostile sh /tmp/names
hostile "/tmp/p
{ c: 1 } hitcount: 9" calls 1 >/dev/null
hostile $PROG chains 60
cat $E/hist >/tmp/hist
check "the names are there" grep -q '{ a: 1 }\\012{ b' /tmp/hist
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
after=$(best)
check "root's calls are not much slower ($before, then $after)" [ $after -le $((2 * before + 2)) ]
is "no hit of root's calls is dropped after a user mapped many files" "$(sed -n 's/^ *Dropped: //p' $E/hist)" 0
true >$E/trigger
rm /tmp/fresh /tmp/names /tmp/p*
