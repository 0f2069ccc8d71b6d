/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters: which hits of an event count.
 *
 * A filter is made from its text once (parse.c, predicate.c) and never
 * changes; whoever publishes it does so under RCU and frees it when no hit
 * can see it any more. What a hit runs (run.c) is a flat array of operations.
 * An operation tests one thing of the record or of the task and says which
 * operation comes next when the test holds and which when it does not, or
 * that the answer is found: `&&`, `||`, `!` and parentheses are in these
 * jumps and nowhere else, so nothing is tested that does not matter.
 *
 * A comparison of numbers is one question for all operators but &: is the
 * number at most @span above @low? It is asked in the width of the field,
 * where subtraction wraps, so that signs need no care.
 */
#ifndef HISTRIG_FILTER_H
#define HISTRIG_FILTER_H

#include <linux/types.h>

struct event;
struct filter_pattern;

/* Longest string in a filter, its final NUL included. */
#define FILTER_STRING_MAX	256

/* How much is read of a string behind a pointer, its final NUL included. */
#define FILTER_POINTER_MAX	1024

/*
 * What an operation tests. Those up to FILTER_OP_NUMBER_LAST load a number
 * and ask for its range; the first two are what most filters are made of.
 */
enum filter_code {
	FILTER_OP_U64,
	FILTER_OP_U32,
	FILTER_OP_PID,
	FILTER_OP_U16,
	FILTER_OP_U8,
	FILTER_OP_CPU,
	FILTER_OP_CONTEXT_FLAGS,
	FILTER_OP_PREEMPT_COUNT,
	FILTER_OP_LAZY_COUNT,
	FILTER_OP_NUMBER_LAST = FILTER_OP_LAZY_COUNT,
	FILTER_OP_BITS,
	FILTER_OP_CHARS,
	FILTER_OP_STRING,
	FILTER_OP_REL_STRING,
	FILTER_OP_POINTER,
	FILTER_OP_USER_POINTER,
	FILTER_OP_COMM_STRING,
	FILTER_OP_STRING_LAST = FILTER_OP_COMM_STRING,
	FILTER_OP_CPU_IN_LIST,
	FILTER_OP_MASK_MEETS_LIST,
	FILTER_OP_MASK_IS_LIST,
};

/* Instead of the next operation: the answer, told from it by its sign. */
#define FILTER_NO	0
#define FILTER_YES	(-1)

/**
 * struct filter_op - one operation
 * @code: enum filter_code
 * @load: how FILTER_OP_BITS and FILTER_OP_CPU_IN_LIST load their number; of
 *	a mask, whether its place is counted from behind the field
 * @offset: where in the record
 * @yes: what comes next when the test holds, as the distance in bytes to that
 *	operation
 * @no: what comes next when it does not
 * @bits: what bits a number must have one of
 * @low: the lowest number that holds
 * @span: how many above it do
 * @pattern: what a string is compared with
 * @cpus: a mask of nr_cpumask_bits
 * @size: bytes of a char array
 * @negate: a string or mask holds when it is another; one that cannot be read
 *	never does
 */
struct filter_op {
	u8 code;
	u8 load;
	u16 offset;
	s16 yes;
	s16 no;
	union {
		u64 bits;
		struct {
			u64 low;
			u64 span;
		};
		struct {
			union {
				struct filter_pattern *pattern;
				unsigned long *cpus;
			};
			u16 size;
			bool negate;
		};
	};
};

/**
 * struct filter - a filter
 * @text: as it was written
 * @nr: operations, at least one; a hit starts with the first
 * @ops: the operations; each jumps forward only
 */
struct filter {
	char *text;
	unsigned int nr;
	struct filter_op ops[];
};

/* What is wrong with a filter; FILTER_ERROR_NONE: only its errno is known. */
enum filter_error {
	FILTER_ERROR_NONE,
	FILTER_ERROR_OPERATOR,
	FILTER_ERROR_OPEN,
	FILTER_ERROR_CLOSE,
	FILTER_ERROR_QUOTE,
	FILTER_ERROR_BRACE_OPEN,
	FILTER_ERROR_BRACE_CLOSE,
	FILTER_ERROR_TOO_LONG,
	FILTER_ERROR_WANT_STRING,
	FILTER_ERROR_WANT_NUMBER,
	FILTER_ERROR_FIELD_OPERATOR,
	FILTER_ERROR_FIELD,
	FILTER_ERROR_NUMBER,
	FILTER_ERROR_SUBSYSTEM,
	FILTER_ERROR_TERMS,
	FILTER_ERROR_MEANINGLESS,
	FILTER_ERROR_CPUS,
	FILTER_ERROR_VALUE,
	FILTER_ERROR_FUNCTION,
	FILTER_ERROR_EMPTY,
};

/**
 * struct filter_fault - what is wrong with a filter, and where
 * @error: what
 * @column: where in its text; as the kernel counts, which is mostly one more
 *	than the place
 */
struct filter_fault {
	enum filter_error error;
	unsigned int column;
};

/**
 * filter_parse() - make a filter from its text
 * @result: the filter, to be freed by filter_free(); unchanged on failure
 * @event: the event that it is for
 * @text: the text, copied
 * @fault: what is wrong with it, filled in on failure
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int filter_parse(struct filter **result, struct event *event, const char *text,
		 struct filter_fault *fault);

/**
 * filter_free() - free a filter that no hit can see
 * @filter: the filter, or NULL
 */
void filter_free(struct filter *filter);

#endif /* HISTRIG_FILTER_H */
