// SPDX-License-Identifier: GPL-2.0
/* Tables by which user stacks are walked; see table.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdwelf.h>
#include <gelf.h>

#include "../text.h"
#include "apart.h"
#include "image.h"
#include "rule.h"
#include "table.h"

/* The parts of .eh_frame_hdr, and how its numbers are encoded by all linkers. */
#define HDR_START	12
#define HDR_ENTRY	8
#define HDR_ENCODING	"\x01\x1b\x03\x3b"

/* Slots of the hash table that finds a rule. */
#define RULE_SLOTS	(1 << 17)

/**
 * struct table_function - a piece of code with one description
 * @address: where it begins
 * @offset: the same as an offset in the file
 */
struct table_function {
	uint64_t address;
	uint32_t offset;
};

/**
 * struct table - a table that is being made
 * @machine: registers of the file's architecture
 * @cfi: the file's .eh_frame
 * @code: the file's segments with code
 * @functions: all pieces of code that the file describes, by their offset
 * @nr_functions: number of pieces
 * @rules: the rules
 * @nr_rules: number of rules
 * @slots: a hash table of numbers of rules plus 1
 * @starts: for each row, the offset where it begins
 * @numbers: for each row, the number of its rule
 * @nr_rows: number of rows
 * @size: number of rows that there is memory for
 */
struct table {
	const struct rule_machine *machine;
	Dwarf_CFI *cfi;
	struct image_code code;
	struct table_function *functions;
	size_t nr_functions;
	struct histrig_unwind_rule *rules;
	uint32_t nr_rules;
	uint32_t *slots;
	uint32_t *starts;
	uint16_t *numbers;
	uint32_t nr_rows;
	uint32_t size;
};

/* ---- rules and rows */

/* Returns the number of a rule, which is added if it is new. */
static uint16_t table_rule(struct table *table, const struct histrig_unwind_rule *rule)
{
	uint32_t words[sizeof(*rule) / sizeof(uint32_t)], slot = 0;
	size_t i;

	memcpy(words, rule, sizeof(words));
	for (i = 0; i < ARRAY_SIZE(words); i++)
		slot = (slot ^ words[i]) * 0x9e3779b1U;
	for (slot >>= 15; table->slots[slot]; slot = (slot + 1) % RULE_SLOTS)
		if (!memcmp(&table->rules[table->slots[slot] - 1], rule, sizeof(*rule)))
			return table->slots[slot] - 1;
	if (table->nr_rules == HISTRIG_UNWIND_RULES)
		return HISTRIG_UNWIND_NO_RULE;
	table->rules[table->nr_rules] = *rule;
	table->slots[slot] = ++table->nr_rules;
	return table->nr_rules - 1;
}

/* Adds a row, unless the code before it has the same rule. Returns false if there is no memory. */
static bool table_row(struct table *table, uint32_t start, uint16_t number)
{
	const uint16_t last = table->nr_rows ? table->numbers[table->nr_rows - 1] :
					       HISTRIG_UNWIND_NO_RULE;

	if (number == last)
		return true;
	/* The code before it has no length. */
	if (table->nr_rows && table->starts[table->nr_rows - 1] >= start)
		table->nr_rows--;
	if (table->nr_rows == table->size) {
		uint32_t size = table->size ? 2 * table->size : 4096;
		uint32_t *starts;
		uint16_t *numbers;

		if (size > HISTRIG_UNWIND_ROWS)
			return false;
		starts = reallocarray(table->starts, size, sizeof(*starts));
		if (!starts)
			return false;
		table->starts = starts;
		numbers = reallocarray(table->numbers, size, sizeof(*numbers));
		if (!numbers)
			return false;
		table->numbers = numbers;
		table->size = size;
	}
	table->starts[table->nr_rows] = start;
	table->numbers[table->nr_rows++] = number;
	return true;
}

/*
 * Adds two rows for each entry of a procedure linkage table. The entries are at addresses
 * divisible by 16.
 */
static bool table_plt(struct table *table, const struct table_function *function,
		      uint64_t begin, uint64_t end, const struct histrig_unwind_rule *rule,
		      unsigned int pushed)
{
	struct histrig_unwind_rule after = *rule;
	const uint64_t to_offset = function->offset - function->address;
	uint64_t at = begin;
	uint16_t numbers[2];
	bool is_after;

	after.offset += 8;
	numbers[0] = table_rule(table, rule);
	numbers[1] = table_rule(table, &after);
	while (at < end) {
		is_after = at % 16 >= pushed;
		if (!table_row(table, at + to_offset, numbers[is_after]))
			return false;
		at += is_after ? 16 - at % 16 : pushed - at % 16;
	}
	return true;
}

/* ---- functions */

/*
 * Adds the rows of a piece of code that ends before the address @limit. Sets *@stop to the first
 * address that is not described.
 */
static bool table_function(struct table *table, const struct table_function *function,
			   uint64_t limit, uint64_t *stop)
{
	const uint64_t to_offset = function->offset - function->address;
	struct histrig_unwind_rule rule;
	uint64_t at = function->address;
	bool good = true, signal, known;
	Dwarf_Addr begin, end;
	Dwarf_Frame *frame;
	unsigned int plt;
	int address;

	while (good && at < limit && !dwarf_cfi_addrframe(table->cfi, at, &frame)) {
		address = dwarf_frame_info(frame, &begin, &end, &signal);
		known = address >= 0 && rule_make(table->machine, frame, address, signal, &rule,
						  &plt);
		if (end > limit)
			end = limit;
		if (known && plt)
			good = table_plt(table, function, at, end, &rule, plt);
		else
			good = table_row(table, at + to_offset,
					 known ? table_rule(table, &rule) :
						 HISTRIG_UNWIND_NO_RULE);
		free(frame);
		if (end <= at)
			break;
		at = end;
	}
	if (good && at < limit)
		good = table_row(table, at + to_offset, HISTRIG_UNWIND_NO_RULE);
	*stop = at;
	return good;
}

/* Adds the rows of all pieces of code that .eh_frame_hdr lists. */
static bool table_functions(struct table *table)
{
	const struct table_function *function = table->functions;
	const GElf_Phdr *segment;
	uint64_t limit, stop;
	size_t i;

	for (i = 0; i < table->nr_functions; i++, function++) {
		segment = image_segment(&table->code, function->address);
		limit = segment->p_vaddr + segment->p_filesz;
		if (i + 1 < table->nr_functions &&
		    limit - function->address > function[1].offset - function->offset)
			limit = function->address + function[1].offset - function->offset;
		if (!table_function(table, function, limit, &stop))
			return false;
	}
	return true;
}

/* Adds the rows of all code of a section. Tries each address, since nothing lists functions. */
static bool table_section(struct table *table, const GElf_Shdr *section)
{
	const GElf_Phdr *segment = image_segment(&table->code, section->sh_addr);
	uint64_t at = section->sh_addr, limit, stop;
	struct table_function function;

	if (!segment)
		return true;
	limit = segment->p_vaddr + segment->p_filesz;
	if (limit - at > section->sh_size)
		limit = at + section->sh_size;
	while (at < limit) {
		function.address = at;
		function.offset = at - segment->p_vaddr + segment->p_offset;
		/* Sections of linkers are in order. */
		if (table->nr_rows && table->starts[table->nr_rows - 1] > function.offset)
			return true;
		if (!table_function(table, &function, limit, &stop))
			return false;
		at = stop > at ? stop : at + 1;
	}
	return true;
}

/* Adds the rows of all sections with code. Static programs may have no .eh_frame_hdr. */
static bool table_sections(struct table *table, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR &&
		    !table_section(table, &header))
			return false;
	return true;
}

/* ---- the file */

static int table_compare(const void *a, const void *b)
{
	const struct table_function *one = a, *other = b;

	return (one->offset > other->offset) - (one->offset < other->offset);
}

/* Finds all pieces of code in .eh_frame_hdr, which is at @address. */
static bool table_read_hdr(struct table *table, const Elf_Data *hdr, uint64_t address)
{
	const GElf_Phdr *segment;
	const char *bytes = hdr->d_buf;
	uint32_t nr, i;
	int32_t relative;
	uint64_t at;

	if (hdr->d_size < HDR_START || memcmp(bytes, HDR_ENCODING, 4))
		return false;
	memcpy(&nr, bytes + 8, sizeof(nr));
	if (nr > (hdr->d_size - HDR_START) / HDR_ENTRY || nr > HISTRIG_UNWIND_ROWS)
		return false;
	table->functions = calloc(nr + 1UL, sizeof(*table->functions));
	if (!table->functions)
		return false;
	for (i = 0; i < nr; i++) {
		memcpy(&relative, bytes + HDR_START + i * (size_t)HDR_ENTRY, sizeof(relative));
		at = address + relative;
		segment = image_segment(&table->code, at);
		if (!segment)
			continue;
		table->functions[table->nr_functions++] = (struct table_function){
			.address = at, .offset = at - segment->p_vaddr + segment->p_offset,
		};
	}
	qsort(table->functions, table->nr_functions, sizeof(*table->functions), table_compare);
	return table->nr_functions;
}

/* Finds the segment of .eh_frame_hdr. */
static bool table_find_hdr(Elf *elf, GElf_Phdr *hdr)
{
	size_t i, nr;

	if (elf_getphdrnum(elf, &nr))
		return false;
	for (i = 0; i < nr; i++)
		if (gelf_getphdr(elf, i, hdr) && hdr->p_type == PT_GNU_EH_FRAME)
			return true;
	return false;
}

static bool table_open(struct table *table, Elf *elf)
{
	GElf_Ehdr header;

	if (!image_code(elf, &table->code) || !gelf_getehdr(elf, &header))
		return false;
	table->machine = rule_machine(header.e_machine);
	if (!table->machine)
		return false;
	table->cfi = dwarf_getcfi_elf(elf);
	table->rules = calloc(HISTRIG_UNWIND_RULES, sizeof(*table->rules));
	table->slots = calloc(RULE_SLOTS, sizeof(*table->slots));
	return table->cfi && table->rules && table->slots;
}

/* Adds all rows of a file. */
static bool table_fill(struct table *table, Elf *elf)
{
	GElf_Phdr segment = { 0 };
	Elf_Data *hdr;

	if (!table_find_hdr(elf, &segment))
		return table_sections(table, elf);
	hdr = elf_getdata_rawchunk(elf, segment.p_offset, segment.p_filesz, ELF_T_BYTE);
	return hdr && table_read_hdr(table, hdr, segment.p_vaddr) && table_functions(table);
}

static void table_build_id(struct histrig_unwind_head *head, Elf *elf)
{
	const void *id;
	const ssize_t len = dwelf_elf_gnu_build_id(elf, &id);

	if (len <= 0 || len > HISTRIG_UNWIND_BUILD_ID)
		return;
	head->build_id_len = len;
	memcpy(head->build_id, id, len);
}

static size_t table_write(const struct table *table, Elf *elf, int fd, void *bytes)
{
	struct histrig_unwind_head head = {
		.magic = HISTRIG_UNWIND_MAGIC, .version = HISTRIG_UNWIND_VERSION,
		.machine = table->machine->machine, .fd = fd,
		.nr_rules = table->nr_rules, .nr_rows = table->nr_rows,
	};
	char *at = bytes;

	table_build_id(&head, elf);
	at = mempcpy(at, &head, sizeof(head));
	at = mempcpy(at, table->rules, head.nr_rules * sizeof(*table->rules));
	at = mempcpy(at, table->starts, head.nr_rows * sizeof(*table->starts));
	at = mempcpy(at, table->numbers, head.nr_rows * sizeof(*table->numbers));
	return at - (char *)bytes;
}

size_t table_make(Elf *elf, int fd, void *bytes)
{
	struct table table = { 0 };
	size_t len = 0;

	if (table_open(&table, elf) && table_fill(&table, elf) && table.nr_rules)
		len = table_write(&table, elf, fd, bytes);
	if (table.cfi)
		dwarf_cfi_end(table.cfi);
	free(table.functions);
	free(table.rules);
	free(table.slots);
	free(table.starts);
	free(table.numbers);
	return len;
}

/**
 * struct table_job - what a child makes a table of
 * @fd: the file
 * @len: set to the size of the table in bytes
 * @bytes: the table
 */
struct table_job {
	int fd;
	size_t len;
	__u64 bytes[(TABLE_MAX + sizeof(__u64) - 1) / sizeof(__u64)];
};

static bool table_work(void *data)
{
	struct table_job *job = data;
	Elf *elf = job->fd == HISTRIG_UNWIND_VDSO ? image_vdso() : image_open(job->fd);

	job->len = elf ? table_make(elf, job->fd, job->bytes) : 0;
	elf_end(elf);
	return job->len;
}

size_t table_of(int fd, const void **bytes)
{
	static struct table_job *job;
	size_t len;

	/* Memory of earlier tables is given back. */
	if (job)
		apart_free(job, sizeof(*job));
	job = apart_memory(sizeof(*job));
	if (!job)
		return 0;
	job->fd = fd;
	*bytes = job->bytes;
	if (!apart_run(table_work, job, fd))
		return 0;
	len = job->len;
	/* A child that a hostile file has taken over must not write the table of another file. */
	memcpy((char *)job->bytes + offsetof(struct histrig_unwind_head, fd), &fd, sizeof(fd));
	return len <= TABLE_MAX ? len : 0;
}
