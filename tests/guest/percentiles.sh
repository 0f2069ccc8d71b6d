# SPDX-License-Identifier: GPL-2.0
# Statistics of a task's system calls, from a probe and from the call's event,
# compared with exact ones of the same calls in the buffer.
# guest: mem=1G timeout=240 needs=CONFIG_KPROBE_EVENTS
. /tests/guest/lib.sh
quick_rcu

count=40000
stats=n.min,n.max,n.avg,n.stddev,n.p25,n.p50,n.p99,n.p999
W=$H/events/syscalls/sys_enter_write
echo 'p:shapes/write ksys_write n=$arg3:u64' >$H/dynamic_events || exit 1
P=$H/events/shapes/write
echo 16384 >$H/buffer_size_kb

# numbers FILE FIELD: print the statistics in order.
numbers() { grep '^{' "$1" | sed "s/^.*} hitcount: *//; s/$2\.[a-z0-9]*: *//g; s/  */ /g"; }

# exact: print the same statistics of the sorted numbers in the input. Busybox's awk
# has no powers and roots.
exact() {
	awk '
		function root(x, r, i) {
			r = x / 2 + 1
			for (i = 0; i < 100; i++)
				r = (r + x / r) / 2
			return r
		}
		function p(percent, i) {
			i = int(percent * NR / 100)
			if (i < percent * NR / 100)
				i++
			return v[i < 1 ? 1 : i]
		}
		{ v[NR] = $1; sum += $1 }
		END {
			for (i = 1; i <= NR; i++)
				squares += (v[i] - sum / NR) * (v[i] - sum / NR)
			printf "%d %.0f %.0f %.0f %.0f", NR, v[1], v[NR], int(sum / NR), int(root(squares / NR))
			printf " %.0f %.0f %.0f %.0f\n", p(25), p(50), p(99), p(99.9)
		}'
}

# compare GOT EXACT: print each number that differs by more than permitted: a
# sixteenth for percentiles, and 1 for the deviation, because awk rounds.
compare() {
	echo "$1 $2" | awk '{
		if (NF != 18)
			print "not 9 numbers each:", $0
		for (i = 1; i <= 9; i++) {
			off = $i - $(i + 9)
			if (off < 0)
				off = -off
			if (off > (i > 5 ? $(i + 9) / 16 : i == 5))
				printf "number %d is %s and not %s\n", i, $i, $(i + 9)
		}
	}'
}

for shape in even long-tail two-peaks constant powers; do
	echo "hist:keys=common_tgid:vals=$stats if common_comm == \"shapes\"" >$P/trigger
	echo "hist:keys=common_tgid:vals=$(echo $stats | sed 's/n\./count./g') if common_comm == \"shapes\"" >$W/trigger
	echo 'common_comm == "shapes"' >$P/filter
	true >$H/trace
	echo 1 >$P/enable
	/tests/bin/shapes $shape $count
	echo 0 >$P/enable
	recorded=$(sed -n 's/.* n=//p' $H/trace | sort -n | exact)
	is "all calls are recorded ($shape)" "${recorded%% *}" $count
	got=$(numbers $P/hist n)
	is "statistics are exact, and percentiles within a sixteenth ($shape)" "$(compare "$got" "$recorded")" ""
	is "the event of the call has the same statistics as a probe ($shape)" "$(numbers $W/hist count)" "$got"
	true >$P/trigger
	true >$W/trigger
	echo 0 >$P/filter
done
true >$H/dynamic_events
echo 1408 >$H/buffer_size_kb
