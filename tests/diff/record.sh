# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: prints the answer of the native tree to each case.
cd /tests/diff || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_called.ko || exit 1
echo 1 >/sys/kernel/rcu_expedited
# Makes the pids of the two boots differ, so that answers that contain a pid are
# noticed.
for i in $(seq "$(cat /tests/forks)"); do
	(:) &
	wait
done
echo "# kernel $(uname -rv)"
for f in $(cat /tests/files); do
	echo "[[$f]]"
	/tests/bin/histdiff -r /sys/kernel/tracing /tests/diff/$f || exit 1
done
