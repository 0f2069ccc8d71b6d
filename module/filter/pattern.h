/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Patterns that filters compare strings with.
 *
 * Most globs contain a star at one or both ends and no other special character.
 * For these, a hit only compares bytes. The first eight bytes decide most
 * comparisons and are compared as one word.
 */
#ifndef HISTRIG_PATTERN_H
#define HISTRIG_PATTERN_H

#include <linux/types.h>

#include "../compat/unaligned.h"

/* How a string must match a pattern, like the kernel's enum regex_type. */
enum filter_match_kind {
	FILTER_MATCH_FULL,
	FILTER_MATCH_FRONT,
	FILTER_MATCH_END,
	FILTER_MATCH_MIDDLE,
	FILTER_MATCH_GLOB,
};

/**
 * struct filter_pattern - a pattern that a filter compares strings with
 * @head: first bytes of every matching string, little-endian
 * @mask: the bits of @head that are the same in all matching strings
 * @decided: every string with this head matches
 * @kind: enum filter_match_kind
 * @len: length of @text
 * @text: the pattern and a NUL. Only a FILTER_MATCH_GLOB keeps stars at its
 *	ends
 */
struct filter_pattern {
	u64 head;
	u64 mask;
	bool decided;
	u8 kind;
	u16 len;
	char text[];
};

/*
 * Makes a pattern that only the string @text matches; @text has no quotes. May
 * sleep. Returns NULL when out of memory; kfree() frees the pattern.
 */
struct filter_pattern *filter_pattern_plain(const char *text, unsigned int len);

/**
 * filter_pattern_glob() - make a pattern from a glob
 * @text: the glob without quotes
 * @len: length of @text
 * @negate: set to true if @text starts with a !, which is not part of the glob
 *
 * Context: process, may sleep.
 * Return: as for filter_pattern_plain().
 */
struct filter_pattern *filter_pattern_glob(const char *text, unsigned int len,
					   bool *negate);

/* For filter_pattern_match(), if the head does not decide. */
bool filter_pattern_compare(const struct filter_pattern *pattern,
			    const char *string, unsigned int size);

/**
 * filter_pattern_match() - test whether a string matches
 * @pattern: the pattern
 * @string: the string, which ends at its NUL or after @size bytes
 * @size: number of bytes that may be read of @string
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
