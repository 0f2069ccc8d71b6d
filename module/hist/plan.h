/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Plans: what a hist trigger does on a hit, decided once.
 *
 * The parser turns the attributes of a command and the fields of an event
 * into a plan; it never changes afterwards. A plan has two faces. The fields
 * say what the user asked for: they print the trigger and its histogram and
 * tell equal triggers from others. The operations say what a hit does: a flat
 * array for the keys and one for the values, run by a switch (run.c), with no
 * call through a pointer in it.
 *
 * A key is a row of 64-bit words, in the order of the key fields. A number
 * takes one word, widened as its type says; a char array as many as it has
 * room for, padded with zeros; a string of no fixed length one word that
 * holds its length and then its text; a stack one word that holds its depth
 * and then the addresses. So a key can be told apart and taken to pieces
 * again with nothing but its plan, and only the words in use are hashed.
 */
#ifndef HISTRIG_PLAN_H
#define HISTRIG_PLAN_H

#include <linux/bits.h>
#include <linux/types.h>

#include <asm/byteorder.h>

#include "../event/event.h"
#include "command/attrs.h"

struct event_file;
struct hist_interevent;

#define HIST_KEYS_MAX		8
/* The hit count is a value, the first one. */
#define HIST_VALS_MAX		9
#define HIST_FIELDS_MAX		(HIST_KEYS_MAX + HIST_VALS_MAX)
#define HIST_SORT_MAX		8

/* Longest name of a value or key: an expression is one too. */
#define HIST_NAME_MAX		128

/* Longest string in a key, its final NUL included; as in filters. */
#define HIST_STRING_MAX		256
#define HIST_STACK_DEPTH	31

/* Words that a string of no fixed length and a stack need at most. */
#define HIST_STRING_WORDS	(1 + HIST_STRING_MAX / 8)
/* A variable holds a text of that length or a stack, both in so many words. */
#define HIST_TEXT_WORDS		(HIST_STRING_MAX / 8)
#define HIST_NO_TEXT		0xff
#define HIST_STACK_WORDS	(1 + HIST_STACK_DEPTH + 5)

/* Words of the longest key that is built on a probe's stack. */
#define HIST_SHORT_KEY_WORDS	8
/* Words of the longest key of all. */
#define HIST_KEY_WORDS_MAX	256

#define HIST_HITCOUNT		BIT(0)
#define HIST_KEY		BIT(1)
#define HIST_STRING		BIT(2)
#define HIST_HEX		BIT(3)
#define HIST_SYM		BIT(4)
#define HIST_SYM_OFFSET		BIT(5)
#define HIST_EXECNAME		BIT(6)
#define HIST_SYSCALL		BIT(7)
#define HIST_STACKTRACE		BIT(8)
#define HIST_LOG2		BIT(9)
#define HIST_TIMESTAMP		BIT(10)
#define HIST_USECS		BIT(11)
#define HIST_CPU		BIT(12)
#define HIST_BUCKET		BIT(13)
#define HIST_CONST		BIT(14)
#define HIST_PERCENT		BIT(15)
#define HIST_GRAPH		BIT(16)
/* A char pointer whose text is wanted, not its address. */
#define HIST_TEXT		BIT(17)
#define HIST_COMM		BIT(18)
#define HIST_VAR		BIT(19)
#define HIST_EXPR		BIT(20)
/* The value of a variable, and a variable that is nothing else. */
#define HIST_VAR_REF		BIT(21)
#define HIST_ALIAS		BIT(22)

/**
 * struct hist_field - one value, key or variable, as the user asked for it
 * @field: the field of the event that it takes, NULL for none
 * @name: what it is printed as; empty for a constant
 * @var: the variable that it is assigned to, empty for none
 * @type: its C type, as fields of synthetic events are told apart
 * @label: the name as it stands in an entry, with what separates it
 * @label_len: its length
 * @flags: HIST_*
 * @buckets: width of a bucket, 0 for none
 * @constant: the number of a HIST_CONST
 * @size: bytes that the kernel's own keys give to it
 * @offset: where the kernel's own keys have it
 * @is_signed: how two of them compare, with @size
 * @ref: index of the reference that a HIST_VAR_REF or HIST_ALIAS reads
 * @text: index of the text or stack that a variable holds, HIST_NO_TEXT when
 *	it holds a number
 * @code: where its operations start while it is planned
 * @nr_code: how many operations
 */
struct hist_field {
	const struct event_field *field;
	char name[HIST_NAME_MAX];
	char var[64];
	char type[48];
	char label[HIST_NAME_MAX + 2];
	u8 label_len;
	u32 flags;
	unsigned long buckets;
	u64 constant;
	u16 size;
	u16 offset;
	bool is_signed;
	u8 ref;
	u8 text;
	u8 code;
	u8 nr_code;
};

/*
 * What an operation loads. All up to HIST_OP_WORD_LAST give one word; those up to
 * HIST_OP_NUMBER_LAST need no call for it.
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
	HIST_OP_TIME,
	HIST_OP_CONTEXT_FLAGS,
	HIST_OP_PREEMPT_COUNT,
	HIST_OP_LAZY_COUNT,
	HIST_OP_CONST,
	/* From here to HIST_OP_WORD_LAST only with an inter, see inter.h. */
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
	HIST_OP_STRING,
	HIST_OP_REL_STRING,
	HIST_OP_POINTER_STRING,
	HIST_OP_COMM,
	HIST_OP_STACK,
	HIST_OP_DYN_STACK,
	/* The text or stack that a variable holds. */
	HIST_OP_VAR_REF_TEXT,
	HIST_OP_OWN_VAR_TEXT,
	HIST_OP_ENTRY_COMM,
};

/* What is done to a word that was loaded. */
enum hist_op_modifier {
	HIST_MODIFIER_AS_IS,
	HIST_MODIFIER_LOG2,
	HIST_MODIFIER_BUCKET,
};

/**
 * struct hist_op - one operation of the hot path
 * @code: enum hist_op_code
 * @modifier: enum hist_op_modifier
 * @kind: both at once
 * @offset: where in the record
 * @size: bytes of a char array
 * @number: the constant, or the width of a bucket
 *
 * Of a HIST_OP_EXPR @offset is the first of its @size operations, and @number
 * says that they are two operands and an operator; of a reference or an own
 * variable @offset is its index.
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

/**
 * struct hist_sort - one level of sorting
 * @field: index in the plan's fields, 0 for the hit count
 * @descending: largest first
 */
struct hist_sort {
	u8 field;
	bool descending;
};

/* How a hit builds its key. */
enum hist_key_layout {
	HIST_KEY_NUMBER,	/* one number as it is loaded without a call */
	HIST_KEY_WORD,	/* one number */
	HIST_KEY_PAIR,	/* two of the first form, or sixteen characters */
	HIST_KEY_THREE,	/* three numbers */
	HIST_KEY_SHORT,	/* at most HIST_SHORT_KEY_WORDS */
	HIST_KEY_LONG,	/* anything else */
	HIST_HIT_INTEREVENT,	/* any, of a hit that does more than count */
	HIST_HIT_INTEREVENT_NUMBER,	/* the same with a key of the first form */
};

/**
 * struct hist_plan - what a hist trigger does
 * @ops_keys: operations that build the key
 * @ops_vals: operations that give the values after the hit count
 * @key_layout: enum hist_key_layout, as the map has the keys
 * @hit_form: the same, or HIST_HIT_INTEREVENT or HIST_HIT_INTEREVENT_NUMBER
 * @nr_keys: key fields
 * @nr_vals: value fields, the hit count included
 * @nr_sort: levels of sorting, at least one
 * @key_words: words of the longest key
 * @plain_vals: all values are numbers as they are loaded without a call
 * @wants_comm: an entry keeps the name of the task that made it
 * @nohitcount: the hit count is not shown
 * @wants_clock: a time stamp is wanted; @clock gives it
 * @usecs: the clock's nanoseconds are wanted as microseconds: all of them, when
 *	one is
 * @clock: the trace clock
 * @clock_name: its name
 * @nr_vars: variables that the user named
 * @bits: binary logarithm of the number of entries
 * @interevent: what a hit does beside counting, NULL for nothing
 * @fields: the values, then the keys
 * @vars: the variables
 * @sort: the levels of sorting, the first one first
 */
struct hist_plan {
	struct hist_op ops_keys[HIST_KEYS_MAX];
	struct hist_op ops_vals[HIST_VALS_MAX - 1];
	u8 key_layout;
	u8 hit_form;
	u8 nr_keys;
	u8 nr_vals;
	u8 nr_sort;
	u16 key_words;
	bool plain_vals;
	bool wants_comm;
	bool nohitcount;
	bool wants_clock;
	bool usecs;
	u64 (*clock)(void);
	const char *clock_name;
	u8 nr_vars;
	unsigned int bits;
	struct hist_interevent *interevent;
	struct hist_field fields[HIST_FIELDS_MAX];
	struct hist_field vars[HIST_VARS_MAX];
	struct hist_sort sort[HIST_SORT_MAX];
};

/**
 * hist_plan_make() - plan a hist trigger
 * @plan: filled in
 * @file: the event that it is for, in the instance that it is for
 * @attrs: parts of the command; cut up
 * @remove: the command takes a trigger away, so its variables may be there
 * @report: where to say what is wrong
 *
 * @plan->clock is left NULL, see hist_plan_set_clock(). Actions are parsed, but
 * not yet bound to what they act on, see hist_actions_bind().
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command.
 * @plan->interevent is the caller's, to be put with hist_interevent_put(), in any case.
 */
int hist_plan_make(struct hist_plan *plan, struct event_file *file,
		   struct hist_attrs *attrs, bool remove,
		   struct hist_report *report);

/**
 * hist_plan_set_clock() - find the trace clock of a plan
 *
 * Return: 0, or -EINVAL when there is no clock of that name.
 */
int hist_plan_set_clock(struct hist_plan *plan, const char *name);

/**
 * hist_plan_same() - do two plans ask for the same histogram
 *
 * The size of the table does not matter, nor the width of buckets: natively
 * they do not either.
 */
bool hist_plan_same(const struct hist_plan *a, const struct hist_plan *b);

/* hist_op_words() - words that the part of a key takes at most */
unsigned int hist_op_words(const struct hist_op *op);

/* hist_modifier() - what stands behind the dot of a field's name, or NULL */
const char *hist_modifier(const struct hist_field *f);

/* hist_op_is_operand() - does an operation of an expression load something */
static __always_inline bool hist_op_is_operand(const struct hist_op *op)
{
	return op->code < HIST_OP_NEGATE;
}

/* hist_op_is_plain() - a number as it is loaded without a call, and no more */
static __always_inline bool hist_op_is_plain(const struct hist_op *op)
{
	return le16_to_cpu(op->kind) <= HIST_OP_NUMBER_LAST;
}

static inline bool hist_op_is_word(const struct hist_op *op)
{
	return op->code <= HIST_OP_WORD_LAST;
}

#endif /* HISTRIG_PLAN_H */
