# SPDX-License-Identifier: GPL-2.0
# Runs commands in parallel, each repeatedly. Sourced by guest tests.

# together NAME ROUNDS COMMAND...: run the commands in parallel until each has
# succeeded ROUNDS times. Passes if all do and /tmp/errors is empty. A command must
# redirect messages that are not errors. A command that never succeeds fails the
# test, because it was not really run.
together() {
	local name=$1 rounds=$2 c n=0 pids= why=
	shift 2
	rm -f /tmp/stop /tmp/errors /tmp/rounds.*
	for c; do
		n=$((n + 1))
		echo 0 >/tmp/rounds.$n
		over_and_over $n $c &
		pids="$pids $!"
	done
	within 120 all_did $rounds || why="rounds done: $(cat /tmp/rounds.* | xargs) of $*"
	touch /tmp/stop
	wait $pids
	is "$name" "$why$(sort -u /tmp/errors 2>/dev/null | head -n 3)" ""
}

over_and_over() { # NUMBER COMMAND
	local n=0
	while [ ! -e /tmp/stop ]; do
		! "$2" || { n=$((n + 1)); echo $n >/tmp/rounds.$1; }
	done
}

all_did() { # ROUNDS
	local f n
	for f in /tmp/rounds.*; do
		read -r n <$f && [ "$n" -ge $1 ] || return 1
	done
}
