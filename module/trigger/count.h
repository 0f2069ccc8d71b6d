/* SPDX-License-Identifier: GPL-2.0 */
/* What triggers other than hist have in common: ":COUNT" and " if FILTER". */
#ifndef HISTRIG_COUNT_H
#define HISTRIG_COUNT_H

#include <linux/atomic.h>
#include <linux/types.h>

struct seq_file;
struct trigger;

/**
 * struct trigger_count - how often a trigger may still act
 * @left: how often, -1 for ever
 * @is_limited: a number was given
 */
struct trigger_count {
	unsigned long left;
	bool is_limited;
};

/**
 * trigger_split_params() - take what follows a command apart
 * @params: what follows it, cut up, or NULL
 * @required: a parameter has to be there; else only a number is one
 * @param: set to the parameter, or NULL
 * @filter: set to "if" and what follows it, or NULL
 *
 * Context: any.
 */
void trigger_split_params(char *params, bool required, char **param,
			  char **filter);

/**
 * trigger_count_parse() - read a count
 * @text: the number, cut up, or NULL for no limit
 *
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int trigger_count_parse(struct trigger_count *count, char *text);

/* trigger_count_show() - print the rest of a trigger's line: count, filter */
void trigger_count_show(struct seq_file *m, const struct trigger_count *count,
			const struct trigger *trigger);

/**
 * trigger_count_take() - may a trigger act once more
 *
 * Context: any.
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

/* trigger_count_give() - it did not act after all; any context */
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
