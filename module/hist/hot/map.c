// SPDX-License-Identifier: GPL-2.0
/* Inserts keys into hist maps, see ../map.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "search.h"

/*
 * Claims one of the allowed entries. The plain read comes first, so that hits
 * that find the map full do not all write to the same cache line.
 */
static bool claim_entry(struct hist_map *map)
{
	if (atomic_read(&map->used) >= map->size)
		return false;
	if (atomic_inc_return(&map->used) <= map->size)
		return true;
	atomic_dec(&map->used);
	return false;
}

static void save_comm(struct hist_map *map, long index)
{
	if (!map->comms)
		return;
	if (current->pid)
		memcpy(map->comms[index], current->comm, TASK_COMM_LEN - 1);
	else
		strcpy(map->comms[index], "<idle>");
}

/* Is @slot beyond the last slot of a search that starts at @home? */
static bool too_far(const struct hist_map *map, u64 home, u64 slot)
{
	return ((slot - home) & map->mask) >= HIST_MAP_PROBES;
}

/* Inserts the key that is stored as 0 into the extra, last slot. */
static long insert_zero(struct hist_map *map)
{
	u64 slot = map->mask + 1;

	if (READ_ONCE(map->slots[slot]))
		return slot;
	if (!claim_entry(map))
		return READ_ONCE(map->slots[slot]) ? (long)slot : -1;
	if (cmpxchg(&map->slots[slot], 0, 1))
		atomic_dec(&map->used);
	else
		save_comm(map, slot);
	return slot;
}

/*
 * If the map is full, another hit may just be inserting this key as the last
 * entry, so search for the key again. The search fails if our hit interrupts
 * the other hit between its claim_entry() and its cmpxchg(); our hit is then
 * dropped.
 */
long hist_map_insert_word(struct hist_map *map, u64 stored, u64 slot)
{
	u64 found;

	if (unlikely(!stored))
		return insert_zero(map);
	if (!claim_entry(map))
		return hist_map_search_word(map, stored, &slot) ? (long)slot :
								  -1;
	for (;;) {
		found = cmpxchg(&map->slots[slot], 0, stored);
		if (!found) {
			save_comm(map, slot);
			return slot;
		}
		if (found == stored)
			break;
		slot = (slot + 1) & map->mask;
		if (too_far(map, hist_map_slot(map, stored ^ map->mix), slot)) {
			atomic_dec(&map->used);
			return -1;
		}
	}
	/* Another hit inserted the key, so give up our claim. */
	atomic_dec(&map->used);
	return slot;
}

/*
 * A hit that loses a race puts its cell into a list for the next insertion. The
 * first word of each cell links to the next cell. The upper half of the head
 * counts changes of the list: if another hit takes a cell and puts it back
 * between our read of the link and our cmpxchg(), the head has changed, so our
 * cmpxchg() fails and we do not use the stale link.
 */
static u64 free_head(u64 head, u32 link)
{
	return ((head >> 32) + 1) << 32 | link;
}

static void put_cell(struct hist_map *map, u32 cell)
{
	u64 head = atomic64_read(&map->free_cells), seen;

	for (;;) {
		WRITE_ONCE(*hist_map_cell(map, cell), (u32)head);
		seen = atomic64_cmpxchg(&map->free_cells, head,
					free_head(head, cell + 1));
		if (seen == head)
			return;
		head = seen;
	}
}

static int take_free_cell(struct hist_map *map)
{
	u64 head = atomic64_read(&map->free_cells), seen;
	u32 link;

	while ((u32)head) {
		link = READ_ONCE(*hist_map_cell(map, (u32)head - 1));
		seen = atomic64_cmpxchg(&map->free_cells, head,
					free_head(head, link));
		if (seen == head)
			return (u32)head - 1;
		head = seen;
	}
	return -1;
}

static int take_cell(struct hist_map *map)
{
	int cell = take_free_cell(map);

	if (cell >= 0)
		return cell;
	/* Stop here, so that next_cell never grows far beyond nr_cells. */
	if (atomic_read(&map->next_cell) >= map->nr_cells)
		return -1;
	cell = atomic_inc_return(&map->next_cell) - 1;
	return cell < map->nr_cells ? cell : -1;
}

/*
 * Searches for a key from @slot on. Returns the key's cell, or -1 if the map
 * does not contain the key; @slot is then the slot that ended the search.
 */
static __always_inline long search(const struct hist_map *map, const u64 *key,
				   unsigned int words, u64 hash, u64 *slot)
{
	unsigned int probes;
	u64 found;

	for (probes = 0; probes < HIST_MAP_PROBES; probes++) {
		found = READ_ONCE(map->slots[*slot]);
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
 * Publishes @cell, which holds the key, unless another hit has already
 * published a cell with the same key. Returns the cell that searches will find,
 * or -1 if the first empty slot is too far away for a search to reach.
 */
static long publish(struct hist_map *map, const u64 *key, unsigned int words,
		    u64 hash, u64 slot, u32 cell)
{
	u64 value = (u64)hist_map_tag(hash) << 32 | cell;
	u64 home = hash >> map->shift;
	long index;

	for (;;) {
		if (too_far(map, home, slot))
			return -1;
		/* A full barrier: searches that see the slot see the key. */
		if (!cmpxchg(&map->slots[slot], 0, value))
			return cell;
		index = search(map, key, words, hash, &slot);
		if (index >= 0)
			return index;
	}
}

static noinline long insert(struct hist_map *map, const u64 *key,
			    unsigned int words, u64 hash, u64 slot)
{
	unsigned int i;
	long index;
	int cell;

	/* The map is full, but another hit may just be inserting this key. */
	if (!claim_entry(map))
		return search(map, key, words, hash, &slot);
	cell = take_cell(map);
	if (cell < 0) {
		atomic_dec(&map->used);
		return search(map, key, words, hash, &slot);
	}

	/* Another hit, in take_free_cell(), may still read the cell's link. */
	for (i = 0; i < words; i++)
		WRITE_ONCE(hist_map_cell(map, cell)[i], key[i]);
	save_comm(map, cell);
	index = publish(map, key, words, hash, slot, cell);
	if (index != cell) {
		put_cell(map, cell);
		atomic_dec(&map->used);
	}
	return index;
}

long hist_map_find_on(struct hist_map *map, const u64 *key, unsigned int words,
		      u64 hash)
{
	u64 slot = hash >> map->shift;
	long index = search(map, key, words, hash, &slot);

	if (likely(index >= 0))
		return index;
	return insert(map, key, words, hash, slot);
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

	return search(map, key, words, hash, &slot);
}
