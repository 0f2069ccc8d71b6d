# SPDX-License-Identifier: GPL-2.0
# Strings that char pointers of system calls point to, in histograms and
# synthetic events.
# guest: smp=1
. /tests/guest/lib.sh

S=events/syscalls/sys_enter_openat
[ -d $H/$S ] || skip_all "this kernel has no events of system calls"

# Opens a file whose name is in the shell's memory.
open_file() { : </proc/version; }

# rows: print how many entries of the histogram have the name of that file.
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
