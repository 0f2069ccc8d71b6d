# SPDX-License-Identifier: GPL-2.0
# Compares our events with the kernel's. Our tree must have all of them, with the
# same id and format files.
# guest: needs=CONFIG_FTRACE_SYSCALLS
. /tests/guest/lib.sh
. /tests/guest/parts/formats.sh
quick_rcu

SYSTEMS="sched irq timer signal task power block net skb sock tcp napi
	raw_syscalls syscalls filemap kmem workqueue writeback"

work=/tmp/formats
mkdir -p $work
list=$work/list
sort "$H/available_events" >"$list"

# Removes known differences: names that the compiler numbers; separate fields for the
# strings of system calls, which the kernel has after 6.12; the type of a field of
# semop().
faults=
! grep -q '__filename_val' $T/events/syscalls/sys_enter_openat/format || faults=yes
plain() {
	local own=
	# These kernels print the arguments of some system calls differently.
	case $faults/$1 in
	yes/*/sys_enter_*) own='/^print fmt/d' ;;
	esac
	sed -E -e "$own" -e "$array_lengths" \
		-e 's/(__UNIQUE_ID_[a-z_]*)[0-9]+/\1N/g' \
		-e 's/field:unsigned int nsops/field:unsigned nsops/' \
		-e '/field:__data_loc char\[\] __[a-z_]*_val;/d' \
		-e 's/ \\"%s\\"//g; s/, __get_str\(__[a-z_]*_val\)//g' "$1"
}

# same FILE: compare FILE of every event that both trees have. First compares md5 sums,
# because a guest takes long to start a program; then shows the files whose sums differ.
same() {
	local path n nr_bad=0 bad=
	sed "s,:,/,; s,.*,events/&/$1," "$list" >$work/ours
	(cd $T && while read -r path; do [ ! -e $path ] || echo $path; done <$work/ours) >$work/both
	(cd $T && md5sum $(cat $work/both)) >$work/sums.native
	(cd $H && md5sum $(cat $work/both)) >$work/sums.ours
	n=$(wc -l <$work/sums.native)
	is "$1 of all events that both trees have was read" "$n" "$(wc -l <$work/both)"
	for path in $(awk 'NR == FNR { sum[$2] = $1; next } sum[$2] != $1 { print $2 } { delete sum[$2] }
			END { for (path in sum) print path }' $work/sums.native $work/sums.ours); do
		[ "$(plain "$T/$path")" != "$(plain "$H/$path")" ] || continue
		bad="$bad ${path%/$1}"
		nr_bad=$((nr_bad + 1))
		[ $nr_bad -gt 5 ] || diff "$T/$path" "$H/$path" | sed 's/^/# /'
	done
	is "$1 of $n events matches the kernel's" "$bad" ""
	check "$1 of more than 700 events was compared" [ $n -gt 700 ]
}

same format
same id

sort "$T/available_events" >"$work/native"
echo "# $(wc -l <"$list") events, the kernel has $(wc -l <"$work/native")"
is "available_events has no event that the kernel's has not" "$(grep -vxFf "$work/native" "$list")" ""
has_cfi ||
	is "available_events has every event that the kernel's has" "$(grep -vxFf "$list" "$work/native")" ""

for system in $SYSTEMS; do
	check "the system $system has events" grep -q "^$system:" "$list"
done

rm -r "$work"
