# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: compares our printed records with the kernel's.
. /tests/guest/lib.sh
quick_rcu
. /tests/guest/parts/workload.sh

P=/sys/module/histrig/parameters
TAKEN=/sys/kernel/debug/histrig_print_taken
work=/tmp/print
mkdir -p $work
insmod /tests/kmod/histrig_fire.ko || exit 1

# made NAME PLAIN: let both sides print random records, and compare the output.
made() {
	local seed all bad=
	for seed in 1 2 3; do
		echo "$seed 40 $2" >$P/print_made || { not_ok "$1"; return; }
		all=$(cat $P/print_made)
		case $all in
		*" 0 bad") ;;
		*) bad="$bad $all" ;;
		esac
	done
	echo "# $1: ${all%, 0 bad*}, three times"
	is "$1" "$bad" ""
}

made "random records of every event are printed as the kernel prints them" 0
check "at least 500 events have random records printed" [ "$(sed 's/ .*//' $P/print_made)" -ge 500 ]
echo 0 >$T/options/hash-ptr
made "random records with the option nohash-ptr are printed as the kernel prints them" 1
echo 1 >$T/options/hash-ptr
dmesg | grep -A1 'print: ' | head -n 40 | sed 's/^/# /'
is "a record with a stale pointer is printed safely" "$(cat $P/print_pointers)" safe
is "records are printed field by field with the option fields" "$(cat $P/print_fields)" right

# A format that follows a pointer out of the record could cause a fault, so such
# formats must be left out.
is "no format follows a pointer in the record" \
	"$(grep -lE '^print fmt:.*REC->[A-Za-z_0-9]+->' $H/events/*/*/format)" ""

# Real hits: both sides record all events, on one CPU so that the order is the same.
# The kernel's tree is enabled after ours and disabled before it, so the kernel's
# lines of an event are a contiguous part of ours.
everything() { # 0 OR 1
	local dir
	for dir in $H/events/*/*/; do
		# tests/guest/syscalls.sh tests the events of system calls.
		case $dir in */events/syscalls/*) continue ;; esac
		dir=$T/${dir#"$H"/}
		[ ! -e "${dir}enable" ] || echo "$1" >"${dir}enable"
	done
}

# These events cannot be equal on both sides. One prints an age at the time of
# printing; the others have fields that the probe does not set, which contain old
# data of the buffer.
explained='^differs (writeback_single_inode|x86_fpu_|fib_table_lookup|neigh_create)'

# An interrupt between the two probes of an event may hit the same event, which
# changes the order of the lines. So an event fails only if it differs three times.
compare() {
	echo 0 >$T/tracing_on
	echo >$T/trace
	everything 1
	echo 1 >$P/print_taken
	echo 2 >$P/print_taken
	echo 1 >$T/tracing_on
	workload
	echo 0 >$T/tracing_on
	echo 0 >$P/print_taken
	everything 0
	lost=$(awk '/^(overrun|dropped events)/ { n += $NF } END { print n }' \
		$T/per_cpu/cpu0/stats)
	/tests/bin/tracecmp -t $TAKEN $T/trace >$work/result
	echo free >$P/print_taken
	! grep '^differs' $work/result | grep -qvE "$explained"
}
echo 60000 >$T/buffer_size_kb
compare || compare || compare
is "the kernel's ring loses no record" "$lost" 0
grep -v '^same' $work/result | cut -c 1-300 | head -n 60 | sed 's/^/# /'
is "real hits of all events are printed as the kernel prints them" \
	"$(grep '^differs' $work/result | grep -vE "$explained")" ""
check "real hits of at least 100 events are printed as the kernel prints them" [ "$(grep -c '^same' $work/result)" -ge 100 ]
grep '^same' $work/result |
	awk '{ n += $3 } END { print "# " n " lines of " NR " events are the same" }'
rm -r $work
