# SPDX-License-Identifier: GPL-2.0
# Module parameters in a kernel that is locked down for confidentiality. This kernel
# loads no unsigned modules, so it is locked down while ours begins to load.
# Lockdown can only be raised, so this has a separate boot.
# guest: own=lockdown_load append=lsm=lockdown histrig=no needs=CONFIG_MODULE_UNLOAD
. /tests/guest/lib.sh

L=/sys/kernel/security/lockdown
P=/sys/module/histrig/parameters
mount -t securityfs securityfs /sys/kernel/security
[ -e $L ] || skip_all "this kernel has no lockdown"

load_histrig trace_event=sched_switch trace_trigger=sched_wakeup.stacktrace &
until grep -q '^histrig ' /proc/modules; do :; done
echo confidentiality >$L
state=$(sed -n 's/^histrig .* \(L[a-z]*\) 0x.*/\1/p' /proc/modules)
wait
if [ "$state" = Loading ]; then
	is "confidentiality ignores the events and triggers of a module that is loaded" \
		"$(dmesg | grep -c 'histrig: trace_event and trace_trigger are ignored: the kernel is locked down (confidentiality)')" 1
else
	skip "confidentiality ignores the events and triggers of a module that is loaded: it was loaded too soon"
fi
for p in ftrace_dump_on_oops stack_tracer_enabled; do
	is "confidentiality refuses to switch $p on" "$(sh -c "echo 1 >$P/$p" 2>&1 | sed 's/.*: //')" "Operation not permitted"
	is "$p stays off" "$(cat $P/$p)" 0
	check "confidentiality lets $p be switched off" sh -c "echo 0 >$P/$p"
done
check "confidentiality lets the period of timers be set" sh -c "echo 2000 >$P/lateness_us"
