// SPDX-License-Identifier: GPL-2.0
/* Allocation of the scratch memory, see hot/scratch.h. */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "hot/scratch.h"

int scratch_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct scratch *scratch = per_cpu_ptr(&scratches, cpu);

		scratch->memory = kmalloc_node(SCRATCH_SIZE, GFP_KERNEL,
					       cpu_to_node(cpu));
		if (!scratch->memory) {
			scratch_exit();
			return -ENOMEM;
		}
	}
	return 0;
}

void scratch_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kfree(per_cpu(scratches.memory, cpu));
		per_cpu(scratches.memory, cpu) = NULL;
	}
}
