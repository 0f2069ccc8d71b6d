// SPDX-License-Identifier: GPL-2.0
/* Makes, lengthens, reads, clears and frees the sums of hist maps, see ../sums.h. */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include "../../compat/memory.h"
#include "../../compat/workqueue.h"
#include "../hot/search.h"
#include "map.h"

/* Longer arrays are optional, so fail instead of waiting or invoking the OOM killer. */
#define GROW_GFP	(GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY)

/* A new array is at least this many times as long as the old one, up to @max_bytes. */
#define GROWTH		4

/* kvzalloc() may round larger sizes up to a power of two; __vmalloc() does not. */
#define ROUND_MAX	(16 * PAGE_SIZE)

/* Protects arrays while they are made, replaced or freed. */
static DEFINE_MUTEX(grow_mutex);

void *hist_sums_rare(size_t size)
{
	if (size <= ROUND_MAX)
		return memory_zalloc(1, size);
	if (!memory_is_there(size))
		return NULL;
	return __vmalloc(size, MEMORY_GFP | __GFP_ZERO);
}

static u32 whole_entries(const struct hist_sums *sums, u64 bytes)
{
	return bytes - bytes % hist_sums_offset(sums, 1);
}

static struct hist_sums_array *alloc_array(const struct hist_sums *sums,
					   u64 size, int cpu, gfp_t gfp)
{
	struct hist_sums_array *array;

	if (!memory_is_there(size))
		return NULL;
	if (size > ROUND_MAX && !is_power_of_2(size))
		array = __vmalloc(size, gfp | __GFP_ZERO);
	else
		array = kvzalloc_node(size, gfp, cpu_to_node(cpu));
	if (array)
		array->bytes = whole_entries(sums, size - sizeof(*array));
	return array;
}

/*
 * Returns false when out of memory. @wanted then stays set, so hits add to the shared
 * sums without asking again until the worker retries.
 */
static bool grow_cpu(struct hist_sums *sums, int cpu)
{
	struct hist_sums_cpu *part = per_cpu_ptr(sums->cpu, cpu);
	u32 wanted = READ_ONCE(part->wanted);
	struct hist_sums_array *array;
	u64 size;

	if (!wanted)
		return true;
	if (wanted > part->array->bytes) {
		size = max_t(u64, wanted, GROWTH * part->array->bytes);
		/* A size above 1 / GROWTH of the maximum becomes the maximum, see max_bytes(). */
		if (size > sums->max_bytes / GROWTH)
			size = sums->max_bytes + sizeof(*array);
		else
			size = roundup_pow_of_two(size + sizeof(*array));
		array = alloc_array(sums, size, cpu, GROW_GFP);
		if (!array)
			return false;
		array->older = part->array;
		/* Pairs with hist_sums_at(): hits that see the array see its length and zeros. */
		smp_store_release(&part->array, array);
	}
	/* Pairs with the cmpxchg() of sums_ask(): a hit that asks again sees the array. */
	smp_store_release(&part->wanted, 0);
	return true;
}

/* Returns false if a CPU did not get the array that it asked for. */
static bool sums_grow(struct hist_sums *sums)
{
	bool grown = true;
	int cpu;

	for_each_possible_cpu(cpu)
		grown &= grow_cpu(sums, cpu);
	return grown;
}

static struct delayed_work again_work;
/* Delay before the worker retries an allocation. */
#define AGAIN_AFTER	HZ

LLIST_HEAD(hist_sums_asked);

/*
 * Makes the arrays that hits asked for, except those of @leaving, which is being destroyed;
 * @leaving may be NULL.
 */
static void grow_asked(const struct hist_sums *leaving)
{
	struct hist_sums *sums, *next;
	struct llist_node *list;

	lockdep_assert_held(&grow_mutex);
	list = llist_del_all(&hist_sums_asked);
	llist_for_each_entry_safe(sums, next, list, link) {
		/*
		 * After this, hits may put @sums into the list again. Pairs with the xchg() of
		 * sums_ask(): if a hit found @asked set, its @wanted is seen below.
		 */
		xchg(&sums->asked, false);
		if (sums == leaving || sums_grow(sums))
			continue;
		if (!xchg(&sums->asked, true))
			llist_add(&sums->link, &hist_sums_asked);
		schedule_delayed_work(&again_work, AGAIN_AFTER);
	}
}

static void sums_work(struct work_struct *unused)
{
	mutex_lock(&grow_mutex);
	grow_asked(NULL);
	mutex_unlock(&grow_mutex);
}

static DECLARE_WORK(grow_work, sums_work);
static DECLARE_DELAYED_WORK(again_work, sums_work);

/* Queues the work for any CPU, since a realtime task may keep this one busy. */
static void sums_start_work(struct irq_work *unused)
{
	queue_unbound_work(&grow_work);
}

DEFINE_IRQ_WORK(hist_sums_irq, sums_start_work);

void hist_sums_exit(void)
{
	irq_work_sync(&hist_sums_irq);
	cancel_work_sync(&grow_work);
	cancel_delayed_work_sync(&again_work);
}

/*
 * Returns the maximum length of a CPU's array in bytes. A CPU keeps its old arrays. Each
 * array is at least GROWTH times as long as the one before, so all old ones together would
 * need at most a third of the maximum. But rounding up to a power of two can double the last
 * old one, so they may need two thirds; or a page, if that is more, because the first array
 * has a page.
 */
static u32 max_bytes(const struct hist_sums *sums)
{
	u64 all = max_t(u64, (u64)sums->bytes * HIST_SUMS_SHARE, HIST_SUMS_BYTES);

	all = min_t(u64, all, (u64)totalram_pages() * PAGE_SIZE / 8);
	return min_t(u64, sums->bytes,
		     whole_entries(sums, all / num_online_cpus() -
					 sizeof(struct hist_sums_array)));
}

int hist_sums_init(struct hist_sums *sums, u32 nr_indexes, u32 nr_sums)
{
	u32 first = PAGE_SIZE - sizeof(struct hist_sums_array);
	int cpu;

	sums->nr_sums = nr_sums;
	sums->bytes = hist_sums_offset(sums, nr_indexes);
	if (sums->bytes / PAGE_SIZE >= totalram_pages() / 4)
		return -ENOMEM;
	sums->shared = hist_sums_rare(sums->bytes);
	sums->cpu = alloc_percpu(struct hist_sums_cpu);
	if (!sums->shared || !sums->cpu)
		return -ENOMEM;

	if (sums->bytes < HIST_SUMS_FIRST / num_possible_cpus())
		first = max(first, sums->bytes);
	sums->max_bytes = max(min(whole_entries(sums, first), sums->bytes),
			      max_bytes(sums));
	for_each_possible_cpu(cpu) {
		struct hist_sums_array *array;

		array = alloc_array(sums, first + sizeof(*array), cpu, MEMORY_GFP);
		if (!array)
			return -ENOMEM;
		per_cpu_ptr(sums->cpu, cpu)->array = array;
	}
	return 0;
}

static void free_arrays(struct hist_sums_array *array)
{
	struct hist_sums_array *older;

	for (; array; array = older) {
		older = array->older;
		kvfree(array);
	}
}

void hist_sums_destroy(struct hist_sums *sums)
{
	int cpu;

	mutex_lock(&grow_mutex);
	/*
	 * Remove @sums from hist_sums_asked. No hit runs that could add them again,
	 * and the worker waits for grow_mutex.
	 */
	if (sums->asked)
		grow_asked(sums);
	if (sums->cpu) {
		for_each_possible_cpu(cpu)
			free_arrays(per_cpu_ptr(sums->cpu, cpu)->array);
		free_percpu(sums->cpu);
		sums->cpu = NULL;
	}
	mutex_unlock(&grow_mutex);
	kvfree(sums->shared);
	sums->shared = NULL;
}

void hist_sums_clear(struct hist_sums *sums)
{
	unsigned int i;
	int cpu;

	mutex_lock(&grow_mutex);
	memset(sums->shared, 0, sums->bytes);
	for_each_possible_cpu(cpu) {
		struct hist_sums_cpu *part = per_cpu_ptr(sums->cpu, cpu);

		free_arrays(part->array->older);
		part->array->older = NULL;
		memset(part->array->sums, 0, part->array->bytes);
		part->wanted = 0;
		for (i = 0; i < HIST_LOSSES; i++)
			local_set(&part->lost[i], 0);
	}
	mutex_unlock(&grow_mutex);
}

/* Returns how many sums of a wide sum follow sum @kind; 0 if @kind is in no wide sum. */
static unsigned int wide_after(const struct hist_sums *sums, unsigned int kind)
{
	if (sums->wide & BIT(kind))
		return 2;
	return kind && sums->wide & BIT(kind - 1) ? 1 : 0;
}

/* Adds two halves: with all at once, hits could overflow the shared sum before the carry. */
static void share_digit(atomic64_t *shared, u64 sum, unsigned int more)
{
	const struct hist_entry_sums at = { .shared = shared };
	const u64 halves[] = { sum / 2, sum - sum / 2 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(halves); i++)
		if (hist_digit_add(at, 0, halves[i]) && more)
			hist_digit_carry(at, 0, more);
}

/* Adds @sum to shared sum @i, to which hits may add at the same time. */
static void share_sum(struct hist_sums *sums, size_t i, u64 sum)
{
	const unsigned int kind = i % sums->nr_sums;

	if (sums->greatest & BIT(kind))
		hist_sums_raise(&sums->shared[i], sum);
	else if (sums->wide)
		share_digit(&sums->shared[i], sum, wide_after(sums, kind));
	else
		atomic64_add(sum, &sums->shared[i]);
}

static void share_array(struct hist_sums *sums, struct hist_sums_array *array)
{
	const size_t end = array->bytes / sizeof(local_t);
	u64 sum;
	size_t i;

	for (i = 0; i < end; i++) {
		sum = local_read(&array->sums[i]);
		if (!sum)
			continue;
		local_set(&array->sums[i], 0);
		share_sum(sums, i, sum);
	}
}

void hist_sums_share(struct hist_sums *sums)
{
	struct hist_sums_array *array;
	int cpu;

	mutex_lock(&grow_mutex);
	for_each_possible_cpu(cpu) {
		for (array = per_cpu_ptr(sums->cpu, cpu)->array; array;
		     array = array->older)
			share_array(sums, array);
		cond_resched();
	}
	mutex_unlock(&grow_mutex);
}

static const struct hist_sums_array *arrays_of(const struct hist_sums *sums,
					       int cpu)
{
	/* Pairs with grow_cpu(), so the array is complete. */
	return smp_load_acquire(&per_cpu_ptr(sums->cpu, cpu)->array);
}

/*
 * Maximum number of tries to read the sums of an entry while hits add to them. These tries
 * take some microseconds.
 */
#define READ_TRIES	100

static __always_inline u64 sum_at(const void *from, bool shared, unsigned int i)
{
	return shared ? atomic64_read((const atomic64_t *)from + i) :
			local_read((const local_t *)from + i);
}

/*
 * Reads the sums of a wide sum. Returns false if a hit has carried in between, or still has
 * to. The barriers pair with hist_digit_carry().
 */
static __always_inline bool read_wide(u64 *to, const void *from, bool shared,
				      unsigned int i)
{
	u64 low, middle;

	to[i] = sum_at(from, shared, i);
	smp_rmb(); /* the first sum, then the second */
	to[i + 1] = sum_at(from, shared, i + 1);
	smp_rmb(); /* the second, then the third */
	to[i + 2] = sum_at(from, shared, i + 2);
	smp_rmb(); /* the third, then the second again */
	middle = sum_at(from, shared, i + 1);
	smp_rmb(); /* the second, then the first again */
	low = sum_at(from, shared, i);
	return to[i] <= low && low < HIST_CARRY &&
	       to[i + 1] <= middle && middle < HIST_CARRY;
}

/* Reads each sum of an entry in one array. If @plain is true, no sum is wide. */
static __always_inline bool read_each(const struct hist_sums *sums, u64 *to,
				      const void *from, bool shared, bool plain)
{
	bool whole = true;
	unsigned int i;

	to[0] = sum_at(from, shared, 0);
	smp_rmb(); /* sum 0 is read before the others */
	for (i = 1; i < sums->nr_sums; i++) {
		if (!plain && sums->wide & BIT(i)) {
			whole &= read_wide(to, from, shared, i);
			i += HIST_WIDE_SUMS - 1;
		} else {
			to[i] = sum_at(from, shared, i);
		}
	}
	return whole;
}

/*
 * Reads an entry's sums in one array. Tries again if hits were counted in between, so that
 * a reader that was interrupted does not combine sums of different hits. Returns false if a
 * hit still has to carry.
 */
static __always_inline bool read_sums(const struct hist_sums *sums, u64 *to,
				      const void *from, bool shared, bool plain)
{
	unsigned int tries;
	bool whole;

	for (tries = 0; tries < READ_TRIES; tries++) {
		whole = read_each(sums, to, from, shared, plain);
		smp_rmb(); /* sum 0 is read again after the others */
		if (whole && sum_at(from, shared, 0) == to[0])
			break;
		cpu_relax();
	}
	return whole;
}

/* The third total of a wide sum is not 0 if a hit still had to carry. */
static void add_wide(u64 *totals, const u64 *sums, bool whole)
{
	unsigned __int128 sum = totals[1];

	sum = (sum << 64) + totals[0] + sums[0];
	sum += (unsigned __int128)sums[1] << 32;
	sum += (unsigned __int128)sums[2] << 64;
	totals[0] = sum;
	totals[1] = sum >> 64;
	totals[2] |= !whole;
}

static __always_inline void add_sums(const struct hist_sums *sums, u64 *totals,
				     u64 *read, const void *from, bool shared,
				     bool plain)
{
	unsigned int i;
	bool whole;

	if (sums->nr_sums == 1) {
		totals[0] += sum_at(from, shared, 0);
		return;
	}
	whole = read_sums(sums, read, from, shared, plain);
	for (i = 0; i < sums->nr_sums; i++) {
		if (!plain && sums->greatest & BIT(i)) {
			totals[i] = max(totals[i], read[i]);
		} else if (!plain && sums->wide & BIT(i)) {
			add_wide(totals + i, read + i, whole);
			i += HIST_WIDE_SUMS - 1;
		} else {
			totals[i] += read[i];
		}
	}
}

/*
 * @read is space for add_sums(). Callers pass it, because compilers may clear a local array of
 * add_sums() in each iteration.
 */
static __always_inline void add_arrays(const struct hist_sums *sums, u32 index,
				       u64 *totals, u64 *read, bool plain)
{
	const u64 offset = hist_sums_offset(sums, index);
	const struct hist_sums_array *array;
	int cpu;

	add_sums(sums, totals, read, (void *)sums->shared + offset, true, plain);
	for_each_possible_cpu(cpu)
		for (array = arrays_of(sums, cpu); array && offset < array->bytes;
		     array = array->older)
			add_sums(sums, totals, read, (void *)array->sums + offset,
				 false, plain);
}

static noinline void add_all_kinds(const struct hist_sums *sums, u32 index,
				   u64 *totals)
{
	u64 read[HIST_SUMS_MAX];

	add_arrays(sums, index, totals, read, false);
}

void hist_sums_totals(const struct hist_sums *sums, u32 index, u64 *totals)
{
	u64 read[HIST_VALS_MAX];

	memset(totals, 0, sums->nr_sums * sizeof(*totals));
	if (sums->greatest || sums->wide || sums->nr_sums > HIST_VALS_MAX)
		add_all_kinds(sums, index, totals);
	else
		add_arrays(sums, index, totals, read, true);
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
