/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A document of hist_json, hist_take_json or hist_last_json in memory:
 * docs/hist_json.schema.json defines the text, docs/language.md its meaning.
 *
 * Numbers of up to 64 bits are exact. A document does not change after doc_parse(). All
 * strings are valid UTF-8 and end with a zero byte. They may contain any other character,
 * so escape them before printing.
 */
#ifndef TOOL_DOC_H
#define TOOL_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../arena.h"

/* The version of hist_json that doc_parse() reads and export_json() writes. */
#define DOC_VERSION	1

/* Maximum bytes of a key that is an array of bytes, and of a message of doc_parse(). */
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

/* Units. Documents use the first four; the others come from recipes. */
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
 * @type: type of its cells
 * @modifier: "log2", "hex", "p99" ..., or NULL
 * @has_parameter: the modifier has a number
 * @parameter: that number, the N of .buckets=N
 * @unit: unit of its numbers
 * @user: for a stack, its type is "user_stack"
 */
struct doc_field {
	const char *name;
	bool is_key;
	enum doc_type type;
	const char *modifier;
	bool has_parameter;
	uint64_t parameter;
	enum doc_unit unit;
	bool user;
};

/* What a frame of a stack is. */
enum doc_frame_kind {
	DOC_FRAME_KERNEL,
	DOC_FRAME_FILE,		/* an offset in a file */
	DOC_FRAME_ADDRESS,	/* an address that is in no file */
	DOC_FRAME_END,		/* the reason why a user stack ends */
};

/**
 * struct doc_frame - a function in a stack
 * @address: address in the function
 * @symbol: name of the function, or NULL; in a user stack, FILE+OFFSET, FUNCTION+OFFSET, or the
 *	reason why the stack ends
 * @offset: offset of @address in the function
 * @module: the function's module, or NULL
 * @kind: what it is
 * @name: the file, or the reason; NULL for the other kinds
 * @build_id: the build id of the file, if it is known; otherwise NULL
 * @function: in a user stack, the name of the function, if it was looked up; otherwise NULL
 */
struct doc_frame {
	uint64_t address;
	const char *symbol;
	int64_t offset;
	const char *module;
	enum doc_frame_kind kind;
	const char *name;
	const char *build_id;
	const char *function;
};

/**
 * struct doc_bucket - a bucket of a distribution
 * @low: its least number
 * @high: its greatest number
 * @count: number of values in it
 */
struct doc_bucket {
	struct doc_number low;
	struct doc_number high;
	uint64_t count;
};

/* How a number is shown; struct doc_cell has a member for each form. */
enum doc_shown {
	DOC_SHOWN_NUMBER,
	DOC_SHOWN_TEXT,
	DOC_SHOWN_COMM,
	DOC_SHOWN_SYSCALL,
	DOC_SHOWN_SYMBOL,
};

/**
 * struct doc_cell - a key or value of one row
 * @type: its type, which decides which members are set
 * @shown: for a number, how it is shown
 * @has_range: the number stands for a range, from @low to @high
 * @has_band: the number is a percentile between @low and @high
 * @nr: number of @bytes, @frames or @buckets
 * @number: the number
 * @text: the string; for bytes and numbers, how they are shown. NULL for a plain number,
 *	and for a system call or symbol without a name
 * @low: the least number of the range
 * @high: the greatest number of the range
 * @offset: offset from a symbol
 * @module: module of a symbol, or NULL
 * @bytes: the bytes, in the order of memory
 * @frames: the functions of a stack, the innermost first
 * @buckets: the buckets that are not empty, in ascending order
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
 * @name: name of the field
 * @user: it is a user stack
 * @cell: a number, a string or a stack; its @text is NULL if save() never ran
 */
struct doc_saved {
	const char *name;
	bool user;
	struct doc_cell cell;
};

/**
 * struct doc_tracked - the value that onmax() or onchange() tracks
 * @handler: "onmax" or "onchange"
 * @variable: the variable that it tracks
 * @value: the greatest or the last value
 * @saved: what save() stored with it
 * @nr_saved: number of saved values
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
 * @keys: its nr_keys keys
 * @values: its nr_values values
 * @tracked: the values that onmax() and onchange() track
 * @nr_tracked: number of tracked values
 */
struct doc_row {
	const struct doc_cell *keys;
	const struct doc_cell *values;
	const struct doc_tracked *tracked;
	size_t nr_tracked;
};

/**
 * struct doc_snapshot - why the last snapshot was taken
 * @handler: "onmax" or "onchange"
 * @variable: the variable that it tracks
 * @value: the value of the variable
 * @keys: the keys of the entry
 */
struct doc_snapshot {
	const char *handler;
	const char *variable;
	struct doc_number value;
	const struct doc_cell *keys;
};

/**
 * enum doc_loss - kinds of losses, in the order of the documents
 * @DOC_LOST_HITS: hits that were not counted
 * @DOC_LOST_MISSED: of these, hits that probes missed
 * @DOC_LOST_ARMING: of these, hits while a forget() was armed
 * @DOC_LOST_BUCKETS: values for which there was no free bucket
 * @DOC_LOST_ACTIONS: actions that were not run
 * @DOC_LOST_BEGINNINGS: hits that did not set variables which other triggers read
 * @DOC_LOST_FILES: user stacks with files that did not fit into the table
 * @DOC_LOST_SHARES: user stacks with more files than one user may add
 * @DOC_LOSSES: number of kinds
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

/* Names of a kind of loss: its member in JSON documents, and its label in tables. */
struct doc_loss_kind {
	const char *member;
	const char *text;
};

extern const struct doc_loss_kind doc_losses[DOC_LOSSES];

/**
 * struct doc_hist - a histogram
 * @name: name of a named histogram, or NULL
 * @trigger: the command
 * @clock: clock of its time stamps and intervals, or NULL
 * @paused: the trigger is paused
 * @has_interval: @start and @end are set
 * @start: begin of the interval, in nanoseconds of @clock
 * @end: end of the interval, in nanoseconds of @clock
 * @hits: number of hits that were counted
 * @entries: number of entries; more than @nr_rows if top= limits the rows
 * @lost: number of losses of each kind
 * @counted: bit I is set if the document contains @lost[I]; older documents have fewer kinds
 * @snapshot: why the last snapshot was taken, or NULL
 * @fields: @nr_keys keys, then @nr_values values
 * @nr_keys: keys of a row, at least one
 * @nr_values: values of a row
 * @rows: the entries
 * @nr_rows: number of rows
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
 * struct hist_doc - a document: the histograms of one event
 * @event: SYSTEM:EVENT
 * @instance: name of the instance, or NULL for the main tree
 * @clock: the trace clock of the instance
 * @time: when the document was made, in nanoseconds since 1970
 * @uptime: the same, in nanoseconds since the machine was started
 * @waiting: the place of the event's probe if its module is not loaded, or NULL
 * @hists: the histograms
 * @nr_hists: number of histograms
 * @arena: memory of the document
 */
struct hist_doc {
	const char *event;
	const char *waiting;
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
 * @error: on failure, set to a sentence with the reason, of at most DOC_ERROR_MAX bytes
 *
 * Return: the document, or NULL if the text is not a complete and valid document, or if out
 * of memory.
 */
struct hist_doc *doc_parse(const char *text, size_t len, char *error);

/**
 * doc_parse_first() - parse a document that other text may follow
 * @text: the text
 * @len: its length
 * @used: set to the length of the document in bytes
 * @error: like doc_parse()
 *
 * Return: like doc_parse().
 */
struct hist_doc *doc_parse_first(const char *text, size_t len, size_t *used, char *error);

/**
 * doc_read_all() - read a file with several documents, one after another
 * @path: the file
 * @docs: set to an array of them; the caller frees each one and the array
 * @error: like doc_parse()
 *
 * Return: number of documents; 0 on an error, or if there is none.
 */
size_t doc_read_all(const char *path, struct hist_doc ***docs, char *error);

/**
 * doc_read() - read a document from a file
 * @path: the file
 * @error: like doc_parse()
 *
 * Return: like doc_parse().
 */
struct hist_doc *doc_read(const char *path, char *error);

/* Frees a document; does nothing for NULL. */
void doc_free(struct hist_doc *doc);

static inline const struct doc_field *doc_values(const struct doc_hist *hist)
{
	return hist->fields + hist->nr_keys;
}

/* Converts a number to floating point, which may round it. */
static inline double doc_double(struct doc_number number)
{
	return number.negative ? (double)(int64_t)number.bits : (double)number.bits;
}

/* Compares two numbers. Returns less than 0, 0 or more than 0. */
int doc_compare(struct doc_number a, struct doc_number b);

/**
 * doc_cell_text() - format a cell as one line, without escaping anything
 * @field: the cell's field
 * @cell: the cell
 * @text: buffer; longer output is cut off
 * @size: bytes at @text, at least 1
 *
 * A task is formatted as its name and, in brackets, its pid; a stack as its functions,
 * separated by ";", the outermost first; a distribution as its number of values.
 */
void doc_cell_text(const struct doc_field *field, const struct doc_cell *cell,
		   char *text, size_t size);

/**
 * doc_frame_text() - format a function of a stack: its symbol, or its address, and [MODULE]
 * @frame: the frame
 * @text: buffer; longer output is cut off
 * @size: bytes at @text, at least 1
 */
void doc_frame_text(const struct doc_frame *frame, char *text, size_t size);

#endif /* TOOL_DOC_H */
