# SPDX-License-Identifier: GPL-2.0
# Filters of functions: both trees select the same functions.
# guest: timeout=240 mem=1G
. /tests/guest/lib.sh
. /tests/guest/parts/both_trees.sh

# Patching the calls of all functions takes long on a busy host.
patient

[ -e $T/set_ftrace_filter ] || skip_all "this kernel does not trace functions"
called=/tests/kmod/histrig_called.ko

globs() {
	for word in 'vfs_*' '*_read' '*sched*' 'vfs_r?ad' 'a*b' '[v]fs_*' '*' '**' \
		nosuch '!vfs_read' '!' 5 05 0 1000000 0x10 '5 7' '!*' 'foo:bar' ':'; do
		write "$word" set_ftrace_filter
		write "$word" set_ftrace_notrace
	done
	true >set_ftrace_filter
	true >set_ftrace_notrace
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
	for word in ':mod:histrig' ${none:+"$none"} ':mod:!histrig' ':mod:!' ':mod:' \
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

# recorded: print the functions that are recorded while one file is written and one
# is read.
recorded() {
	echo >trace
	echo 1 >tracing_on
	echo 1 >/tmp/written
	head -c 1 /proc/uptime >/dev/null
	echo 0 >tracing_on
	sed -n '/^#/d;s/ <-.*//;s/.*: //p' trace | sort -u
}

tracing() {
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
	# The debug kernel calls more functions than fit into the ring.
	echo 8000 >buffer_size_kb
	true >set_ftrace_filter
	recorded >/tmp/all
	grep -x 'vfs_.*' /tmp/all
	true >set_ftrace_notrace
	recorded >/tmp/all
	grep -x 'vfs_[or].*' /tmp/all
	echo nop >current_tracer
	echo 1408 >buffer_size_kb
	echo 1 >tracing_on
}

instance() {
	mkdir instances/filter
	write 'vfs_*' instances/filter/set_ftrace_filter
	cat set_ftrace_filter
	cd instances/filter && tracing
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

# Many tasks write the filter while everything is traced. After each close(), one of
# the written sets is in effect, and only its functions are recorded.
writer() {
	for n in $(seq 4); do
		echo "$1" >$H/set_ftrace_filter || [ "$3" ] || return 1
		echo "$2" >>$H/set_ftrace_notrace || return 1
		echo "!$2" >>$H/set_ftrace_notrace
		cat $H/set_ftrace_filter >/dev/null
		head -c 1 /proc/uptime >/dev/null
	done
}

# On the debug kernel, tracing all calls of a tick leaves no time for other work.
all='*'
[ ! -e /sys/kernel/debug/kmemleak ] || all='*_open *_read'

writers() {
	writer 'vfs_read vfs_open' 'vfs_o*' & a=$!
	writer 'vfs_*' 'vfs_w*' & b=$!
	writer "$all" '*_read' & c=$!
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

# An open file may still contain addresses of functions of a module that was unloaded. The
# module is loaded again at the same address, before or after the file is closed.
held() { # FILE before|after
	insmod $called
	exec 4>>$H/$1
	echo 'called_*' >&4
	rmmod histrig_called
	[ $2 = after ] || insmod $called
	exec 4>&-
	[ $2 = before ] || insmod $called
	cat $H/$1
	rmmod histrig_called
	true >$H/$1
}
for f in set_ftrace_filter set_ftrace_notrace set_graph_function set_graph_notrace stack_trace_filter; do
	for when in before after; do
		[ ! -e $H/$f ] ||
			is "$f, closed $when a module comes back, has none of its functions" "$(held $f $when 2>&1)" ""
	done
done
