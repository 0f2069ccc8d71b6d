# SPDX-License-Identifier: GPL-2.0
# Running programs that look for tracefs in one of the trees. Guest tests source
# this.

D=${H%/*}/tracing	# perf prefers this tracefs to a tree of another filesystem

# on ours|mounted|native COMMAND...: run a command with one of the trees where
# programs look for tracefs: ours bound there or mounted there, or the kernel's.
on() {
	local side=$1
	shift
	case $side in
	ours) unshare -m sh -c "mount --bind $H $T && mount --bind $H $D"' && exec "$@"' sh "$@" ;;
	mounted) unshare -m sh -c "mount -t histrig nodev $T && mount --bind $T $D"' && exec "$@"' sh "$@" ;;
	native) "$@" ;;
	esac
}
