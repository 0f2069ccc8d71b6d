# SPDX-License-Identifier: GPL-2.0
# The catalogue against the kernel's own: each event of ours has the id and the
# format file of the native one, byte for byte, and enough of them are there.
. /tests/guest/lib.sh

WANTED=450
SYSTEMS="sched irq timer signal task power block net skb sock tcp napi
	raw_syscalls filemap kmem workqueue writeback"

work=/tmp/formats
mkdir -p $work
list=$work/list
sort "$H/available_events" >"$list"

# same FILE: compares FILE of every event that both have.
same() {
	local system event path n=0 nr_bad=0 bad=
	while IFS=: read -r system event; do
		path=events/$system/$event/$1
		[ -e "$T/$path" ] || continue
		n=$((n + 1))
		cmp -s "$T/$path" "$H/$path" && continue
		bad="$bad $system:$event"
		nr_bad=$((nr_bad + 1))
		[ $nr_bad -gt 5 ] || diff "$T/$path" "$H/$path" | sed 's/^/# /'
	done <"$list"
	is "$1 of $n events is the native one" "$bad" ""
}

same format
same id

count=$(wc -l <"$list")
echo "# $count events of $(grep -vc '^syscalls:' "$T/available_events") native ones"
check "at least $WANTED events are there" [ "$count" -ge $WANTED ]

# The native list names an event as system:event too.
grep -v '^syscalls:' "$T/available_events" | sort >"$work/native"
comm -13 "$work/native" "$list" >"$work/extra" 2>/dev/null ||
	grep -vxF -f "$work/native" "$list" >"$work/extra"
is "none is there that the kernel does not have" "$(cat "$work/extra")" ""

for system in $SYSTEMS; do
	check "$system has events" grep -q "^$system:" "$list"
	left=$(grep "^$system:" "$work/native" | grep -vxF -f "$list" | tr '\n' ' ')
	[ -z "$left" ] || echo "# left out: $left"
done

rm -r "$work"
