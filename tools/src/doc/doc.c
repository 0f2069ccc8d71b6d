// SPDX-License-Identifier: GPL-2.0
/* Parses documents; see doc.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "doc.h"
#include "doc_members.h"

/* Maximum number of fields of a histogram, more than histrig ever prints. */
#define FIELDS_MAX	64

static bool get_symbol(struct parser *p, struct json_object *from, const char **symbol,
		       int64_t *offset, const char **module)
{
	struct json_object *value;

	*offset = 0;
	if (!get_text_or_null(p, from, "symbol", symbol) ||
	    !get_text_or_null(p, from, "module", module) ||
	    !member(p, from, "offset", &value))
		return false;
	if (value && !json_object_is_type(value, json_type_int))
		return doc_fail(p, "\"offset\" is not a whole number");
	if (value)
		*offset = json_object_get_int64(value);
	return true;
}

/*
 * A frame of a user stack is a file with an offset, an address, or the reason why the
 * stack ends.
 */
static bool get_user_frame(struct parser *p, struct json_object *from, struct doc_frame *frame)
{
	const bool is_end = doc_has(from, "end");
	uint64_t offset = 0;
	const char *name;
	size_t size;
	char *text;

	if (!get_text_or_null(p, from, is_end ? "end" : "file", &name))
		return false;
	frame->kind = is_end ? DOC_FRAME_END : name ? DOC_FRAME_FILE : DOC_FRAME_ADDRESS;
	frame->name = name;
	if (!name)
		return get_count(p, from, "address", &frame->address);
	if (!is_end && (!get_count(p, from, "offset", &offset) ||
			(doc_has(from, "build_id") &&
			 !get_text(p, from, "build_id", &frame->build_id))))
		return false;
	frame->offset = offset;
	size = strlen(name) + sizeof("+0x0123456789abcdef");
	text = doc_alloc(p, 1, size);
	if (!text)
		return false;
	if (is_end)
		snprintf(text, size, "(%s)", name);
	else
		snprintf(text, size, "%s+0x%llx", name, (unsigned long long)offset);
	frame->symbol = text;
	return true;
}

static bool get_stack(struct parser *p, struct json_object *array, struct doc_cell *cell)
{
	size_t i, nr = json_object_array_length(array);
	struct doc_frame *frames = doc_alloc(p, sizeof(*frames), nr);

	if (!frames)
		return false;
	cell->type = DOC_STACK;
	cell->frames = frames;
	cell->nr = nr;
	for (i = 0; i < nr; i++) {
		struct json_object *frame = json_object_array_get_idx(array, i);

		if (doc_has(frame, "file") || doc_has(frame, "end")) {
			if (!get_user_frame(p, frame, &frames[i]))
				return false;
			continue;
		}
		if (!get_count(p, frame, "address", &frames[i].address) ||
		    !get_symbol(p, frame, &frames[i].symbol, &frames[i].offset,
				&frames[i].module))
			return false;
	}
	return true;
}

static bool get_bytes(struct parser *p, struct json_object *from, struct doc_cell *cell)
{
	struct json_object *array;
	struct doc_number byte;
	size_t i, nr;

	cell->type = DOC_BYTES;
	if (!get_array(p, from, "bytes", &array, &nr) || !get_text(p, from, "text", &cell->text))
		return false;
	if (!nr || nr > DOC_BYTES_MAX)
		return doc_fail(p, "\"bytes\" has %zu entries; 1 to %d are allowed", nr,
				DOC_BYTES_MAX);
	for (i = 0; i < nr; i++) {
		if (!to_number(p, json_object_array_get_idx(array, i), "bytes", &byte))
			return false;
		if (byte.bits > UINT8_MAX)
			return doc_fail(p, "an entry of \"bytes\" is greater than 255");
		cell->bytes[i] = byte.bits;
	}
	cell->nr = nr;
	return true;
}

static bool get_distribution(struct parser *p, struct json_object *from, struct doc_cell *cell)
{
	struct json_object *array, *bucket;
	struct doc_bucket *buckets;
	size_t i, nr;

	cell->type = DOC_DISTRIBUTION;
	if (!get_array(p, from, "buckets", &array, &nr))
		return false;
	buckets = doc_alloc(p, sizeof(*buckets), nr);
	if (!buckets)
		return false;
	for (i = 0; i < nr; i++) {
		bucket = json_object_array_get_idx(array, i);
		if (!get_number(p, bucket, "low", &buckets[i].low) ||
		    !get_number(p, bucket, "high", &buckets[i].high) ||
		    !get_count(p, bucket, "count", &buckets[i].count))
			return false;
		if (doc_compare(buckets[i].low, buckets[i].high) > 0 ||
		    (i && doc_compare(buckets[i - 1].high, buckets[i].low) >= 0))
			return doc_fail(p, "\"buckets\" are not in ascending order, or overlap");
	}
	cell->buckets = buckets;
	cell->nr = nr;
	return get_count(p, from, "count", &cell->count);
}

/* Reads a number and its other representation, for example a name. */
static bool get_shown(struct parser *p, struct json_object *from, struct doc_cell *cell)
{
	if (!get_number(p, from, "value", &cell->number))
		return false;
	if (doc_has(from, "low")) {
		cell->has_range = true;
		if (!get_number(p, from, "low", &cell->low) ||
		    !get_number(p, from, "high", &cell->high))
			return false;
		if (doc_compare(cell->low, cell->high) > 0)
			return doc_fail(p, "\"low\" is greater than \"high\"");
	}
	if (doc_has(from, "comm")) {
		cell->shown = DOC_SHOWN_COMM;
		return get_text(p, from, "comm", &cell->text);
	}
	if (doc_has(from, "syscall")) {
		cell->shown = DOC_SHOWN_SYSCALL;
		return get_text_or_null(p, from, "syscall", &cell->text);
	}
	if (doc_has(from, "symbol")) {
		if (cell->has_range)
			return doc_fail(p, "\"symbol\" and \"low\" cannot be together");
		cell->shown = DOC_SHOWN_SYMBOL;
		return get_symbol(p, from, &cell->text, &cell->offset, &cell->module);
	}
	cell->shown = DOC_SHOWN_TEXT;
	return get_text(p, from, "text", &cell->text);
}

static bool get_cell(struct parser *p, struct json_object *from, struct doc_cell *cell)
{
	switch (json_object_get_type(from)) {
	case json_type_int:
		return to_number(p, from, "value", &cell->number);
	case json_type_string:
		cell->type = DOC_STRING;
		return copy_text(p, from, "keys", &cell->text);
	case json_type_array:
		return get_stack(p, from, cell);
	case json_type_object:
		if (doc_has(from, "bytes"))
			return get_bytes(p, from, cell);
		if (doc_has(from, "buckets"))
			return get_distribution(p, from, cell);
		return get_shown(p, from, cell);
	default:
		return doc_fail(p, "a key or value is not a whole number, a string, an array or an object");
	}
}

/* Reads a row's keys or values; fields[] has their types. */
static bool get_cells(struct parser *p, struct json_object *row, const char *name,
		      const struct doc_field *fields, size_t nr_fields,
		      const struct doc_cell **result)
{
	struct json_object *array;
	struct doc_cell *cells;
	size_t i, nr;

	if (!get_array(p, row, name, &array, &nr))
		return false;
	if (nr != nr_fields)
		return doc_fail(p, "it has %zu %s, but \"fields\" describes %zu", nr, name,
				nr_fields);
	cells = doc_alloc(p, sizeof(*cells), nr);
	if (!cells)
		return false;
	for (i = 0; i < nr; i++) {
		if (!get_cell(p, json_object_array_get_idx(array, i), &cells[i]))
			return false;
		if (cells[i].type != fields[i].type)
			return doc_fail(p, "one of the %s has another type than \"fields\" says",
					name);
	}
	*result = cells;
	return true;
}

static bool get_saved(struct parser *p, struct json_object *from, struct doc_saved *saved)
{
	struct json_object *array;
	size_t nr;

	if (!get_text(p, from, "name", &saved->name))
		return false;
	if (doc_has(from, "value"))
		return get_number(p, from, "value", &saved->cell.number);
	if (doc_has(from, "text")) {
		saved->cell.type = DOC_STRING;
		return get_text_or_null(p, from, "text", &saved->cell.text);
	}
	saved->user = doc_has(from, "user_stack");
	return get_array(p, from, saved->user ? "user_stack" : "stack", &array, &nr) &&
	       get_stack(p, array, &saved->cell);
}

static bool get_tracked(struct parser *p, struct json_object *from, struct doc_tracked *tracked)
{
	struct json_object *array;
	struct doc_saved *saved;
	size_t i, nr;

	if (!get_text(p, from, "handler", &tracked->handler) ||
	    !get_text(p, from, "variable", &tracked->variable) ||
	    !get_number(p, from, "value", &tracked->value) ||
	    !get_array(p, from, "saved", &array, &nr))
		return false;
	saved = doc_alloc(p, sizeof(*saved), nr);
	if (!saved)
		return false;
	for (i = 0; i < nr; i++)
		if (!get_saved(p, json_object_array_get_idx(array, i), &saved[i]))
			return false;
	tracked->saved = saved;
	tracked->nr_saved = nr;
	return true;
}

static bool get_band(struct parser *p, struct json_object *band, struct doc_cell *cell)
{
	if (!json_object_is_type(band, json_type_array) || json_object_array_length(band) != 2)
		return doc_fail(p, "an entry of \"bands\" is not a pair of numbers");
	if (cell->type != DOC_NUMBER || cell->has_range || cell->shown == DOC_SHOWN_SYMBOL)
		return doc_fail(p, "an entry of \"bands\" belongs to a value that is not a number");
	cell->has_band = true;
	return to_number(p, json_object_array_get_idx(band, 0), "bands", &cell->low) &&
	       to_number(p, json_object_array_get_idx(band, 1), "bands", &cell->high);
}

static bool get_values(struct parser *p, struct json_object *from, const struct doc_hist *hist,
		       struct doc_row *row)
{
	struct json_object *array, *band;
	size_t i, nr;

	if (!get_cells(p, from, "values", doc_values(hist), hist->nr_values, &row->values))
		return false;
	if (!doc_has(from, "bands"))
		return true;
	if (!get_array(p, from, "bands", &array, &nr))
		return false;
	if (nr != hist->nr_values)
		return doc_fail(p, "\"bands\" has %zu entries for %zu values", nr, hist->nr_values);
	for (i = 0; i < nr; i++) {
		band = json_object_array_get_idx(array, i);
		if (band && !get_band(p, band, (struct doc_cell *)&row->values[i]))
			return false;
	}
	return true;
}

static bool get_row(struct parser *p, struct json_object *from, const struct doc_hist *hist,
		    struct doc_row *row)
{
	struct doc_tracked *tracked;
	struct json_object *array;
	size_t i, nr;

	if (!get_cells(p, from, "keys", hist->fields, hist->nr_keys, &row->keys) ||
	    !get_values(p, from, hist, row))
		return false;
	if (!doc_has(from, "tracked"))
		return true;
	if (!get_array(p, from, "tracked", &array, &nr))
		return false;
	tracked = doc_alloc(p, sizeof(*tracked), nr);
	if (!tracked)
		return false;
	for (i = 0; i < nr; i++)
		if (!get_tracked(p, json_object_array_get_idx(array, i), &tracked[i]))
			return false;
	row->tracked = tracked;
	row->nr_tracked = nr;
	return true;
}

/* Reads a string that must be one of @words, and sets @which to its index. */
static bool get_word(struct parser *p, struct json_object *from, const char *name,
		     const char *const *words, unsigned int *which)
{
	const char *text;

	if (!get_text(p, from, name, &text))
		return false;
	for (*which = 0; words[*which]; (*which)++)
		if (!strcmp(words[*which], text))
			return true;
	return doc_fail(p, "\"%s\" has the unknown value \"%.40s\"", name, text);
}

/* Documents have two types of stacks, which become DOC_STACK. */
#define USER_STACK	(DOC_DISTRIBUTION + 1)

static bool get_field(struct parser *p, struct json_object *from, struct doc_field *field)
{
	static const char *const types[] = {
		[DOC_NUMBER] = "number", [DOC_STRING] = "string", [DOC_BYTES] = "bytes",
		[DOC_STACK] = "stack", [DOC_DISTRIBUTION] = "distribution",
		[USER_STACK] = "user_stack", NULL,
	};
	static const char *const units[] = {
		[DOC_UNIT_NONE] = "", [DOC_UNIT_NS] = "ns", [DOC_UNIT_US] = "us",
		[DOC_UNIT_BYTES] = "bytes", NULL,
	};
	static const char *const kinds[] = { "value", "key", NULL };
	struct json_object *unit;
	unsigned int which;

	if (!get_text(p, from, "name", &field->name) ||
	    !get_text_or_null(p, from, "modifier", &field->modifier) ||
	    !get_word(p, from, "kind", kinds, &which))
		return false;
	field->is_key = which;
	if (!get_word(p, from, "type", types, &which))
		return false;
	field->user = which == USER_STACK;
	field->type = field->user ? DOC_STACK : which;
	if (!member(p, from, "unit", &unit))
		return false;
	if (unit) {
		if (!get_word(p, from, "unit", units, &which))
			return false;
		field->unit = which;
	}
	field->has_parameter = doc_has(from, "parameter");
	return !field->has_parameter || get_count(p, from, "parameter", &field->parameter);
}

static bool get_fields(struct parser *p, struct json_object *from, struct doc_hist *hist)
{
	struct doc_field *fields;
	struct json_object *array;
	size_t i, nr;

	if (!get_array(p, from, "fields", &array, &nr))
		return false;
	if (nr > FIELDS_MAX)
		return doc_fail(p, "\"fields\" has %zu entries; at most %d are allowed",
				nr, FIELDS_MAX);
	fields = doc_alloc(p, sizeof(*fields), nr);
	if (!fields)
		return false;
	for (i = 0; i < nr; i++) {
		if (!get_field(p, json_object_array_get_idx(array, i), &fields[i]))
			return false;
		if (fields[i].is_key && hist->nr_values)
			return doc_fail(p, "a key in \"fields\" follows a value; keys must come first");
		if (fields[i].is_key)
			hist->nr_keys++;
		else
			hist->nr_values++;
	}
	hist->fields = fields;
	return hist->nr_keys ? true : doc_fail(p, "\"fields\" has no key; at least one is needed");
}

static bool get_rows(struct parser *p, struct json_object *from, struct doc_hist *hist)
{
	struct doc_row *rows;
	struct json_object *array;

	if (!get_array(p, from, "rows", &array, &hist->nr_rows))
		return false;
	rows = doc_alloc(p, sizeof(*rows), hist->nr_rows);
	if (!rows)
		return false;
	hist->rows = rows;
	for (p->row = 0; (size_t)p->row < hist->nr_rows; p->row++)
		if (!get_row(p, json_object_array_get_idx(array, p->row), hist, &rows[p->row]))
			return false;
	p->row = -1;
	return true;
}

static bool get_snapshot(struct parser *p, struct json_object *from, struct doc_hist *hist)
{
	struct doc_snapshot *snapshot;
	struct json_object *value;

	if (!doc_has(from, "snapshot"))
		return true;
	snapshot = doc_alloc(p, sizeof(*snapshot), 1);
	if (!snapshot)
		return false;
	hist->snapshot = snapshot;
	return member(p, from, "snapshot", &value) &&
	       get_text(p, value, "handler", &snapshot->handler) &&
	       get_text(p, value, "variable", &snapshot->variable) &&
	       get_number(p, value, "value", &snapshot->value) &&
	       get_cells(p, value, "keys", hist->fields, hist->nr_keys, &snapshot->keys);
}

const struct doc_loss_kind doc_losses[DOC_LOSSES] = {
	[DOC_LOST_HITS] = { "dropped", "hits" },
	[DOC_LOST_MISSED] = { "missed", "of them missed by probes" },
	[DOC_LOST_ARMING] = { "lost_arming", "of them while a forget() was armed" },
	[DOC_LOST_BUCKETS] = { "without_bucket", "values in percentiles and distributions" },
	[DOC_LOST_ACTIONS] = { "lost_actions", "actions of hits" },
	[DOC_LOST_BEGINNINGS] = {
		"lost_beginnings", "hits that should have set a variable read here"
	},
	[DOC_LOST_FILES] = { "lost_files", "files in stacks, shown as [other]" },
	[DOC_LOST_SHARES] = { "lost_shares", "files in stacks, shown as [over share]" },
};

static bool get_losses(struct parser *p, struct json_object *from, struct doc_hist *hist)
{
	size_t i;

	for (i = 0; i < DOC_LOSSES; i++) {
		if (!doc_has(from, doc_losses[i].member))
			continue;
		if (!get_count(p, from, doc_losses[i].member, &hist->lost[i]))
			return false;
		hist->counted |= 1U << i;
	}
	return true;
}

static bool get_hist(struct parser *p, struct json_object *from, struct doc_hist *hist)
{
	hist->has_interval = doc_has(from, "start");
	return get_text_or_null(p, from, "name", &hist->name) &&
	       get_text(p, from, "trigger", &hist->trigger) &&
	       get_text_or_null(p, from, "clock", &hist->clock) &&
	       get_bool(p, from, "paused", &hist->paused) &&
	       (!hist->has_interval || get_time(p, from, "start", &hist->start)) &&
	       (!hist->has_interval || get_time(p, from, "end", &hist->end)) &&
	       get_count(p, from, "hits", &hist->hits) &&
	       get_count(p, from, "entries", &hist->entries) &&
	       get_losses(p, from, hist) &&
	       get_fields(p, from, hist) && get_snapshot(p, from, hist) &&
	       get_rows(p, from, hist);
}

static bool get_doc(struct parser *p, struct json_object *from, struct hist_doc *doc)
{
	struct json_object *array;
	struct doc_hist *hists;
	uint64_t version;

	if (!get_count(p, from, "version", &version))
		return false;
	if (version != DOC_VERSION)
		return doc_fail(p, "this tool reads version %u of hist_json, but the document has version %llu; use the histrig that wrote it",
				DOC_VERSION, (unsigned long long)version);
	if (!get_text(p, from, "event", &doc->event) ||
	    !get_text_or_null(p, from, "instance", &doc->instance) ||
	    !get_text(p, from, "clock", &doc->clock) ||
	    !get_time(p, from, "time", &doc->time) ||
	    !get_time(p, from, "uptime", &doc->uptime) ||
	    (doc_has(from, "waiting") && !get_text(p, from, "waiting", &doc->waiting)) ||
	    !get_array(p, from, "histograms", &array, &doc->nr_hists))
		return false;
	hists = doc_alloc(p, sizeof(*hists), doc->nr_hists);
	if (!hists)
		return false;
	doc->hists = hists;
	for (p->hist = 0; (size_t)p->hist < doc->nr_hists; p->hist++)
		if (!get_hist(p, json_object_array_get_idx(array, p->hist), &hists[p->hist]))
			return false;
	return true;
}

static struct json_object *parse_json(const char *text, size_t len, size_t *used, char *error)
{
	struct json_tokener *tokener;
	struct json_object *root = NULL;
	enum json_tokener_error status;

	/*
	 * The default hash needs a random seed, for which an initramfs may wait long.
	 * Members have few names, all from the kernel, so no seed is needed.
	 */
	json_global_set_string_hash(JSON_C_STR_HASH_PERLLIKE);
	tokener = len < INT32_MAX ? json_tokener_new() : NULL;
	if (!tokener) {
		snprintf(error, DOC_ERROR_MAX, "out of memory; end other programs and try again");
		return NULL;
	}
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8 |
				JSON_TOKENER_ALLOW_TRAILING_CHARS);
	root = json_tokener_parse_ex(tokener, text, len);
	status = json_tokener_get_error(tokener);
	*used = json_tokener_get_parse_end(tokener);
	if (status == json_tokener_continue)
		snprintf(error, DOC_ERROR_MAX, "the document is cut off; read the file hist_json again");
	else if (status != json_tokener_success)
		snprintf(error, DOC_ERROR_MAX, "invalid JSON: %s at byte %zu",
			 json_tokener_error_desc(status), *used);
	else if (!root)
		snprintf(error, DOC_ERROR_MAX, "the document is not a JSON object");
	json_tokener_free(tokener);
	if (status != json_tokener_success) {
		json_object_put(root);
		root = NULL;
	}
	return root;
}

struct hist_doc *doc_parse_first(const char *text, size_t len, size_t *used, char *error)
{
	struct parser p = { .error = error, .hist = -1, .row = -1 };
	struct json_object *root;
	struct hist_doc *doc;
	bool good;

	root = parse_json(text, len, used, error);
	if (!root)
		return NULL;
	doc = calloc(1, sizeof(*doc));
	p.arena = doc ? &doc->arena : NULL;
	good = doc ? get_doc(&p, root, doc) : doc_no_memory(&p);
	json_object_put(root);
	if (good)
		return doc;
	doc_free(doc);
	return NULL;
}

struct hist_doc *doc_parse(const char *text, size_t len, char *error)
{
	size_t used;
	struct hist_doc *doc = doc_parse_first(text, len, &used, error);

	while (doc && used < len && strchr(" \t\r\n", text[used]) && text[used])
		used++;
	if (!doc || used == len)
		return doc;
	snprintf(error, DOC_ERROR_MAX, "unexpected data after the document, at byte %zu", used);
	doc_free(doc);
	return NULL;
}

void doc_free(struct hist_doc *doc)
{
	if (!doc)
		return;
	arena_free(&doc->arena);
	free(doc);
}
