// SPDX-License-Identifier: GPL-2.0
/* Prints documents as JSON, in the form of hist_json; see export.h. */
#include <string.h>

#include "../text.h"
#include "export.h"

#define NSEC_PER_SEC	1000000000ULL

static void json_put_text(FILE *out, const char *text)
{
	uint32_t code;
	size_t len;

	if (!text) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	for (; *text; text += len) {
		len = text_next(text, &code);
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if (*text == '\n')
			fputs("\\n", out);
		else if (*text == '\t')
			fputs("\\t", out);
		else if (*text == '\r')
			fputs("\\r", out);
		else if (code >= 0x80 && len == 1)
			fputs("\357\277\275", out); /* a byte that is not UTF-8: U+FFFD */
		else if (code && code < 0x10000)
			fprintf(out, "\\u%04x", code);
		else
			fwrite(text, 1, len, out);
	}
	fputc('"', out);
}

static void json_put_member(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	json_put_text(out, text);
}

static void json_put_number(FILE *out, struct doc_number number)
{
	if (number.negative)
		fprintf(out, "%lld", (long long)number.bits);
	else
		fprintf(out, "%llu", (unsigned long long)number.bits);
}

static void json_put_seconds(FILE *out, const char *name, uint64_t ns)
{
	fprintf(out, ",\"%s\":%llu.%09llu", name, (unsigned long long)(ns / NSEC_PER_SEC),
		(unsigned long long)(ns % NSEC_PER_SEC));
}

static void json_put_symbol(FILE *out, const char *symbol, int64_t offset, const char *module)
{
	json_put_member(out, "symbol", symbol);
	if (symbol)
		fprintf(out, ",\"offset\":%lld", (long long)offset);
	else
		fputs(",\"offset\":null", out);
	json_put_member(out, "module", module);
	fputc('}', out);
}

static void json_put_frame(FILE *out, const struct doc_frame *frame)
{
	if (frame->kind == DOC_FRAME_KERNEL) {
		fprintf(out, "{\"address\":%llu", (unsigned long long)frame->address);
		json_put_symbol(out, frame->symbol, frame->offset, frame->module);
		return;
	}
	fputs(frame->kind == DOC_FRAME_END ? "{\"end\":" : "{\"file\":", out);
	json_put_text(out, frame->name);
	if (frame->kind == DOC_FRAME_FILE)
		fprintf(out, ",\"offset\":%llu", (unsigned long long)frame->offset);
	else if (frame->kind == DOC_FRAME_ADDRESS)
		fprintf(out, ",\"address\":%llu", (unsigned long long)frame->address);
	if (frame->build_id)
		json_put_member(out, "build_id", frame->build_id);
	fputc('}', out);
}

static void json_put_stack(FILE *out, const struct doc_cell *cell)
{
	uint32_t i;

	fputc('[', out);
	for (i = 0; i < cell->nr; i++) {
		if (i)
			fputc(',', out);
		json_put_frame(out, &cell->frames[i]);
	}
	fputc(']', out);
}

static void json_put_bytes(FILE *out, const struct doc_cell *cell)
{
	uint32_t i;

	fputs("{\"bytes\":[", out);
	for (i = 0; i < cell->nr; i++)
		fprintf(out, i ? ",%u" : "%u", cell->bytes[i]);
	fputc(']', out);
	json_put_member(out, "text", cell->text);
	fputc('}', out);
}

static void json_put_range(FILE *out, struct doc_number low, struct doc_number high)
{
	fputs("\"low\":", out);
	json_put_number(out, low);
	fputs(",\"high\":", out);
	json_put_number(out, high);
}

static void json_put_distribution(FILE *out, const struct doc_cell *cell)
{
	uint32_t i;

	fprintf(out, "{\"count\":%llu,\"buckets\":[", (unsigned long long)cell->count);
	for (i = 0; i < cell->nr; i++) {
		fputs(i ? ",{" : "{", out);
		json_put_range(out, cell->buckets[i].low, cell->buckets[i].high);
		fprintf(out, ",\"count\":%llu}", (unsigned long long)cell->buckets[i].count);
	}
	fputs("]}", out);
}

/* Prints a number, or an object with the number and how it is shown. */
static void json_put_shown(FILE *out, const struct doc_cell *cell)
{
	static const char *const names[] = {
		[DOC_SHOWN_TEXT] = "text", [DOC_SHOWN_COMM] = "comm",
		[DOC_SHOWN_SYSCALL] = "syscall",
	};

	if (cell->shown == DOC_SHOWN_NUMBER) {
		json_put_number(out, cell->number);
		return;
	}
	fputs("{\"value\":", out);
	json_put_number(out, cell->number);
	if (cell->shown == DOC_SHOWN_SYMBOL) {
		json_put_symbol(out, cell->text, cell->offset, cell->module);
		return;
	}
	json_put_member(out, names[cell->shown], cell->text);
	if (cell->has_range) {
		fputc(',', out);
		json_put_range(out, cell->low, cell->high);
	}
	fputc('}', out);
}

static void json_put_cell(FILE *out, const struct doc_cell *cell)
{
	switch (cell->type) {
	case DOC_NUMBER:
		json_put_shown(out, cell);
		break;
	case DOC_STRING:
		json_put_text(out, cell->text);
		break;
	case DOC_BYTES:
		json_put_bytes(out, cell);
		break;
	case DOC_STACK:
		json_put_stack(out, cell);
		break;
	case DOC_DISTRIBUTION:
		json_put_distribution(out, cell);
		break;
	}
}

static void json_put_cells(FILE *out, const char *name, const struct doc_cell *cells, size_t nr)
{
	size_t i;

	fprintf(out, "\"%s\":[", name);
	for (i = 0; i < nr; i++) {
		if (i)
			fputc(',', out);
		json_put_cell(out, &cells[i]);
	}
	fputc(']', out);
}

static void json_put_saved(FILE *out, const struct doc_saved *saved)
{
	static const char *const names[] = {
		[DOC_NUMBER] = "value", [DOC_STRING] = "text", [DOC_STACK] = "stack",
	};

	fputs("{\"name\":", out);
	json_put_text(out, saved->name);
	fprintf(out, ",\"%s\":", saved->user ? "user_stack" : names[saved->cell.type]);
	json_put_cell(out, &saved->cell);
	fputc('}', out);
}

static void json_put_tracked(FILE *out, const struct doc_row *row)
{
	const struct doc_tracked *tracked;
	size_t i;

	fputs(",\"tracked\":[", out);
	for (tracked = row->tracked; tracked < row->tracked + row->nr_tracked; tracked++) {
		fputs(tracked == row->tracked ? "{\"handler\":" : ",{\"handler\":", out);
		json_put_text(out, tracked->handler);
		json_put_member(out, "variable", tracked->variable);
		fputs(",\"value\":", out);
		json_put_number(out, tracked->value);
		fputs(",\"saved\":[", out);
		for (i = 0; i < tracked->nr_saved; i++) {
			if (i)
				fputc(',', out);
			json_put_saved(out, &tracked->saved[i]);
		}
		fputs("]}", out);
	}
	fputc(']', out);
}

/* Prints the two numbers between which each percentile lies, if there are percentiles. */
static void json_put_bands(FILE *out, const struct doc_cell *values, size_t nr)
{
	size_t i, bands = 0;

	for (i = 0; i < nr; i++)
		bands += values[i].has_band;
	for (i = 0; bands && i < nr; i++) {
		fputs(i ? "," : ",\"bands\":[", out);
		if (!values[i].has_band) {
			fputs("null", out);
			continue;
		}
		fputc('[', out);
		json_put_number(out, values[i].low);
		fputc(',', out);
		json_put_number(out, values[i].high);
		fputc(']', out);
	}
	if (bands)
		fputc(']', out);
}

static void json_put_row(FILE *out, const struct doc_hist *hist, const struct doc_row *row)
{
	fputc('{', out);
	json_put_cells(out, "keys", row->keys, hist->nr_keys);
	fputc(',', out);
	json_put_cells(out, "values", row->values, hist->nr_values);
	json_put_bands(out, row->values, hist->nr_values);
	if (row->tracked)
		json_put_tracked(out, row);
	fputc('}', out);
}

static void json_put_field(FILE *out, const struct doc_field *field)
{
	static const char *const types[] = {
		[DOC_NUMBER] = "number", [DOC_STRING] = "string", [DOC_BYTES] = "bytes",
		[DOC_STACK] = "stack", [DOC_DISTRIBUTION] = "distribution",
	};
	static const char *const units[] = {
		[DOC_UNIT_NS] = "ns", [DOC_UNIT_US] = "us", [DOC_UNIT_BYTES] = "bytes",
	};

	fputs("{\"name\":", out);
	json_put_text(out, field->name);
	json_put_member(out, "kind", field->is_key ? "key" : "value");
	json_put_member(out, "type", field->user ? "user_stack" : types[field->type]);
	json_put_member(out, "modifier", field->modifier);
	if (field->has_parameter)
		fprintf(out, ",\"parameter\":%llu", (unsigned long long)field->parameter);
	json_put_member(out, "unit", units[field->unit]);
	fputc('}', out);
}

static void json_put_totals(FILE *out, const struct doc_hist *hist)
{
	size_t i;

	fprintf(out, ",\n\"hits\":%llu,\"entries\":%llu", (unsigned long long)hist->hits,
		(unsigned long long)hist->entries);
	for (i = 0; i < DOC_LOSSES; i++)
		if (hist->counted & 1U << i)
			fprintf(out, ",\"%s\":%llu", doc_losses[i].member,
				(unsigned long long)hist->lost[i]);
	if (!hist->snapshot)
		return;
	fputs(",\n\"snapshot\":{\"handler\":", out);
	json_put_text(out, hist->snapshot->handler);
	json_put_member(out, "variable", hist->snapshot->variable);
	fputs(",\"value\":", out);
	json_put_number(out, hist->snapshot->value);
	fputc(',', out);
	json_put_cells(out, "keys", hist->snapshot->keys, hist->nr_keys);
	fputc('}', out);
}

static void json_put_hist(FILE *out, const struct doc_hist *hist)
{
	size_t i;

	fputs("{\"name\":", out);
	json_put_text(out, hist->name);
	json_put_member(out, "trigger", hist->trigger);
	fprintf(out, ",\"paused\":%s", hist->paused ? "true" : "false");
	json_put_member(out, "clock", hist->clock);
	if (hist->has_interval) {
		json_put_seconds(out, "start", hist->start);
		json_put_seconds(out, "end", hist->end);
	}
	json_put_totals(out, hist);
	fputs(",\n\"fields\":[", out);
	for (i = 0; i < hist->nr_keys + hist->nr_values; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_put_field(out, &hist->fields[i]);
	}
	fputs("],\n\"rows\":[", out);
	for (i = 0; i < hist->nr_rows; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_put_row(out, hist, &hist->rows[i]);
	}
	fputs("]}", out);
}

void export_json(FILE *out, const struct hist_doc *doc)
{
	size_t i;

	fprintf(out, "{\"version\":%u,\"event\":", DOC_VERSION);
	json_put_text(out, doc->event);
	json_put_member(out, "instance", doc->instance);
	json_put_member(out, "clock", doc->clock);
	json_put_seconds(out, "time", doc->time);
	json_put_seconds(out, "uptime", doc->uptime);
	if (doc->waiting)
		json_put_member(out, "waiting", doc->waiting);
	fputs(",\"histograms\":[", out);
	for (i = 0; i < doc->nr_hists; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_put_hist(out, &doc->hists[i]);
	}
	fputs("]}\n", out);
}
