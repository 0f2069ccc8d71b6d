/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The source of takes for a live view: a run, or the documents of a folder, for tests and to
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
 * @nr_files: number of documents
 * @next: index of the next document
 */
struct source {
	struct run run;
	const char *folder;
	char **files;
	size_t nr_files;
	size_t next;
};

/* Function that source_take() calls with a document; the document is freed after the call. */
typedef void source_take_fn(void *context, const struct hist_doc *doc,
			    const struct plan_show *show, const struct plan *plan);

/**
 * source_parse() - parse a command line
 * @source: the source
 * @argc: number of words
 * @argv: RECIPE [ARGS], EVENT or hist:... EVENT, and [INTERVAL [COUNT]]
 *
 * EVENT is counted by task. Ends the program with a message on failure.
 */
void source_parse(struct source *source, int argc, char **argv);

/**
 * source_names() - describe a source
 * @source: the source
 * @name: the name is appended, safe for a terminal
 * @about: a sentence is appended, safe for a terminal
 */
void source_names(const struct source *source, struct text *name, struct text *about);

void source_begin(struct source *source);

/**
 * source_take() - take the counts since the last take
 * @source: the source
 * @take: called with the document of each event
 * @context: passed to @take
 *
 * Return: false if the folder has no more documents.
 */
bool source_take(struct source *source, source_take_fn *take, void *context);

void source_end(struct source *source);

#endif /* TOOL_SOURCE_H */
