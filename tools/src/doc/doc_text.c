// SPDX-License-Identifier: GPL-2.0
/* Reads documents from files, and formats cells; see doc.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doc.h"

/* Reads to the end, because files of the tree report no size. Adds a zero byte. */
static char *read_all(FILE *file, size_t *len)
{
	size_t size = 64 << 10;
	char *text = malloc(size), *more;

	*len = 0;
	while (text) {
		*len += fread(text + *len, 1, size - 1 - *len, file);
		text[*len] = '\0';
		if (*len < size - 1)
			break;
		more = size > SIZE_MAX / 4 ? NULL : realloc(text, size * 2);
		if (!more)
			free(text);
		text = more;
		size *= 2;
	}
	return text;
}

static char *read_file(const char *path, size_t *len, char *error)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;

	errno = file ? 0 : errno;
	if (file)
		text = read_all(file, len);
	if (!text || ferror(file)) {
		snprintf(error, DOC_ERROR_MAX, "%.100s: %s", path,
			 strerror(errno ? errno : ENOMEM));
		free(text);
		text = NULL;
	}
	if (file)
		fclose(file);
	return text;
}

struct hist_doc *doc_read(const char *path, char *error)
{
	struct hist_doc *doc = NULL;
	size_t len;
	char *text = read_file(path, &len, error);

	if (text)
		doc = doc_parse(text, len, error);
	free(text);
	return doc;
}

static size_t no_docs(struct hist_doc ***docs, size_t nr)
{
	while (nr)
		doc_free((*docs)[--nr]);
	free(*docs);
	*docs = NULL;
	return 0;
}

size_t doc_read_all(const char *path, struct hist_doc ***docs, char *error)
{
	size_t len, at = 0, used, nr = 0;
	char *text = read_file(path, &len, error);
	struct hist_doc **more;

	*docs = NULL;
	while (text && at < len) {
		more = realloc(*docs, (nr + 1) * sizeof(*more));
		if (more)
			*docs = more;
		else
			snprintf(error, DOC_ERROR_MAX, "out of memory; end other programs and try again");
		if (more)
			more[nr] = doc_parse_first(text + at, len - at, &used, error);
		if (!more || !more[nr]) {
			free(text);
			return no_docs(docs, nr);
		}
		nr++;
		at += used;
		at += strspn(text + at, " \t\r\n");
	}
	if (text && !nr)
		snprintf(error, DOC_ERROR_MAX, "the file is empty");
	free(text);
	return nr;
}

int doc_compare(struct doc_number a, struct doc_number b)
{
	if (a.negative != b.negative)
		return a.negative ? -1 : 1;
	/* Two's complement keeps the order of numbers that have the same sign. */
	return a.bits < b.bits ? -1 : a.bits > b.bits;
}

static void doc_number_text(struct doc_number number, char *text, size_t size)
{
	if (number.negative)
		snprintf(text, size, "%lld", (long long)number.bits);
	else
		snprintf(text, size, "%llu", (unsigned long long)number.bits);
}

/* Removes the rest of a UTF-8 character that was truncated. */
static void cut(char *text, size_t size, size_t wanted)
{
	size_t from = size - 1, length;
	unsigned char first;

	if (wanted < size)
		return;
	while (from && (text[from - 1] & 0xc0) == 0x80)
		from--;
	first = from ? text[from - 1] : 0;
	length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
	if (size - from < length)
		text[from - 1] = '\0';
}

void doc_frame_text(const struct doc_frame *frame, char *text, size_t size)
{
	size_t len;

	if (!frame->symbol)
		len = snprintf(text, size, "0x%llx", (unsigned long long)frame->address);
	else if (frame->module)
		len = snprintf(text, size, "%s [%s]", frame->symbol, frame->module);
	else
		len = snprintf(text, size, "%s", frame->symbol);
	cut(text, size, len);
}

static void doc_stack_text(const struct doc_cell *cell, char *text, size_t size)
{
	size_t i, len = 0;

	text[0] = '\0';
	for (i = cell->nr; i-- && len + 1 < size;) {
		doc_frame_text(&cell->frames[i], text + len, size - len);
		len += strlen(text + len);
		if (i && len + 1 < size) {
			text[len++] = ';';
			text[len] = '\0';
		}
	}
}

static void doc_shown_text(const struct doc_field *field, const struct doc_cell *cell,
			   char *text, size_t size)
{
	char number[24];
	size_t len;

	doc_number_text(cell->number, number, sizeof(number));
	if (cell->shown == DOC_SHOWN_COMM) {
		len = snprintf(text, size, "%s [%s]", cell->text, number);
	} else if (cell->shown == DOC_SHOWN_SYSCALL && !cell->text) {
		len = snprintf(text, size, "syscall %s", number);
	} else if (cell->shown == DOC_SHOWN_SYMBOL && !cell->text) {
		len = snprintf(text, size, "0x%llx", (unsigned long long)cell->number.bits);
	} else if (cell->shown == DOC_SHOWN_SYMBOL && field->modifier &&
		   !strcmp(field->modifier, "sym-offset")) {
		len = snprintf(text, size, "%s+0x%llx", cell->text,
			       (unsigned long long)cell->offset);
	} else {
		len = snprintf(text, size, "%s", cell->text);
	}
	cut(text, size, len);
}

void doc_cell_text(const struct doc_field *field, const struct doc_cell *cell,
		   char *text, size_t size)
{
	switch (cell->type) {
	case DOC_NUMBER:
		if (cell->shown == DOC_SHOWN_NUMBER)
			doc_number_text(cell->number, text, size);
		else
			doc_shown_text(field, cell, text, size);
		break;
	case DOC_STRING:
	case DOC_BYTES:
		cut(text, size, snprintf(text, size, "%s", cell->text ? cell->text : ""));
		break;
	case DOC_STACK:
		doc_stack_text(cell, text, size);
		break;
	case DOC_DISTRIBUTION:
		snprintf(text, size, "%llu", (unsigned long long)cell->count);
		break;
	}
}
