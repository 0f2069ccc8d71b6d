# SPDX-License-Identifier: GPL-2.0
# A function's name is defined once, so that a stack trace, a profile and a search
# identify the function. Reads sources and prints each name that several files
# define. Several definitions in one file count as one: they are for kernels with
# and without a feature. The same applies to an inline function in a header that also
# declares the function, because some kernels get an empty one instead of the source's.
# Other inline functions of headers count like any function.
#
# The files of a folder of the module are compiled as one, where two static variables of
# a name would silently be one variable, and a macro would have the value of the last
# file. So the names of static variables and macros must differ within a folder, too.
# Files of the tool are compiled one by one.
FNR == 1 { head = "" }

FILENAME ~ /\.c$/ && FILENAME !~ /\/hot\// && /^#define / { split($2, word, "("); in_folder(word[1]) }
FILENAME ~ /\.c$/ && FILENAME !~ /\/hot\// && /^static [^(]*[;=]/ {
	head = $0
	sub(/ *(=|\[|;).*/, "", head)
	sub(/.*[ *]/, "", head)
	in_folder(head)
	head = ""
}

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
/;$/ && match(head, /[a-z_0-9]+\(/) { declares[FILENAME, substr(head, RSTART, RLENGTH - 1)] = 1 }
/[;}]$|^$|^[#{]|^.*:$/ { head = "" }

function defined(name) {
	if (!(name in where)) {
		where[name] = FILENAME ":" line
		source[name] = FILENAME
	} else if (source[name] != FILENAME && !((source[name], name) in declares || (FILENAME, name) in declares)) {
		print name "() is defined in " where[name] " and in " FILENAME ":" line
	}
}

function in_folder(name,	folder) {
	if (FILENAME ~ /^tools\//)
		return
	folder = FILENAME
	sub(/[^\/]*$/, "", folder)
	if (!((folder, name) in file_of))
		file_of[folder, name] = FILENAME
	else if (file_of[folder, name] != FILENAME)
		print name " is defined in " file_of[folder, name] " and in " FILENAME ":" FNR ", which are compiled as one"
}
