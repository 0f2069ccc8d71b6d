# SPDX-License-Identifier: GPL-2.0
# Does the same in the kernel's tree and in ours. Sourced by guest tests.

# both NAME FUNCTION: check that FUNCTION prints the same in both trees, and that the
# output is not empty.
both() {
	(cd $T && "$2") >/tmp/kernel 2>&1
	(cd $H && "$2") >/tmp/ours 2>&1
	if [ -s /tmp/kernel ] && cmp -s /tmp/kernel /tmp/ours; then
		ok "$1"
	else
		not_ok "$1"
		diff -U 2 /tmp/kernel /tmp/ours | head -n 60 | sed 's/^/# /'
	fi
}

# write TEXT FILE: write the text. Print whether that succeeded, and the contents of
# the file after that. append TEXT FILE appends it. Reads the file only once,
# because a list of all functions takes seconds.
write() {
	echo "$1" >"$2"
	said "$1: $?" "$2"
}

append() {
	echo "$1" >>"$2"
	said "$1: $?" "$2"
}

said() { # TEXT FILE
	cat "$2" >/tmp/said
	echo "$1 $(wc -l </tmp/said) $(md5sum </tmp/said)"
}
