# SPDX-License-Identifier: GPL-2.0
# Events in NMIs, which can interrupt any code, including other hits.
# guest: timeout=90 needs=nmi
. /tests/guest/lib.sh
. /tests/guest/parts/nmi.sh

F=$kmods/histrig_fire
E=$H/events/nmi/nmi_handler
P=$H/events/power/cpu_frequency
insmod /tests/kmod/histrig_fire.ko || exit 1

total() { awk -v what="$1:" '$1 == what { n += $2 } END { print n + 0 }' $2/hist; }

# The host injects NMIs while both CPUs hit the same map.
echo 'hist:keys=handler.sym' >$E/trigger
echo 'hist:keys=state:vals=cpu_id' >$P/trigger
echo "fire power cpu_frequency cpus=2 count=1000 keys=10" >$F
echo "nmi power cpu_frequency count=100 keys=10 val=1 vstep=0" >$F
nmis 20
echo stop >$F
read -r _ n _ _ _ fired <$F
check "each of 20 NMIs from the host fires ($fired)" [ $sent = 20 -a "$fired" -ge 20 ]
is "every hit in an NMI from the host is counted, as a hit or as dropped" "$(($(total Hits $P) + $(total Dropped $P)))" $((2000 + n))
is "no hit in an NMI from the host is dropped" "$(total Dropped $P)" 0
check "nmi_handler counts the NMIs from the host" [ "$(total Hits $E)" -ge "$fired" ]

# Both CPUs send NMIs to themselves.
true >$P/trigger
echo 'hist:keys=state:vals=cpu_id' >$P/trigger
echo "fire power cpu_frequency cpus=2 count=50000 keys=10 ctx=nmi" >$F
is "100,000 hits in NMIs that two CPUs send themselves are counted" "$(total Hits $P) $(total Dropped $P)" "100000 0"

# An NMI interrupts a hit. The interrupted hit must be completed, and the nested one
# must be counted, as a hit or as dropped.
true >$P/trigger
echo 'hist:keys=state,cpu_id' >$P/trigger
echo 'hist:keys=common_stacktrace' >>$P/trigger
echo "bg power cpu_frequency cpus=2 keys=100" >$F
echo "nmi power cpu_frequency count=100 keys=100" >$F
hit() { grep -q 'Hits: [1-9]' $P/hist; }
within 20 hit
nmis 50
echo stop >$F
read -r _ n _ _ _ fired <$F
hits=$(awk '/Hits:/ { print $2; exit }' $P/hist)
drops=$(awk '/Dropped:/ { print $2; exit }' $P/hist)
is "hits and drops add up to what was fired while NMIs interrupt hits" $((hits + drops)) "$n"
check "at least 40 NMIs interrupted a background of hits ($fired)" [ "$fired" -ge 40 ]
true >$P/trigger
true >$E/trigger
rmmod histrig_fire
