# SPDX-License-Identifier: GPL-2.0
# Finds the classes and events that do not compile.
#
# Reads the compiler's messages, then the preprocessed text that they refer to.
# Prints the macros that make compile.sh leave these classes and events out.
# Appends the events that are left out, with the reason, to the file @left, and
# those that only lose their print format to the file @fields.

# Messages: FILE:LINE: error: TEXT
FNR == NR {
	if (match($0, /:[0-9]+: (fatal )?error: /)) {
		line = substr($0, RSTART + 1) + 0
		message = substr($0, RSTART + RLENGTH)
		if (!(line in text))
			text[line] = message
		# The compiler reports only the first call of an undeclared function;
		# calls() finds the others.
		if (message ~ /^implicit declaration of function/) {
			split(message, word, "'")
			implicit[word[2]] = message
		}
	}
	next
}

# An error belongs to the last marker before it. Each marker starts a line.
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

# Tests for a call of the function @name, but not in quotes, where print formats name it.
function calls(s, name) {
	if (!index(s, name "("))
		return 0
	gsub(/"([^"\\]|\\.)*"/, "\"\"", s)
	return match(s, "(^|[^A-Za-z0-9_])" name "\\(")
}

# Leaves out print formats with an enumerator whose value does not compile.
function blame_users(name,    key) {
	for (key in print_text)
		if (match(print_text[key], "(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)"))
			blame(key, why["enum_" name])
}
