#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Prints the C files of the catalogue on standard output.
#
#	generate.sh header NAME FILE	the file that expands one header of events
#	generate.sh catalogue NAME...	the file that lists all headers
#	generate.sh select AUTO_CONF NAME...	prints the names that the
#					configuration does not rule out
#
# NAME is the name of a header in trace/events, or asm_ and the name of a header in
# the architecture's asm/trace.
set -eu
here=$(dirname "$0")

# Replaces characters that C identifiers cannot contain, such as "-".
symbol() {
	echo "histrig_header_$1" | tr -c 'A-Za-z0-9_\n' _
}

header() {
	case $1 in
	asm_*) include=asm/trace/${1#asm_}.h ;;
	*) include=trace/events/$1.h ;;
	esac
	echo "/* Generated from <$include>, see module/event/generate.sh. */"
	echo "#define HISTRIG_HEADER $(symbol "$1")"
	awk -v name="$1" '
		$1 == name && /[ \t]private([ \t]|$)/ {
			print "#define HISTRIG_EMPTY"
			exit
		}' "$here/prelude.table"
	echo '#ifdef HISTRIG_EMPTY'
	echo '#include "stages/empty.h"'
	echo '#else'
	awk -v name="$1" '
		$1 != name { next }
		{
			for (i = 2; i <= NF; i++) {
				word = $i
				if (word ~ /^CONFIG_/ || word == "private")
					continue
				if (sub(/^-/, "", word)) {
					print "#define HISTRIG_SKIP_" word " 1"
					continue
				}
				if (sub(/=/, " ", word)) {
					print "#define " word
					continue
				}
				print "#if __has_include(<" word ">)"
				print "#include <" word ">"
				print "#endif"
			}
		}' "$here/prelude.table"
	structs "$2"
	echo '#define CREATE_TRACE_POINTS'
	echo "#include <$include>"
	# In some configurations, some headers are empty and do not include define_trace.h.
	echo '#ifndef HISTRIG_HEADER_MADE'
	echo '#include "stages/empty.h"'
	echo '#endif'
	echo '#endif'
}

# Declares every struct that the header names. A struct that is first named in a
# list of parameters would be a different type in each list.
structs() {
	awk '
		BEGIN {
			split("if is for do while with and or in to of", words, " ")
			for (i in words)
				seen[words[i]] = 1
		}
		/^[ \t]*\*/ || /^[ \t]*\/[*\/]/ { next }
		{
			s = $0
			while (match(s, /(^|[^A-Za-z0-9_])struct[ \t]+[A-Za-z_][A-Za-z0-9_]*/)) {
				name = substr(s, RSTART, RLENGTH)
				sub(/.*struct[ \t]+/, "", name)
				s = substr(s, RSTART + RLENGTH)
				if (!seen[name]++)
					print "struct " name ";"
			}
		}' "$1"
}

catalogue() {
	echo '/* Generated, see module/event/generate.sh. */'
	echo '#include "event.h"'
	echo
	for name; do
		echo "extern const struct event_header $(symbol "$name");"
	done
	echo
	echo 'const struct event_header *const event_catalogue[] = {'
	for name; do
		printf '\t&%s,\n' "$(symbol "$name")"
	done
	printf '\tNULL\n};\n'
}

select_names() {
	config=$1
	shift
	awk -v names="$*" '
		FILENAME ~ /auto\.conf$/ {
			sub(/=.*/, "")
			set[$0] = 1
			next
		}
		{
			for (i = 2; i <= NF; i++)
				if ($i ~ /^CONFIG_/ && !($i in set))
					out[$1] = 1
		}
		END {
			n = split(names, name, " ")
			for (i = 1; i <= n; i++)
				if (!(name[i] in out))
					print name[i]
		}' "$config" "$here/prelude.table"
}

case $1 in
header) header "$2" "$3" ;;
catalogue) shift && catalogue "$@" ;;
select) shift && select_names "$@" ;;
esac
