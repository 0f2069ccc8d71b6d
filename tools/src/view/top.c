// SPDX-License-Identifier: GPL-2.0
/* Takes and keys of the live table view; see top.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "top.h"

static struct live *top_table(struct top *top)
{
	return top->nr_tables ? &top->tables[top->current] : NULL;
}

static void top_arrange(struct top *top)
{
	if (top->nr_tables)
		live_arrange(top_table(top), top->filter.at ? top->filter.at : "");
}

/* ---- takes */

static struct live *table_at(struct top *top, size_t nr)
{
	while (top->nr_tables <= nr) {
		top->tables = realloc(top->tables, (top->nr_tables + 1) * sizeof(*top->tables));
		if (!top->tables)
			abort();
		top->tables[top->nr_tables++] = (struct live){};
	}
	return &top->tables[nr];
}

size_t top_take(struct top *top, size_t first, const struct hist_doc *doc,
		const struct plan_show *show, const struct plan *plan)
{
	size_t i;

	for (i = 0; i < doc->nr_hists; i++)
		if (!show || !show->nr || show->nr == i + 1)
			live_take(table_at(top, first++), doc, &doc->hists[i], plan);
	top_arrange(top);
	return first;
}

void top_free(struct top *top)
{
	size_t i;

	for (i = 0; i < top->nr_tables; i++)
		live_free(&top->tables[i]);
	free(top->tables);
	free(top->name);
	free(top->about);
	text_free(&top->filter);
	*top = (struct top){};
}

/* ---- the cursor */

/* Returns the number of lines of a row: one, and its details if it is open. */
static size_t lines_of(const struct live *live, const struct live_entry *entry)
{
	struct text lines = {};
	size_t nr = 1;

	if (entry->open)
		nr += top_details(live, entry, 0, &lines);
	text_free(&lines);
	return nr;
}

static size_t chosen_row(const struct live *live)
{
	size_t i = 0;

	while (i < live->nr_rows && live->rows[i] != live->chosen)
		i++;
	return i;
}

static void top_down(struct live *live)
{
	size_t row = chosen_row(live);

	if (live->chosen_line + 1 < lines_of(live, live->chosen)) {
		live->chosen_line++;
	} else if (row + 1 < live->nr_rows) {
		live->chosen = live->rows[row + 1];
		live->chosen_line = 0;
	}
}

static void top_up(struct live *live)
{
	size_t row = chosen_row(live);

	if (live->chosen_line) {
		live->chosen_line--;
	} else if (row) {
		live->chosen = live->rows[row - 1];
		live->chosen_line = lines_of(live, live->chosen) - 1;
	}
}

/* Moves the cursor. If there is none, shows it at the first row. */
static void top_move(struct top *top, int key)
{
	struct live *live = top_table(top);
	size_t steps = key == INPUT_PAGE_UP || key == INPUT_PAGE_DOWN ? top->page : 1;

	if (!live || !live->nr_rows)
		return;
	if (!live->chosen || key == INPUT_HOME || key == INPUT_END) {
		live->chosen = live->rows[key == INPUT_END ? live->nr_rows - 1 : 0];
		live->chosen_line = key == INPUT_END ? lines_of(live, live->chosen) - 1 : 0;
		return;
	}
	while (steps--) {
		if (key == INPUT_UP || key == INPUT_PAGE_UP)
			top_up(live);
		else
			top_down(live);
	}
}

static void top_toggle(struct top *top)
{
	struct live *live = top_table(top);

	if (!live || !live->nr_rows)
		return;
	if (!live->chosen)
		live->chosen = live->rows[0];
	live->chosen->open = !live->chosen->open;
	live->chosen_line = 0;
}

static void close_all(struct top *top)
{
	struct live *live = top_table(top);
	size_t i;

	for (i = 0; live && i < live->nr_entries; i++)
		live->entries[i]->open = false;
	if (live)
		live->chosen_line = 0;
}

/* ---- order and columns */

static void sort_by(struct top *top, int step)
{
	struct live *live = top_table(top);

	if (!live || !live->nr_columns)
		return;
	live->sort = (live->sort + live->nr_columns + step) % live->nr_columns;
	/* Sort names from A to Z, but numbers in descending order. */
	live->ascending = live->columns[live->sort].kind == LIVE_KEY;
	top_arrange(top);
}

static void top_reverse(struct top *top)
{
	struct live *live = top_table(top);

	if (live)
		live->ascending = !live->ascending;
	top_arrange(top);
}

static void next_table(struct top *top)
{
	if (top->nr_tables)
		top->current = (top->current + 1) % top->nr_tables;
	top->first = 0;
	top->scroll = 0;
	top_arrange(top);
}

static void top_shift(struct top *top, int step)
{
	struct live *live = top_table(top);
	size_t numbers = live ? live->nr_columns - live->nr_keys : 0;

	if (step < 0 && top->first)
		top->first--;
	else if (step > 0 && top->first + 1 < numbers)
		top->first++;
}

static void change_interval(struct top *top, bool longer)
{
	uint64_t interval = longer ? top->interval * 2 : top->interval / 2;

	if (interval >= TOP_INTERVAL_MIN && interval <= TOP_INTERVAL_MAX)
		top->interval = interval;
}

/* ---- keys */

static bool is_move(int key)
{
	return key == INPUT_UP || key == INPUT_DOWN || key == INPUT_PAGE_UP ||
		key == INPUT_PAGE_DOWN || key == INPUT_HOME || key == INPUT_END;
}

static void top_type(struct top *top, int key)
{
	if (key == INPUT_ENTER) {
		top->typing = false;
	} else if (key == INPUT_ESCAPE) {
		top->typing = false;
		text_clear(&top->filter);
		top_arrange(top);
	} else if (is_move(key)) {
		top_move(top, key);
	} else if (input_edit(&top->filter, key)) {
		top_arrange(top);
	}
}

static void top_command(struct top *top, int key)
{
	switch (key) {
	case 'q':
		top->quit = true;
		break;
	case '/':
		top->typing = true;
		break;
	case INPUT_ESCAPE:
		text_clear(&top->filter);
		top_arrange(top);
		break;
	case 'p':
	case ' ':
		top->paused = !top->paused;
		break;
	case 'h':
	case '?':
		top->help = true;
		break;
	case '<':
	case '>':
		sort_by(top, key == '>' ? 1 : -1);
		break;
	case 'r':
		top_reverse(top);
		break;
	case INPUT_TAB:
		next_table(top);
		break;
	case INPUT_LEFT:
	case INPUT_RIGHT:
		top_shift(top, key == INPUT_RIGHT ? 1 : -1);
		break;
	case '+':
	case '-':
		change_interval(top, key == '+');
		break;
	case INPUT_ENTER:
		top_toggle(top);
		break;
	case 'c':
		close_all(top);
		break;
	}
}

/* Translates keys of the pager less to the keys that move the cursor. */
static int top_mover(int key)
{
	static const struct {
		int letter;
		int key;
	} movers[] = {
		{ 'k', INPUT_UP }, { 'j', INPUT_DOWN }, { 'g', INPUT_HOME }, { 'G', INPUT_END },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(movers); i++)
		if (key == movers[i].letter)
			return movers[i].key;
	return key;
}

void top_key(struct top *top, int key)
{
	if (top->help) {
		top->help = false;
		return;
	}
	if (top->typing) {
		top_type(top, key);
		return;
	}
	key = top_mover(key);
	if (is_move(key))
		top_move(top, key);
	else
		top_command(top, key);
}
