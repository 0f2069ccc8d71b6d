// SPDX-License-Identifier: GPL-2.0
/* Reads the sums of hist maps, see ../sums.h. */
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "../sums.h"

static const struct hist_sums_array *arrays_of(const struct hist_sums *sums,
					       int cpu)
{
	/* Pairs with grow_cpu(): the array that we see is complete. */
	return smp_load_acquire(&per_cpu_ptr(sums->cpu, cpu)->array);
}

static void combine(const struct hist_sums *sums, u64 *totals, unsigned int i,
		    u64 sum)
{
	if (sums->greatest & BIT(i))
		totals[i] = max(totals[i], sum);
	else
		totals[i] += sum;
}

void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals)
{
	const u64 offset = hist_sums_offset(sums, index);
	const atomic64_t *shared = (void *)sums->shared + offset;
	const struct hist_sums_array *array;
	unsigned int i;
	int cpu;

	for (i = 0; i < sums->nr_sums; i++)
		totals[i] = atomic64_read(&shared[i]);
	for_each_possible_cpu(cpu) {
		for (array = arrays_of(sums, cpu); array; array = array->older) {
			const local_t *own = (void *)array->sums + offset;

			if (offset >= array->bytes)
				break;
			for (i = 0; i < sums->nr_sums; i++)
				combine(sums, totals, i, local_read(&own[i]));
		}
	}
}

static u64 hits_in(const struct hist_sums *sums,
		   const struct hist_sums_array *array)
{
	const size_t end = array->bytes / sizeof(local_t);
	u64 hits = 0;
	size_t i;

	for (i = 0; i < end; i += sums->nr_sums)
		hits += local_read(&array->sums[i]);
	return hits;
}

u64 hist_sums_hits(const struct hist_sums *sums)
{
	const size_t end = sums->bytes / sizeof(*sums->shared);
	const struct hist_sums_array *array;
	u64 hits = 0;
	size_t i;
	int cpu;

	for (i = 0; i < end; i += sums->nr_sums)
		hits += atomic64_read(&sums->shared[i]);
	for_each_possible_cpu(cpu) {
		for (array = arrays_of(sums, cpu); array; array = array->older)
			hits += hits_in(sums, array);
		cond_resched();
	}
	return hits;
}
