# SPDX-License-Identifier: GPL-2.0
# Events of kernel modules. They must exist while their module is loaded, armed or
# not, and must match the kernel's.
# guest: timeout=300 modules=xfs,btrfs,kvm,nfsd,nvmet,bcache,cachefiles,erofs,-ext4,-f2fs,-nvme-core,-cfg80211,-snd-soc-core needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh
. /tests/guest/parts/formats.sh
quick_rcu

modules="xfs btrfs nfsd nvmet bcache cachefiles erofs"
# On arm64, the kernel has kvm built in.
[ $(uname -m) = aarch64 ] || modules="$modules kvm"
# Some kernels have these modules built in or do not have them.
for m in ext4 f2fs nvme_core cfg80211 snd_soc_core; do
	! grep -q "^$m " /proc/modules || modules="$modules $m"
done

# missing: print the events that only the kernel's tree has.
sort $H/available_events >/tmp/all
missing() { sort $H/available_events >/tmp/ours; sort $T/available_events | grep -vxFf /tmp/ours; }
is "available_events has every event of the loaded modules" "$(missing)" ""

# events_of MODULE: unload the module and print the events that disappear.
events_of() {
	sort $H/available_events >/tmp/with
	histrig-load -r $1 || return 1
	sort $H/available_events >/tmp/without
	grep -vxFf /tmp/without /tmp/with
}

# path EVENT: print the event's folder, relative to the top of the tree.
path() { echo "events/${1%%:*}/${1#*:}"; }

# same_file FILE: test whether the file is the same in both trees. Only an array
# length that the kernel prints as an expression may differ: ours must be a number.
same_file() {
	cmp -s $T/$1 $H/$1 && return
	sed -E "$array_lengths" $T/$1 >/tmp/native
	cmp -s /tmp/native $H/$1
}

for m in $modules; do
	events_of $m >/tmp/events
	n=$(wc -l </tmp/events)
	check "events of the module $m are removed when it is unloaded ($n)" [ "$n" -gt 0 ]
	is "the kernel removes the same events with the module $m" "$(sort $T/available_events | grep -xFf /tmp/events)" ""
	histrig-load $m
	bad=
	while read -r e; do
		for f in format id; do
			same_file $(path $e)/$f || bad="$bad $e/$f"
		done
	done </tmp/events
	is "events of the module $m match the kernel's when it is loaded again" "$bad$(missing)" ""

	# Unloads the module while all its events are enabled and the first one
	# has a histogram.
	while read -r e; do
		echo 1 >$H/$(path $e)/enable || echo "# $e"
	done </tmp/events
	first=$(path "$(head -n 1 /tmp/events)")
	echo 'hist:keys=common_pid' >$H/$first/trigger
	alike "set_event lists the events of the module $m" "$(sort $H/set_event)" "$(sort /tmp/events)"
	check "the module $m unloads while its events are armed" histrig-load -r $m
	is "set_event and the tree have no event of the module $m after it was unloaded" "$(cat $H/set_event)$(ls -d $H/$first 2>/dev/null)" ""
	check "the module $m loads again" histrig-load $m
done
is "available_events is the same after all modules were unloaded and loaded" "$(sort $H/available_events | diff /tmp/all -)" ""
