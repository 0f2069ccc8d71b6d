# SPDX-License-Identifier: GPL-2.0
# Defines, lists and removes dynamic events with libtracefs, with the same results
# in both trees.
# guest: timeout=120 needs=native-hist,CONFIG_UPROBE_EVENTS
. /tests/guest/lib.sh

P=/tests/bin/uprobed
echo "p:lib/at $P:main" >>$H/uprobe_events
offset=$(sed -n "s@^p:lib/at $P:@@p" $H/uprobe_events)
echo '-:lib/at' >>$H/uprobe_events
check "our tree shows where the program begins" [ -n "$offset" ]

/tests/bin/dynevents $P $offset >/tmp/native 2>&1
unshare -m sh -c "mount --bind $H $T && /tests/bin/dynevents $P $offset" >/tmp/ours 2>&1
unshare -m sh -c "mount -t histrig nodev $T && /tests/bin/dynevents $P $offset" >/tmp/mounted 2>&1
check "libtracefs reaches the last of its calls" [ "$(tail -n 1 /tmp/native)" = "destroy all by force: 0" ]
check "libtracefs can make each kind of event in the kernel's tree" \
	[ "$(grep -c '	create: 0' /tmp/native)" = 6 ]
is "libtracefs does in our tree what it does in the kernel's" "$(diff /tmp/native /tmp/ours)" ""
is "libtracefs does the same in our tree when it is mounted, not bound" "$(diff /tmp/ours /tmp/mounted)" ""
is "libtracefs leaves no events" "$(cat $H/dynamic_events $T/dynamic_events)" ""
