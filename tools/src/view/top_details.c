// SPDX-License-Identifier: GPL-2.0
/* Details of an entry in top: whole keys, stacks, distributions; see top.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "../doc/amount.h"
#include "top.h"

#define INDENT		"    "
#define RANGE_WIDTH	21
#define BAR_MIN		10
#define BAR_MAX		60

/* Prints a key, with a line for each function of a stack. Returns the number of lines. */
static size_t key_lines(const struct live_column *column, const char *key, struct text *lines)
{
	const char *end;
	size_t nr = 1;

	text_printf(lines, INDENT "%s: ", column->title);
	for (; (end = strchr(key, '\n')); key = end + 1, nr++) {
		text_add(lines, key, end - key);
		text_puts(lines, "\n" INDENT);
		text_pad(lines, canvas_measure(column->title) + 2);
	}
	text_puts(lines, key);
	text_puts(lines, "\n");
	return nr;
}

static void range_text(char *text, size_t size, size_t bucket, bool log2,
		       const char *unit)
{
	char low[AMOUNT_MAX], high[AMOUNT_MAX];

	amount_text(low, doc_double(dist_low(bucket, log2)), unit);
	amount_text(high, doc_double(dist_high(bucket, log2)), unit);
	snprintf(text, size, doc_compare(dist_low(bucket, log2), dist_high(bucket, log2)) ?
		 "%s to %s" : "%s", low, high);
}

/* Prints counts of the last take, and counts and bars of all. Returns the number of lines. */
static size_t dist_lines(const struct live_value *value, bool now, const char *title,
			 const char *unit, size_t width, struct text *lines)
{
	char range[2 * AMOUNT_MAX + 8], here[AMOUNT_MAX], all[AMOUNT_MAX];
	size_t first, last, i, bar = BAR_MIN, fixed = strlen(INDENT) + RANGE_WIDTH + 24;
	uint64_t most = 1, count;

	if (!value->all || !dist_range(value->all, &first, &last))
		return 0;
	if (width > fixed + BAR_MIN)
		bar = width - fixed < BAR_MAX ? width - fixed : BAR_MAX;
	text_printf(lines, INDENT "%*s  %8s  %8s\n", RANGE_WIDTH, title, "hits", "all hits");
	for (i = first; i <= last; i++)
		if (value->all->count[i] > most)
			most = value->all->count[i];
	for (i = first; i <= last; i++) {
		count = now && value->dist ? value->dist->count[i] : 0;
		range_text(range, sizeof(range), i, value->all->log2, unit);
		amount_text(here, count, NULL);
		amount_text(all, value->all->count[i], NULL);
		text_printf(lines, INDENT "%*s  %8s  %8s  ", RANGE_WIDTH, range, here, all);
		/* The smallest count gets a bar as well. */
		count = (double)value->all->count[i] * bar / (double)most + 0.5;
		if (!count && value->all->count[i])
			count = 1;
		while (count--)
			text_puts(lines, "#");
		text_puts(lines, "\n");
	}
	return last - first + 2;
}

size_t top_details(const struct live *live, const struct live_entry *entry, size_t width,
		   struct text *lines)
{
	bool now = entry->take == live->takes;
	size_t i, nr = 0;

	for (i = 0; i < live->nr_keys; i++)
		nr += key_lines(&live->columns[i], entry->keys[i], lines);
	for (i = 0; i < live->nr_values; i++)
		if (live->dist_titles[i])
			nr += dist_lines(&entry->values[i], now, live->dist_titles[i],
					 live->dist_units[i], width, lines);
	return nr;
}
