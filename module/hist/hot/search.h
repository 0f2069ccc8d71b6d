/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits search a map, count in it, and read and set the variables of entries, see
 * ../map.h and ../sums.h.
 *
 * The searches are inlined into the functions that count hits. The length of a
 * key is a constant there, so the compiler keeps the key in registers. A search
 * that does not find the key passes the slot or the hash to map.c.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_SEARCH_H
#define HISTRIG_SEARCH_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/math64.h>

#include "../../compat/order.h"
#include "../map.h"

/**
 * hist_sums_shared() - the sums of an entry that all CPUs share
 * @sums: the sums
 * @offset: the entry's offset, from hist_sums_offset()
 *
 * Also asks for a longer array for this CPU, if an array of the maximum length
 * would contain the entry. Callers add to the shared sums atomically.
 */
atomic64_t *hist_sums_shared(struct hist_sums *sums, u64 offset);

/* hist_sums_common() - hist_sums_shared() for maps with chains, whose hits use only shared sums */
static __always_inline atomic64_t *hist_sums_common(const struct hist_sums *sums,
						    u64 offset)
{
	return sums->shared + offset / sizeof(*sums->shared);
}

/**
 * hist_sums_at() - this CPU's sums of an entry
 * @sums: the sums
 * @offset: the entry's offset, from hist_sums_offset(), or HIST_MAP_NONE
 *
 * Return: the sums, or NULL if this CPU's array ends before @offset.
 */
static __always_inline local_t *hist_sums_at(const struct hist_sums *sums,
					     u64 offset)
{
	/* Pairs with grow_cpu(); the array is read through this pointer only. */
	struct hist_sums_array *array = this_cpu_read(sums->cpu->array);
	local_t *own;

	if (unlikely(offset >= array->bytes))
		return NULL;
	own = (void *)array->sums + offset;
	/* Tells the compiler that @own is not NULL, so that it leaves out the callers' tests. */
	if (!own)
		__builtin_unreachable();
	return own;
}

/* struct hist_entry_sums - an entry's sums: this CPU's or, if @own is NULL, the shared ones */
struct hist_entry_sums {
	local_t *own;
	atomic64_t *shared;
};

static __always_inline u64 hist_sum_add(struct hist_entry_sums at,
					unsigned int i, u64 value)
{
	return at.own ? local_add_return(value, at.own + i) :
			atomic64_add_return(value, at.shared + i);
}

/* Adds to a sum below HIST_CARRY. Returns whether this has made it reach HIST_CARRY. */
static __always_inline bool hist_digit_add(struct hist_entry_sums at,
					   unsigned int i, u64 value)
{
	return unlikely(hist_sum_add(at, i, value) - HIST_CARRY < value);
}

/* hist_digit_carry() - carry from sum @i of a wide sum to the next, and on to @last */
void hist_digit_carry(struct hist_entry_sums at, unsigned int i,
		      unsigned int last);

/* hist_sums_raise() - raise a shared sum that is a maximum to @grade, if that is greater */
static __always_inline void hist_sums_raise(atomic64_t *at, u64 grade)
{
	s64 seen = atomic64_read(at);

	while ((u64)seen < grade && !atomic64_try_cmpxchg(at, &seen, grade))
		;
}

/**
 * hist_map_insert_word() - insert a key of one word if it is missing
 * @map: the map
 * @stored: the key as it is stored
 * @slot: the slot that ended the search; it may already contain the key, and
 *	even the key's index
 *
 * Return: the index, or -1 if the hit has to be dropped.
 */
long hist_map_insert_word(struct hist_map *map, u64 stored, u64 slot);

/* hist_map_find_on() - hist_map_find() for a key whose hash is known */
long hist_map_find_on(struct hist_map *map, const u64 *key, unsigned int words,
		      u64 hash);

/**
 * hist_map_find() - find a key of several words, or insert it
 * @map: the map
 * @key: the key
 * @words: its length in words; no key of the map may begin with another key
 *
 * Return: the index, or -1 if the hit has to be dropped.
 */
long hist_map_find(struct hist_map *map, const u64 *key, unsigned int words);

/* hist_map_peek() - hist_map_find() without inserting the key */
long hist_map_peek(const struct hist_map *map, const u64 *key,
		   unsigned int words);

/* hist_map_slot() - the slot where the search for a key of one word starts */
static __always_inline u64 hist_map_slot(const struct hist_map *map, u64 key)
{
	return (key * map->mix) >> map->shift;
}

/*
 * Searches for @stored, which is not 0, from @slot on. Sets @slot to the slot
 * that contains the key, and returns true, or to the slot that ended the
 * search.
 */
static __always_inline bool hist_map_search_word(const struct hist_map *map,
						 u64 stored, u64 *slot)
{
	u64 found = READ_ONCE(map->words[*slot].key);
	unsigned int probes;

	if (likely(found == stored))
		return true;
	for (probes = 1; found && probes < HIST_MAP_PROBES; probes++) {
		/* READ_ONCE() saves hist_hit() a register for the mask. */
		*slot = (*slot + 1) & READ_ONCE(map->mask);
		found = READ_ONCE(map->words[*slot].key);
		if (found == stored)
			return true;
	}
	return false;
}

/* hist_map_find_word() - find or insert a key of one word; index or -1 */
static __always_inline long hist_map_find_word(struct hist_map *map, u64 key)
{
	u64 stored = key ^ map->mix;
	u64 slot = hist_map_slot(map, key);
	u32 index;

	if (likely(stored) && likely(hist_map_search_word(map, stored, &slot))) {
		index = READ_ONCE(map->words[slot].index);
		if (likely(index != HIST_MAP_NONE))
			return index;
	}
	return hist_map_insert_word(map, stored, slot);
}

/* hist_map_peek_word() - find a key of one word; returns its index or -1 */
static __always_inline long hist_map_peek_word(const struct hist_map *map,
					       u64 key)
{
	u64 stored = key ^ map->mix;
	u64 slot = hist_map_slot(map, key);

	/* The casts turn HIST_MAP_NONE into -1. */
	if (unlikely(!stored))
		return (s32)READ_ONCE(map->owner->zero.index);
	if (unlikely(!hist_map_search_word(map, stored, &slot)))
		return -1;
	return (s32)READ_ONCE(map->words[slot].index);
}

/*
 * Compares keys of two and three words without a loop, since some compilers do
 * not unroll it.
 */
static __always_inline bool hist_map_same_key(const u64 *a, const u64 *b,
					      const unsigned int words)
{
	unsigned int i;

	if (__builtin_constant_p(words) && words == 2)
		return a[0] == b[0] && a[1] == b[1];
	if (__builtin_constant_p(words) && words == 3)
		return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* Adds a word of a key to the hash. Not for the last word, see hist_map_hash(). */
static __always_inline u64 hist_map_hash_word(const struct hist_map *map,
					      u64 hash, u64 word)
{
	const u64 x = hash ^ word;

	/* Two products, because gcc saves registers in order to keep both halves of one. */
	return mul_u64_u64_shr(x, map->mix, 64) ^ x * map->mix;
}

/*
 * Without the secret, no user can choose keys that have one hash. The lower half of a product is
 * not enough for that: whatever the secret is, the top bit of a word changes the top bit alone,
 * which the next word can change back. The hash begins with the secret, because the halves of a
 * product with 0 or ~0 are known to be equal or complements. The last word needs no upper half:
 * @mix is odd, so equal hashes before it remain equal only if the last words are equal.
 */
static __always_inline u64 hist_map_hash(const struct hist_map *map,
					 const u64 *key,
					 const unsigned int words)
{
	u64 hash = map->mix;
	unsigned int i;

	if (__builtin_constant_p(words) && words <= 3) {
		hash = hist_map_hash_word(map, hash, key[0]);
		if (words == 3)
			hash = hist_map_hash_word(map, hash, key[1]);
	} else {
		for (i = 0; i < words - 1; i++)
			hash = hist_map_hash_word(map, hash, key[i]);
	}
	return (hash ^ key[words - 1]) * map->mix;
}

/* Returns the tag for a slot's upper half: 32 bits of @hash, but never 0. */
static __always_inline u32 hist_map_tag(u64 hash)
{
	return (u32)hash | 1;
}

/* Like hist_map_cell(), but cheaper if @words is a constant. */
static __always_inline const u64 *hist_map_cell_of(const struct hist_map *map,
						   u32 index,
						   const unsigned int words)
{
	return __builtin_constant_p(words) ? map->cells + words * (u64)index :
					     hist_map_cell(map, index);
}

/**
 * hist_map_probe() - look for a key in the first slot of a search
 * @map: a map whose keys all have @words words
 * @key: the key
 * @words: its length in words
 * @hash: its hash
 *
 * The first slot usually contains the key, so this compares the key in the cell
 * without comparing the tag first. For later slots, searches compare the tag
 * before the cell, since each cell is in another cache line.
 *
 * Return: the index, or -1 if the first slot does not contain the key.
 */
static __always_inline long hist_map_probe(const struct hist_map *map,
					   const u64 *key,
					   const unsigned int words, u64 hash)
{
	/* Pairs with map_publish(), so the key in the cell is complete. */
	u64 found = READ_DEPENDENT(map->slots[hash >> map->shift]);

	if (likely(found) &&
	    likely(hist_map_same_key(hist_map_cell_of(map, (u32)found, words),
				     key, words)))
		return (u32)found;
	return -1;
}

/* hist_map_lose() - count something that this hit has lost, see ../sums.h */
static __always_inline void hist_map_lose(struct hist_map *map,
					  enum hist_loss loss)
{
	local_inc(&this_cpu_ptr(map->sums.cpu)->lost[loss]);
}

static __always_inline void hist_map_drop(struct hist_map *map)
{
	hist_map_lose(map, HIST_LOST_HITS);
}

/* hist_map_lose_action() - count an action that a hit could not run */
static __always_inline void hist_map_lose_action(struct hist_map *map)
{
	hist_map_lose(map, HIST_LOST_ACTIONS);
}

/*
 * Reads a variable that is a number; returns false if it is not set. With
 * @once, only the hit whose cmpxchg() clears the variable's bit gets the value.
 * The cmpxchg() fails if another hit has set the variable since @value was
 * read, because hist_mark_set() increments the count above the bits.
 */
static __always_inline bool hist_read_var(struct hist_entry_vars *vars,
					  unsigned long slot, bool once,
					  u64 *value)
{
	s64 set = READ_ONCE(vars->set);

	while (likely(set & BIT_ULL(slot))) {
		/*
		 * Pairs with hist_mark_set(): if the bit is set, so is the
		 * value. A barrier and not smp_load_acquire(), because @set may
		 * be from a cmpxchg() that failed, which orders nothing.
		 */
		smp_rmb();
		*value = READ_ONCE(vars->values[slot]);
		if (!once)
			return true;
		/* The bit is set, so subtracting it clears it. */
		if (likely(atomic64_try_cmpxchg((atomic64_t *)&vars->set, &set,
						set - BIT_ULL(slot))))
			return true;
	}
	return false;
}

/*
 * Does a variable that holds a string or a stack have a value? Call this before
 * reading the string or stack.
 */
static __always_inline bool hist_text_is_set(const struct hist_entry_vars *vars,
					     unsigned long slot)
{
	if (!(READ_ONCE(vars->set) & BIT_ULL(slot)))
		return false;
	/* Pairs with hist_mark_set(): if the bit is set, so is the text. */
	smp_rmb();
	return true;
}

/*
 * Clears the bits of variables before the hit writes new values, so that other hits
 * do not read a new value as an old one, or a string that is partly written.
 */
static __always_inline void hist_mark_unset(struct hist_entry_vars *vars,
					    u64 bits)
{
	u64 set = READ_ONCE(vars->set);

	while (set & bits && !try_cmpxchg(&vars->set, &set, set & ~bits))
		;
}

/*
 * Sets the bits of variables after the hit has written their values. With @once, also
 * increments the count above the bits, so that the cmpxchg() of hist_read_var() fails
 * if it may have read an old value.
 */
static __always_inline void hist_mark_set(struct hist_entry_vars *vars,
					  u64 bits, bool once)
{
	s64 set;

	if (!once) {
		/*
		 * Pairs with hist_read_var() and hist_text_is_set().
		 * atomic64_fetch_or_release() would be slower on x86.
		 */
		smp_wmb();
		atomic64_or(bits, (atomic64_t *)&vars->set);
		return;
	}
	set = READ_ONCE(vars->set);
	/* A full barrier; pairs with hist_read_var() and hist_text_is_set(). */
	while (unlikely(!atomic64_try_cmpxchg((atomic64_t *)&vars->set, &set,
					      (set | bits) + HIST_MAP_SET_STEP)))
		;
}

#endif /* HISTRIG_SEARCH_H */
