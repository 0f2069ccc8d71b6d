// SPDX-License-Identifier: GPL-2.0
/* Names of functions in user stacks; see functions.h. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../doc/doc.h"
#include "../stop.h"
#include "../text.h"
#include "../unwind/apart.h"
#include "../unwind/symbols.h"
#include "follow.h"
#include "functions.h"

/* Maximum number of files. */
#define FUNCTIONS_FILES		8192

/*
 * Maximum bytes of symbol tables, and how long files are read in all, in nanoseconds: for files of
 * root, and for those of others together with what must be searched for.
 */
#define FUNCTIONS_MEMORY	(256UL << 20)
#define FUNCTIONS_TIME		20000000000ull

/**
 * struct functions_file - the functions of a file
 * @path: its path
 * @build_id: its build id in hexadecimal, or NULL
 * @of_root: the last file that was tried belongs to root
 * @symbols: the functions; none if the file cannot be read
 */
struct functions_file {
	const char *path;
	const char *build_id;
	bool of_root;
	struct symbols symbols;
};

/* What was spent on files. */
static struct functions_spent {
	size_t memory;
	uint64_t time;
} functions_of_root, functions_of_others;

static bool functions_are_spent(const struct functions_spent *spent)
{
	return spent->memory > FUNCTIONS_MEMORY || spent->time > FUNCTIONS_TIME;
}

static int functions_compare(const void *a, const void *b)
{
	const struct functions_file *one = a, *other = b;
	const int paths = strcmp(one->path, other->path);

	return paths ? paths : strcmp(one->build_id ? one->build_id : "",
				      other->build_id ? other->build_id : "");
}

static bool functions_try(int fd, void *data)
{
	struct functions_file *file = data;
	struct stat status;

	file->of_root = !fstat(fd, &status) && !status.st_uid;
	if (!file->of_root && functions_are_spent(&functions_of_others))
		return false;
	return symbols_read(fd, file->build_id, &file->symbols);
}

/* Warns once. */
static void functions_too_long(const char *path)
{
	static bool told;

	if (!told)
		warn("functions of %s are shown without names, because reading the names of other "
		     "files has taken too much time or memory", path);
	told = true;
}

/* Reads a file, unless files have taken too much time or memory already. */
static void functions_read(struct functions_file *file)
{
	const bool others = !functions_are_spent(&functions_of_others);
	const struct follow_wanted wanted = {
		.path = file->path, .any = !file->build_id, .search = others,
		.try = functions_try, .data = file,
	};
	const bool root = !functions_are_spent(&functions_of_root);
	const uint64_t begun = stop_clock();
	struct functions_spent *spent;
	bool found;

	if (!strcmp(file->path, "[vdso]")) {
		symbols_read(SYMBOLS_VDSO, NULL, &file->symbols);
		return;
	}
	found = root && follow_find(&wanted);
	if (!found && (!root || !others))
		functions_too_long(file->path);
	spent = found && file->of_root ? &functions_of_root : &functions_of_others;
	spent->memory += file->symbols.nr * sizeof(*file->symbols.list) + file->symbols.len;
	spent->time += stop_clock() - begun;
}

/* Returns the functions of a frame's file, or NULL if too many files are known. */
static const struct symbols *functions_of(const struct doc_frame *frame)
{
	static void *files;
	static size_t nr;
	struct functions_file *file, wanted = { .path = frame->name, .build_id = frame->build_id };
	void *found = tfind(&wanted, &files, functions_compare);

	if (found)
		return &(*(struct functions_file **)found)->symbols;
	if (nr == FUNCTIONS_FILES)
		return NULL;
	file = xalloc(1, sizeof(*file));
	file->path = xstrdup(frame->name);
	file->build_id = frame->build_id ? xstrdup(frame->build_id) : NULL;
	functions_read(file);
	if (!tsearch(file, &files, functions_compare))
		die("out of memory; end other programs and try again");
	nr++;
	return &file->symbols;
}

/* ---- functions that compilers make at run time */

/* The functions that a compiler has made in a process, for one document. */
struct functions_map {
	uint64_t pid;
	struct symbols symbols;
};

static int functions_compare_maps(const void *a, const void *b)
{
	const struct functions_map *one = a, *other = b;

	return (one->pid > other->pid) - (one->pid < other->pid);
}

static void functions_free_map(void *data)
{
	struct functions_map *map = data;

	symbols_free(&map->symbols);
	free(map);
}

/*
 * Finds out the number of a task's process, as the process itself knows it, and its user. Returns
 * false if it has ended.
 */
static bool functions_process(uint64_t task, unsigned int *pid, unsigned int *user)
{
	char path[64], line[256], *last;
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%llu/status", (unsigned long long)task);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "Uid: %*u %*u %*u %u", user) == 1)
			continue;
		last = strrchr(line, '\t');
		/* The last number is that of the innermost container. */
		if (last && !strncmp(line, "NStgid:", 7))
			found = sscanf(last, "%u", pid) == 1;
	}
	if (file)
		fclose(file);
	return found;
}

/*
 * Reads the functions that a compiler has made in a task's process. Anyone may make a file of that
 * name, so it must belong to the user of the process.
 */
static void functions_read_map(struct functions_map *map)
{
	unsigned int pid = 0, user = 0;
	const uint64_t begun = stop_clock();
	struct stat status;
	char path[96];
	int fd;

	if (functions_are_spent(&functions_of_others) ||
	    !functions_process(map->pid, &pid, &user))
		return;
	snprintf(path, sizeof(path), "/proc/%llu/root/tmp/perf-%u.map",
		 (unsigned long long)map->pid, pid);
	fd = apart_open(path, &status);
	if (fd < 0)
		return;
	if (status.st_uid == user)
		symbols_read_map(fd, &map->symbols);
	close(fd);
	functions_of_others.time += stop_clock() - begun;
}

static const struct symbols *functions_of_process(uint64_t pid, void **maps)
{
	struct functions_map *map, wanted = { .pid = pid };
	void *found = tfind(&wanted, maps, functions_compare_maps);

	if (found)
		return &(*(struct functions_map **)found)->symbols;
	map = xalloc(1, sizeof(*map));
	map->pid = pid;
	functions_read_map(map);
	if (!tsearch(map, maps, functions_compare_maps))
		die("out of memory; end other programs and try again");
	return &map->symbols;
}

/* ---- frames */

/*
 * Finds the function of a frame. A caller's place is after its call, which may be the last
 * instruction of the function.
 */
static const struct symbol *functions_find(const struct symbols *symbols, uint64_t place,
					   bool is_caller)
{
	const struct symbol *symbol = NULL;

	if (is_caller && place)
		symbol = symbols_find(symbols, place - 1);
	return symbol ? symbol : symbols_find(symbols, place);
}

/* Sets how a frame is shown. Like all names, @name is escaped when it is printed. */
static void functions_set_frame(struct hist_doc *doc, struct doc_frame *frame, const char *name,
				uint64_t offset, bool is_function)
{
	struct text text = {};

	if (is_function)
		frame->function = arena_strdup(&doc->arena, name);
	text_puts(&text, name);
	text_printf(&text, "+0x%llx", (unsigned long long)offset);
	frame->symbol = arena_strdup(&doc->arena, text.at);
	text_free(&text);
	if (!frame->symbol || (is_function && !frame->function))
		die("out of memory; end other programs and try again");
}

static void functions_name_file(struct hist_doc *doc, struct doc_frame *frame, bool is_caller)
{
	const struct symbols *symbols = functions_of(frame);
	const struct symbol *symbol = symbols ?
		functions_find(symbols, frame->offset, is_caller) : NULL;
	const char *slash = strrchr(frame->name, '/');

	if (symbol)
		functions_set_frame(doc, frame, symbols->names + symbol->name,
				    frame->offset - symbol->offset, true);
	else
		functions_set_frame(doc, frame, slash && slash[1] ? slash + 1 : frame->name,
				    frame->offset, false);
}

static void functions_name_address(struct hist_doc *doc, struct doc_frame *frame, bool is_caller,
				   const struct symbols *symbols)
{
	const struct symbol *symbol = functions_find(symbols, frame->address, is_caller);

	if (symbol)
		functions_set_frame(doc, frame, symbols->names + symbol->name,
				    frame->address - symbol->offset, true);
}

/* Names the frames of a stack of a task; @pid is 0 if nothing says which task. */
static void functions_name_stack(struct hist_doc *doc, const struct doc_cell *cell, uint64_t pid,
				 void **maps)
{
	struct doc_frame *frames = (struct doc_frame *)cell->frames;
	uint32_t i;

	for (i = 0; cell->type == DOC_STACK && i < cell->nr; i++) {
		if (frames[i].kind == DOC_FRAME_FILE)
			functions_name_file(doc, &frames[i], i);
		else if (frames[i].kind == DOC_FRAME_ADDRESS && pid)
			functions_name_address(doc, &frames[i], i,
					       functions_of_process(pid, maps));
	}
}

/* Returns the task of a row, or 0 if no key is one. */
static uint64_t functions_task(const struct doc_hist *hist, const struct doc_row *row)
{
	size_t i;

	for (i = 0; i < hist->nr_keys; i++)
		if (!strcmp(hist->fields[i].name, "common_pid") &&
		    row->keys[i].type == DOC_NUMBER && !row->keys[i].has_range)
			return row->keys[i].number.bits;
	return 0;
}

static void functions_name_row(struct hist_doc *doc, const struct doc_hist *hist,
			       const struct doc_row *row, void **maps)
{
	const uint64_t pid = functions_task(hist, row);
	size_t i, j;

	for (i = 0; i < hist->nr_keys; i++)
		functions_name_stack(doc, &row->keys[i], pid, maps);
	for (i = 0; i < row->nr_tracked; i++)
		for (j = 0; j < row->tracked[i].nr_saved; j++)
			functions_name_stack(doc, &row->tracked[i].saved[j].cell, 0, maps);
}

void functions_name(struct hist_doc *doc)
{
	const struct doc_hist *hist;
	void *maps = NULL;
	size_t i, j;

	for (i = 0; i < doc->nr_hists; i++) {
		hist = &doc->hists[i];
		for (j = 0; j < hist->nr_rows; j++)
			functions_name_row(doc, hist, &hist->rows[j], &maps);
	}
	tdestroy(maps, functions_free_map);
}
