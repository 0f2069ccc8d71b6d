# SPDX-License-Identifier: GPL-2.0
# Includes point one way: a file includes headers of its own folder and of
# folders earlier in this list. Reads `FILE:LINE:#include "HEADER"` and prints
# the lines that point to a later folder.
BEGIN {
	FS = ":"
	n = split("compat event ring instance tracer record syscalls filter synth trigger probe hist " \
		"dispatch bridge print function stack graph latency api files fs parameters.h parameters.c main.c", names, " ")
	for (i = 1; i <= n; i++)
		rank[names[i]] = i
}

# Returns the folder below module/ that a path is in.
function folder(path,   part, n, i, top, kept) {
	n = split(path, part, "/")
	top = 0
	for (i = 1; i <= n; i++) {
		if (part[i] == "..")
			top--
		else if (part[i] != ".")
			kept[++top] = part[i]
	}
	return kept[1] == "module" ? kept[2] : ""
}

{
	from = folder($1)
	header = $3
	sub(/^[^"]*"/, "", header)
	sub(/".*/, "", header)
	dir = $1
	sub(/[^\/]*$/, "", dir)
	to = folder(dir header)
	if (to == "")
		next
	if (!(from in rank))
		print $0 ": folder " from " has no place in tests/lint/includes.awk"
	else if (!(to in rank))
		print $0 ": folder " to " has no place in tests/lint/includes.awk"
	else if (rank[to] > rank[from])
		print $0 ": " from " comes before " to
}
