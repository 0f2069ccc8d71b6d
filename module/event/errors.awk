# SPDX-License-Identifier: GPL-2.0
# Which classes and events the compiler refused.
#
# Reads its messages, then the preprocessed text that they are about. Prints
# the macros that make compile.sh leave those out, and writes the events that
# this costs, with the reason, to the file @left, and those that only lose their
# text to the file @fields.

# Messages: FILE:LINE: error: TEXT
FNR == NR {
	if (match($0, /:[0-9]+: (fatal )?error: /)) {
		line = substr($0, RSTART + 1) + 0
		message = substr($0, RSTART + RLENGTH)
		if (!(line in text))
			text[line] = message
		# told for its first call only
		if (message ~ /^implicit declaration of function/) {
			split(message, word, "'")
			implicit[word[2]] = message
		}
	}
	next
}

# An error belongs to the last marker before it. Each starts a line.
{
	found = marker_of($0)
	if (found != "")
		marker = found
	collect($0)
	if (FNR in text)
		blame(marker, text[FNR])
	for (name in implicit)
		if (marker ~ /^(class|print|eventprint)_/ && calls($0, name))
			blame(marker, implicit[name])
}

END {
	for (key in why)
		if (key ~ /^enum_/)
			blame_users(substr(key, 6))
	for (key in why) {
		if (key ~ /^class_/)
			print "HISTRIG_SKIP_" substr(key, 7)
		else if (key ~ /^event_/)
			print "HISTRIG_SKIP_EVENT_" substr(key, 7)
		else if (key ~ /^print_/)
			print "HISTRIG_NOPRINT_" substr(key, 7)
		else if (key ~ /^eventprint_/)
			print "HISTRIG_NOPRINT_EVENT_" substr(key, 12)
		else
			print "HISTRIG_SKIP_ENUM_" substr(key, 6)
	}
	tell_left()
}

function blame(key, reason) {
	if (key != "" && !(key in why))
		why[key] = reason
}

# Format files quote the print formats, and what is quoted calls nothing.
function calls(s, name) {
	if (!index(s, name "("))
		return 0
	gsub(/"([^"\\]|\\.)*"/, "\"\"", s)
	return match(s, "(^|[^A-Za-z0-9_])" name "\\(")
}

# A print format that names an enumerator without a number is no use.
function blame_users(name,    key) {
	for (key in print_text)
		if (match(print_text[key], "(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)"))
			blame(key, why["enum_" name])
}
