// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of synthetic events, see ../synth.h.
 *
 * A hist trigger hits a synthetic event within the hit of another event, or of the same
 * one. A hit that is nested too deep is dropped.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../compat/order.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../event/hot/scratch.h"
#include "../../record/hot/context.h"
#include "../synth.h"

/* Maximum nesting depth of synthetic hits in one context. */
#define DEPTH_MAX	8

/*
 * Maximum number of bytes of stack from one synthetic hit to the next within it:
 * 2,048, or more if an option like KASAN makes stacks larger. The deepest path runs
 * hist_hit_pinned(), a synthetic hit, and a probe on that event. With gcc 12,
 * hist_hit_pinned() uses 640 bytes and the probe's record 376. Functions that the
 * innermost hit calls need stack in addition. tests/guest/synth.sh checks this limit.
 */
#define LEVEL_MAX	(THREAD_SIZE / 8)

/*
 * The bytes of stack that must be left for one more synthetic hit. The innermost hit needs most of
 * them for the hits of other events that it causes: of the page fault of something that it reads,
 * or of functions of the kernel that it calls. tests/guest/robust_stack.sh tries both.
 */
#define LAST_MAX	(3 * LEVEL_MAX)

/*
 * A hit that does not run on the task's stack cannot find out how much of its stack is
 * left. It is dropped if the hits around it have used more than this number of bytes. A
 * softirq and the interrupts above it share one stack of a task's size, so each may use
 * BLIND_MAX, and then LEVEL_MAX more. An NMI's stack may have only a quarter of that
 * size, too little for any nested hit.
 */
#define BLIND_MAX	LEVEL_MAX

/*
 * Maximum number of hits within an outermost hit, counted over all depths. Two triggers
 * that hit their own event again would double the number of hits at each level.
 */
#define INNER_MAX	64

/*
 * The nesting of hits on a CPU, in one word, so no interrupt sees half of a change. A change
 * need not be one instruction, because an interrupt leaves the word as it was.
 */
#define NEST_DEPTH	GENMASK_ULL(7, 0)	/* the current depth */
#define NEST_INNER	GENMASK_ULL(15, 8)	/* hits so far within the outermost hit */
#define NEST_INTERRUPTS	BIT_ULL(16)		/* the outermost hit interrupted another */
#define NEST_COUNT_SHIFT	32		/* preempt_count() at the outermost hit */

static DEFINE_PER_CPU(u64, nest);

/* The stack address at which the outermost hit of @nest began. */
static DEFINE_PER_CPU(unsigned long, nest_base);

/* @nest and @nest_base as an interrupt found them. */
struct nest {
	u64 nest;
	unsigned long base;
};

/* For each context, the nesting of hits that it has interrupted. */
static DEFINE_PER_CPU(struct nest [RECORD_CONTEXTS], interrupted);

/* Is too little of the current stack left for one more hit? */
static bool stack_is_short(void)
{
	const void *here = __builtin_frame_address(0);
	unsigned long used, left;

	if (object_is_on_stack(here)) {
		left = here - (const void *)end_of_stack(current);
		return left < LAST_MAX;
	}
	used = raw_cpu_read(nest_base) - (unsigned long)here;
	return in_nmi() || used > BLIND_MAX;
}

static __always_inline u64 nest_first(void)
{
	return (u64)preempt_count() << NEST_COUNT_SHIFT |
	       FIELD_PREP(NEST_DEPTH, 1);
}

/*
 * Begins the outermost hit of a context. A hit that interrupts between the two writes
 * sees @nest, and restores the old @nest_base at its end. The second write then sets the
 * new one.
 */
static __always_inline void nest_begin(u64 first, unsigned long here)
{
	raw_cpu_write(nest, first);
	barrier();
	raw_cpu_write(nest_base, here);
}

/*
 * Begins a hit within another one. Saves @nest and starts at depth 1 if the new hit has
 * interrupted the other one; otherwise counts one more nested hit. Returns false if too
 * many hits are nested.
 */
static noinline bool nest_enter_more(u64 now, unsigned long here)
{
	const unsigned int depth = FIELD_GET(NEST_DEPTH, now);
	const unsigned int context = record_context();
	struct nest *found;

	if (record_context_of(now >> NEST_COUNT_SHIFT) != context) {
		found = &(*raw_cpu_ptr(&interrupted))[context];
		found->nest = now;
		found->base = raw_cpu_read(nest_base);
		nest_begin(nest_first() | NEST_INTERRUPTS, here);
		return true;
	}
	if (depth >= DEPTH_MAX || FIELD_GET(NEST_INNER, now) >= INNER_MAX ||
	    stack_is_short())
		return false;
	raw_cpu_write(nest, now + FIELD_PREP(NEST_DEPTH, 1) +
			    FIELD_PREP(NEST_INNER, 1));
	return true;
}

static noinline void nest_leave_interrupted(void)
{
	const struct nest *found;

	if (FIELD_GET(NEST_DEPTH, raw_cpu_read(nest)) > 1) {
		raw_cpu_dec(nest);
		return;
	}
	found = &(*raw_cpu_ptr(&interrupted))[record_context()];
	raw_cpu_write(nest_base, found->base);
	barrier();
	raw_cpu_write(nest, found->nest);
}

/*
 * Begins a hit. @here is an address on the current stack. Returns false if too many
 * hits are nested.
 */
static __always_inline bool nest_enter(unsigned long here)
{
	u64 now = raw_cpu_read(nest);

	if (unlikely(now & NEST_DEPTH))
		return nest_enter_more(now, here);
	nest_begin(nest_first(), here);
	return true;
}

static __always_inline void nest_leave(void)
{
	if (unlikely(raw_cpu_read(nest) & NEST_INTERRUPTS))
		nest_leave_interrupted();
	else
		raw_cpu_dec(nest);
}

/* Stored in place of a string that could not be read, as in the kernel. */
static const char fault[] = "(fault)";

/*
 * In this file, @only is the one event file to hit, or NULL for all event files that
 * want hits.
 */
static noinline void synth_lose(const struct synth_event *event,
				struct event_file *only)
{
	event_lose_files(&event->event, only);
}

static __always_inline void put_numbers(const struct synth_event *event,
					u64 *to, const u64 *vals)
{
	unsigned long i, nr = event->short_nr;

	for (i = 0; i < nr; i++)
		to[i] = synth_word(event->masks[i], vals[i]);
}

/* The free part of @record for dynamic values, from offset @at to offset @end. */
struct tail {
	void *record;
	unsigned int at;
	unsigned int end;
};

static __always_inline void put_where(void *to, const struct tail *tail,
				      unsigned int len)
{
	*(u64 *)to = 0;
	*(u32 *)to = DATA_LOC(tail->at, len);
}

static __always_inline const char *string_of(u64 val)
{
	return (const char *)(unsigned long)val ?: fault;
}

static void synth_put_chars(char *to, u64 val)
{
	ssize_t len = strscpy(to, string_of(val), SYNTH_STRING_MAX);

	/* Users must not see the old contents of the memory. */
	if (len >= 0)
		memset(to + len, 0, SYNTH_STRING_MAX - len);
}

static bool synth_put_string(void *to, struct tail *tail, u64 val)
{
	unsigned int space = min_t(unsigned int, tail->end - tail->at,
				  SYNTH_STRING_MAX);
	ssize_t len;

	if (!space)
		return false;
	len = strscpy(tail->record + tail->at, string_of(val), space);
	if (len < 0) {
		if (space < SYNTH_STRING_MAX)
			return false;
		len = space - 1;
	}
	put_where(to, tail, len + 1);
	tail->at += len + 1;
	return true;
}

/* A zero ends a stack of fewer than SYNTH_STACK_MAX addresses. */
static bool synth_put_stack(void *to, struct tail *tail, u64 val)
{
	static const unsigned long none[1];
	const unsigned long *stack = (const unsigned long *)(unsigned long)val;
	unsigned int nr, size;

	if (!stack)
		stack = none;
	nr = min_t(unsigned long, stack[0], SYNTH_STACK_MAX);
	size = min(nr + 1, SYNTH_STACK_MAX) * sizeof(*stack);
	if (size > tail->end - tail->at)
		return false;
	memset(tail->record + tail->at + size - sizeof(*stack), 0,
	       sizeof(*stack));
	memcpy(tail->record + tail->at, stack + 1, nr * sizeof(*stack));
	put_where(to, tail, size);
	tail->at += size;
	return true;
}

/* Returns the record's length, or 0 if it does not fit. */
static unsigned int put_values(const struct synth_event *event,
			       void *record, const u64 *vals)
{
	const struct synth_fields *fields = event->fields;
	const struct synth_step *step = event->steps;
	struct tail tail = { record, fields->size, event->record_size };
	bool fits = true;
	unsigned int i;

	for (i = 0; i < fields->nr && fits; i++, step++) {
		void *to = record + step->offset;

		switch (step->kind) {
		case SYNTH_STEP_NUMBER:
			*(u64 *)to = synth_word(step->mask, vals[i]);
			break;
		case SYNTH_STEP_CHARS:
			synth_put_chars(to, vals[i]);
			break;
		case SYNTH_STEP_STRING:
			fits = synth_put_string(to, &tail, vals[i]);
			break;
		case SYNTH_STEP_STACK:
			fits = synth_put_stack(to, &tail, vals[i]);
			break;
		}
	}
	return fits ? tail.at : 0;
}

static noinline bool trace_any(const struct synth_event *event,
			       struct event_file *only, const u64 *vals)
{
	unsigned int size = 0;
	void *record = NULL;

	if (likely(event->fields->size <= event->record_size))
		record = scratch_alloc(event->record_size);
	if (likely(record))
		size = put_values(event, record, vals);
	if (likely(size))
		event_hit_files(&event->event, only, record, size);
	else
		synth_lose(event, only);
	if (likely(record))
		scratch_free(event->record_size);
	return size;
}

/* Returns false if the hit was dropped. */
static __always_inline bool trace_files(const struct synth_event *event,
					struct event_file *only,
					const u64 *vals)
{
	u64 record[SYNTH_HEAD_WORDS + SYNTH_SHORT_MAX] __uninitialized;
	bool fits = true;

	if (unlikely(!nest_enter((unsigned long)record))) {
		synth_lose(event, only);
		return false;
	}
	if (likely(event->short_nr)) {
		/* put_record() fills in the header if the ring stores the record. */
		synth_head_clear(record);
		put_numbers(event, record + SYNTH_HEAD_WORDS, vals);
		event_hit_files(&event->event, only, record, event->short_size);
	} else {
		fits = trace_any(event, only, vals);
	}
	nest_leave();
	return fits;
}

static noinline void hit_all(const struct synth_event *event, u64 *record)
{
	event_hit_files(&event->event, NULL, record, event->short_size);
}

static __always_inline struct event_sole_trigger *sole_of(struct hlist_node *node)
{
	/* Pairs with publish_sole(). */
	return READ_DEPENDENT(hlist_entry(node, struct event_file, in_active)->sole_now);
}

/*
 * Usually, one trigger of one instance wants hits. hit_all() is not inlined, so that the
 * path for this case saves no registers.
 */
void synth_event_hit_record(const struct synth_event *event,
			    u64 *record)
{
	struct hlist_node *first;
	struct event_sole_trigger *sole = NULL;

	if (unlikely(!nest_enter((unsigned long)record))) {
		synth_lose(event, NULL);
		return;
	}
	/* There may be no active file any more since the caller tested synth_event_wanted(). */
	first = READ_DEPENDENT(event->event.active.first);
	if (likely(first) && likely(!READ_ONCE(first->next)))
		sole = sole_of(first);
	if (likely(sole))
		event_hit_partial(sole, record);
	else
		hit_all(event, record);
	nest_leave();
}

void synth_event_hit_wanted(const struct synth_event *event,
			    const u64 *vals)
{
	trace_files(event, NULL, vals);
}

bool synth_event_hit_file(const struct synth_event *event,
			  struct event_file *file, const u64 *vals)
{
	return !READ_ONCE(file->probed) || trace_files(event, file, vals);
}

void *synth_record_start(const struct synth_event *event,
			 struct event_file *file)
{
	void *record = NULL;

	if (!nest_enter((unsigned long)__builtin_frame_address(0))) {
		event_hit_lost(file);
		return NULL;
	}
	if (event->fields->size <= event->record_size)
		record = scratch_alloc(event->record_size);
	if (!record) {
		nest_leave();
		event_hit_lost(file);
		return NULL;
	}
	memset(record, 0, event->fields->size);
	return record;
}

void synth_record_put(const struct synth_event *event, void *record,
		      unsigned int i, u64 val)
{
	const struct synth_step *step = &event->steps[i];

	if (step->kind == SYNTH_STEP_CHARS)
		synth_put_chars(record + step->offset, val);
	else
		*(u64 *)(record + step->offset) = synth_word(step->mask, val);
}

void synth_record_end(const struct synth_event *event,
		      struct event_file *file, void *record)
{
	event_hit(file, record, event->fields->size);
	nest_leave();
	scratch_free(event->record_size);
}
