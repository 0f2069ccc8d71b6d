# SPDX-License-Identifier: GPL-2.0
# In the guest, with -icount shift=0: a nanosecond is an instruction. Prints lines
# `NAME|SIDE|VALUE`, - where a side is missing.
. /tests/guest/lib.sh
trap - EXIT

F=/sys/kernel/debug/histrig_fire
COUNT=2000
insmod /tests/kmod/histrig_fire.ko || exit 1

# ns EVENT OPTIONS: nanoseconds of COUNT firings, of the better of two runs.
ns() {
	local best= total
	for i in 1 2; do
		echo "fire ${1%/*} ${1#*/} noirq=1 count=$COUNT $2" >$F || return 1
		read -r _ _ _ total _ <$F
		[ -n "$best" ] && [ "$best" -le "$total" ] || best=$total
	done
	echo $best
}

# added TREE EVENT TRIGGER OPTIONS: instructions that a trigger adds to an event
# with an empty probe.
added() {
	local base with t=$1/events/$2/trigger
	[ -e $t ] || { echo -; return; }
	echo "probe ${2%/*} ${2#*/}" >$F
	base=$(ns $2 "$4")
	echo "unprobe ${2%/*} ${2#*/}" >$F
	echo "$3" 2>/dev/null >$t || { echo -; return; }
	with=$(ns $2 "$4")
	echo "!$3" >>$t
	echo $(((with - base + COUNT / 2) / COUNT))
}

# inserted TREE: instructions added by the first hit on each of 10^5 keys.
inserted() {
	local base with t=$1/events/power/cpu_frequency/trigger n=100000
	local fire="fire power cpu_frequency noirq=1 count=$n keys=$n dist=perm"
	[ -e $t ] || { echo - -; return; }
	echo "probe power cpu_frequency" >$F
	echo "$fire" >$F
	echo "$fire" >$F
	read -r _ _ _ base _ <$F
	echo "unprobe power cpu_frequency" >$F
	echo "hist:keys=state:size=131072" 2>/dev/null >$t || { echo - -; return; }
	echo "$fire" >$F
	read -r _ _ _ with _ <$F
	echo "$fire" >$F
	read -r _ _ _ again _ <$F
	echo "!hist:keys=state:size=131072" >>$t
	echo $(((with - base) / n)) $(((again - base) / n))
}

# reading TREE ENTRIES: instructions per entry of opening and reading a table.
reading() {
	local ns t=$1/events/power/cpu_frequency n=$2
	[ -e $t/hist ] || { echo -; return; }
	echo "hist:keys=state:vals=cpu_id:size=$n" 2>/dev/null >$t/trigger || { echo -; return; }
	echo "fire power cpu_frequency count=$n keys=$n" >$F
	read -r ns _ <<-EOF
		$(/tests/bin/histread $t/hist)
	EOF
	: >$t/trigger
	echo $((ns / n))
}

both() { # NAME COMMAND... with TREE for the tree
	local name=$1
	shift
	echo "$name|native|$("$1" $T "$2" "$3" "$4")"
	echo "$name|ours|$("$1" $H "$2" "$3" "$4")"
}

grep -v '^#' /tests/bench/rows | while IFS='|' read -r name event trigger options _; do
	both "${name% }" added "$(echo $event)" "$(echo "$trigger" | sed 's/^ *//; s/ *$//')" "$options"
done
for side in native ours; do
	case $side in
	native) tree=$T ;;
	ours) tree=$H ;;
	esac
	set -- $(inserted $tree)
	echo "100,000 keys, insert|$side|$1"
	echo "100,000 keys, hit|$side|$2"
done
both "reading 2,048 entries, each" reading 2048
both "reading 131,072 entries, each" reading 131072
