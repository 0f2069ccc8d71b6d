# SPDX-License-Identifier: GPL-2.0
# .flags: names of values and flags from the event's print format. The file trace
# shows the expected names for the same hits.
. /tests/guest/lib.sh
quick_rcu

W=$H/events/sched/sched_switch
K=$H/events/kmem/kmalloc
S=$H/events/irq/softirq_entry
drop() { true >$1/trigger; }
# names FOLDER: print the names of all entries with one key, sorted.
names() { sed -n 's/^{ [a-z_]*: \(.*[^ ]\|\) *\[ *[0-9a-f]*\] } .*/\1/p' $1/hist | sort -u; }
# recorded EXPRESSION: apply a sed expression to the recorded lines of trace, and
# sort the output.
recorded() { grep -v '^#' /tmp/trace | sed -n "$1" | sort -u; }

# count FOLDER KEY COMMAND...: record the event and count it while a command runs.
# Neither may lose a hit, so the trigger is added last and removed first.
count() {
	local folder=$1 key=$2
	shift 2
	echo 0 >$H/tracing_on
	echo >$H/trace
	echo 1 >$folder/enable
	echo "hist:keys=$key:pause" >$folder/trigger
	echo 1 >$H/tracing_on
	echo "hist:keys=$key:cont" >>$folder/trigger
	"$@"
	echo "hist:keys=$key:pause" >>$folder/trigger
	echo 0 >$H/tracing_on
	echo 0 >$folder/enable
	cat $H/trace >/tmp/trace
}
work() {
	local i
	for i in 1 2 3 4 5; do
		ls -R /proc/self >/dev/null 2>&1
		sh -c 'sleep 0.01 & sleep 0.02; wait'
	done
}
# contained FILE1 FILE2: each line of FILE1 is also in FILE2.
contained() { ! grep -vxF -f $2 $1; }

echo 10000 >$H/buffer_size_kb
count $W prev_state.flags work
names $W >/tmp/hist
recorded 's/.* prev_state=\(.*\) ==> .*/\1/p' >/tmp/trace.names
check "states of tasks have the letters that trace prints" contained /tmp/hist /tmp/trace.names
check "tasks sleep and run" sh -c 'grep -qx S /tmp/hist && grep -qx "R+\?" /tmp/hist'
check "a running task has the name R" sh -c "grep -q '^{ prev_state: R  *\[  0\] }' $W/hist || grep -q '^{ prev_state: R+ ' $W/hist"
check "the trigger has the modifier" grep -q '^hist:keys=prev_state.flags:' $W/trigger
check "JSON has the number and the names" \
	grep -q '^{"keys":\[{"value":1,"text":"S"}\],"values":\[[0-9]*\]}' $W/hist_json
drop $W

count $K gfp_flags.flags work
names $K >/tmp/hist
recorded 's/.* gfp_flags=\([^ ]*\).*/\1/p' >/tmp/trace.names
check "flags of allocations have the names that trace prints" contained /tmp/hist /tmp/trace.names
check "allocations have flags" grep -q 'GFP_KERNEL' /tmp/hist
check "the number of flags is hexadecimal" grep -q '^{ gfp_flags: GFP_KERNEL  *\[[ 0-9a-f]*c[0-9a-f]*\] }' $K/hist
drop $K

count $S vec.flags work
names $S >/tmp/hist
recorded 's/.* vec=[0-9]* \[action=\(.*\)\]/\1/p' >/tmp/trace.names
check "softirqs have the names that trace prints" contained /tmp/hist /tmp/trace.names
check "softirqs have happened" grep -q . /tmp/hist
drop $S

insmod /tests/kmod/histrig_fire.ko || exit 1

# ---- bridged events, instances and names

if [ "$native_hist" ] && insmod /tests/kmod/histrig_bridged.ko; then
	B=$H/events/histrig_bridged/bridged_number
	if grep -q '__print_symbolic' $B/format; then
		echo 'hist:keys=key.flags:sort=key' >$B/trigger
		echo 'fire histrig_bridged bridged_number count=6 keys=3' >$kmods/histrig_fire
		echo 1 >$B/enable
		echo 1 >$H/tracing_on
		echo >$H/trace
		echo 'fire histrig_bridged bridged_number count=6 keys=3' >$kmods/histrig_fire
		echo 0 >$B/enable
		grep -v '^#' $H/trace >/tmp/trace
		wanted=$(sed -n 's/.* \(even\|odd\).*/\1/p' /tmp/trace | sort -u)
		alike "a bridged event has the names that trace prints" "$(names $B)" "$wanted"
		drop $B
	fi
	rmmod histrig_bridged
fi
mkdir $H/instances/one
I=$H/instances/one/events/sched/sched_switch
echo 'hist:keys=prev_state.flags:sort=hitcount.descending:top=1' >$I/trigger
echo 'hist:name=states:keys=prev_state.flags' >$W/trigger
work
check "an instance has names" grep -q '^{ prev_state: [A-Z]' $I/hist
check "a named histogram has names" grep -q '^{ prev_state: S  *\[  1\] }' $W/hist
check "a take has names" grep -q '^{ prev_state: S  *\[  1\] }' $W/hist_take
drop $I
drop $W
rmdir $H/instances/one

# ---- what is refused

# refused FOLDER COMMAND COLUMN TEXT: the caret of the error is below COLUMN.
refused() {
	fails "refused: $2" sh -c "echo '$2' >$1/trigger"
	is "the error of $2" "$(tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] [^ ]*: error: //')" \
		"$4
  Command: $2
$(printf "%$(($3 + 12))s" ^)"
}
none="The event's print format has no names for this field; leave out .flags"
refused $W hist:keys=next_pid.flags 19 "$none"
refused $W hist:keys=prev_state,prev_prio.flags 31 "$none"
refused $W hist:keys=common_pid.flags 21 "Invalid field modifier"
refused $W hist:keys=prev_comm.flags 20 "Invalid field modifier"
refused $W hist:keys=next_pid:vals=prev_state.flags 35 "Invalid field modifier"
refused $W hist:keys=next_pid:x=prev_state.flags 32 "Invalid field modifier"
refused $W hist:keys=prev_state.flags+1 21 "Invalid field modifier"
refused $K hist:keys=bytes_req.flags 20 "$none"
if [ -e $H/kprobe_events ]; then
	echo 'p:plain vfs_read n='$ARG1'' >$H/kprobe_events
	refused $H/events/kprobes/plain hist:keys=n.flags 12 "$none"
	echo >$H/kprobe_events
fi
true >$H/error_log
rmmod histrig_fire
echo >$H/trace
