/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The heat map of histrig heat, without a terminal. The caller passes it takes and the keys
 * that the user types; the map paints a picture. A column is an interval, a row is a bucket of
 * the distribution, and the shade is the rate of hits in the bucket, per second.
 */
#ifndef TOOL_GRID_H
#define TOOL_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../doc/dist.h"
#include "../doc/doc.h"
#include "../recipe/recipe.h"
#include "canvas.h"

/* Maximum number of intervals in memory; no terminal has more columns. */
#define GRID_COLUMNS	1024

/**
 * struct grid_column - an interval
 * @dist: its distribution
 * @hits: number of its hits
 * @time: its end, in nanoseconds since 1970
 * @length: its length, in nanoseconds
 */
struct grid_column {
	struct dist dist;
	uint64_t hits;
	uint64_t time;
	uint64_t length;
};

/**
 * struct grid - a heat map; starts out as zeros
 * @name: what is armed, safe for a terminal
 * @title: heading of the distribution, safe for a terminal; NULL before the first take
 * @unit: unit of the distribution, or NULL
 * @columns: the last intervals, a ring buffer
 * @nr: number of intervals so far
 * @uptime: time of the last take
 * @dropped: hits that were not counted
 * @without_bucket: values that are missing in the distribution
 * @back: distance of the cursor from the last interval, in columns; constant when a new
 *	interval is added
 * @bucket: the bucket under the cursor
 * @cursor: there is a cursor
 * @paused: no takes are made
 * @quit: the user wants to end the view
 * @chosen: for the caller: the event that is shown, if there are several
 * @shown: number of columns in the last picture
 * @low: the lowest bucket in the last picture
 * @high: the highest bucket in the last picture
 * @log2: these buckets are those of .log2
 * @left_out: number of lower buckets that did not fit into it
 */
struct grid {
	char *name;
	char *title;
	char *unit;
	struct grid_column *columns;
	size_t nr;
	uint64_t uptime;
	uint64_t dropped;
	uint64_t without_bucket;
	size_t back;
	size_t bucket;
	bool cursor;
	bool paused;
	bool quit;
	const struct plan_show *chosen;
	size_t shown;
	size_t low;
	size_t high;
	bool log2;
	size_t left_out;
};

/**
 * grid_take() - add a take
 * @grid: the heat map
 * @doc: the document; its first distribution is used, or else the first histogram whose last
 *	key is a range of numbers
 * @show: which of its histograms to use, or NULL for all
 * @plan: headings and units, or NULL
 *
 * The first take is not shown; it only begins the first interval.
 *
 * Return: false if there is no distribution.
 */
bool grid_take(struct grid *grid, const struct hist_doc *doc, const struct plan_show *show,
	       const struct plan *plan);

/* Handles a key: a character, or an enum input. */
void grid_key(struct grid *grid, int key);

/* Paints the heat map on an empty canvas of the terminal's size. */
void grid_paint(struct grid *grid, struct canvas *canvas);

void grid_free(struct grid *grid);

/**
 * grid_shade() - choose a shade
 * @rate: hits per second
 * @most: the greatest rate in the picture
 *
 * Shades are logarithmic, because rates differ by powers of ten and rare hits are the
 * interesting ones.
 *
 * Return: 0 if there are no hits, at most CANVAS_SHADES - 1.
 */
unsigned int grid_shade(double rate, double most);

#endif /* TOOL_GRID_H */
