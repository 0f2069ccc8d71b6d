// SPDX-License-Identifier: GPL-2.0
/* Makes, clears and frees hist maps, see ../map.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "../map.h"

/* Largest term of a continued fraction that spreads_evenly() accepts. */
#define SPREAD_TERM_MAX	3

/* Cells in addition to the allowed entries, for hits that lose a race. */
#define CELLS_EXTRA	64

/* If a map is too large, fail instead of invoking the OOM killer. */
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

	/* Limit the sums of all CPUs to a quarter of the machine's memory. */
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

/*
 * Keys are often consecutive numbers. Their products with @mix spread evenly
 * over the table if no term of the continued fraction of @mix / 2^64 is large.
 * The golden ratio, whose terms are all 1, is best. Checks only the terms that
 * matter for a table with 2^(64 - @shift) slots.
 */
static bool spreads_evenly(u64 mix, u32 shift)
{
	u64 a = U64_MAX, b = mix, rest;

	while (a >> shift) {
		if (!b || div64_u64_rem(a, b, &rest) > SPREAD_TERM_MAX)
			return false;
		a = b;
		b = rest;
	}
	return true;
}

/*
 * Chooses a secret that spreads keys evenly. Takes about 180 tries for a map of
 * 2,048 entries, and about 2,000 tries for 131,072 entries.
 */
static u64 choose_mix(u32 shift)
{
	u64 mix;

	do {
		get_random_bytes(&mix, sizeof(mix));
		mix |= 1;
	} while (!spreads_evenly(mix, shift));
	return mix;
}

int hist_map_init(struct hist_map *map, unsigned int bits,
		  unsigned int key_words, unsigned int nr_sums, bool comms)
{
	map->size = 1U << bits;
	map->mask = 2 * map->size - 1;
	map->shift = 64 - (bits + 1);
	map->mix = choose_mix(map->shift);
	map->key_words = key_words;
	map->nr_sums = nr_sums;
	atomic_set(&map->used, 0);
	atomic_set(&map->next_cell, 0);
	atomic64_set(&map->free_cells, 0);

	/* The extra slot is for the key that is stored as 0. */
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
	size_t words = nr_vars + HIST_ENTRY_VARS_HEAD + text_words;

	if (array3_size(map->nr_indexes, words, sizeof(u64)) / PAGE_SIZE >=
	    totalram_pages() / 4)
		return -ENOMEM;
	if (nr_vars) {
		map->nr_vars = nr_vars + HIST_ENTRY_VARS_HEAD;
		map->vars = kvcalloc(map->nr_indexes,
				     map->nr_vars * sizeof(u64), MAP_GFP);
		if (!map->vars)
			return -ENOMEM;
	}
	if (nr_texts) {
		map->nr_texts = nr_texts;
		map->texts = kvcalloc(map->nr_indexes, text_words * sizeof(u64),
				      MAP_GFP);
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
		local_set(&part->lost_actions, 0);
	}
	if (map->comms)
		memset(map->comms, 0, map->nr_indexes * TASK_COMM_LEN);
	if (map->vars)
		memset(map->vars, 0,
		       array3_size(map->nr_indexes, map->nr_vars, sizeof(u64)));
	if (map->texts)
		memset(map->texts, 0,
		       array3_size(map->nr_indexes, map->nr_texts,
				   HIST_MAP_TEXT_WORDS * sizeof(u64)));
	atomic_set(&map->used, 0);
	atomic_set(&map->next_cell, 0);
	atomic64_set(&map->free_cells, 0);
}
