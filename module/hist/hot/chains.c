// SPDX-License-Identifier: GPL-2.0
/* Finds, inserts and forgets keys in the chains of hist maps, see ../chains.h. */
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../compat/order.h"
#include "chains.h"
#include "index.h"
#include "search.h"

/* Maximum number of buckets that a hit frees, about 200 instructions each. */
#define BURY_MAX	32

/* Returns @head with the next version and with @link in place of its link. */
static u64 with_first(u64 head, u32 link)
{
	return (head & ~HIST_LINK) + HIST_HEAD_VERSION + link;
}

static __always_inline bool same_key(const struct hist_chains *chains,
				     u32 index, const u64 *key,
				     const unsigned int words)
{
	const u64 *other = hist_chains_key(chains, index);
	unsigned int i;

	for (i = 0; i < words; i++)
		if (READ_ONCE(other[i]) != key[i])
			return false;
	return true;
}

/*
 * If an index is new or alive and has the key, makes it alive and pins it, or makes it dead
 * with @forget. A new index is taken only if the head is still @seen, which proves that the
 * index is in the chain. Returns the state before, or 0.
 */
static __always_inline u64
take_entry(const struct hist_chains *chains, u32 index, const u64 *key,
	   const unsigned int words, const u64 *head, u64 seen,
	   const bool forget)
{
	u64 *at = &chains->states[index], state, now;

	do {
		/* Pairs with chains_prepare(), so the key is complete. */
		state = smp_load_acquire(at);
		if (!(state & (HIST_STATE_ALIVE | HIST_STATE_NEW)) ||
		    !same_key(chains, index, key, words))
			return 0;
		if (unlikely(state & HIST_STATE_NEW) && READ_ONCE(*head) != seen)
			return 0;
		now = state & ~(HIST_STATE_ALIVE | HIST_STATE_NEW);
		if (!forget)
			now += HIST_STATE_ALIVE + 1;
		/* Fails if the generation changed after the key was read. */
	} while (cmpxchg(at, state, now) != state);
	return state;
}

/*
 * Searches a chain and calls take_entry() for the entry. Returns the index, with
 * the state that the entry had in @was, HIST_CHAIN_NONE if the chain lacked the
 * key while its head was @seen, or HIST_CHAIN_RETRY_LIMIT if the search was given
 * up.
 */
static __always_inline long
chains_search(const struct hist_chains *chains, const u64 *head, const u64 *key,
	      const unsigned int words, u64 *seen, u64 *was, const bool forget)
{
	unsigned int tries, steps;
	u32 link;

	for (tries = 0; tries < HIST_CHAIN_TRIES; tries++) {
		/* Pairs with chains_publish(). */
		*seen = smp_load_acquire(head);
		link = *seen & HIST_LINK;
		for (steps = 0; link && steps < HIST_MAP_PROBES; steps++) {
			*was = take_entry(chains, link - 1, key, words, head,
					  *seen, forget);
			if (*was)
				return link - 1;
			/*
			 * Pairs with chains_unlink(). If this link is of a
			 * later generation of the index, the head that is read
			 * below has a new version.
			 */
			link = smp_load_acquire(&chains->next[link - 1]) &
			       HIST_LINK;
		}
		if (READ_ONCE(*head) == *seen)
			return link ? HIST_CHAIN_RETRY_LIMIT : HIST_CHAIN_NONE;
	}
	return HIST_CHAIN_RETRY_LIMIT;
}

static noinline long chains_search_any(const struct hist_chains *chains,
				       const u64 *head, const u64 *key,
				       unsigned int words, u64 *seen)
{
	u64 was;

	return chains_search(chains, head, key, words, seen, &was, false);
}

/*
 * Searches the table, which hits use until the chains are ready. Hits that pin
 * entries do not insert keys into it.
 */
static noinline long chains_search_table(struct hist_map *map, const u64 *key,
					 unsigned int words)
{
	long index = map->key_words ? hist_map_peek(map, key, words) :
				      hist_map_peek_word(map, key[0]);

	if (index >= 0 && hist_chains_pin(map, index))
		return index;
	return HIST_CHAIN_NONE;
}

/* Takes a free index of those that a CPU keeps. Returns -1 if it keeps none. */
static __always_inline int take_spare(const struct hist_map *map, u64 *at)
{
	u64 head = READ_ONCE(*at), now;
	u32 link;

	while ((link = head & HIST_LINK)) {
		now = head - HIST_SPARE - link + HIST_SPARES_VERSION +
		      READ_ONCE(map->links[link - 1]);
		if (try_cmpxchg(at, &head, now))
			return link - 1;
	}
	return -1;
}

/* Adds an index to those that a CPU keeps, unless it has enough. */
static __always_inline bool keep_spare(const struct hist_map *map, u64 *at,
				       u32 index)
{
	const u64 most = map->chains->most_spares;
	u64 head = READ_ONCE(*at), now;

	do {
		if ((head & HIST_SPARES) >= most)
			return false;
		WRITE_ONCE(map->links[index], head & HIST_LINK);
		now = (head & ~HIST_LINK) + HIST_SPARE + HIST_SPARES_VERSION +
		      index + 1;
	} while (!try_cmpxchg(at, &head, now));
	return true;
}

static void put_free_index(struct hist_map *map, u32 index)
{
	put_index(map, index);
	atomic_dec(&map->used);
}

static bool keeps_spares(const struct hist_chains *chains)
{
	return (READ_ONCE(chains->spares_state) & HIST_SPARES_PHASE) ==
	       HIST_SPARES_KEPT;
}

/* Frees an index that is in no chain. */
static __always_inline void free_index(struct hist_map *map, u32 index)
{
	const struct hist_chains *chains = map->chains;
	u64 *at = this_cpu_ptr(chains->spares);
	int kept;

	if (unlikely(!keeps_spares(chains)) || !keep_spare(map, at, index)) {
		put_free_index(map, index);
		return;
	}
	/* keep_spare() is a full barrier; pairs with steal_spare(). */
	if (likely(keeps_spares(chains)))
		return;
	kept = take_spare(map, at);
	if (kept >= 0)
		put_free_index(map, kept);
}

/*
 * For a map that is full but for the indexes that CPUs keep, takes one of these. From the first
 * such hit on, CPUs keep no more. Returns -1 if they keep none.
 */
static noinline int steal_spare(struct hist_map *map)
{
	struct hist_chains *chains = map->chains;
	u32 state = READ_ONCE(chains->spares_state);
	unsigned int cpu;
	int index;

	if ((state & HIST_SPARES_PHASE) == HIST_SPARES_GONE)
		return -1;
	if ((state & HIST_SPARES_PHASE) == HIST_SPARES_KEPT) {
		cmpxchg(&chains->spares_state, state, state + HIST_SPARES_TAKEN);
		state += HIST_SPARES_TAKEN;
	}
	/* Pairs with free_index(): it sees that CPUs keep no more, or this sees its index. */
	smp_mb();
	for_each_possible_cpu(cpu) {
		index = take_spare(map, per_cpu_ptr(chains->spares, cpu));
		if (index >= 0)
			return index;
	}
	cmpxchg(&chains->spares_state, state,
		state + HIST_SPARES_GONE - HIST_SPARES_TAKEN);
	return -1;
}

static noinline int claim_index(struct hist_map *map)
{
	int index;

	if (unlikely(!claim_entry(map)))
		return steal_spare(map);
	index = take_index(map);
	if (index < 0)
		atomic_dec(&map->used);
	return index;
}

/*
 * Writes a key to a free index, which the caller then owns and has pinned. Returns -1 if
 * the map is full.
 */
static __always_inline long chains_prepare(struct hist_map *map,
					   const u64 *key,
					   const unsigned int words, u32 home)
{
	const struct hist_chains *chains = map->chains;
	unsigned int i;
	u64 *state, generation;
	int index;

	index = take_spare(map, this_cpu_ptr(chains->spares));
	if (unlikely(index < 0)) {
		index = claim_index(map);
		if (index < 0)
			return -1;
	}
	for (i = 0; i < words; i++)
		WRITE_ONCE(hist_chains_key(chains, index)[i], key[i]);
	WRITE_ONCE(chains->homes[index], home);
	save_comm(map, index);
	state = &chains->states[index];
	generation = READ_ONCE(*state) & ~(HIST_STATE_GENERATION - 1);
	/* Pairs with take_entry(). */
	smp_store_release(state, generation + HIST_STATE_GENERATION +
					 HIST_STATE_NEW + 1);
	return index;
}

static noinline long chains_prepare_any(struct hist_map *map, const u64 *key,
					unsigned int words, u32 home)
{
	return chains_prepare(map, key, words, home);
}

/* Frees an index that chains_prepare() returned and no other hit has seen. */
static void chains_cancel(struct hist_map *map, u32 index)
{
	u64 *state = &map->chains->states[index];

	WRITE_ONCE(*state, READ_ONCE(*state) & ~(HIST_STATE_GENERATION - 1));
	free_index(map, index);
}

/* Makes a new index alive, unless a search has done so. */
static __always_inline void chains_set_alive(u64 *at)
{
	u64 state = READ_ONCE(*at);

	while (state & HIST_STATE_NEW &&
	       !try_cmpxchg(at, &state, state + HIST_STATE_ALIVE - HIST_STATE_NEW))
		;
}

/* Puts a new index first in its chain, unless the chain has changed. */
static __always_inline bool chains_publish(const struct hist_chains *chains,
					   u64 *head, u64 seen, u32 index)
{
	const u64 generation =
		READ_ONCE(chains->states[index]) / HIST_STATE_GENERATION;

	WRITE_ONCE(chains->next[index],
		   generation * HIST_NEXT_GENERATION + (seen & HIST_LINK));
	/*
	 * A full barrier, so searches that see the index see its state, its key and
	 * the name of the task.
	 */
	if (cmpxchg(head, seen, with_first(seen, index + 1)) != seen)
		return false;
	chains_set_alive(&chains->states[index]);
	return true;
}

static __always_inline long chains_find(struct hist_map *map, const u64 *key,
					const unsigned int words, bool *made,
					const bool word)
{
	const struct hist_chains *chains;
	long found, new = -1;
	unsigned int tries;
	u64 *head, seen, was;
	u32 home;

	map = map->owner;
	chains = map->chains;
	/* Pairs with link_entries(). */
	if (unlikely(!smp_load_acquire(&chains->ready))) {
		found = chains_search_table(map, key, words);
		return found < 0 ? HIST_CHAIN_ARMING : found;
	}
	home = word ? hist_map_slot(map, *key) :
		      hist_chains_home(map, key, words);
	head = &chains->heads[home];
	for (tries = 0; tries < HIST_CHAIN_TRIES; tries++) {
		found = word ? chains_search(chains, head, key, 1, &seen, &was,
					     false) :
			       chains_search_any(chains, head, key, words,
						 &seen);
		if (found != HIST_CHAIN_NONE)
			break;
		if (new < 0) {
			new = word ? chains_prepare(map, key, 1, home) :
				     chains_prepare_any(map, key, words, home);
			/*
			 * The map is full, but another hit may have inserted
			 * this key since.
			 */
			if (new < 0)
				return chains_search_any(chains, head, key,
							 words, &seen);
		}
		if (chains_publish(chains, head, seen, new)) {
			*made = true;
			return new;
		}
	}
	if (new >= 0)
		chains_cancel(map, new);
	return tries < HIST_CHAIN_TRIES ? found : HIST_CHAIN_RETRY_LIMIT;
}

long hist_chains_find(struct hist_map *map, const u64 *key, unsigned int words,
		      bool *made)
{
	return chains_find(map, key, words, made, false);
}

long hist_chains_find_word(struct hist_map *map, u64 key, bool *made)
{
	return chains_find(map, &key, 1, made, true);
}

long hist_chains_peek(struct hist_map *map, const u64 *key, unsigned int words)
{
	const struct hist_chains *chains;
	u64 seen;

	map = map->owner;
	chains = map->chains;
	/* Pairs with link_entries(). */
	if (unlikely(!smp_load_acquire(&chains->ready)))
		return chains_search_table(map, key, words);
	return chains_search_any(chains,
				 &chains->heads[hist_chains_home(map, key, words)],
				 key, words, &seen);
}

void hist_chains_drop(struct hist_map *map, long found)
{
	hist_map_drop(map);
	if (found == HIST_CHAIN_ARMING)
		hist_map_lose(map, HIST_LOST_ARMING);
}

bool hist_chains_pin(struct hist_map *map, u32 index)
{
	u64 *at = &map->owner->chains->states[index];
	u64 state = READ_ONCE(*at);

	while (state & HIST_STATE_ALIVE)
		if (try_cmpxchg(at, &state, state + 1))
			return true;
	return false;
}

/* Increments the version of a chain; returns the new head. */
static u64 chains_change(u64 *head)
{
	u64 seen = READ_ONCE(*head);

	while (!try_cmpxchg(head, &seen, seen + HIST_HEAD_VERSION))
		;
	return seen + HIST_HEAD_VERSION;
}

/*
 * Takes an index out of its chain and frees it. @at is the link to the index,
 * last read as @word. Sets @word and @seen to the new link and the new head.
 * Returns false if another hit has changed the chain; the index may be freed
 * even so, but @word and @seen are not set.
 */
static bool chains_unlink(struct hist_map *map, u64 *head, u64 *at, u64 *word,
			  u64 *seen)
{
	const u32 index = (*word & HIST_LINK) - 1;
	const u64 next = READ_ONCE(map->chains->next[index]) & HIST_LINK;
	u64 now, changed;

	if (at == head)
		now = with_first(*word, next);
	else
		now = (*word & ~HIST_LINK) + next;
	if (cmpxchg(at, *word, now) != *word)
		return false;
	/*
	 * The cmpxchg() above and that of chains_change() are full barriers, which
	 * pair with the loads of chains_search() and take_entry().
	 */
	changed = at == head ? now : chains_change(head);
	free_index(map, index);
	if (at != head && changed != *seen + HIST_HEAD_VERSION)
		return false;
	*word = now;
	*seen = changed;
	return true;
}

/*
 * If an index is alone in its chain, takes it out and frees it. The link of the
 * index needs no mark, because only a hit that takes the next index out would
 * change the link, and there is no next index.
 */
static __always_inline bool chains_unlink_lone(struct hist_map *map, u64 *head,
					       u32 index)
{
	/* Pairs with chains_publish(). */
	u64 seen = smp_load_acquire(head);

	if ((seen & HIST_LINK) != index + 1 ||
	    READ_ONCE(map->chains->next[index]) & HIST_LINK ||
	    cmpxchg(head, seen, with_first(seen, 0)) != seen)
		return false;
	free_index(map, index);
	return true;
}

/* Takes marked indexes out of a chain. Returns false if other hits change the chain. */
static bool unlink_marked(struct hist_map *map, u64 *head)
{
	const struct hist_chains *chains = map->chains;
	u64 *at = head, seen, word, next;
	unsigned int steps;

	/* Pairs with chains_publish(). */
	seen = smp_load_acquire(head);
	word = seen;
	for (steps = 0; word & HIST_LINK && steps < HIST_MAP_PROBES; steps++) {
		u64 *const follow = &chains->next[(word & HIST_LINK) - 1];

		/* Pairs with bury_some(). */
		next = smp_load_acquire(follow);
		/* Only if the chain is unchanged, @next is one of its links. */
		if (READ_ONCE(*head) != seen)
			return false;
		if (!(next & HIST_NEXT_MARKED)) {
			at = follow;
			word = next;
		} else if (!chains_unlink(map, head, at, &word, &seen)) {
			return false;
		}
	}
	return true;
}

/*
 * Takes all marked indexes out of a chain. If other hits keep changing the chain,
 * leaves the indexes to the next hit that reclaims an entry there.
 */
static void chains_sweep(struct hist_map *map, u64 *head)
{
	unsigned int tries;

	for (tries = 0; tries < HIST_CHAIN_TRIES; tries++)
		if (unlink_marked(map, head))
			break;
}

static __always_inline void chains_mark(u64 *next)
{
	u64 word = READ_ONCE(*next);

	while (!try_cmpxchg(next, &word, word | HIST_NEXT_MARKED))
		;
}

static __always_inline void reset_sums(struct hist_map *map, u32 index)
{
	const u64 offset = hist_sums_offset(&map->sums, index);
	atomic64_t *sums = hist_sums_common(&map->sums, offset);
	unsigned int i;

	for (i = 0; i < map->sums.nr_sums; i++)
		atomic64_set(&sums[i], 0);
}

/* Clears only the first word of each string and stack; they are empty then. */
static noinline void reset_vars(struct hist_map *map, u32 index)
{
	u64 *words = (u64 *)hist_map_vars(map, index);
	unsigned int i;

	for (i = 0; i < map->nr_vars; i++)
		WRITE_ONCE(words[i], 0);
	for (i = 0; i < map->nr_texts; i++)
		WRITE_ONCE(*hist_map_text(map, index, i), 0);
}

bool hist_chains_forget_buckets(struct hist_map *sketch, u32 index,
				unsigned int *budget)
{
	const struct hist_chains *chains = sketch->chains;
	u32 link = READ_ONCE(chains->buckets[index]);

	for (; link && *budget; --*budget) {
		const u32 bucket = link - 1;

		link = READ_ONCE(chains->siblings[bucket]);
		WRITE_ONCE(chains->buckets[index], link);
		hist_chains_forget(sketch, bucket);
	}
	return !link;
}

static bool reset_counts(struct hist_map *map, u32 index,
			 unsigned int nr_sketches, unsigned int *budget)
{
	unsigned int i;

	reset_sums(map, index);
	for (i = 0; i < nr_sketches; i++)
		if (!hist_chains_forget_buckets(&map->sketches[i], index,
						budget))
			return false;
	return true;
}

/* Resets what an entry has counted in two maps and in sketches. Returns as bury_some(). */
static noinline bool reset_all_counts(struct hist_map *map,
				      struct hist_map *second, u32 index)
{
	const unsigned int nr_sketches = map->chains->nr_sketches;
	unsigned int budget = BURY_MAX;

	return reset_counts(map, index, nr_sketches, &budget) &&
	       (!second || reset_counts(second, index, nr_sketches, &budget));
}

static noinline void mark_and_sweep(struct hist_map *map, u64 *head, u32 index)
{
	/* A full barrier; pairs with unlink_marked(). */
	chains_mark(&map->chains->next[index]);
	chains_sweep(map, head);
}

/*
 * Reclaims an entry. Returns false if the entry has more buckets than may be
 * freed at once. Inline, to save a call: most entries that hits forget have no
 * buckets.
 */
static __always_inline bool bury_some(struct hist_map *map, u32 index)
{
	const struct hist_chains *chains = map->chains;
	/* Pairs with hist_chains_share(). */
	struct hist_map *second = READ_DEPENDENT(chains->second);
	u64 *head;

	if (likely(!second && !chains->nr_sketches))
		reset_sums(map, index);
	else if (!reset_all_counts(map, second, index))
		return false;
	if (map->nr_vars | map->nr_texts)
		reset_vars(map, index);
	head = &chains->heads[READ_ONCE(chains->homes[index])];
	if (unlikely(!chains_unlink_lone(map, head, index)))
		mark_and_sweep(map, head, index);
	return true;
}

bool hist_chains_reclaim(struct hist_map *map, u32 index)
{
	return bury_some(map, index);
}

/*
 * Reclaims an entry, or leaves it to a worker if it has many buckets. The worker's
 * list can use the index's word in @links of the map, because the index is not in
 * the list of free indexes.
 */
static noinline void chains_reclaim_entry(struct hist_map *map, u32 index)
{
	struct hist_chains *chains = map->chains;
	u32 first;

	if (likely(bury_some(map, index)))
		return;
	first = READ_ONCE(chains->graves);
	do {
		WRITE_ONCE(map->links[index], first);
		/* Pairs with chains_dig(). */
	} while (!try_cmpxchg(&chains->graves, &first, index + 1));
	irq_work_queue(&chains->irq_work);
}

void hist_chains_unpin(struct hist_map *map, u32 index)
{
	u64 *at;
	u64 state;

	map = map->owner;
	at = &map->chains->states[index];
	state = READ_ONCE(*at);
	/* A full barrier, so the hit that drops the last pin sees all counts. */
	while (!try_cmpxchg(at, &state, state - 1))
		;
	if (!((state - 1) & (HIST_STATE_ALIVE | HIST_STATE_PINS)))
		chains_reclaim_entry(map, index);
}

void hist_chains_forget(struct hist_map *map, u32 index)
{
	u64 *at;
	u64 state;

	map = map->owner;
	at = &map->chains->states[index];
	state = READ_ONCE(*at);
	do {
		if (!(state & HIST_STATE_ALIVE))
			return;
	} while (!try_cmpxchg(at, &state, state - HIST_STATE_ALIVE));
	if (!(state & HIST_STATE_PINS))
		chains_reclaim_entry(map, index);
}

long hist_chains_forget_word(struct hist_map *map, u64 key)
{
	const struct hist_chains *chains;
	u64 seen, was = 0;
	long index;

	map = map->owner;
	chains = map->chains;
	index = chains_search(chains, &chains->heads[hist_map_slot(map, key)],
			      &key, 1, &seen, &was, true);
	if (index < 0)
		return index;
	if (likely(!(was & HIST_STATE_PINS)))
		chains_reclaim_entry(map, index);
	return 0;
}

void hist_chains_add_bucket(struct hist_map *sketch, u32 index, u32 bucket)
{
	const struct hist_chains *chains = sketch->owner->chains;
	u32 first = READ_ONCE(chains->buckets[index]);

	do {
		WRITE_ONCE(chains->siblings[bucket], first);
	} while (!try_cmpxchg(&chains->buckets[index], &first, bucket + 1));
}
