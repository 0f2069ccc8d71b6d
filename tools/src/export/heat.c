// SPDX-License-Identifier: GPL-2.0
/* Makes heat maps of documents; see heat.h. */
#include <stdlib.h>
#include <string.h>

#include "heat.h"

#define NSEC_PER_SEC	1000000000ULL

/* Maximum number of columns that are keys; more would be too narrow for a mouse. */
#define KEYS_MAX	100

/* The first histogram of a document that has ranges, and the field that has them. */
struct ranges {
	const struct doc_hist *hist;
	int key;	/* index of the key, or -1 */
	int value;	/* index of the distribution, or of the number of hits */
};

static bool find_ranges(struct ranges *ranges, const struct hist_doc *doc)
{
	const struct doc_hist *hist;
	size_t i;

	for (hist = doc->hists; hist < doc->hists + doc->nr_hists; hist++) {
		ranges->hist = hist;
		for (i = 0; i < hist->nr_values; i++) {
			ranges->key = -1;
			ranges->value = i;
			if (doc_values(hist)[i].type == DOC_DISTRIBUTION)
				return true;
		}
		ranges->key = export_range_key(hist);
		ranges->value = export_weight(hist, "hitcount");
		if (ranges->key >= 0 && ranges->value >= 0)
			return true;
	}
	return false;
}

struct cells {
	struct heat_cell *at;
	size_t nr;
	size_t size;
};

static bool heat_add_cell(struct cells *cells, struct doc_number low, struct doc_number high,
			  uint64_t count)
{
	struct heat_cell *more;

	if (cells->nr == cells->size) {
		more = realloc(cells->at, (cells->size * 2 + 64) * sizeof(*more));
		if (!more)
			return false;
		cells->at = more;
		cells->size = cells->size * 2 + 64;
	}
	cells->at[cells->nr++] = (struct heat_cell){ low, high, count };
	return true;
}

static bool heat_add_row(struct cells *cells, const struct ranges *ranges,
			 const struct doc_row *row)
{
	const struct doc_cell *cell = &row->values[ranges->value];
	uint32_t i;

	if (ranges->key >= 0) {
		const struct doc_cell *key = &row->keys[ranges->key];

		return heat_add_cell(cells, key->has_range ? key->low : key->number,
				     key->has_range ? key->high : key->number, cell->number.bits);
	}
	for (i = 0; i < cell->nr; i++)
		if (!heat_add_cell(cells, cell->buckets[i].low, cell->buckets[i].high,
				   cell->buckets[i].count))
			return false;
	return true;
}

static int compare_cells(const void *a, const void *b)
{
	const struct heat_cell *one = a, *other = b;
	const int order = doc_compare(one->low, other->low);

	return order ? order : doc_compare(one->high, other->high);
}

/* Sorts cells and adds up those of the same range. */
static void merge(struct cells *cells)
{
	size_t i, nr = 0;

	if (!cells->nr)
		return;
	qsort(cells->at, cells->nr, sizeof(*cells->at), compare_cells);
	for (i = 1; i < cells->nr; i++) {
		if (compare_cells(&cells->at[nr], &cells->at[i]))
			cells->at[++nr] = cells->at[i];
		else
			cells->at[nr].count += cells->at[i].count;
	}
	cells->nr = nr + 1;
}

/*
 * Subtracts earlier counts from sorted cells. If a count is less than before, the histogram
 * was cleared, and all counts are new.
 */
static void subtract(struct cells *cells, const struct cells *before)
{
	size_t i, j = 0;

	for (i = 0; i < before->nr; i++) {
		while (j < cells->nr && compare_cells(&cells->at[j], &before->at[i]) < 0)
			j++;
		if (j == cells->nr || compare_cells(&cells->at[j], &before->at[i]) ||
		    cells->at[j].count < before->at[i].count)
			return;
	}
	for (i = 0, j = 0; i < before->nr; i++) {
		while (compare_cells(&cells->at[j], &before->at[i]) < 0)
			j++;
		cells->at[j].count -= before->at[i].count;
	}
}

static bool heat_add_column(struct heat *heat, const struct cells *cells, uint64_t start,
			    uint64_t end, const char *label)
{
	struct heat_column *column = &heat->columns[heat->nr];
	size_t i;

	column->cells = arena_alloc(&heat->arena, sizeof(*column->cells), cells->nr);
	column->label = label ? arena_strdup(&heat->arena, label) : NULL;
	if (!column->cells || (label && !column->label))
		return false;
	for (i = 0; i < cells->nr; i++) {
		if (cells->at[i].count)
			column->cells[column->nr++] = cells->at[i];
		column->total += cells->at[i].count;
	}
	column->start = start < end ? start : end;
	column->end = end;
	heat->nr++;
	return true;
}

static void heat_describe(struct heat *heat, const struct export_source *source,
			  const struct ranges *ranges)
{
	const struct doc_field *field = ranges->key >= 0 ? &ranges->hist->fields[ranges->key] :
					&doc_values(ranges->hist)[ranges->value];

	if (heat->field)
		return;
	heat->field = field->name;
	heat->unit = export_unit(source, field);
	heat->linear = ranges->key >= 0 && strcmp(field->modifier, "log2");
}

static bool heat_by_time(struct heat *heat, const struct export_source *sources, size_t nr,
			 bool takes)
{
	struct cells cells = {}, before = {}, now = {};
	struct ranges ranges;
	bool good = true;
	uint64_t last = 0;
	size_t i, j;

	for (i = 0; good && i < nr; i++) {
		const struct hist_doc *doc = sources[i].doc;

		cells.nr = 0;
		if (!find_ranges(&ranges, doc))
			continue;
		heat_describe(heat, &sources[i], &ranges);
		for (j = 0; good && j < ranges.hist->nr_rows; j++)
			good = heat_add_row(&cells, &ranges, &ranges.hist->rows[j]);
		merge(&cells);
		if (!good)
			break;
		if (ranges.hist->has_interval) {
			/* The interval's times are of another clock; use its length. */
			good = heat_add_column(heat, &cells,
					       doc->time - (ranges.hist->end - ranges.hist->start),
					       doc->time, NULL);
		} else if (takes) {
			good = heat_add_column(heat, &cells, last, doc->time, NULL);
		} else {
			for (now.nr = 0, j = 0; good && j < cells.nr; j++)
				good = heat_add_cell(&now, cells.at[j].low, cells.at[j].high,
						     cells.at[j].count);
			if (last) {
				subtract(&cells, &before);
				good = good && heat_add_column(heat, &cells, last, doc->time, NULL);
			}
			before.nr = 0;
			for (j = 0; good && j < now.nr; j++)
				good = heat_add_cell(&before, now.at[j].low, now.at[j].high,
						     now.at[j].count);
		}
		last = doc->time;
	}
	free(cells.at);
	free(before.at);
	free(now.at);
	/* The start of the first take is not known, so assume the length of the second. */
	if (heat->nr && !heat->columns[0].start)
		heat->columns[0].start = heat->columns[0].end - (heat->nr > 1 ?
			heat->columns[1].end - heat->columns[1].start : NSEC_PER_SEC);
	return good;
}

/* Formats the keys of a row, except for the range, as a label. */
static void key_label(const struct export_source *source, const struct ranges *ranges,
		      const struct doc_row *row, char *label, size_t size)
{
	size_t i, len = 0;

	label[0] = '\0';
	for (i = 0; i < ranges->hist->nr_keys && len + 4 < size; i++) {
		if ((int)i == ranges->key)
			continue;
		if (len)
			len += snprintf(label + len, size - len, ", ");
		export_cell(source, &ranges->hist->fields[i], &row->keys[i], label + len,
			    size - len);
		len += strlen(label + len);
	}
}

/* A row, and the label of its keys except for the range. */
struct keyed {
	const char *label;
	const struct doc_row *row;
};

static int compare_keyed(const void *a, const void *b)
{
	const struct keyed *one = a, *other = b;
	const int order = strcmp(one->label, other->label);

	return order ? order : (one->row > other->row) - (one->row < other->row);
}

static int compare_totals(const void *a, const void *b)
{
	const struct heat_column *one = a, *other = b;

	return (one->total < other->total) - (one->total > other->total);
}

static bool heat_by_key(struct heat *heat, const struct export_source *source,
			const struct ranges *ranges)
{
	const size_t nr = ranges->hist->nr_rows;
	struct keyed *rows = arena_alloc(&heat->arena, sizeof(*rows), nr);
	struct cells cells = {};
	char label[EXPORT_TEXT_MAX];
	bool good = rows;
	size_t i, j;

	for (i = 0; good && i < nr; i++) {
		rows[i].row = &ranges->hist->rows[i];
		key_label(source, ranges, rows[i].row, label, sizeof(label));
		rows[i].label = arena_strdup(&heat->arena, label);
		good = rows[i].label;
	}
	if (good)
		qsort(rows, nr, sizeof(*rows), compare_keyed);
	for (i = 0; good && i < nr; i = j) {
		cells.nr = 0;
		for (j = i; good && j < nr && !strcmp(rows[i].label, rows[j].label); j++)
			good = heat_add_row(&cells, ranges, rows[j].row);
		merge(&cells);
		good = good && heat_add_column(heat, &cells, 0, 0, rows[i].label);
	}
	free(cells.at);
	if (!good)
		return false;
	qsort(heat->columns, heat->nr, sizeof(*heat->columns), compare_totals);
	if (heat->nr > KEYS_MAX) {
		heat->left_out = heat->nr - KEYS_MAX;
		heat->nr = KEYS_MAX;
	}
	return true;
}

bool heat_make(struct heat *heat, const struct export_source *sources, size_t nr, bool takes)
{
	struct ranges ranges;
	size_t columns = nr;

	memset(heat, 0, sizeof(*heat));
	if (nr == 1 && find_ranges(&ranges, sources[0].doc)) {
		columns = ranges.hist->nr_rows;
		heat_describe(heat, &sources[0], &ranges);
	}
	heat->columns = arena_alloc(&heat->arena, sizeof(*heat->columns), columns);
	if (!heat->columns)
		return false;
	if (nr > 1)
		return heat_by_time(heat, sources, nr, takes);
	return !heat->field || heat_by_key(heat, &sources[0], &ranges);
}

void heat_free(struct heat *heat)
{
	arena_free(&heat->arena);
}
