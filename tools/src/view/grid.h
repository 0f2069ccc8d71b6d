/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The heat map of histrig heat, without a terminal: takes and keys in, a picture out. A
 * column is an interval, a row is a bucket of the distribution, and the shade is the rate
 * of hits in the bucket, per second.
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

/* The number of intervals that are kept; no terminal has more columns. */
#define GRID_COLUMNS	1024

/**
 * struct grid_column - an interval
 * @dist: its distribution
 * @hits: its number of hits
 * @time: its end, in nanoseconds since 1970
 * @length: in nanoseconds
 */
struct grid_column {
	struct dist dist;
	uint64_t hits;
	uint64_t time;
	uint64_t length;
};

/**
 * struct grid - a heat map; zeros at first
 * @name: what is armed, safe for a terminal
 * @title: heading of the distribution, safe for a terminal; NULL before the first take
 * @unit: its unit, or NULL
 * @columns: the last intervals, in a ring
 * @nr: how many intervals there were
 * @uptime: time of the last take
 * @dropped: hits that were not counted
 * @back: columns from the last interval back to the cursor; it keeps its place on the
 *	screen
 * @bucket: the bucket that the cursor is on
 * @cursor: there is a cursor
 * @paused: no takes are made
 * @quit: the user wants to end it
 * @chosen: for the caller: the event that is shown, of several
 * @shown: columns of the last picture
 * @low: the lowest bucket of the last picture
 * @high: the highest
 * @log2: these buckets are those of .log2
 * @left_out: how many lower ones did not fit into it
 */
struct grid {
	char *name;
	char *title;
	char *unit;
	struct grid_column *columns;
	size_t nr;
	uint64_t uptime;
	uint64_t dropped;
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
 * @doc: the document; uses its first distribution, or else its first histogram whose last
 *	key is a range of numbers
 * @show: which of its histograms to look at, or NULL for all
 * @plan: headings and units, or NULL
 *
 * The first take only begins the first interval.
 *
 * Return: false if there is no distribution.
 */
bool grid_take(struct grid *grid, const struct hist_doc *doc, const struct plan_show *show,
	       const struct plan *plan);

/**
 * grid_key() - handle a key
 * @grid: the heat map
 * @key: a character, or an enum input
 */
void grid_key(struct grid *grid, int key);

/**
 * grid_paint() - paint the heat map
 * @grid: the heat map
 * @canvas: the canvas, which is empty and has the size of the terminal
 */
void grid_paint(struct grid *grid, struct canvas *canvas);

/**
 * grid_free() - free the memory of a heat map
 * @grid: the heat map
 */
void grid_free(struct grid *grid);

/**
 * grid_shade() - choose a shade
 * @rate: hits per second
 * @most: the greatest rate in the picture
 *
 * Shades are logarithmic, because rates differ by powers of ten and rare hits are the
 * interesting ones.
 *
 * Return: 0 if there is nothing, at most CANVAS_SHADES - 1.
 */
unsigned int grid_shade(double rate, double most);

#endif /* TOOL_GRID_H */
