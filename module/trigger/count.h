/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of all triggers except hist triggers: a count and a filter. */
#ifndef HISTRIG_COUNT_H
#define HISTRIG_COUNT_H

#include <linux/atomic.h>
#include <linux/types.h>

struct seq_file;
struct trigger;

/* How often a trigger may still act; -1UL for no limit. */
struct trigger_count {
	unsigned long left;
};

/**
 * trigger_split_params() - split a command into its parameter and its filter
 * @params: the command without its first word, or NULL; modified
 * @required: the command must have a parameter; if false, the first word is the
 *	parameter only if it starts with a digit
 * @param: set to the parameter, or NULL
 * @filter: set to the filter, which starts with "if", or NULL
 *
 * Context: any.
 */
void trigger_split_params(char *params, bool required, char **param,
			  char **filter);

/**
 * trigger_count_parse() - parse a count
 * @count: set to the count
 * @text: the number, or NULL for no limit; modified
 *
 * Context: any.
 * Return: 0, or the kernel's errno for the same text.
 */
int trigger_count_parse(struct trigger_count *count, char *text);

/* Prints the end of a trigger's line: count and filter. Caller holds event_mutex. */
void trigger_count_show(struct seq_file *m, const struct trigger_count *count,
			const struct trigger *trigger);

/**
 * trigger_count_take() - decrement the count of a trigger that is about to act
 * @count: the count
 *
 * Context: any, NMI too.
 * Return: true if the trigger may act, false if the count is used up.
 */
static inline bool trigger_count_take(struct trigger_count *count)
{
	unsigned long left, seen;

	for (left = READ_ONCE(count->left); left; left = seen) {
		if (left == -1UL)
			return true;
		seen = cmpxchg(&count->left, left, left - 1);
		if (seen == left)
			return true;
	}
	return false;
}

/* Undoes trigger_count_take() if the trigger did not act. Any context, NMI too. */
static inline void trigger_count_give(struct trigger_count *count)
{
	unsigned long left, seen;

	for (left = READ_ONCE(count->left); left != -1UL; left = seen) {
		seen = cmpxchg(&count->left, left, left + 1);
		if (seen == left)
			break;
	}
}

#endif /* HISTRIG_COUNT_H */
