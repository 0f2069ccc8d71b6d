# SPDX-License-Identifier: GPL-2.0
# Compares the tree with the kernel's: the names in each kind of folder, their
# order, types, permissions and owners, and results of system calls on directories
# and files. All differences are listed in this file.
# guest: timeout=300 needs=CONFIG_FTRACE_SYSCALLS
. /tests/guest/lib.sh

# Later kernels' tracefs has other files, creates folders of events differently, and
# lists them in another order. 5.10 has other modes.
case $(uname -r) in
6.1.*) ;;
*) skip_all "this kernel's tracefs differs from that of 6.1" ;;
esac
mkdir $H/instances/i $T/instances/i

# entries FOLDER: print type, permissions, owner and name of each entry in the
# order of readdir().
entries() { (cd $1 && find . -maxdepth 1 | sed 1d | xargs -r stat -c '%A %u %g %n' | sed 's, \./, ,'); }
# only LIST LIST: print the names that only the first list has.
only() { awk 'NR == FNR { has[$4] = 1; next } !($4 in has) { print $4 }' $2 $1 | sort | xargs; }
# common LIST LIST: print the lines of the first list whose names the second has as
# well.
common() { awk 'NR == FNR { has[$4] = 1; next } $4 in has' $2 $1; }
# ordered LIST: print the names of a list whose positions can be compared. At boot, two
# tasks create the files of the top folder, so some positions are random; ftrace has
# another position in events/.
ordered() { awk '{ print $4 }' $1 | grep -vxE 'dynamic_events|synthetic_events|printk_formats|stack_(trace(_filter)?|max_size)|[ku]probe_(events|profile)|max_graph_depth|ftrace'; }
# without NAMES: print the words of the input that are not in NAMES.
without() { tr ' ' '\n' | grep -vxF "$(echo $1 | tr ' ' '\n')" | xargs; }

# Names that only the kernel's tree has: tracers that histrig lacks.
top_only='dyn_ftrace_total_info hwlat_detector osnoise'
options_only='blk_cgname blk_cgroup blk_classic display-graph'

# Files that Linux has from 7.0 on.
shows='show_event_filters show_event_triggers'

# Options that only our tree has. Linux has fields from 6.3 on, and arguments of calls
# from 6.15 on; no kernel hides control characters. Our instances have the options of
# function_graph as well.
options_ours='fields func-args funcgraph-args funcgraph-retaddr funcgraph-retval funcgraph-retval-hex graph-time hide-control-chars'
options_instance='fields func-args funcgraph-abstime funcgraph-args funcgraph-cpu funcgraph-duration funcgraph-irqs
funcgraph-overhead funcgraph-overrun funcgraph-proc funcgraph-retaddr funcgraph-retval funcgraph-retval-hex funcgraph-tail
graph-time hide-control-chars sleep-time'

# compare FOLDER NATIVE OURS: compare the folder in both trees, except for names
# that only the kernel's or only our tree may have.
compare() {
	local name=${1#.}
	name=${name:-/}
	entries $T/$1 >/tmp/native
	entries $H/$1 >/tmp/ours
	is "the folder $name lacks no name of the kernel's but those listed" "$(only /tmp/native /tmp/ours | without "$2")" ""
	is "the folder $name has the names that the kernel's has not" "$(only /tmp/ours /tmp/native)" "$3"
	common /tmp/native /tmp/ours >/tmp/native.common
	common /tmp/ours /tmp/native >/tmp/ours.common
	is "names in the folder $name have the types, permissions and owners of the kernel's" \
		"$(sort -k 4 /tmp/ours.common)" "$(sort -k 4 /tmp/native.common)"
	case $name in */ftrace*) return ;; esac # its names have another order
	is "names in the folder $name are listed in the kernel's order" \
		"$(ordered /tmp/ours.common)" "$(ordered /tmp/native.common)"
}

for i in . instances/i; do
	if [ $i = . ]; then compare . "$top_only" "clock_state function_profile_enabled $shows trace_stat unwind_tables"; else compare $i "" "free_instance $shows"; fi
	compare $i/per_cpu "" ""
	compare $i/per_cpu/cpu0 "" ""
	compare $i/per_cpu/cpu1 "" ""
	if [ $i = . ]; then
		compare $i/options "$options_only" "$options_ours"
	else
		compare $i/options "$options_only" "$(echo $options_instance)"
	fi
	compare $i/events "" ""
	compare $i/events/ftrace "" lateness
	for system in sched irq syscalls; do
		compare $i/events/$system "" ""
	done
	for event in sched/sched_switch irq/softirq_entry ftrace/print ftrace/raw_data \
		syscalls/sys_enter_openat raw_syscalls/sys_enter; do
		compare $i/events/$event "" "hist_json hist_last hist_last_json hist_take hist_take_json hist_totals"
	done
done
compare instances "" ""

# The newest instance is listed first, even if another one was removed in between.
for d in $H $T; do
	mkdir $d/instances/a $d/instances/b $d/instances/c
	rmdir $d/instances/b
	mkdir $d/instances/0 $d/instances/b
done
is "instances are listed in the kernel's order" "$(find $H/instances -maxdepth 1 | sed '1d;s,.*/,,' | xargs)" \
	"$(find $T/instances -maxdepth 1 | sed '1d;s,.*/,,' | xargs)"
is "instances are listed in the order of their making, the newest first" \
	"$(find $H/instances -maxdepth 1 | sed '1d;s,.*/,,' | xargs)" "b 0 c a i"
rmdir $H/instances/* $T/instances/*
for d in $H $T; do
	for name in a b c; do echo "$name u64 x" >>$d/synthetic_events; done
	echo '!b u64 x' >>$d/synthetic_events
	for name in d b; do echo "$name u64 x" >>$d/synthetic_events; done
done
alike "synthetic events are listed in the kernel's order" \
	"$(find $H/events/synthetic -maxdepth 1 | sed '1d;s,.*/,,' | xargs)" \
	"$(find $T/events/synthetic -maxdepth 1 | sed '1d;s,.*/,,' | xargs)"
true >$H/synthetic_events
true >$T/synthetic_events

# calls GROUP [SED]: make system calls on both trees and compare the results. The
# sed script removes known differences from both. Without a script, there are none.
calls() {
	/tests/bin/fscalls $T $1 >/tmp/native 2>&1 || echo "fscalls fails" >>/tmp/native
	/tests/bin/fscalls $H $1 >/tmp/ours 2>&1 || echo "fscalls fails on our tree" >>/tmp/ours
	sed -i "${2:-}" /tmp/native
	sed -i "${2:-}" /tmp/ours
	echo "# $(wc -l </tmp/native) calls"
	is "system calls on both trees say the same: $1" "$(diff -U 0 /tmp/native /tmp/ours | grep '^[-+][^-+]')" ""
}

calls names
calls files
# A position that is not from telldir() may be any other position in our tree.
calls directories '/: entries \(far\|further\) away:/d'
# The folders of a removed instance are empty, but not marked as removed: mkdir and
# similar calls fail with EPERM or EACCES, as in other folders, not with ENOENT.
calls instances '/^instances\/a\/[a-z].*: \(mkdir\|open O_CREAT\|getcwd\|named as deleted in \/proc\):/d'
