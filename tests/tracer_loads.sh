#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tracer_loads.sh [N]: load the module and unload it with a tracer on, N times
# (default: 1,000), and compare free memory before and after the last nine tenths of
# the rounds. Needs an hour or more; the guest test load_unload does the same a few
# times.
set -eu
rounds=${1:-1000}
script=$(mktemp)
trap 'rm -f "$script"' EXIT
cat >"$script" <<EOF
. /tests/guest/lib.sh
. /tests/guest/parts/tracer_loads.sh
quick_rcu
unload_histrig
check "the module loads and unloads with a tracer on $((rounds / 10)) times" load_with_tracers $((rounds / 10))
before=\$(free_kb)
check "the module loads and unloads with a tracer on $((rounds - rounds / 10)) times" \
	load_with_tracers $((rounds - rounds / 10))
lost=\$((before - \$(free_kb)))
check "loading and unloading with a tracer on loses less than 1 MB (\$lost kB)" [ \$lost -lt 1024 ]
EOF
"$(dirname "$0")/boot" -p -k "${KERNEL:-cloud}" -s "smp=2 timeout=1200" "$script"
