/* SPDX-License-Identifier: GPL-2.0 */
/* Splits keys into their fields; program.h describes the layout of keys. */
#ifndef HISTRIG_KEY_H
#define HISTRIG_KEY_H

#include <linux/sched.h>

#include "program.h"

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
	case HIST_OP_DYN_STACK:
		return HIST_STACK_WORDS;
	case HIST_OP_USER_STACK:
		return 1 + HIST_STACK_DEPTH;
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

static inline unsigned int hist_key_words(const struct hist_program *program,
					  const u64 *key)
{
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < program->nr_keys; i++)
		part = hist_key_part(&program->ops_keys[i],
				     part.words + part.nr);
	return part.words + part.nr - key;
}

#endif /* HISTRIG_KEY_H */
