// SPDX-License-Identifier: GPL-2.0
/* Adds takes to a live table; see live.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../doc/show.h"
#include "../text.h"
#include "live.h"

#define CELL_MAX	4096
#define HASH_START	0xcbf29ce484222325ull
#define HASH_FACTOR	0x100000001b3ull

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;

	while (len--)
		hash = (hash ^ *at++) * HASH_FACTOR;
	return hash;
}

/* ---- entries */

static void free_entry(struct live *live, struct live_entry *entry)
{
	size_t i;

	for (i = 0; i < live->nr_keys; i++)
		free(entry->keys[i]);
	for (i = 0; i < live->nr_values; i++) {
		free(entry->values[i].text);
		free(entry->values[i].dist);
		free(entry->values[i].all);
	}
	free(entry->keys);
	free(entry->numbers);
	free(entry->values);
	free(entry);
}

static void stack_key(const struct doc_cell *cell, struct text *text, struct doc_number *number)
{
	uint64_t hash = HASH_START;
	char frame[CELL_MAX];
	uint32_t i;

	for (i = 0; i < cell->nr; i++) {
		doc_frame_text(&cell->frames[i], frame, sizeof(frame));
		if (i)
			text_puts(text, "\n");
		text_escape(text, frame);
		hash = hash_bytes(hash, &cell->frames[i].address, sizeof(cell->frames[i].address));
	}
	number->bits = hash;
}

/* Strings that differ only in invalid UTF-8 look the same and share an entry. */
static struct live_entry *make_entry(const struct live *live, const struct doc_hist *hist,
				     const struct doc_row *row, const struct plan *plan)
{
	struct live_entry *entry = xalloc(1, sizeof(*entry));
	struct text text = {};
	size_t i;

	entry->keys = xalloc(live->nr_keys, sizeof(*entry->keys));
	entry->numbers = xalloc(live->nr_keys, sizeof(*entry->numbers));
	entry->values = xalloc(live->nr_values, sizeof(*entry->values));
	entry->hash = HASH_START;
	for (i = 0; i < live->nr_keys; i++) {
		const struct doc_cell *cell = &row->keys[i];

		text_clear(&text);
		if (cell->type == DOC_STACK)
			stack_key(cell, &text, &entry->numbers[i]);
		else
			show_cell(&text, &hist->fields[i], cell, plan);
		if (cell->type == DOC_NUMBER)
			entry->numbers[i] = cell->number;
		entry->keys[i] = xstrdup(text.at ? text.at : "");
		entry->hash = hash_bytes(entry->hash, entry->keys[i], strlen(entry->keys[i]) + 1);
		entry->hash = hash_bytes(entry->hash, &entry->numbers[i].bits,
					 sizeof(entry->numbers[i].bits));
	}
	text_free(&text);
	return entry;
}

static bool same_keys(const struct live *live, const struct live_entry *a,
		      const struct live_entry *b)
{
	size_t i;

	for (i = 0; i < live->nr_keys; i++)
		if (strcmp(a->keys[i], b->keys[i]) || doc_compare(a->numbers[i], b->numbers[i]))
			return false;
	return true;
}

static void fill_buckets(struct live *live, size_t nr)
{
	struct live_entry **bucket;
	size_t i;

	free(live->buckets);
	live->buckets = xalloc(nr, sizeof(*live->buckets));
	live->nr_buckets = nr;
	for (i = 0; i < live->nr_entries; i++) {
		bucket = &live->buckets[live->entries[i]->hash & (nr - 1)];
		live->entries[i]->next = *bucket;
		*bucket = live->entries[i];
	}
}

static void add_entry(struct live *live, struct live_entry *entry)
{
	struct live_entry **bucket;

	if (live->nr_entries == live->capacity) {
		live->capacity = live->capacity ? 2 * live->capacity : 64;
		live->entries = realloc(live->entries, live->capacity * sizeof(*live->entries));
		if (!live->entries)
			abort();
		fill_buckets(live, live->capacity);
	}
	live->entries[live->nr_entries++] = entry;
	bucket = &live->buckets[entry->hash & (live->nr_buckets - 1)];
	entry->next = *bucket;
	*bucket = entry;
}

static struct live_entry *entry_of(struct live *live, const struct doc_hist *hist,
				   const struct doc_row *row, const struct plan *plan)
{
	struct live_entry *made = make_entry(live, hist, row, plan), *entry = NULL;

	if (live->nr_buckets)
		entry = live->buckets[made->hash & (live->nr_buckets - 1)];
	while (entry && (entry->hash != made->hash || !same_keys(live, entry, made)))
		entry = entry->next;
	if (entry) {
		free_entry(live, made);
		return entry;
	}
	/* Without keys there is only one entry, so show its details immediately. */
	made->open = !live->nr_keys;
	add_entry(live, made);
	return made;
}

/* Removes entries that were not in the last take. */
static void forget(struct live *live)
{
	size_t i, kept = 0;

	for (i = 0; i < live->nr_entries; i++) {
		struct live_entry *entry = live->entries[i];

		if (entry->take == live->takes) {
			live->entries[kept++] = entry;
			continue;
		}
		if (entry == live->chosen)
			live->chosen = NULL;
		free_entry(live, entry);
	}
	live->forgot = true;
	live->nr_rows = 0;
	live->nr_entries = kept;
	fill_buckets(live, live->nr_buckets);
}

/* ---- values */

static __int128 number_of(struct doc_number number)
{
	return number.negative ? (__int128)(int64_t)number.bits : (__int128)number.bits;
}

static struct dist *own_dist(struct dist **dist)
{
	if (!*dist)
		*dist = xalloc(1, sizeof(**dist));
	return *dist;
}

static void begin_take(struct live *live, struct live_entry *entry)
{
	size_t i;

	entry->take = live->takes;
	for (i = 0; i < live->nr_values; i++) {
		entry->values[i].now = 0;
		free(entry->values[i].dist);
		entry->values[i].dist = NULL;
	}
}

static void take_value(struct live_value *value, const struct doc_field *field,
		       const struct doc_cell *cell)
{
	if (cell->type == DOC_DISTRIBUTION) {
		dist_add_cell(own_dist(&value->dist), cell);
		dist_add_cell(own_dist(&value->all), cell);
	} else if (live_is_sum(field)) {
		value->now += number_of(cell->number);
		value->total += number_of(cell->number);
	} else {
		struct text text = {};

		value->last = cell->number;
		free(value->text);
		value->text = NULL;
		if (cell->shown == DOC_SHOWN_NUMBER)
			return;
		show_cell(&text, field, cell, NULL);
		value->text = text.at;
	}
}

static void take_row(struct live *live, const struct doc_hist *hist, const struct doc_row *row,
		     const struct plan *plan)
{
	struct live_entry *entry = entry_of(live, hist, row, plan);
	size_t i;

	if (entry->take != live->takes)
		begin_take(live, entry);
	for (i = 0; i < hist->nr_values; i++)
		take_value(&entry->values[i], &doc_values(hist)[i], &row->values[i]);
	if (live->ranges >= 0) {
		const struct doc_field *field = &hist->fields[live->nr_keys];
		const struct doc_cell *key = &row->keys[live->nr_keys];
		struct live_value *value = &entry->values[live->ranges];
		uint64_t count = row->values[live->hits].number.bits;

		dist_add_key(own_dist(&value->dist), field, key, count);
		dist_add_key(own_dist(&value->all), field, key, count);
	}
}

/* ---- takes */

void live_free(struct live *live)
{
	size_t i;

	for (i = 0; i < live->nr_entries; i++)
		free_entry(live, live->entries[i]);
	live_free_columns(live);
	free(live->entries);
	free(live->buckets);
	free(live->rows);
	free(live->fields);
	*live = (struct live){};
}

/* Describes the fields of a histogram, to compare two histograms. */
static char *live_describe(const struct doc_hist *hist)
{
	struct text text = {};
	size_t i;

	for (i = 0; i < hist->nr_keys + hist->nr_values; i++) {
		const struct doc_field *field = &hist->fields[i];

		text_printf(&text, "%d %d %s.%s\n", field->is_key, field->type, field->name,
			    field->modifier ? field->modifier : "");
	}
	return text.at;
}

static void count_take(struct live *live, const struct hist_doc *doc, const struct doc_hist *hist)
{
	size_t i;

	live->length = live->takes && doc->uptime > live->uptime ? doc->uptime - live->uptime : 0;
	live->takes++;
	live->uptime = doc->uptime;
	live->time = doc->time;
	live->now_hits = hist->hits;
	live->total_hits += hist->hits;
	for (i = 0; i < DOC_LOSSES; i++)
		live->lost[i] += hist->lost[i];
	live->hidden = hist->entries > hist->nr_rows ? hist->entries - hist->nr_rows : 0;
	live->hid |= live->hidden;
}

void live_take(struct live *live, const struct hist_doc *doc, const struct doc_hist *hist,
	       const struct plan *plan)
{
	char *fields = live_describe(hist);
	size_t i;

	if (!live->fields || strcmp(live->fields, fields)) {
		live_free(live);
		live->fields = fields;
		live_make_columns(live, hist, plan);
	} else {
		free(fields);
	}
	count_take(live, doc, hist);
	for (i = 0; i < hist->nr_rows; i++)
		take_row(live, hist, &hist->rows[i], plan);
	if (live->nr_entries > LIVE_ENTRIES_MAX)
		forget(live);
}
