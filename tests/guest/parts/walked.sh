# SPDX-License-Identifier: GPL-2.0
# Programs are stopped many times, and their stacks compared with those that libdw finds. Sourced by
# guest tests.

PATH=$PATH:/tests/bin:/usr/bin:/usr/local/bin
switches=$H/events/sched/sched_switch

# flat FILE: print each stack of a histogram in one line, as often as it was counted.
flat() {
	awk '/^[{] common_ustacktrace:/ { stack = ""; next }
		/^[}] hitcount:/ { for (n = $3; n > 0; n--) print stack; next }
		/^ +[^ ]/ { sub(/^ +/, ""); stack = stack (stack == "" ? "" : " ") $0 }' $1
}

# stops NAME COUNT DEPTH PID: stop a process COUNT times by $walker, or walked. Its stacks are in
# /tmp/got, those that libdw finds in /tmp/wanted, both sorted.
stops() {
	histrig hist:keys=common_ustacktrace sched/sched_switch 1s 1 >/tmp/tool 2>&1 || cat /tmp/tool
	echo "hist:keys=common_ustacktrace.depth=$3:size=16384 if prev_pid == $4 && prev_state & 8" >$switches/trigger
	${walker:-walked} $4 $2 $3 >/tmp/wanted.raw
	flat $switches/hist >/tmp/got.raw
	echo "# $1: $(sed -n 's/^ *Dropped: //p' $switches/hist) dropped"
	true >$switches/trigger
	sort /tmp/wanted.raw >/tmp/wanted
	sort /tmp/got.raw >/tmp/got
	check "$1 was stopped" [ $(grep -c . /tmp/wanted) -ge $2 ]
	is "each stop of $1 was counted" "$(grep -c . /tmp/got)" "$(grep -c . /tmp/wanted)"
	echo "# $1: $(uniq /tmp/wanted | wc -l) different stacks, of $(awk '{ n += NF } END { print int(n / NR) }' /tmp/wanted) frames"
}

# walk NAME COUNT DEPTH COMMAND...: stop a program COUNT times, and compare its stacks.
walk() {
	local name=$1 count=$2 depth=$3 pid
	shift 3
	"$@" >/tmp/output 2>&1 &
	pid=$!
	sleep 0.5
	kill -0 $pid || cat /tmp/output
	stops $name $count $depth $pid
	kill -9 $pid
	wait $pid 2>/dev/null
	check "libdw finds whole stacks of $name" [ $(grep -c lost /tmp/wanted) -lt $((count / 100 + 1)) ]
	is "stacks of $name are those that libdw finds" "$(diff /tmp/wanted /tmp/got | grep '^[+-][^+-]' | head -n 6)" ""
}

# tally NAME: count in how many stops both stacks are equal, one is empty or shorter, or they differ.
# Stacks that have no equal are compared with the one that has most frames in common, innermost
# first; five of each kind are printed.
tally() {
	awk -v name="$1" '
	function plain(stack) { sub(/ *\(.*/, "", stack); return stack " " }
	function common(a, b, i, n, m, x, y) {
		n = split(a, x, " "); m = split(b, y, " ")
		for (i = 1; i <= n && i <= m && x[i] == y[i]; i++);
		return i - 1
	}
	function tell(kind, ours, theirs) {
		if (count[kind]++ < 5)
			print "# " name ", " kind ":\n#   ours  " substr(ours, 1, 600) "\n#   theirs " substr(theirs, 1, 600)
	}
	FNR == NR { theirs[$0]++; next }
	theirs[$0] { theirs[$0]--; equal++; next }
	{ ours[nr++] = $0 }
	END {
		for (i = 0; i < nr; i++) {
			most = -1
			for (stack in theirs)
				if (theirs[stack] && (n = common(ours[i], stack)) > most) {
					most = n; best = stack
				}
			if (most < 0) { tell("ours only", ours[i], ""); continue }
			theirs[best]--
			a = plain(ours[i]); b = plain(best)
			if (a == " ") tell("ours empty", ours[i], best)
			else if (a == b) tell("same frames, other end", ours[i], best)
			else if (index(b, a) == 1) tell("ours shorter", ours[i], best)
			else if (index(a, b) == 1) tell("theirs shorter", ours[i], best)
			else tell("different", ours[i], best)
		}
		printf "# %s: %d equal", name, equal
		for (kind in count) printf ", %d %s", count[kind], kind
		print ""
	}' /tmp/wanted /tmp/got
}
