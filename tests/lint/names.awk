# SPDX-License-Identifier: GPL-2.0
# A function's name is defined once, so that a stack trace, a profile and a search
# identify the function. Reads sources and prints each name that several files
# define. Several definitions in one file count as one: they are for kernels with
# and without a feature. The same applies to a header and the source of the same
# name, because a header may have an empty inline function instead of the source's.
# Other inline functions of headers count like any function.
FNR == 1 { head = "" }

# A definition begins in the first column, and its brace is alone in the first
# column.
/^[A-Za-z_]/ && head == "" { head = " "; line = FNR }
head != "" && $0 != "{" { head = head $0 " " }
/^{$/ && head != "" {
	while (match(head, /[A-Za-z_][A-Za-z_0-9]*\(/)) {
		name = substr(head, RSTART, RLENGTH - 1)
		head = substr(head, RSTART + RLENGTH)
		if (name !~ /^__|^[A-Z_0-9]+$/) {
			defined(name)
			break
		}
	}
}
/[;}]$|^$|^[#{]|^.*:$/ { head = "" }

function defined(name) {
	if (!(name in where)) {
		where[name] = FILENAME ":" line
		source[name] = FILENAME
	} else if (source[name] != FILENAME && !pair(source[name], FILENAME)) {
		print name "() is defined in " where[name] " and in " FILENAME ":" line
	}
}

# Tests whether one file is a header and the other one the source of the same name.
function pair(a, b) {
	sub(/.*\//, "", a)
	sub(/.*\//, "", b)
	return a != b && substr(a, 1, length(a) - 1) == substr(b, 1, length(b) - 1)
}
