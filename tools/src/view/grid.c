// SPDX-License-Identifier: GPL-2.0
/* Takes, keys and picture of a heat map over time; see grid.h. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../doc/amount.h"
#include "../doc/show.h"
#include "../text.h"
#include "grid.h"
#include "input.h"

/* Width of the labels of buckets, with a space after them. */
#define LABEL_WIDTH	8

/* Distance of two times below the map, in columns. */
#define TICK		10

/* ---- takes */

/* Returns the index of the number of hits; nr_values if nohitcount hides it. */
static size_t find_hits(const struct doc_hist *hist)
{
	size_t i = 0;

	while (i < hist->nr_values && strcmp(doc_values(hist)[i].name, "hitcount"))
		i++;
	return i;
}

/*
 * Returns the index of the distribution among the values; nr_values if the ranges of the
 * last key are the distribution.
 */
static int find_dist(const struct doc_hist *hist)
{
	const struct doc_field *key = &hist->fields[hist->nr_keys - 1];
	size_t i;

	for (i = 0; i < hist->nr_values; i++)
		if (doc_values(hist)[i].type == DOC_DISTRIBUTION)
			return i;
	/* The ranges of .buckets do not fit into powers of two. */
	if (key->modifier && !strcmp(key->modifier, "log2") && find_hits(hist) < hist->nr_values)
		return hist->nr_values;
	return -1;
}

static const struct doc_hist *find_hist(const struct hist_doc *doc, const struct plan_show *show,
					int *value)
{
	size_t i;

	for (i = 0; i < doc->nr_hists; i++) {
		if (show && show->nr && show->nr != i + 1)
			continue;
		*value = find_dist(&doc->hists[i]);
		if (*value >= 0)
			return &doc->hists[i];
	}
	return NULL;
}

static void grid_add_row(struct dist *dist, const struct doc_hist *hist, const struct doc_row *row,
			 size_t value)
{
	const struct doc_cell *key = &row->keys[hist->nr_keys - 1];

	if (value < hist->nr_values)
		dist_add_cell(dist, &row->values[value]);
	else if (key->has_range)
		dist_add_key(dist, &hist->fields[hist->nr_keys - 1], key,
			     row->values[find_hits(hist)].number.bits);
}

bool grid_take(struct grid *grid, const struct hist_doc *doc, const struct plan_show *show,
	       const struct plan *plan)
{
	const struct doc_hist *hist;
	struct grid_column *column;
	uint64_t before = grid->uptime;
	int value;
	size_t i;

	hist = find_hist(doc, show, &value);
	if (!hist)
		return false;
	if (!grid->title)
		show_split_title(value < (int)hist->nr_values ? &doc_values(hist)[value] :
				 &hist->fields[hist->nr_keys - 1], plan, &grid->title, &grid->unit);
	grid->dropped += hist->lost[DOC_LOST_HITS];
	if (value < (int)hist->nr_values)
		grid->without_bucket += hist->lost[DOC_LOST_BUCKETS];
	grid->uptime = doc->uptime;
	if (!before || doc->uptime <= before)
		return true;
	if (!grid->columns)
		grid->columns = xalloc(GRID_COLUMNS, sizeof(*grid->columns));
	column = &grid->columns[grid->nr++ % GRID_COLUMNS];
	*column = (struct grid_column){ .time = doc->time, .length = doc->uptime - before };
	for (i = 0; i < hist->nr_rows; i++)
		grid_add_row(&column->dist, hist, &hist->rows[i], value);
	for (i = 0; i < DIST_NR; i++)
		column->hits += column->dist.count[i];
	return true;
}

void grid_free(struct grid *grid)
{
	free(grid->name);
	free(grid->title);
	free(grid->unit);
	free(grid->columns);
	*grid = (struct grid){};
}

/* ---- keys */

static void grid_move(struct grid *grid, int key)
{
	/* The first key that moves the cursor only shows it. */
	if (!grid->cursor) {
		grid->cursor = grid->shown;
		grid->back = 0;
		grid->bucket = grid->high;
		return;
	}
	switch (key) {
	case INPUT_LEFT:
		grid->back++;
		break;
	case INPUT_RIGHT:
		grid->back -= grid->back ? 1 : 0;
		break;
	case INPUT_UP:
		grid->bucket++;
		break;
	case INPUT_DOWN:
		grid->bucket -= grid->bucket ? 1 : 0;
		break;
	case INPUT_HOME:
		grid->back = grid->shown;
		break;
	case INPUT_END:
		grid->back = 0;
		break;
	}
}

void grid_key(struct grid *grid, int key)
{
	switch (key) {
	case 'q':
		grid->quit = true;
		break;
	case 'p':
	case ' ':
		grid->paused = !grid->paused;
		break;
	case INPUT_ESCAPE:
		grid->cursor = false;
		break;
	case INPUT_LEFT:
	case INPUT_RIGHT:
	case INPUT_UP:
	case INPUT_DOWN:
	case INPUT_HOME:
	case INPUT_END:
		grid_move(grid, key);
		break;
	}
}

/* ---- the picture */

unsigned int grid_shade(double rate, double most)
{
	unsigned int shade;

	if (!(rate > 0))
		return 0;
	/* Rates below a thousandth of the greatest rate get the lightest shade. */
	shade = 1 + (unsigned int)fmax(0, (CANVAS_SHADES - 1) * (1 + log10(rate / most) / 3));
	return shade < CANVAS_SHADES ? shade : CANVAS_SHADES - 1;
}

/* Returns the column that is @back columns left of the last one. */
static const struct grid_column *column_at(const struct grid *grid, size_t back)
{
	return &grid->columns[(grid->nr - 1 - back) % GRID_COLUMNS];
}

static double rate_of(const struct grid_column *column, size_t bucket)
{
	return (double)column->dist.count[bucket] * 1e9 / (double)column->length;
}

/* Finds the buckets to show, and their greatest rate. */
static double grid_survey(struct grid *grid, size_t lines)
{
	struct dist all = {};
	double most = 0;
	size_t i, bucket;

	grid->left_out = 0;
	for (i = 0; i < grid->shown; i++)
		dist_merge(&all, &column_at(grid, i)->dist);
	grid->log2 = all.log2;
	if (!dist_range(&all, &grid->low, &grid->high)) {
		grid->low = DIST_ZERO;
		grid->high = DIST_ZERO;
	}
	/* The highest buckets matter most, so leave out the lowest. */
	if (grid->high - grid->low >= lines) {
		grid->left_out = grid->high - grid->low + 1 - lines;
		grid->low += grid->left_out;
	}
	for (i = 0; i < grid->shown; i++)
		for (bucket = grid->low; bucket <= grid->high; bucket++)
			most = fmax(most, rate_of(column_at(grid, i), bucket));
	return most;
}

static void grid_time_text(char *text, size_t size, uint64_t time)
{
	time_t seconds = time / 1000000000;

	strftime(text, size, "%H:%M:%S", localtime(&seconds));
}

static void grid_title_line(const struct grid *grid, struct canvas *canvas)
{
	canvas_printf(canvas, 0, STYLE_BOLD, "%s%s: %s", grid->paused ? "PAUSED " : "",
		      grid->name ? grid->name : "", grid->title);
	if (grid->dropped)
		canvas_printf(canvas, 0, STYLE_BOLD, "; %llu hits were not counted",
			      (unsigned long long)grid->dropped);
	if (grid->without_bucket)
		canvas_printf(canvas, 0, STYLE_BOLD, "; %llu values were not counted",
			      (unsigned long long)grid->without_bucket);
	if (grid->left_out)
		canvas_printf(canvas, 0, STYLE_BOLD, "; %zu lower ranges do not fit on the screen",
			      grid->left_out);
}

static void grid_map_lines(const struct grid *grid, double most, struct canvas *canvas, size_t y)
{
	static const char shades[CANVAS_SHADES + 1] = " .:-=+*#%@";
	size_t bucket, i, width = canvas->width - LABEL_WIDTH;
	char label[AMOUNT_MAX], mark[2] = "";
	enum canvas_style style;
	unsigned int shade;

	for (bucket = grid->high; bucket + 1 > grid->low; bucket--, y++) {
		amount_text(label, doc_double(dist_low(bucket, grid->log2)), grid->unit);
		canvas_cell(canvas, y, STYLE_PLAIN, label, LABEL_WIDTH - 1, true);
		canvas_pad(canvas, y, STYLE_PLAIN, LABEL_WIDTH + width - grid->shown);
		for (i = grid->shown; i--;) {
			shade = grid_shade(rate_of(column_at(grid, i), bucket), most);
			mark[0] = shades[shade];
			style = STYLE_SHADE + shade;
			if (grid->cursor && grid->back == i && grid->bucket == bucket)
				style = STYLE_CURSOR;
			canvas_put(canvas, y, style, mark);
		}
		if (!bucket)
			break;
	}
}

/* Prints times below the map. Each time is below the column whose interval ended then. */
static void grid_time_line(const struct grid *grid, struct canvas *canvas, size_t y)
{
	size_t i, x, end = 0;
	char clock[16];

	for (i = grid->shown; i--;) {
		if ((grid->nr - 1 - i) % TICK)
			continue;
		x = canvas->width - 1 - i;
		grid_time_text(clock, sizeof(clock), column_at(grid, i)->time);
		/* Skip a time that would overlap the previous one. */
		if (x + 1 < end + strlen(clock) + 1 || x + 1 < strlen(clock))
			continue;
		canvas_pad(canvas, y, STYLE_DIM, x + 1 - strlen(clock));
		canvas_put(canvas, y, STYLE_DIM, clock);
		end = x + 1;
	}
}

static void grid_cursor_line(const struct grid *grid, struct canvas *canvas, size_t y)
{
	const struct grid_column *column = column_at(grid, grid->back);
	char clock[16], low[AMOUNT_MAX], high[AMOUNT_MAX], rate[AMOUNT_MAX];

	grid_time_text(clock, sizeof(clock), column->time);
	amount_text(low, doc_double(dist_low(grid->bucket, grid->log2)), grid->unit);
	amount_text(high, doc_double(dist_high(grid->bucket, grid->log2)), grid->unit);
	amount_text(rate, rate_of(column, grid->bucket), NULL);
	canvas_printf(canvas, y, STYLE_BOLD, "%s: %llu of %llu hits in %.3f s were %s to %s, %s hits/s",
		      clock, (unsigned long long)column->dist.count[grid->bucket],
		      (unsigned long long)column->hits, (double)column->length / 1e9, low, high,
		      rate);
}

/* Prints the legend of shades, from the least to the greatest rate. */
static void grid_legend_line(double most, struct canvas *canvas, size_t y)
{
	static const char * const marks[CANVAS_SHADES] = {
		" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"
	};
	char least[AMOUNT_MAX], greatest[AMOUNT_MAX];
	size_t i;

	amount_text(least, most / 1000, NULL);
	amount_text(greatest, most, NULL);
	canvas_printf(canvas, y, STYLE_PLAIN, "hits/s: up to %s ", least);
	for (i = 1; i < CANVAS_SHADES; i++)
		canvas_put(canvas, y, STYLE_SHADE + i, marks[i]);
	canvas_printf(canvas, y, STYLE_PLAIN, " %s", greatest);
}

static void hold_cursor(struct grid *grid)
{
	if (grid->back >= grid->shown)
		grid->back = grid->shown - 1;
	if (grid->bucket < grid->low)
		grid->bucket = grid->low;
	if (grid->bucket > grid->high)
		grid->bucket = grid->high;
}

void grid_paint(struct grid *grid, struct canvas *canvas)
{
	size_t kept = grid->nr < GRID_COLUMNS ? grid->nr : GRID_COLUMNS, height, y;
	double most;

	/* One line above the map and three below it, and a column of the map, must fit. */
	if (!grid->title || canvas->height < 5 || canvas->width < LABEL_WIDTH + 1)
		return;
	canvas_put(canvas, canvas->height - 1, STYLE_DIM,
		   "q quit  p pause  arrows inspect a cell  Esc back");
	grid->shown = canvas->width - LABEL_WIDTH;
	if (grid->shown > kept)
		grid->shown = kept;
	if (!grid->shown) {
		grid_title_line(grid, canvas);
		canvas_put(canvas, 1, STYLE_DIM, "(the first interval has not ended yet)");
		return;
	}
	most = grid_survey(grid, canvas->height - 4);
	hold_cursor(grid);
	grid_title_line(grid, canvas);
	height = grid->high - grid->low + 1;
	y = canvas->height - 3 - height;
	grid_map_lines(grid, most, canvas, y);
	grid_time_line(grid, canvas, canvas->height - 3);
	if (grid->cursor)
		grid_cursor_line(grid, canvas, canvas->height - 2);
	else
		grid_legend_line(most, canvas, canvas->height - 2);
}
