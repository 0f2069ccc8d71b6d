#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# take_storm.sh [HITS]: let four CPUs hit an event HITS times (default: 100 million)
# while a reader takes every 10 ms, and then a tenth of that in NMIs. The takes must
# contain each hit. Needs a minute or more; tests/guest/hist_take.sh does the same
# with a million hits.
set -eu
hits=${1:-100000000}
script=$(mktemp)
trap 'rm -f "$script"' EXIT
cat >"$script" <<EOF
. /tests/guest/lib.sh
quick_rcu
F=/sys/kernel/debug/histrig_fire
insmod /tests/kmod/histrig_fire.ko
P=\$H/events/power/cpu_frequency
taker() { while [ ! -e /tmp/done ]; do cat \$P/hist_take; usleep 10000; done | totals; }
totals() { awk '
	/Hits:/ { hits += \$2; n++ } /Dropped:/ { dropped += \$2 }
	!/^#/ { for (i = 1; i <= NF; i++) if (\$i == "hitcount:") { h += \$(i + 1); v += \$(i + 3) } }
	END { printf "%.0f %.0f %.0f %.0f %d\n", hits, dropped, h, v, n }'; }
storm() { # OPTION HITS
	echo 'hist:keys=state:vals=state' >\$P/trigger
	rm -f /tmp/done
	taker >/tmp/a & a=\$!
	i=0
	while [ \$i -lt 10 ]; do
		echo "fire power cpu_frequency count=\$((\$2 / 40)) keys=100 cpus=4 \$1" >\$F
		i=\$((i + 1))
	done
	touch /tmp/done
	wait \$a
	cat \$P/hist_take | totals >/tmp/b
	is "\$1: takes add up" "\$(cat /tmp/a /tmp/b | awk '{ for (i = 1; i <= 4; i++) n[i] += \$i } END { printf "%.0f %.0f %.0f %.1f\n", n[1], n[2], n[3], n[4] / n[3] }')" "\$2 0 \$2 49.5"
	echo "# \$1: \$(cut -d ' ' -f 5 /tmp/a) takes"
	true >\$P/trigger
}
storm ctx=task $hits
storm ctx=nmi $((hits / 10))
EOF
"$(dirname "$0")/boot" -p -k "${KERNEL:-cloud}" -s "smp=4 timeout=1200" "$script"
