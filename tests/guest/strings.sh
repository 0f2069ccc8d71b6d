# SPDX-License-Identifier: GPL-2.0
# Strings that char pointers of system calls refer to, in histograms and synthetic
# events.
# guest: smp=1
. /tests/guest/lib.sh

S=events/syscalls/sys_enter_openat
[ -d $H/$S ] || skip_all "this kernel has no events of system calls"

# Opens a file whose name is in the shell's memory.
open_file() { : </proc/version; }

# rows: print the number of entries with the name of that file.
rows() { grep -c 'filename: /proc/version  *} hitcount:' $H/$S/hist; }

echo 'hist:keys=filename.string' >$H/$S/trigger
open_file
is "filename.string of openat() reads the user's memory" "$(rows)" 1
echo '!hist:keys=filename.string' >$H/$S/trigger

echo 'hist:keys=filename.ustring' >$H/$S/trigger
open_file
is "filename.ustring of openat() reads the user's memory" "$(rows)" 1
check "the trigger file prints .ustring" grep -q '^hist:keys=filename.ustring:' $H/$S/trigger
echo '!hist:keys=filename.ustring' >$H/$S/trigger

echo 'opened char[] name' >$H/synthetic_events
echo 'hist:keys=common_pid:f=filename.string:onmatch(syscalls.sys_enter_openat).opened($f)' >$H/$S/trigger
echo 1 >$H/events/synthetic/opened/enable
open_file
echo 0 >$H/events/synthetic/opened/enable
check "a synthetic event gets the string that a user pointer points to" \
	grep -q 'opened: name=/proc/version' $H/trace

# ---- strings whose end cannot be read

echo '!hist:keys=common_pid:f=filename.string:onmatch(syscalls.sys_enter_openat).opened($f)' >$H/$S/trigger
insmod /tests/kmod/histrig_fire.ko || exit 1
R=events/power/suspend_resume
for modifier in string ustring; do
	echo "hist:keys=action.$modifier" >$H/$R/trigger
	/tests/bin/histptr -u cut
	/tests/bin/histptr whole
	is "a string whose end cannot be read is a fault in a key with .$modifier" \
		"$(sed -n 's/^{ action: \([^ ]*\) .*/\1/p' $H/$R/hist | sort | xargs)" "(fault) whole"
	true >$H/$R/trigger
done
echo 'hist:keys=common_pid:f=action.string:onmatch(power.suspend_resume).opened($f)' >$H/$R/trigger
echo 1 >$H/events/synthetic/opened/enable
echo >$H/trace
/tests/bin/histptr -u cut
is "a string whose end cannot be read is a fault in a variable" "$(sed -n 's/.*opened: name=//p' $H/trace)" "(fault)"
echo 0 >$H/events/synthetic/opened/enable
true >$H/$R/trigger
rmmod histrig_fire

# ---- names in rows of histograms

name() { printf '%b' "$1" >/proc/self/comm; }
alike_rows() { # compare the histogram's rows, except for their ends
	alike "$1" "$(sed -n '/null/d; s/ hitcount:.*//; /^{/p' $H/$S/hist | tr -s ' ')" "$2"
}
name 'n\n{ f: 1\033[2J'
echo 'hist:keys=common_comm,filename.string if common_comm ~ "n*"' >>$H/$S/trigger
true 2>/dev/null </x$'\n'{$'\177'y
alike_rows "names in keys begin no row and have no escapes" \
	"{ common_comm: n\\012{ f: 1\\033[2J , filename: /x\\012{\\177y }"
echo '!hist:keys=common_comm,filename.string if common_comm ~ "n*"' >>$H/$S/trigger
echo "hist:keys=common_pid.execname:x=common_timestamp:onmax(\$x).save(common_comm) if common_pid == $$" >>$H/$S/trigger
true </proc/version
check "names of tasks begin no row" grep -q '^{ common_pid: n\\012{ f: 1\\033\[2J *\[ *'$$'\] } hitcount' $H/$S/hist
check "names that were saved begin no row" grep -q '^.*  common_comm: n\\012{ f: 1\\033\[2J *$' $H/$S/hist
is "the histogram has one row" "$(grep -c '^{' $H/$S/hist)" 1
check "JSON has the name as it is" grep -qF '"comm":"n\n{ f: 1\u001b[2J"' $H/$S/hist_json
name sh
echo "!hist:keys=common_pid.execname:x=common_timestamp:onmax(\$x).save(common_comm) if common_pid == $$" >>$H/$S/trigger

# ---- the option hide-control-chars

is "the option hide-control-chars is off at first" "$(grep hide $H/trace_options)" nohide-control-chars
echo 0 >$H/tracing_on
echo 'seen char[] name; char fixed[16]; unsigned long[] stack' >>$H/synthetic_events
echo 'hist:keys=common_pid:f=filename.string,c=common_comm,s=common_stacktrace:onmatch(syscalls.sys_enter_openat).seen($f,$c,$s) if common_comm ~ "a*"' >$H/$S/trigger
echo 1 >$H/events/synthetic/seen/enable
echo 1 >$H/events/task/task_rename/enable
echo >$H/trace
echo 1 >$H/tracing_on
printf 'a\nb\033c' >/proc/self/comm
true 2>/dev/null </x$'\n'y\=$'\t'z
printf 'mark\ned\n' >$H/trace_marker
echo -n sh >/proc/self/comm
echo 0 >$H/tracing_on
lines() { grep -v '^#' $H/trace; }
# A stack has several lines after the line of its record, the last one empty.
broken() { lines | grep -vcE '^ .*-[0-9]+ .* \[[0-9]+\]|^=> |^$'; }
check "line feeds in names break lines of the trace" [ $(broken) -ge 6 ]
echo 1 >$H/options/hide-control-chars
check "hide-control-chars keeps the names of tasks in their line" [ $(lines | grep -c '^ *a?b?c-') -ge 4 ]
is "hide-control-chars keeps strings of compiled events in their line" "$(lines | grep -c 'newcomm=a?b?c oom_score_adj=')" 1
is "hide-control-chars keeps strings of synthetic events in their line, and their stacks in lines of their own" \
	"$(lines | grep -c 'seen: name=/x?y=?z fixed=a?b?c stack=STACK:$')" 1
check "the stack is printed below" [ $(lines | grep -c '^=> ') -ge 2 ]
is "hide-control-chars keeps the text of a marker in its line" "$(lines | grep -cE ': (tracing_mark_write|0x[0-9a-f]*): mark[?]ed$')" 1
is "hide-control-chars leaves no broken line" "$(broken)" 0
check "hide-control-chars keeps the names of tasks in the lines of saved_cmdlines" \
	grep -q '^[0-9]* a?b?c$' $H/saved_cmdlines
echo 1 >$H/options/fields
is "hide-control-chars keeps strings in their line with the option fields" "$(broken) $(lines | grep -c 'newcomm=a?b?c')" "0 1"
echo 0 >$H/options/fields
for o in raw latency-format printk-msg-only; do
	echo 1 >$H/options/$o
	marks="$marks$(grep -c 'mark?ed$' $H/trace) $(grep -c '^ed' $H/trace),"
	echo 0 >$H/options/$o
done
is "hide-control-chars holds in other formats, too" "$marks" "1 0,1 0,1 0,"
echo 0 >$H/options/hide-control-chars
