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

/* Returns the memory that functions take. */
static size_t symbols_bytes(const struct symbols *symbols)
{
	return symbols->nr * sizeof(*symbols->list) + symbols->len;
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
	spent->memory += symbols_bytes(&file->symbols);
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

/*
 * How long their text files are read for each document, in nanoseconds: those of root's processes,
 * and those of others, who can make many.
 */
#define FUNCTIONS_MAPS_TIME	2000000000ull

/* The functions that a compiler has made in a process. */
struct functions_map {
	unsigned int process;
	struct symbols symbols;
};

/**
 * struct functions_naming - what is known while a document's functions are named
 * @doc: the document
 * @maps: a tree of struct functions_map
 * @of_root: what was spent on these for processes of root
 * @of_others: the same for others
 * @task: the task of the row's common_ustacktrace, or 0 if no key is a task
 * @symbols: functions that a compiler has made in that task's process; NULL if there are none
 * @looked: @symbols is set
 */
struct functions_naming {
	struct hist_doc *doc;
	void *maps;
	struct functions_spent of_root;
	struct functions_spent of_others;
	uint64_t task;
	const struct symbols *symbols;
	bool looked;
};

static int functions_compare_maps(const void *a, const void *b)
{
	const struct functions_map *one = a, *other = b;

	return (one->process > other->process) - (one->process < other->process);
}

static void functions_free_map(void *data)
{
	struct functions_map *map = data;

	symbols_free(&map->symbols);
	free(map);
}

/* A process: its number here and in its innermost container, and its user. */
struct functions_process {
	unsigned int here;
	unsigned int inside;
	unsigned int user;
};

/* Finds the process of a task. Returns false if it has ended. */
static bool functions_process(uint64_t task, struct functions_process *process)
{
	char path[64], line[256], *last;
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%llu/status", (unsigned long long)task);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "Uid: %*u %*u %*u %u", &process->user) == 1 ||
		    sscanf(line, "Tgid: %u", &process->here) == 1)
			continue;
		last = strrchr(line, '\t');
		if (last && !strncmp(line, "NStgid:", 7))
			found = sscanf(last, "%u", &process->inside) == 1;
	}
	if (file)
		fclose(file);
	return found;
}

/*
 * Reads the functions that a compiler has made in a process. Anyone may make a file of that name,
 * so it must belong to the user of the process.
 */
static void functions_read_map(uint64_t task, const struct functions_process *process,
			       struct symbols *symbols)
{
	struct stat status;
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "/proc/%llu/root/tmp/perf-%u.map", (unsigned long long)task,
		 process->inside);
	fd = apart_open(path, &status);
	if (fd < 0)
		return;
	if (status.st_uid == process->user)
		symbols_read_map(fd, symbols);
	close(fd);
}

/* Returns the functions that a compiler has made in the process of the row, or NULL. */
static const struct symbols *functions_of_task(struct functions_naming *naming)
{
	const uint64_t begun = stop_clock();
	struct functions_process process = { 0 };
	struct functions_map *map, wanted;
	struct functions_spent *spent;
	void *found;

	if (!functions_process(naming->task, &process))
		return NULL;
	spent = process.user ? &naming->of_others : &naming->of_root;
	wanted.process = process.here;
	found = tfind(&wanted, &naming->maps, functions_compare_maps);
	if (found)
		return &(*(struct functions_map **)found)->symbols;
	if (spent->time > FUNCTIONS_MAPS_TIME || spent->memory > FUNCTIONS_MEMORY) {
		functions_too_long("programs that compile at run time");
		return NULL;
	}
	map = xalloc(1, sizeof(*map));
	map->process = process.here;
	functions_read_map(naming->task, &process, &map->symbols);
	if (!tsearch(map, &naming->maps, functions_compare_maps))
		die("out of memory; end other programs and try again");
	spent->memory += symbols_bytes(&map->symbols);
	spent->time += stop_clock() - begun;
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

/*
 * Sets how a frame is shown: as @name, which like all names is escaped when it is printed. Ends the
 * program if @name is NULL, because memory for it was missing.
 */
static void functions_set_frame(struct hist_doc *doc, struct doc_frame *frame, const char *name,
				uint64_t offset)
{
	struct text text = {};

	text_puts(&text, name ? name : "");
	text_printf(&text, "+0x%llx", (unsigned long long)offset);
	frame->symbol = arena_strdup(&doc->arena, text.at);
	text_free(&text);
	if (!frame->symbol || !name)
		die("out of memory; end other programs and try again");
}

static void functions_name_file(struct hist_doc *doc, struct doc_frame *frame, bool is_caller)
{
	const struct symbols *symbols = functions_of(frame);
	const struct symbol *symbol = symbols ?
		functions_find(symbols, frame->offset, is_caller) : NULL;
	const char *slash = strrchr(frame->name, '/');

	if (symbol) {
		/* Names of files are kept. */
		frame->function = symbols->names + symbol->name;
		functions_set_frame(doc, frame, frame->function, frame->offset - symbol->offset);
	} else {
		functions_set_frame(doc, frame, slash && slash[1] ? slash + 1 : frame->name,
				    frame->offset);
	}
}

static void functions_name_address(struct functions_naming *naming, struct doc_frame *frame,
				   bool is_caller)
{
	const struct symbol *symbol;

	if (!naming->looked)
		naming->symbols = naming->task ? functions_of_task(naming) : NULL;
	naming->looked = true;
	symbol = naming->symbols ?
		functions_find(naming->symbols, frame->address, is_caller) : NULL;
	if (!symbol)
		return;
	frame->function = arena_strdup(&naming->doc->arena, naming->symbols->names + symbol->name);
	functions_set_frame(naming->doc, frame, frame->function,
			    frame->address - symbol->offset);
}

static void functions_name_stack(struct functions_naming *naming, const char *field,
				 const struct doc_cell *cell)
{
	struct doc_frame *frames = (struct doc_frame *)cell->frames;
	/* Other fields may have the stack of another task. */
	const bool is_own = !strcmp(field, "common_ustacktrace");
	uint32_t i;

	for (i = 0; cell->type == DOC_STACK && i < cell->nr; i++) {
		if (frames[i].kind == DOC_FRAME_FILE)
			functions_name_file(naming->doc, &frames[i], i);
		else if (frames[i].kind == DOC_FRAME_ADDRESS && is_own)
			functions_name_address(naming, &frames[i], i);
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

static void functions_name_row(struct functions_naming *naming, const struct doc_hist *hist,
			       const struct doc_row *row)
{
	size_t i, j;

	naming->task = functions_task(hist, row);
	naming->looked = false;
	for (i = 0; i < hist->nr_keys; i++)
		functions_name_stack(naming, hist->fields[i].name, &row->keys[i]);
	for (i = 0; i < row->nr_tracked; i++)
		for (j = 0; j < row->tracked[i].nr_saved; j++)
			functions_name_stack(naming, row->tracked[i].saved[j].name,
					     &row->tracked[i].saved[j].cell);
}

void functions_name(struct hist_doc *doc)
{
	struct functions_naming naming = { .doc = doc };
	const struct doc_hist *hist;
	size_t i, j;

	for (i = 0; i < doc->nr_hists; i++) {
		hist = &doc->hists[i];
		for (j = 0; j < hist->nr_rows; j++)
			functions_name_row(&naming, hist, &hist->rows[j]);
	}
	tdestroy(naming.maps, functions_free_map);
}
