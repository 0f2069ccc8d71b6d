/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A document of the tree's hist_json, hist_take_json or hist_last_json in memory:
 * docs/hist_json.schema.json says what is in the text, docs/language.md what it means.
 *
 * Numbers are exact; one of more than 64 bits, which no kernel prints, becomes the
 * nearest. doc_parse() makes a document and doc_free() frees all of it. Everything that a
 * document points to belongs to it, and nothing changes after doc_parse(). All strings
 * are valid UTF-8 and end with a zero byte. They may contain any other character, so code
 * that prints them must escape them.
 */
#ifndef TOOL_DOC_H
#define TOOL_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../arena.h"

/* The version of hist_json that doc_parse() reads and export_json() writes. */
#define DOC_VERSION	1

/* The largest array that is a key, and the longest message of doc_parse(), in bytes. */
#define DOC_BYTES_MAX	16
#define DOC_ERROR_MAX	200

/**
 * struct doc_number - a number between -2^63 and 2^64 - 1, exactly
 * @bits: the number, as two's complement if it is negative
 * @negative: it is less than 0
 */
struct doc_number {
	uint64_t bits;
	bool negative;
};

enum doc_type {
	DOC_NUMBER,
	DOC_STRING,
	DOC_BYTES,
	DOC_STACK,
	DOC_DISTRIBUTION,
};

/* Documents have the first four; the others come from recipes. */
enum doc_unit {
	DOC_UNIT_NONE,
	DOC_UNIT_NS,
	DOC_UNIT_US,
	DOC_UNIT_BYTES,
	DOC_UNIT_MS,
	DOC_UNIT_S,
};

/**
 * struct doc_field - one key or value of a histogram
 * @name: its name in the trigger
 * @is_key: it is a key
 * @type: what its cells are
 * @modifier: "log2", "hex", "p99" ..., or NULL
 * @has_parameter: the modifier has a number
 * @parameter: that number, the N of .buckets=N
 * @unit: of its numbers
 */
struct doc_field {
	const char *name;
	bool is_key;
	enum doc_type type;
	const char *modifier;
	bool has_parameter;
	uint64_t parameter;
	enum doc_unit unit;
};

/**
 * struct doc_frame - a function in a stack
 * @address: where in it
 * @symbol: its name, or NULL
 * @offset: of @address in it
 * @module: the module that it is in, or NULL
 */
struct doc_frame {
	uint64_t address;
	const char *symbol;
	int64_t offset;
	const char *module;
};

/**
 * struct doc_bucket - a bucket of a distribution
 * @low: the least number in it
 * @high: the greatest number in it
 * @count: how many there were
 */
struct doc_bucket {
	struct doc_number low;
	struct doc_number high;
	uint64_t count;
};

/* How a number is shown; struct doc_cell has the members. */
enum doc_shown {
	DOC_SHOWN_NUMBER,
	DOC_SHOWN_TEXT,
	DOC_SHOWN_COMM,
	DOC_SHOWN_SYSCALL,
	DOC_SHOWN_SYMBOL,
};

/**
 * struct doc_cell - a key or value of one row
 * @type: which of the members are set
 * @shown: of a number, how it is shown
 * @has_range: the number stands for a range, from @low to @high
 * @has_band: the number is a percentile, which lies between @low and @high
 * @nr: how many @bytes, @frames or @buckets
 * @number: the number as it is
 * @text: the string; of bytes and numbers, how they are shown. NULL for a plain number,
 *	and for a system call or symbol without a name
 * @low: the least number of the range
 * @high: the greatest number of the range
 * @offset: of a symbol
 * @module: of a symbol, or NULL
 * @bytes: in the order of memory
 * @frames: the innermost function first
 * @buckets: in the order of numbers, without empty ones
 * @count: the sum of all buckets
 */
struct doc_cell {
	enum doc_type type;
	enum doc_shown shown;
	bool has_range;
	bool has_band;
	uint32_t nr;
	struct doc_number number;
	const char *text;
	union {
		struct {
			struct doc_number low;
			struct doc_number high;
		};
		struct {
			int64_t offset;
			const char *module;
		};
		uint8_t bytes[DOC_BYTES_MAX];
		const struct doc_frame *frames;
		struct {
			const struct doc_bucket *buckets;
			uint64_t count;
		};
	};
};

/**
 * struct doc_saved - a value that save() stored
 * @name: of the field
 * @cell: a number, a string or a stack; text is NULL if save() never ran
 */
struct doc_saved {
	const char *name;
	struct doc_cell cell;
};

/**
 * struct doc_tracked - what onmax() or onchange() keeps
 * @handler: "onmax" or "onchange"
 * @variable: its argument
 * @value: the greatest or the last value
 * @saved: what save() stored with it
 * @nr_saved: how many
 */
struct doc_tracked {
	const char *handler;
	const char *variable;
	struct doc_number value;
	const struct doc_saved *saved;
	size_t nr_saved;
};

/**
 * struct doc_row - an entry of a histogram
 * @keys: one for each field that is a key
 * @values: one for each other field
 * @tracked: what onmax() and onchange() keep
 * @nr_tracked: how many
 */
struct doc_row {
	const struct doc_cell *keys;
	const struct doc_cell *values;
	const struct doc_tracked *tracked;
	size_t nr_tracked;
};

/**
 * struct doc_snapshot - what took the last snapshot
 * @handler: "onmax" or "onchange"
 * @variable: its argument
 * @value: of the variable
 * @keys: of the entry
 */
struct doc_snapshot {
	const char *handler;
	const char *variable;
	struct doc_number value;
	const struct doc_cell *keys;
};

/**
 * enum doc_loss - what hits have lost, in the order of the documents
 * @DOC_LOST_HITS: hits that were not counted
 * @DOC_LOST_MISSED: of these, hits that probes missed
 * @DOC_LOST_ARMING: of these, hits while a forget() was armed
 * @DOC_LOST_BUCKETS: values for which there was no bucket
 * @DOC_LOST_ACTIONS: actions that were not run
 * @DOC_LOST_BEGINNINGS: hits that did not set the variables that others read
 * @DOC_LOST_FILES: user stacks with files that did not fit into the table
 * @DOC_LOST_SHARES: user stacks with files over the share of a user
 * @DOC_LOSSES: number of losses
 */
enum doc_loss {
	DOC_LOST_HITS,
	DOC_LOST_MISSED,
	DOC_LOST_ARMING,
	DOC_LOST_BUCKETS,
	DOC_LOST_ACTIONS,
	DOC_LOST_BEGINNINGS,
	DOC_LOST_FILES,
	DOC_LOST_SHARES,
	DOC_LOSSES,
};

/* How each kind of loss is called: as a member of documents, and in tables. */
struct doc_loss_kind {
	const char *member;
	const char *text;
};

extern const struct doc_loss_kind doc_losses[DOC_LOSSES];

/**
 * struct doc_hist - a histogram
 * @name: of a named histogram, or NULL
 * @trigger: the command
 * @clock: of its time stamps and intervals, or NULL
 * @paused: the trigger is paused
 * @has_interval: @start and @end are there
 * @start: of the interval, in nanoseconds of @clock
 * @end: of the interval, in nanoseconds of @clock
 * @hits: how many hits were counted
 * @entries: how many entries there are, more than @nr_rows after top=
 * @lost: what hits have lost
 * @counted: bit I is set if the document has @lost[I]; older documents have fewer
 * @snapshot: what took the last snapshot, or NULL
 * @fields: @nr_keys keys, then @nr_values values
 * @nr_keys: how many keys a row has, at least one
 * @nr_values: how many values a row has
 * @rows: the entries
 * @nr_rows: how many
 */
struct doc_hist {
	const char *name;
	const char *trigger;
	const char *clock;
	bool paused;
	bool has_interval;
	uint64_t start;
	uint64_t end;
	uint64_t hits;
	uint64_t entries;
	uint64_t lost[DOC_LOSSES];
	unsigned int counted;
	const struct doc_snapshot *snapshot;
	const struct doc_field *fields;
	size_t nr_keys;
	size_t nr_values;
	const struct doc_row *rows;
	size_t nr_rows;
};

/**
 * struct hist_doc - the histograms of an event
 * @event: SYSTEM:EVENT
 * @instance: its name, or NULL in the main tree
 * @clock: the trace clock of the instance
 * @time: when the document was made, in nanoseconds since 1970
 * @uptime: the same in nanoseconds since the machine was started
 * @hists: the histograms
 * @nr_hists: how many
 * @arena: where all this is
 */
struct hist_doc {
	const char *event;
	const char *instance;
	const char *clock;
	uint64_t time;
	uint64_t uptime;
	const struct doc_hist *hists;
	size_t nr_hists;
	struct arena arena;
};

/**
 * doc_parse() - parse a document
 * @text: the text, which need not end with a zero byte
 * @len: its length
 * @error: on failure, the reason: a sentence of at most DOC_ERROR_MAX bytes
 *
 * Return: the document; NULL if the text is incomplete or not valid, or if there is no
 * memory.
 */
struct hist_doc *doc_parse(const char *text, size_t len, char *error);

/**
 * doc_parse_first() - parse a document at the beginning of a text
 * @text: the text
 * @len: its length
 * @used: how many bytes the document has
 * @error: as of doc_parse()
 *
 * Return: as doc_parse().
 */
struct hist_doc *doc_parse_first(const char *text, size_t len, size_t *used, char *error);

/**
 * doc_read_all() - read a file with several documents, one after another
 * @path: its name
 * @docs: for an array of them; the caller frees each one and the array
 * @error: as of doc_parse()
 *
 * Return: how many; 0 if there is none, or on an error.
 */
size_t doc_read_all(const char *path, struct hist_doc ***docs, char *error);

/**
 * doc_read() - read a document from a file
 * @path: its name
 * @error: as of doc_parse()
 *
 * Return: as doc_parse().
 */
struct hist_doc *doc_read(const char *path, char *error);

/**
 * doc_free() - free a document
 * @doc: the document, or NULL
 */
void doc_free(struct hist_doc *doc);

/**
 * doc_values() - get the fields of a histogram that are values
 * @hist: the histogram
 *
 * Return: the first of nr_values.
 */
static inline const struct doc_field *doc_values(const struct doc_hist *hist)
{
	return hist->fields + hist->nr_keys;
}

/**
 * doc_double() - convert a number to floating point, which may round it
 * @number: the number
 *
 * Return: the nearest.
 */
static inline double doc_double(struct doc_number number)
{
	return number.negative ? (double)(int64_t)number.bits : (double)number.bits;
}

/**
 * doc_compare() - order two numbers
 * @a: one
 * @b: the other
 *
 * Return: less than 0, 0 or more than 0.
 */
int doc_compare(struct doc_number a, struct doc_number b);

/**
 * doc_cell_text() - format a cell as one line, without escaping anything
 * @field: what the cell is a key or value of
 * @cell: the cell
 * @text: where to; cut off if it is longer
 * @size: bytes there, at least 1
 *
 * A task is shown as its name and its number in brackets, a stack as its functions,
 * separated by ";", the outermost first, and a distribution as its number of values.
 */
void doc_cell_text(const struct doc_field *field, const struct doc_cell *cell,
		   char *text, size_t size);

/**
 * doc_frame_text() - format a function of a stack
 * @frame: the frame
 * @text: where to: the symbol, or the address if it has none, and [MODULE]
 * @size: bytes there, at least 1
 */
void doc_frame_text(const struct doc_frame *frame, char *text, size_t size);

#endif /* TOOL_DOC_H */
