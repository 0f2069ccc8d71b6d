/* SPDX-License-Identifier: GPL-2.0 */
/* CPU hotplug: all CPUs are always online. */
#ifndef SHIM_CPUHOTPLUG_H
#define SHIM_CPUHOTPLUG_H

#include <linux/percpu.h>

#define CPUHP_BP_PREPARE_DYN	1

static int (*shim_hotplug)(unsigned int cpu, struct hlist_node *node);

#define cpuhp_setup_state_multi(state, name, prepare, teardown)		\
	((void)(name), shim_hotplug = (prepare), state)
#define cpuhp_remove_multi_state(state)	((void)(state))
#define cpuhp_state_remove_instance_nocalls(state, node)		\
	((void)(state), (void)(node))
#define cpus_read_lock()		((void)0)
#define cpus_read_unlock()		((void)0)

static inline int cpuhp_state_add_instance(int state, struct hlist_node *node)
{
	unsigned int cpu;
	int ret = 0;

	(void)state;
	for (cpu = 0; cpu < SHIM_CPUS && !ret; cpu++)
		ret = shim_hotplug(cpu, node);
	return ret;
}

#endif /* SHIM_CPUHOTPLUG_H */
