/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Heat maps: how many hits there were in each range of numbers, in each of several
 * columns. A column is a time, or a key.
 */
#ifndef TOOL_HEAT_H
#define TOOL_HEAT_H

#include "export_parts.h"

/**
 * struct heat_cell - hits in a range
 * @low: the least number of the range
 * @high: the greatest number of the range
 * @count: how many hits
 */
struct heat_cell {
	struct doc_number low;
	struct doc_number high;
	uint64_t count;
};

/**
 * struct heat_column - the hits of a time, or of a key
 * @start: of the time, nanoseconds since 1970
 * @end: of the time
 * @label: what the key is, NULL for a time
 * @cells: in the order of numbers
 * @nr: how many
 * @total: all hits
 */
struct heat_column {
	uint64_t start;
	uint64_t end;
	const char *label;
	struct heat_cell *cells;
	size_t nr;
	uint64_t total;
};

/**
 * struct heat - a heat map
 * @arena: for the columns
 * @columns: the columns
 * @nr: how many
 * @unit: of the numbers
 * @field: what the numbers are
 * @linear: the ranges are all of the same length
 * @left_out: keys that have no column, because there are too many
 */
struct heat {
	struct arena arena;
	struct heat_column *columns;
	size_t nr;
	enum doc_unit unit;
	const char *field;
	bool linear;
	size_t left_out;
};

/**
 * heat_make() - make a heat map of documents
 * @heat: the heat map
 * @sources: as of export_heat()
 * @nr: how many, at least one
 * @takes: as of export_heat()
 *
 * Return: false if there is no memory.
 */
bool heat_make(struct heat *heat, const struct export_source *sources, size_t nr, bool takes);

/**
 * heat_free() - free a heat map
 * @heat: the heat map
 */
void heat_free(struct heat *heat);

#endif /* TOOL_HEAT_H */
