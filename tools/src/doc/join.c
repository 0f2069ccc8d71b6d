// SPDX-License-Identifier: GPL-2.0
/* Rows that look the same; see join.h. */
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "doc.h"
#include "join.h"

/* Longest text of a key other than a stack that counts. */
#define JOIN_TEXT	4096

/**
 * struct join_row - a row to add up
 * @row: the row
 * @key: its keys as text, which rows to be added up have in common
 * @value: the value by which rows are sorted
 * @nr: its place in the document, which decides between equal values
 */
struct join_row {
	struct doc_row row;
	struct text key;
	struct doc_number value;
	size_t nr;
};

static int join_compare_keys(const void *a, const void *b)
{
	const struct join_row *one = a, *other = b;
	int ret;

	if (one->key.len != other->key.len)
		return one->key.len < other->key.len ? -1 : 1;
	ret = memcmp(one->key.at, other->key.at, one->key.len);
	return ret ? ret : (one->nr > other->nr) - (one->nr < other->nr);
}

static int join_compare_values(const void *a, const void *b)
{
	const struct join_row *one = a, *other = b;
	const int ret = doc_compare(other->value, one->value);

	return ret ? ret : (one->nr > other->nr) - (one->nr < other->nr);
}

/* Appends a text and a zero byte, which no text contains. */
static void join_put(struct text *key, const char *text)
{
	text_add(key, text, strlen(text) + 1);
}

/* Appends the functions of a stack, and removes what else tells stacks apart. */
static void join_put_stack(struct text *key, const struct doc_cell *cell)
{
	struct doc_frame *frame = (struct doc_frame *)cell->frames;
	uint32_t i;

	for (i = 0; i < cell->nr; i++, frame++) {
		if (frame->function)
			frame->symbol = frame->function;
		/* Views tell stacks apart by their places, too, and those are of one row. */
		if (frame->function || (frame->kind == DOC_FRAME_KERNEL && frame->symbol)) {
			frame->address = 0;
			frame->offset = 0;
		}
		/* Others may have functions of the same name in their files. */
		join_put(key, frame->kind == DOC_FRAME_FILE ? frame->name : "");
		if (!frame->symbol)
			text_printf(key, "%llx", (unsigned long long)frame->address);
		join_put(key, frame->symbol ? frame->symbol : "");
		join_put(key, frame->module ? frame->module : "");
	}
	join_put(key, "");
}

static void join_put_row(struct join_row *to, const struct doc_hist *hist)
{
	const struct doc_cell *keys = to->row.keys;
	char text[JOIN_TEXT];
	size_t i;

	for (i = 0; i < hist->nr_keys; i++) {
		if (keys[i].type == DOC_STACK) {
			join_put_stack(&to->key, &keys[i]);
			continue;
		}
		doc_cell_text(&hist->fields[i], &keys[i], text, sizeof(text));
		join_put(&to->key, text);
	}
}

static void join_add(struct doc_row *to, const struct doc_row *from, size_t nr_values)
{
	struct doc_cell *values = (struct doc_cell *)to->values;
	const struct doc_number *more;
	size_t i;

	for (i = 0; i < nr_values; i++) {
		more = &from->values[i].number;
		values[i].number.bits += more->bits;
		/* Its text is that of one row. */
		values[i].shown = DOC_SHOWN_NUMBER;
		if (values[i].number.negative || more->negative)
			values[i].number.negative = (int64_t)values[i].number.bits < 0;
	}
}

/* Returns the index of a value, or -1 if there is none, or if the values cannot be added up. */
static int join_field(const struct doc_hist *hist, const char *field)
{
	const char *modifier;
	int found = -1;
	size_t i, j;

	for (i = 0; i < hist->nr_values; i++) {
		if (!strcmp(doc_values(hist)[i].name, field))
			found = i;
		modifier = doc_values(hist)[i].modifier;
		if (modifier && strcmp(modifier, "signed"))
			return -1;
	}
	for (i = 0; i < hist->nr_rows; i++) {
		if (hist->rows[i].nr_tracked)
			return -1;
		for (j = 0; j < hist->nr_values; j++)
			if (hist->rows[i].values[j].type != DOC_NUMBER ||
			    hist->rows[i].values[j].has_range)
				return -1;
	}
	return found;
}

/* Adds up rows of equal keys, which follow each other. Returns how many rows are left. */
static size_t join_rows(struct join_row *rows, size_t nr, size_t nr_values)
{
	size_t i, left = 0;

	for (i = 0; i < nr; i++) {
		if (left && rows[left - 1].key.len == rows[i].key.len &&
		    !memcmp(rows[left - 1].key.at, rows[i].key.at, rows[i].key.len)) {
			join_add(&rows[left - 1].row, &rows[i].row, nr_values);
			text_free(&rows[i].key);
		} else {
			rows[left++] = rows[i];
		}
	}
	return left;
}

static void join_hist(struct doc_hist *hist, int value, size_t max)
{
	struct join_row *rows = xalloc(hist->nr_rows + 1, sizeof(*rows));
	struct doc_row *to = (struct doc_row *)hist->rows;
	size_t i, nr;

	for (i = 0; i < hist->nr_rows; i++) {
		rows[i].row = hist->rows[i];
		rows[i].nr = i;
		join_put_row(&rows[i], hist);
	}
	qsort(rows, hist->nr_rows, sizeof(*rows), join_compare_keys);
	nr = join_rows(rows, hist->nr_rows, hist->nr_values);
	for (i = 0; i < nr; i++) {
		text_free(&rows[i].key);
		rows[i].value = rows[i].row.values[value].number;
	}
	qsort(rows, nr, sizeof(*rows), join_compare_values);
	hist->entries -= hist->nr_rows - nr;
	hist->nr_rows = nr < max ? nr : max;
	for (i = 0; i < hist->nr_rows; i++)
		to[i] = rows[i].row;
	free(rows);
}

void doc_join(struct hist_doc *doc, const char *field, size_t max)
{
	struct doc_hist *hists = (struct doc_hist *)doc->hists;
	int value;
	size_t i;

	for (i = 0; i < doc->nr_hists; i++) {
		value = join_field(&hists[i], field);
		if (value >= 0)
			join_hist(&hists[i], value, max);
	}
}
