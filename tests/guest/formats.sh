# SPDX-License-Identifier: GPL-2.0
# Our events against the kernel's own: each has the id and the format file of the
# native one, byte for byte, and all of them are there.
. /tests/guest/lib.sh
quick_rcu

SYSTEMS="sched irq timer signal task power block net skb sock tcp napi
	raw_syscalls syscalls filemap kmem workqueue writeback"

work=/tmp/formats
mkdir -p $work
list=$work/list
sort "$H/available_events" >"$list"

# Kernels before 6.1 show the text of some lengths, not the number. The compiler numbers
# some names as it goes. After 6.12 the kernel takes the strings that system calls are
# passed into fields of their own, for which it lets tasks fault; ours have the pointers.
# An unsigned of semop() has become an unsigned int.
faults=
! grep -q '__filename_val' $T/events/syscalls/sys_enter_openat/format || faults=yes
plain() {
	local own=
	# Those who write are printed in ways of their own there.
	case $faults/$1 in
	yes/*/sys_enter_*) own='/^print fmt/d' ;;
	esac
	sed -E -e "$own" -e 's/\[sizeof\(struct sockaddr_in6\)\]/[28]/; s/\[EXT4_FC_REASON_MAX\]/[11]/' \
		-e 's/(__UNIQUE_ID_[a-z_]*)[0-9]+/\1N/g' \
		-e 's/field:unsigned int nsops/field:unsigned nsops/' \
		-e '/field:__data_loc char\[\] __[a-z_]*_val;/d' \
		-e 's/ \\"%s\\"//g; s/, __get_str\(__[a-z_]*_val\)//g' "$1"
}

# same FILE: compares FILE of every event that both have.
same() {
	local system event path n=0 nr_bad=0 bad=
	while IFS=: read -r system event; do
		path=events/$system/$event/$1
		[ -e "$T/$path" ] || continue
		n=$((n + 1))
		cmp -s "$T/$path" "$H/$path" && continue
		[ "$(plain "$T/$path")" != "$(plain "$H/$path")" ] || continue
		bad="$bad $system:$event"
		nr_bad=$((nr_bad + 1))
		[ $nr_bad -gt 5 ] || diff "$T/$path" "$H/$path" | sed 's/^/# /'
	done <"$list"
	is "$1 of $n events is the native one" "$bad" ""
}

same format
same id

# The native list names an event as system:event too.
sort "$T/available_events" >"$work/native"
echo "# $(wc -l <"$list") events of $(wc -l <"$work/native") native ones"
is "none is there that the kernel does not have" "$(grep -vxFf "$work/native" "$list")" ""
is "none is missing" "$(grep -vxFf "$list" "$work/native")" ""

for system in $SYSTEMS; do
	check "$system has events" grep -q "^$system:" "$list"
done

rm -r "$work"
