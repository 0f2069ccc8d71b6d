# SPDX-License-Identifier: GPL-2.0
# The events of the kernel's modules come when their module is loaded and go when it
# goes, armed or not; all of them are there, and as natively.
# guest: smp=2 mem=1G timeout=300 modules=xfs,btrfs,kvm,nfsd,nvmet,bcache,cachefiles,erofs,-ext4,-f2fs,-nvme-core,-cfg80211,-snd-soc-core
. /tests/guest/lib.sh
quick_rcu

modules="xfs btrfs kvm nfsd nvmet bcache cachefiles erofs"
# Built in, or left out, in some kernels.
for m in ext4 f2fs nvme_core cfg80211 snd_soc_core; do
	! grep -q "^$m " /proc/modules || modules="$modules $m"
done

# missing: events that the kernel has and we have not.
sort $H/available_events >/tmp/all
missing() { sort $H/available_events >/tmp/ours; sort $T/available_events | grep -vxFf /tmp/ours; }
is "every event of each module is there" "$(missing)" ""

# events_of MODULE: what goes with it.
events_of() {
	sort $H/available_events >/tmp/with
	histrig-load -r $1 || return 1
	sort $H/available_events >/tmp/without
	grep -vxFf /tmp/without /tmp/with
}

# path EVENT: its folder, from the top of the tree.
path() { echo "events/${1%%:*}/${1#*:}"; }

for m in $modules; do
	events_of $m >/tmp/events
	n=$(wc -l </tmp/events)
	check "$m has events ($n)" [ "$n" -gt 0 ]
	is "$m: none is left natively" "$(sort $T/available_events | grep -xFf /tmp/events)" ""
	histrig-load $m
	bad=
	while read -r e; do
		for f in format id; do
			cmp -s $T/$(path $e)/$f $H/$(path $e)/$f || bad="$bad $e/$f"
		done
	done </tmp/events
	is "$m: they come back as natively" "$bad$(missing)" ""

	# All enabled, the first with a histogram, when the module goes.
	while read -r e; do
		echo 1 >$H/$(path $e)/enable || echo "# $e"
	done </tmp/events
	first=$(path "$(head -n 1 /tmp/events)")
	echo 'hist:keys=common_pid' >$H/$first/trigger
	is "$m: enabled" "$(sort $H/set_event)" "$(sort /tmp/events)"
	check "$m goes while armed" histrig-load -r $m
	is "$m: nothing is left" "$(cat $H/set_event)$(ls -d $H/$first 2>/dev/null)" ""
	check "$m comes again" histrig-load $m
done
is "all is as it was" "$(sort $H/available_events | diff /tmp/all -)" ""
