// SPDX-License-Identifier: GPL-2.0
/* Folded stacks, one a line; see export.h. */
#include "../text.h"
#include "export_parts.h"

/*
 * Prints a frame with ":" in place of ";", because readers of folded stacks split a
 * line at ";" and know no escapes. They split the weight off at the last space, so
 * spaces in a frame stay.
 */
static void folded_put_frame(FILE *out, const char *text)
{
	uint32_t code;
	size_t len;

	for (; *text; text += len) {
		len = text_next(text, &code);
		if (code)
			fprintf(out, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
		else if (*text == ';')
			fputc(':', out);
		else
			fwrite(text, 1, len, out);
	}
}

static bool folded_put_row(void *context, const struct export_frame *frames, size_t nr,
			   uint64_t weight)
{
	FILE *out = context;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (i)
			fputc(';', out);
		folded_put_frame(out, frames[i].text);
	}
	fprintf(out, " %llu\n", (unsigned long long)weight);
	return true;
}

bool export_folded(FILE *out, const struct export_source *source)
{
	return export_rows(source, folded_put_row, out);
}
