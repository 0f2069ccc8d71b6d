/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Documents in the formats of other programs. The functions read documents and print to a
 * stream; they keep no state. The caller checks the stream's error indicator.
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
 * @name: of the recipe that it comes from; NULL to use the event's name
 * @event: the event's name, if that in the document must not be used; or NULL
 * @weight: the value that tells how much a row weighs in a picture; NULL to choose one
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

/**
 * export_json() - print a document as JSON, as the tree does
 * @out: where to
 * @doc: the document
 */
void export_json(FILE *out, const struct hist_doc *doc);

/**
 * enum export_dialect - what reads metrics
 * @EXPORT_PROMETHEUS: Prometheus, promtool and the node exporter: a counter's name ends
 *	with _total in all lines
 * @EXPORT_OPENMETRICS: strict readers of OpenMetrics 1.0: _total is part of the sample's
 *	name only, and units are declared
 */
enum export_dialect {
	EXPORT_PROMETHEUS,
	EXPORT_OPENMETRICS,
};

/**
 * export_metrics() - print documents as metrics
 * @out: where to
 * @sources: the documents; of several of one event in one instance, the latest is used
 * @nr: how many
 * @dialect: for which readers
 *
 * Return: false if there is no memory.
 */
bool export_metrics(FILE *out, const struct export_source *sources, size_t nr,
		    enum export_dialect dialect);

/**
 * export_folded() - print histograms as folded stacks: KEY;KEY;FUNCTION;FUNCTION WEIGHT
 * @out: where to
 * @source: the document
 *
 * Return: false if there is no memory.
 */
bool export_folded(FILE *out, const struct export_source *source);

/**
 * export_flame() - print histograms as a flame graph, a picture in SVG
 * @out: where to
 * @source: the document
 *
 * Return: false if there is no memory.
 */
bool export_flame(FILE *out, const struct export_source *source);

/**
 * export_heat() - print documents as a heat map, a picture in SVG
 * @out: where to
 * @sources: documents of one event, each a column. Intervals and takes contain what was
 *	counted in their time. The others contain what was counted so far, so the previous
 *	one is subtracted. A single document gives a column for each of its other keys.
 * @nr: how many, at least one
 * @takes: the documents without an interval are takes
 *
 * Return: false if there is no memory.
 */
bool export_heat(FILE *out, const struct export_source *sources, size_t nr, bool takes);

/**
 * export_has_ranges() - test whether a heat map can show a document
 * @doc: the document
 *
 * Return: true if it has a distribution, or a key that is a range.
 */
bool export_has_ranges(const struct hist_doc *doc);

/**
 * export_has_stacks() - test whether a document has a key that is a stack
 * @doc: the document
 *
 * Return: true if it has.
 */
bool export_has_stacks(const struct hist_doc *doc);

#endif /* TOOL_EXPORT_H */
