// SPDX-License-Identifier: GPL-2.0
/* The functions of ELF files and of compilers at run time; see symbols.h. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <elfutils/libdwelf.h>
#include <libiberty/demangle.h>

#include "apart.h"
#include "image.h"
#include "symbols.h"

/* A build id has 20 bytes; linkers allow others. */
#define BUILD_ID_MAX	64

/* Longest name in a file, and longest one that is shown, in bytes. */
#define NAME_READ	4096
#define NAME_SHOWN	255

/* Added to the rank of a function whose size is unknown. */
#define NO_SIZE		1024

/* How far from a place to look for the beginning of its function, in functions. */
#define SYMBOLS_BACK	16

/**
 * struct symbols_job - what a child reads, and its result
 * @fd: the file
 * @is_map: it is the text file of a compiler
 * @build_id: the build id that the file must have, or NULL
 * @code: segments of the file
 * @nr: number of functions
 * @len: bytes at @names
 * @list: the functions
 * @names: their names
 */
struct symbols_job {
	int fd;
	bool is_map;
	const char *build_id;
	struct image_code code;
	uint32_t nr;
	uint32_t len;
	struct symbol list[SYMBOLS_MAX];
	char names[SYMBOLS_TEXT];
};

/* ---- in the child */

static int symbols_compare(const void *a, const void *b)
{
	const struct symbol *one = a, *other = b;

	if (one->offset != other->offset)
		return one->offset < other->offset ? -1 : 1;
	if (one->rank != other->rank)
		return one->rank < other->rank ? -1 : 1;
	/* What a compiler has put there last. */
	return (one->name < other->name) - (one->name > other->name);
}

/* Prefers names that have a size, are global, and have few underscores before them. */
static uint32_t symbols_rank(const GElf_Sym *sym, const char *name)
{
	const unsigned int bind = GELF_ST_BIND(sym->st_info);
	const uint32_t local = bind == STB_GLOBAL ? 0 : bind == STB_WEAK ? 1 : 2;

	return !sym->st_size * NO_SIZE + local * 256 + strspn(name, "_") % 256;
}

/* Returns the size of a function; if it is unknown, that of the rest of its section. */
static uint32_t symbols_size(Elf *elf, const GElf_Sym *sym)
{
	Elf_Scn *section = elf_getscn(elf, sym->st_shndx);
	uint64_t size = sym->st_size;
	GElf_Shdr header;

	if (!size && section && gelf_getshdr(section, &header) &&
	    sym->st_value - header.sh_addr < header.sh_size)
		size = header.sh_size - (sym->st_value - header.sh_addr);
	return size < UINT32_MAX ? size : UINT32_MAX;
}

/* A name that is being taken apart. */
static struct {
	char text[NAME_SHOWN];
	size_t len;
	jmp_buf full;
} symbols_source;

/* Takes the next piece of the name. Few letters can make a name of gigabytes, so stops early. */
static void symbols_piece(const char *piece, size_t len, void *unused)
{
	const size_t left = NAME_SHOWN - symbols_source.len;

	(void)unused;
	memcpy(symbols_source.text + symbols_source.len, piece, len < left ? len : left);
	symbols_source.len += len < left ? len : left;
	if (len >= left)
		longjmp(symbols_source.full, 1);
}

/* Makes the name that a compiler has made that of the source. Returns false if it has not. */
static bool symbols_take_apart(const char *name)
{
	symbols_source.len = 0;
	if (setjmp(symbols_source.full))
		return true;
	if (rust_demangle_callback(name, DMGL_NO_OPTS, symbols_piece, NULL))
		return true;
	symbols_source.len = 0;
	return cplus_demangle_v3_callback(name, DMGL_NO_OPTS, symbols_piece, NULL);
}

/*
 * Appends a name, as the source has it if the compiler of C++ or Rust has made it, without
 * parameters, and cut if it is long. Returns false if it is too long, or if there is no memory.
 */
static bool symbols_put_name(struct symbols_job *job, const char *name)
{
	const bool is_made = name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');
	size_t len = strnlen(name, NAME_READ);

	if (len == NAME_READ || SYMBOLS_TEXT - job->len <= NAME_SHOWN)
		return false;
	if (is_made && symbols_take_apart(name)) {
		name = symbols_source.text;
		len = symbols_source.len;
	}
	len = len < NAME_SHOWN ? len : NAME_SHOWN;
	memcpy(job->names + job->len, name, len);
	job->names[job->len + len] = '\0';
	job->len += len + 1;
	return true;
}

static void symbols_add(struct symbols_job *job, Elf *elf, const GElf_Sym *sym, const char *name)
{
	const unsigned int type = GELF_ST_TYPE(sym->st_info);
	const uint32_t at = job->len;
	const GElf_Phdr *segment;

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || sym->st_shndx == SHN_UNDEF ||
	    !name || !*name)
		return;
	segment = image_segment(&job->code, sym->st_value);
	if (!segment || job->nr == SYMBOLS_MAX || !symbols_put_name(job, name))
		return;
	job->list[job->nr++] = (struct symbol){
		.offset = sym->st_value - segment->p_vaddr + segment->p_offset,
		.size = symbols_size(elf, sym),
		.name = at, .rank = symbols_rank(sym, job->names + at),
	};
}

/* Adds the functions of all symbol tables of a type. Returns false if there is no such table. */
static bool symbols_section(struct symbols_job *job, Elf *elf, unsigned int type)
{
	Elf_Scn *section = NULL;
	bool found = false;
	GElf_Shdr header;
	Elf_Data *data;
	GElf_Sym sym;
	int i;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != type)
			continue;
		data = elf_getdata(section, NULL);
		for (i = 0; data && gelf_getsym(data, i, &sym); i++) {
			symbols_add(job, elf, &sym, elf_strptr(elf, header.sh_link, sym.st_name));
			found = true;
		}
	}
	return found;
}

/* Prints the build id of a file in hexadecimal; an empty string if it has none. */
static void symbols_build_id(Elf *elf, char *text)
{
	const void *bytes;
	ssize_t len = dwelf_elf_gnu_build_id(elf, &bytes), i;
	const unsigned char *id = bytes;

	*text = '\0';
	for (i = 0; i < len && len <= BUILD_ID_MAX; i++)
		sprintf(text + 2 * i, "%02x", id[i]);
}

static bool symbols_right_file(const struct symbols_job *job, Elf *elf)
{
	char id[2 * BUILD_ID_MAX + 1];

	if (!job->build_id)
		return true;
	symbols_build_id(elf, id);
	return !strcmp(id, job->build_id);
}

/* Opens the file for debuggers that has the same build id. */
static int symbols_debug_file(Elf *elf)
{
	char path[sizeof("/usr/lib/debug/.build-id//.debug") + 2 * BUILD_ID_MAX];
	char id[2 * BUILD_ID_MAX + 1];

	symbols_build_id(elf, id);
	if (strlen(id) < 4)
		return -1;
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2);
	return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static void symbols_debug(struct symbols_job *job, Elf *elf)
{
	const int fd = symbols_debug_file(elf);
	Elf *debug;

	if (fd < 0)
		return;
	debug = image_open(fd);
	if (debug)
		symbols_section(job, debug, SHT_SYMTAB);
	elf_end(debug);
	close(fd);
}

/* Sorts the functions, and leaves one for each place. */
static void symbols_sort(struct symbols_job *job)
{
	struct symbol *list = job->list;
	uint32_t i, nr = 0;

	qsort(list, job->nr, sizeof(*list), symbols_compare);
	for (i = 0; i < job->nr; i++) {
		if (nr && list[i].offset == list[nr - 1].offset)
			continue;
		/* A function of unknown size ends where the next one begins. */
		if (nr && list[nr - 1].rank >= NO_SIZE &&
		    list[nr - 1].size > list[i].offset - list[nr - 1].offset)
			list[nr - 1].size = list[i].offset - list[nr - 1].offset;
		list[nr++] = list[i];
	}
	job->nr = nr;
}

/* Adds the function of a line ADDRESS SIZE NAME. */
static void symbols_add_line(struct symbols_job *job, char *line)
{
	unsigned long long address, size;
	const uint32_t at = job->len;
	int name = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%llx %llx %n", &address, &size, &name) != 2 || !name || !line[name] ||
	    job->nr == SYMBOLS_MAX || !symbols_put_name(job, line + name))
		return;
	job->list[job->nr++] = (struct symbol){
		.offset = address, .size = size < UINT32_MAX ? size : UINT32_MAX, .name = at,
	};
}

static bool symbols_map_work(struct symbols_job *job)
{
	FILE *file = fdopen(job->fd, "r");
	char *line = NULL;
	size_t size = 0;

	while (file && getline(&line, &size, file) > 0)
		symbols_add_line(job, line);
	symbols_sort(job);
	return job->nr;
}

static bool symbols_work(void *data)
{
	struct symbols_job *job = data;
	Elf *elf;

	if (job->is_map)
		return symbols_map_work(job);
	elf = job->fd == SYMBOLS_VDSO ? image_vdso() : image_open(job->fd);
	if (elf && symbols_right_file(job, elf) && image_code(elf, &job->code) &&
	    !symbols_section(job, elf, SHT_SYMTAB)) {
		symbols_section(job, elf, SHT_DYNSYM);
		symbols_debug(job, elf);
	}
	elf_end(elf);
	symbols_sort(job);
	return job->nr;
}

/* ---- in the parent */

/* Copies what a child has written. Returns false if that is wrong. */
static bool symbols_copy(const struct symbols_job *job, struct symbols *symbols)
{
	/* A child that a hostile file has taken over may still write. */
	const uint32_t nr = job->nr, len = job->len;
	uint32_t i;

	if (!nr || nr > SYMBOLS_MAX || !len || len > SYMBOLS_TEXT)
		return false;
	symbols->list = malloc(nr * sizeof(*symbols->list));
	symbols->names = malloc(len);
	if (!symbols->list || !symbols->names)
		return false;
	memcpy(symbols->list, job->list, nr * sizeof(*symbols->list));
	memcpy(symbols->names, job->names, len);
	symbols->nr = nr;
	symbols->len = len;
	for (i = 0; i < nr; i++)
		if (symbols->list[i].name >= len)
			return false;
	return !symbols->names[len - 1];
}

static bool symbols_run(int fd, bool is_map, const char *build_id, struct symbols *symbols)
{
	struct symbols_job *job = apart_memory(sizeof(*job));
	bool good;

	*symbols = (struct symbols){ .nr = 0 };
	if (!job)
		return false;
	job->fd = fd;
	job->is_map = is_map;
	job->build_id = build_id;
	good = apart_run(symbols_work, job, fd) && symbols_copy(job, symbols);
	if (!good)
		symbols_free(symbols);
	apart_free(job, sizeof(*job));
	return good;
}

bool symbols_read(int fd, const char *build_id, struct symbols *symbols)
{
	return symbols_run(fd, false, build_id, symbols);
}

bool symbols_read_map(int fd, struct symbols *symbols)
{
	return symbols_run(fd, true, NULL, symbols);
}

const struct symbol *symbols_find(const struct symbols *symbols, uint64_t offset)
{
	size_t low = 0, high = symbols->nr, middle, i;
	const struct symbol *symbol;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (symbols->list[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	/* A function may contain others. */
	for (i = 0; i < SYMBOLS_BACK && i < low; i++) {
		symbol = &symbols->list[low - 1 - i];
		if (offset - symbol->offset < symbol->size)
			return symbol;
	}
	return NULL;
}

void symbols_free(struct symbols *symbols)
{
	free(symbols->list);
	free(symbols->names);
	*symbols = (struct symbols){ .nr = 0 };
}
