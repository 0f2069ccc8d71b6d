/* SPDX-License-Identifier: GPL-2.0 */
/* The view of histrig top, without a terminal: handles takes and keys, and paints a picture. */
#ifndef TOOL_TOP_H
#define TOOL_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../recipe/recipe.h"
#include "../text.h"
#include "canvas.h"
#include "live.h"

/* Limits of the interval, in nanoseconds; the shortest is that of recipes. */
#define TOP_INTERVAL_MAX	(3600 * 1000000000ull)
#define TOP_INTERVAL_MIN	100000000ull

/**
 * struct top - a live view; starts out as zeros
 * @name: what is armed, safe for a terminal
 * @about: a sentence about it, safe for a terminal; or ""
 * @interval: nanoseconds between two takes
 * @tables: the tables, in the order of the histograms
 * @nr_tables: number of tables
 * @current: index of the table that is shown
 * @filter: string that a key of an entry must contain
 * @typing: keys edit the filter
 * @paused: no takes are made
 * @help: the help is shown
 * @quit: the user wants to end the view
 * @first: number of columns of numbers that are scrolled out on the left
 * @scroll: the first line of the table that is shown
 * @page: number of the table's lines in the last picture
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
 * top_take() - add a take of an event's histograms
 * @top: the view
 * @first: index of the table for its first histogram; if there are too few tables, adds
 *	empty ones
 * @doc: the document
 * @show: which of its histograms are shown, or NULL for all
 * @plan: how to show their fields, or NULL
 *
 * Return: index of the table for the next event's first histogram.
 */
size_t top_take(struct top *top, size_t first, const struct hist_doc *doc,
		const struct plan_show *show, const struct plan *plan);

/* Handles a key: a character, or an enum input. */
void top_key(struct top *top, int key);

/* Paints the view on an empty canvas of the terminal's size. Scrolls to show the cursor. */
void top_paint(struct top *top, struct canvas *canvas);

void top_free(struct top *top);

/**
 * top_details() - print the details of an entry, below its line
 * @live: the table
 * @entry: the entry
 * @width: columns of the terminal
 * @lines: the lines are appended, each with a line feed
 *
 * Return: number of lines.
 */
size_t top_details(const struct live *live, const struct live_entry *entry, size_t width,
		   struct text *lines);

#endif /* TOOL_TOP_H */
