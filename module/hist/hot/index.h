/* SPDX-License-Identifier: GPL-2.0 */
/* How hits get an index for a new entry. Only map.c and chains.c include this. */
#ifndef HISTRIG_INDEX_H
#define HISTRIG_INDEX_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../map.h"

/*
 * Reads first, so that hits that find the map full do not all write to one
 * cache line.
 */
static __always_inline bool claim_entry(struct hist_map *map)
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

/*
 * Returns the next head of the list of free indexes. The upper half of the head
 * counts changes of the list, so that a cmpxchg() fails if other hits have
 * taken the first index and put it back.
 */
static u64 free_head(u64 head, u32 link)
{
	return ((head >> 32) + 1) << 32 | link;
}

static void put_index(struct hist_map *map, u32 index)
{
	s64 head = atomic64_read(&map->free_indexes);

	do {
		WRITE_ONCE(map->links[index], (u32)head);
	} while (!atomic64_try_cmpxchg(&map->free_indexes, &head,
				       free_head(head, index + 1)));
}

static noinline int take_free_index(struct hist_map *map)
{
	s64 head = atomic64_read(&map->free_indexes);
	u32 link;

	while ((u32)head) {
		link = READ_ONCE(map->links[(u32)head - 1]);
		if (atomic64_try_cmpxchg(&map->free_indexes, &head, free_head(head, link)))
			return (u32)head - 1;
	}
	return -1;
}

static __always_inline int take_index(struct hist_map *map)
{
	int index;

	if (unlikely((u32)atomic64_read(&map->free_indexes))) {
		index = take_free_index(map);
		if (index >= 0)
			return index;
	}
	/* Stops next_index from growing far beyond nr_indexes. */
	if (atomic_read(&map->next_index) >= map->nr_indexes)
		return -1;
	index = atomic_inc_return(&map->next_index) - 1;
	return index < map->nr_indexes ? index : -1;
}

#endif /* HISTRIG_INDEX_H */
