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

# Masks parts of the output that differ from run to run.
mask() {
	sed -e 's/ *$//' -e 's/^\[ *[0-9.]*\]/[TIME]/' -e 's/count=[0-9]*/count=N/' \
		-e 's/^ID: .*/ID: N/' -e 's/^[^ ]*: line [0-9]*: /sh: /'
}

# compared COMMAND: test whether the command prints the same on all machines.
compared() {
	case $1 in
	*/format) case $(uname -r) in *-rt-*) return 1 ;; esac ;;
	"echo "* | "cat "*/trigger | "cat "*/filter | "cat "*_events | *error_log) ;;
	*) return 1 ;;
	esac
}

# Runs an example of $nr commands. /tmp/ex has each command and the output that the
# document shows.
run_commands() { # what they print, or what the document shows
	local i=1 command
	while [ $i -le $nr ]; do
		command=$(cat /tmp/ex/$i.command)
		echo "# $command"
		if [ "$1" = document ]; then
			! compared "$command" || cat /tmp/ex/$i.output
		elif compared "$command"; then
			(eval "$command") 2>&1
		else
			(eval "$command") >/dev/null 2>/tmp/ex/errors || cat /tmp/ex/errors
		fi
		i=$((i + 1))
	done | mask | grep -v '^$'
}

# Undoes the commands, the last one first.
undo() {
	local pass i command file
	for pass in 1 2; do
		i=$nr
		while [ $i -gt 0 ]; do
			command=$(cat /tmp/ex/$i.command)
			i=$((i - 1))
			case $command in "echo '!"*) continue ;; "echo '"*"> "*/trigger) ;; *) continue ;; esac
			file=${command##*> }
			command=${command#echo \'}
			command=${command%\'*}
			case $command in *:pause | *:cont | *:clear) command=${command%:*} ;; esac
			[ ! -e $file ] || echo "!$command" 2>/dev/null >>$file
		done
	done
	echo 0 >events/enable
	(true >dynamic_events)
	for file in $(sed -n "s/^echo .*> \(.*filter\)$/\1/p" /tmp/ex/*.command); do echo 0 >$file; done
	echo 1 >tracing_on
	echo 0 >snapshot
	true >trace
	true >error_log
}

example() {
	local got
	[ $nr != 0 ] || return 0
	got=$(run_commands)
	is "$document: $(head -n 1 /tmp/ex/1.command)" "$got" "$(run_commands document)"
	undo 2>/dev/null
}

begin() {
	rm -rf /tmp/ex
	mkdir /tmp/ex
	nr=0
}

# An example is a block of lines that are indented by four spaces and include
# commands. The examples of start.md depend on each other, so they are one example.
examples() { # DOCUMENT
	document=$1
	begin
	while IFS= read -r line; do
		case $line in
		"    # cd "*) ;;
		"    # histrig "* | "    # ls "* | "    # sleep "* | "    # echo "* | "    # cat "* | "    # grep "* | "    # tail "* | "    # sed "* | "    # dd "* | "    # prog "* | "    # deep "* | \
		"    # mkdir "* | "    # rmdir "* | "    # : "*)
			nr=$((nr + 1))
			echo "${line#    # }" >/tmp/ex/$nr.command
			true >/tmp/ex/$nr.output ;;
		"    "*) [ $nr = 0 ] || echo "${line#    }" >>/tmp/ex/$nr.output ;;
		"") ;;
		*) [ $document = start.md ] || { example; begin; } ;;
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
