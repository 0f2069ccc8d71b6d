/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that several exports use. */
#ifndef TOOL_EXPORT_PARTS_H
#define TOOL_EXPORT_PARTS_H

#include "../text.h"
#include "export.h"

/* Size of a buffer for a cell; longer ones are truncated. */
#define EXPORT_TEXT_MAX	8192

/**
 * struct export_frame - a part of a folded stack
 * @text: what to print
 * @kind: 'k' for a kernel function, 'm' for a function of a module, 'u' for a frame of a user
 *	stack, 'a' for an address without a name, 'l' for a key that is not a stack
 */
struct export_frame {
	const char *text;
	char kind;
};

/**
 * typedef export_row_fn - function that export_rows() calls for each row
 * @context: data of the caller
 * @frames: the keys; a stack begins with its outermost function
 * @nr: number of frames
 * @weight: weight of the row
 *
 * Return: false to stop.
 */
typedef bool export_row_fn(void *context, const struct export_frame *frames, size_t nr,
			   uint64_t weight);

/**
 * export_rows() - call a function for each row that has a weight
 * @source: the document
 * @row: the function; the frames are not valid after it returns
 * @context: passed to the function
 *
 * Return: false if out of memory, or if the function returned false.
 */
bool export_rows(const struct export_source *source, export_row_fn *row, void *context);

/**
 * export_weight() - find the value that is the weight of rows
 * @hist: the histogram
 * @name: its name; NULL to choose the last sum, or else the number of hits
 *
 * Return: its index among the values; -1 if there is none.
 */
int export_weight(const struct doc_hist *hist, const char *name);

/* Are a field's values sums or numbers of hits, not statistics or distributions? */
bool export_is_sum(const struct doc_field *field);

/* Returns the index of the last key that is a range; -1 if there is none. */
int export_range_key(const struct doc_hist *hist);

/* Returns the unit of a field from the document, or else from the recipe's plan. */
enum doc_unit export_unit(const struct export_source *source, const struct doc_field *field);

static inline bool export_is_time(enum doc_unit unit)
{
	return unit != DOC_UNIT_NONE && unit != DOC_UNIT_BYTES;
}

/* Converts a number to seconds or bytes. */
double export_base(double number, enum doc_unit unit);

const char *export_event(const struct export_source *source);

/**
 * export_cell() - format a cell
 * @source: its document; its plan has names of some numbers
 * @field: its field
 * @cell: the cell
 * @text: buffer
 * @size: bytes at @text
 */
void export_cell(const struct export_source *source, const struct doc_field *field,
		 const struct doc_cell *cell, char *text, size_t size);

/*
 * Prints a string for an element or attribute of XML. Characters that XML does not allow
 * are printed like \x1b.
 */
void export_xml(FILE *out, const char *text);

/* Formats a number with a unit that suits its size. @text is a buffer of 32 bytes. */
void export_amount(char *text, double number, enum doc_unit unit);

void export_title(char *text, size_t size, const struct export_source *source);

#endif /* TOOL_EXPORT_PARTS_H */
