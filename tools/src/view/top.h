/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The live view of histrig top, without a terminal: takes and keys in, a picture out.
 */
#ifndef TOOL_TOP_H
#define TOOL_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../recipe/recipe.h"
#include "../text.h"
#include "canvas.h"
#include "live.h"

/* An interval is at most so long; the shortest is that of recipes. */
#define TOP_INTERVAL_MAX	(3600 * 1000000000ull)
#define TOP_INTERVAL_MIN	100000000ull

/**
 * struct top - a live view; starts out as zeros
 * @name: what is armed, safe for a terminal
 * @about: a sentence about it, safe for a terminal; or ""
 * @interval: nanoseconds between two takes
 * @tables: the tables, in the order of the histograms
 * @nr_tables: how many
 * @current: which one is shown
 * @filter: what entries must have in a key
 * @typing: keys go to the filter
 * @paused: no takes are made
 * @help: the keys are explained
 * @quit: the user wants to end it
 * @first: how many of the number columns are left out on the left
 * @scroll: the line of all lines of the table that is shown first
 * @page: how many lines of the table the last picture had
 */
struct top {
	char *name;
	char *about;
	uint64_t interval;
	struct live *tables;
	size_t nr_tables;
	size_t current;
	struct text filter;
	bool typing;
	bool paused;
	bool help;
	bool quit;
	size_t first;
	size_t scroll;
	size_t page;
};

/**
 * top_take() - add what was taken of the histograms of an event
 * @top: the view
 * @first: which table its first histogram has; there may be one table more than before
 * @doc: the document
 * @show: which of its histograms are shown, or NULL for all
 * @plan: how to show their fields, or NULL
 *
 * Return: the table of the next event's first histogram.
 */
size_t top_take(struct top *top, size_t first, const struct hist_doc *doc,
		const struct plan_show *show, const struct plan *plan);

/**
 * top_key() - do what a key stands for
 * @top: the view
 * @key: a character, or an enum input
 */
void top_key(struct top *top, int key);

/**
 * top_paint() - paint the view
 * @top: the view, which scrolls so that the cursor can be seen
 * @canvas: the canvas, which is empty and has the size of the terminal
 */
void top_paint(struct top *top, struct canvas *canvas);

/**
 * top_free() - free what a view has
 * @top: the view
 */
void top_free(struct top *top);

/**
 * top_details() - print what belongs to an entry below its line
 * @live: the table
 * @entry: the entry
 * @width: columns of the terminal
 * @lines: the lines are appended here, each with a line feed
 *
 * Return: how many lines.
 */
size_t top_details(const struct live *live, const struct live_entry *entry, size_t width,
		   struct text *lines);

#endif /* TOOL_TOP_H */
