/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loads numbers, strings, stacks and whole keys from records. Short and common
 * loads are inlined into hits; rare and long ones are in load.c.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_LOAD_H
#define HISTRIG_LOAD_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../../compat/unaligned.h"
#include "../../record/hot/context.h"
#include "../../record/hot/stack.h"
#include "../../ring/hot/clock.h"
#include "../program.h"

struct event;

/**
 * hist_time_now() - read a histogram's clock
 * @program: the trigger's program
 *
 * Return: the time in the unit of the trigger's common_timestamp.
 */
static __always_inline u64 hist_time_now(const struct hist_program *program)
{
	u64 now;

	/* Most triggers use this clock, which is inlined. */
	if (likely(program->clock == histrig_clock_global))
		now = histrig_clock_now();
	else
		now = program->clock();
	return likely(program->usecs) ? div_u64(now, NSEC_PER_USEC) : now;
}

/* hist_load_rare() - load a number by an operation too rare to inline */
u64 hist_load_rare(const struct hist_program *program,
		   const struct hist_op *op);

/* hist_modify() - apply .buckets, .log2 or .log2=K to a number */
u64 hist_modify(const struct hist_op *op, u64 value);

/**
 * hist_read_pointer() - read a string at an address that may be invalid
 * @to: buffer of HIST_STRING_MAX bytes
 * @from: the address, in user or kernel memory
 * @user: read user memory only
 *
 * Return: the length of the string. As in filters and probes, the string is
 * "(fault)" if not all of it can be read.
 */
unsigned int hist_read_pointer(char *to, const char *from, bool user);

/**
 * hist_load_words() - load bytes, a stack or a string without a fixed length
 * @op: the operation, whose code is greater than HIST_OP_COMM
 * @key: where this part of the key begins
 * @event: the event; the frames of its probe are left out of a stack
 * @record: its record
 *
 * Return: the number of words written.
 */
unsigned int hist_load_words(const struct hist_op *op, u64 *key,
			     const struct event *event, const void *record);

/* Loads a number without a call, see HIST_OP_NUMBER_LAST. */
static __always_inline u64 hist_load_number(const struct hist_op *op,
					    const void *record)
{
	const void *from = record + op->offset;

	if (op->code == HIST_OP_S32)
		return *(const s32 *)from;
	if (op->code == HIST_OP_U64)
		return *(const u64 *)from;
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

/*
 * hist_load_number() for fields that are mostly of type int, like pids and
 * priorities. OPTIMIZER_HIDE_VAR() keeps the compiler from merging the load of an
 * int with those of other types.
 */
static __always_inline u64 hist_load_int(const struct hist_op *op,
					 const void *record)
{
	if (likely(op->code == HIST_OP_S32))
		return *(const s32 *)(record + op->offset);
	OPTIMIZER_HIDE_VAR(op);
	return hist_load_number(op, record);
}

static __always_inline u64 hist_load_word(const struct hist_program *program,
					  const struct hist_op *op,
					  const void *record)
{
	u64 value;

	if (likely(op->code <= HIST_OP_NUMBER_LAST))
		value = hist_load_number(op, record);
	else
		value = hist_load_rare(program, op);
	if (op->modifier == HIST_MODIFIER_LOG2)
		value = value > 1 ? ilog2(value - 1) + 1 : 0;
	else if (op->modifier != HIST_MODIFIER_AS_IS)
		value = hist_modify(op, value);
	return value;
}

#define BYTES_01	0x0101010101010101ULL
#define BYTES_80	0x8080808080808080ULL

/*
 * Returns 0 if no byte of @word is 0; otherwise the lowest set bit of the
 * result is the highest bit of the lowest zero byte.
 */
static __always_inline u64 hist_find_nul(u64 word)
{
	return (word - BYTES_01) & ~word & BYTES_80;
}

/* Clears all bytes above the lowest zero byte, which hist_find_nul() found. */
static __always_inline u64 hist_below_nul(u64 word, u64 nul)
{
	return word & ((nul & -nul) - 1) >> 7;
}

/*
 * Copies a string of at most @size bytes up to its NUL, and pads the last word
 * with zeros. Returns the number of words written.
 */
static __always_inline unsigned int hist_copy_text(u64 *to, const char *from,
						   unsigned int size)
{
	unsigned int n = 0, shift;
	u64 word, nul;

	for (; size >= sizeof(u64); size -= sizeof(u64)) {
		word = get_unaligned_le64(from);
		nul = hist_find_nul(word);
		if (nul) {
			to[n++] = hist_below_nul(word, nul);
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

/* Loads a char array, padded with zeros; always zeros the last byte. */
static __always_inline unsigned int hist_load_chars(u64 *key, const char *from,
						    unsigned int size)
{
	unsigned int words = DIV_ROUND_UP(size, sizeof(u64));
	unsigned int n = hist_copy_text(key, from, size);

	while (n < words)
		key[n++] = 0;
	key[words - 1] &= ~0ULL >> 8;
	return words;
}

/* Loads sixteen characters without a loop or a call. */
static __always_inline void hist_load_chars16(u64 *key, const char *from)
{
	u64 word = get_unaligned_le64(from), nul = hist_find_nul(word);

	if (nul) {
		key[0] = hist_below_nul(word, nul);
		key[1] = 0;
		return;
	}
	key[0] = word;
	word = get_unaligned_le64(from + sizeof(u64)) & ~0ULL >> 8;
	key[1] = hist_below_nul(word, hist_find_nul(word));
}

/*
 * A function that loads one word that hist_load_number() cannot load. Callers of
 * hist_load_key() pass a constant, so that the compiler inlines the function.
 */
typedef u64 hist_load_fn(void *context, const struct hist_op *op,
			 const void *record);

/*
 * hist_load_stack() - load up to @depth frames of the kernel stack of a hit; returns the number of
 * words
 */
static __always_inline unsigned int
hist_load_stack(u64 *key, unsigned int depth, const struct event *event, const void *record)
{
	const struct stack_skip skip = record_stack_skip(event, record);

	BUILD_BUG_ON(sizeof(unsigned long) != sizeof(u64));
	BUILD_BUG_ON(HIST_STACK_SLACK < STACK_SLACK);
	key[0] = stack_collect((unsigned long *)(key + 1), depth, &skip);
	return 1 + key[0];
}

/**
 * hist_load_key() - build a key of any layout
 * @program: the program
 * @key: the key
 * @event: the event
 * @record: its record
 * @load_word: loads words that hist_load_number() cannot load
 * @context: passed to @load_word
 *
 * Return: the length of the key in words.
 */
static __always_inline unsigned int
hist_load_key(const struct hist_program *program, u64 *key,
	      const struct event *event, const void *record,
	      hist_load_fn *load_word, void *context)
{
	const struct hist_op *op = program->ops_keys;
	const struct hist_op *end = op + program->nr_keys;
	u64 *to = key;

	for (; op < end; op++) {
		if (likely(hist_op_is_plain(op)))
			*to++ = hist_load_number(op, record);
		else if (hist_op_is_word(op))
			*to++ = load_word(context, op, record);
		else if (op->code == HIST_OP_CHARS)
			to += hist_load_chars(to, record + op->offset,
					      op->size);
		else if (op->code == HIST_OP_COMM)
			to += hist_load_chars(to, current->comm, TASK_COMM_LEN);
		else if (op->code == HIST_OP_STACK)
			to += hist_load_stack(to, op->size, event, record);
		else
			to += hist_load_words(op, to, event, record);
	}
	return to - key;
}

/* Divisors and dividends below 2 to this power are small, see hist_divide_small(). */
#define HIST_DIVIDE_SHIFT	20

/**
 * hist_divide_small() - divide by a small constant that is not a power of two
 * @value: the dividend
 * @packed: the divisor in the lower half, and the factor that multiplies small
 *	dividends in the upper half
 *
 * Return: the quotient, rounded as the kernel rounds it.
 */
u64 hist_divide_small(u64 value, u64 packed);

#endif /* HISTRIG_LOAD_H */
