// SPDX-License-Identifier: GPL-2.0
/* The commands top and heat: live views of a recipe in the terminal. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "../recipe/recipe.h"
#include "../run/follow.h"
#include "../run/tree.h"
#include "../stop.h"
#include "../view/canvas.h"
#include "../view/chooser.h"
#include "../view/grid.h"
#include "../view/input.h"
#include "../view/screen.h"
#include "../view/source.h"
#include "../view/top.h"
#include "commands.h"

#define INTERVAL	1000000000ull

/*
 * Operations of a view or a prompt. A prompt has no @take, and ends when the user has
 * answered.
 */
struct view {
	void *context;
	void (*key)(void *context, int key);
	void (*paint)(void *context, struct canvas *canvas);
	void (*take)(void *context, struct source *source);
	const bool *paused;
	const bool *done;
	const bool *quit;
	const uint64_t *interval;
};

static void view_paint(const struct view *view, struct canvas *canvas)
{
	screen_begin(canvas);
	view->paint(view->context, canvas);
	screen_show(canvas);
}

/* Handles all typed keys before painting, so that a slow terminal skips steps. */
static void view_read_keys(const struct view *view)
{
	int key;

	while (!*view->quit && !(view->done && *view->done) &&
	       (key = screen_key()) != INPUT_NONE)
		view->key(view->context, key);
}

/* Shows a view until the user ends it or, if @count is not 0, until @count intervals have ended. */
static void view_show(const struct view *view, struct source *source, unsigned long long count)
{
	uint64_t next = stop_clock(), interval, taken = 0;
	struct canvas canvas = {};
	int ret = 0;

	while (ret >= 0 && !*view->quit && !(view->done && *view->done)) {
		if (view->take && !*view->paused && stop_clock() >= next) {
			view->take(view->context, source);
			/* The first call of take() only begins the first interval. */
			if (count && taken++ == count)
				break;
			next += *view->interval;
			if (next < stop_clock())
				next = stop_clock() + *view->interval;
		}
		view_paint(view, &canvas);
		interval = view->take ? *view->interval : 0;
		ret = follow_wait(view->take && !*view->paused ? next : UINT64_MAX, screen_fd());
		if (ret > 0)
			view_read_keys(view);
		if (view->take && interval != *view->interval)
			next = stop_clock() + *view->interval;
	}
	canvas_free(&canvas);
}

/* ---- questions */

static void chooser_key_of(void *context, int key)
{
	chooser_key(context, key);
}

static void chooser_paint_of(void *context, struct canvas *canvas)
{
	chooser_paint(context, canvas);
}

/* Returns the answer. Ends the program if the user quits. */
static char *view_ask(struct chooser *chooser)
{
	const struct view view = {
		.context = chooser,
		.key = chooser_key_of,
		.paint = chooser_paint_of,
		.done = &chooser->done,
		.quit = &chooser->quit,
	};
	char *answer;

	screen_open();
	view_show(&view, NULL, 0);
	if (!chooser->done) {
		screen_close();
		exit(0);
	}
	answer = xstrdup(chooser_answer(chooser));
	chooser_free(chooser);
	return answer;
}

static bool has_distribution(const struct recipe *recipe)
{
	const struct recipe_line *line;

	for (line = recipe->lines; line; line = line->next)
		if (strstr(line->rest, ".log2") || strstr(line->rest, ".dist") ||
		    strstr(line->rest, ".buckets"))
			return true;
	return false;
}

static bool has_histogram(const struct recipe *recipe)
{
	const struct recipe_line *line;

	for (line = recipe->lines; line; line = line->next)
		if (!strcmp(line->word, "show"))
			return true;
	return false;
}

static void add_recipes(struct chooser *chooser, bool (*suits)(const struct recipe *recipe))
{
	char error[RECIPE_ERROR_MAX], **names;
	size_t nr = recipe_names(&names), i;
	struct recipe *recipe;

	for (i = 0; i < nr; i++) {
		recipe = recipe_find(names[i], error);
		if (recipe && suits(recipe))
			chooser_add(chooser, recipe->name, recipe->about);
		recipe_free(recipe);
		free(names[i]);
	}
	free(names);
}

static void add_events(struct chooser *chooser)
{
	struct text events = {}, why = {};
	char *at, *event;
	struct tree tree;

	if (tree_try(&tree, &why)) {
		at = tree_read(&tree, "available_events", &events) ? NULL : events.at;
		while ((event = tree_next_event(&at)))
			chooser_add(chooser, event, "");
		tree_close(&tree);
	}
	text_free(&events);
	text_free(&why);
}

/* Lets the user choose a recipe and its arguments. Returns the equivalent command line. */
static char **view_choose(bool (*suits)(const struct recipe *recipe), bool events, int *argc)
{
	struct chooser chooser = { .question = "which recipe" };
	char error[RECIPE_ERROR_MAX], **words = NULL;
	const struct recipe_arg *arg;
	struct recipe *recipe;

	if (events)
		chooser.question = "which recipe or event";
	add_recipes(&chooser, suits);
	if (events)
		add_events(&chooser);
	if (!chooser.nr)
		die("no recipes found; set HISTRIG_RECIPES to their folder");
	words = xalloc(1, sizeof(*words));
	words[0] = view_ask(&chooser);
	*argc = 1;
	recipe = strchr(words[0], '/') ? NULL : recipe_find(words[0], error);
	for (arg = recipe ? recipe->args : NULL; arg; arg = arg->next) {
		struct text question = {};

		if (arg->standard)
			continue;
		text_escape(&question, arg->name);
		text_puts(&question, " (");
		text_escape(&question, arg->about);
		text_puts(&question, ")");
		chooser.question = question.at;
		words = realloc(words, (*argc + 1) * sizeof(*words));
		if (!words)
			abort();
		words[(*argc)++] = view_ask(&chooser);
		text_free(&question);
	}
	recipe_free(recipe);
	return words;
}

/* ---- top */

/* A live view; @next is the index of the table for the next document's first histogram. */
struct top_taking {
	struct top *top;
	size_t next;
};

static void take_into_top(void *context, const struct hist_doc *doc,
			  const struct plan_show *show, const struct plan *plan)
{
	struct top_taking *taking = context;

	taking->next = top_take(taking->top, taking->next, doc, show, plan);
}

static void top_take_all(void *context, struct source *source)
{
	struct top_taking taking = { .top = context };

	source_take(source, take_into_top, &taking);
}

static void top_key_of(void *context, int key)
{
	top_key(context, key);
}

static void top_paint_of(void *context, struct canvas *canvas)
{
	top_paint(context, canvas);
}

/* Parses the words after the command. If there are none, lets the user choose. */
static void view_begin(struct source *source, int argc, char **argv,
		       bool (*suits)(const struct recipe *recipe), bool events)
{
	char **words = argv + 1;
	int nr = argc - 1;

	screen_prepare();
	if (!nr)
		words = view_choose(suits, events, &nr);
	source_parse(source, nr, words);
	if (!source->run.interval)
		source->run.interval = INTERVAL;
	source_begin(source);
}

int cmd_top(int argc, char **argv)
{
	struct text name = {}, about = {};
	struct source source;
	struct top top = {};
	const struct view view = {
		.context = &top,
		.key = top_key_of,
		.paint = top_paint_of,
		.take = top_take_all,
		.paused = &top.paused,
		.quit = &top.quit,
		.interval = &top.interval,
	};

	view_begin(&source, argc, argv, has_histogram, true);
	source_names(&source, &name, &about);
	top.name = name.at;
	top.about = about.at;
	top.interval = source.run.interval;
	if (!stop_asked()) {
		screen_open();
		view_show(&view, &source, source.run.count);
		screen_close();
	}
	top_free(&top);
	source_end(&source);
	return 0;
}

/* ---- heat */

static void take_into_grid(void *context, const struct hist_doc *doc,
			   const struct plan_show *show, const struct plan *plan)
{
	struct grid *grid = context;

	if (grid->chosen && grid->chosen != show)
		return;
	if (grid_take(grid, doc, show, plan))
		grid->chosen = show;
}

static void grid_take_all(void *context, struct source *source)
{
	struct grid *grid = context;

	source_take(source, take_into_grid, grid);
	if (!grid->title)
		die("%s has no distribution; choose another recipe, or in a trigger of your own use .log2 on the last key, without nohitcount, or .dist on a value",
		    grid->name);
}

static void grid_key_of(void *context, int key)
{
	grid_key(context, key);
}

static void grid_paint_of(void *context, struct canvas *canvas)
{
	grid_paint(context, canvas);
}

int cmd_heat(int argc, char **argv)
{
	struct text name = {}, about = {};
	struct source source;
	struct grid grid = {};
	const struct view view = {
		.context = &grid,
		.key = grid_key_of,
		.paint = grid_paint_of,
		.take = grid_take_all,
		.paused = &grid.paused,
		.quit = &grid.quit,
		.interval = &source.run.interval,
	};

	view_begin(&source, argc, argv, has_distribution, false);
	source_names(&source, &name, &about);
	text_free(&about);
	grid.name = name.at;
	if (!stop_asked()) {
		screen_open();
		view_show(&view, &source, source.run.count);
		screen_close();
	}
	grid_free(&grid);
	source_end(&source);
	return 0;
}
