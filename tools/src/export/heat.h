/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Heat maps: the number of hits in each range of numbers, in each column. A column is a
 * period of time, or a key.
 */
#ifndef TOOL_HEAT_H
#define TOOL_HEAT_H

#include "export_parts.h"

/**
 * struct heat_cell - hits in a range
 * @low: the least number of the range
 * @high: the greatest number of the range
 * @count: number of hits
 */
struct heat_cell {
	struct doc_number low;
	struct doc_number high;
	uint64_t count;
};

/**
 * struct heat_column - the hits of a period, or of a key
 * @start: start of the period, in nanoseconds since 1970
 * @end: end of the period
 * @label: the key, or NULL for a period
 * @cells: in ascending order of their ranges
 * @nr: number of cells
 * @total: number of hits in all cells
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
 * @arena: memory of the columns
 * @columns: the columns
 * @nr: number of columns
 * @unit: unit of the numbers
 * @field: name of the field with the numbers
 * @linear: all ranges have the same length
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
 * @sources: like export_heat()
 * @nr: number of documents, at least one
 * @takes: like export_heat()
 *
 * Return: false if out of memory.
 */
bool heat_make(struct heat *heat, const struct export_source *sources, size_t nr, bool takes);

/* Frees a heat map. */
void heat_free(struct heat *heat);

#endif /* TOOL_HEAT_H */
