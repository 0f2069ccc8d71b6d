// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a filter, see run.h. filter_try() runs only the most frequent tests,
 * inline; this file runs all tests.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../compat/unaligned.h"
#include "../../event/hot/memory.h"
#include "../../event/hot/scratch.h"
#include "../../event/record.h"
#include "../../record/hot/context.h"
#include "../../record/task_id.h"
#include "../pattern.h"
#include "run.h"

/*
 * Compares a pattern with the start of a string that a field points to. One
 * byte more than the pattern is enough to decide, and fits on the stack.
 * match_long() may need the whole string, and reads it into scratch memory.
 */
static noinline bool match_short(const struct filter_op *op,
				 unsigned long from, bool user)
{
	char text[FILTER_STRING_MAX + 1] __uninitialized;
	int len;

	len = memory_read_string(text, from, op->pattern->len + 1, user);
	if (len < 0)
		return false;
	return filter_pattern_match(op->pattern, text, len) != op->negate;
}

static noinline int match_long(const struct filter_op *op, unsigned long from,
			       bool user)
{
	char *text = scratch_alloc(FILTER_POINTER_MAX);
	bool holds = false;
	int len;

	if (!text)
		return FILTER_NO_MEM;
	len = memory_read_string(text, from, FILTER_POINTER_MAX - 1, user);
	if (len >= 0)
		holds = filter_pattern_match(op->pattern, text, len) !=
			op->negate;
	scratch_free(FILTER_POINTER_MAX);
	return holds;
}

static noinline int match_pointer(const struct filter_op *op,
				  const void *record, bool user)
{
	unsigned long from = *(const unsigned long *)(record + op->offset);

	if (op->pattern->kind <= FILTER_MATCH_FRONT)
		return match_short(op, from, user);
	return match_long(op, from, user);
}

static __always_inline const void *filter_located(const void *record,
						  const struct filter_op *op,
						  bool relative,
						  unsigned int *size)
{
	const u32 *field = record + op->offset;
	const struct data_loc loc = relative ? rel_loc(field) :
					       data_loc(record, field);

	*size = loc.len;
	return loc.data;
}

/* Runs the test of a string. Returns true, false or FILTER_NO_MEM. */
static __always_inline int holds_string(const struct filter_op *op,
					const void *record)
{
	unsigned int size = op->size;
	const char *text;

	switch (op->code) {
	case FILTER_OP_CHARS:
		text = record + op->offset;
		/* Size 0 marks a flexible array at the end of the record. */
		if (!size)
			size = strnlen(text, FILTER_POINTER_MAX);
		break;
	case FILTER_OP_STRING:
		text = filter_located(record, op, false, &size);
		break;
	case FILTER_OP_REL_STRING:
		text = filter_located(record, op, true, &size);
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

/* Returns 0 for words beyond the mask's end. */
static __always_inline unsigned long mask_word(const unsigned long *mask,
					       unsigned int size,
					       unsigned int i)
{
	return (i + 1) * sizeof(long) <= size ? get_unaligned(mask + i) : 0;
}

static noinline bool holds_mask(const struct filter_op *op, const void *record)
{
	const unsigned long *mask;
	unsigned int size, i;

	mask = filter_located(record, op, op->load, &size);
	for (i = 0; i < BITS_TO_LONGS(nr_cpumask_bits); i++) {
		unsigned long word = mask_word(mask, size, i);

		/* Bits of the last word that belong to no CPU may be set. */
		if (i == nr_cpumask_bits / BITS_PER_LONG)
			word &= BITMAP_LAST_WORD_MASK(nr_cpumask_bits);
		if (op->code == FILTER_OP_CPUMASK_INTERSECTS) {
			if (word & op->cpus[i])
				return true;
		} else if (word != op->cpus[i]) {
			return op->negate;
		}
	}
	return op->code == FILTER_OP_CPUMASK_EQUAL && !op->negate;
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

/*
 * Is a number in the range of @op? @mask has the width of the number's type, at
 * which the subtraction wraps.
 */
static __always_inline bool holds_in(u64 number, const struct filter_op *op,
				     u64 mask)
{
	return ((number - op->low) & mask) <= op->span;
}

/*
 * Not inlined, so that holds_number() does not save a register for the call of
 * record_task_id().
 */
static noinline bool holds_task_id(const struct filter_op *op)
{
	return holds_in(record_task_id(op->offset), op, U64_MAX);
}

static noinline bool holds_number(const struct filter_op *op, const void *from)
{
	if (op->code == FILTER_OP_CPU)
		return holds_in(raw_smp_processor_id(), op, U32_MAX);
	if (op->code == FILTER_OP_U16)
		return holds_in(*(const u16 *)from, op, U16_MAX);
	if (op->code == FILTER_OP_U8)
		return holds_in(*(const u8 *)from, op, U8_MAX);
	if (op->code == FILTER_OP_CONTEXT_FLAGS)
		return holds_in(record_context_flags(), op, U8_MAX);
	if (op->code < FILTER_OP_LAZY_COUNT)
		return holds_in(record_preempt_count(), op, U8_MAX);
	if (op->code == FILTER_OP_LAZY_COUNT)
		return holds_in(lazy_count(), op, U8_MAX);
	return holds_task_id(op);
}

static noinline bool holds_rare(const struct filter_op *op, const void *record)
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

/* Runs a test that filter_try() does not run. Returns true, false or FILTER_NO_MEM. */
static __always_inline int filter_holds(const struct filter_op *op,
					const void *record)
{
	if (op->code >= FILTER_OP_CHARS && op->code <= FILTER_OP_STRING_LAST)
		return holds_string(op, record);
	if (op->code == FILTER_OP_PID)
		return holds_in(current->pid, op, U32_MAX);
	return holds_rare(op, record);
}

int filter_match_from(const struct filter_op *op, const void *record)
{
	int held, next;

	for (;;) {
		held = filter_holds(op, record);
		if (unlikely(held == FILTER_NO_MEM))
			return FILTER_NO_MEM;
		next = held ? op->yes : op->no;
		if (next <= FILTER_NO)
			return next;
		op = (const void *)op + next;
		next = filter_try(&op, record);
		if (next != FILTER_GO_ON)
			return next;
	}
}

int filter_match(const struct filter *filter, const void *record)
{
	const struct filter_op *op = filter->ops;
	int answer = filter_try(&op, record);

	if (answer != FILTER_GO_ON)
		return answer;
	return filter_match_from(op, record);
}

/* Runs any test, also of a variable. Returns true, false or FILTER_NO_MEM. */
static __always_inline int holds_any(const struct filter_op *op,
				     const void *record, const u64 *vars)
{
	const void *from = record + op->offset;

	if (op->code == FILTER_OP_VAR)
		return holds_in(vars[op->offset], op, U64_MAX);
	if (op->code == FILTER_OP_U64)
		return holds_in(*(const u64 *)from, op, U64_MAX);
	if (op->code == FILTER_OP_U32)
		return holds_in(*(const u32 *)from, op, U32_MAX);
	return filter_holds(op, record);
}

int filter_match_vars(const struct filter *filter, const void *record,
		      const u64 *vars)
{
	const struct filter_op *op = filter->ops;
	int held, next;

	for (;;) {
		held = holds_any(op, record, vars);
		if (unlikely(held == FILTER_NO_MEM))
			return FILTER_NO_MEM;
		next = held ? op->yes : op->no;
		if (next <= FILTER_NO)
			return next;
		op = (const void *)op + next;
	}
}
