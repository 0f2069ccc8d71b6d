# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: writes random commands to both trees.
. /tests/guest/lib.sh
quick_rcu
. /tests/random.conf
trap - EXIT
insmod /tests/kmod/histrig_fire.ko || exit 1
# shellcheck disable=SC2086
exec /tests/bin/histrand $histrand $T $H $seeds
