# SPDX-License-Identifier: GPL-2.0
# Running programs that look for tracefs in one of the trees. Guest tests source
# this.

D=${H%/*}/tracing	# perf prefers this tracefs to a tree of another filesystem

# on ours|mounted|native COMMAND...: run a command with one of the trees where
# programs look for tracefs: ours bound there or mounted there, or the kernel's.
# With $systems, the command finds no other systems of events: it takes seconds
# to read the formats of all events, and trace-cmd does so in each recording of
# functions.
systems=
on() {
	local side=$1 setup=:
	shift
	case $side in
	ours) setup="mount --bind $H $T && mount --bind $H $D" ;;
	mounted) setup="mount -t histrig nodev $T && mount --bind $T $D" ;;
	native) [ -n "$systems" ] || { "$@"; return; } ;;
	esac
	[ -z "$systems" ] || setup="$setup && . /tests/guest/parts/few_systems.sh $T/events"
	systems=$systems unshare -m sh -c "$setup"' && exec "$@"' sh "$@"
}
