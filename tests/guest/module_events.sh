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

# without LIST: print the lines of the input that LIST lacks; with LIST: those that it has.
# grep -f would compare each line with all lines of the list.
without() { awk 'FILENAME != "-" { has[$0] = 1; next } !($0 in has)' "$1" -; }
with() { awk 'FILENAME != "-" { has[$0] = 1; next } $0 in has' "$1" -; }

# missing: print the events that only the kernel's tree has.
missing() { cat $H/available_events >/tmp/ours; without /tmp/ours <$T/available_events; }
sort $H/available_events >/tmp/all
is "available_events has every event of the loaded modules" "$(missing)" ""

# events_of MODULE: unload the module and print the events that disappear.
events_of() {
	cat $H/available_events >/tmp/with
	histrig-load -r $1 || return 1
	cat $H/available_events >/tmp/without
	without /tmp/without </tmp/with
}

# same_file FILE: test whether the file is the same in both trees. Only an array
# length that the kernel prints as an expression may differ: ours must be a number.
same_file() {
	cmp -s $T/$1 $H/$1 && return
	sed -E "$array_lengths" $T/$1 >/tmp/native
	cmp -s /tmp/native $H/$1
}

# same_files: print which of the files in /tmp/files differ. First compares all of them
# at once, because a comparison for each takes seconds.
same_files() {
	local file
	(cd $T && xargs tail -v -n +1 </tmp/files) >/tmp/native.all &&
		(cd $H && xargs tail -v -n +1 </tmp/files) >/tmp/ours.all &&
		sed -E "$array_lengths" /tmp/native.all | cmp -s - /tmp/ours.all && return
	while read -r file; do
		same_file $file || echo $file
	done </tmp/files
}

for m in $modules; do
	events_of $m >/tmp/events
	n=$(wc -l </tmp/events)
	check "events of the module $m are removed when it is unloaded ($n)" [ "$n" -gt 0 ]
	is "the kernel removes the same events with the module $m" "$(with /tmp/events <$T/available_events)" ""
	histrig-load $m
	awk -F: '{ print "events/" $1 "/" $2 "/format"; print "events/" $1 "/" $2 "/id" }' /tmp/events >/tmp/files
	is "events of the module $m match the kernel's when it is loaded again" "$(same_files)$(missing)" ""

	# Unloads the module while all its events are enabled and the first one
	# has a histogram.
	while read -r e; do
		echo 1 >$H/events/${e%%:*}/${e#*:}/enable || echo "# $e"
	done </tmp/events
	first=$(sed 's|/format$||; q' /tmp/files)
	echo 'hist:keys=common_pid' >$H/$first/trigger
	alike "set_event lists the events of the module $m" "$(sort $H/set_event)" "$(sort /tmp/events)"
	check "the module $m unloads while its events are armed" histrig-load -r $m
	is "set_event and the tree have no event of the module $m after it was unloaded" "$(cat $H/set_event)$(ls -d $H/$first 2>/dev/null)" ""
	check "the module $m loads again" histrig-load $m
done
is "available_events is the same after all modules were unloaded and loaded" "$(sort $H/available_events | diff /tmp/all -)" ""
