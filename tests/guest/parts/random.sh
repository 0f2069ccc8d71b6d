# SPDX-License-Identifier: GPL-2.0
# Random numbers and commands, the same for the same seed. Sourced by guest tests,
# which write a list of commands to /tmp/commands, each after the name of its file.

seed=${seed:-1}
random() { # LIMIT: sets $n
	seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
	n=$((seed / 65536 % $1))
}

# random_command: set $file and $text to a random command of the list, which is read once,
# because a storm that starts a program for each command spends its time with that.
random_command() {
	[ -n "$commands" ] || read_commands
	random $commands
	eval "text=\$command_$n"
	file=${text%% *} text=${text#* }
}
read_commands() {
	commands=0
	while IFS= read -r text; do
		eval "command_$commands=\$text"
		commands=$((commands + 1))
	done </tmp/commands
}
commands=
