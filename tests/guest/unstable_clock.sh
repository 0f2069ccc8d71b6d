# SPDX-License-Identifier: GPL-2.0
# A machine with an unstable time stamp counter: its CPUs' clocks stand still until
# the next tick, but each duration must be greater than 0.
# guest: smp=2 append=tsc=unstable
. /tests/guest/lib.sh
quick_rcu
grep -q '^flags.* tsc ' /proc/cpuinfo || skip_all "this architecture has no time stamp counter that can be unstable"

count=4000
reads() { dd if=/dev/zero of=/dev/null bs=1 count=$count 2>/dev/null; }
number() { sed -n "s|^{.*$1: *\([0-9]*\).*|\1|p" $2/hist; }

is "the tree says that the clock is unstable" "$(cat $H/clock_state)" unstable
is "the kernel's log says once that the clock is unstable" "$(dmesg | grep -c 'histrig: the time stamp counter is unstable')" 1
check "histrig doctor says that the clock is unstable" sh -c '/tests/bin/histrig doctor | grep -q "^note *clock .*unstable"'

echo 'f:calls/read vfs_read%return d=$duration' >$H/dynamic_events
E=$H/events/calls/read
echo 'hist:keys=d.log2:vals=d.min if common_comm == "dd"' >$E/trigger
reads
zero=$(sed -n 's/^{ d: ~ 2^0 .*hitcount: *\([0-9]*\).*/\1/p' $E/hist)
hits=$(sed -n 's/^ *Hits: //p' $E/hist)
is "no call of $hits takes no time" "${zero:-0}" 0
check "all calls are counted ($hits)" [ "$hits" -ge $count ]
true >$E/trigger
echo >$H/dynamic_events

I=$H/events/syscalls/sys_enter_read
O=$H/events/syscalls/sys_exit_read
if [ -d $I ]; then
	only='if common_comm == "dd"'
	echo "hist:keys=common_pid:ts=common_timestamp $only" >$I/trigger
	echo "hist:keys=common_pid:lat=common_timestamp-\$ts $only" >$O/trigger
	echo "hist:keys=common_pid:vals=\$lat.min,\$lat.p50 $only" >>$O/trigger
	reads
	least=$(number lat.min $O | sort -n | head -n 1)
	# Time stamps are in order, so a clock that stands still advances by 1 ns
	# each time.
	check "no latency is shorter than a call can be ($least ns)" [ "${least:-0}" -ge 50 ]
	true >$O/trigger
	true >$I/trigger
else
	skip "no latency is shorter than a call can be: this kernel has no events of system calls"
fi
