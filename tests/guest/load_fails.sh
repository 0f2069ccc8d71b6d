# SPDX-License-Identifier: GPL-2.0
# A load that fails at any of its steps ends in an error and leaves nothing, so that the
# next one succeeds. histrig_load_fails.ko lets the step fail.
# guest: needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

steps="scratch_init saved_cmdlines_init ring_init instances_init registry_init
internal_events_init function_tracer_init latency_init lateness_init graph_tracer_init syscalls_init
bridge_init fault_in_init probe_modules_init function_modules_init fs_init"

events() { (cd $H/events && find . -maxdepth 2 | sort | md5sum); }
all=$(events)
unload_histrig
for step in $steps; do
	insmod /tests/kmod/histrig_load_fails.ko step=$step || exit 1
	is "a load whose step $step fails ends with ENOMEM" "$(load_histrig 2>&1 | grep -o 'Cannot allocate memory')" "Cannot allocate memory"
	fails "nothing is left of a load whose step $step fails" [ -e /sys/module/histrig ]
	rmmod histrig_load_fails
done
check "the module loads after all these failures" load_histrig
is "all events are in the tree after failed loads" "$(events)" "$all"
