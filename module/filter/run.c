// SPDX-License-Identifier: GPL-2.0
/*
 * The hot path of filters: from a record to yes or no.
 *
 * All of it runs in any context, NMI included: nothing here allocates, waits,
 * takes a lock or may be traced. The comparisons that most filters are made
 * of are inlined (filter_try()), what is rarer is kept out of line.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../compat/compiler.h"
#include "../compat/unaligned.h"
#include "../event/hot/scratch.h"
#include "../event/record.h"
#include "../record/context.h"
#include "pattern.h"
#include "run.h"

/* What is read at once behind a pointer; never crosses a page. */
#define CHUNK	64

/*
 * Reads what is left of a chunk. Only a chunk that lies in one page can be
 * read as a whole whenever its first byte can be.
 */
static __always_inline unsigned int read_chunk(char *to, unsigned long from,
					       unsigned int room, bool user)
{
	unsigned int size = CHUNK - (from & (CHUNK - 1));
	long ret;

	if (size > room)
		size = room;
	if (user)
		ret = copy_from_user_nofault(to, (const void __user *)from,
					     size);
	else
		ret = copy_from_kernel_nofault(to, (const void *)from, size);
	return ret ? 0 : size;
}

/*
 * Copies a string of which no more than @room bytes are wanted, its NUL among
 * them. Returns its length, below 0 when it cannot be read.
 */
static notrace int copy_string(char *to, unsigned long from,
			       unsigned int room, bool user)
{
	unsigned int len = 0, size, part;

	while (len < room) {
		size = read_chunk(to + len, from + len, room - len, user);
		if (!size)
			return -EFAULT;
		part = strnlen(to + len, size);
		len += part;
		if (part < size)
			return len;
	}
	return room;
}

/*
 * What a pattern that is no glob needs to see of a string fits on the stack;
 * for the others room is taken where records are.
 */
static noinline notrace bool match_short(const struct filter_op *op,
					 unsigned long from, bool user)
{
	char text[FILTER_STRING_MAX + 1] __uninitialized;
	int len;

	len = copy_string(text, from, op->pattern->len + 1, user);
	if (len < 0)
		return false;
	return filter_pattern_match(op->pattern, text, len) != op->negate;
}

static noinline notrace bool match_long(const struct filter_op *op,
					unsigned long from, bool user)
{
	char *text = scratch_alloc(FILTER_POINTER_MAX);
	bool holds = false;
	int len;

	if (!text)
		return false;
	len = copy_string(text, from, FILTER_POINTER_MAX - 1, user);
	if (len >= 0)
		holds = filter_pattern_match(op->pattern, text, len) !=
			op->negate;
	scratch_free(FILTER_POINTER_MAX);
	return holds;
}

static noinline notrace bool match_pointer(const struct filter_op *op,
					   const void *record, bool user)
{
	unsigned long from = *(const unsigned long *)(record + op->offset);

	if (op->pattern->kind <= FILTER_PATTERN_STARTS)
		return match_short(op, from, user);
	return match_long(op, from, user);
}

static __always_inline struct data_loc located(const void *record,
					       const struct filter_op *op,
					       bool relative)
{
	const u32 *field = record + op->offset;

	return relative ? rel_loc(field) : data_loc(record, field);
}

static __always_inline bool holds_string(const struct filter_op *op,
					 const void *record)
{
	unsigned int size = op->size;
	struct data_loc loc;
	const char *text;

	switch (op->code) {
	case FILTER_OP_CHARS:
		text = record + op->offset;
		/* An array at the end of the record that has no length. */
		if (!size)
			size = strnlen(text, FILTER_POINTER_MAX);
		break;
	case FILTER_OP_STRING:
		loc = located(record, op, false);
		text = loc.data;
		size = loc.len;
		break;
	case FILTER_OP_REL_STRING:
		loc = located(record, op, true);
		text = loc.data;
		size = loc.len;
		break;
	case FILTER_OP_COMM_STRING:
		text = current->comm;
		size = TASK_COMM_LEN;
		break;
	default:
		return match_pointer(op, record,
				     op->code == FILTER_OP_USER_POINTER);
	}
	return filter_pattern_match(op->pattern, text, size) != op->negate;
}

/* A word of the mask in a record; there is nothing behind its end. */
static __always_inline unsigned long mask_word(const unsigned long *mask,
					       unsigned int size,
					       unsigned int i)
{
	return (i + 1) * sizeof(long) <= size ? get_unaligned(mask + i) : 0;
}

static noinline notrace bool holds_mask(const struct filter_op *op,
					const void *record)
{
	const struct data_loc loc = located(record, op, op->load);
	const unsigned long *mask = loc.data;
	unsigned int i;

	for (i = 0; i < BITS_TO_LONGS(nr_cpumask_bits); i++) {
		unsigned long word = mask_word(mask, loc.len, i);

		if (op->code == FILTER_OP_MASK_MEETS_LIST) {
			if (word & op->cpus[i])
				return true;
		} else if (word != op->cpus[i]) {
			return op->negate;
		}
	}
	return op->code == FILTER_OP_MASK_IS_LIST && !op->negate;
}

static __always_inline u64 load_number(u8 code, const void *from)
{
	switch (code) {
	case FILTER_OP_U64:
		return *(const u64 *)from;
	case FILTER_OP_U32:
		return *(const u32 *)from;
	case FILTER_OP_U16:
		return *(const u16 *)from;
	case FILTER_OP_U8:
		return *(const u8 *)from;
	case FILTER_OP_PID:
		return current->pid;
	case FILTER_OP_CPU:
		return raw_smp_processor_id();
	case FILTER_OP_CONTEXT_FLAGS:
		return record_context_flags();
	case FILTER_OP_PREEMPT_COUNT:
		return record_preempt_count();
	default:
		return lazy_count();
	}
}

/* @mask: the width of the number, so that it wraps where its type does. */
static __always_inline bool holds_in(u64 number, const struct filter_op *op,
				     u64 mask)
{
	return ((number - op->low) & mask) <= op->span;
}

static noinline notrace bool holds_number(const struct filter_op *op,
					  const void *from)
{
	if (op->code == FILTER_OP_CPU)
		return holds_in(raw_smp_processor_id(), op, U32_MAX);
	if (op->code == FILTER_OP_U16)
		return holds_in(*(const u16 *)from, op, U16_MAX);
	/* All others are bytes. */
	return holds_in(load_number(op->code, from), op, U8_MAX);
}

static noinline notrace bool holds_rare(const struct filter_op *op,
					const void *record)
{
	const void *from = record + op->offset;
	u64 number;

	if (op->code <= FILTER_OP_NUMBER_LAST)
		return holds_number(op, from);
	if (op->code == FILTER_OP_BITS)
		return load_number(op->load, from) & op->bits;
	if (op->code != FILTER_OP_CPU_IN_LIST)
		return holds_mask(op, record);
	number = load_number(op->load, from);
	return number < nr_cpu_ids && test_bit(number, op->cpus);
}

static __always_inline bool holds(const struct filter_op *op,
				  const void *record)
{
	if (op->code >= FILTER_OP_CHARS && op->code <= FILTER_OP_STRING_LAST)
		return holds_string(op, record);
	if (op->code == FILTER_OP_PID)
		return holds_in(current->pid, op, U32_MAX);
	return holds_rare(op, record);
}

notrace bool filter_match_from(const struct filter_op *op, const void *record)
{
	int next;

	for (;;) {
		next = holds(op, record) ? op->yes : op->no;
		if (next <= FILTER_NO)
			return next;
		op = (const void *)op + next;
		next = filter_try(&op, record);
		if (next != FILTER_GO_ON)
			return next;
	}
}

notrace bool filter_match(const struct filter *filter, const void *record)
{
	const struct filter_op *op = filter->ops;
	int answer = filter_try(&op, record);

	if (answer != FILTER_GO_ON)
		return answer;
	return filter_match_from(op, record);
}
