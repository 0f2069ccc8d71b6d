// SPDX-License-Identifier: GPL-2.0
/* The source of takes for a live view; see source.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../doc/doc.h"
#include "../stop.h"
#include "../text.h"
#include "source.h"

/* ---- a folder of documents */

static int source_is_document(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && !strcmp(end, ".json");
}

static void source_open_folder(struct source *source)
{
	struct dirent **entries;
	int nr = scandir(source->folder, &entries, source_is_document, alphasort), i;

	if (nr <= 0)
		die("HISTRIG_REPLAY=%s has no documents to show: %s", source->folder,
		    nr ? strerror(errno) : "no name ends with .json");
	source->files = xalloc(nr, sizeof(*source->files));
	for (i = 0; i < nr; i++) {
		source->files[i] = xstrdup(entries[i]->d_name);
		free(entries[i]);
	}
	source->nr_files = nr;
	free(entries);
}

static struct hist_doc *next_document(struct source *source)
{
	char path[PATH_MAX], error[DOC_ERROR_MAX + 1] = "";
	struct hist_doc *doc;

	snprintf(path, sizeof(path), "%s/%s", source->folder, source->files[source->next++]);
	doc = doc_read(path, error);
	if (!doc)
		die("cannot show %s: %s (expected: a whole copy of hist_json or hist_take_json)",
		    path, error);
	return doc;
}

/* ---- command lines */

/* Finds the event that a word names: SYSTEM/EVENT or EVENT. */
static char *find_event(const char *word)
{
	struct text events = {};
	char *at, *event, *found = NULL;
	struct tree tree;

	tree_open(&tree);
	at = tree_read(&tree, "available_events", &events) ? NULL : events.at;
	while (!found && (event = tree_next_event(&at)))
		if (!strcmp(event, word) || !strcmp(strchr(event, '/') + 1, word))
			found = xstrdup(event);
	tree_close(&tree);
	text_free(&events);
	return found;
}

static bool is_recipe(const char *word)
{
	char error[RECIPE_ERROR_MAX];
	struct recipe *recipe;
	struct stat st;

	/* Opening a FIFO would wait. */
	if (strchr(word, '/') && (stat(word, &st) || !S_ISREG(st.st_mode)))
		return false;
	recipe = recipe_find(word, error);
	recipe_free(recipe);
	return recipe || *error;
}

/* Counts an event by task: replaces EVENT ... by hist:... EVENT ... */
static void parse_event(struct source *source, int argc, char **argv)
{
	char *by_task = xstrdup("hist:keys=common_pid.execname:sort=hitcount.descending");
	char **words = xalloc(argc + 2, sizeof(*words)), *event, *colon = strchr(argv[0], ':');

	if (colon)
		*colon = '/';
	event = find_event(argv[0]);
	if (!event)
		die("there is no recipe or event %s; to search for it: histrig list '*%s*'",
		    argv[0], argv[0]);
	words[0] = by_task;
	words[1] = event;
	memcpy(words + 2, argv + 1, (argc - 1) * sizeof(*words));
	if (!run_parse(&source->run, argc + 1, words))
		exit(1);
	free(words);
	free(by_task);
	free(event);
}

void source_parse(struct source *source, int argc, char **argv)
{
	*source = (struct source){ .run.tree.fd = -1 };
	source->folder = getenv("HISTRIG_REPLAY");
	if (source->folder) {
		source_open_folder(source);
		if (argc > 1 && !run_interval(argv[1], &source->run.interval))
			die("%s is not an interval like 10, 500ms or 1m", argv[1]);
	} else if (!strncmp(argv[0], "hist:", 5) || is_recipe(argv[0])) {
		if (!run_parse(&source->run, argc, argv))
			exit(1);
		run_show_all(&source->run);
	} else {
		parse_event(source, argc, argv);
	}
}

void source_names(const struct source *source, struct text *name, struct text *about)
{
	if (source->folder) {
		text_escape(name, source->folder);
		return;
	}
	text_escape(name, source->run.recipe->name);
	if (!source->run.own)
		text_escape(about, source->run.recipe->about);
}

/* ---- takes */

void source_begin(struct source *source)
{
	const struct plan_step *step;
	struct run *run = &source->run;

	if (source->folder)
		return;
	if (!run_plan(run, ""))
		exit(1);
	if (!run->plan->shows)
		die("%s prints records and has no histogram; run histrig %s instead",
		    run->recipe->name, run->recipe->name);
	for (step = run->plan->steps; step; step = step->next)
		if (step->kind == STEP_TRIGGER && strstr(step->text, ":interval="))
			die("remove interval= from the trigger, because the view has its own interval");
	if (!run_arm(run))
		exit(1);
}

bool source_take(struct source *source, source_take_fn *take, void *context)
{
	const struct plan_show *show;
	struct hist_doc *doc;

	if (source->folder && source->next == source->nr_files)
		return false;
	if (source->folder) {
		doc = next_document(source);
		take(context, doc, NULL, NULL);
		doc_free(doc);
		return true;
	}
	for (show = source->run.plan->shows; show; show = show->next) {
		doc = run_read(&source->run, show, true);
		run_name(&source->run, doc);
		take(context, doc, show, source->run.plan);
		doc_free(doc);
	}
	tables_watch(&source->run);
	return true;
}

void source_end(struct source *source)
{
	size_t i;

	for (i = 0; i < source->nr_files; i++)
		free(source->files[i]);
	free(source->files);
	run_end(&source->run);
}
