/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints documents in the formats of other programs. The functions keep no state; the
 * caller checks the stream's error indicator.
 */
#ifndef TOOL_EXPORT_H
#define TOOL_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "../doc/doc.h"
#include "../recipe/recipe.h"

/**
 * struct export_source - a document, and information that it does not contain
 * @doc: the document
 * @name: name of its recipe; NULL to use the event's name
 * @event: replaces the document's name of the event, or NULL
 * @weight: name of the value that is the weight of a row in a picture; NULL to choose one
 * @plan: units of fields and names of numbers, or NULL
 * @args: arguments of the recipe, or NULL
 * @values: their values, NULL for each one that was not given
 */
struct export_source {
	const struct hist_doc *doc;
	const char *name;
	const char *event;
	const char *weight;
	const struct plan *plan;
	const struct recipe_arg *args;
	const char **values;
};

/* Prints a document as JSON, in the form of hist_json. */
void export_json(FILE *out, const struct hist_doc *doc);

/**
 * enum export_dialect - what reads metrics
 * @EXPORT_PROMETHEUS: Prometheus, promtool and the node exporter: a counter's name ends
 *	with _total in all lines
 * @EXPORT_OPENMETRICS: strict readers of OpenMetrics 1.0: only the names of samples end
 *	with _total, and units are declared
 */
enum export_dialect {
	EXPORT_PROMETHEUS,
	EXPORT_OPENMETRICS,
};

/**
 * export_metrics() - print documents as metrics
 * @out: output
 * @sources: the documents; if several are of one event in one instance, the latest is used
 * @nr: number of documents
 * @dialect: what reads them
 *
 * Return: false if out of memory.
 */
bool export_metrics(FILE *out, const struct export_source *sources, size_t nr,
		    enum export_dialect dialect);

/*
 * Prints histograms as folded stacks: KEY;KEY;FUNCTION;FUNCTION WEIGHT. Returns false if
 * out of memory.
 */
bool export_folded(FILE *out, const struct export_source *source);

/* Prints histograms as a flame graph in SVG. Returns false if out of memory. */
bool export_flame(FILE *out, const struct export_source *source);

/**
 * export_heat() - print documents as a heat map in SVG
 * @out: output
 * @sources: documents of one event, each a column. Intervals and takes contain the counts
 *	of their time. From other documents, the previous one is subtracted. A single
 *	document gets a column for each combination of its keys, without the range
 * @nr: number of documents, at least one
 * @takes: documents without an interval are takes
 *
 * Return: false if out of memory.
 */
bool export_heat(FILE *out, const struct export_source *sources, size_t nr, bool takes);

/* Can a heat map show a document? It needs a distribution, or a key that is a range. */
bool export_has_ranges(const struct hist_doc *doc);

/* Tests whether a document has a key that is a stack. */
bool export_has_stacks(const struct hist_doc *doc);

#endif /* TOOL_EXPORT_H */
