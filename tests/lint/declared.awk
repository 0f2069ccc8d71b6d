# SPDX-License-Identifier: GPL-2.0
# A function is declared in its own folder or in a later one, so that no folder
# needs to know later ones. Reads sources; for each function that a header declares
# and a source of another folder defines, prints a line as if the header included
# that source, as input for includes.awk.
FNR == 1 { head = "" }
/^[a-z]/ && head == "" && !/^(static|typedef|return|else|if|for|while)[ (]/ { head = " "; line = FNR }
head != "" && $0 != "{" { head = head $0 " " }
head != "" && (/^{$/ || /;$/) {
	name = head
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	if (name ~ /^[a-z][a-z_0-9]*$/ && /^{$/)
		source[name] = FILENAME
	else if (name ~ /^[a-z][a-z_0-9]*$/ && head ~ /\(/ && FILENAME ~ /\.h$/)
		header[name] = FILENAME ":" line ":"
}
/[;{}]$|^$|^[#{]|^.*:$/ { head = "" }

END {
	for (name in header) {
		if (!(name in source) || stem(header[name]) == stem(source[name]))
			continue
		up = header[name]
		sub(/[^\/]*$/, "", up)
		gsub(/[^\/]+\//, "../", up)
		print header[name] "#include \"" up source[name] "\" for " name "()"
	}
}

function stem(file) {
	sub(/\.[ch](:.*)?$/, "", file)
	return file
}
