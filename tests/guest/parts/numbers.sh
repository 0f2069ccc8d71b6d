# SPDX-License-Identifier: GPL-2.0
# Two synthetic events, numbers and others, whose hits have a 64-bit number and a
# key. Sourced by guest tests of histograms.

F=$kmods/histrig_fire
S=$kmods/histrig_synth
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
P=$H/events/power/cpu_frequency
echo 'numbers u64 value; int key' >$H/synthetic_events
echo 'others u64 value; int key' >>$H/synthetic_events
E=$H/events/synthetic/numbers
O=$H/events/synthetic/others

# hits COUNT KEYS FIRST KEY [OPTION]: hit numbers COUNT times, with the KEYS numbers
# from FIRST on, repeatedly.
hits() { echo "hit ours ${5:-} count=$1 keys=$2 numbers $3 $4" >$S; }
drop() { true >$1/trigger; }
