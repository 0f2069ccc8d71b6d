# SPDX-License-Identifier: GPL-2.0
# Compares the output of function_graph in both trees. Sourced by its guest tests.

# Masks parts that differ each time: times, pids, and pending reschedules.
mask='s/^( [0-9]+\)  .)[NnpBbLl]/\1./; s/[ +!#*@$] [0-9]+(\.[0-9]+)? us +\|/T |/; s/ *[0-9]+\.[0-9]{6}/ ABS/g
	s/ +[a-z_]+-[0-9]+ */ TASK /g; s/^# .*entries.*//; s/ #[0-9]*\/[0-9]*,/ #N,/; s/\(M:[^ ]*/(M/'
graph_of() { # TREE [WORK], a command with its arguments
	echo function_graph >$1/current_tracer
	echo 1 >$1/tracing_on
	${2:-work}
	echo 0 >$1/tracing_on
	sed -E "$mask" $1/trace
	echo nop >$1/current_tracer
}

# same NAME [WORK]: check that both trees print the same, and not only the header.
same() {
	local ours native
	native=$(graph_of $T "$2")
	ours=$(graph_of $H "$2")
	if echo "$native" | grep -qv '^#'; then
		is "$1" "$ours" "$native"
	else
		not_ok "$1: nothing to compare with"
	fi
}

set_option() { # OPTION VALUE
	echo $2 >$H/options/$1
	[ ! -e $T/options/$1 ] || echo $2 >$T/options/$1
}

# The kernel's tree has the options of a tracer only while the tracer is set.
same_with() { # NAME OPTION VALUE [WORK]
	local was=$(cat $H/options/$2)
	set_option $2 $3
	echo function_graph >$T/current_tracer
	[ ! -e $T/options/$2 ] || echo $3 >$T/options/$2
	same "$1" "$4"
	echo function_graph >$T/current_tracer
	[ ! -e $T/options/$2 ] || echo $was >$T/options/$2
	echo nop >$T/current_tracer
	set_option $2 $was
}
