// SPDX-License-Identifier: GPL-2.0
/* Scratch memory for probes, see scratch.h. */
#include <linux/compiler.h>
#include <linux/kernel.h>

#include "scratch.h"

DEFINE_PER_CPU(struct scratch, scratches);

static unsigned int scratch_round(unsigned int size)
{
	return ALIGN(size, sizeof(u64));
}

void *scratch_alloc(unsigned int size)
{
	struct scratch *scratch = this_cpu_ptr(&scratches);
	long end;

	if (unlikely(size > RECORD_SIZE_MAX + RECORD_PREFIX))
		return NULL;

	size = scratch_round(size);
	end = local_add_return(size, &scratch->used);
	if (likely(end <= SCRATCH_SIZE))
		return scratch->memory + end - size;

	local_sub(size, &scratch->used);
	return NULL;
}

void scratch_free(unsigned int size)
{
	local_sub(scratch_round(size), &this_cpu_ptr(&scratches)->used);
}
