# SPDX-License-Identifier: GPL-2.0
# Runs programs that search for tracefs in one of the trees. Sourced by guest tests.

D=${H%/*}/tracing	# perf prefers this tracefs to a tree of another filesystem

# on ours|mounted|native COMMAND...: run a command with one of the trees where programs
# search for tracefs: ours bound there or mounted there, or the kernel's. With $systems,
# the command finds no other systems of events, because reading the formats of all events
# takes seconds. With $symbols, it reads that file in place of /proc/kallsyms; see
# few_symbols.
systems= symbols=
on() {
	local side=$1 setup=:
	shift
	case $side in
	ours) setup="mount --bind $H $T && mount --bind $H $D" ;;
	mounted) setup="mount -t histrig nodev $T && mount --bind $T $D" ;;
	native) [ -n "$systems$symbols" ] || { "$@"; return; } ;;
	esac
	[ -z "$systems" ] || setup="$setup && . /tests/guest/parts/few_systems.sh $T/events"
	[ -z "$symbols" ] || setup="$setup && mount --bind $symbols /proc/kallsyms"
	systems=$systems unshare -m sh -c "$setup"' && exec "$@"' sh "$@"
}

# few_symbols REGEX: let commands find only these of the kernel's symbols, because trace-cmd
# copies and sorts the list of all at each recording and at each report.
few_symbols() {
	grep -E -e "$1" /proc/kallsyms >/tmp/symbols
	symbols=/tmp/symbols
}
