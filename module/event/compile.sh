#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Compiles one generated file of events; Kbuild calls it instead of the compiler.
#
#	compile.sh EXPORTS COMPILER FLAG... -c -o OBJECT SOURCE
#
# Kernels change, and some headers use private types and symbols, but such a
# header must not break the build. So this script finds the classes and events
# that do not compile or need a symbol that the kernel does not export, and
# compiles the file without them. The file EXPORTS lists the exported symbols.
# If only a print format is at fault, the script leaves out only the format, and
# the records of its events are printed field by field. The script prints the
# events left out and the reasons on standard output and writes them to files
# beside the object. It asks for no warnings, because they would be about the
# kernel's headers.
#
# NM and OBJDUMP in the environment name the tools to use. ALL_ERRORS and FIRST_ERROR are
# the compiler's options to print all errors briefly, and to stop at the first one.
set -u
export LC_ALL=C

here=$(dirname "$0")
exports=$1
shift

# Finds the object and the source. A call that compiles nothing goes to the compiler as it is.
object='' compiling='' previous=''
for word; do
	[ "$previous" != -o ] || object=$word
	[ "$word" != -c ] || compiling=y
	previous=$word source=$word
done
if [ -z "$compiling" ] || [ -z "$object" ]; then
	exec "$@"
fi

# Drops the options for warnings. Nobody sees the warnings, and looking for them in the
# kernel's headers takes as long as the rest of a compilation.
n=$#
while [ "$n" -gt 0 ]; do
	word=$1
	shift
	n=$((n - 1))
	case $word in
	-Werror=* | -W[a-z],*) set -- "$@" "$word" ;;
	-W*) ;;
	*) set -- "$@" "$word" ;;
	esac
done

base=${object%.o}
skips=
trap 'rm -f "$base.log" "$base.i" "$base.all"' EXIT
rm -f "$base.left" "$base.fields" "$base.i"

# Expanded macros make long lines, which the compiler would take minutes to print.
quiet="-Wno-error -fdiagnostics-color=never -fno-show-column $ALL_ERRORS"

# Compiles without the events in $skips, and stops at the first error. preprocess()
# finds the other errors faster, in text whose macros are already expanded.
compile() {
	# shellcheck disable=SC2086
	"$@" $skips $quiet $FIRST_ERROR 2>"$base.log"
}

# Preprocesses to a single file, so that the line of an error shows its class.
# "check" also compiles that file, to get the errors.
preprocess() {
	then=$1
	shift
	n=$#
	while [ "$n" -gt 0 ]; do
		word=$1
		shift
		n=$((n - 1))
		case $word in
		-c | -o | "$object" | "$source" | -Wp,-M*) ;;
		*) set -- "$@" "$word" ;;
		esac
	done
	# shellcheck disable=SC2086
	"$@" $skips $quiet -E -o "$base.all" "$source" 2>"$base.log" || return
	sed -e '/^# [0-9]/d' -e 's/struct histrig_in_/\
&/g' "$base.all" >"$base.i"
	[ "$then" = check ] || return 0
	# A syntax check is faster; a compilation finds the remaining errors.
	for how in -fsyntax-only "-S -o /dev/null"; do
		# shellcheck disable=SC2086
		"$@" $quiet -x cpp-output $how "$base.i" 2>"$base.log" || return
	done
}

# Adds macros to $skips; fails if none of them is new.
skip() {
	new=
	for macro; do
		case " $skips " in
		*" -D$macro=1 "*) ;;
		*)
			skips="$skips -D$macro=1"
			new=y
			;;
		esac
	done
	[ -n "$new" ]
}

# Reports the events left out. $source defines a macro for each that the prelude
# table leaves out.
report() {
	awk -v header="$(basename "$base")" '
		sub(/^#define HISTRIG_SKIP_/, "") && sub(/ 1$/, "") {
			print header ":" $0 ": its print format shows private constants"
		}
		/^#define HISTRIG_EMPTY$/ {
			print header ":*: needs private types"
		}' "$source" >>"$base.left"
	sed 's/^/left out: /' "$base.left"
	report_fields
	[ -s "$base.left" ] || rm "$base.left"
}

# Takes an event off the list of those printed field by field, if a later round
# left it out.
report_fields() {
	[ -e "$base.fields" ] || return 0
	awk -F: '/^---$/ { fields = 1; next }
		!fields { gone[$1, $2] = 1; next }
		!(($1, $2) in gone)' \
		"$base.left" - "$base.fields" >"$base.log" <<-EOF
			---
		EOF
	mv "$base.log" "$base.fields"
	sed 's/^/printed by fields: /' "$base.fields"
	[ -s "$base.fields" ] || rm "$base.fields"
}

# Leaves the whole header out.
give_up() {
	reason=$(awk '/error:/ { sub(/.*error: */, ""); print; exit }' "$base.log")
	{
		echo "$(basename "$base"):*: ${reason:-does not compile}"
	} >"$base.left"
	rm -f "$base.fields"
	report
	skips=-DHISTRIG_EMPTY
	compile "$@" || {
		cat "$base.log" >&2
		exit 1
	}
	exit 0
}

# Prints the symbols that neither the kernel exports nor histrig defines. Prints
# nothing if the exports are not known.
missing() {
	[ -s "$exports" ] || return 0
	$NM -u "$object" | awk '{ print $NF }' |
		grep -vxE 'scratch_(alloc|free)|event_hit(_lost|_partial)?|probe_end_preemptible|event_print(f|_bitmask)|__this_module' |
		sort -u | comm -23 - "$exports"
}

# Gives up on a header that needs more than eight rounds.
for _ in 1 2 3 4 5 6 7 8; do
	if compile "$@"; then
		symbols=$(missing)
		[ -n "$symbols" ] || {
			report
			exit 0
		}
		preprocess only "$@" || give_up "$@"
		found=$($OBJDUMP -dr --no-show-raw-insn "$object" |
			awk -f "$here/markers.awk" -f "$here/missing.awk" \
				-v left="$base.left" -v fields="$base.fields" \
				-v symbols="$(echo "$symbols" | tr '\n' ' ')" \
				- "$base.i")
	else
		preprocess check "$@" || [ -s "$base.i" ] || give_up "$@"
		found=$(awk -f "$here/markers.awk" -f "$here/errors.awk" \
			-v left="$base.left" -v fields="$base.fields" \
			"$base.log" "$base.i")
	fi
	# shellcheck disable=SC2086
	skip $found || give_up "$@"
done
give_up "$@"
