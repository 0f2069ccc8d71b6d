// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of hist triggers: from a record to an incremented sum.
 *
 * This code runs in any context, NMI included, so it does not allocate, wait or
 * take locks. Each common key layout has a function that makes no calls; rare
 * cases are out of line.
 */
#include <linux/irq_work.h>
#include <linux/wait.h>

#include "../../compat/compiler.h"
#include "../../compat/order.h"
#include "../../event/hot/scratch.h"
#include "../hist.h"
#include "../interevent.h"
#include "chains.h"
#include "load.h"
#include "run.h"
#include "search.h"

DECLARE_WAIT_QUEUE_HEAD(hist_wait);

static void wake_pollers(struct irq_work *work)
{
	wake_up_all(&hist_wait);
}

static DEFINE_IRQ_WORK(wake_work, wake_pollers);

void hist_run_exit(void)
{
	irq_work_sync(&wake_work);
}

noinline void hist_lose(struct hist_trigger *trigger, struct hist_map *map)
{
	const struct hist_interevent *inter = trigger->program.interevent;

	hist_map_drop(map);
	if (inter && inter->nr_forgets)
		hist_map_lose_action(map);
}

void hist_lost(struct trigger *base)
{
	struct hist_trigger *trigger = to_hist_trigger(base);

	if (!(READ_ONCE(base->state) & (TRIGGER_PAUSED | TRIGGER_HELD)))
		hist_lose(trigger, hist_map_now(trigger->hist));
}

static __always_inline void add_numbers(const struct hist_program *program,
					local_t *sums, const void *record)
{
	const struct hist_op *op = program->ops_vals;
	const struct hist_op *end = op + program->nr_vals - 1;

	do {
		local_add(hist_load_number(op, record), ++sums);
	} while (++op < end);
}

/* Takes the trigger, so that callers need not compute &trigger->program. */
static noinline void hist_run_add_values(const struct hist_trigger *trigger,
					 local_t *sums, const void *record)
{
	const struct hist_program *program = &trigger->program;
	const struct hist_op *op = program->ops_vals;
	const struct hist_op *end = op + program->nr_vals - 1;

	if (likely(program->plain_vals)) {
		add_numbers(program, sums, record);
		return;
	}
	do {
		local_add(hist_load_word(program, op, record), ++sums);
	} while (++op < end);
}

static __always_inline void add_shared(const struct hist_program *program,
				       atomic64_t *sums, const void *record)
{
	unsigned int i;

	atomic64_inc(sums);
	for (i = 1; i < program->nr_vals; i++)
		atomic64_add(hist_load_word(program, &program->ops_vals[i - 1],
					    record), sums + i);
}

static noinline void hist_run_count_shared(const struct hist_trigger *trigger,
					   struct hist_map *map, u64 offset,
					   const void *record)
{
	add_shared(&trigger->program, hist_sums_shared(&map->sums, offset),
		   record);
}

static __always_inline void count_in(struct hist_trigger *trigger,
				     local_t *sums, const void *record,
				     const bool pair)
{
	const struct hist_program *program = &trigger->program;

	local_inc(sums);
	if (program->nr_vals == 1)
		return;
	/* For pairs inline, since most triggers with two numbers as key have values. */
	if (pair && likely(program->plain_vals))
		add_numbers(program, sums, record);
	else
		hist_run_add_values(trigger, sums, record);
}

/* Counts a hit in the entry at @index, or as dropped if @index is negative. */
static __always_inline void count_or_drop(struct hist_trigger *trigger,
					  struct hist_map *map, long index,
					  const void *record)
{
	local_t *sums;
	u64 offset;

	if (unlikely(index < 0)) {
		hist_map_drop(map);
		return;
	}
	offset = hist_sums_offset(&map->sums, index);
	sums = hist_sums_at(&map->sums, offset);
	if (likely(sums))
		count_in(trigger, sums, record, false);
	else
		hist_run_count_shared(trigger, map, offset, record);
}

/* Loads a number of a key of the form HIST_KEY_THREE or HIST_KEY_PAIR_LOG2. */
static __always_inline u64 load_simple(const struct hist_op *op,
				       const void *record)
{
	u64 value;

	/* The first test is for an int without modifier, as in hist_load_int(). */
	BUILD_BUG_ON(HIST_OP_S32 != 0 || HIST_MODIFIER_AS_IS != 0);
	if (likely(!op->kind))
		return *(const s32 *)(record + op->offset);
	OPTIMIZER_HIDE_VAR(op);
	if (likely(op->code == HIST_OP_U64))
		value = *(const u64 *)(record + op->offset);
	else
		value = hist_load_number(op, record);
	if (likely(op->modifier != HIST_MODIFIER_AS_IS))
		value = fls64(value - !!value);
	return value;
}

static __always_inline u64 load_any_word(void *program,
					 const struct hist_op *op,
					 const void *record)
{
	return hist_load_word(program, op, record);
}

static __always_inline unsigned int load_key(struct hist_trigger *trigger,
					     const void *record, u64 *key)
{
	struct hist_program *program = &trigger->program;

	return hist_load_key(program, key, trigger->trigger.file->event, record,
			     load_any_word, program);
}

/*
 * Not inlined, so that hits whose key hist_map_probe() finds need not save
 * registers. Reads again in which map hits count. It may be another one than the
 * caller searched, but both have the same secret, so @hash is right for both.
 */
static noinline void hit_slowpath(struct hist_trigger *trigger,
				  const void *record, u64 hash, u64 first,
				  u64 second, u64 third)
{
	const u64 key[] = { first, second, third };
	unsigned int words = trigger->program.key_words;
	struct hist_map *map = hist_map_now(trigger->hist);
	long index;

	index = hist_map_find_on(map, key, words, hash);
	count_or_drop(trigger, map, index, record);
}

/*
 * Runs a hit that only counts and whose key has two or three words. @layout is a
 * constant, so each of the functions below keeps the key in registers.
 */
static __always_inline void hit_layout(struct hist_trigger *trigger,
				       const void *record,
				       const enum hist_hit_form layout)
{
	const unsigned int words = layout == HIST_KEY_THREE ? 3 : 2;
	const struct hist_op *op = trigger->program.ops_keys;
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 key[3] __uninitialized, hash;
	local_t *sums;
	long index;

	if (layout == HIST_KEY_COMM) {
		hist_load_chars16(key, op->code == HIST_OP_COMM ?
					       current->comm :
					       record + op->offset);
	} else if (layout == HIST_KEY_PAIR) {
		key[0] = hist_load_number(&op[0], record);
		key[1] = hist_load_number(&op[1], record);
	} else {
		key[0] = load_simple(&op[0], record);
		key[1] = load_simple(&op[1], record);
		if (words == 3)
			key[2] = load_simple(&op[2], record);
	}
	hash = hist_map_hash(map, key, words);
	index = hist_map_probe(map, key, words, hash);
	if (likely(index >= 0)) {
		sums = hist_sums_at(&map->sums,
				    hist_sums_offset(&map->sums, index));
		if (likely(sums)) {
			count_in(trigger, sums, record, layout == HIST_KEY_PAIR);
			return;
		}
	}
	hit_slowpath(trigger, record, hash, key[0], key[1],
		     words == 3 ? key[2] : 0);
}

static noinline void hit_pair(struct hist_trigger *trigger, const void *record)
{
	hit_layout(trigger, record, HIST_KEY_PAIR);
}

static noinline void hit_comm(struct hist_trigger *trigger,
			      const void *record)
{
	hit_layout(trigger, record, HIST_KEY_COMM);
}

static noinline void hit_three(struct hist_trigger *trigger, const void *record)
{
	hit_layout(trigger, record, HIST_KEY_THREE);
}

static noinline void hit_pair_log2(struct hist_trigger *trigger,
				   const void *record)
{
	hit_layout(trigger, record, HIST_KEY_PAIR_LOG2);
}

static noinline void hit_word(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 key = hist_load_word(program, program->ops_keys, record);

	count_or_drop(trigger, map, hist_map_find_word(map, key), record);
}

static noinline void hit_short(struct hist_trigger *trigger, const void *record)
{
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 key[HIST_SHORT_KEY_WORDS] __uninitialized;
	unsigned int words = load_key(trigger, record, key);

	count_or_drop(trigger, map, hist_map_find(map, key, words), record);
}

static noinline void hit_long(struct hist_trigger *trigger, const void *record)
{
	unsigned int size = trigger->program.key_words * sizeof(u64), words;
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 *key = scratch_alloc(size);
	long index = -1;

	if (likely(key)) {
		words = load_key(trigger, record, key);
		index = hist_map_find(map, key, words);
		scratch_free(size);
	}
	count_or_drop(trigger, map, index, record);
}

/* Like hit_word(), for a histogram whose entries can be forgotten. */
static noinline void hit_chains(struct hist_trigger *trigger,
				const void *record)
{
	const struct hist_program *program = &trigger->program;
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 key = hist_load_number(program->ops_keys, record);
	bool made;
	long index;

	if (unlikely(!hist_map_has_chains(map))) {
		count_or_drop(trigger, map, hist_map_find_word(map, key), record);
		return;
	}
	index = hist_chains_find_word(map, key, &made);
	if (unlikely(index < 0)) {
		hist_chains_drop(map, index);
		return;
	}
	add_shared(program,
		   hist_sums_common(&map->sums,
				    hist_sums_offset(&map->sums, index)),
		   record);
	hist_chains_unpin(map, index);
}

/*
 * Counts a hit whose key is new or has no index, or whose entry has no sums on
 * this CPU.
 */
static noinline void hit_new(struct hist_trigger *trigger, const void *record,
			     struct hist_map *map, u64 stored, u64 slot)
{
	long index = hist_map_insert_word(map, stored, slot);

	count_or_drop(trigger, map, index, record);
}

/*
 * Runs a hit whose key is one number, and which only counts. It makes no call, so no
 * registers are saved.
 */
static __always_inline void hit_number(struct hist_trigger *trigger,
				       const void *record)
{
	struct hist_map *map = hist_map_now(trigger->hist);
	u64 key = hist_load_number(trigger->program.ops_keys, record);
	u64 stored = key ^ map->mix;
	u64 slot = hist_map_slot(map, key);
	local_t *sums;

	if (likely(stored) && likely(hist_map_search_word(map, stored, &slot))) {
		/*
		 * Pairs with put_offset(). A dependency is enough, because only
		 * the sums are read through the offset.
		 */
		sums = hist_sums_at(&map->sums,
				    READ_DEPENDENT(map->words[slot].offset));
		if (likely(sums)) {
			count_in(trigger, sums, record, false);
			return;
		}
	}
	hit_new(trigger, record, map, stored, slot);
}

/*
 * Counts in a histogram without chains, and forgets the entry of the same key in one with
 * chains. Forgets it even if the hit is dropped, as interevent_run() does.
 */
static noinline void hit_forget(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	struct hist *hist = program->interevent->forgets[0].hist;
	u64 key = hist_load_number(program->ops_keys, record);

	hit_number(trigger, record);
	if (unlikely(hist_chains_forget_word(hist_map_now(hist), key) ==
		     HIST_CHAIN_RETRY_LIMIT))
		hist_map_lose_action(hist_map_now(trigger->hist));
}

/* Tests the frequent forms first, since each test delays the forms after it. */
static __always_inline void hit_dispatch_rare(struct hist_trigger *trigger,
					      const void *record, u8 form)
{
	if (form == HIST_HIT_INTEREVENT_NUMBER)
		hist_hit_interevent_number(trigger, record);
	else if (form == HIST_HIT_INTEREVENT)
		hist_hit_interevent(trigger, record);
	else if (form == HIST_HIT_STATS)
		hist_hit_stats(trigger, record);
	else if (form == HIST_HIT_LATENCY)
		hist_hit_latency(trigger, record);
	else if (form == HIST_HIT_STAMP)
		hist_hit_stamp(trigger, record);
	else if (form == HIST_KEY_THREE)
		hit_three(trigger, record);
	else if (form == HIST_KEY_PAIR_LOG2)
		hit_pair_log2(trigger, record);
	else if (form == HIST_HIT_FORGET)
		hit_forget(trigger, record);
	else if (form == HIST_KEY_PINNED)
		hit_chains(trigger, record);
	else if (form == HIST_HIT_PINNED_NUMBER)
		hist_hit_pinned_number(trigger, record);
	else
		hist_hit_pinned(trigger, record);
}

static __always_inline void hit_dispatch(struct hist_trigger *trigger,
					 const void *record)
{
	/* Pairs with hist_trigger_set_form(). */
	u8 form = READ_ONCE(trigger->program.hit_form);

	if (form > HIST_KEY_LONG)
		hit_dispatch_rare(trigger, record, form);
	else if (form == HIST_KEY_PAIR)
		hit_pair(trigger, record);
	else if (form == HIST_KEY_COMM)
		hit_comm(trigger, record);
	else if (form == HIST_KEY_SHORT)
		hit_short(trigger, record);
	else if (form == HIST_KEY_LONG)
		hit_long(trigger, record);
	else
		hit_word(trigger, record);
}

static noinline void hit_accepted(struct hist_trigger *trigger,
				  const void *record)
{
	hit_number(trigger, record);
}

/* Runs a hit, and wakes pollers if the trigger is watched. */
static noinline void hit_watched(struct hist_trigger *trigger,
				 const void *record)
{
	struct trigger *base = &trigger->trigger;

	hit_dispatch(trigger, record);
	if (likely(!(READ_ONCE(base->state) & TRIGGER_WATCHED)))
		return;
	/*
	 * Pairs with hist_reader_arm(). A hit counts and then reads @wake; a
	 * poller sets @wake and then reads the counts. So the hit sees @wake or
	 * the poller sees the new count, and no poller sleeps through a hit.
	 */
	smp_mb();
	if (READ_ONCE(trigger->hist->wake) && xchg(&trigger->hist->wake, 0)) {
		atomic_inc(&trigger->hist->news);
		irq_work_queue(&wake_work);
	}
}

static noinline void hit_if(struct hist_trigger *trigger,
			    const void *record,
			    const struct filter_op *op)
{
	int answer = filter_match_from(op, record);

	/* Rejecting a hit must be cheapest, so test for FILTER_NO first. */
	if (likely(answer == FILTER_NO))
		return;
	if (likely(answer == FILTER_YES))
		hit_watched(trigger, record);
	else
		hist_lose(trigger, hist_map_now(trigger->hist));
}

/* Rejects most hits without a call. @plain: the form is HIST_KEY_NUMBER, and no poller waits. */
static __always_inline void hit_filtered(struct hist_trigger *trigger,
					 const void *record, const bool plain)
{
	const struct filter_op *op = trigger->trigger.ops;
	int answer = filter_try(&op, record);

	if (answer == FILTER_NO)
		return;
	if (unlikely(answer != FILTER_YES))
		hit_if(trigger, record, op);
	else if (plain)
		hit_accepted(trigger, record);
	else
		hit_watched(trigger, record);
}

static noinline void hit_in_state(struct hist_trigger *trigger,
				  const void *record,
				  unsigned int state)
{
	state &= TRIGGER_FLAGS;
	if (likely(!state)) {
		hit_dispatch(trigger, record);
		return;
	}
	if (state & (TRIGGER_PAUSED | TRIGGER_HELD))
		return;
	if (state & TRIGGER_FILTERED)
		hit_filtered(trigger, record, false);
	else
		hit_watched(trigger, record);
}

/*
 * Runs a hit whose @state is not 0: the trigger's form is not HIST_KEY_NUMBER, or
 * one of its TRIGGER_FLAGS is set.
 */
static __always_inline void hit_in_form(struct hist_trigger *trigger,
					const void *record, unsigned int state)
{
	/* With one of TRIGGER_FLAGS set, @state equals no TRIGGER_FORM(). */
	if (state == TRIGGER_FORM(HIST_HIT_LATENCY)) {
		hist_hit_latency(trigger, record);
	} else if (state > TRIGGER_FORM(HIST_HIT_LATENCY)) {
		if (state == TRIGGER_FORM(HIST_HIT_STAMP))
			hist_hit_stamp(trigger, record);
		else if (state == TRIGGER_FORM(HIST_KEY_THREE))
			hit_three(trigger, record);
		else if (state == TRIGGER_FORM(HIST_KEY_PAIR_LOG2))
			hit_pair_log2(trigger, record);
		else if (state == TRIGGER_FORM(HIST_HIT_FORGET))
			hit_forget(trigger, record);
		else if (state == TRIGGER_FORM(HIST_KEY_PINNED))
			hit_chains(trigger, record);
		else if (state == TRIGGER_FORM(HIST_HIT_PINNED_NUMBER))
			hist_hit_pinned_number(trigger, record);
		else
			hit_in_state(trigger, record, state);
	} else if (state == TRIGGER_FILTERED) {
		hit_filtered(trigger, record, true);
	} else if (state == TRIGGER_FORM(HIST_KEY_PAIR)) {
		hit_pair(trigger, record);
	} else if (state == TRIGGER_FORM(HIST_KEY_COMM)) {
		hit_comm(trigger, record);
	} else if (state == TRIGGER_FORM(HIST_KEY_WORD)) {
		hit_word(trigger, record);
	} else if (state == TRIGGER_FORM(HIST_HIT_STATS)) {
		hist_hit_stats(trigger, record);
	} else {
		hit_in_state(trigger, record, state);
	}
}

/* Hits that hit_number() does not run end in a tail call, so this function saves no registers. */
void hist_hit(struct trigger *base, const void *record)
{
	struct hist_trigger *trigger = to_hist_trigger(base);
	unsigned int state = READ_ONCE(base->state);

	BUILD_BUG_ON(TRIGGER_FORM(HIST_KEY_NUMBER) != 0);
	if (unlikely(state))
		hit_in_form(trigger, record, state);
	else
		hit_number(trigger, record);
}
