/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a live view gets its takes from: a run, or documents in a folder, which tests
 * and those who look at a recording use (HISTRIG_REPLAY=FOLDER).
 */
#ifndef TOOL_SOURCE_H
#define TOOL_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "../run/run.h"

struct text;

/**
 * struct source - where takes come from
 * @run: the run
 * @folder: the folder of documents, or NULL
 * @files: names of the documents, sorted
 * @nr_files: how many
 * @next: which one comes next
 */
struct source {
	struct run run;
	const char *folder;
	char **files;
	size_t nr_files;
	size_t next;
};

/* What source_take() calls with a document, which it frees then. */
typedef void source_take_fn(void *context, const struct hist_doc *doc,
			    const struct plan_show *show, const struct plan *plan);

/**
 * source_parse() - understand a command line
 * @source: the source
 * @argc: number of words
 * @argv: RECIPE [ARGS], EVENT or hist:... EVENT, and [INTERVAL [COUNT]]
 *
 * An event is counted by task. Ends the program with a sentence if it cannot be shown.
 */
void source_parse(struct source *source, int argc, char **argv);

/**
 * source_names() - say what a source shows
 * @source: the source
 * @name: the name is appended here, safe for a terminal
 * @about: a sentence is appended here, safe for a terminal
 */
void source_names(const struct source *source, struct text *name, struct text *about);

/**
 * source_begin() - arm what a source has to arm
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
