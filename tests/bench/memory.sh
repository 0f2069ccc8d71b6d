# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: measures by how much loading the module, instances and histograms
# reduce the free memory. Prints lines `NAME, KB|SIDE|VALUE`.
. /tests/guest/lib.sh
trap - EXIT

CPUS=$(nproc)

# taken COMMAND...: print the memory in KB that a command takes. The second of two runs
# counts, because the first fills caches.
taken() {
	local before
	"$@" || { undo; echo -; return; }
	undo
	before=$(free_kb)
	"$@" || { undo; echo -; return; }
	echo $((before - $(free_kb)))
	undo
}

# The side `side` with the tree $tree.
each_side() { # COMMAND...
	for side in native ours; do
		[ $side = native ] && tree=$T || tree=$H
		"$@"
	done
}

instance() {
	mkdir $tree/instances/measured && echo 1 >$tree/instances/measured/events/irq/irq_handler_entry/enable
}
snapshot() { echo 1 >$tree/snapshot; }
histogram() { echo "hist:$1:size=131072" 2>/dev/null >$tree/events/kmem/kmalloc/trigger; }
forgotten() { histogram keys=ptr && echo 'hist:keys=ptr:onmatch(kmem.kmalloc).forget()' >$tree/events/kmem/kfree/trigger; }

with_instance() {
	undo() { rmdir $tree/instances/measured; }
	echo "an instance, $CPUS CPUs, KB|$side|$(taken instance)"
}
with_snapshot() {
	undo() { echo 0 >$tree/snapshot; }
	echo "a snapshot, $CPUS CPUs, KB|$side|$(taken snapshot)"
}
with_histogram() { # NAME COMMAND...
	local name=$1
	shift
	undo() { true >$tree/events/kmem/kfree/trigger && true >$tree/events/kmem/kmalloc/trigger; }
	echo "$name, $CPUS CPUs, KB|$side|$(taken "$@")"
}

if [ $CPUS -gt 2 ]; then
	each_side with_instance
	each_side with_snapshot
	for keys in keys=ptr:vals=bytes_req keys=ptr,common_pid:vals=bytes_req keys=common_pid.execname keys=stacktrace; do
		each_side with_histogram "$keys" histogram "$keys"
	done
	side=ours tree=$H
	with_histogram "keys=ptr, forgotten" forgotten
	exit
fi

unload_histrig
undo() { unload_histrig; }
echo "loading, KB|ours|$(taken load_histrig)"
load_histrig
echo "the module itself, KB|ours|$(awk '$1 == "histrig" { print int($2 / 1024) }' /proc/modules)"
echo "events|ours|$(wc -l <$H/available_events)"
each_side with_instance
undo() { true; }
echo "walking the tree, KB|ours|$(taken find $H -name none)"
echo "files and directories|ours|$(find $H | wc -l)"
