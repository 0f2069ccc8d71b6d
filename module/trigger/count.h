/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of all triggers but hist triggers: a count and a filter. */
#ifndef HISTRIG_COUNT_H
#define HISTRIG_COUNT_H

#include <linux/atomic.h>
#include <linux/types.h>

struct seq_file;
struct trigger;

/**
 * struct trigger_count - how often a trigger may still act
 * @left: how often the trigger may still act, -1UL for no limit
 * @is_limited: whether the command has a count; @left does not tell, because
 *	users may write -1 as the count
 */
struct trigger_count {
	unsigned long left;
	bool is_limited;
};

/**
 * trigger_split_params() - split the text after a command into its parts
 * @params: the text after the command, or NULL; modified
 * @required: whether the command must have a parameter; if false, the first
 *	word is the parameter only if it starts with a digit
 * @param: set to the parameter, or NULL
 * @filter: set to the text from "if" on, or NULL
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
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int trigger_count_parse(struct trigger_count *count, char *text);

/**
 * trigger_count_show() - print the end of a trigger's line: count and filter
 * @m: where to print
 * @count: the count of @trigger
 * @trigger: the trigger
 *
 * Context: process, event_mutex held.
 */
void trigger_count_show(struct seq_file *m, const struct trigger_count *count,
			const struct trigger *trigger);

/**
 * trigger_count_take() - decrement a trigger's count before it acts
 * @count: the count of the trigger
 *
 * Context: any, NMI too.
 * Return: true if the trigger may act, false if the count is used up.
 */
static inline bool trigger_count_take(struct trigger_count *count)
{
	unsigned long left, seen;

	if (!count->is_limited)
		return true;
	for (left = READ_ONCE(count->left); left; left = seen) {
		if (left == -1UL)
			return true;
		seen = cmpxchg(&count->left, left, left - 1);
		if (seen == left)
			return true;
	}
	return false;
}

/**
 * trigger_count_give() - undo trigger_count_take()
 * @count: the count of a trigger that did not act after all
 *
 * Context: any, NMI too.
 */
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
