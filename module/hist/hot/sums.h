/* SPDX-License-Identifier: GPL-2.0 */
/* How hits find the sums of an entry, see ../sums.h. */
#ifndef HISTRIG_HOT_SUMS_H
#define HISTRIG_HOT_SUMS_H

#include <linux/compiler.h>

#include "../sums.h"

/**
 * hist_sums_shared() - the sums of an entry that all CPUs share
 * @sums: the sums
 * @offset: the entry's offset, from hist_sums_offset()
 *
 * Also asks for a longer array for this CPU, if an array of the maximum length
 * would contain the entry. Callers add to the shared sums atomically.
 *
 * Context: any, NMI too, preemption off.
 */
atomic64_t *hist_sums_shared(struct hist_sums *sums, u64 offset);

/* hist_sums_common() - hist_sums_shared() for maps with chains */
static __always_inline atomic64_t *hist_sums_common(const struct hist_sums *sums,
						    u64 offset)
{
	return sums->shared + offset / sizeof(*sums->shared);
}

/**
 * hist_sums_at() - this CPU's sums of an entry
 * @sums: the sums
 * @offset: the entry's offset, from hist_sums_offset(), or HIST_MAP_NONE
 *
 * Context: any, NMI too, preemption off.
 * Return: the sums, or NULL if this CPU's array ends before @offset.
 */
static __always_inline local_t *hist_sums_at(const struct hist_sums *sums,
					     u64 offset)
{
	/* Pairs with grow_cpu(); the array is read through this pointer only. */
	struct hist_sums_array *array = this_cpu_read(sums->cpu->array);
	local_t *own;

	if (unlikely(offset >= array->bytes))
		return NULL;
	own = (void *)array->sums + offset;
	/* Makes the compiler leave out the callers' tests for NULL. */
	if (!own)
		__builtin_unreachable();
	return own;
}

#endif /* HISTRIG_HOT_SUMS_H */
