/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A live table: adds up takes of one histogram, and arranges them as columns and sorted rows.
 * An entry is a key, with the values of the last take and of all takes.
 *
 * If the last key is a range of numbers (.log2, .buckets), rows whose other keys are equal are
 * one entry. The ranges are the distribution of this entry.
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

/* Above this number, entries without hits in the last take are removed. */
#define LIVE_ENTRIES_MAX	16384

enum live_kind {
	LIVE_KEY,
	LIVE_RATE,	/* a sum per second, in the last take */
	LIVE_SUM,	/* a sum in the last take */
	LIVE_TOTAL,	/* a sum in all takes */
	LIVE_LAST,	/* a statistic or a string, in the last take */
};

/**
 * struct live_column - a column of the table
 * @kind: its contents
 * @nr: index of the key or value that it shows
 * @title: its heading, safe for a terminal
 * @unit: unit of its numbers, or NULL
 * @width: its width on the terminal; never shrinks, so that columns do not jump
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
 * @now: the sum in the last take
 * @total: the sum in all takes
 * @last: a statistic in the last take
 * @text: shown instead of @last, or NULL
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
 * @next: next entry in the same bucket of the hash table
 * @hash: hash of its keys
 * @take: number of the last take that contained it
 * @open: its details are shown
 * @keys: its keys as strings, safe for a terminal; a stack has a line for each function, the
 *	innermost one first
 * @numbers: its keys as numbers; for a stack, a hash of its addresses
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
 * struct live - a live table; starts out as zeros
 * @fields: describes the histogram's fields: names, types, modifiers
 * @columns: the columns
 * @nr_columns: number of columns
 * @nr_keys: keys of an entry
 * @nr_values: values of an entry
 * @hits: index of the value that is the number of hits, or -1
 * @ranges: index of the value for the distribution that the last key makes, or -1
 * @dist_titles: for each value that is a distribution, the heading, safe for a terminal
 * @dist_units: for each value that is a distribution, the unit, or NULL
 * @entries: all entries
 * @nr_entries: number of entries
 * @capacity: size of the array @entries
 * @buckets: the hash table
 * @nr_buckets: its size, a power of two
 * @takes: number of takes
 * @uptime: time of the last take, in nanoseconds since the machine was started
 * @time: the same, in nanoseconds since 1970
 * @length: nanoseconds between the last two takes; 0 if there was only one
 * @now_hits: hits in the last take
 * @total_hits: hits in all takes
 * @lost: losses in all takes, of each kind
 * @hidden: entries of the last take that have no row in the document
 * @hid: entries of some take had no row
 * @forgot: entries were removed
 * @sort: index of the column by which rows are sorted
 * @ascending: rows with the least value come first
 * @chosen: the entry under the cursor, or NULL
 * @chosen_line: which of its lines the cursor is on
 * @rows: the entries that match the filter, sorted
 * @nr_rows: number of rows
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
	size_t capacity;
	struct live_entry **buckets;
	size_t nr_buckets;
	uint64_t takes;
	uint64_t uptime;
	uint64_t time;
	uint64_t length;
	uint64_t now_hits;
	uint64_t total_hits;
	uint64_t lost[DOC_LOSSES];
	uint64_t hidden;
	bool hid;
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
 * @live: the table; emptied if the histogram has other fields than before
 * @doc: the document of the take
 * @hist: the histogram in it
 * @plan: how to show its fields, or NULL
 *
 * Keeps no pointer to the document. The caller must arrange the rows again.
 */
void live_take(struct live *live, const struct hist_doc *doc, const struct doc_hist *hist,
	       const struct plan *plan);

/**
 * live_arrange() - select and sort the rows
 * @live: the table
 * @filter: string that a key must contain, ignoring case; "" for all entries
 */
void live_arrange(struct live *live, const char *filter);

/* Prints a cell, safe for a terminal. */
void live_cell(const struct live *live, const struct live_entry *entry,
	       const struct live_column *column, struct text *out);

/* Frees the memory of a table, which is empty afterwards. */
void live_free(struct live *live);

/* Functions that live.c and live_columns.c share. */
void live_make_columns(struct live *live, const struct doc_hist *hist, const struct plan *plan);
void live_free_columns(struct live *live);
bool live_is_sum(const struct doc_field *field);

#endif /* TOOL_LIVE_H */
