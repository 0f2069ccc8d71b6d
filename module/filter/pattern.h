/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Patterns: what a filter compares a string with.
 *
 * Most globs have a star at one end or at both and nothing else that is
 * special; they are told from the others once, so that a hit compares bytes.
 * The first eight bytes decide most comparisons, and are compared at once.
 */
#ifndef HISTRIG_PATTERN_H
#define HISTRIG_PATTERN_H

#include <linux/types.h>

#include "../compat/unaligned.h"

/* How a string is compared with the text of a pattern. */
enum filter_pattern_kind {
	FILTER_PATTERN_IS,
	FILTER_PATTERN_STARTS,
	FILTER_PATTERN_ENDS,
	FILTER_PATTERN_HAS,
	FILTER_PATTERN_GLOB,
};

/**
 * struct filter_pattern - what a filter compares a string with
 * @head: the first bytes of a string that matches, in a word
 * @mask: which of them are known
 * @decided: a string with this head matches
 * @kind: enum filter_pattern_kind
 * @len: length of @text
 * @text: what is left of the pattern without its stars at the ends, or for
 *	FILTER_PATTERN_GLOB all of it; ended by NUL
 */
struct filter_pattern {
	u64 head;
	u64 mask;
	bool decided;
	u8 kind;
	u16 len;
	char text[];
};

/**
 * filter_pattern_plain() - a pattern that a string must be equal to
 * @text: as it was written, without quotes
 * @len: length of @text
 *
 * Context: process, may sleep.
 * Return: the pattern, to be freed by kfree(), or NULL without memory.
 */
struct filter_pattern *filter_pattern_plain(const char *text, unsigned int len);

/**
 * filter_pattern_glob() - a pattern of a glob
 * @text: as it was written, without quotes
 * @len: length of @text
 * @negate: set to whether it starts with a !, which is not part of it
 *
 * Context: process, may sleep.
 * Return: as filter_pattern_plain().
 */
struct filter_pattern *filter_pattern_glob(const char *text, unsigned int len,
					   bool *negate);

/**
 * filter_pattern_compare() - filter_pattern_match(), beyond the head
 */
bool filter_pattern_compare(const struct filter_pattern *pattern,
			    const char *string, unsigned int size);

/**
 * filter_pattern_match() - does a string match?
 * @pattern: the pattern
 * @string: the string
 * @size: how many bytes of @string there are; it ends there, or at its NUL
 *
 * Context: any.
 */
static __always_inline bool
filter_pattern_match(const struct filter_pattern *pattern, const char *string,
		     unsigned int size)
{
	u64 differs;

	if (likely(size >= sizeof(u64))) {
		differs = (get_unaligned_le64(string) ^ pattern->head) &
			  pattern->mask;
		if (differs)
			return false;
		if (pattern->decided)
			return true;
	}
	return filter_pattern_compare(pattern, string, size);
}

#endif /* HISTRIG_PATTERN_H */
