/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms as tables and bars for a terminal. */
#ifndef TOOL_SHOW_H
#define TOOL_SHOW_H

#include "../recipe/recipe.h"
#include "doc.h"

struct text;

/**
 * show_hist() - print a histogram
 * @out: where to; the output is safe for a terminal
 * @hist: the histogram
 * @plan: how to show its fields
 *
 * If the last key is a range of numbers (.log2, .buckets), entries with equal other keys
 * are printed as a group of bars. Otherwise each entry is a line of a table, followed by
 * its distribution and its stack.
 */
void show_hist(struct text *out, const struct doc_hist *hist, const struct plan *plan);

/**
 * show_doc() - print the histograms of a document that a recipe shows
 * @out: where to
 * @doc: the document
 * @show: which
 * @plan: how
 */
void show_doc(struct text *out, const struct hist_doc *doc, const struct plan_show *show,
	      const struct plan *plan);

/**
 * show_cell() - print a cell, safe for a terminal
 * @out: where to
 * @field: its field
 * @cell: the cell
 * @plan: names of numbers
 *
 * Return: how many columns it takes.
 */
size_t show_cell(struct text *out, const struct doc_field *field, const struct doc_cell *cell,
		 const struct plan *plan);

/**
 * show_title() - print the heading of a field, with its unit
 * @out: where to
 * @field: the field
 * @plan: headings and units
 *
 * Return: how many columns it takes.
 */
size_t show_title(struct text *out, const struct doc_field *field, const struct plan *plan);

/**
 * show_name() - print the heading of a field without its unit
 * @out: where to
 * @field: the field
 * @plan: headings
 *
 * Return: how many columns it takes.
 */
size_t show_name(struct text *out, const struct doc_field *field, const struct plan *plan);

/**
 * show_unit() - get the unit of a field
 * @field: the field
 * @plan: units, or NULL
 *
 * Return: "ns", "us", "ms", "bytes" ..., or NULL.
 */
const char *show_unit(const struct doc_field *field, const struct plan *plan);

/**
 * show_is_statistic() - test whether a modifier makes a value a statistic, like .p99
 * @modifier: the modifier
 *
 * Return: false if it only changes how the value is shown.
 */
bool show_is_statistic(const char *modifier);

/**
 * show_to_the_right() - test whether the cells of a field are aligned to the right
 * @field: the field
 * @plan: names of numbers, or NULL
 *
 * Return: true if they are, as plain numbers are.
 */
bool show_to_the_right(const struct doc_field *field, const struct plan *plan);

#endif /* TOOL_SHOW_H */
