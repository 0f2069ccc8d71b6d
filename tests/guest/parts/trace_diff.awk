# SPDX-License-Identifier: GPL-2.0
# Two trace files of the same work, ours and then the kernel's, which was started
# later and stopped earlier: for each event, are the kernel's lines some of ours,
# one after the other? All of a line counts but the time, whether the task is to be
# scheduled, and its name, which is what it was when it was saved last. Prints "same NAME LINES" or "differs
# NAME" and where. The first few hundred of each event do.

BEGIN {
	NATIVE_MAX = 300
	OURS_MAX = 3 * NATIVE_MAX
}

/^#/ { next }

match($0, /-[0-9]+ +\[[0-9]+\] [^ ]+ +[0-9]+\.[0-9]+: [A-Za-z_][A-Za-z0-9_]*: /) {
	context = substr($0, RSTART, RLENGTH)
	rest = substr($0, RSTART + RLENGTH)
	event = context
	sub(/: $/, "", event)
	sub(/.*: /, "", event)
	sub(/ +[0-9]+\.[0-9]+: .*/, "", context)
	# The tick may come between the kernel's probe and ours.
	if (match(context, /\] ../))
		context = substr(context, 1, RSTART + 2) substr(context, RSTART + 4)
	rest = context " " rest
	if (FNR == NR) {
		full = nr_ours[event] >= OURS_MAX
		if (!full)
			ours[event, ++nr_ours[event]] = rest
	} else {
		full = nr_native[event] >= NATIVE_MAX
		if (!full)
			native[event, ++nr_native[event]] = rest
	}
	next
}

# A text may go on in more lines.
!full && FNR == NR { ours[event, nr_ours[event]] = ours[event, nr_ours[event]] "\n" $0 }
!full && FNR != NR { native[event, nr_native[event]] = native[event, nr_native[event]] "\n" $0 }

# How many of the kernel's lines follow each other in ours from @from on.
function run(event, from,    i) {
	for (i = 1; i <= nr_native[event]; i++)
		if (native[event, i] != ours[event, from + i])
			break
	return i - 1
}

END {
	for (event in nr_native) {
		best = 0
		at = 0
		for (from = 0; from <= nr_ours[event] - nr_native[event]; from++) {
			n = run(event, from)
			if (n >= best) {
				best = n
				at = from
			}
			if (n == nr_native[event])
				break
		}
		if (best == nr_native[event] && best) {
			print "same " event " " best
			continue
		}
		print "differs " event
		print "  after " best " of " nr_native[event] \
			" lines, of ours " nr_ours[event] + 0
		print "  native: " native[event, best + 1]
		print "  ours:   " ours[event, at + best + 1]
	}
}
