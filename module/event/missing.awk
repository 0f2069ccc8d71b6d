# SPDX-License-Identifier: GPL-2.0
# Which classes need the symbols that @symbols lists.
#
# Reads the disassembly of the object, with relocations, then the preprocessed
# text. Who needs a symbol may be a function that the compiler did not inline,
# so every function leads to those that refer to it, up to the probes and to the
# functions that print. Prints and writes what errors.awk does.

BEGIN {
	n = split(symbols, list, /[ \n]+/)
	for (i = 1; i <= n; i++)
		wanted[list[i]] = list[i]
}

# 0000000000000000 <histrig_probe_sched_switch>:
FNR == NR && /^[0-9a-f]+ <.*>:$/ {
	function_name = $2
	gsub(/[<>:]/, "", function_name)
	target = ""
	next
}

# ... call ... <helper+0x12>, which is only where it leads if there is no
# relocation below, R_X86_64_PLT32 symbol-0x4
FNR == NR && $2 ~ /^R_/ {
	target = ""
	refer($3)
	next
}
FNR == NR {
	refer(target)
	target = ""
	if (match($0, /<[^>]+>/))
		target = substr($0, RSTART + 1, RLENGTH - 2)
	next
}

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
			for (i = 1; i <= k; i++)
				if (to[i] in wanted) {
					wanted[f] = wanted[to[i]]
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
	sub(/[+-]0x[0-9a-f]+$/, "", name)
	if (name != "" && name != function_name)
		refers[function_name] = refers[function_name] " " name
}

function blame(macro, kind, name, symbol) {
	print macro name
	why[kind name] = symbol " is not exported"
}
