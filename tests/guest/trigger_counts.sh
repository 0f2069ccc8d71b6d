# SPDX-License-Identifier: GPL-2.0
# Hits on several CPUs at once use up the counts of triggers: a trigger acts as often as
# its count says, because a hit that finds the work done gives its count back.
# guest: smp=4 accel=multi
. /tests/guest/lib.sh

F=$kmods/histrig_fire
E=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1
fire() { echo "fire power cpu_frequency cpus=4 count=200" >$F; }

# acted TRIGGER ON STATE: arm a trigger, then six times undo its work, hit it, and see
# whether it has acted. Repeats that, and prints each number that is not 3.
acted() {
	local round i n
	for round in 1 2 3 4 5 6 7 8; do
		echo $1:3 >>$E/trigger
		n=0
		for i in 1 2 3 4 5 6; do
			eval "$2"
			fire
			n=$((n + $(eval "$3")))
		done
		echo "!$1" >>$E/trigger
		[ $n = 3 ] || echo $n
	done
}
is "traceon:3 starts recording three times" "$(acted traceon "echo 0 >$H/tracing_on" "cat $H/tracing_on")" ""
echo 1 >$H/tracing_on
is "traceoff:3 stops recording three times" "$(acted traceoff "echo 1 >$H/tracing_on" "echo \$((1 - \$(cat $H/tracing_on)))")" ""
echo 1 >$H/tracing_on
I=$H/events/power/cpu_idle/enable
is "enable_event:3 enables an event three times" "$(acted enable_event:power:cpu_idle "echo 0 >$I" "head -c 1 $I")" ""
echo 0 >$I
rmmod histrig_fire
