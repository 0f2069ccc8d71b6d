# SPDX-License-Identifier: GPL-2.0
# For tests of the tool histrig, which is in the folder of the tests' programs, as
# in an initramfs. Recipes run in parallel with work whose result is known. Sourced
# by guest tests.

W=/tests/bin/toolwork
histrig=/tests/bin/histrig
runs=/tmp/runs
mkdir -p $runs
running=

# few_symbols: let the tool find only the functions that recipes ask for. It reads all
# symbols of the kernel for each, which takes most of a second. all_symbols ends that.
few_symbols() {
	[ -e /proc/kallsyms ] || return 0
	sed -nE 's/^[[:space:]]*(if|needs) function ([a-z0-9_]+).*/ \2/p' /tests/bin/recipes/* >/tmp/names
	grep -F -f /tmp/names /proc/kallsyms >/tmp/kallsyms
	mount --bind /tmp/kallsyms /proc/kallsyms
}
all_symbols() { [ ! -e /proc/kallsyms ] || umount /proc/kallsyms; }

# counts NAME: test whether a run has begun counting.
counts() { grep -q '; ^C ends it' $runs/$1.err 2>/dev/null; }
has_ended() { ! readlink /proc/$1/exe >/dev/null; }
counts_or_has_ended() { counts $1 || has_ended $2; }
# begin NAME WORD...: run histrig in the background, and wait until it counts.
begin() {
	local name=$1
	shift
	rm -f $runs/$name.err # from an earlier run
	$histrig "$@" >$runs/$name 2>$runs/$name.err &
	running="$running $!"
	within 60 counts_or_has_ended $name $!
	counts $name && return
	not_ok "histrig $* counts"
	sed 's/^/# /' $runs/$name.err
}

# answers: end all runs. A shell's background processes ignore SIGINT.
answers() {
	[ -z "$running" ] || kill -TERM $running 2>/dev/null
	wait $running
	running=
}

# rows NAME [REGEX]: print the matching lines of an answer, with single spaces.
rows() { sed 's/  */ /g; s/^ //; s/ $//' $runs/$1 | grep -E -e "${2:-.}"; }

# column NAME NUMBER REGEX: add up a column of the matching lines; -1 is the last
# column.
column() {
	rows $1 "$3" | awk -v nr=$2 '{ n += $(nr > 0 ? nr : NF + 1 + nr) } END { printf "%.0f\n", n }'
}

# bars NAME LEAST [GROUP]: add up the hits of bars whose range begins at LEAST or
# above; with GROUP, only of bars below a line that matches GROUP.
bars() {
	rows $1 | awk -v least=$2 -v group="$3" '
		/ distribution$/ { next }
		/^[0-9]+ (-> [0-9]+ )?[0-9]+ \|/ {
			count = $2 == "->" ? $4 : $2
			if ($1 >= least && (group == "" || inside))
				n += count
			next
		}
		{ inside = group != "" && $0 ~ group }
		END { print n + 0 }'
}

# least NAME GOT LEAST: passes if GOT is at least LEAST.
least() {
	if [ "${2:-0}" -ge $3 ]; then ok "$1"; else not_ok "$1: ${2:-nothing}, not $3 or more"; fi
}

# says NAME RECIPE TEXT: passes if the recipe ends with a message that contains
# TEXT.
says() {
	local name=$1 text=$2
	shift 2
	if timeout 60 $histrig "$@" >$runs/says 2>&1; then
		not_ok "$name: it ended well"
	else
		is "$name" "$(grep -c -F "$text" $runs/says)" 1
	fi
}

# has_event EVENT: test whether the kernel has the event.
has_event() { [ -d $H/events/$1 ]; }

# leftover: print what sessions have left in the tree.
leftover() {
	ls $H/instances
	cat $H/dynamic_events $H/synthetic_events
}
