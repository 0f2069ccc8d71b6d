# SPDX-License-Identifier: GPL-2.0
# What errors.awk and missing.awk share: the markers that stages/map.h leaves
# in the preprocessed text, and the list of what is left out.

# The marker that a line starts with, as KIND_NAME, or nothing.
function marker_of(s) {
	if (!match(s, /^struct histrig_in_[A-Za-z0-9_]+/))
		return ""
	return substr(s, RSTART + 18, RLENGTH - 18)
}

# Learns from a line which events there are, of which classes, and what the
# print formats say.
function collect(s,    event, class) {
	if (s ~ /\.system = "/ && match(s, /\.system = "[^"]*"/))
		system_name = substr(s, RSTART + 11, RLENGTH - 12)
	if (s ~ /\.print_fmt = "/ && marker != "")
		print_text[marker] = s
	if (match(s, /^struct histrig_in_event_[A-Za-z0-9_]+; *struct histrig_of_class_[A-Za-z0-9_]+/)) {
		event = class = substr(s, RSTART, RLENGTH)
		sub(/;.*/, "", event)
		sub(/.*histrig_in_event_/, "", event)
		sub(/.*histrig_of_class_/, "", class)
		if (!(event in class_of))
			events[++nr_events] = event
		class_of[event] = class
	}
}

function tell_left(    i, event, reason) {
	for (i = 1; i <= nr_events; i++) {
		event = events[i]
		if (("class_" class_of[event]) in why)
			reason = why["class_" class_of[event]]
		else if (("event_" event) in why)
			reason = why["event_" event]
		else
			continue
		print system_name ":" event ": " reason >>left
	}
}
