# SPDX-License-Identifier: GPL-2.0
# Runs the examples of docs/language.md and docs/start.md. Each command must be accepted or
# refused as the document says, and show the same triggers, filters and errors.
# Output that depends on the machine is not compared: counts, times, entries.
# guest: timeout=150 needs=CONFIG_KPROBE_EVENTS
. /tests/guest/lib.sh
quick_rcu
cp /tests/bin/uprobed /bin/prog # the program that examples probe
cp /tests/bin/userstack /bin/deep # the program whose stacks they show
cd $H || exit 1
PATH=$PATH:/tests/bin # for histrig

# Masks parts of the output that differ from run to run, and removes empty lines.
mask() {
	sed -e 's/ *$//' -e 's/^\[ *[0-9.]*\]/[TIME]/' -e 's/count=[0-9]*/count=N/' \
		-e 's/^ID: .*/ID: N/' -e 's/^[^ ]*: line [0-9]*: /sh: /' -e '/^$/d'
}

# compared COMMAND: test whether the command prints the same on all machines.
compared() {
	case $1 in
	*/format) case $(uname -r) in *-rt-*) return 1 ;; esac ;;
	"echo "* | "cat "*/trigger | "cat "*/filter | "cat "*_events | *error_log) ;;
	*) return 1 ;;
	esac
}

# Runs an example of $nr commands in a subshell. $command_N has a command, $output_N the output
# that the document shows. A guest takes milliseconds for each program and each subshell that it
# starts, so there are few of them. A redirection that fails ends a shell only with ":".
run_commands() {
	local i=1 command
	while [ $i -le $nr ]; do
		eval "command=\$command_$i"
		echo "# $command"
		if compared "$command"; then
			eval "$command" 2>&1
		else
			case $command in
			": "*) (eval "$command") ;;
			*) eval "$command" ;;
			esac >/dev/null 2>/tmp/errors || cat /tmp/errors
		fi
		i=$((i + 1))
	done
}

# Prints what the document shows.
documented() {
	local i=1 command
	while [ $i -le $nr ]; do
		eval "command=\$command_$i"
		echo "# $command"
		! compared "$command" || eval "echo \"\$output_$i\""
		i=$((i + 1))
	done
}

# Undoes the commands, the last one first.
undo() {
	local pass i command file
	for pass in 1 2; do
		i=$nr
		while [ $i -gt 0 ]; do
			eval "command=\$command_$i"
			i=$((i - 1))
			case $command in "echo '!"*) continue ;; "echo '"*"> "*/trigger) ;; *) continue ;; esac
			file=${command##*> }
			command=${command#echo \'}
			command=${command%\'*}
			case $command in *:pause | *:cont | *:clear) command=${command%:*} ;; esac
			[ ! -e $file ] || echo "!$command" >>$file
		done
	done
	echo 0 >events/enable
	true >dynamic_events
	while [ $nr -gt 0 ]; do
		eval "command=\$command_$nr"
		case $command in "echo "*"> "*filter) echo 0 >${command##*> } ;; esac
		nr=$((nr - 1))
	done
	echo 1 >tracing_on
	echo 0 >snapshot
	true >trace
	true >error_log
}

nl='
'
example() {
	local both
	[ $nr != 0 ] || return 0
	both=$({ run_commands; echo @@@; documented; } | mask)
	is "$document: $command_1" "${both%%"$nl@@@$nl"*}" "${both#*"$nl@@@$nl"}"
	undo 2>/dev/null
}

# An example is a block of lines that are indented by four spaces and include
# commands. The examples of start.md depend on each other, so they are one example.
examples() { # DOCUMENT
	document=$1 nr=0
	while IFS= read -r line; do
		case $line in
		"    # cd "*) ;;
		"    # histrig "* | "    # ls "* | "    # sleep "* | "    # echo "* | "    # cat "* | "    # grep "* | "    # tail "* | "    # sed "* | "    # dd "* | "    # prog "* | "    # deep "* | \
		"    # mkdir "* | "    # rmdir "* | "    # : "*)
			nr=$((nr + 1))
			eval "command_$nr=\${line#    # } output_$nr=" ;;
		"    "*) [ $nr = 0 ] || eval "output_$nr=\$output_$nr\${line#    }\$nl" ;;
		"") ;;
		*) [ $document = start.md ] || example ;;
		esac
	done <<END
$(sed "s/%di/$ARG1/g; s/%si/$ARG2/g; s/id == 80/id == $CHDIR/g" /tests/$document)
END
	example
}

examples language.md
check "language.md has more than 50 examples" [ $ktap_n -gt 50 ]
examples start.md
check "the examples of the documents leave no triggers" [ -z "$(grep -v '^#' events/sched/*/trigger events/kmem/*/trigger | grep -v ':#')" ]
