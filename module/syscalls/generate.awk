# SPDX-License-Identifier: GPL-2.0
# Prints the table of system calls for calls.c on standard output.
#
#	awk -f generate.awk auto.conf calls.table prototypes.i
#
# One line for each call of the architecture:
#
#	SYSCALL(NUMBER, NAME, ARGUMENTS, FORMAT, FIELD... )
#
# prototypes.i contains the numbers and the prototypes of all calls. calls.table
# overrides a prototype that differs from the definition of its call.

# Puts spaces into a type and its name where the kernel's macros put them.
function squeeze(text) {
	gsub(/[ \t]+/, " ", text)
	gsub(/ ?\* ?/, " *", text)
	gsub(/  +/, " ", text)
	sub(/^ /, "", text)
	sub(/ $/, "", text)
	return text
}

# Splits NAME(TYPE NAME, TYPE NAME, ...) into its arguments: stores argument i
# in to[NAME, i], and their number in counts[NAME].
function take(text, to, counts,    name, i, n, part) {
	name = text
	sub(/\(.*/, "", name)
	gsub(/[ \t]/, "", name)
	sub(/^[^(]*\(/, "", text)
	sub(/\)[^)]*$/, "", text)
	text = squeeze(text)
	n = text == "" || text == "void" ? 0 : split(text, part, ",")
	counts[name] = n
	for (i = 1; i <= n; i++)
		to[name, i] = squeeze(part[i])
}

# Stores a row of calls.table by its number of arguments, because a call can have
# a row for each number.
function learn(row,    one, one_counts, name, i, n) {
	take(row, one, one_counts)
	for (name in one_counts)
		n = known_counts[name] = one_counts[name]
	sub(/\(.*/, "", row)
	is_known[row, n] = 1
	for (i = 1; i <= n; i++)
		known[row, n, i] = one[row, i]
}

# Returns an argument of a row, with a "?" replaced by the prototype's type.
function merged(row, prototype) {
	if (!sub(/^\? ?/, "", row))
		return row
	sub(/[A-Za-z_][A-Za-z0-9_]*$/, row, prototype)
	return prototype
}

# Checks whether an argument has a name; some prototypes give only the type.
function has_name(text) {
	return text ~ /[ *][A-Za-z_][A-Za-z0-9_]*$/ &&
	       text !~ /(^|[ *])(int|long|short|char|unsigned|signed|void|const|[a-z_0-9]+_t|[us](8|16|32|64))$/ &&
	       text !~ /^(const )?(struct|union|enum) [A-Za-z0-9_]+$/
}

function emit(nr, name,    n, i, arg, type, format, values, fields) {
	n = counts[name]
	for (i = 1; i <= n; i++) {
		arg = type = args[name, i]
		if (has_name(type)) {
			sub(/.*[ *]/, "", arg)
			type = substr(type, 1, length(type) - length(arg))
			sub(/ $/, "", type)
		} else {
			arg = "arg" i
		}
		format = format (i > 1 ? ", " : "") arg ": 0x%08lx"
		values = values ", ((unsigned long)(REC->" arg "))"
		fields = fields sprintf(",\n\tFIELD(%d, \"%s\", \"%s\")", i - 1, type, arg)
	}
	printf "SYSCALL(%d, %s, %d,\n\t\"\\\"%s\\\"%s\"%s)\n", nr, name, n, format, values, fields
}

FILENAME ~ /auto\.conf$/ {
	sub(/=.*/, "")
	config[$0] = 1
	next
}

FILENAME ~ /\.table$/ {
	if (/^#/ || /^$/) {
		next
	} else if (/^CONFIG_/ && !/\(/) {
		for (i = 2; i <= NF; i++) {
			if ($1 in config)
				has[$i] = 1
			else
				left[$i] = 1
		}
	} else {
		row = row $0
		if (row ~ /\)$/) {
			option = sub(/^CONFIG_/, "&", row) ? row : ""
			sub(/ .*/, "", option)
			if (option != "")
				sub(/^[^ ]* /, "", row)
			if (option == "" || option in config)
				learn(row)
			row = ""
		}
	}
	next
}

/^#/ { next }

# histrig_syscall(NUMBER, sys_NAME)
/^histrig_syscall\(/ {
	split($0, part, /[(, )]+/)
	if (sub(/^sys_/, "", part[3]) && part[3] != "ni_syscall")
		number[part[3]] = part[2]
	order[++nr_calls] = part[3]
	next
}

{ text = text " " $0 }

/;/ {
	nr_statements = split(text, statement, ";")
	for (i = 1; i < nr_statements; i++)
		if (match(statement[i], /(^|[^A-Za-z0-9_])long +sys_[a-z0-9_]+ *\(/)) {
			statement[i] = substr(statement[i], RSTART)
			sub(/^.?long +sys_/, "", statement[i])
			take(statement[i], args, counts)
		}
	text = statement[nr_statements]
}

END {
	print "/* Generated, see module/syscalls/generate.awk. */"
	for (name in known_counts) {
		n = name in counts ? counts[name] : known_counts[name]
		if (!((name, n) in is_known))
			continue
		counts[name] = n
		for (i = 1; i <= n; i++)
			args[name, i] = merged(known[name, n, i], args[name, i])
	}
	for (i = 1; i <= nr_calls; i++) {
		name = order[i]
		if (name in number && name in counts && (name in has || !(name in left)))
			emit(number[name], name)
		delete number[name]
	}
}
