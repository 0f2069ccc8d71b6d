# SPDX-License-Identifier: GPL-2.0
# Random numbers and commands, the same for the same seed. Sourced by guest tests,
# which write a list of commands to /tmp/commands, each after the name of its file.

seed=${seed:-1}
random() { # LIMIT: sets $n
	seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
	n=$((seed / 65536 % $1))
}

# random_command: set $file and $text to a random command of the list.
random_command() {
	[ -n "$commands" ] || commands=$(grep -c . /tmp/commands)
	random $commands
	text=$(sed -n $((n + 1))p /tmp/commands)
	file=${text%% *} text=${text#* }
}
commands=
