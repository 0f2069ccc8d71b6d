// SPDX-License-Identifier: GPL-2.0
/* Histograms as tables and bars; see show.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "show.h"

#define BAR_WIDTH	40
#define CELL_MAX	4096

struct table {
	const struct doc_hist *hist;
	const struct plan *plan;
	struct text *out;
	size_t *width;
};

static size_t nr_fields(const struct doc_hist *hist)
{
	return hist->nr_keys + hist->nr_values;
}

static const struct doc_cell *cell_of(const struct doc_hist *hist, const struct doc_row *row,
				      size_t i)
{
	return i < hist->nr_keys ? &row->keys[i] : &row->values[i - hist->nr_keys];
}

static const struct plan_column *column_of(const struct plan *plan, const char *field)
{
	const struct plan_column *c = plan ? plan->columns : NULL;

	while (c && strcmp(c->field, field))
		c = c->next;
	return c;
}

static const char *name_of(const struct plan *plan, const char *field,
			   struct doc_number number)
{
	const struct plan_name *name = plan ? plan->names : NULL;

	for (; name; name = name->next)
		if (name->value == number.bits && !strcmp(name->field, field))
			return name->text;
	return NULL;
}

/* Prints the two numbers between which a percentile lies, if the percentile is not exact. */
static size_t show_band(struct text *out, const struct doc_cell *cell)
{
	const size_t before = out->len;

	if (!cell->has_band || !doc_compare(cell->low, cell->high))
		return 0;
	text_printf(out, cell->low.negative ? " [%lld, " : " [%llu, ", (long long)cell->low.bits);
	text_printf(out, cell->high.negative ? "%lld]" : "%llu]", (long long)cell->high.bits);
	return out->len - before;
}

size_t show_cell(struct text *out, const struct doc_field *field, const struct doc_cell *cell,
		 const struct plan *plan)
{
	char raw[CELL_MAX];
	const char *name = NULL;

	if (cell->type == DOC_NUMBER && !cell->has_range &&
	    (cell->shown == DOC_SHOWN_NUMBER || cell->shown == DOC_SHOWN_TEXT))
		name = name_of(plan, field->name, cell->number);
	doc_cell_text(field, cell, raw, sizeof(raw));
	return text_escape(out, name ? name : raw) + show_band(out, cell);
}

const char *show_unit(const struct doc_field *field, const struct plan *plan)
{
	static const char * const units[] = {
		[DOC_UNIT_NS] = "ns", [DOC_UNIT_US] = "us", [DOC_UNIT_BYTES] = "bytes",
	};
	const struct plan_column *c = column_of(plan, field->name);

	return c && c->unit ? c->unit : units[field->unit];
}

bool show_is_statistic(const char *modifier)
{
	static const char * const names[] = { "min", "max", "avg", "stddev" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strncmp(modifier, names[i], strlen(names[i])))
			return true;
	return modifier[0] == 'p' && modifier[1] >= '0' && modifier[1] <= '9';
}

size_t show_name(struct text *out, const struct doc_field *field, const struct plan *plan)
{
	const struct plan_column *c = column_of(plan, field->name);
	size_t columns, before;

	if (c && c->title)
		columns = text_escape(out, c->title);
	else if (!strcmp(field->name, "hitcount"))
		columns = text_escape(out, "hits");
	else if (!strncmp(field->name, "common_", 7))
		columns = text_escape(out, field->name + 7);
	else
		columns = text_escape(out, field->name);
	before = out->len;
	if (field->modifier && !field->is_key && show_is_statistic(field->modifier))
		text_printf(out, ".%s", field->modifier);
	return columns + out->len - before;
}

/* Prints the heading of a field with its unit. Returns the width in columns. */
static size_t show_title(struct text *out, const struct doc_field *field, const struct plan *plan)
{
	const char *unit = show_unit(field, plan);
	size_t columns = show_name(out, field, plan), before = out->len;

	if (field->modifier && !strcmp(field->modifier, "percent"))
		text_puts(out, " %");
	else if (unit)
		text_printf(out, " (%s)", unit);
	return columns + out->len - before;
}

void show_split_title(const struct doc_field *field, const struct plan *plan, char **title,
		      char **unit)
{
	const char *name = show_unit(field, plan);
	struct text text = {};

	show_name(&text, field, plan);
	*title = text.at;
	*unit = name ? xstrdup(name) : NULL;
}

/* Is a field printed below the entry's line? */
static bool show_is_below(const struct doc_field *field)
{
	return field->type == DOC_STACK || field->type == DOC_DISTRIBUTION;
}

bool show_to_the_right(const struct doc_field *field, const struct plan *plan)
{
	const struct plan_name *name = plan ? plan->names : NULL;

	if (field->type != DOC_NUMBER)
		return false;
	for (; name; name = name->next)
		if (!strcmp(name->field, field->name))
			return false;
	return !field->modifier || (strncmp(field->modifier, "sym", 3) &&
		strcmp(field->modifier, "execname") && strcmp(field->modifier, "syscall"));
}

/* Appends the printed cell @text, padded to the width of its column. */
static void show_place(struct table *t, struct text *text, size_t columns, size_t i, bool last)
{
	long pad = (long)t->width[i] - (long)columns;
	bool right = show_to_the_right(&t->hist->fields[i], t->plan);

	if (right)
		text_pad(t->out, pad);
	text_puts(t->out, text->at ? text->at : "");
	if (last)
		return;
	if (!right)
		text_pad(t->out, pad);
	text_puts(t->out, "  ");
}

/* Returns the index of the last field that has a column; no padding follows it. */
static size_t last_column(const struct doc_hist *hist, size_t nr)
{
	while (nr && show_is_below(&hist->fields[nr - 1]))
		nr--;
	return nr ? nr - 1 : 0;
}

/* Prints the line of a row, or that of the headings if @row is NULL. */
static void show_row_line(struct table *t, const struct doc_row *row, size_t nr)
{
	struct text text = {};
	size_t i, last = last_column(t->hist, nr), columns;

	for (i = 0; i < nr; i++) {
		const struct doc_field *field = &t->hist->fields[i];

		if (show_is_below(field))
			continue;
		text_clear(&text);
		columns = row ? show_cell(&text, field, cell_of(t->hist, row, i), t->plan) :
				show_title(&text, field, t->plan);
		show_place(t, &text, columns, i, i == last);
	}
	text_puts(t->out, "\n");
	text_free(&text);
}

static void show_measure(struct table *t, size_t nr)
{
	struct text text = {};
	size_t i, j, columns;

	for (i = 0; i < nr; i++) {
		t->width[i] = show_title(&text, &t->hist->fields[i], t->plan);
		for (j = 0; j < t->hist->nr_rows && !show_is_below(&t->hist->fields[i]); j++) {
			text_clear(&text);
			columns = show_cell(&text, &t->hist->fields[i],
					    cell_of(t->hist, &t->hist->rows[j], i), t->plan);
			if (columns > t->width[i])
				t->width[i] = columns;
		}
	}
	text_free(&text);
}

/* ---- bars */

/* A line with a bar: a range of numbers, and its number of hits. */
struct bar {
	struct doc_number low;
	struct doc_number high;
	uint64_t count;
};

static void show_number(char *to, size_t size, struct doc_number number)
{
	snprintf(to, size, number.negative ? "%lld" : "%llu", (long long)number.bits);
}

static void show_bar_line(struct text *out, const struct bar *bar, uint64_t most,
			  const char *indent)
{
	char low[24], high[24], range[64];
	size_t stars = (size_t)((double)bar->count * BAR_WIDTH / (double)most);

	show_number(low, sizeof(low), bar->low);
	show_number(high, sizeof(high), bar->high);
	snprintf(range, sizeof(range), strcmp(low, high) ? "%s -> %s" : "%s", low, high);
	text_printf(out, "%s%-24s  %10llu  |%.*s%*s|\n", indent, range,
		    (unsigned long long)bar->count, (int)stars,
		    "****************************************", (int)(BAR_WIDTH - stars), "");
}

/* How the numbers between two bars, which have no hits, are divided into ranges. */
enum scale {
	SCALE_UNKNOWN,		/* unknown; these numbers may have hits that are not shown */
	SCALE_LOG2,		/* at powers of two, each the last number of its range */
	SCALE_POWERS,		/* at powers of two, each the first number of its range */
	SCALE_LINEAR,		/* each range is as wide as the one before the gap */
};

/* Empty ranges of one width get a line each, up to this number; more get one line. */
#define GAP_MAX		16

/* Returns the last number of the range that begins with @low. */
static uint64_t range_end(enum scale scale, const struct bar *before, uint64_t low)
{
	const uint64_t bits = scale == SCALE_LOG2 ? low - 1 : low;

	if (scale == SCALE_LINEAR)
		return low + (before->high.bits - before->low.bits);
	return bits ? bits | (UINT64_MAX >> __builtin_clzll(bits)) : 0;
}

/* Prints the empty ranges between two bars, which would otherwise look adjacent. */
static void show_gap_lines(struct text *out, enum scale scale, const struct bar *before,
			   const struct bar *after, const char *indent)
{
	const uint64_t end = after->low.bits, width = before->high.bits - before->low.bits + 1;
	struct bar bar = { .low = { before->high.bits + 1, false } };

	if (scale == SCALE_UNKNOWN || before->low.negative || bar.low.bits >= end || !width)
		return;
	if (scale == SCALE_LINEAR && (end - bar.low.bits) / width > GAP_MAX) {
		bar.high.bits = end - 1;
		show_bar_line(out, &bar, 1, indent);
		return;
	}
	/*
	 * If the last bar ends between two powers of two, begin at the greater one: the
	 * document divides the numbers between them into several ranges.
	 */
	if (scale == SCALE_POWERS && (bar.low.bits & before->high.bits))
		bar.low.bits = range_end(scale, before, bar.low.bits) + 1;
	for (; bar.low.bits && bar.low.bits < end; bar.low.bits = bar.high.bits + 1) {
		bar.high.bits = range_end(scale, before, bar.low.bits);
		if (scale == SCALE_LOG2 && bar.high.bits != UINT64_MAX)
			bar.high.bits++;
		if (bar.high.bits < bar.low.bits || bar.high.bits >= end)
			break;
		show_bar_line(out, &bar, 1, indent);
	}
}

static void show_bar_lines(struct text *out, const struct bar *bar, size_t nr, enum scale scale,
			   const char *title, const char *indent)
{
	uint64_t most = 1;
	size_t i;

	for (i = 0; i < nr; i++)
		if (bar[i].count > most)
			most = bar[i].count;
	text_printf(out, "%s%-24s  %10s  distribution\n", indent, title, "hits");
	for (i = 0; i < nr; i++) {
		if (i)
			show_gap_lines(out, scale, &bar[i - 1], &bar[i], indent);
		show_bar_line(out, &bar[i], most, indent);
	}
}

static void show_distribution(struct table *t, size_t field, const struct doc_cell *cell)
{
	struct text title = {};
	struct bar *bar = xalloc(cell->nr, sizeof(*bar));
	uint64_t end = 0;
	size_t i, nr = 0;

	/* Show one line for each power of two, for which the document has up to 16 buckets. */
	for (i = 0; i < cell->nr; i++) {
		const struct doc_bucket *b = &cell->buckets[i];

		if (nr && !bar[nr - 1].low.negative && b->high.bits <= end) {
			bar[nr - 1].high = b->high;
			bar[nr - 1].count += b->count;
			continue;
		}
		bar[nr++] = (struct bar){ b->low, b->high, b->count };
		for (end = 1; end < b->high.bits && end < UINT64_MAX / 2;)
			end = 2 * end + 1;
	}
	show_title(&title, &t->hist->fields[field], t->plan);
	show_bar_lines(t->out, bar, nr, SCALE_POWERS, title.at, "    ");
	text_free(&title);
	free(bar);
}

static void show_stack(struct text *out, const struct doc_cell *cell)
{
	char frame[512];
	uint32_t i;

	for (i = 0; i < cell->nr; i++) {
		doc_frame_text(&cell->frames[i], frame, sizeof(frame));
		text_puts(out, "    ");
		text_escape(out, frame);
		text_puts(out, "\n");
	}
}

/* ---- tables */

/*
 * Are a field and the next one the user's and the kernel's half of a stack? Below a row, the
 * innermost function is first, so the kernel's half is shown first.
 */
static bool show_swaps(const struct doc_hist *hist, size_t i)
{
	const struct doc_field *fields = hist->fields;

	return i + 1 < hist->nr_keys && fields[i].type == DOC_STACK && fields[i].user &&
	       fields[i + 1].type == DOC_STACK && !fields[i + 1].user;
}

/* Returns the field that is shown below a row in the place of field @i. */
static size_t show_order(const struct doc_hist *hist, size_t i)
{
	if (i && show_swaps(hist, i - 1))
		return i - 1;
	return show_swaps(hist, i) ? i + 1 : i;
}

static void show_table(struct table *t)
{
	size_t i, j, nr = nr_fields(t->hist);
	const struct doc_cell *cell;

	show_measure(t, nr);
	show_row_line(t, NULL, nr);
	for (i = 0; i < t->hist->nr_rows; i++) {
		show_row_line(t, &t->hist->rows[i], nr);
		for (j = 0; j < nr; j++) {
			cell = cell_of(t->hist, &t->hist->rows[i], show_order(t->hist, j));
			if (cell->type == DOC_STACK)
				show_stack(t->out, cell);
			else if (cell->type == DOC_DISTRIBUTION)
				show_distribution(t, j, cell);
		}
	}
}

/* Appends a string that only equal keys share, to group rows. */
static void add_key(struct text *key, const struct doc_cell *cell)
{
	const struct doc_frame *frame;
	uint32_t i;

	switch (cell->type) {
	case DOC_NUMBER:
		text_printf(key, "%d %llx", cell->number.negative,
			    (unsigned long long)cell->number.bits);
		break;
	case DOC_STACK:
		for (i = 0; i < cell->nr; i++) {
			frame = &cell->frames[i];
			text_printf(key, "%llx%s+%llx ", (unsigned long long)frame->address,
				    frame->symbol ? frame->symbol : "",
				    (unsigned long long)frame->offset);
		}
		break;
	default:
		/* A string may contain any character, so put its length before it. */
		text_printf(key, "%zu %s", strlen(cell->text ? cell->text : ""),
			    cell->text ? cell->text : "");
	}
	text_puts(key, "\n");
}

/* A row, its group key, and @first, the index of the group's first row. */
struct bar_row {
	const struct doc_row *row;
	char *key;
	size_t first;
};

static int show_by_key(const void *a, const void *b)
{
	const struct bar_row *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : (x->first > y->first) - (x->first < y->first);
}

static int show_by_group(const void *a, const void *b)
{
	const struct bar_row *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

/* Sorts rows by group, in the order of the groups' first rows. */
static struct bar_row *group_rows(const struct doc_hist *hist)
{
	struct bar_row *rows = xalloc(hist->nr_rows, sizeof(*rows));
	struct text key = {};
	size_t i, j;

	for (i = 0; i < hist->nr_rows; i++) {
		text_clear(&key);
		for (j = 0; j + 1 < hist->nr_keys; j++)
			add_key(&key, &hist->rows[i].keys[j]);
		rows[i] = (struct bar_row){ &hist->rows[i], xstrdup(key.at ? key.at : ""), i };
	}
	qsort(rows, hist->nr_rows, sizeof(*rows), show_by_key);
	for (i = 1; i < hist->nr_rows; i++)
		if (!strcmp(rows[i - 1].key, rows[i].key))
			rows[i].first = rows[i - 1].first;
	qsort(rows, hist->nr_rows, sizeof(*rows), show_by_group);
	text_free(&key);
	return rows;
}

static int show_by_low(const void *a, const void *b)
{
	return doc_compare(((const struct bar *)a)->low, ((const struct bar *)b)->low);
}

/* Prints the keys that all bars of a group share: "comm = sh, dev = 8:0". */
static void show_group_line(struct table *t, const struct doc_row *row)
{
	size_t i;

	for (i = 0; i + 1 < t->hist->nr_keys; i++) {
		if (i)
			text_puts(t->out, ", ");
		show_title(t->out, &t->hist->fields[i], t->plan);
		text_puts(t->out, " = ");
		if (t->hist->fields[i].type == DOC_STACK) {
			text_puts(t->out, "\n");
			show_stack(t->out, &row->keys[i]);
		} else {
			show_cell(t->out, &t->hist->fields[i], &row->keys[i], t->plan);
		}
	}
	if (t->hist->nr_keys > 1)
		text_puts(t->out, "\n");
}

/*
 * Returns how empty ranges are divided; unknown if top= leaves out rows, and for .log2=K, whose
 * ranges are parts of powers of two.
 */
static enum scale scale_of(const struct doc_hist *hist, const struct doc_field *field)
{
	if (hist->entries > hist->nr_rows || !field->modifier ||
	    (field->has_parameter && !strcmp(field->modifier, "log2")))
		return SCALE_UNKNOWN;
	return strcmp(field->modifier, "log2") ? SCALE_LINEAR : SCALE_LOG2;
}

static void show_bars(struct table *t)
{
	const struct doc_hist *hist = t->hist;
	const struct doc_field *field = &hist->fields[hist->nr_keys - 1];
	struct bar *bar = xalloc(hist->nr_rows, sizeof(*bar));
	struct bar_row *rows = group_rows(hist);
	const struct doc_cell *cell;
	struct text title = {};
	size_t i, nr;

	show_title(&title, field, t->plan);
	for (i = 0; i < hist->nr_rows;) {
		const size_t first = rows[i].first;

		show_group_line(t, rows[i].row);
		for (nr = 0; i < hist->nr_rows && rows[i].first == first; i++) {
			cell = &rows[i].row->keys[hist->nr_keys - 1];
			bar[nr++] = (struct bar){ cell->low, cell->high,
						  rows[i].row->values[0].number.bits };
			free(rows[i].key);
		}
		qsort(bar, nr, sizeof(*bar), show_by_low);
		show_bar_lines(t->out, bar, nr, scale_of(hist, field), title.at, "");
	}
	text_free(&title);
	free(rows);
	free(bar);
}

/* Bars show hits, so a histogram with sums, or without hits, is printed as a table. */
static bool wants_bars(const struct doc_hist *hist)
{
	size_t i;

	if (hist->nr_values != 1 || strcmp(doc_values(hist)->name, "hitcount"))
		return false;
	for (i = 0; i < hist->nr_rows; i++)
		if (!hist->rows[i].keys[hist->nr_keys - 1].has_range)
			return false;
	return hist->nr_rows;
}

/*
 * Were hits dropped because all entries were in use? Other lost hits were missed by probes, or
 * came while a forget() was being armed.
 */
static bool needed_space(const struct doc_hist *hist)
{
	return hist->lost[DOC_LOST_HITS] >
	       hist->lost[DOC_LOST_MISSED] + hist->lost[DOC_LOST_ARMING];
}

void show_losses(struct text *out, const struct doc_hist *hist)
{
	const char *before = "lost: ";
	size_t i;

	for (i = 0; i < DOC_LOSSES; i++) {
		if (!hist->lost[i])
			continue;
		text_printf(out, "%s%llu %s", before, (unsigned long long)hist->lost[i],
			    doc_losses[i].text);
		before = ", ";
	}
	if (needed_space(hist))
		text_puts(out, "; the table was full, use a larger size= in the trigger");
	if (before[0] == ',')
		text_puts(out, "\n");
}

static void show_totals(struct text *out, const struct doc_hist *hist)
{
	if (hist->entries > hist->nr_rows)
		text_printf(out, "... and %llu more entries\n",
			    (unsigned long long)(hist->entries - hist->nr_rows));
	show_losses(out, hist);
}

void show_hist(struct text *out, const struct doc_hist *hist, const struct plan *plan)
{
	struct table t = { .hist = hist, .plan = plan, .out = out };

	t.width = xalloc(nr_fields(hist), sizeof(*t.width));
	if (!hist->nr_rows)
		text_puts(out, "(nothing)\n");
	else if (wants_bars(hist))
		show_bars(&t);
	else
		show_table(&t);
	show_totals(out, hist);
	free(t.width);
}

void show_doc(struct text *out, const struct hist_doc *doc, const struct plan_show *show,
	      const struct plan *plan)
{
	bool first = true;
	size_t i;

	for (i = 0; i < doc->nr_hists; i++) {
		if (show->nr && show->nr != i + 1)
			continue;
		if (!first)
			text_puts(out, "\n");
		first = false;
		show_hist(out, &doc->hists[i], plan);
	}
}
