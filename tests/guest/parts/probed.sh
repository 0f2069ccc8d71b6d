# SPDX-License-Identifier: GPL-2.0
# Probes on functions of histrig_called. Sourced by guest tests, which set
# $definitions to the file in which they define probes.

C=$kmods/histrig_called
K=$H/events/kprobes
F=$H/events/fprobes
insmod /tests/kmod/histrig_called.ko || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
quick_rcu

define() { echo "$*" >>$definitions; }
call() { echo "$*" >$C; }
# Prints the lines of a trace from the event's name on, without offsets.
lines() { sed -n 's/^[^#].*\] [^ ]*  *[0-9.]*: //p' $1/trace | sed -E 's|\+0x[0-9a-f]+/0x[0-9a-f]+||g; s| \[histrig_called\]||g'; }
total() { awk -v what="$1:" '$1 == what { n += $2 } END { print n + 0 }' $2/hist; }
clean() {
	echo >$H/set_event
	true >$definitions
	true >$H/trace
	[ ! -s $definitions ] || not_ok "definitions are left: $(xargs <$definitions)"
}
