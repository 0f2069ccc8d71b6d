/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that several exports use. */
#ifndef TOOL_EXPORT_PARTS_H
#define TOOL_EXPORT_PARTS_H

#include "../text.h"
#include "export.h"

/* Texts of cells are truncated to this many bytes. */
#define EXPORT_TEXT_MAX	8192

/**
 * struct export_frame - a part of a folded stack
 * @text: what to print
 * @kind: 'k' for a function of the kernel, 'm' for one of a module, 'a' for an address
 *	without a name, 'l' for a key that is no stack
 */
struct export_frame {
	const char *text;
	char kind;
};

/**
 * typedef export_row_fn - what export_rows() calls for each row
 * @context: of the caller
 * @frames: the keys, and their stacks beginning with the outermost function
 * @nr: how many
 * @weight: of the row
 *
 * Return: false to stop.
 */
typedef bool export_row_fn(void *context, const struct export_frame *frames, size_t nr,
			   uint64_t weight);

/**
 * export_rows() - call a function for each row with a weight
 * @source: the document
 * @row: the function; the frames are not valid after it returns
 * @context: for the function
 *
 * Return: false if there was no memory, or the function has stopped it.
 */
bool export_rows(const struct export_source *source, export_row_fn *row, void *context);

/**
 * export_weight() - find the value that is the weight of rows
 * @hist: the histogram
 * @name: which, or NULL to choose: the last sum, or else the number of hits
 *
 * Return: its index among the values; -1 if there is none.
 */
int export_weight(const struct doc_hist *hist, const char *name);

/**
 * export_is_sum() - test whether the values of a field are sums or the number of hits
 * @field: the field
 *
 * Return: true if they are; false for statistics and distributions.
 */
bool export_is_sum(const struct doc_field *field);

/**
 * export_range_key() - find the key that is a range
 * @hist: the histogram
 *
 * Return: the index of the last such key; -1 if there is none.
 */
int export_range_key(const struct doc_hist *hist);

/**
 * export_unit() - the unit of a field
 * @source: where it is
 * @field: the field
 *
 * Return: that of the document, or else of the source.
 */
enum doc_unit export_unit(const struct export_source *source, const struct doc_field *field);

/**
 * export_is_time() - test whether a unit is one of time
 * @unit: the unit
 *
 * Return: true if it is.
 */
static inline bool export_is_time(enum doc_unit unit)
{
	return unit != DOC_UNIT_NONE && unit != DOC_UNIT_BYTES;
}

/**
 * export_base() - a number in seconds or bytes
 * @number: the number
 * @unit: its unit
 *
 * Return: the number in the base unit.
 */
double export_base(double number, enum doc_unit unit);

/**
 * export_event() - the name of the event
 * @source: the document
 *
 * Return: its name.
 */
const char *export_event(const struct export_source *source);

/**
 * export_cell() - format a cell
 * @source: where it is; knows the names of some numbers
 * @field: its field
 * @cell: the cell
 * @text: where to
 * @size: bytes there
 */
void export_cell(const struct export_source *source, const struct doc_field *field,
		 const struct doc_cell *cell, char *text, size_t size);

/**
 * export_xml() - print a string into an element or an attribute of XML
 * @out: where to
 * @text: the string; characters that XML does not allow are printed like \x1b
 */
void export_xml(FILE *out, const char *text);

/**
 * export_amount() - format a number with its unit, shortened
 * @text: buffer of 32 bytes
 * @number: the number
 * @unit: its unit
 */
void export_amount(char *text, double number, enum doc_unit unit);

/**
 * export_title() - make the title of a picture
 * @text: where to
 * @size: bytes there
 * @source: the document
 */
void export_title(char *text, size_t size, const struct export_source *source);

#endif /* TOOL_EXPORT_PARTS_H */
