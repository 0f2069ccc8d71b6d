/* SPDX-License-Identifier: GPL-2.0 */
/* Adds up rows of documents that look the same once functions of user stacks have names. */
#ifndef TOOL_JOIN_H
#define TOOL_JOIN_H

#include <stddef.h>

struct hist_doc;

/**
 * doc_join() - add up rows, and keep those that matter most
 * @doc: the document, after functions_name()
 * @field: the value by which rows are sorted, the greatest first
 * @max: how many rows to keep
 *
 * Frames lose their addresses and their offsets in functions. Rows whose keys are the same then
 * become one. Histograms without @field, or with values that are not plain counts or sums, do not
 * change.
 */
void doc_join(struct hist_doc *doc, const char *field, size_t max);

#endif /* TOOL_JOIN_H */
