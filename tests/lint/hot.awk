# SPDX-License-Identifier: GPL-2.0
# Hot code may call only hot code of the module. Reads `nm -A` of all objects.
# Prints each function outside of hot/ folders that an object in such a folder
# refers to, and each call that function tracing or the stack protector added.
{
	object = $1
	sub(/:[0-9a-f]*$/, "", object)
	type = $(NF - 1)
	name = $NF
	hot = object ~ /\/hot\//
	if (type ~ /^[TW]$/ && !hot)
		cold[name] = object
	if (type == "U" && hot)
		wanted[object " " name]
}
END {
	for (pair in wanted) {
		split(pair, part, " ")
		if (part[2] in cold)
			print part[1] ": calls " part[2] "() of " cold[part[2]]
		if (part[2] ~ /^(__fentry__|_?mcount|__stack_chk_fail)$/)
			print part[1] ": has calls of " part[2]
	}
}
