// SPDX-License-Identifier: GPL-2.0
/* The hist map; see map.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "../map.h"

/* Cells beyond the allowed entries, for insertions that lose a race. */
#define CELLS_EXTRA	64

/* A map that is too large for the machine is refused, nobody is killed. */
#define MAP_GFP		(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

static u32 nr_slots(const struct hist_map *map)
{
	return map->mask + 1;
}

static size_t sums_size(const struct hist_map *map)
{
	return array3_size(map->nr_indexes, map->nr_sums, sizeof(local_t));
}

static int alloc_cpus(struct hist_map *map)
{
	int cpu;

	/* One user's table on many CPUs must not be all of the memory. */
	if (sums_size(map) / PAGE_SIZE >=
	    totalram_pages() / 4 / num_possible_cpus())
		return -ENOMEM;
	map->cpu = alloc_percpu(struct hist_map_cpu);
	if (!map->cpu)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		local_t *sums = kvzalloc_node(sums_size(map), MAP_GFP,
					      cpu_to_node(cpu));

		if (!sums)
			return -ENOMEM;
		per_cpu_ptr(map->cpu, cpu)->sums = sums;
	}
	return 0;
}

int hist_map_init(struct hist_map *map, unsigned int bits,
		  unsigned int key_words, unsigned int nr_sums, bool comms)
{
	map->size = 1U << bits;
	map->mask = 2 * map->size - 1;
	map->shift = 64 - (bits + 1);
	map->key_words = key_words;
	map->nr_sums = nr_sums;
	atomic_set(&map->used, 0);
	atomic_set(&map->next_cell, 0);
	atomic64_set(&map->free_cells, 0);

	/* The slot behind the table is for the key that mixes to 0. */
	map->slots = kvcalloc(nr_slots(map) + 1, sizeof(u64), MAP_GFP);
	if (!map->slots)
		goto fail;
	map->nr_indexes = nr_slots(map) + 1;
	if (key_words) {
		map->nr_cells = map->size + CELLS_EXTRA;
		map->nr_indexes = map->nr_cells;
		map->cells = kvcalloc(map->nr_cells, key_words * sizeof(u64),
				      MAP_GFP);
		if (!map->cells)
			goto fail;
	}
	if (comms) {
		map->comms = kvcalloc(map->nr_indexes, TASK_COMM_LEN, MAP_GFP);
		if (!map->comms)
			goto fail;
	}
	if (!alloc_cpus(map))
		return 0;
fail:
	hist_map_destroy(map);
	return -ENOMEM;
}

int hist_map_add_vars(struct hist_map *map, unsigned int nr_vars,
		      unsigned int nr_texts)
{
	size_t text_words = array_size(nr_texts, HIST_MAP_TEXT_WORDS);
	size_t words = nr_vars + HIST_MAP_VARS_HEAD + text_words;

	if (array3_size(map->nr_indexes, words, sizeof(u64)) / PAGE_SIZE >=
	    totalram_pages() / 4)
		return -ENOMEM;
	if (nr_vars) {
		map->nr_vars = nr_vars + HIST_MAP_VARS_HEAD;
		map->vars = kvcalloc(map->nr_indexes,
				     map->nr_vars * sizeof(u64), MAP_GFP);
		if (!map->vars)
			return -ENOMEM;
	}
	if (nr_texts) {
		map->nr_texts = nr_texts;
		map->texts = kvcalloc(map->nr_indexes,
				      text_words * sizeof(u64), MAP_GFP);
		if (!map->texts)
			return -ENOMEM;
	}
	return 0;
}

void hist_map_destroy(struct hist_map *map)
{
	int cpu;

	if (map->cpu) {
		for_each_possible_cpu(cpu)
			kvfree(per_cpu_ptr(map->cpu, cpu)->sums);
		free_percpu(map->cpu);
		map->cpu = NULL;
	}
	kvfree(map->texts);
	kvfree(map->vars);
	kvfree(map->comms);
	kvfree(map->cells);
	kvfree(map->slots);
	map->texts = NULL;
	map->vars = NULL;
	map->comms = NULL;
	map->cells = NULL;
	map->slots = NULL;
}

void hist_map_clear(struct hist_map *map)
{
	int cpu;

	memset(map->slots, 0, (nr_slots(map) + 1) * sizeof(u64));
	for_each_possible_cpu(cpu) {
		struct hist_map_cpu *part = per_cpu_ptr(map->cpu, cpu);

		memset(part->sums, 0, sums_size(map));
		local_set(&part->dropped, 0);
	}
	if (map->comms)
		memset(map->comms, 0, map->nr_indexes * TASK_COMM_LEN);
	if (map->vars)
		memset(map->vars, 0, array3_size(map->nr_indexes, map->nr_vars,
						 sizeof(u64)));
	if (map->texts)
		memset(map->texts, 0,
		       array3_size(map->nr_indexes, map->nr_texts,
				   HIST_MAP_TEXT_WORDS * sizeof(u64)));
	atomic_set(&map->used, 0);
	atomic_set(&map->next_cell, 0);
	atomic64_set(&map->free_cells, 0);
}

/*
 * Claims one of the allowed entries. The plain read keeps a full table from
 * becoming a contended one.
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

/*
 * A full table still has the key if somebody else is just inserting it. Whoever
 * is interrupted between claiming the last entry and writing its key into the
 * table cannot be seen, though: the interrupt's hit of that key is dropped.
 */
static long find_inserted_word(struct hist_map *map, u64 stored,
			       u32 slot)
{
	u64 found;

	while ((found = READ_ONCE(map->slots[slot]))) {
		if (found == stored)
			return slot;
		slot = (slot + 1) & map->mask;
	}
	return -1;
}

noinline long hist_map_insert_word(struct hist_map *map, u64 stored,
				   u32 slot)
{
	u64 value = stored, found;

	if (unlikely(!stored)) {
		slot = nr_slots(map);
		value = 1;
		if (READ_ONCE(map->slots[slot]))
			return slot;
	}
	if (!claim_entry(map))
		return stored ? find_inserted_word(map, stored, slot) :
		       READ_ONCE(map->slots[slot]) ? (long)slot : -1;

	for (;;) {
		found = cmpxchg(&map->slots[slot], 0, value);
		if (!found) {
			save_comm(map, slot);
			return slot;
		}
		if (found == value) {
			atomic_dec(&map->used);
			return slot;
		}
		slot = (slot + 1) & map->mask;
	}
}

/*
 * Cells that lost a race wait in a list for the next insertion. Each links to
 * the next by its first word. The head counts how often it changed: a cell
 * that somebody takes and puts back meanwhile makes another head, and a link
 * that was read of a cell no longer in the list is not used.
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
	/* Every caller has claimed an entry, so this stops close to the end. */
	if (atomic_read(&map->next_cell) >= map->nr_cells)
		return -1;
	cell = atomic_inc_return(&map->next_cell) - 1;
	return cell < map->nr_cells ? cell : -1;
}

static bool same_key(const u64 *a, const u64 *b, unsigned int words)
{
	unsigned int i;

	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static __always_inline u32 slot_tag(u64 slot)
{
	return slot >> 32;
}

/* The cell of a key that is in the table from @slot on, -1 if it is not. */
static __always_inline long find_from(struct hist_map *map, const u64 *key,
				      unsigned int words, u32 tag, u32 *slot)
{
	u64 found;

	while ((found = READ_ONCE(map->slots[*slot]))) {
		if (slot_tag(found) == tag &&
		    likely(same_key(hist_map_cell(map, (u32)found), key, words)))
			return (u32)found;
		*slot = (*slot + 1) & map->mask;
	}
	return -1;
}

static noinline long insert(struct hist_map *map, const u64 *key,
			    unsigned int words, u32 tag, u32 slot)
{
	unsigned int i;
	u64 value;
	long index;
	int cell;

	/* A full table has it if somebody else is just inserting it. */
	if (!claim_entry(map))
		return find_from(map, key, words, tag, &slot);
	cell = take_cell(map);
	if (cell < 0) {
		atomic_dec(&map->used);
		return find_from(map, key, words, tag, &slot);
	}

	/* Who has lost a race for this cell may still look at its link. */
	for (i = 0; i < words; i++)
		WRITE_ONCE(hist_map_cell(map, cell)[i], key[i]);
	save_comm(map, cell);
	value = (u64)tag << 32 | cell;

	/* A full barrier: who sees the slot sees the cell. */
	while (cmpxchg(&map->slots[slot], 0, value)) {
		index = find_from(map, key, words, tag, &slot);
		if (index >= 0) {
			/* Somebody else made the entry. */
			put_cell(map, cell);
			atomic_dec(&map->used);
			return index;
		}
	}
	return cell;
}

static __always_inline u64 hash_key(const u64 *key, unsigned int words)
{
	unsigned int i;
	u64 hash = 0;

	for (i = 0; i < words; i++)
		hash = hist_map_hash(hash, key[i]);
	return hash;
}

static long find_or_insert(struct hist_map *map, const u64 *key,
			   unsigned int words)
{
	u64 hash = hash_key(key, words);
	u32 tag = hist_map_tag(hash), slot = hash >> map->shift;
	long index = find_from(map, key, words, tag, &slot);

	if (likely(index >= 0))
		return index;
	return insert(map, key, words, tag, slot);
}

long hist_map_find(struct hist_map *map, const u64 *key,
		   unsigned int words)
{
	/* Common enough to be spared the loops. */
	if (words == 3 && map->key_words == 3)
		return hist_map_find_three(map, key[0], key[1], key[2]);
	return find_or_insert(map, key, words);
}

long hist_map_peek(struct hist_map *map, const u64 *key,
		   unsigned int words)
{
	u64 hash = hash_key(key, words);
	u32 slot = hash >> map->shift;

	return find_from(map, key, words, hist_map_tag(hash), &slot);
}

noinline long hist_map_insert_pair(struct hist_map *map, u64 first,
				   u64 second)
{
	u64 key[] = { first, second };

	return find_or_insert(map, key, ARRAY_SIZE(key));
}

noinline long hist_map_insert_three(struct hist_map *map, u64 first,
				    u64 second, u64 third)
{
	u64 key[] = { first, second, third };

	return find_or_insert(map, key, ARRAY_SIZE(key));
}

long hist_map_next(struct hist_map *map, u32 *pos, const u64 **key, u64 *word)
{
	u64 found;

	for (; *pos <= nr_slots(map); ++*pos) {
		/* Pairs with the barrier of the insertion: the cell is whole. */
		found = smp_load_acquire(&map->slots[*pos]);
		if (!found)
			continue;
		if (map->key_words) {
			++*pos;
			*key = hist_map_cell(map, (u32)found);
			return (u32)found;
		}
		*word = *pos < nr_slots(map) ? found ^ HIST_MAP_MIX :
					       HIST_MAP_MIX;
		*key = word;
		return (*pos)++;
	}
	return -1;
}

u64 hist_map_sum(struct hist_map *map, long index, unsigned int i)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(per_cpu_ptr(map->cpu, cpu)->sums +
				  index * map->nr_sums + i);
	return sum;
}

u64 hist_map_dropped(struct hist_map *map)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(&per_cpu_ptr(map->cpu, cpu)->dropped);
	return sum;
}
