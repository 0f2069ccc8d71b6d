// SPDX-License-Identifier: GPL-2.0
/* Makes, clears and frees the chains of hist maps, see ../chains.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../../compat/workqueue.h"
#include "../hot/chains.h"
#include "../program.h"
#include "../sketch.h"
#include "map.h"

/* All CPUs together may keep one of this number of indexes. */
#define SPARES_SHARE	2

/* The home of an index in no chain. */
#define NO_HOME		U32_MAX

/* Reclaims the entries that hits left to the worker. */
static void chains_dig(struct work_struct *work)
{
	struct hist_chains *chains =
		container_of(work, struct hist_chains, work);
	struct hist_map *map = chains->map;
	/* Pairs with chains_reclaim_entry(), so the worker sees all that the hit wrote. */
	u32 link = xchg(&chains->graves, 0), next;
	bool done;

	for (; link; link = next) {
		next = READ_ONCE(map->links[link - 1]);
		do {
			preempt_disable();
			done = hist_chains_reclaim(map, link - 1);
			preempt_enable();
			cond_resched();
		} while (!done);
	}
}

static void chains_start_work(struct irq_work *irq_work)
{
	queue_unbound_work(&container_of(irq_work, struct hist_chains,
					 irq_work)->work);
}

void hist_chains_settle(struct hist_map *map)
{
	struct hist_chains *chains = map->owner->chains;

	if (!chains)
		return;
	irq_work_sync(&chains->irq_work);
	flush_work(&chains->work);
}

static void free_chains(struct hist_map *map, struct hist_chains *chains)
{
	if (!chains)
		return;
	kvfree(chains->heads);
	kvfree(chains->next);
	kvfree(chains->states);
	kvfree(chains->homes);
	if (!map->key_words)
		kvfree(chains->keys);
	kvfree(chains->buckets);
	kvfree(chains->siblings);
	free_percpu(chains->spares);
	kfree(chains);
}

void hist_chains_destroy(struct hist_map *map)
{
	if (map->owner == map)
		free_chains(map, map->chains);
	else if (map->chains)
		map->chains->second = NULL;
	map->chains = NULL;
}

/*
 * Allocates chains in which all indexes are alive, because hits that do not pin may
 * still give any index a key. link_entries() frees those without a key.
 */
static struct hist_chains *alloc_chains(struct hist_map *map)
{
	const size_t nr = map->nr_indexes;
	struct hist_chains *chains = kzalloc(sizeof(*chains), GFP_KERNEL);
	size_t i;

	if (!chains)
		return NULL;
	chains->map = map;
	init_irq_work(&chains->irq_work, chains_start_work);
	INIT_WORK(&chains->work, chains_dig);
	chains->heads = hist_sums_rare((map->mask + 1) * sizeof(*chains->heads));
	chains->next = hist_sums_rare(nr * sizeof(*chains->next));
	chains->states = hist_sums_rare(nr * sizeof(*chains->states));
	chains->homes = hist_sums_rare(nr * sizeof(*chains->homes));
	chains->key_words = map->key_words ?: 1;
	chains->keys = map->key_words ? map->cells :
					hist_sums_rare(nr * sizeof(u64));
	chains->spares = alloc_percpu(u64);
	if (!chains->heads || !chains->next || !chains->states ||
	    !chains->homes || !chains->keys || !chains->spares) {
		free_chains(map, chains);
		return NULL;
	}
	chains->most_spares = HIST_SPARE *
			      min_t(u32, map->size / SPARES_SHARE / num_possible_cpus(),
				    HIST_SPARES / HIST_SPARE);
	for (i = 0; i < nr; i++) {
		chains->states[i] = HIST_STATE_GENERATION + HIST_STATE_ALIVE;
		chains->homes[i] = NO_HOME;
	}
	return chains;
}

static int chains_add_to_sketch(struct hist_map *sketch, u32 nr_indexes)
{
	struct hist_chains *chains = alloc_chains(sketch);

	if (!chains)
		return -ENOMEM;
	chains->buckets = hist_sums_rare(nr_indexes * sizeof(*chains->buckets));
	chains->siblings = hist_sums_rare(sketch->nr_indexes *
					  sizeof(*chains->siblings));
	if (!chains->buckets || !chains->siblings) {
		free_chains(sketch, chains);
		return -ENOMEM;
	}
	sketch->chains = chains;
	return 0;
}

static int add_to_sketches(struct hist_map *map, unsigned int nr)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++)
		ret = chains_add_to_sketch(&map->sketches[i], map->nr_indexes);
	if (!ret)
		return 0;
	for (i = 0; i < nr; i++)
		hist_chains_destroy(&map->sketches[i]);
	return -ENOMEM;
}

struct hist_chains *hist_chains_make(struct hist_map *map, struct hist_map *second,
				     unsigned int nr_sketches)
{
	struct hist_chains *chains = alloc_chains(map);

	if (!chains)
		return NULL;
	chains->nr_sketches = nr_sketches;
	chains->second = second;
	if (!add_to_sketches(map, nr_sketches) &&
	    (!second || !add_to_sketches(second, nr_sketches)))
		return chains;
	hist_chains_abort(map, chains);
	return NULL;
}

void hist_chains_publish(struct hist_map *map, struct hist_chains *chains)
{
	if (chains->second)
		chains->second->chains = chains;
	/*
	 * Pairs with hist_map_has_chains(): hits that see these chains also see those of
	 * the sketches.
	 */
	smp_store_release(&map->chains, chains);
}

void hist_chains_abort(struct hist_map *map, struct hist_chains *chains)
{
	unsigned int i;

	for (i = 0; i < chains->nr_sketches; i++)
		hist_chains_destroy(&map->sketches[i]);
	free_chains(map, chains);
}

static void link_entry(struct hist_map *map, u32 index, const u64 *key,
		       unsigned int words)
{
	const u32 home = hist_chains_home(map, key, words);
	struct hist_chains *chains = map->chains;

	if (!map->key_words)
		*hist_chains_key(chains, index) = *key;
	chains->homes[index] = home;
	chains->next[index] = HIST_NEXT_GENERATION + chains->heads[home];
	chains->heads[home] = index + 1;
	if (chains->buckets)
		hist_chains_add_bucket(map, sketch_key_index(*key), index);
}

static void link_entries(struct hist_map *map,
			 const struct hist_program *program)
{
	const struct hist_chains *chains = map->chains;
	unsigned int words = map->key_words ?: 1;
	u32 pos = 0, nr = 0;
	const u64 *key;
	long index;
	u64 word;

	hist_sums_share(&map->sums);
	while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
		if (program)
			words = hist_key_words(program, key);
		link_entry(map, index, key, words);
		if (!(++nr % 1024))
			cond_resched();
	}
	/* No hit looks at indexes without a key, so plain stores are enough. */
	for (nr = 0; nr < map->nr_indexes; nr++)
		if (chains->homes[nr] == NO_HOME)
			chains->states[nr] = 0;
	/*
	 * Pairs with chains_find() and hist_chains_peek(): hits that see @ready also
	 * see the chains.
	 */
	smp_store_release(&map->chains->ready, true);
}

void hist_chains_activate(struct hist_map *map,
			  const struct hist_program *program)
{
	const unsigned int nr = map->chains->nr_sketches;
	struct hist_map *second = map->chains->second;
	unsigned int i;

	/* Link the sketches first, because a hit that makes an entry in the map counts in them. */
	for (i = 0; i < nr; i++) {
		link_entries(&map->sketches[i], NULL);
		if (second)
			link_entries(&second->sketches[i], NULL);
	}
	if (second)
		hist_sums_share(&second->sums);
	link_entries(map, program);
}

u32 hist_map_entries(const struct hist_map *map)
{
	const u64 exists = HIST_STATE_ALIVE | HIST_STATE_NEW;
	const struct hist_map *owner = map->owner;
	u32 end = min_t(u32, atomic_read(&owner->next_index), owner->nr_indexes);
	/* Pairs with hist_chains_publish(). */
	const struct hist_chains *chains = smp_load_acquire(&owner->chains);
	u32 nr = 0, i;

	/* Pairs with link_entries(). */
	if (!chains || !smp_load_acquire(&chains->ready))
		return hist_map_used(map);
	for (i = 0; i < end; i++)
		nr += !!(READ_ONCE(chains->states[i]) & exists);
	return min(nr, owner->size);
}

static void free_table(struct hist_map *map)
{
	kvfree(map->words);
	kvfree(map->slots);
	map->words = NULL;
	map->slots = NULL;
}

void hist_chains_retire(struct hist_map *map)
{
	const unsigned int nr = map->chains->nr_sketches;
	struct hist_map *second = map->chains->second;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		free_table(&map->sketches[i]);
		if (second)
			free_table(&second->sketches[i]);
	}
	free_table(map);
	if (second) {
		second->words = NULL;
		second->slots = NULL;
	}
}

/* Calls @clear for all indexes that entries may have. */
static void clear_indexes(struct hist_map *map,
			  void (*clear)(struct hist_map *map, u32 index))
{
	const u32 end = min_t(u32, atomic_read(&map->owner->next_index), map->nr_indexes);
	u32 i;

	for (i = 0; i < end; i++) {
		preempt_disable();
		clear(map, i);
		preempt_enable();
		if (!(i % 1024))
			cond_resched();
	}
}

/* Lets CPUs keep indexes again after a map was cleared. */
static void renew_spares(const struct hist_map *map)
{
	struct hist_chains *chains = map->chains;
	u32 times = READ_ONCE(chains->spares_state) / HIST_SPARES_CLEARED;
	unsigned int i;

	WRITE_ONCE(chains->spares_state, (times + 1) * HIST_SPARES_CLEARED);
	for (i = 0; i < chains->nr_sketches; i++)
		renew_spares(&map->sketches[i]);
	for (i = 0; chains->second && i < chains->nr_sketches; i++)
		renew_spares(&chains->second->sketches[i]);
}

void hist_chains_clear(struct hist_map *map)
{
	clear_indexes(map, hist_chains_forget);
	hist_chains_settle(map);
	renew_spares(map->owner);
}

static void clear_sketches(struct hist_map *map, u32 index)
{
	const unsigned int nr = map->owner->chains->nr_sketches;
	unsigned int i, all = UINT_MAX;

	/* If the entry is dead, its buckets are reclaimed with it. */
	if (!hist_chains_pin(map, index))
		return;
	for (i = 0; i < nr; i++)
		hist_chains_forget_buckets(&map->sketches[i], index, &all);
	hist_chains_unpin(map, index);
}

void hist_chains_clear_sketches(struct hist_map *map)
{
	clear_indexes(map, clear_sketches);
}

int hist_chains_share(struct hist_map *second, struct hist_map *map)
{
	struct hist_chains *chains = map->chains;
	unsigned int i;

	second->chains = chains;
	if (add_to_sketches(second, chains->nr_sketches))
		return -ENOMEM;
	for (i = 0; chains->ready && i < chains->nr_sketches; i++) {
		link_entries(&second->sketches[i], NULL);
		/* No hit has seen this sketch, so no hit searches its table. */
		free_table(&second->sketches[i]);
	}
	/* Pairs with bury_some(), which then sees the sketches. */
	smp_store_release(&chains->second, second);
	return 0;
}
