// SPDX-License-Identifier: GPL-2.0
/* Inserts keys into hist maps, and asks for longer sums, see ../map.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../compat/order.h"
#include "index.h"
#include "search.h"

/*
 * The barriers pair with read_wide(), which sees that a sum is not below HIST_CARRY until all
 * is carried.
 */
void hist_digit_carry(struct hist_entry_sums at, unsigned int i,
		      unsigned int last)
{
	bool more;

	do {
		smp_wmb(); /* the sum has reached HIST_CARRY */
		more = hist_digit_add(at, i + 1, HIST_CARRY >> 32) && i + 1 < last;
		smp_wmb(); /* the next sum contains the carry */
		/* Not local_add(), because it cannot add a constant of 64 bits. */
		hist_sum_add(at, i, -HIST_CARRY);
		i++;
	} while (more);
}

/* Is @slot beyond the last slot of a search that starts at @home? */
static bool too_far(const struct hist_map *map, u64 home, u64 slot)
{
	return ((slot - home) & map->mask) >= HIST_MAP_PROBES;
}

static __always_inline long put_offset(const struct hist_map *map,
				       struct hist_slot *slot, u32 index)
{
	/* Pairs with latency_find_place(), which then sees the index. */
	smp_store_release(&slot->offset, hist_sums_offset(&map->sums, index));
	return index;
}

/* Gives the key in a slot an index, unless another hit does so first. */
static __always_inline long give_index(struct hist_map *map,
				       struct hist_slot *slot)
{
	int index = take_index(map);
	u32 seen;

	if (unlikely(index < 0))
		return -1;
	save_comm(map, index);
	/* A full barrier, so readers that see the index see the task's name. */
	seen = cmpxchg(&slot->index, HIST_MAP_NONE, index);
	if (likely(seen == HIST_MAP_NONE))
		return put_offset(map, slot, index);
	put_index(map, index);
	return put_offset(map, slot, seen);
}

/*
 * Returns the index of the key in a slot, or -1 if this hit has to be dropped.
 * Gives the key an index if the hit that inserted the key has still to do so.
 */
static noinline long index_of(struct hist_map *map, struct hist_slot *slot)
{
	u32 index = READ_ONCE(slot->index);

	if (index == HIST_MAP_NONE)
		return give_index(map, slot);
	/* Do not write the offset again, since other CPUs read its cache line. */
	return READ_ONCE(slot->offset) == HIST_MAP_NONE ?
		       put_offset(map, slot, index) : index;
}

/* Inserts the key that is stored as 0 into its separate slot. */
static long insert_zero(struct hist_map *map)
{
	u64 *key = &map->zero.key;

	if (!READ_ONCE(*key)) {
		if (!claim_entry(map)) {
			if (!READ_ONCE(*key))
				return -1;
		} else if (cmpxchg(key, 0, 1)) {
			atomic_dec(&map->used);
		}
	}
	return index_of(map, &map->zero);
}

/*
 * A hit that finds the map full searches again, since another hit may have
 * inserted the same key as the last entry. If our hit interrupts that hit before
 * its cmpxchg(), our hit is dropped.
 */
long hist_map_insert_word(struct hist_map *map, u64 stored, u64 slot)
{
	u64 found;

	map = map->owner;
	if (unlikely(!stored))
		return insert_zero(map);
	if (READ_ONCE(map->words[slot].key) == stored)
		return index_of(map, &map->words[slot]);
	if (!claim_entry(map))
		return hist_map_search_word(map, stored, &slot) ?
			       index_of(map, &map->words[slot]) :
			       -1;
	for (;;) {
		found = cmpxchg(&map->words[slot].key, 0, stored);
		if (!found)
			return give_index(map, &map->words[slot]);
		if (found == stored)
			break;
		slot = (slot + 1) & map->mask;
		if (too_far(map, hist_map_slot(map, stored ^ map->mix), slot)) {
			atomic_dec(&map->used);
			return -1;
		}
	}
	/* Another hit has inserted the key, so undo claim_entry(). */
	atomic_dec(&map->used);
	return index_of(map, &map->words[slot]);
}

/*
 * Searches for a key from @slot on. Returns the index, or -1 with @slot set to
 * the slot that ended the search.
 */
static __always_inline long map_search(const struct hist_map *map,
				       const u64 *key, unsigned int words,
				       u64 hash, u64 *slot)
{
	unsigned int probes;
	u64 found;

	for (probes = 0; probes < HIST_MAP_PROBES; probes++) {
		/* Pairs with map_publish(). */
		found = READ_DEPENDENT(map->slots[*slot]);
		if (!found)
			break;
		if (found >> 32 == hist_map_tag(hash) &&
		    likely(hist_map_same_key(hist_map_cell(map, (u32)found),
					     key, words)))
			return (u32)found;
		*slot = (*slot + 1) & map->mask;
	}
	return -1;
}

/*
 * Publishes @index, whose cell contains the key, unless another hit has
 * published an index with this key. Returns the published index, or -1 if the
 * first empty slot is too far.
 */
static long map_publish(struct hist_map *map, const u64 *key,
			unsigned int words, u64 hash, u64 slot, u32 index)
{
	u64 value = (u64)hist_map_tag(hash) << 32 | index;
	u64 home = hash >> map->shift;
	long found;

	for (;;) {
		if (too_far(map, home, slot))
			return -1;
		/* A full barrier, so searches that see the slot see the key. */
		if (!cmpxchg(&map->slots[slot], 0, value))
			return index;
		found = map_search(map, key, words, hash, &slot);
		if (found >= 0)
			return found;
	}
}

static noinline long map_insert(struct hist_map *map, const u64 *key,
				unsigned int words, u64 hash, u64 slot)
{
	long found;
	int index;

	map = map->owner;
	/*
	 * If the map is full, search again, since another hit may have inserted
	 * this key as the last entry.
	 */
	if (!claim_entry(map))
		return map_search(map, key, words, hash, &slot);
	index = take_index(map);
	if (index < 0) {
		atomic_dec(&map->used);
		return map_search(map, key, words, hash, &slot);
	}

	memcpy(hist_map_cell(map, index), key, words * sizeof(*key));
	save_comm(map, index);
	found = map_publish(map, key, words, hash, slot, index);
	if (found != index) {
		put_index(map, index);
		atomic_dec(&map->used);
	}
	return found;
}

long hist_map_find_on(struct hist_map *map, const u64 *key, unsigned int words,
		      u64 hash)
{
	u64 slot = hash >> map->shift;
	long index = map_search(map, key, words, hash, &slot);

	if (likely(index >= 0))
		return index;
	return map_insert(map, key, words, hash, slot);
}

long hist_map_find(struct hist_map *map, const u64 *key, unsigned int words)
{
	return hist_map_find_on(map, key, words,
				hist_map_hash(map, key, words));
}

long hist_map_peek(const struct hist_map *map, const u64 *key,
		   unsigned int words)
{
	u64 hash = hist_map_hash(map, key, words);
	u64 slot = hash >> map->shift;

	return map_search(map, key, words, hash, &slot);
}

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
