# SPDX-License-Identifier: GPL-2.0
# Includes point one way: a file includes headers of its own folder and of earlier
# folders in these lists, the module's and the tool's. Reads `FILE:LINE:#include
# "HEADER"` and prints lines that point to a later folder. With `-v show=1`, prints
# the folders first.
BEGIN {
	FS = ":"
	order("module/", "compat event ring instance tracer record syscalls filter synth trigger probe " \
		"hist hist/hot hist/object hist/parse hist/read hist/trigger " \
		"dispatch bridge print function stack graph profile latency api files fs parameters.h parameters.c main.c")
	order("tools/src/", "text.h text.c stop.h stop.c arena.h arena.c recipe doc unwind run export view cmd")
}

function order(top, list,   i, n, names) {
	n = split(list, names, " ")
	for (i = 1; i <= n; i++) {
		rank[top names[i]] = i
		if (show && names[i] !~ /\./)
			print names[i]
	}
}

# Returns the innermost folder of a list that contains a path.
function folder(path,   part, n, i, top, kept) {
	n = split(path, part, "/")
	top = 0
	for (i = 1; i <= n; i++) {
		if (part[i] == "..")
			top--
		else if (part[i] != ".")
			kept[++top] = part[i]
	}
	if (kept[1] == "module")
		return kept[1] "/" kept[2] (kept[1] "/" kept[2] "/" kept[3] in rank ? "/" kept[3] : "")
	return kept[1] "/" kept[2] == "tools/src" ? "tools/src/" kept[3] : ""
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
