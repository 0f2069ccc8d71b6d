// SPDX-License-Identifier: GPL-2.0
/*
 * The hot path of hist triggers: from a record to a bumped sum.
 *
 * All of it runs in any context, NMI included: nothing here allocates, waits,
 * takes a lock or may be traced, and everything it reads was built before the
 * trigger was published. Each instruction counts, so the short forms of keys
 * are inlined and what is rare is kept out of line.
 */
#include <linux/irq_work.h>
#include <linux/wait.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "../hist.h"
#include "load.h"
#include "run.h"

DECLARE_WAIT_QUEUE_HEAD(hist_wait);

static void wake_watchers(struct irq_work *work)
{
	wake_up_all(&hist_wait);
}

static DEFINE_IRQ_WORK(wake_work, wake_watchers);

void hist_run_exit(void)
{
	irq_work_sync(&wake_work);
}

static __always_inline unsigned int
build_key(const struct hist_plan *plan, u64 *key,
	  const struct event_file *file, const void *record)
{
	const struct hist_op *op = plan->ops_keys, *end = op + plan->nr_keys;
	u64 *to = key;

	for (; op < end; op++) {
		if (likely(hist_op_is_plain(op)))
			*to++ = hist_load_number(op, record);
		else if (hist_op_is_word(op))
			*to++ = hist_load_word(plan, op, record);
		else if (op->code == HIST_OP_CHARS)
			to += hist_load_chars(to, record + op->offset, op->size);
		else if (op->code == HIST_OP_COMM)
			to += hist_load_chars(to, current->comm, TASK_COMM_LEN);
		else
			to += hist_load_words(op, to, file->event, record);
	}
	return to - key;
}

static __always_inline void add_numbers(const struct hist_plan *plan,
					local_t *sums, const void *record)
{
	const struct hist_op *op = plan->ops_vals;
	const struct hist_op *end = op + plan->nr_vals - 1;

	do {
		local_add(hist_load_number(op, record), ++sums);
	} while (++op < end);
}

static noinline void add_values(const struct hist_plan *plan,
				local_t *sums, const void *record)
{
	const struct hist_op *op = plan->ops_vals;
	const struct hist_op *end = op + plan->nr_vals - 1;

	if (likely(plan->plain_vals)) {
		add_numbers(plan, sums, record);
		return;
	}
	do {
		local_add(hist_load_word(plan, op, record), ++sums);
	} while (++op < end);
}

/* Counts a hit whose key was searched for; gives the sums of its values. */
static __always_inline local_t *count_hit(struct hist_trigger *trigger,
					  long index)
{
	struct hist_map *map = &trigger->hist->map;
	local_t *sums;

	if (unlikely(index < 0)) {
		hist_map_drop(map);
		return NULL;
	}
	sums = hist_map_sums(map, index);
	local_inc(sums);
	return trigger->plan.nr_vals > 1 ? sums : NULL;
}

static __always_inline void count(struct hist_trigger *trigger, long index,
				  const void *record)
{
	local_t *sums = count_hit(trigger, index);

	if (sums)
		add_values(&trigger->plan, sums, record);
}

static noinline void hit_word(struct hist_trigger *trigger,
			      const void *record)
{
	const struct hist_plan *plan = &trigger->plan;
	u64 key = hist_load_word(plan, plan->ops_keys, record);

	count(trigger, hist_map_find_word(&trigger->hist->map, key), record);
}

static noinline void hit_short(struct hist_trigger *trigger,
			       const void *record)
{
	u64 key[HIST_SHORT_KEY_WORDS] __uninitialized;
	unsigned int words;

	words = build_key(&trigger->plan, key, trigger->trigger.file, record);
	count(trigger, hist_map_find(&trigger->hist->map, key, words), record);
}

/* Two numbers, or sixteen characters. */
static noinline void hit_pair(struct hist_trigger *trigger,
			      const void *record)
{
	const struct hist_op *op = trigger->plan.ops_keys;
	u64 first, second, nul;
	const char *text;
	local_t *sums;

	if (op->code <= HIST_OP_NUMBER_LAST) {
		first = hist_load_number(op, record);
		second = hist_load_number(op + 1, record);
	} else {
		text = op->code == HIST_OP_COMM ? current->comm :
						  record + op->offset;
		first = get_unaligned_le64(text);
		nul = hist_find_nul(first);
		if (nul) {
			first = hist_below_nul(first, nul);
			second = 0;
		} else {
			second = get_unaligned_le64(text + 8) & ~0ULL >> 8;
			second = hist_below_nul(second, hist_find_nul(second));
		}
	}
	sums = count_hit(trigger, hist_map_find_pair(&trigger->hist->map,
						     first, second));
	if (!sums)
		return;
	if (likely(trigger->plan.plain_vals))
		add_numbers(&trigger->plan, sums, record);
	else
		add_values(&trigger->plan, sums, record);
}

static __always_inline u64 load_key_word(const struct hist_plan *plan,
					 const struct hist_op *op,
					 const void *record)
{
	return likely(hist_op_is_plain(op)) ? hist_load_number(op, record) :
					      hist_load_word(plan, op, record);
}

static noinline void hit_three(struct hist_trigger *trigger,
			       const void *record)
{
	const struct hist_plan *plan = &trigger->plan;
	const struct hist_op *op = plan->ops_keys;
	u64 first, second, third;

	first = load_key_word(plan, &op[0], record);
	second = load_key_word(plan, &op[1], record);
	third = load_key_word(plan, &op[2], record);
	count(trigger, hist_map_find_three(&trigger->hist->map, first, second,
					   third), record);
}

/* Such a key is too large for the stack of whoever is traced. */
static noinline void hit_long(struct hist_trigger *trigger,
			      const void *record)
{
	unsigned int size = trigger->plan.key_words * sizeof(u64), words;
	struct event_file *file = trigger->trigger.file;
	u64 *key = scratch_alloc(size);
	long index = -1;

	if (likely(key)) {
		words = build_key(&trigger->plan, key, file, record);
		index = hist_map_find(&trigger->hist->map, key, words);
		scratch_free(size);
	}
	count(trigger, index, record);
}

static __always_inline void hit_any(struct hist_trigger *trigger,
				    const void *record)
{
	u8 form = trigger->plan.hit_form;

	if (form == HIST_HIT_INTEREVENT_NUMBER)
		hist_hit_interevent_number(trigger, record);
	else if (form == HIST_KEY_PAIR)
		hit_pair(trigger, record);
	else if (form == HIST_KEY_THREE)
		hit_three(trigger, record);
	else if (form == HIST_KEY_SHORT)
		hit_short(trigger, record);
	else if (form == HIST_KEY_LONG)
		hit_long(trigger, record);
	else if (form == HIST_HIT_INTEREVENT)
		hist_hit_interevent(trigger, record);
	else
		hit_word(trigger, record);
}

/* A number that is not in the map yet. */
static noinline void hit_new(struct hist_trigger *trigger,
			     const void *record, u64 stored, u32 slot)
{
	long index = hist_map_insert_word(&trigger->hist->map, stored, slot);

	count(trigger, index, record);
}

/* A hit that counts, of a trigger of which the state says something. */
static noinline void hit_watched(struct hist_trigger *trigger,
				 const void *record)
{
	struct trigger *base = &trigger->trigger;

	hit_any(trigger, record);
	if (likely(!(READ_ONCE(base->state) & TRIGGER_WATCHED)))
		return;
	/*
	 * Whoever is woken must find the hit counted, and whoever goes to sleep
	 * sets @wake first and counts then: one of the two sees the other.
	 */
	smp_mb();
	if (READ_ONCE(trigger->hist->wake) && xchg(&trigger->hist->wake, 0)) {
		atomic_inc(&trigger->hist->news);
		irq_work_queue(&wake_work);
	}
}

/* A hit that no record could be built for. */
void hist_lost(struct trigger *base)
{
	if (!(READ_ONCE(base->state) & (TRIGGER_PAUSED | TRIGGER_HELD)))
		hist_map_drop(&to_hist_trigger(base)->hist->map);
}

static noinline void hit_if(struct hist_trigger *trigger,
			    const void *record,
			    const struct filter_op *op)
{
	int answer = filter_match_from(op, record);

	if (answer == FILTER_YES)
		hit_watched(trigger, record);
	else if (unlikely(answer == FILTER_LOST))
		hist_map_drop(&trigger->hist->map);
}

/* A filter that says no must be cheap: nothing is called for that. */
static __always_inline void hit_filtered(struct hist_trigger *trigger,
					 const void *record)
{
	const struct filter_op *op = trigger->trigger.ops;
	int answer = filter_try(&op, record);

	if (answer == FILTER_NO)
		return;
	if (likely(answer == FILTER_YES))
		hit_watched(trigger, record);
	else
		hit_if(trigger, record, op);
}

static noinline void hit_in_state(struct hist_trigger *trigger,
				  const void *record,
				  unsigned int state)
{
	if (state & (TRIGGER_PAUSED | TRIGGER_HELD))
		return;
	if (state & TRIGGER_FILTERED)
		hit_filtered(trigger, record);
	else
		hit_watched(trigger, record);
}

/*
 * A key of one number that is in the map already is counted here, without a
 * call and so without a register to be saved; all else goes elsewhere.
 */
void hist_hit(struct trigger *base, const void *record)
{
	struct hist_trigger *trigger = to_hist_trigger(base);
	struct hist_map *map;
	unsigned int state;
	u64 stored, found;
	u32 slot;

	state = READ_ONCE(base->state);
	if (unlikely(state)) {
		if (state == TRIGGER_FILTERED)
			hit_filtered(trigger, record);
		else
			hit_in_state(trigger, record, state);
		return;
	}
	if (unlikely(trigger->plan.hit_form != HIST_KEY_NUMBER)) {
		hit_any(trigger, record);
		return;
	}
	map = &trigger->hist->map;
	stored = hist_load_number(trigger->plan.ops_keys, record);
	slot = hist_map_slot(map, stored);
	stored ^= HIST_MAP_MIX;
	for (;;) {
		found = READ_ONCE(map->slots[slot]);
		if (likely(found == stored))
			break;
		if (!found) {
			hit_new(trigger, record, stored, slot);
			return;
		}
		slot = (slot + 1) & map->mask;
	}
	/* The key that mixes to 0 looks like an empty slot. */
	if (unlikely(!found)) {
		hit_new(trigger, record, stored, slot);
		return;
	}
	count(trigger, slot, record);
}
