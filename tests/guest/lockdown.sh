# SPDX-License-Identifier: GPL-2.0
# Kernel lockdown: under integrity, like Debian's kernel with Secure Boot, the tree
# can be used; under confidentiality, the same is refused as in tracefs. Lockdown
# can only be raised, so this has a separate boot.
# guest: own=lockdown append=lsm=lockdown timeout=200
. /tests/guest/lib.sh

L=/sys/kernel/security/lockdown
mount -t securityfs securityfs /sys/kernel/security
[ -e $L ] || skip_all "this kernel has no lockdown"
is "the guest begins without lockdown" "$(cat $L)" "[none] integrity confidentiality"
E=events/sched/sched_switch
# Modules of the tests are not signed, and a locked down kernel requires a
# signature.
insmod /tests/kmod/histrig_fire.ko || exit 1
F=$kmods/histrig_fire

# step NAME COMMAND...: run a command, and print NAME and whether the command works.
step() {
	local name=$1
	shift
	if "$@" >/tmp/out 2>&1; then echo "$name: works"; else echo "$name: $(head -n 1 /tmp/out)"; fi
}
some() { within 5 grep -q "$@"; }
# switches: cause switches, so that readers have something to read.
switches() { usleep 20000; }

# use TREE: use it in many ways, and print which ones succeed.
use() {
	local tree=$1 i=$1/instances/l
	step "a file is read" grep -q . $tree/$E/format
	step "an instance is made" mkdir $i
	step "an event is enabled" sh -c "echo 1 >$i/$E/enable"
	switches
	step "the trace is read" some sched_switch: $i/trace
	step "a page is read" sh -c "timeout 10 head -c 100 $i/per_cpu/cpu0/trace_pipe_raw"
	step "trace_pipe is read" sh -c "timeout 10 head -n 1 $i/trace_pipe"
	step "a filter is set" sh -c "echo 'prev_pid > 5' >$i/$E/filter"
	step "a buffer is resized" sh -c "echo 100 >$i/buffer_size_kb"
	step "an option is set" sh -c "echo 0 >$i/options/overwrite"
	step "a snapshot is taken" sh -c "echo 1 >$i/snapshot"
	step "a mark is written" sh -c "echo hello >$i/trace_marker"
	step "a synthetic event is made" sh -c "echo 'l u64 a' >>$tree/synthetic_events"
	step "a synthetic event is removed" sh -c "echo '!l u64 a' >>$tree/synthetic_events"
	step "a histogram is made" sh -c "echo hist:keys=next_pid >$i/$E/trigger"
	switches
	step "a histogram is read" some '^{ next_pid' $i/$E/hist
	step "a histogram is removed" sh -c "echo '!hist:keys=next_pid' >>$i/$E/trigger"
	step "a trace is emptied" sh -c "true >$i/trace"
	step "permissions are changed" chmod 600 $i/trace
	step "an instance is removed" rmdir $i
}

# compare LEVEL: compare what succeeds in our tree and in the kernel's.
compare() {
	local line
	use $H >/tmp/ours
	use $T >/tmp/native
	while read -r line; do
		is "with lockdown $1, ${line%%:*}" "${line#*: }" works
	done </tmp/ours
	if [ -n "$native_hist" ]; then
		alike "with lockdown $1, the kernel's tree lets the same be done" "$(cat /tmp/native)" "$(cat /tmp/ours)"
	else
		skip "with lockdown $1, the kernel's tree lets the same be done: it has no histograms"
	fi
}

compare none
check "a file of debugfs is written without lockdown" sh -c "echo 'fire power cpu_frequency' >$F"
echo integrity >$L
is "the kernel is locked down for integrity" "$(cat $L)" "none [integrity] confidentiality"
# debugfs refuses writes, so lockdown is active.
fails "a file of debugfs is not written in a kernel locked down for integrity" sh -c "echo 'fire power cpu_frequency' >$F"
umount $H
compare integrity
mkdir -p /tmp/mnt
check "with lockdown integrity, the filesystem is mounted" mount -t histrig nodev /tmp/mnt
umount /tmp/mnt

# Files that are open when the kernel is locked down stay open.
mkdir $H/instances/held $T/instances/held
for d in $H $T; do echo 'l u64 a' >>$d/synthetic_events; done
echo 1 >$H/instances/held/$E/enable
echo 1 >$T/instances/held/$E/enable
switches
exec 5<$H/instances/held/trace 6<$T/instances/held/trace
exec 7>$H/instances/held/tracing_on 8>$T/instances/held/tracing_on
echo confidentiality >$L
is "the kernel is locked down for confidentiality" "$(cat $L)" "none integrity [confidentiality]"

# refusals TREE: try to open each file that both trees have, except those of other
# events and CPUs. Print the errors.
files=$(cd $T && for d in . instances/held; do
	ls -d $d/* $d/per_cpu/cpu0/* $d/options/* $d/events/* $d/events/sched/* $d/$E/* \
		$d/events/ftrace/print/* $d/events/synthetic/* $d/events/synthetic/l/*
done 2>/dev/null)
refusals() {
	local f
	for f in $files; do
		[ -f $T/$f ] && [ -f $H/$f ] || continue
		echo "$f is read: $(timeout 5 head -c 1 $1/$f 2>&1 >/dev/null | sed 's/.*: //')"
		echo "$f is written: $(sh -c ": >>$1/$f" 2>&1 | sed 's/.*: //')"
	done
}
refusals $H >/tmp/ours
refusals $T >/tmp/native
echo "# the kernel refuses $(grep -c 'not permitted' /tmp/native) of $(wc -l </tmp/native)"
check "confidentiality refuses to open files of the kernel's tree" grep -q '/trace is read: Operation not permitted' /tmp/native
# The kernel also refuses options and filters of functions, but with another errno.
sed -i -E '/\/options\/|\/set_ftrace_(no)?(filter|trace) |\/stack_trace_filter /s/No such device/Operation not permitted/' /tmp/native
# The kernel does not refuse its list of traced functions, which contains addresses.
sed -i '/\/enabled_functions is /s/: $/: Operation not permitted/' /tmp/native
is "confidentiality refuses what it refuses of the kernel's tree" \
	"$(diff -U 0 /tmp/native /tmp/ours | grep '^[-+][^-+]')" ""
is "confidentiality refuses to open any file but format and id of events" \
	"$(grep -v ': Operation not permitted' /tmp/ours | grep -vE '/(format|id) is ')" ""
for f in format id; do
	alike "confidentiality lets an event's $f be read as the kernel's" \
		"$(cut -c 1-20 $H/$E/$f 2>&1 | head -n 2)" "$(cut -c 1-20 $T/$E/$f 2>&1 | head -n 2)"
done

# log TREE: print what the kernel logs of a refusal.
log() {
	# The kernel limits the rate of these messages.
	sleep 6
	dmesg -c >/dev/null
	cat $1/trace >/dev/null 2>&1
	dmesg | sed -n 's/.*Lockdown: /Lockdown: /p'
}
alike "a refusal is logged like one of the kernel's tree" "$(log $H)" "$(log $T)"

# changes TREE: print the errors of changes to the tree under confidentiality.
changes() {
	(
		cd $1
		mkdir instances/new
		rmdir instances/new
		ls -d instances/held
		chmod 600 instances/held/trace
		ls events/sched/sched_switch | grep format
	) 2>&1
}
alike "confidentiality lets a tree's folders be listed and changed as the kernel's" "$(changes $H)" "$(changes $T)"
is "an open file is read when the kernel is locked down, as natively" \
	"$(grep -c 'tracer: nop' <&5)" "$(grep -c 'tracer: nop' <&6)"
is "an open file is written when the kernel is locked down, as natively" \
	"$(echo 0 2>&1 >&7; echo $?)" "$(echo 0 2>&1 >&8; echo $?)"
exec 5<&- 6<&- 7>&- 8>&-
rmdir $H/instances/held $T/instances/held
umount $H
check "with lockdown confidentiality, the tree is listed" [ -e $H/$E/format ]
check "with lockdown confidentiality, the module is unloaded" unload_histrig
