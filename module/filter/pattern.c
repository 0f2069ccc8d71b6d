// SPDX-License-Identifier: GPL-2.0
/* Makes patterns, see pattern.h; hot/match.c compares strings with them. */
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

/* The head of a FILTER_MATCH_FULL pattern includes the NUL. */
static void set_head(struct filter_pattern *pattern)
{
	char head[sizeof(u64)] = "";
	unsigned int len = 0;

	switch (pattern->kind) {
	case FILTER_MATCH_FULL:
		len = pattern->len + 1;
		break;
	case FILTER_MATCH_FRONT:
		len = pattern->len;
		break;
	case FILTER_MATCH_GLOB:
		while (!strchr("*?[\\", pattern->text[len]))
			len++;
		break;
	}
	pattern->decided = len <= sizeof(head) &&
			   pattern->kind <= FILTER_MATCH_FRONT;
	len = min_t(unsigned int, len, sizeof(head));
	memcpy(head, pattern->text, len);
	pattern->head = get_unaligned_le64(head);
	pattern->mask = len ? U64_MAX >> (64 - 8 * len) : 0;
}

static struct filter_pattern *pattern_make(enum filter_match_kind kind,
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
	return pattern_make(FILTER_MATCH_FULL, text, len);
}

struct filter_pattern *filter_pattern_glob(const char *text, unsigned int len,
					   bool *negate)
{
	static const u8 kinds[2][2] = {
		{ FILTER_MATCH_FULL, FILTER_MATCH_FRONT },
		{ FILTER_MATCH_END, FILTER_MATCH_MIDDLE },
	};
	bool before, after;

	*negate = len && *text == '!';
	text += *negate;
	len -= *negate;

	before = len && text[0] == '*';
	after = len > 1 && text[len - 1] == '*';
	if (has_special(text + before, len - before - after))
		return pattern_make(FILTER_MATCH_GLOB, text, len);
	return pattern_make(kinds[before][after], text + before,
			    len - before - after);
}
