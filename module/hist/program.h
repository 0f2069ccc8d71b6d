/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs: the operations of a hist trigger, made once and run by each hit.
 *
 * The parser of commands turns keys and values into two flat arrays of
 * operations. Hits run them in a switch statement, which is cheaper than calls
 * through pointers. A program never changes while hits can see it. Data that
 * only printing and sorting need is in spec.h, so that a program fits into five
 * cache lines.
 *
 * A key is a row of 64-bit words, in the order of the key fields. A number is
 * sign-extended or zero-extended to one word. An array of characters or bytes
 * is padded with zeros to whole words. A string without a fixed length starts
 * with its length in words, a stack with its depth; the characters or the
 * addresses follow.
 */
#ifndef HISTRIG_PROGRAM_H
#define HISTRIG_PROGRAM_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/types.h>

#include <asm/byteorder.h>

struct hist_interevent;

#define HIST_KEYS_MAX		8
/* Maximum number of values, including the hit count, which is always first. */
#define HIST_VALS_MAX		9
/* Maximum number of variables of a trigger, including those of actions. */
#define HIST_VARS_MAX		16
#define HIST_ACTIONS_MAX	8

/* Longest string in a key, in bytes with NUL; filters have the same limit. */
#define HIST_STRING_MAX		256
/* Frames of a stack, unless .depth=N says otherwise, and the greatest N. */
#define HIST_STACK_DEPTH	31
#define HIST_STACK_DEPTH_MAX	127

/* Maximum number of words of a string without a fixed length in a key. */
#define HIST_STRING_WORDS	(1 + HIST_STRING_MAX / sizeof(u64))
/* Words after a kernel stack that are only used while it is collected, see STACK_SLACK. */
#define HIST_STACK_SLACK	5
/* Maximum number of words of a stack without .depth. */
#define HIST_STACK_WORDS	(1 + HIST_STACK_DEPTH + HIST_STACK_SLACK)
/* Words of a string or stack in a variable; the last byte of a string is 0. */
#define HIST_TEXT_WORDS		(HIST_STRING_MAX / sizeof(u64))
/* The value of @text of a variable that is a number. */
#define HIST_NO_TEXT		0xff

static_assert(1 + HIST_STACK_DEPTH <= HIST_TEXT_WORDS);

/* Longest key that a hit builds on the stack of the traced task, in words. */
#define HIST_SHORT_KEY_WORDS	8
/* Longest key that a command may ask for, in words. */
#define HIST_KEY_WORDS_MAX	256

/*
 * Operations up to HIST_OP_NUMBER_LAST load one word without a function call.
 * Those up to HIST_OP_WORD_LAST yield one word. Those up to HIST_OP_FIXED_LAST
 * yield the same number of words in every hit.
 */
enum hist_op_code {
	HIST_OP_S32,
	HIST_OP_U64,
	HIST_OP_U32,
	HIST_OP_S16,
	HIST_OP_U16,
	HIST_OP_S8,
	HIST_OP_U8,
	HIST_OP_PID,
	HIST_OP_CPU,
	HIST_OP_NUMBER_LAST = HIST_OP_CPU,
	HIST_OP_TASK_ID,
	HIST_OP_TIME,
	HIST_OP_CONTEXT_FLAGS,
	HIST_OP_PREEMPT_COUNT,
	HIST_OP_LAZY_COUNT,
	HIST_OP_TYPE,
	HIST_OP_CONST,
	/* From here to HIST_OP_WORD_LAST: only for triggers with an interevent. */
	HIST_OP_VAR_REF,
	HIST_OP_OWN_VAR,
	HIST_OP_EXPR,
	HIST_OP_NEGATE,
	HIST_OP_PLUS,
	HIST_OP_MINUS,
	HIST_OP_TIMES,
	HIST_OP_DIVIDE,
	HIST_OP_DIVIDE_SHIFT,
	HIST_OP_DIVIDE_SMALL,
	HIST_OP_DIVIDE_LARGE,
	HIST_OP_WORD_LAST = HIST_OP_DIVIDE_LARGE,
	HIST_OP_CHARS,
	HIST_OP_COMM,
	HIST_OP_BYTES,
	HIST_OP_FIXED_LAST = HIST_OP_BYTES,
	HIST_OP_STRING,
	HIST_OP_REL_STRING,
	HIST_OP_POINTER_STRING,
	HIST_OP_STACK,
	HIST_OP_DYN_STACK,
	HIST_OP_USER_STACK,
	/* Load the string or stack that a variable holds. */
	HIST_OP_VAR_REF_TEXT,
	HIST_OP_OWN_VAR_TEXT,
	/* Loads the name of the task that made the entry. */
	HIST_OP_ENTRY_COMM,
};

/*
 * Each range of enum hist_op_code begins directly after the _LAST of the range before it,
 * so that hits test for a range with one comparison.
 */
static_assert(HIST_OP_TASK_ID - HIST_OP_NUMBER_LAST == 1);
static_assert(HIST_OP_CHARS - HIST_OP_WORD_LAST == 1 &&
	      HIST_OP_STRING - HIST_OP_FIXED_LAST == 1);
/* hist_load_rare() relies on this order. */
static_assert(HIST_OP_LAZY_COUNT - HIST_OP_PREEMPT_COUNT == 1 &&
	      HIST_OP_CONST - HIST_OP_PREEMPT_COUNT == 3);
/* hist_op_is_operand() and hist_run_code() rely on this order. */
static_assert(HIST_OP_NEGATE - HIST_OP_EXPR == 1 &&
	      HIST_OP_PLUS - HIST_OP_NEGATE == 1 &&
	      HIST_OP_DIVIDE - HIST_OP_PLUS == 3);

/* How a hit changes a number after loading it. */
enum hist_op_modifier {
	HIST_MODIFIER_AS_IS,
	HIST_MODIFIER_LOG2,
	HIST_MODIFIER_BUCKET,
	HIST_MODIFIER_LOG_LINEAR,
};

/**
 * struct hist_op - one operation of a program
 * @code: enum hist_op_code
 * @modifier: enum hist_op_modifier
 * @kind: @code and @modifier together, to test both with one comparison
 * @offset: offset in the record, in bytes
 * @size: bytes of an array; 1 for a HIST_OP_POINTER_STRING that reads user
 *	memory only
 * @number: the constant, or the width of a bucket
 *
 * Some operations use members differently. HIST_OP_EXPR runs @size operations
 * of the interevent's code from index @offset on; @number is 1 if these are two
 * operands and an operator. For a reference or a variable of this hit, @offset
 * is its index; for HIST_OP_TASK_ID, an enum record_task_id; for HIST_OP_TYPE,
 * the event's number. For a string or stack that is a parameter of a synthetic
 * event, @number is the offset in bytes of the copy in scratch memory.
 */
struct hist_op {
	union {
		struct {
			u8 code;
			u8 modifier;
		};
		__le16 kind;
	};
	u16 offset;
	u16 size;
	u64 number;
};

/*
 * The function that a hit runs. Hits that only count have one function for each
 * layout of keys.
 */
enum hist_hit_form {
	HIST_KEY_NUMBER, /* one number that is loaded without a call */
	HIST_KEY_WORD, /* one number */
	HIST_KEY_PAIR, /* two numbers that are loaded without a call */
	HIST_KEY_COMM, /* sixteen characters, like the name of a task */
	HIST_KEY_SHORT, /* any other key of up to HIST_SHORT_KEY_WORDS */
	HIST_KEY_LONG, /* longer, so built in scratch memory */
	/* Hits that use variables, expressions, statistics or actions. */
	HIST_HIT_INTEREVENT_NUMBER, /* those for which is_number_hit() is true */
	HIST_HIT_INTEREVENT, /* all others */
	HIST_HIT_STATS, /* a key as for HIST_KEY_NUMBER; only adds plain values to statistics */
	/* From here on, forms that hit_in_form() tests first. hot/latency.c runs the next two. */
	HIST_HIT_LATENCY, /* computes how long ago a HIST_HIT_STAMP was */
	HIST_HIT_STAMP, /* stores the current time */
	HIST_KEY_THREE, /* three numbers of a record, as they are or with .log2 */
	HIST_KEY_PAIR_LOG2, /* two such numbers, at least one of them with .log2 */
	HIST_HIT_FORGET, /* as HIST_KEY_NUMBER, and forgets the entry of that key elsewhere */
	/* Hits that must pin entries, see hist_forget_pins(). */
	HIST_KEY_PINNED, /* those that would be HIST_KEY_NUMBER */
	HIST_HIT_PINNED_NUMBER, /* those for which is_number_hit() is true */
	HIST_HIT_PINNED, /* all others */
};

/**
 * struct hist_program - the part of a hist trigger that hits read
 * @ops_keys: operations that build the key
 * @ops_vals: operations that load all values but the hit count
 * @key_layout: HIST_KEY_*; also decides how the map stores keys
 * @hit_form: enum hist_hit_form
 * @nr_keys: number of key fields
 * @nr_vals: number of values, the hit count included
 * @plain_vals: all values are numbers that are loaded without a call
 * @usecs: load time stamps in microseconds; as in the kernel, a single .usecs
 *	applies to all time stamps of the trigger
 * @key_words: length of the longest key in words
 * @clock: reads the trace clock
 * @interevent: variables, expressions, statistics and actions; NULL if hits only count
 */
struct hist_program {
	struct hist_op ops_keys[HIST_KEYS_MAX];
	struct hist_op ops_vals[HIST_VALS_MAX - 1];
	u8 key_layout;
	u8 hit_form;
	u8 nr_keys;
	u8 nr_vals;
	bool plain_vals;
	bool usecs;
	u16 key_words;
	u64 (*clock)(void);
	struct hist_interevent *interevent;
};

/* hist_op_is_operand() - does an operation of an expression load an operand? */
static __always_inline bool hist_op_is_operand(const struct hist_op *op)
{
	return op->code < HIST_OP_NEGATE;
}

/* hist_op_is_plain() - does an operation load a number without a call? */
static __always_inline bool hist_op_is_plain(const struct hist_op *op)
{
	return le16_to_cpu(op->kind) <= HIST_OP_NUMBER_LAST;
}

/* hist_op_is_word() - does an operation yield one word? */
static __always_inline bool hist_op_is_word(const struct hist_op *op)
{
	return op->code <= HIST_OP_WORD_LAST;
}

/* hist_op_words() - maximum number of words that an operation adds to a key */
static inline unsigned int hist_op_words(const struct hist_op *op)
{
	switch (op->code) {
	case HIST_OP_CHARS:
	case HIST_OP_BYTES:
		return ALIGN(op->size, sizeof(u64)) / sizeof(u64);
	case HIST_OP_COMM:
		return TASK_COMM_LEN / sizeof(u64);
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
		return HIST_STRING_WORDS;
	case HIST_OP_STACK:
		return 1 + op->size + HIST_STACK_SLACK;
	case HIST_OP_DYN_STACK:
		return HIST_STACK_WORDS;
	case HIST_OP_USER_STACK:
		return 1 + op->size;
	default:
		return 1;
	}
}

/**
 * struct hist_key_part - one field of a key
 * @words: the number, the characters of a string, the addresses of a stack or
 *	the frames of a user stack
 * @nr: number of words
 */
struct hist_key_part {
	const u64 *words;
	unsigned int nr;
};

/**
 * hist_key_part() - the part of a key that one operation built
 * @op: the operation
 * @key: start of the part; if it is a string without a fixed length, or a
 *	stack, its first word holds the length
 *
 * Return: the part; the next part starts right after it.
 */
static inline struct hist_key_part hist_key_part(const struct hist_op *op,
						 const u64 *key)
{
	struct hist_key_part part = { key, 1 };

	switch (op->code) {
	case HIST_OP_CHARS:
	case HIST_OP_COMM:
	case HIST_OP_BYTES:
		part.nr = hist_op_words(op);
		break;
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
	case HIST_OP_STACK:
	case HIST_OP_DYN_STACK:
	case HIST_OP_USER_STACK:
		part.words = key + 1;
		part.nr = key[0];
		break;
	}
	return part;
}

/* hist_key_next() - the part of a key that field @i built, which follows @part */
static inline struct hist_key_part hist_key_next(const struct hist_program *program,
						 unsigned int i, struct hist_key_part part)
{
	return hist_key_part(&program->ops_keys[i], part.words + part.nr);
}

/* hist_key_first_words() - length of the first @nr fields of a key in words */
static inline unsigned int hist_key_first_words(const struct hist_program *program,
						const u64 *key, unsigned int nr)
{
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < nr; i++)
		part = hist_key_next(program, i, part);
	return part.words + part.nr - key;
}

static inline unsigned int hist_key_words(const struct hist_program *program,
					  const u64 *key)
{
	return hist_key_first_words(program, key, program->nr_keys);
}

/* hist_key_is_word() - is the key one number, which maps store in the table? */
static inline bool hist_key_is_word(const struct hist_program *program)
{
	return program->key_layout == HIST_KEY_NUMBER ||
	       program->key_layout == HIST_KEY_WORD;
}

#endif /* HISTRIG_PROGRAM_H */
