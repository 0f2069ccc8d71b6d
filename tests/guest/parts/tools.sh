# SPDX-License-Identifier: GPL-2.0
# For tests that do what well-known tracing tools do: they arm events, run work with known
# results (prog/toolwork.c), and look for these results. Counts are exact only for tasks,
# files and ports that no other task has. Times have only a generous lower bound, because
# a busy host delays the guest, and a guest's clock is late while its tick is late.
# Sourced by guest tests.

W=/tests/bin/toolwork
E=$H/events

# written FILE LINE: append the line to a file of the tree. If it is refused, the
# test fails with the reason.
written() {
	echo "$2" 2>/dev/null >>$H/$1 && return
	not_ok "$1 takes $2"
	tail -n 3 $H/error_log | sed 's/^/# /'
}
synthetic() { written synthetic_events "$1"; }
dynamic() { written dynamic_events "$1"; }
arm() { written events/$1/trigger "$2"; } # EVENT TRIGGER

# record EVENT: record the event's hits in the buffer.
record() { echo 1 >$E/$1/enable; }
# lines EVENT: print the event's lines of the buffer.
lines() { grep -F " $1: " $H/trace; }

# disarm EVENT: remove the triggers of an event. Truncating the file keeps some kinds of
# triggers, and all hist triggers if others refer to variables of one. So remove what is left
# one by one, the last one first.
disarm() {
	echo 0 >$E/$1/enable
	true >$E/$1/trigger
	grep -v '^#' $E/$1/trigger | sed 's/^/!/; s/ \[[a-z]*\]$//' |
		awk '{ line[NR] = $0 } END { while (NR) print line[NR--] }' >/tmp/armed
	while IFS= read -r line; do echo "$line" >>$E/$1/trigger; done </tmp/armed
}

# clean: remove what a tool has armed and defined. The second round removes events
# whose variables others have read.
clean() {
	local event round
	for round in 1 2; do
		for event in $(grep -v '^#' $H/set_event | tr : /); do
			{ disarm $event; } 2>/dev/null
		done
	done
	true >$H/dynamic_events
	true >$H/synthetic_events
	true >$H/trace
	[ -z "$(cat $H/dynamic_events $H/synthetic_events)" ] || not_ok "something is left of the last tool"
}

# rows EVENT [REGEX]: print the matching entries of the event's histograms, one a
# line, with single spaces.
rows() {
	awk '/^\{/ { row = ""; inside = 1 }
		inside { row = row " " $0 }
		inside && /hitcount:/ {
			gsub(/[ \t]+/, " ", row)
			print row
			inside = 0
		}' $E/$1/hist | grep -E -e "${2:-.}"
}

# total EVENT VALUE [REGEX]: add up a value of these entries, such as hitcount.
total() {
	rows $1 "$3" | awk -v value="$2:" '{
		sub(/.*} hitcount:/, "hitcount:")
		for (i = 1; i < NF; i++)
			if ($i == value)
				n += $(i + 1)
	} END { printf "%.0f\n", n }'
}

# powers EVENT KEY POWER [REGEX]: add up the hits of these entries whose .log2 key
# is at least 2^POWER. These are numbers above 2^(POWER - 1), because .log2 rounds
# up, like the kernel's.
powers() {
	rows $1 "$4" | awk -v key="$2:" -v power=$3 '{
		for (i = 1; i < NF; i++) {
			if ($i == key && $(i + 1) == "~" && substr($(i + 2), 3) + 0 >= power)
				found = 1
			if ($i == "hitcount:" && found)
				n += $(i + 1)
		}
		found = 0
	} END { print n + 0 }'
}

# log2 NUMBER: print the power of two that .log2 prints for a number.
log2() {
	local power=0
	while [ $((1 << power)) -lt $1 ]; do power=$((power + 1)); done
	echo $power
}

# least NAME GOT LEAST: passes if GOT is at least LEAST.
least() {
	if [ "${2:-0}" -ge $3 ]; then ok "$1"; else not_ok "$1: ${2:-nothing}, not $3 or more"; fi
}

# has_event EVENT TOOL: test whether the kernel has the event. If not, skip the
# test.
has_event() {
	[ -d $E/$1 ] && return
	skip "$2: this kernel has no event $1"
	return 1
}
