/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms as tables and bars for a terminal. */
#ifndef TOOL_SHOW_H
#define TOOL_SHOW_H

#include "../recipe/recipe.h"
#include "doc.h"

struct text;

/**
 * show_hist() - print a histogram, safe for a terminal
 * @out: output
 * @hist: the histogram
 * @plan: how to show its fields
 *
 * If the last key is a range of numbers (.log2, .buckets), entries whose other keys are
 * equal are printed as a group of bars. Otherwise each entry is a line of a table, followed
 * by its distribution and its stack.
 */
void show_hist(struct text *out, const struct doc_hist *hist, const struct plan *plan);

/**
 * show_doc() - print those histograms of a document that a recipe shows
 * @out: output
 * @doc: the document
 * @show: which histograms
 * @plan: how to show their fields
 */
void show_doc(struct text *out, const struct hist_doc *doc, const struct plan_show *show,
	      const struct plan *plan);

/* Prints a line about what a histogram has lost; nothing if it has lost nothing. */
void show_losses(struct text *out, const struct doc_hist *hist);

/**
 * show_cell() - print a cell, safe for a terminal
 * @out: output
 * @field: its field
 * @cell: the cell
 * @plan: names of numbers
 *
 * Return: its width in columns.
 */
size_t show_cell(struct text *out, const struct doc_field *field, const struct doc_cell *cell,
		 const struct plan *plan);

/* Prints the heading of a field without its unit. Returns the width in columns. */
size_t show_name(struct text *out, const struct doc_field *field, const struct plan *plan);

/*
 * Returns the unit of a field: "ns", "us", "ms", "bytes" ..., or NULL. @plan may be NULL.
 */
const char *show_unit(const struct doc_field *field, const struct plan *plan);

/* Sets the heading of a field, without its unit, and the unit or NULL; both for free(). */
void show_split_title(const struct doc_field *field, const struct plan *plan, char **title,
		      char **unit);

/* Is a modifier a statistic, like .p99? Other modifiers only change how a value is printed. */
bool show_is_statistic(const char *modifier);

/* Tests whether the cells of a field are aligned to the right, like plain numbers. */
bool show_to_the_right(const struct doc_field *field, const struct plan *plan);

#endif /* TOOL_SHOW_H */
