# SPDX-License-Identifier: GPL-2.0
# Our trace file beside native's, line by line, for all events that the same work
# hits. One CPU keeps them in order.
# guest: smp=1 mem=1G timeout=300 modules=virtio_pci,loop needs=native-6.1
. /tests/guest/lib.sh
quick_rcu
. /tests/guest/parts/workload.sh

insmod /tests/kmod/histrig_fire.ko || exit 1

# The kernel starts later and ends earlier, so what it has, we have.
everything() { # 0 OR 1
	local dir
	for dir in $H/events/*/*/; do
		dir=${dir#"$H"/}
		[ ! -e "$T/${dir}enable" ] || echo "$1" >"$T/${dir}enable"
		[ ! -e "$H/${dir}enable" ] || echo "$1" >"$H/${dir}enable"
	done
}

for d in $H $T; do
	echo 0 >$d/tracing_on
	echo 60000 >$d/buffer_size_kb
	echo 4096 >$d/saved_cmdlines_size
	echo global >$d/trace_clock
done
everything 1
echo 1 >$H/tracing_on
echo 1 >$T/tracing_on
workload
echo 0 >$T/tracing_on
echo 0 >$H/tracing_on
everything 0

lost() { awk '/^(overrun|dropped events)/ { n += $NF } END { print n }' $1/per_cpu/cpu0/stats; }
is "nothing is lost natively" "$(lost $T)" 0
is "nor here" "$(lost $H)" 0
cat $H/trace >/tmp/ours
cat $T/trace >/tmp/native
is "the columns" "$(head -n 12 /tmp/ours | grep -v entries)" \
	"$(head -n 12 /tmp/native | grep -v entries)"
/tests/bin/tracecmp /tmp/ours /tmp/native >/tmp/result
# What cannot be the same: an age that is counted when it is printed, and fields
# that the probe does not set, where we have what was on the stack and the kernel
# what was in its ring.
explained='^differs (writeback_single_inode|x86_fpu_|fib_table_lookup|neigh_create)'
grep -v '^same' /tmp/result | cut -c 1-300 | head -n 60 | sed 's/^/# /'
is "lines of $(grep -c '^same' /tmp/result) events" \
	"$(grep '^differs' /tmp/result | grep -vE "$explained")" ""
check "of 100 events at least" [ "$(grep -c '^same' /tmp/result)" -ge 100 ]
awk '/^same/ { n += $3 } END { print "# " n " lines" }' /tmp/result

# Read twice it says the same, in time's order.
cat $H/trace | grep -v writeback_single_inode >/tmp/again
grep -v writeback_single_inode /tmp/ours >/tmp/once
check "read again" cmp /tmp/once /tmp/again
rm /tmp/again /tmp/once
is "nothing runs backwards" "$(awk '
	/^#/ { next }
	match($0, / [0-9]+\.[0-9]+: /) {
		t = substr($0, RSTART, RLENGTH - 2) + 0
		if (t < last) n++
		last = t
	}
	END { print n + 0 }' /tmp/ours)" 0

# The same entries in every other way of showing them.
echo >$H/trace
echo >$T/trace
for e in sched/sched_switch sched/sched_wakeup task/task_rename irq/irq_handler_entry; do
	echo 1 >$T/events/$e/enable
	echo 1 >$H/events/$e/enable
done
for d in $H $T; do echo 1 >$d/tracing_on; done
sh -c 'echo some_name >/proc/self/comm; ls >/dev/null; sleep 0.1'
for d in $T $H; do echo 0 >$d/tracing_on; done
# Numbers of the clock go, and what was recorded on one side alone at the ends.
show() { # TREE
	sed -n '/some_name/,$p' $1/trace | grep -v '^#' | head -n 20 | sed -e 's/ *[0-9]*\.[0-9]*: / TIME: /' \
		-e 's/^\( *[^ ]*-*[0-9]* *[0-9]*[^ ]*\) *[0-9]*us.: /\1 TIME: /' \
		-e 's/\[[0-9a-f]*\] [0-9.]*ms (+[0-9.]*ms): .*\(task_rename\|sched\|irq\)/TIME: \1/'
}
for o in sym-offset verbose noirq-info nocontext-info record-tgid raw hex latency-format; do
	for d in $T $H; do echo $o >$d/trace_options; done
	case $o in
	raw | hex) ours=$(awk '{ print $1, $2 }' $H/trace | grep -c .) native= ;;
	*) ours=$(show $H) native=$(show $T) ;;
	esac
	case $o in
	raw | hex) check "$o has lines" [ "$ours" -gt 3 ] ;;
	record-tgid) ;;
	*) is "$o" "$ours" "$native" ;;
	esac
	is "$o: columns" "$(grep '^#' $H/trace | grep -vE 'entries|latency:')" \
		"$(grep '^#' $T/trace | grep -vE 'entries|latency:')"
	for d in $T $H; do
		case $o in no*) echo ${o#no} ;; *) echo no$o ;; esac >$d/trace_options
	done
done
rmmod histrig_fire
