// SPDX-License-Identifier: GPL-2.0
/* Compares a string with a pattern, see ../pattern.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../pattern.h"

/*
 * Sets @holds to whether a character matches a class like [a-z] or [!a-z], and
 * advances *@class past the ]. Returns false with *@class unchanged if the ] is
 * missing, because the [ is then an ordinary character.
 */
static bool class_holds(const char **class, unsigned char c,
			bool *holds)
{
	const char *at = *class;
	bool inverted = *at == '!', found = false;
	unsigned char first, last;

	at += inverted;
	/* A ] directly after the [ is a member of the class. */
	do {
		first = *at++;
		last = first;
		if (!first)
			return false;
		if (at[0] == '-' && at[1] != ']') {
			last = at[1];
			if (!last)
				return false;
			at += 2;
		}
		if (first <= c && c <= last)
			found = true;
	} while (*at != ']');
	*class = at + 1;
	*holds = found != inverted;
	return true;
}

/*
 * Does a character match the class or escaped character at *@pattern? If so,
 * advances *@pattern past it.
 */
static noinline bool match_takes(const char **pattern, unsigned char c)
{
	const char *at = *pattern + 1;
	bool holds;

	if (**pattern == '\\') {
		/* A backslash at the pattern's end matches no character, only a string's end. */
		holds = *at && *at == (char)c;
		at++;
	} else if (!class_holds(&at, c, &holds)) {
		holds = c == '[';
	}
	if (holds)
		*pattern = at;
	return holds;
}

/*
 * Compares a string with a glob. On a mismatch, the last star consumes one more
 * character, and the rest of the pattern is tried again. Earlier stars need no
 * second try.
 */
static bool match_glob(const char *pattern, const char *string,
		       const char *end)
{
	const char *star = NULL, *resume = NULL;
	bool fits;

	while (string < end && *string) {
		switch (*pattern) {
		case '*':
			star = ++pattern;
			resume = string;
			if (!*star)
				return true;
			continue;
		case '[':
		case '\\':
			fits = match_takes(&pattern, *string);
			break;
		default:
			fits = *pattern == '?' || *pattern == *string;
			pattern += fits;
		}
		if (fits) {
			string++;
			continue;
		}
		if (!star)
			return false;
		pattern = star;
		string = ++resume;
	}
	while (*pattern == '*')
		pattern++;
	if (*pattern == '\\')
		pattern++;
	return !*pattern;
}

static bool match_inside(const struct filter_pattern *pattern,
			 const char *string, unsigned int len)
{
	const char *last = string + len - pattern->len;

	if (len < pattern->len)
		return false;
	for (; string <= last; string++)
		if (!memcmp(string, pattern->text, pattern->len))
			return true;
	return false;
}

bool filter_pattern_compare(const struct filter_pattern *pattern,
			    const char *string, unsigned int size)
{
	unsigned int len = pattern->len;

	/*
	 * For strings of less than eight bytes, filter_pattern_match() has not
	 * compared the head. Their first byte decides most comparisons.
	 */
	if (size && (((u64)*string ^ pattern->head) & pattern->mask & 0xff))
		return false;
	/* The pattern contains no NUL, so a string that ends early differs at its NUL. */
	switch (pattern->kind) {
	case FILTER_MATCH_FULL:
		return size >= len && !memcmp(string, pattern->text, len) &&
		       (size == len || !string[len]);
	case FILTER_MATCH_FRONT:
		return size >= len && !memcmp(string, pattern->text, len);
	case FILTER_MATCH_END:
		size = strnlen(string, size);
		return size >= len &&
		       !memcmp(string + size - len, pattern->text, len);
	case FILTER_MATCH_MIDDLE:
		return match_inside(pattern, string, strnlen(string, size));
	default:
		return match_glob(pattern->text, string, string + size);
	}
}
