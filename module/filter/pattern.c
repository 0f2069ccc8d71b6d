// SPDX-License-Identifier: GPL-2.0
/* Patterns, see pattern.h. */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "pattern.h"

static bool has_special(const char *text, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		if (strchr("*?[\\", text[i]))
			return true;
	return false;
}

/* Its NUL belongs to the head of a string that is to be equal. */
static void set_head(struct filter_pattern *pattern)
{
	char head[sizeof(u64)] = "";
	unsigned int len = 0;

	switch (pattern->kind) {
	case FILTER_PATTERN_IS:
		len = pattern->len + 1;
		break;
	case FILTER_PATTERN_STARTS:
		len = pattern->len;
		break;
	case FILTER_PATTERN_GLOB:
		while (!strchr("*?[\\", pattern->text[len]))
			len++;
		break;
	}
	pattern->decided = len <= sizeof(head) &&
			   pattern->kind <= FILTER_PATTERN_STARTS;
	len = min_t(unsigned int, len, sizeof(head));
	memcpy(head, pattern->text, len);
	pattern->head = get_unaligned_le64(head);
	pattern->mask = len ? U64_MAX >> (64 - 8 * len) : 0;
}

static struct filter_pattern *make(enum filter_pattern_kind kind,
				   const char *text, unsigned int len)
{
	struct filter_pattern *pattern;

	pattern = kmalloc(struct_size(pattern, text, len + 1), GFP_KERNEL);
	if (!pattern)
		return NULL;
	pattern->kind = kind;
	pattern->len = len;
	memcpy(pattern->text, text, len);
	pattern->text[len] = '\0';
	set_head(pattern);
	return pattern;
}

struct filter_pattern *filter_pattern_plain(const char *text, unsigned int len)
{
	return make(FILTER_PATTERN_IS, text, len);
}

struct filter_pattern *filter_pattern_glob(const char *text, unsigned int len,
					   bool *negate)
{
	static const u8 kinds[2][2] = {
		{ FILTER_PATTERN_IS, FILTER_PATTERN_STARTS },
		{ FILTER_PATTERN_ENDS, FILTER_PATTERN_HAS },
	};
	bool before, behind;

	*negate = len && *text == '!';
	text += *negate;
	len -= *negate;

	before = len && text[0] == '*';
	behind = len > 1 && text[len - 1] == '*';
	if (has_special(text + before, len - before - behind))
		return make(FILTER_PATTERN_GLOB, text, len);
	return make(kinds[before][behind], text + before,
		    len - before - behind);
}

/*
 * Does a class hold a character? @class is what follows its [; set to what
 * follows its ]. False with @class unchanged when there is no ], for then [
 * is a character like others.
 */
static notrace bool class_holds(const char **class, unsigned char c,
				bool *holds)
{
	const char *at = *class;
	bool inverted = *at == '!', found = false;
	unsigned char first, last;

	at += inverted;
	/* A ] at the start belongs to the class. */
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
 * Does a class or an escaped character, which @pattern starts with, match a
 * character? If so, @pattern is set to what follows it.
 */
static noinline notrace bool takes(const char **pattern, unsigned char c)
{
	const char *at = *pattern + 1;
	bool holds;

	if (**pattern == '\\') {
		/* At the very end it stands for the end of the string. */
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
 * When a character does not fit, the last star takes one more and what
 * follows it is tried again; an earlier star never has to.
 */
static notrace bool match_glob(const char *pattern, const char *string,
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
			fits = takes(&pattern, *string);
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

static notrace bool match_inside(const struct filter_pattern *pattern,
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

notrace bool filter_pattern_compare(const struct filter_pattern *pattern,
				    const char *string, unsigned int size)
{
	unsigned int len = pattern->len;

	/* The first byte decides most of what is too short to have a head. */
	if (size && (((u64)*string ^ pattern->head) & pattern->mask & 0xff))
		return false;
	/* A NUL in the string differs from all there is in the pattern. */
	switch (pattern->kind) {
	case FILTER_PATTERN_IS:
		return size >= len && !memcmp(string, pattern->text, len) &&
		       (size == len || !string[len]);
	case FILTER_PATTERN_STARTS:
		return size >= len && !memcmp(string, pattern->text, len);
	case FILTER_PATTERN_ENDS:
		size = strnlen(string, size);
		return size >= len &&
		       !memcmp(string + size - len, pattern->text, len);
	case FILTER_PATTERN_HAS:
		return match_inside(pattern, string, strnlen(string, size));
	default:
		return match_glob(pattern->text, string, string + size);
	}
}
