# SPDX-License-Identifier: GPL-2.0
# In the guest: prints what the native tree answers to each case.
cd /tests/diff || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_called.ko || exit 1
echo 1 >/sys/kernel/rcu_expedited
# Makes the PIDs of the two boots differ, so that an answer that shows a PID is
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
