/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A live table: takes of one histogram in, columns and sorted rows out. An entry is a
 * key, with what was counted in the last take and in all of them.
 *
 * If the last key is a range of numbers (.log2, .buckets), the rows that share their
 * other keys are one entry, and the ranges are its distribution.
 */
#ifndef TOOL_LIVE_H
#define TOOL_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../doc/dist.h"
#include "../doc/doc.h"
#include "../recipe/recipe.h"

struct text;

/* With more entries than this, those without hits in the last take are removed. */
#define LIVE_ENTRIES_MAX	16384

enum live_kind {
	LIVE_KEY,
	LIVE_RATE,	/* of a sum, for each second of the last take */
	LIVE_SUM,	/* in the last take */
	LIVE_TOTAL,	/* in all takes */
	LIVE_LAST,	/* a statistic of the last take, or a text */
};

/**
 * struct live_column - a column of the table
 * @kind: its contents
 * @nr: which key or value it shows
 * @title: its heading, safe for a terminal
 * @unit: of its numbers, or NULL
 * @width: columns of a terminal that it needs; it never shrinks, to keep the picture
 *	steady
 * @right: its cells are aligned to the right
 */
struct live_column {
	enum live_kind kind;
	size_t nr;
	char *title;
	char *unit;
	size_t width;
	bool right;
};

/**
 * struct live_value - a value of an entry
 * @now: its sum in the last take
 * @total: its sum in all takes
 * @last: a statistic of the last take
 * @text: shown instead of the number @last, or NULL
 * @dist: the distribution in the last take, or NULL
 * @all: the distribution in all takes, or NULL
 */
struct live_value {
	__int128 now;
	__int128 total;
	struct doc_number last;
	char *text;
	struct dist *dist;
	struct dist *all;
};

/**
 * struct live_entry - an entry
 * @next: the next one with the same hash modulo the number of buckets
 * @hash: of its keys
 * @take: the last take that had it
 * @open: its details are shown
 * @keys: its keys as text, safe for a terminal; a line for each function of a stack, the
 *	innermost one first
 * @numbers: its keys as numbers; for a stack, a unique number
 * @values: its values
 */
struct live_entry {
	struct live_entry *next;
	uint64_t hash;
	uint64_t take;
	bool open;
	char **keys;
	struct doc_number *numbers;
	struct live_value *values;
};

/**
 * struct live - a live table; zeros at first
 * @fields: names, types and modifiers of the histogram's fields in one text
 * @columns: the columns
 * @nr_columns: how many
 * @nr_keys: keys of an entry
 * @nr_values: values of an entry
 * @hits: index of the value that is the number of hits, or -1
 * @ranges: index of the value that holds the distribution of a last key, or -1
 * @dist_titles: heading of each value that is a distribution, safe for a terminal
 * @dist_units: its unit, or NULL
 * @entries: all entries
 * @nr_entries: how many
 * @room: size of the array @entries
 * @buckets: the hash table
 * @nr_buckets: its size, a power of two
 * @takes: how many takes there were
 * @uptime: time of the last one, in nanoseconds since the machine was started
 * @time: the same in nanoseconds since 1970
 * @length: nanoseconds between the last two takes; 0 if there was only one
 * @now_hits: hits in the last take
 * @total_hits: hits in all takes
 * @dropped: hits that were not counted, in all takes
 * @hidden: entries of the last take without a row in the document
 * @forgot: entries were removed
 * @sort: the column by which rows are sorted
 * @ascending: the least comes first
 * @chosen: the entry that the cursor is on, or NULL
 * @chosen_line: which of its lines
 * @rows: the entries that match, sorted
 * @nr_rows: how many
 */
struct live {
	char *fields;
	struct live_column *columns;
	size_t nr_columns;
	size_t nr_keys;
	size_t nr_values;
	int hits;
	int ranges;
	char **dist_titles;
	char **dist_units;
	struct live_entry **entries;
	size_t nr_entries;
	size_t room;
	struct live_entry **buckets;
	size_t nr_buckets;
	uint64_t takes;
	uint64_t uptime;
	uint64_t time;
	uint64_t length;
	uint64_t now_hits;
	uint64_t total_hits;
	uint64_t dropped;
	uint64_t hidden;
	bool forgot;
	size_t sort;
	bool ascending;
	struct live_entry *chosen;
	size_t chosen_line;
	struct live_entry **rows;
	size_t nr_rows;
};

/**
 * live_take() - add a take to a table
 * @live: the table; a histogram with other fields begins a new one
 * @doc: the document of the take
 * @hist: the histogram in it
 * @plan: how to show its fields, or NULL
 *
 * The document is not used afterwards. The caller arranges the rows again.
 */
void live_take(struct live *live, const struct hist_doc *doc, const struct doc_hist *hist,
	       const struct plan *plan);

/**
 * live_arrange() - select and sort the rows
 * @live: the table
 * @filter: only entries with this string in a key, ignoring case; "" for all
 */
void live_arrange(struct live *live, const char *filter);

/**
 * live_cell() - print a cell
 * @live: the table
 * @entry: its row
 * @column: its column
 * @out: where to; safe for a terminal
 */
void live_cell(const struct live *live, const struct live_entry *entry,
	       const struct live_column *column, struct text *out);

/**
 * live_free() - free the memory of a table
 * @live: the table, which is empty then
 */
void live_free(struct live *live);

/* For live.c and live_columns.c alone. */
void live_make_columns(struct live *live, const struct doc_hist *hist, const struct plan *plan);
void live_free_columns(struct live *live);
bool live_is_sum(const struct doc_field *field);

#endif /* TOOL_LIVE_H */
