/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters decide which hits of an event are recorded or run a trigger.
 *
 * parse.c and predicate.c compile a filter into a flat array of operations,
 * which never changes. The filter's owner publishes it under RCU and frees it
 * when no hit can see it any more. hot/run.c runs the operations. Each one
 * tests a property of the record or the task and has two jumps, one for each
 * result; a jump leads to another operation or is the final answer. `&&`, `||`,
 * `!` and parentheses exist only as jumps, so a hit skips every test that
 * cannot change the answer.
 *
 * Every operator on numbers except & becomes a test for a range, from @low to
 * @low + @span of struct filter_op. Subtracting @low wraps at the width of the
 * field, so the test serves signed and unsigned fields.
 */
#ifndef HISTRIG_FILTER_H
#define HISTRIG_FILTER_H

#include <linux/types.h>

struct error_log;
struct event;
struct filter_pattern;

/* Maximum length of a string in a filter, including the NUL. */
#define FILTER_STRING_MAX	256

/*
 * A filter reads at most this many bytes of a string that a field points to, including the
 * NUL.
 */
#define FILTER_POINTER_MAX	1024

/*
 * Kinds of tests. Those up to FILTER_OP_NUMBER_LAST test whether a number is in
 * a range.
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
	FILTER_OP_TASK_ID,
	FILTER_OP_VAR,
	FILTER_OP_NUMBER_LAST = FILTER_OP_VAR,
	FILTER_OP_BITS,
	FILTER_OP_CHARS,
	FILTER_OP_STRING,
	FILTER_OP_REL_STRING,
	FILTER_OP_POINTER,
	FILTER_OP_USER_POINTER,
	FILTER_OP_COMM_STRING,
	FILTER_OP_STRING_LAST = FILTER_OP_COMM_STRING,
	FILTER_OP_CPU_IN_LIST,
	FILTER_OP_CPUMASK_INTERSECTS,
	FILTER_OP_CPUMASK_EQUAL,
};

/*
 * Values of @yes and @no of struct filter_op that end the filter with an
 * answer. A greater value leads to another operation.
 */
#define FILTER_NO	0
#define FILTER_YES	(-1)

/**
 * struct filter_op - an operation of a filter
 * @code: enum filter_code
 * @load: for FILTER_OP_BITS and FILTER_OP_CPU_IN_LIST, the enum filter_code
 *	that loads the number; for tests of a CPU mask, true if the field is a
 *	__rel_loc field
 * @offset: offset of the field in the record, in bytes; enum record_task_id of
 *	a FILTER_OP_TASK_ID; number of the variable of a FILTER_OP_VAR
 * @yes: distance in bytes to the next operation if the test holds, or an answer
 * @no: like @yes, if the test does not hold
 * @bits: the test holds if any of these bits is set in the number
 * @low: lowest number for which the test holds
 * @span: the test holds up to @low + @span
 * @pattern: pattern that a string must match
 * @cpus: mask of CPUs, nr_cpumask_bits long
 * @size: size of a char array in bytes
 * @negate: the test holds if the string or mask does not match; it never holds
 *	if the string cannot be read
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
 * @text: the text that the filter was compiled from
 * @nr: number of operations, at least one
 * @ops: the operations; a hit starts with the first, and jumps lead forward
 */
struct filter {
	char *text;
	unsigned int nr;
	struct filter_op ops[];
};

enum filter_error {
#define FILTER_ERROR(name, text)	FILTER_ERROR_##name,
#include "errors.h"
};

/**
 * struct filter_fault - why and where a filter is refused
 * @error: why it is refused
 * @column: column of the fault as the kernel counts it, usually the offset in
 *	the text plus one
 * @reported: filter_vars.find() has reported the fault already
 */
struct filter_fault {
	enum filter_error error;
	unsigned int column;
	bool reported;
};

/**
 * struct filter_vars - the variables that a filter may name
 * @find: finds the variable @name and sets @is_signed. Returns the variable's
 *	number, or a negative errno after reporting the error
 */
struct filter_vars {
	int (*find)(const struct filter_vars *vars, const char *name,
		    bool *is_signed);
};

/**
 * filter_parse() - compile a filter from its text
 * @result: set to the filter, which filter_free() frees; unchanged on failure
 * @event: the event that the filter is for
 * @text: the text; copied
 * @vars: the variables that it may name, see filter_match_vars(); or NULL
 * @fault: on failure, set to why and where the filter is refused
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int filter_parse(struct filter **result, struct event *event, const char *text,
		 const struct filter_vars *vars, struct filter_fault *fault);

/* Frees a filter that no hit can see any more. NULL is allowed. */
void filter_free(struct filter *filter);

/* Adds an entry for a refused filter to an error log. May sleep. */
void filter_log_fault(struct error_log *log, const char *text,
		      const struct filter_fault *fault);

/**
 * filter_explain_fault() - make what a filter file shows after a refusal
 * @text: text of the filter
 * @fault: why it is refused
 * @err: return value of filter_parse()
 *
 * Context: process, may sleep.
 * Return: three lines with the filter, a caret and the reason; for
 * FILTER_ERROR_NONE two lines, without a caret. To be freed by kfree(). NULL
 * when out of memory.
 */
char *filter_explain_fault(const char *text, const struct filter_fault *fault,
			   int err);

/**
 * filter_predicate() - compile one comparison
 * @op: the operation to fill in, except for its jumps; it owns its pattern or
 *	mask
 * @event: the event
 * @vars: the variables that the comparison may name, or NULL
 * @text: the filter from the beginning of the comparison
 * @column: column of @text in the filter, for @fault
 * @fault: filled in on failure
 *
 * Context: process, event_mutex held.
 * Return: length of the comparison in bytes, or a negative errno.
 */
int filter_predicate(struct filter_op *op, struct event *event,
		     const struct filter_vars *vars, const char *text,
		     unsigned int column, struct filter_fault *fault);

/*
 * Returns an address in the function with this name, or 0 if there is none. The
 * caller holds event_mutex.
 */
unsigned long function_find(const char *name);

/**
 * function_remember() - start or stop caching the results of function_find()
 * @on: true to start; starting and stopping both empty the cache
 *
 * Without the cache, each lookup waits for all CPUs, so use it to compile one
 * filter for many events. Addresses are valid only while event_mutex is held,
 * so the caller stops the caching before it unlocks event_mutex.
 *
 * Context: process, event_mutex held.
 */
void function_remember(bool on);

#endif /* HISTRIG_FILTER_H */
