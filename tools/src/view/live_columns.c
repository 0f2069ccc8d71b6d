// SPDX-License-Identifier: GPL-2.0
/* The columns of a live table, and the order of its rows; see live.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../doc/amount.h"
#include "../doc/show.h"
#include "../text.h"
#include "canvas.h"
#include "live.h"

/* Minimum width of a column of numbers, so that it rarely grows. */
#define NUMBER_WIDTH	8

bool live_is_sum(const struct doc_field *field)
{
	const char *modifier = field->modifier;

	if (field->is_key || field->type != DOC_NUMBER)
		return false;
	return !modifier || (!show_is_statistic(modifier) && strcmp(modifier, "percent") &&
			     strcmp(modifier, "graph"));
}

/* ---- columns */

static void add_column(struct live *live, enum live_kind kind, size_t nr,
		       const struct doc_field *field, const struct plan *plan)
{
	struct live_column *column = &live->columns[live->nr_columns++];
	const char *unit = show_unit(field, plan);
	struct text title = {};

	column->kind = kind;
	column->nr = nr;
	if (kind == LIVE_TOTAL)
		text_puts(&title, "all ");
	show_name(&title, field, plan);
	if (kind == LIVE_RATE)
		text_puts(&title, "/s");
	if (kind == LIVE_LAST && field->modifier && !strcmp(field->modifier, "percent"))
		text_puts(&title, " %");
	column->title = title.at;
	column->unit = unit && kind != LIVE_KEY ? xstrdup(unit) : NULL;
	column->right = kind != LIVE_KEY || show_to_the_right(field, plan);
	column->width = canvas_measure(column->title);
	if (kind != LIVE_KEY && column->width < NUMBER_WIDTH)
		column->width = NUMBER_WIDTH;
}

static int live_find_hits(const struct doc_hist *hist)
{
	size_t i;

	for (i = 0; i < hist->nr_values; i++)
		if (!strcmp(doc_values(hist)[i].name, "hitcount") && !doc_values(hist)[i].modifier)
			return i;
	return -1;
}

/*
 * Can the last key be shown as a distribution? Not if there are statistics, which cannot be
 * added up over ranges.
 */
static bool is_distribution(const struct doc_hist *hist, int hits)
{
	const struct doc_field *key = &hist->fields[hist->nr_keys - 1];
	size_t i;

	/* The ranges of .buckets do not fit into powers of two. */
	if (hits < 0 || !key->modifier || strcmp(key->modifier, "log2"))
		return false;
	for (i = 0; i < hist->nr_values; i++)
		if (!live_is_sum(&doc_values(hist)[i]))
			return false;
	for (i = 0; i < hist->nr_rows; i++)
		if (!hist->rows[i].keys[hist->nr_keys - 1].has_range)
			return false;
	return true;
}

/* Adds the columns for the number of hits, or all other columns. */
static void add_columns(struct live *live, const struct doc_hist *hist, enum live_kind kind,
			bool hits, const struct plan *plan)
{
	const struct doc_field *field = doc_values(hist);
	bool sums = kind != LIVE_LAST;
	size_t i;

	for (i = 0; i < hist->nr_values; i++, field++) {
		if (field->type == DOC_DISTRIBUTION || hits != ((int)i == live->hits))
			continue;
		if (live_is_sum(field) == sums)
			add_column(live, kind, i, field, plan);
	}
}

/* Tests whether the trigger of a histogram sorts by this value first. */
static bool is_sorted_by(const struct doc_hist *hist, const struct doc_field *field)
{
	const char *sort = hist->trigger ? strstr(hist->trigger, ":sort=") : NULL;
	size_t len = strlen(field->name), modifier;

	if (!sort || strncmp(sort + 6, field->name, len))
		return false;
	sort += 6 + len;
	/* In sort=, the value's modifier and then an optional direction follow the name. */
	modifier = field->modifier ? strlen(field->modifier) : 0;
	if (modifier && *sort == '.' && !strncmp(sort + 1, field->modifier, modifier))
		sort += 1 + modifier;
	else if (modifier)
		return false;
	return !*sort || strchr(":, [", *sort) || !strncmp(sort, ".descending", 11);
}

/* Sorts by the value that the trigger sorts by, or else by the first column after the keys. */
static void choose_sort(struct live *live, const struct doc_hist *hist)
{
	size_t i;

	for (i = live->nr_keys; i < live->nr_columns; i++)
		if (is_sorted_by(hist, &doc_values(hist)[live->columns[i].nr]))
			break;
	if (i == live->nr_columns)
		for (i = 0; i + 1 < live->nr_columns && live->columns[i].kind == LIVE_KEY; i++)
			;
	live->sort = i;
}

void live_make_columns(struct live *live, const struct doc_hist *hist, const struct plan *plan)
{
	/* The most important columns come first, because small terminals do not show all. */
	static const struct {
		enum live_kind kind;
		bool hits;
	} order[] = {
		{ LIVE_RATE, true }, { LIVE_SUM, true }, { LIVE_RATE, false }, { LIVE_LAST, false },
		{ LIVE_TOTAL, true }, { LIVE_SUM, false }, { LIVE_TOTAL, false },
	};
	size_t i;

	live->hits = live_find_hits(hist);
	live->nr_keys = hist->nr_keys;
	live->nr_values = hist->nr_values;
	live->columns = xalloc(hist->nr_keys + 3 * hist->nr_values, sizeof(*live->columns));
	live->dist_titles = xalloc(hist->nr_values, sizeof(*live->dist_titles));
	live->dist_units = xalloc(hist->nr_values, sizeof(*live->dist_units));
	live->ranges = -1;
	if (is_distribution(hist, live->hits)) {
		live->nr_keys--;
		live->ranges = live->hits;
		show_split_title(&hist->fields[hist->nr_keys - 1], plan,
				 &live->dist_titles[live->hits], &live->dist_units[live->hits]);
	}
	for (i = 0; i < live->nr_keys; i++)
		add_column(live, LIVE_KEY, i, &hist->fields[i], plan);
	for (i = 0; i < live->nr_values; i++)
		if (doc_values(hist)[i].type == DOC_DISTRIBUTION)
			show_split_title(&doc_values(hist)[i], plan, &live->dist_titles[i],
					 &live->dist_units[i]);
	for (i = 0; i < ARRAY_SIZE(order); i++)
		add_columns(live, hist, order[i].kind, order[i].hits, plan);
	choose_sort(live, hist);
}

void live_free_columns(struct live *live)
{
	size_t i;

	for (i = 0; i < live->nr_columns; i++) {
		free(live->columns[i].title);
		free(live->columns[i].unit);
	}
	for (i = 0; i < live->nr_values; i++) {
		free(live->dist_titles[i]);
		free(live->dist_units[i]);
	}
	free(live->columns);
	free(live->dist_titles);
	free(live->dist_units);
}

/* ---- cells */

static void key_cell(const char *key, struct text *out)
{
	const char *end;

	/* A stack has a line for each function. */
	for (; (end = strchr(key, '\n')); key = end + 1) {
		text_add(out, key, end - key);
		text_puts(out, " < ");
	}
	text_puts(out, key);
}

static const struct live_value *value_of(const struct live_entry *entry,
					 const struct live_column *column)
{
	return column->kind == LIVE_KEY ? NULL : &entry->values[column->nr];
}

void live_cell(const struct live *live, const struct live_entry *entry,
	       const struct live_column *column, struct text *out)
{
	const struct live_value *value = value_of(entry, column);
	bool now = entry->take == live->takes;
	char amount[AMOUNT_MAX];
	double number = 0;

	switch (column->kind) {
	case LIVE_KEY:
		key_cell(entry->keys[column->nr], out);
		return;
	case LIVE_RATE:
		if (!live->length)
			return;
		number = now ? (double)value->now * 1e9 / (double)live->length : 0;
		break;
	case LIVE_SUM:
		number = now ? (double)value->now : 0;
		break;
	case LIVE_TOTAL:
		number = (double)value->total;
		break;
	case LIVE_LAST:
		if (!now)
			return;
		if (value->text) {
			text_puts(out, value->text);
			return;
		}
		number = doc_double(value->last);
		break;
	}
	amount_text(amount, number, column->unit);
	text_puts(out, amount);
}

/* ---- order */

static int live_by_number(__int128 a, __int128 b)
{
	return a < b ? -1 : a > b;
}

/* Values that are missing in the last take are less than all others. */
static int live_by_take(const struct live *live, const struct live_entry *a,
			const struct live_entry *b)
{
	return (a->take == live->takes) - (b->take == live->takes);
}

static int live_by_key(const struct live_column *column, const struct live_entry *a,
		       const struct live_entry *b)
{
	if (column->right)
		return doc_compare(a->numbers[column->nr], b->numbers[column->nr]);
	return strcmp(a->keys[column->nr], b->keys[column->nr]);
}

static int live_by_column(const struct live *live, const struct live_column *column,
			  const struct live_entry *a, const struct live_entry *b)
{
	const struct live_value *va = value_of(a, column), *vb = value_of(b, column);
	int order;

	switch (column->kind) {
	case LIVE_KEY:
		return live_by_key(column, a, b);
	case LIVE_RATE:
	case LIVE_SUM:
		return live_by_number(a->take == live->takes ? va->now : 0,
				      b->take == live->takes ? vb->now : 0);
	case LIVE_TOTAL:
		return live_by_number(va->total, vb->total);
	case LIVE_LAST:
		order = live_by_take(live, a, b);
		return order || a->take != live->takes ? order : doc_compare(va->last, vb->last);
	}
	return 0;
}

static int compare(const void *pa, const void *pb, void *context)
{
	const struct live_entry *a = *(struct live_entry * const *)pa;
	const struct live_entry *b = *(struct live_entry * const *)pb;
	const struct live *live = context;
	int order = live_by_column(live, &live->columns[live->sort], a, b);
	size_t i;

	if (order)
		return live->ascending ? order : -order;
	/* Break ties by the hits of all takes, then by keys, so that rows rarely change places. */
	if (live->hits >= 0)
		order = live_by_number(b->values[live->hits].total, a->values[live->hits].total);
	for (i = 0; !order && i < live->nr_keys; i++)
		order = live_by_key(&live->columns[i], a, b);
	if (!order)
		order = a->hash < b->hash ? -1 : a->hash > b->hash;
	return order;
}

static bool live_matches(const struct live *live, const struct live_entry *entry,
			 const char *filter)
{
	size_t i;

	for (i = 0; i < live->nr_keys; i++)
		if (strcasestr(entry->keys[i], filter))
			return true;
	return !*filter;
}

static void live_measure(struct live *live, const struct live_entry *entry)
{
	struct text text = {};
	size_t i, width;

	for (i = 0; i < live->nr_columns; i++) {
		text_clear(&text);
		live_cell(live, entry, &live->columns[i], &text);
		width = text.at ? canvas_measure(text.at) : 0;
		if (width > live->columns[i].width)
			live->columns[i].width = width;
	}
	text_free(&text);
}

void live_arrange(struct live *live, const char *filter)
{
	bool chosen = false;
	size_t i;

	free(live->rows);
	live->rows = xalloc(live->nr_entries, sizeof(*live->rows));
	live->nr_rows = 0;
	for (i = 0; i < live->nr_entries; i++) {
		if (!live_matches(live, live->entries[i], filter))
			continue;
		live->rows[live->nr_rows++] = live->entries[i];
		chosen = chosen || live->entries[i] == live->chosen;
		live_measure(live, live->entries[i]);
	}
	if (!chosen)
		live->chosen = NULL;
	if (live->nr_rows)
		qsort_r(live->rows, live->nr_rows, sizeof(*live->rows), compare, live);
}
