# SPDX-License-Identifier: GPL-2.0
# Shared by errors.awk and missing.awk: the markers that stages/map.h leaves in the
# preprocessed text, and the list of events that are left out.

# Returns the marker that a line starts with, as KIND_NAME, or "".
function marker_of(s) {
	if (!match(s, /^struct histrig_in_[A-Za-z0-9_]+/))
		return ""
	return substr(s, RSTART + 18, RLENGTH - 18)
}

# Collects from a line the events, their classes and their print formats.
function collect(s,    event, class) {
	if (s ~ /\.system = "/ && match(s, /\.system = "[^"]*"/))
		system_name = substr(s, RSTART + 11, RLENGTH - 12)
	if (s ~ /\.print_fmt = "/ && marker != "")
		print_text[marker] = s
	if (s ~ /^struct histrig_in_eventprint_/)
		own_print[substr(marker, 12)] = 1
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

function tell_left(    i, event, class, printer) {
	for (i = 1; i <= nr_events; i++) {
		event = events[i]
		class = class_of[event]
		printer = event in own_print ? "eventprint_" event : "print_" class
		if (("class_" class) in why)
			tell(event, why["class_" class], left)
		else if (("event_" event) in why)
			tell(event, why["event_" event], left)
		else if (printer in why)
			tell(event, why[printer], fields)
	}
}

function tell(event, reason, file) {
	print system_name ":" event ": " reason >>file
}
