# SPDX-License-Identifier: GPL-2.0
# Reading arguments of calls, defining probes that look symbols up, changing the
# buffer's size and CPU hotplug do not deadlock. Each of them takes two of four
# locks, in a circle.
# guest: timeout=200
. /tests/guest/lib.sh
quick_rcu
patient

grep -qw function $H/available_tracers || skip_all "this kernel does not trace functions"
echo 'vfs_*' >$H/set_ftrace_filter
echo function >$H/current_tracer
echo 1 >$H/options/func-args 2>/dev/null || skip_all "this kernel has no BTF for arguments of calls"
[ -e /sys/devices/system/cpu/cpu1/online ] || skip_all "CPUs cannot be unplugged"

args=
i=0
while [ $i -lt 100 ]; do
	args="$args v$i=@vfs_write:u64"
	i=$((i + 1))
done
read_trace() { cat $H/trace >/dev/null; }
define_probe() {
	echo "e:x/y sched.sched_switch$args" >>$H/dynamic_events
	echo '-:x/y' >>$H/dynamic_events
}
resize() {
	echo 300 >$H/buffer_size_kb
	echo 400 >$H/buffer_size_kb
}
plug() {
	echo 0 >/sys/devices/system/cpu/cpu1/online
	echo 1 >/sys/devices/system/cpu/cpu1/online
}
again() {
	local n=0
	while [ ! -e /tmp/stop ]; do
		$1
		n=$((n + 1))
		echo $n >/tmp/rounds.$1
	done
}
# did NUMBER: test whether each of the four loops has run for this many rounds.
did() {
	local each
	for each in read_trace define_probe resize plug; do
		[ "$(cat /tmp/rounds.$each 2>/dev/null || echo 0)" -ge $1 ] || return 1
	done
}

check "a probe that looks a symbol up can be defined" sh -c \
	"echo 'e:x/y sched.sched_switch v=@vfs_write:u64' >>$H/dynamic_events && echo '-:x/y' >>$H/dynamic_events"
for each in read_trace define_probe resize plug; do
	again $each 2>/dev/null &
done
# A circle closes in the first round, and a round of a reader takes seconds.
check "readers, definitions, sizes and CPUs have 5 rounds each beside each other" within 150 did 5
true >/tmp/stop
wait
echo "# rounds: $(cat /tmp/rounds.read_trace /tmp/rounds.define_probe /tmp/rounds.resize /tmp/rounds.plug | tr '\n' ' ')"
echo nop >$H/current_tracer
