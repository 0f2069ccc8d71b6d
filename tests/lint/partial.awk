# SPDX-License-Identifier: GPL-2.0
# A function that builds a part of a record contains the header's assignments
# several times, so these must not make calls, see module/event/stages/partial.h.
# Reads `objdump -dr` of the catalogue's objects. Prints each call in such a
# function, except for those that stages/partial.h makes itself.
/^[0-9a-f]+ <.*>:$/ {
	name = $2
	gsub(/[<>:]/, "", name)
	partial = name ~ /^histrig_partial_/
}
partial && /R_X86_64_PLT32/ {
	target = $NF
	sub(/[-+]0x[0-9a-f]+$/, "", target)
	if (target !~ /^(event_hit_partial|probe_end_preemptible|__x86_return_thunk|__ubsan_handle_.*)$/)
		print name ": calls " target "()"
}
