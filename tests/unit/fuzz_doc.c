// SPDX-License-Identifier: GPL-2.0
/* Fuzzes documents of the tool: parses one, reads all its members, and exports it. */
#include <stdlib.h>
#include <string.h>

#include "../../tools/src/export/export.h"
#include "xml_check.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void walk_cell(const struct doc_field *field, const struct doc_cell *cell)
{
	const size_t end = *(const unsigned char *)field->name;
	char text[40];
	uint32_t i;

	doc_cell_text(field, cell, text, 1 + end % sizeof(text));
	REQUIRE(strlen(text) <= (size_t)end % sizeof(text));
	if (cell->type == DOC_STACK)
		for (i = 0; i < cell->nr; i++)
			doc_frame_text(&cell->frames[i], text, sizeof(text));
	for (i = 0; cell->type == DOC_DISTRIBUTION && i < cell->nr; i++)
		REQUIRE(doc_compare(cell->buckets[i].low, cell->buckets[i].high) <= 0 &&
			doc_double(cell->buckets[i].low) <= doc_double(cell->buckets[i].high));
	REQUIRE(cell->type != DOC_BYTES || (cell->nr && cell->nr <= DOC_BYTES_MAX));
}

static void walk_row(const struct doc_hist *hist, const struct doc_row *row)
{
	size_t i, j;

	for (i = 0; i < hist->nr_keys; i++)
		walk_cell(&hist->fields[i], &row->keys[i]);
	for (i = 0; i < hist->nr_values; i++)
		walk_cell(&doc_values(hist)[i], &row->values[i]);
	for (i = 0; i < row->nr_tracked; i++)
		for (j = 0; j < row->tracked[i].nr_saved; j++)
			REQUIRE(row->tracked[i].saved[j].cell.type <= DOC_STACK);
}

enum { PROMETHEUS, OPENMETRICS, JSON, FOLDED, FLAME, HEAT };

static char *export(int format, const struct hist_doc *doc)
{
	const struct export_source source = { .doc = doc };
	char *text = NULL;
	bool good = true;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	REQUIRE(out);
	if (format <= OPENMETRICS)
		good = export_metrics(out, &source, 1, format == OPENMETRICS);
	else if (format == JSON)
		export_json(out, doc);
	else if (format == FOLDED)
		good = export_folded(out, &source);
	else if (format == FLAME)
		good = export_flame(out, &source);
	else
		good = export_heat(out, &source, 1, false);
	REQUIRE(good && !fclose(out) && text);
	return text;
}

/* No line may have control characters, and metrics must end with "# EOF". */
static void check_lines(const char *text, bool metrics)
{
	const size_t len = strlen(text);
	const char *at;

	for (at = text; *at; at++)
		REQUIRE((unsigned char)*at >= 0x20 || *at == '\n');
	REQUIRE(!metrics || (len >= 6 && !strcmp(text + len - 6, "# EOF\n")));
}

static void export_all(const struct hist_doc *doc)
{
	char error[DOC_ERROR_MAX], *text, *again;
	struct hist_doc *copy;
	int format;

	for (format = PROMETHEUS; format <= HEAT; format++) {
		text = export(format, doc);
		if (format >= FLAME)
			REQUIRE(xml_is_good(text));
		else if (format != JSON)
			check_lines(text, format <= OPENMETRICS);
		if (format == JSON) {
			copy = doc_parse(text, strlen(text), error);
			REQUIRE(copy);
			again = export(JSON, copy);
			REQUIRE(!strcmp(text, again));
			free(again);
			doc_free(copy);
		}
		free(text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[DOC_ERROR_MAX] = "";
	struct hist_doc *doc;
	char *copy;
	size_t i, j;

	/*
	 * A copy at the end of an allocation, so that ASan reports each read
	 * beyond its end.
	 */
	copy = malloc(size ? size : 1);
	memcpy(copy, data, size);
	doc = doc_parse(copy, size, error);
	free(copy);
	REQUIRE(!doc == !!*error && memchr(error, 0, sizeof(error)));
	for (i = 0; doc && i < doc->nr_hists; i++) {
		REQUIRE(doc->hists[i].nr_keys);
		for (j = 0; j < doc->hists[i].nr_rows; j++)
			walk_row(&doc->hists[i], &doc->hists[i].rows[j]);
	}
	if (doc)
		export_all(doc);
	doc_free(doc);
	return 0;
}
