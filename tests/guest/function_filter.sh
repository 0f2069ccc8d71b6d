# SPDX-License-Identifier: GPL-2.0
# Filters of functions: both trees select the same functions.
# guest: timeout=240 mem=1G
. /tests/guest/lib.sh
. /tests/guest/parts/both_trees.sh

# Patching the calls of all functions takes long on a busy host.
patient
quick_rcu

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
called=/tests/kmod/histrig_called.ko

globs() {
	for word in 'vfs_*' '*_read' '*sched*' 'vfs_r?ad' 'a*b' '[v]fs_*' '*' '**' \
		nosuch '!vfs_read' '!' 5 05 0 1000000 0x10 '5 7' '!*' 'foo:bar' ':'; do
		write "$word" set_ftrace_filter
		case $word in
		'*' | '**') begins "$word" set_ftrace_notrace ;;
		*) write "$word" set_ftrace_notrace ;;
		esac
	done
	true >set_ftrace_filter
	true >set_ftrace_notrace
}

# begins TEXT FILE: write the text, and print only the first functions of the file,
# because the kernel's list of all functions takes a second.
begins() {
	echo "$1" >"$2"
	echo "$1: $?"
	head -n 2000 "$2"
}

words() {
	write 'vfs_read vfs_write vfs_open' set_ftrace_filter
	append '!vfs_write' set_ftrace_filter
	append '!vfs_write' set_ftrace_filter
	append vfs_open set_ftrace_filter
	write 'vfs_read nosuch vfs_write' set_ftrace_filter
	for text in 'vfs_read\tvfs_write' '\n\nvfs_read\0vfs_write' 'vfs_read' '  \n'; do
		# shellcheck disable=SC2059
		printf "$text" >set_ftrace_filter
		cat set_ftrace_filter
	done
	(printf vfs_; echo read) >set_ftrace_filter
	cat set_ftrace_filter
	write "$(head -c 900 /dev/zero | tr '\0' x)" set_ftrace_filter
	true >set_ftrace_filter
}

graph() {
	for word in 'vfs_r*' 'vfs_r?ad' nosuch '!vfs_read' 5 '!' 'vfs_*:mod:ext4' \
		'vfs_read vfs_write vfs_open' 'vfs_*'; do
		write "$word" set_graph_function
		write "$word" set_graph_notrace
	done
	append '!vfs_read' set_graph_function
	append '!vfs_read' set_graph_function
	cat set_graph_function
	true >set_graph_function
	true >set_graph_notrace
}

# A kernel without symbols of data does not know that a module is loaded.
none=
! has_data_symbols || none='vfs_*:mod:histrig'
modules() {
	begins ':mod:!histrig' set_ftrace_filter
	for word in ':mod:histrig' ${none:+"$none"} 'h*:mod:!histrig' ':mod:!' ':mod:' \
		'vfs_read:mod' 'foo:mod' '!foo:mod:none' '*r*:mod:h*g'; do
		write "$word" set_ftrace_filter
	done
	write '*:mod:histrig_called' set_ftrace_filter
	append 'x*:mod:histrig_called :mod:other' set_ftrace_filter
	append 'called_o*:mod:histrig_called' set_ftrace_notrace
	cat set_ftrace_filter set_ftrace_notrace
	append '!x*:mod:other' set_ftrace_filter
	append '!*:mod:other' set_ftrace_filter
	append '!*:mod:other' set_ftrace_filter
	insmod $called
	cat set_ftrace_filter set_ftrace_notrace
	write ':mod:histrig_called' set_ftrace_filter
	rmmod histrig_called
	cat set_ftrace_filter set_ftrace_notrace
	append vfs_read set_ftrace_filter
	true >set_ftrace_filter
	true >set_ftrace_notrace
}

# worked [MARK]: record while one file is written and one is read. Write the mark
# before that.
worked() {
	echo 1 >tracing_on
	[ -z "$1" ] || echo "$1" >trace_marker
	echo 1 >/tmp/written
	head -c 1 /proc/uptime >/dev/null
	echo 0 >tracing_on
}

# recorded: print the functions that are recorded while one file is written and one
# is read.
recorded() {
	echo >trace
	worked
	names | sort -u
}
names() { sed -n '/^#/d;s/ <-.*//;s/.*: //p' trace; }

# Changes both filters while the tracer is on.
filters() {
	echo 0 >tracing_on
	echo 'vfs_read vfs_write' >set_ftrace_filter
	echo function >current_tracer
	recorded
	echo 'vfs_open vfs_write' >set_ftrace_filter
	recorded
	echo 'vfs_*' >set_ftrace_filter
	echo '*read* vfs_op*' >set_ftrace_notrace
	recorded
	echo 'vfs_*' >set_ftrace_notrace
	recorded
	echo ':mod:none' >set_ftrace_filter
	recorded
}

tracing() {
	filters
	# While all functions are traced, all else is slow. So the trace is read once,
	# after the filter leaves one function again, which its number selects fastest. A
	# mark separates the two parts.
	# The debug kernel calls more functions than fit into the ring.
	echo 8000 >buffer_size_kb
	echo >trace
	true >set_ftrace_filter
	worked
	true >set_ftrace_notrace
	worked emptied
	echo 1 >set_ftrace_filter
	names >/tmp/all
	sed '/^emptied$/,$d' /tmp/all | sort -u | grep -x 'vfs_.*\|ksys_read\|ksys_write'
	sed '1,/^emptied$/d' /tmp/all | sort -u | grep -x 'vfs_[or].*'
	finish
	echo 1408 >buffer_size_kb
}

finish() {
	echo nop >current_tracer
	true >set_ftrace_filter
	true >set_ftrace_notrace
	echo 1 >tracing_on
}

# Other tasks may call more functions that begin with v.
few() { sed '/^vfs_[or]/b;/^v/d'; }

# Tracing all functions takes most of the time, so an empty filter of an instance leaves
# the functions that begin with v.
instance() {
	mkdir instances/filter
	write 'vfs_*' instances/filter/set_ftrace_filter
	cat set_ftrace_filter
	cd instances/filter
	filters
	echo '[!v]*' >set_ftrace_notrace
	true >set_ftrace_filter
	recorded >/tmp/all
	few </tmp/all
	echo 'vfs_*' >set_ftrace_filter
	true >set_ftrace_notrace
	recorded >/tmp/all
	few </tmp/all
	finish
	cd ../..
	rmdir instances/filter
}

alike "available_filter_functions lists the kernel's functions" \
	"$(md5sum <$H/available_filter_functions)" "$(md5sum <$T/available_filter_functions)"
both "patterns select the same functions" globs
both "words are read alike, whole or in parts" words
both "set_graph_function and set_graph_notrace take the same words" graph
both "functions of modules can be named before and after these are loaded" modules
both "only the functions of the filter are recorded, also after it changes" tracing
both "an instance has a filter of its own" instance

# Many tasks write the filter while functions are traced. After each close(), one of
# the written sets is in effect, and only its functions are recorded. One set, of one
# round, has all functions: patching all calls takes most of the time.
writer() { # FILTER NOTRACE [may]
	local n filter
	for n in 1 2 3; do
		filter=$1
		[ "$1 $n" != "$some 2" ] || filter=$all
		echo "$filter" >$H/set_ftrace_filter || [ "$3" ] || return 1
		echo "$2" >>$H/set_ftrace_notrace || return 1
		echo "!$2" >>$H/set_ftrace_notrace
		head -c 5000 $H/set_ftrace_filter >/dev/null
		head -c 1 /proc/uptime >/dev/null
	done
}

# On the debug kernel, tracing all calls of a tick leaves no time for other work.
some='*_open *_read' all='*'
[ ! -e /sys/kernel/debug/kmemleak ] || all=$some

writers() {
	writer 'vfs_read vfs_open' 'vfs_o*' & a=$!
	writer 'vfs_*' 'vfs_w*' & b=$!
	writer "$some" '*_read' & c=$!
	# May fail: while the module is being loaded or unloaded, it has no
	# functions.
	writer ':mod:histrig_called' 'x*:mod:none' may & d=$!
	for n in 1 2; do
		insmod $called
		rmmod histrig_called
		echo nop >$H/current_tracer
		echo function >$H/current_tracer
	done
	wait $a && wait $b && wait $c && wait $d
}

check "many tasks change the filter while functions are traced and modules come and go" writers
echo 'vfs_read' >$H/set_ftrace_filter
true >$H/set_ftrace_notrace
is "only functions of the last filter are recorded" "$(cd $H && recorded)" vfs_read
echo nop >$H/current_tracer
true >$H/set_ftrace_filter
echo 1 >$H/tracing_on

# Open files may still contain addresses of functions of a module that was unloaded. The
# module is loaded again at the same address, before or after the files are closed.
held() { # before|after FILE...
	local when=$1 f fd=4
	shift
	insmod $called
	for f; do
		eval "exec $fd>>$H/$f"
		eval "echo 'called_*' >&$fd"
		fd=$((fd + 1))
	done
	rmmod histrig_called
	[ $when = after ] || insmod $called
	while [ $fd -gt 4 ]; do
		fd=$((fd - 1))
		eval "exec $fd>&-"
	done
	[ $when = before ] || insmod $called
	for f; do cat $H/$f >/tmp/held.$f; done
	rmmod histrig_called
	for f; do true >$H/$f; done
}
files=
for f in set_ftrace_filter set_ftrace_notrace set_graph_function set_graph_notrace stack_trace_filter; do
	[ ! -e $H/$f ] || files="$files $f"
done
for when in before after; do
	held $when $files >/tmp/messages 2>&1
	for f in $files; do
		is "$f, closed $when a module comes back, has none of its functions" "$(cat /tmp/messages /tmp/held.$f)" ""
	done
done
