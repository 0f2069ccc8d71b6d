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
#include <linux/log2.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include <asm/unaligned.h>

#include "../compat/compiler.h"
#include "../compat/stack.h"
#include "../record/context.h"
#include "../record/record.h"
#include "hist.h"
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

static noinline notrace u64 load_rare(const struct hist_plan *plan,
				      const struct hist_op *op)
{
	switch (op->code) {
	case HIST_OP_TIME:
		return plan->clock();
	case HIST_OP_TIME_USECS:
		return div_u64(plan->clock(), NSEC_PER_USEC);
	case HIST_OP_CONTEXT_FLAGS:
		return record_context_flags();
	case HIST_OP_PREEMPT_COUNT:
		return record_preempt_count();
	default:
		return op->number;
	}
}

static noinline notrace u64 reshape(const struct hist_op *op, u64 value)
{
	if (op->shape == HIST_SHAPE_LOG2)
		return value > 1 ? ilog2(value - 1) + 1 : 0;
	return value - value % op->number;
}

/* What can be loaded without a call; see HIST_OP_NUMBER_LAST. */
static __always_inline u64 load_number(const struct hist_op *op,
				       const void *record)
{
	const void *from = record + op->offset;

	if (op->code == HIST_OP_U64)
		return *(const u64 *)from;
	if (op->code == HIST_OP_S32)
		return *(const s32 *)from;
	if (op->code == HIST_OP_U32)
		return *(const u32 *)from;
	if (op->code == HIST_OP_PID)
		return current->pid;
	if (op->code == HIST_OP_S16)
		return *(const s16 *)from;
	if (op->code == HIST_OP_U16)
		return *(const u16 *)from;
	if (op->code == HIST_OP_S8)
		return *(const s8 *)from;
	if (op->code == HIST_OP_U8)
		return *(const u8 *)from;
	return raw_smp_processor_id();
}

static __always_inline u64 load_word(const struct hist_plan *plan,
				     const struct hist_op *op,
				     const void *record)
{
	u64 value;

	if (likely(op->code <= HIST_OP_NUMBER_LAST))
		value = load_number(op, record);
	else
		value = load_rare(plan, op);
	if (unlikely(op->shape != HIST_SHAPE_AS_IS))
		value = reshape(op, value);
	return value;
}

#define BYTES_01	0x0101010101010101ULL
#define BYTES_80	0x8080808080808080ULL

/* Not zero when one of eight bytes is; the lowest bit says which. */
static __always_inline u64 find_nul(u64 word)
{
	return (word - BYTES_01) & ~word & BYTES_80;
}

/* The bytes of a word below the NUL that find_nul() found. */
static __always_inline u64 below_nul(u64 word, u64 nul)
{
	return word & ((nul & -nul) - 1) >> 7;
}

/*
 * Copies a text of at most @size bytes into words, up to its NUL, without
 * regard to what stands behind it. Returns how many words were written.
 */
static __always_inline unsigned int copy_text(u64 *to, const char *from,
					      unsigned int size)
{
	unsigned int n = 0, shift;
	u64 word, nul;

	for (; size >= sizeof(u64); size -= sizeof(u64)) {
		word = get_unaligned_le64(from);
		nul = find_nul(word);
		if (nul) {
			to[n++] = below_nul(word, nul);
			return n;
		}
		to[n++] = word;
		from += sizeof(u64);
	}
	if (size) {
		word = 0;
		for (shift = 0; size-- && *from; shift += 8)
			word |= (u64)(u8)*from++ << shift;
		to[n++] = word;
	}
	return n;
}

/* A char array: its words, zeros behind the text, a zero at the very end. */
static __always_inline unsigned int load_chars(u64 *key, const char *from,
					       unsigned int size)
{
	unsigned int words = DIV_ROUND_UP(size, sizeof(u64));
	unsigned int n = copy_text(key, from, size);

	while (n < words)
		key[n++] = 0;
	key[words - 1] &= ~0ULL >> 8;
	return words;
}

/* A string of no fixed length: a word that counts its words, then they. */
static noinline notrace unsigned int load_text(u64 *key, const char *from,
					       unsigned int size)
{
	if (size > HIST_STRING_MAX - 1)
		size = HIST_STRING_MAX - 1;
	key[0] = copy_text(key + 1, from, size);
	/* The same key, whether the NUL was counted in the size or not. */
	if (key[0] && !key[key[0]])
		key[0]--;
	return 1 + key[0];
}

static noinline notrace unsigned int load_pointer(u64 *key, const char *from)
{
	char text[HIST_STRING_MAX] __uninitialized;
	unsigned int len = 0, step;

	/* Never over the end of a page that the text does not reach. */
	while (len < HIST_STRING_MAX - 1) {
		step = sizeof(u64) - ((unsigned long)(from + len) &
				      (sizeof(u64) - 1));
		step = min_t(unsigned int, step, HIST_STRING_MAX - 1 - len);
		if (copy_from_kernel_nofault(text + len, from + len, step)) {
			if (!len)
				return load_text(key, "(fault)", 7);
			break;
		}
		if (memchr(text + len, 0, step)) {
			len += step;
			break;
		}
		len += step;
	}
	return load_text(key, text, len);
}

/* The stack above the tracepoint: a word with its depth, then addresses. */
static __always_inline unsigned int load_stack(u64 *key,
					       const struct event *event)
{
	struct stack_skip skip = { event->iterator, event->iterator_size };

	BUILD_BUG_ON(sizeof(unsigned long) != sizeof(u64));
	BUILD_BUG_ON(HIST_STACK_WORDS < 1 + HIST_STACK_DEPTH + STACK_SLACK);
	key[0] = stack_collect((unsigned long *)(key + 1), HIST_STACK_DEPTH,
			       skip);
	return 1 + key[0];
}

static __always_inline unsigned int load_words(const struct hist_op *op,
					       u64 *key,
					       const struct event *event,
					       const void *record)
{
	const void *from = record + op->offset;
	u32 where;

	switch (op->code) {
	case HIST_OP_STRING:
		where = *(const u32 *)from;
		return load_text(key, record + (where & 0xffff), where >> 16);
	case HIST_OP_REL_STRING:
		where = *(const u32 *)from;
		return load_text(key, from + sizeof(u32) + (where & 0xffff),
				 where >> 16);
	case HIST_OP_POINTER_STRING:
		return load_pointer(key, *(const char *const *)from);
	case HIST_OP_STACK:
		return load_stack(key, event);
	default:
		return 0;
	}
}

static __always_inline unsigned int
build_key(const struct hist_plan *plan, u64 *key, const struct event *event,
	  const void *record)
{
	const struct hist_op *op = plan->ops_keys, *end = op + plan->nr_keys;
	u64 *to = key;

	for (; op < end; op++) {
		if (likely(hist_op_is_word(op)))
			*to++ = load_word(plan, op, record);
		else if (op->code == HIST_OP_CHARS)
			to += load_chars(to, record + op->offset, op->size);
		else if (op->code == HIST_OP_COMM)
			to += load_chars(to, current->comm, TASK_COMM_LEN);
		else
			to += load_words(op, to, event, record);
	}
	return to - key;
}

static __always_inline void add_numbers(const struct hist_plan *plan,
					local_t *sums, const void *record)
{
	const struct hist_op *op = plan->ops_vals;
	const struct hist_op *end = op + plan->nr_vals - 1;

	do {
		local_add(load_number(op, record), ++sums);
	} while (++op < end);
}

static noinline notrace void add_values(const struct hist_plan *plan,
					local_t *sums, const void *record)
{
	const struct hist_op *op = plan->ops_vals;
	const struct hist_op *end = op + plan->nr_vals - 1;

	if (likely(plan->plain_vals)) {
		add_numbers(plan, sums, record);
		return;
	}
	do {
		local_add(load_word(plan, op, record), ++sums);
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

static noinline notrace void hit_word(struct hist_trigger *trigger,
				      const void *record)
{
	const struct hist_plan *plan = &trigger->plan;
	u64 key = load_word(plan, plan->ops_keys, record);

	count(trigger, hist_map_find_word(&trigger->hist->map, key), record);
}

static noinline notrace void hit_short(struct hist_trigger *trigger,
				       const void *record)
{
	u64 key[HIST_SHORT_KEY_WORDS] __uninitialized;
	unsigned int words;

	words = build_key(&trigger->plan, key, trigger->trigger.file->event,
			  record);
	count(trigger, hist_map_find(&trigger->hist->map, key, words), record);
}

/* Two numbers, or sixteen characters. */
static noinline notrace void hit_pair(struct hist_trigger *trigger,
				      const void *record)
{
	const struct hist_op *op = trigger->plan.ops_keys;
	u64 first, second, nul;
	const char *text;
	local_t *sums;

	if (op->code <= HIST_OP_NUMBER_LAST) {
		first = load_number(op, record);
		second = load_number(op + 1, record);
	} else {
		text = op->code == HIST_OP_COMM ? current->comm :
						  record + op->offset;
		first = get_unaligned_le64(text);
		nul = find_nul(first);
		if (nul) {
			first = below_nul(first, nul);
			second = 0;
		} else {
			second = get_unaligned_le64(text + 8) & ~0ULL >> 8;
			second = below_nul(second, find_nul(second));
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

/* Such a key is too large for the stack of whoever is traced. */
static noinline notrace void hit_long(struct hist_trigger *trigger,
				      const void *record)
{
	unsigned int size = trigger->plan.key_words * sizeof(u64), words;
	struct event_file *file = trigger->trigger.file;
	u64 *key = record_push(size);
	long index = -1;

	if (likely(key)) {
		words = build_key(&trigger->plan, key, file->event, record);
		index = hist_map_find(&trigger->hist->map, key, words);
		record_pop(size);
	}
	count(trigger, index, record);
}

static __always_inline void hit_any(struct hist_trigger *trigger,
				    const void *record)
{
	u8 form = trigger->plan.key_form;

	if (form == HIST_KEY_PAIR)
		hit_pair(trigger, record);
	else if (form == HIST_KEY_SHORT)
		hit_short(trigger, record);
	else if (form == HIST_KEY_LONG)
		hit_long(trigger, record);
	else
		hit_word(trigger, record);
}

/* A number that is not in the map yet. */
static noinline notrace void hit_new(struct hist_trigger *trigger,
				     const void *record, u64 stored, u32 slot)
{
	long index = hist_map_insert_word(&trigger->hist->map, stored, slot);

	count(trigger, index, record);
}

/* A hit that counts, of a trigger of which the state says something. */
static noinline notrace void hit_watched(struct hist_trigger *trigger,
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
	if (READ_ONCE(trigger->hist->wake) && xchg(&trigger->hist->wake, 0))
		irq_work_queue(&wake_work);
}

/* A hit that no record could be built for. */
notrace void hist_lost(struct trigger *base)
{
	if (!(READ_ONCE(base->state) & (TRIGGER_PAUSED | TRIGGER_HELD)))
		hist_map_drop(&to_hist_trigger(base)->hist->map);
}

static noinline notrace void hit_if(struct hist_trigger *trigger,
				    const void *record,
				    const struct filter_op *op)
{
	if (filter_match_from(op, record))
		hit_watched(trigger, record);
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

static noinline notrace void hit_in_state(struct hist_trigger *trigger,
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
notrace void hist_hit(struct trigger *base, const void *record)
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
	if (unlikely(trigger->plan.key_form != HIST_KEY_NUMBER)) {
		hit_any(trigger, record);
		return;
	}
	map = &trigger->hist->map;
	stored = load_number(trigger->plan.ops_keys, record);
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
