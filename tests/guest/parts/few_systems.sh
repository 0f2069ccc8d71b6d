# SPDX-License-Identifier: GPL-2.0
# Hides all systems in a folder of events, except those in $systems, for this mount
# namespace. Sourced with the folder; see on() in clients.sh.

all=$(mktemp -d)
mount --bind $1 $all && mount -t tmpfs none $1 || exit
for name in enable header_event header_page $systems; do
	if [ -d $all/$name ]; then mkdir $1/$name; else true >$1/$name; fi
	mount --bind $all/$name $1/$name || exit
done
umount $all
