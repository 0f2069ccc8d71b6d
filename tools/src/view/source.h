/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The source of a live view's takes: a run, or documents in a folder, for tests and to
 * replay a recording (HISTRIG_REPLAY=FOLDER).
 */
#ifndef TOOL_SOURCE_H
#define TOOL_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "../run/run.h"

struct text;

/**
 * struct source - the source of takes
 * @run: the run
 * @folder: the folder of documents, or NULL
 * @files: names of the documents, sorted
 * @nr_files: how many
 * @next: index of the next one
 */
struct source {
	struct run run;
	const char *folder;
	char **files;
	size_t nr_files;
	size_t next;
};

/*
 * The type of the function that source_take() calls with a document, before it frees it.
 */
typedef void source_take_fn(void *context, const struct hist_doc *doc,
			    const struct plan_show *show, const struct plan *plan);

/**
 * source_parse() - parse a command line
 * @source: the source
 * @argc: number of words
 * @argv: RECIPE [ARGS], EVENT or hist:... EVENT, and [INTERVAL [COUNT]]
 *
 * An event is counted by task. Ends the program with a message if it cannot be shown.
 */
void source_parse(struct source *source, int argc, char **argv);

/**
 * source_names() - describe a source
 * @source: the source
 * @name: the name is appended here, safe for a terminal
 * @about: a sentence is appended here, safe for a terminal
 */
void source_names(const struct source *source, struct text *name, struct text *about);

/**
 * source_begin() - arm the run of a source
 * @source: the source
 */
void source_begin(struct source *source);

/**
 * source_take() - take what was counted
 * @source: the source
 * @take: called with the document of each event
 * @context: for @take
 *
 * Return: false if a folder has no more documents.
 */
bool source_take(struct source *source, source_take_fn *take, void *context);

/**
 * source_end() - remove what is armed
 * @source: the source
 */
void source_end(struct source *source);

#endif /* TOOL_SOURCE_H */
