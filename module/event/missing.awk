# SPDX-License-Identifier: GPL-2.0
# Finds the classes that need the symbols in @symbols.
#
# Reads the disassembly of the object, with relocations, then the preprocessed
# text. A probe may use a symbol through a function that the compiler did not
# inline. So the search follows references backwards, from the symbols to the
# probes and the functions that print. Prints macros and appends to the files
# like errors.awk.

BEGIN {
	n = split(symbols, list, /[ \n]+/)
	for (i = 1; i <= n; i++)
		if (list[i] != "")
			wanted[list[i]] = list[i]
}

FNR == NR && /^Disassembly of section / {
	section = $4
	sub(/:$/, "", section)
	next
}

# 0000000000000000 <histrig_probe_sched_switch>:
FNR == NR && /^[0-9a-f]+ <.*>:$/ {
	function_name = $2
	gsub(/[<>:]/, "", function_name)
	nr = ++nr_functions[section]
	start[section, nr] = number($1)
	name_of[section, nr] = function_name
	next
}

# A line "... call ... <helper+0x12>" names the real target only if no
# relocation, such as "R_X86_64_PLT32 symbol-0x4", follows. To refer to a
# function of this file in another section, a relocation gives the section and
# the function's place there, on x86 minus 4, as in "R_X86_64_PC32 .text+0x1c".
FNR == NR && $2 ~ /^R_/ {
	target = ""
	place = $3
	if (place ~ /^\./ && $2 ~ /^R_X86_64_P/)
		place = place "+0x4"
	refer(place)
	next
}
FNR == NR {
	refer(target)
	target = ""
	if (match($0, /<[^>]+>/))
		target = substr($0, RSTART + 1, RLENGTH - 2)
	next
}

FNR == 1 { refer(target) }

{
	found = marker_of($0)
	if (found != "")
		marker = found
	collect($0)
}

END {
	do {
		changed = 0
		for (f in refers) {
			if (f in wanted)
				continue
			k = split(refers[f], to, " ")
			for (i = 1; i <= k; i++) {
				name = function_at(to[i])
				if (!(name in wanted))
					continue
				wanted[f] = wanted[name]
				changed = 1
				break
			}
		}
	} while (changed)

	for (f in wanted) {
		name = f
		sub(/\.(isra|part|constprop|cold).*$/, "", name)
		if (!(f in refers))
			continue
		if (sub(/^histrig_probe_/, "", name))
			blame("HISTRIG_SKIP_", "class_", name, wanted[f])
		else if (sub(/^histrig_print_/, "", name))
			blame("HISTRIG_NOPRINT_", "print_", name, wanted[f])
		else if (sub(/^histrig_eventprint_/, "", name))
			blame("HISTRIG_NOPRINT_EVENT_", "eventprint_", name,
			      wanted[f])
	}
	tell_left()
}

function refer(name) {
	if (name !~ /^\./)
		sub(/[+-]0x[0-9a-f]+$/, "", name)
	if (name != "" && name != function_name)
		refers[function_name] = refers[function_name] " " name
}

# Returns the function at a place, SECTION+NUMBER; any other word is a name.
function function_at(place,    i, address, sign, rest) {
	if (place !~ /^\./)
		return place
	if (place in at)
		return at[place]
	rest = place
	address = 0
	while (match(rest, /[+-]0x[0-9a-f]+$/)) {
		sign = substr(rest, RSTART, 1) == "-" ? -1 : 1
		address += sign * number(substr(rest, RSTART + 3))
		rest = substr(rest, 1, RSTART - 1)
	}
	for (i = nr_functions[rest]; i > 0; i--)
		if (start[rest, i] <= address)
			break
	return at[place] = i > 0 ? name_of[rest, i] : ""
}

function number(hex,    i, value) {
	value = 0
	for (i = 1; i <= length(hex); i++)
		value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return value
}

function blame(macro, kind, name, symbol) {
	print macro name
	why[kind name] = symbol " is not exported"
}
