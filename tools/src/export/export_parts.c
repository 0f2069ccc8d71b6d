// SPDX-License-Identifier: GPL-2.0
/* Functions that several exports use; see export_parts.h. */
#include <stdlib.h>
#include <string.h>

#include "export_parts.h"

bool export_is_sum(const struct doc_field *field)
{
	static const char *const styles[] = {
		"hex", "oct", "signed", "percent", "graph", "usecs", "bytes",
	};
	size_t i;

	if (field->is_key || field->type != DOC_NUMBER)
		return false;
	for (i = 0; field->modifier && i < ARRAY_SIZE(styles); i++)
		if (!strcmp(field->modifier, styles[i]))
			return true;
	return !field->modifier;
}

int export_weight(const struct doc_hist *hist, const char *name)
{
	const struct doc_field *values = doc_values(hist);
	int i, found = -1;

	for (i = 0; (size_t)i < hist->nr_values; i++) {
		if (name ? !strcmp(values[i].name, name) && values[i].type == DOC_NUMBER :
			   export_is_sum(&values[i]))
			found = i;
		/* A field that the user names may occur twice, so use the first one. */
		if (name && found >= 0)
			break;
	}
	return found;
}

int export_range_key(const struct doc_hist *hist)
{
	int i;

	for (i = hist->nr_keys - 1; i >= 0; i--) {
		const char *modifier = hist->fields[i].modifier;

		if (modifier && hist->fields[i].type == DOC_NUMBER &&
		    (!strcmp(modifier, "log2") || !strcmp(modifier, "buckets")))
			return i;
	}
	return -1;
}

bool export_has_ranges(const struct hist_doc *doc)
{
	size_t i, j;

	for (i = 0; i < doc->nr_hists; i++) {
		if (export_range_key(&doc->hists[i]) >= 0)
			return true;
		for (j = 0; j < doc->hists[i].nr_values; j++)
			if (doc_values(&doc->hists[i])[j].type == DOC_DISTRIBUTION)
				return true;
	}
	return false;
}

bool export_has_stacks(const struct hist_doc *doc)
{
	size_t i, j;

	for (i = 0; i < doc->nr_hists; i++)
		for (j = 0; j < doc->hists[i].nr_keys; j++)
			if (doc->hists[i].fields[j].type == DOC_STACK)
				return true;
	return false;
}

enum doc_unit export_unit(const struct export_source *source, const struct doc_field *field)
{
	static const char *const units[] = {
		[DOC_UNIT_NS] = "ns", [DOC_UNIT_US] = "us", [DOC_UNIT_MS] = "ms",
		[DOC_UNIT_S] = "s", [DOC_UNIT_BYTES] = "bytes",
	};
	const struct plan_column *column;
	size_t i;

	if (field->unit != DOC_UNIT_NONE)
		return field->unit;
	for (column = source->plan ? source->plan->columns : NULL; column; column = column->next)
		for (i = 1; column->unit && i < ARRAY_SIZE(units); i++)
			if (!strcmp(column->field, field->name) && !strcmp(column->unit, units[i]))
				return i;
	return DOC_UNIT_NONE;
}

double export_base(double number, enum doc_unit unit)
{
	static const double parts[] = {
		[DOC_UNIT_NS] = 1e9, [DOC_UNIT_US] = 1e6, [DOC_UNIT_MS] = 1e3, [DOC_UNIT_S] = 1,
	};

	return export_is_time(unit) ? number / parts[unit] : number;
}

const char *export_event(const struct export_source *source)
{
	return source->event ? source->event : source->doc->event;
}

void export_cell(const struct export_source *source, const struct doc_field *field,
		 const struct doc_cell *cell, char *text, size_t size)
{
	const struct plan_name *name = source->plan ? source->plan->names : NULL;

	for (; name && cell->type == DOC_NUMBER && cell->shown == DOC_SHOWN_NUMBER;
	     name = name->next) {
		if (name->value == cell->number.bits &&
		    !strcmp(name->field, field->name)) {
			snprintf(text, size, "%s", name->text);
			return;
		}
	}
	doc_cell_text(field, cell, text, size);
}

/* Returns the length of the character at @text if XML allows it, 0 otherwise. */
static size_t xml_character(const unsigned char *text)
{
	size_t length, i;

	if (text[0] < 0x20)
		return 0;
	if (text[0] < 0x80)
		return text[0] != 0x7f;
	/*
	 * XML forbids U+FFFE and U+FFFF, and discourages C1 controls. Characters that
	 * separate lines or change the direction of writing would mislead a reader.
	 */
	if (text[0] == 0xc2 && text[1] < 0xa0)
		return 0;
	if (text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe)
		return 0;
	if (text[0] == 0xe2 && ((text[1] == 0x80 && text[2] >= 0x8e && text[2] <= 0x8f) ||
				(text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
				(text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9)))
		return 0;
	if (text[0] < 0xc2)
		return 0;
	length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	/* The string may have been cut within a character. */
	for (i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

void export_xml(FILE *out, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t length;

	for (; *at; at += length ? length : 1) {
		length = xml_character(at);
		if (!length)
			fprintf(out, "\\x%02x", *at);
		else if (*at == '&')
			fputs("&amp;", out);
		else if (*at == '<')
			fputs("&lt;", out);
		else if (*at == '>')
			fputs("&gt;", out);
		else if (*at == '"')
			fputs("&quot;", out);
		else if (*at == '\'')
			fputs("&#39;", out);
		else
			fwrite(at, 1, length, out);
		/* Escape all bytes of an invalid character. */
		while (!length && (at[1] & 0xc0) == 0x80)
			fprintf(out, "\\x%02x", *++at);
	}
}

void export_amount(char *text, double number, enum doc_unit unit)
{
	static const char *const times[] = { "ns", "\302\265s", "ms", "s" };
	static const char *const sizes[] = { "", "K", "M", "G", "T", "P", "E" };
	static const double steps[] = { 1000, 1024 };
	const bool is_time = export_is_time(unit);
	const double step = steps[unit == DOC_UNIT_BYTES];
	size_t i = 0;
	const size_t last = is_time ? 3 : 6;
	const double least = number < 0 ? -1 : 1;

	if (is_time)
		number = export_base(number, unit) * 1e9;
	while (number * least >= step && i < last) {
		number /= step;
		i++;
	}
	if (is_time)
		snprintf(text, 32, "%.4g %s", number, times[i]);
	else
		snprintf(text, 32, "%.4g%s%s%s", number, i || unit ? " " : "", sizes[i],
			 unit == DOC_UNIT_BYTES ? "B" : "");
}

void export_title(char *text, size_t size, const struct export_source *source)
{
	if (source->name)
		snprintf(text, size, "%s", source->name);
	else if (source->doc->instance)
		snprintf(text, size, "%s in %s", export_event(source), source->doc->instance);
	else
		snprintf(text, size, "%s", export_event(source));
}

/**
 * struct rows - the state of export_rows()
 * @frames: frames of the current row
 * @begins: offset of each frame's string in @texts
 * @nr: number of frames
 * @size: number of frames that fit into @frames
 * @texts: the strings of the frames, one after another
 * @len: bytes used in @texts
 * @capacity: size of @texts in bytes
 */
struct rows {
	struct export_frame *frames;
	size_t *begins;
	size_t nr;
	size_t size;
	char *texts;
	size_t len;
	size_t capacity;
};

static bool export_grow(void **memory, size_t *size, size_t element, size_t least)
{
	size_t wanted = *size * 2 > least ? *size * 2 : least;
	void *more = realloc(*memory, wanted * element);

	if (!more)
		return false;
	*memory = more;
	*size = wanted;
	return true;
}

static bool export_add_frame(struct rows *rows, const char *text, char kind)
{
	const size_t len = strlen(text) + 1;
	size_t size = rows->size;

	if (rows->nr == rows->size &&
	    (!export_grow((void **)&rows->begins, &size, sizeof(*rows->begins), 64) ||
	     !export_grow((void **)&rows->frames, &rows->size, sizeof(*rows->frames), 64)))
		return false;
	if (rows->capacity - rows->len < len &&
	    !export_grow((void **)&rows->texts, &rows->capacity, 1, rows->len + len))
		return false;
	memcpy(rows->texts + rows->len, text, len);
	rows->begins[rows->nr] = rows->len;
	rows->frames[rows->nr++].kind = kind;
	rows->len += len;
	return true;
}

static char export_kind(const struct doc_field *field, const struct doc_frame *frame)
{
	if (!frame->symbol)
		return 'a';
	if (field->user)
		return 'u';
	return frame->module ? 'm' : 'k';
}

static bool export_add_cell(struct rows *rows, const struct export_source *source,
			    const struct doc_field *field, const struct doc_cell *cell)
{
	char text[EXPORT_TEXT_MAX];
	uint32_t i;

	if (cell->type != DOC_STACK) {
		export_cell(source, field, cell, text, sizeof(text));
		return export_add_frame(rows, text, 'l');
	}
	for (i = cell->nr; i--;) {
		const struct doc_frame *frame = &cell->frames[i];

		/* Places of one function are one frame. */
		if (frame->function)
			snprintf(text, sizeof(text), "%s", frame->function);
		else
			doc_frame_text(frame, text, sizeof(text));
		if (!export_add_frame(rows, text, export_kind(field, frame)))
			return false;
	}
	return true;
}

/* Is a cell the user stack of a kernel thread? */
static bool export_is_thread(const struct doc_cell *cell)
{
	return cell->type == DOC_STACK && cell->nr == 1 &&
	       cell->frames[0].kind == DOC_FRAME_END &&
	       !strcmp(cell->frames[0].name, "no user stack");
}

/*
 * Adds the keys of a row, but no user stacks of kernel threads. If the kernel's half of a stack
 * precedes the user's, they change places, since the user's half is the outer one.
 */
static bool export_add_keys(struct rows *rows, const struct export_source *source,
			    const struct doc_hist *hist, const struct doc_row *row)
{
	const struct doc_field *fields = hist->fields;
	bool swapped = false;
	size_t i, at;

	for (i = 0; i < hist->nr_keys; i++) {
		at = i;
		if (swapped) {
			at = i - 1;
			swapped = false;
		} else if (i + 1 < hist->nr_keys && fields[i].type == DOC_STACK &&
			   !fields[i].user && fields[i + 1].user) {
			at = i + 1;
			swapped = true;
		}
		if (export_is_thread(&row->keys[at]) && hist->nr_keys > 1)
			continue;
		if (!export_add_cell(rows, source, &fields[at], &row->keys[at]))
			return false;
	}
	return true;
}

static bool hist_rows(struct rows *rows, const struct export_source *source,
		      const struct doc_hist *hist, export_row_fn *call, void *context)
{
	const int weight = export_weight(hist, source->weight);
	const struct doc_row *row;
	size_t i;

	for (row = hist->rows; weight >= 0 && row < hist->rows + hist->nr_rows; row++) {
		const struct doc_number number = row->values[weight].number;

		rows->nr = 0;
		rows->len = 0;
		if (number.negative || !number.bits)
			continue;
		/*
		 * Each histogram counts all hits, so begin its stacks with a frame of its
		 * name.
		 */
		if (source->doc->nr_hists > 1 &&
		    !export_add_frame(rows, hist->name ? hist->name : hist->trigger, 'l'))
			return false;
		if (!export_add_keys(rows, source, hist, row))
			return false;
		for (i = 0; i < rows->nr; i++)
			rows->frames[i].text = rows->texts + rows->begins[i];
		if (!call(context, rows->frames, rows->nr, number.bits))
			return false;
	}
	return true;
}

bool export_rows(const struct export_source *source, export_row_fn *call, void *context)
{
	struct rows rows = { 0 };
	bool good = true;
	size_t i;

	for (i = 0; good && i < source->doc->nr_hists; i++)
		good = hist_rows(&rows, source, &source->doc->hists[i], call, context);
	free(rows.texts);
	free(rows.begins);
	free(rows.frames);
	return good;
}
