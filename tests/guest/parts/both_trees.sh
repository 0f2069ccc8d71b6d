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
# the file after that. append TEXT FILE appends it.
write() {
	echo "$1" >"$2"
	said "$1: $?" "$2"
}

append() {
	echo "$1" >>"$2"
	said "$1: $?" "$2"
}

# Reads the file only once, and by one program: a list of all functions takes seconds,
# and a new process takes more time than most writes.
said() { # TEXT FILE
	echo "$1"
	cat "$2"
}
