// SPDX-License-Identifier: GPL-2.0
/* Paints the view of top; see top.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../doc/amount.h"
#include "../doc/show.h"
#include "top.h"

/* Number of spaces between columns. */
#define GAP		2

/* ---- lines around the table */

static void top_title_line(const struct top *top, const struct live *live, struct canvas *canvas)
{
	char clock[16] = "";
	struct text left = {}, right = {};
	size_t columns;
	time_t seconds;

	text_printf(&left, "%s%s%s", top->name ? top->name : "",
		    top->about && *top->about ? ": " : "", top->about ? top->about : "");
	if (top->paused)
		text_puts(&right, "PAUSED ");
	if (live && live->takes) {
		seconds = live->time / 1000000000;
		strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&seconds));
		text_printf(&right, "%s %.3f s", clock, (double)live->length / 1e9);
	}
	columns = right.at ? canvas_measure(right.at) + 1 : 0;
	columns = columns < canvas->width ? canvas->width - columns : canvas->width;
	canvas_cell(canvas, 0, STYLE_BOLD, left.at, columns, false);
	canvas_put(canvas, 0, STYLE_PLAIN, " ");
	canvas_put(canvas, 0, STYLE_PLAIN, right.at ? right.at : "");
	text_free(&left);
	text_free(&right);
}

static void top_status_line(const struct top *top, const struct live *live, struct canvas *canvas,
			    size_t y)
{
	char hits[AMOUNT_MAX], all[AMOUNT_MAX], interval[AMOUNT_MAX];
	struct text filter = {};

	amount_text(hits, live->now_hits, NULL);
	amount_text(all, live->total_hits, NULL);
	amount_text(interval, top->interval, "ns");
	if (top->nr_tables > 1)
		canvas_printf(canvas, y, STYLE_BOLD, "[%zu of %zu] ", top->current + 1,
			      top->nr_tables);
	canvas_printf(canvas, y, STYLE_PLAIN, "every %s: %s hits, all: %s; ", interval, hits, all);
	if (top->filter.len) {
		text_escape(&filter, top->filter.at);
		canvas_printf(canvas, y, STYLE_BOLD, "%zu of %zu entries with \"%s\"",
			      live->nr_rows, live->nr_entries, filter.at);
		text_free(&filter);
	} else {
		canvas_printf(canvas, y, STYLE_PLAIN, "%zu entries", live->nr_entries);
	}
	if (live->nr_columns)
		canvas_printf(canvas, y, STYLE_PLAIN, " by %s, %s first",
			      live->columns[live->sort].title, live->ascending ? "least" : "greatest");
}

/* Prints what the numbers do not include. Returns the number of lines. */
static size_t top_warning_lines(const struct live *live, struct canvas *canvas, size_t y)
{
	struct doc_hist all = {};
	struct text text = {};
	size_t before = y;

	memcpy(all.lost, live->lost, sizeof(all.lost));
	show_losses(&text, &all);
	if (text.len) {
		text.at[text.len - 1] = '\0';
		canvas_printf(canvas, y++, STYLE_BOLD, "%s", text.at);
	}
	text_free(&text);
	if (live->hidden)
		canvas_printf(canvas, y++, STYLE_BOLD, "%llu more entries are hidden by top= in the trigger",
			      (unsigned long long)live->hidden);
	else if (live->hid)
		canvas_printf(canvas, y++, STYLE_BOLD, "top= in the trigger has hidden entries; \"all\" sums lack their hits");
	if (live->forgot)
		canvas_printf(canvas, y++, STYLE_BOLD, "above %d entries, idle ones are removed; their \"all\" sums restart from 0",
			      LIVE_ENTRIES_MAX);
	return y - before;
}

static void top_bottom_line(const struct top *top, struct canvas *canvas)
{
	size_t y = canvas->height - 1;
	struct text filter = {};

	if (!top->typing) {
		canvas_put(canvas, y, STYLE_DIM,
			   "q quit  / filter  < > sort  r reverse  p pause  Enter details  h help");
		if (top->nr_tables > 1)
			canvas_put(canvas, y, STYLE_DIM, "  Tab next");
		return;
	}
	text_escape(&filter, top->filter.at ? top->filter.at : "");
	canvas_printf(canvas, y, STYLE_BOLD, "filter: %s", filter.at ? filter.at : "");
	canvas->x = canvas_columns(canvas, y);
	canvas->y = y;
	if ((size_t)canvas->x >= canvas->width)
		canvas->x = canvas->width - 1;
	text_free(&filter);
}

static void help_page(struct canvas *canvas)
{
	static const char * const lines[] = {
		"up, down, k, j      move the cursor; also by page, to the start and end (g, G)",
		"Enter               show or hide the details of an entry: its whole keys,",
		"                    its stack, its distribution",
		"c                   hide all details",
		"/                   show only entries that contain a string, while you type it;",
		"                    Enter keeps it, Esc shows all entries",
		"< >                 sort by the column to the left or to the right",
		"r                   reverse the order",
		"left, right         show other columns, if there are more than fit",
		"Tab                 the next histogram, if there are several",
		"p, space            pause: all hits during the pause go into one long interval",
		"+ -                 longer or shorter intervals",
		"q, ^C               quit, and remove all that is armed",
		"",
		"NAME/s is what was counted in each second of the last interval, NAME what was",
		"counted in all of it, and all NAME since the start. Any key goes back.",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		canvas_put(canvas, i, STYLE_PLAIN, lines[i]);
}

/* ---- the table */

/* Divides the width among keys; keys that need less leave the rest to others. */
static void share_keys(const struct live *live, size_t *widths, size_t space)
{
	size_t i, left = live->nr_keys, part;
	bool again;

	do {
		again = false;
		part = left ? space / left : 0;
		for (i = 0; i < live->nr_keys; i++) {
			if (widths[i] || live->columns[i].width + GAP > part)
				continue;
			widths[i] = live->columns[i].width;
			space -= widths[i] + GAP;
			left--;
			again = true;
		}
	} while (again && left);
	for (i = 0; i < live->nr_keys; i++)
		if (!widths[i])
			widths[i] = part > GAP ? part - GAP : 1;
}

/* Returns the width of each column; 0 if it is not shown. */
static size_t *layout(const struct top *top, const struct live *live, size_t width)
{
	size_t *widths = xalloc(live->nr_columns, sizeof(*widths));
	size_t keys = 0, numbers = 0, i, space;

	for (i = 0; i < live->nr_columns; i++) {
		space = live->columns[i].width + GAP;
		if (i < live->nr_keys)
			keys += space;
		else if (i >= live->nr_keys + top->first)
			numbers += space;
	}
	space = numbers + width / 3 < width ? width - numbers : width / 3;
	if (keys < space)
		space = keys;
	share_keys(live, widths, space);
	for (i = 0, space = width + GAP; i < live->nr_keys; i++)
		space -= widths[i] + GAP < space ? widths[i] + GAP : space;
	for (i = live->nr_keys + top->first; i < live->nr_columns; i++) {
		if (live->columns[i].width + GAP > space)
			break;
		widths[i] = live->columns[i].width;
		space -= widths[i] + GAP;
	}
	return widths;
}

static void top_heading_line(const struct live *live, const size_t *widths, struct canvas *canvas,
			     size_t y)
{
	size_t i;

	for (i = 0; i < live->nr_columns; i++) {
		if (!widths[i])
			continue;
		if (canvas_columns(canvas, y))
			canvas_put(canvas, y, STYLE_HEADING, "  ");
		canvas_cell(canvas, y, i == live->sort ? STYLE_BOLD : STYLE_HEADING,
			    live->columns[i].title, widths[i], live->columns[i].right);
	}
	canvas_pad(canvas, y, STYLE_HEADING, canvas->width);
}

static void top_row_line(const struct live *live, const struct live_entry *entry,
			 const size_t *widths, struct canvas *canvas, size_t y)
{
	enum canvas_style style = STYLE_PLAIN;
	struct text cell = {};
	size_t i;

	if (live->chosen == entry && !live->chosen_line)
		style = STYLE_CURSOR;
	for (i = 0; i < live->nr_columns; i++) {
		if (!widths[i])
			continue;
		if (canvas_columns(canvas, y))
			canvas_put(canvas, y, style, "  ");
		text_clear(&cell);
		live_cell(live, entry, &live->columns[i], &cell);
		canvas_cell(canvas, y, style, cell.at ? cell.at : "", widths[i],
			    live->columns[i].right);
	}
	if (style == STYLE_CURSOR)
		canvas_pad(canvas, y, style, canvas->width);
	text_free(&cell);
}

/* State of painting the table: its lines from @scroll on are painted at @y and below. */
struct painting {
	struct top *top;
	struct live *live;
	struct canvas *canvas;
	size_t *widths;
	size_t y;
	size_t line;	/* number of the next line, among all lines of the table */
};

static bool visible(const struct painting *p)
{
	return p->line >= p->top->scroll && p->line < p->top->scroll + p->top->page;
}

static void top_entry_lines(struct painting *p, const struct live_entry *entry)
{
	struct text details = {};
	char *line, *end;
	size_t nr;

	if (visible(p))
		top_row_line(p->live, entry, p->widths, p->canvas, p->y + p->line - p->top->scroll);
	p->line++;
	if (!entry->open)
		return;
	top_details(p->live, entry, p->canvas->width, &details);
	for (line = details.at, nr = 1; line && *line; line = end + 1, nr++) {
		end = strchr(line, '\n');
		*end = '\0';
		if (visible(p))
			canvas_put(p->canvas, p->y + p->line - p->top->scroll,
				   entry == p->live->chosen && p->live->chosen_line == nr ?
				   STYLE_CURSOR : STYLE_PLAIN, line);
		p->line++;
	}
	text_free(&details);
}

/* Scrolls so that the cursor is visible and no line at the bottom is empty needlessly. */
static void scroll(struct top *top, const struct live *live)
{
	size_t i, line = 0, cursor = 0, open;
	struct text details = {};

	for (i = 0; i < live->nr_rows; i++) {
		open = live->rows[i]->open ? top_details(live, live->rows[i], 0, &details) : 0;
		text_clear(&details);
		if (live->rows[i] == live->chosen)
			cursor = line + (live->chosen_line < open ? live->chosen_line : open);
		line += 1 + open;
	}
	text_free(&details);
	if (cursor < top->scroll)
		top->scroll = cursor;
	if (cursor >= top->scroll + top->page)
		top->scroll = cursor - top->page + 1;
	if (line <= top->page)
		top->scroll = 0;
	else if (top->scroll > line - top->page)
		top->scroll = line - top->page;
}

static void paint_table(struct top *top, struct live *live, struct canvas *canvas, size_t y)
{
	struct painting p = { .top = top, .live = live, .canvas = canvas, .y = y + 1 };
	size_t i;

	p.widths = layout(top, live, canvas->width);
	top_heading_line(live, p.widths, canvas, y);
	top->page = canvas->height > y + 3 ? canvas->height - y - 2 : 1;
	scroll(top, live);
	for (i = 0; i < live->nr_rows && p.line < top->scroll + top->page; i++)
		top_entry_lines(&p, live->rows[i]);
	if (!live->nr_rows)
		canvas_put(canvas, y + 1, STYLE_DIM, live->nr_entries ?
			   "(no entry matches)" : "(nothing has been counted yet)");
	free(p.widths);
}

void top_paint(struct top *top, struct canvas *canvas)
{
	struct live *live = top->nr_tables ? &top->tables[top->current] : NULL;
	size_t y = 2;

	if (!canvas->height || !canvas->width)
		return;
	if (top->help) {
		help_page(canvas);
		return;
	}
	top_title_line(top, live, canvas);
	if (live && live->takes && canvas->height > 4) {
		top_status_line(top, live, canvas, 1);
		y += top_warning_lines(live, canvas, y);
		paint_table(top, live, canvas, y);
	}
	if (canvas->height > 1) {
		/* On a small terminal, a warning may be on the last line, so overwrite it. */
		text_clear(&canvas->lines[canvas->height - 1].text);
		text_clear(&canvas->lines[canvas->height - 1].styles);
		top_bottom_line(top, canvas);
	}
}
