// SPDX-License-Identifier: GPL-2.0
/* Per-CPU arenas for records; see record.h. */
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include <asm/local.h>

#include "context.h"
#include "record.h"

/*
 * A task, a soft interrupt, an interrupt and an NMI may each hold a largest
 * record and a longest key at the same time; what nests deeper (a probe in a
 * probe) shares what is left.
 */
#define ARENA_SIZE	(4 * (RECORD_SIZE_MAX + RECORD_KEY_MAX + 16))

struct arena {
	char *room;
	local_t used;
};

static DEFINE_PER_CPU(struct arena, arenas);

DEFINE_PER_CPU(u16, record_hand_on);

static unsigned int record_round(unsigned int size)
{
	return ALIGN(size, sizeof(u64));
}

notrace void *record_push(unsigned int size)
{
	struct arena *arena = this_cpu_ptr(&arenas);
	long end;

	if (unlikely(size > RECORD_SIZE_MAX))
		return NULL;

	size = record_round(size);
	end = local_add_return(size, &arena->used);
	if (likely(end <= ARENA_SIZE))
		return arena->room + end - size;

	local_sub(size, &arena->used);
	return NULL;
}

notrace void record_pop(unsigned int size)
{
	local_sub(record_round(size), &this_cpu_ptr(&arenas)->used);
}

int record_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct arena *arena = per_cpu_ptr(&arenas, cpu);

		arena->room = kmalloc_node(ARENA_SIZE, GFP_KERNEL,
					   cpu_to_node(cpu));
		if (!arena->room) {
			record_exit();
			return -ENOMEM;
		}
	}
	return 0;
}

void record_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kfree(per_cpu(arenas.room, cpu));
		per_cpu(arenas.room, cpu) = NULL;
	}
}
