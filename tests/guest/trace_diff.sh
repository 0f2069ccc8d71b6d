# SPDX-License-Identifier: GPL-2.0
# Compares our file trace with the kernel's, line by line, for all events that the
# same work hits. A single CPU keeps the events in order.
# guest: smp=1 timeout=300 modules=virtio_pci,loop needs=native-6.1
. /tests/guest/lib.sh
quick_rcu
. /tests/guest/parts/workload.sh

insmod /tests/kmod/histrig_fire.ko || exit 1

# Enables or disables all events. The kernel's tree starts later and stops earlier,
# so ours must have all its entries.
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

# Masks fields of two timer events, which read the tick counter, because a tick may
# come between the kernel's probe and ours. The outer pattern saves time for all other lines.
tick='/timer_[es]/{ /timer_start: /s/timeout=[-0-9]*/timeout=N/; /timer_expire_entry: /s/now=[0-9]*/now=N/ }'
# These events cannot be equal. One prints an age at the time of printing. The others have
# fields that the probe does not set, which contain old data.
explained='^differs (writeback_single_inode|x86_fpu_|fib_table_lookup|neigh_create)'

compare() {
	local d side
	for d in $H $T; do echo >$d/trace; done
	everything 1
	echo 1 >$H/tracing_on
	echo 1 >$T/tracing_on
	workload
	echo 0 >$T/tracing_on
	echo 0 >$H/tracing_on
	everything 0
	cat $H/trace >/tmp/ours
	cat $T/trace >/tmp/native
	for side in ours native; do sed "$tick" /tmp/$side >/tmp/$side.plain; done
	/tests/bin/tracecmp /tmp/ours.plain /tmp/native.plain >/tmp/result
	rm /tmp/*.plain
}

# An interrupt may hit an event between the two probes of the event, which changes the
# order of the lines. So events that differ are recorded again. The test fails for an
# event that differs in one recording and is equal in none.
true >/tmp/ever
true >/tmp/same
for try in 1 2 3; do
	compare
	grep '^differs' /tmp/result | grep -vE "$explained" >>/tmp/ever
	sed -n 's/^same \([^ ]*\).*/differs \1/p' /tmp/result >>/tmp/same
	sort -u /tmp/ever | grep -vxFf /tmp/same >/tmp/differ
	[ -s /tmp/differ ] || break
	grep -v '^same' /tmp/result | cut -c 1-300 | head -n 60 | sed 's/^/# /'
done

lost() { awk '/^(overrun|dropped events)/ { n += $NF } END { print n }' $1/per_cpu/cpu0/stats; }
is "the kernel's ring loses no entry" "$(lost $T)" 0
is "our ring loses no entry" "$(lost $H)" 0
alike "trace has the kernel's header" "$(head -n 12 /tmp/ours | grep -v entries)" \
	"$(head -n 12 /tmp/native | grep -v entries)"
grep -v '^same' /tmp/result | cut -c 1-300 | head -n 60 | sed 's/^/# /'
is "trace has the kernel's lines of $(grep -c '^same' /tmp/result) events" "$(cat /tmp/differ)" ""
check "trace has the kernel's lines of at least 100 events" [ "$(grep -c '^same' /tmp/result)" -ge 100 ]
awk '/^same/ { n += $3 } END { print "# " n " lines" }' /tmp/result

# Reads trace again: it must show the same, sorted by time.
grep -vF writeback_single_inode $H/trace >/tmp/again
grep -vF writeback_single_inode /tmp/ours >/tmp/once
check "a second read of trace shows the same" cmp /tmp/once /tmp/again
rm /tmp/again /tmp/once
is "trace is in the order of time" "$(awk '
	/^#/ { next }
	match($0, / [0-9]+\.[0-9]+: /) {
		t = substr($0, RSTART, RLENGTH - 2) + 0
		if (t < last) n++
		last = t
	}
	END { print n + 0 }' /tmp/ours)" 0

# Shows the same entries with every option that changes their format.
record_switches() {
	local d e
	for d in $H $T; do echo >$d/trace; done
	for e in sched/sched_switch sched/sched_wakeup task/task_rename irq/irq_handler_entry; do
		for d in $T $H; do echo 1 >$d/events/$e/enable; done
	done
	for d in $H $T; do echo 1 >$d/tracing_on; done
	sh -c 'echo some_name >/proc/self/comm; ls >/dev/null; sleep 0.1'
	for d in $T $H; do echo 0 >$d/tracing_on; done
}
# Prints a trace without times, and without entries at both ends that only one side
# has recorded.
show() { # TREE
	sed -n '/some_name/,$p' $1/trace | grep -v '^#' | head -n 20 | sed -e 's/ *[0-9]*\.[0-9]*: / TIME: /' \
		-e 's/^\( *[^ ]*-*[0-9]* *[0-9]*[^ ]*\) *[0-9]*us.: /\1 TIME: /' \
		-e 's/\[[0-9a-f]*\] [0-9.]*ms (+[0-9.]*ms): .*\(task_rename\|sched\|irq\)/TIME: \1/'
}
# An interrupt between the two probes of an event may set a flag in the line of the later
# probe. So record again if lines differ.
record_switches
for try in 2 3 4 5; do
	[ "$(show $H)" != "$(show $T)" ] || break
	record_switches
done
for o in sym-offset verbose noirq-info nocontext-info record-tgid raw hex latency-format; do
	for d in $T $H; do echo $o >$d/trace_options; done
	case $o in
	raw | hex) ours=$(awk '{ print $1, $2 }' $H/trace | grep -c .) native= ;;
	*) ours=$(show $H) native=$(show $T) ;;
	esac
	case $o in
	raw | hex) check "trace has lines with the option $o" [ "$ours" -gt 3 ] ;;
	record-tgid) ;;
	*) alike "trace matches the kernel's with the option $o" "$ours" "$native" ;;
	esac
	is "trace has the kernel's header with the option $o" "$(grep '^#' $H/trace | grep -vE 'entries|latency:')" \
		"$(grep '^#' $T/trace | grep -vE 'entries|latency:')"
	for d in $T $H; do
		case $o in no*) echo ${o#no} ;; *) echo no$o ;; esac >$d/trace_options
	done
done
rmmod histrig_fire
