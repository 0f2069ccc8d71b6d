// SPDX-License-Identifier: GPL-2.0
/* Names of functions in user stacks; see functions.h. */
#include <search.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../doc/doc.h"
#include "../stop.h"
#include "../text.h"
#include "../unwind/symbols.h"
#include "follow.h"
#include "functions.h"

/* Maximum bytes of all symbol tables, and number of files. */
#define FUNCTIONS_MEMORY	(512UL << 20)
#define FUNCTIONS_FILES		8192

/* How long files are read for names in all, in nanoseconds. */
#define FUNCTIONS_TIME		20000000000ull

/**
 * struct functions_file - the functions of a file
 * @path: its path
 * @symbols: the functions; none if the file cannot be read
 */
struct functions_file {
	const char *path;
	struct symbols symbols;
};

static int functions_compare(const void *a, const void *b)
{
	const struct functions_file *one = a, *other = b;

	return strcmp(one->path, other->path);
}

static void functions_read(struct functions_file *file)
{
	const bool is_vdso = !strcmp(file->path, "[vdso]");
	const int fd = is_vdso ? SYMBOLS_VDSO : follow_open(file->path);

	if (is_vdso || fd >= 0)
		symbols_read(fd, &file->symbols);
	if (fd >= 0)
		close(fd);
}

/* Reads a file, unless files have taken too much time or memory already. */
static void functions_try(struct functions_file *file)
{
	const uint64_t begun = stop_clock();
	static size_t used;
	static uint64_t spent;

	if (used > FUNCTIONS_MEMORY || spent > FUNCTIONS_TIME)
		return;
	functions_read(file);
	used += file->symbols.nr * sizeof(*file->symbols.list) + file->symbols.len;
	spent += stop_clock() - begun;
}

/* Returns the functions of a file, or NULL if too many files are known. */
static const struct symbols *functions_of(const char *path)
{
	static void *files;
	static size_t nr;
	struct functions_file *file, wanted = { .path = path };
	void *found = tfind(&wanted, &files, functions_compare);

	if (found)
		return &(*(struct functions_file **)found)->symbols;
	if (nr == FUNCTIONS_FILES)
		return NULL;
	file = xalloc(1, sizeof(*file));
	file->path = xstrdup(path);
	functions_try(file);
	if (!tsearch(file, &files, functions_compare))
		die("out of memory; end other programs and try again");
	nr++;
	return &file->symbols;
}

/*
 * Finds the function of a frame. A caller's place is after its call, which may be the last
 * instruction of the function.
 */
static const struct symbol *functions_find(const struct symbols *symbols,
					   const struct doc_frame *frame, bool is_caller)
{
	const struct symbol *symbol = NULL;

	if (is_caller && frame->offset > 0)
		symbol = symbols_find(symbols, frame->offset - 1);
	return symbol ? symbol : symbols_find(symbols, frame->offset);
}

static void functions_name_frame(struct hist_doc *doc, struct doc_frame *frame, bool is_caller)
{
	const struct symbols *symbols = functions_of(frame->name);
	const struct symbol *symbol = symbols ? functions_find(symbols, frame, is_caller) : NULL;
	const char *slash = strrchr(frame->name, '/');
	const char *name = slash && slash[1] ? slash + 1 : frame->name;
	unsigned long long offset = frame->offset;
	struct text text = {};

	if (symbol) {
		name = symbols->names + symbol->name;
		offset -= symbol->offset;
		/* Like all names, it is escaped when it is printed. */
		frame->function = arena_strdup(&doc->arena, name);
	}
	text_puts(&text, name);
	text_printf(&text, "+0x%llx", offset);
	frame->symbol = arena_strdup(&doc->arena, text.at);
	text_free(&text);
	if (!frame->symbol || (symbol && !frame->function))
		die("out of memory; end other programs and try again");
}

static void functions_name_stack(struct hist_doc *doc, const struct doc_cell *cell)
{
	struct doc_frame *frames = (struct doc_frame *)cell->frames;
	uint32_t i;

	for (i = 0; cell->type == DOC_STACK && i < cell->nr; i++)
		if (frames[i].kind == DOC_FRAME_FILE)
			functions_name_frame(doc, &frames[i], i);
}

static void functions_name_row(struct hist_doc *doc, const struct doc_hist *hist,
			       const struct doc_row *row)
{
	size_t i, j;

	for (i = 0; i < hist->nr_keys; i++)
		functions_name_stack(doc, &row->keys[i]);
	for (i = 0; i < row->nr_tracked; i++)
		for (j = 0; j < row->tracked[i].nr_saved; j++)
			functions_name_stack(doc, &row->tracked[i].saved[j].cell);
}

void functions_name(struct hist_doc *doc)
{
	const struct doc_hist *hist;
	size_t i, j;

	for (i = 0; i < doc->nr_hists; i++) {
		hist = &doc->hists[i];
		for (j = 0; j < hist->nr_rows; j++)
			functions_name_row(doc, hist, &hist->rows[j]);
	}
}
