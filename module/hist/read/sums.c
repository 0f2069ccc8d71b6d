// SPDX-License-Identifier: GPL-2.0
/* Reads the sums of hist maps, see ../sums.h. */
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../sums.h"

static const struct hist_sums_array *arrays_of(const struct hist_sums *sums,
					       int cpu)
{
	/* Pairs with grow_cpu(): the array that we see is complete. */
	return smp_load_acquire(&per_cpu_ptr(sums->cpu, cpu)->array);
}

/* How often to read the words of a number again, if hits carry in between. */
#define WIDE_TRIES	4

/* Reads one of an entry's sums, those of a CPU or those that all CPUs share. */
static __always_inline u64 sum_at(const void *from, bool shared, unsigned int i)
{
	return shared ? atomic64_read((const atomic64_t *)from + i) :
			local_read((const local_t *)from + i);
}

/*
 * Adds a number of two words. A hit changes the lower word first; a reader that
 * comes in between sees it without its upper word.
 */
static __always_inline void add_wide(u64 *totals, const void *from, bool shared,
				     unsigned int i)
{
	unsigned int tries = 0;
	u64 low, high;

	do {
		high = sum_at(from, shared, i + 1);
		/* The upper word is read around the lower one. */
		smp_rmb();
		low = sum_at(from, shared, i);
		/* As above. */
		smp_rmb();
	} while (high != sum_at(from, shared, i + 1) && ++tries < WIDE_TRIES);
	totals[i] += low;
	totals[i + 1] += high + (totals[i] < low);
}

static __always_inline void sums_combine(const struct hist_sums *sums,
					 u64 *totals, const void *from,
					 bool shared)
{
	unsigned int i;

	for (i = 0; i < sums->nr_sums; i++) {
		if (sums->greatest & BIT(i))
			totals[i] = max(totals[i],
					sum_at(from, shared, i));
		else if (sums->wide & BIT(i))
			add_wide(totals, from, shared, i++);
		else
			totals[i] += sum_at(from, shared, i);
	}
}

void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals)
{
	const u64 offset = hist_sums_offset(sums, index);
	const struct hist_sums_array *array;
	int cpu;

	memset(totals, 0, sums->nr_sums * sizeof(*totals));
	sums_combine(sums, totals, (void *)sums->shared + offset, true);
	for_each_possible_cpu(cpu) {
		for (array = arrays_of(sums, cpu); array; array = array->older) {
			if (offset >= array->bytes)
				break;
			sums_combine(sums, totals, (void *)array->sums + offset,
				     false);
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
