# SPDX-License-Identifier: GPL-2.0
# Sourced by tests that run what well-known tracing tools do. They arm events,
# run work whose answer is known (prog/toolwork.c), and look for that answer.
# Other tasks of the guest do things, too, and a busy host makes everything
# slow: counts are exact only for tasks, files and ports that nobody else has,
# and times have only a lower bound, with much to spare: the clock of a guest
# lags behind while its tick is late.

W=/tests/bin/toolwork
E=$H/events

# written FILE LINE: append the line to the file of the tree; if it is refused,
# the test fails and says why.
written() {
	echo "$2" 2>/dev/null >>$H/$1 && return
	not_ok "$1 takes $2"
	tail -n 3 $H/error_log | sed 's/^/# /'
}
synthetic() { written synthetic_events "$1"; }
dynamic() { written dynamic_events "$1"; }
arm() { written events/$1/trigger "$2"; } # EVENT TRIGGER

# record EVENT: put the event's hits into the buffer.
record() { echo 1 >$E/$1/enable; }
# lines EVENT: print the event's lines of the buffer.
lines() { grep -F " $1: " $H/trace; }

# disarm EVENT: remove the triggers of an event. To truncate the file removes
# only hist triggers, and none if they refer to each other; so the others are
# removed one by one, the last one first.
disarm() {
	echo 0 >$E/$1/enable
	true >$E/$1/trigger
	grep -v '^#' $E/$1/trigger | sed 's/^/!/; s/ \[[a-z]*\]$//' |
		awk '{ line[NR] = $0 } END { while (NR) print line[NR--] }' >/tmp/armed
	while IFS= read -r line; do echo "$line" >>$E/$1/trigger; done </tmp/armed
}

# clean: remove what a tool has armed and defined. Events whose variables are
# read elsewhere are left for the second round.
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

# rows EVENT [REGEX]: print entries of the event's histograms, each as one line
# with single spaces.
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

# powers EVENT KEY POWER [REGEX]: add up the hits of these entries whose .log2
# key is at least 2^POWER. That is where numbers above 2^(POWER - 1) are, since
# .log2 rounds up, like the kernel's.
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

# log2 NUMBER: print the power of two that .log2 shows for a number.
log2() {
	local power=0
	while [ $((1 << power)) -lt $1 ]; do power=$((power + 1)); done
	echo $power
}

# least NAME GOT LEAST: passes if the number is at least that.
least() {
	if [ "${2:-0}" -ge $3 ]; then ok "$1"; else not_ok "$1: ${2:-nothing}, not $3 or more"; fi
}

# has_event EVENT TOOL: whether the kernel has the event; skips the test if not.
has_event() {
	[ -d $E/$1 ] && return
	skip "$2: this kernel has no event $1"
	return 1
}
