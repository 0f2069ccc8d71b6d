// SPDX-License-Identifier: GPL-2.0
/* Hits on entries that a CPU has no sums for, see ../sums.h. */
#include "sums.h"

/*
 * Asks the worker for a longer array for this CPU. Hits that the worker itself
 * causes must not start it without end, so a CPU starts the worker again only
 * after the worker has cleared @wanted.
 */
static void sums_ask(struct hist_sums *sums, u64 offset)
{
	const u32 more = offset + sums->nr_sums * sizeof(local_t);
	struct hist_sums_cpu *part = this_cpu_ptr(sums->cpu);
	u32 wanted;

	do {
		wanted = READ_ONCE(part->wanted);
		if (offset < wanted || offset >= sums->max_bytes)
			return;
		/* The worker may clear @wanted at any time, on any CPU. */
	} while (cmpxchg(&part->wanted, wanted, more) != wanted);
	if (wanted)
		return;
	if (!xchg(&sums->asked, true))
		llist_add(&sums->link, &hist_sums_asked);
	irq_work_queue(&hist_sums_irq);
}

atomic64_t *hist_sums_shared(struct hist_sums *sums, u64 offset)
{
	sums_ask(sums, offset);
	return (void *)sums->shared + offset;
}
