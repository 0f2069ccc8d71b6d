// SPDX-License-Identifier: GPL-2.0
/* Reads ELF files, see elf.h. */
#include <linux/elf.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "elf.h"

#define READ_SIZE	4096

/* Maximum number of reads of a search, as a sparse file can be very long. */
#define READS_MAX	BIT(22)

/* Maximum size of all program headers in bytes, as in the kernel's loader. */
#define SEGMENTS_MAX	65536

#define BYTE_ORDER_HERE	\
	(IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? ELFDATA2MSB : ELFDATA2LSB)

/* The owner and the type of a marker's note. */
#define MARKER_OWNER	"stapsdt"
#define MARKER_TYPE	3
#define MARKER_BASE	".stapsdt.base"

/**
 * struct elf - an ELF file that is being read
 * @file: the file
 * @head: its header; a 32-bit one is converted
 * @nr_sections: number of section headers
 * @names: index of the section that contains the names of sections
 * @is_64: the file is a 64-bit file
 * @nr_reads: number of reads so far
 * @window_at: file offset of @window
 * @window_len: bytes in @window
 * @window: the strings that were read last, often with the next symbol's name
 * @block: buffer for a part of a table
 */
struct elf {
	struct file *file;
	struct elf64_hdr head;
	u32 nr_sections;
	u32 names;
	bool is_64;
	unsigned int nr_reads;
	u64 window_at;
	unsigned int window_len;
	char window[READ_SIZE];
	char block[READ_SIZE];
};

/* Returns the bytes read, fewer than @size at the file's end, or an errno. */
static int read_some(struct elf *elf, void *to, size_t size, u64 offset)
{
	loff_t pos = offset;

	if (fatal_signal_pending(current))
		return -EINTR;
	if (++elf->nr_reads > READS_MAX)
		return -EFBIG;
	cond_resched();
	if (pos < 0 || pos > S64_MAX - READ_SIZE)
		return -ENOEXEC;
	return kernel_read(elf->file, to, size, &pos);
}

static int read_at(struct elf *elf, void *to, size_t size, u64 offset)
{
	int got = read_some(elf, to, size, offset);

	if (got < 0)
		return got;
	return got == size ? 0 : -ENOEXEC;
}

static int read_head(struct elf *elf)
{
	unsigned char ident[EI_NIDENT];
	struct elf32_hdr head;
	int ret;

	ret = read_at(elf, ident, sizeof(ident), 0);
	if (ret)
		return ret;
	if (memcmp(ident, ELFMAG, SELFMAG) || ident[EI_DATA] != BYTE_ORDER_HERE)
		return -ENOEXEC;
	elf->is_64 = ident[EI_CLASS] == ELFCLASS64;
	if (elf->is_64)
		return read_at(elf, &elf->head, sizeof(elf->head), 0);
	if (ident[EI_CLASS] != ELFCLASS32)
		return -ENOEXEC;
	ret = read_at(elf, &head, sizeof(head), 0);
	elf->head = (struct elf64_hdr) {
		.e_type = head.e_type,
		.e_phoff = head.e_phoff,
		.e_shoff = head.e_shoff,
		.e_phentsize = head.e_phentsize,
		.e_phnum = head.e_phnum,
		.e_shentsize = head.e_shentsize,
		.e_shnum = head.e_shnum,
		.e_shstrndx = head.e_shstrndx,
	};
	return ret;
}

static int read_segment(struct elf *elf, unsigned int i, struct elf64_phdr *to)
{
	const u64 at = elf->head.e_phoff + (u64)i * elf->head.e_phentsize;
	struct elf32_phdr segment;
	int ret;

	if (elf->is_64)
		return read_at(elf, to, sizeof(*to), at);
	ret = read_at(elf, &segment, sizeof(segment), at);
	if (ret)
		return ret;
	*to = (struct elf64_phdr) {
		.p_type = segment.p_type,
		.p_flags = segment.p_flags,
		.p_offset = segment.p_offset,
		.p_vaddr = segment.p_vaddr,
		.p_filesz = segment.p_filesz,
	};
	return 0;
}

static int read_section(struct elf *elf, unsigned int i, struct elf64_shdr *to)
{
	const u64 at = elf->head.e_shoff + (u64)i * elf->head.e_shentsize;
	struct elf32_shdr section;
	int ret;

	if (elf->is_64)
		return read_at(elf, to, sizeof(*to), at);
	ret = read_at(elf, &section, sizeof(section), at);
	if (ret)
		return ret;
	*to = (struct elf64_shdr) {
		.sh_name = section.sh_name,
		.sh_type = section.sh_type,
		.sh_addr = section.sh_addr,
		.sh_offset = section.sh_offset,
		.sh_size = section.sh_size,
		.sh_link = section.sh_link,
	};
	return 0;
}

/* Reads the ELF header; checks the sizes on which other functions rely. */
static int elf_begin(struct elf *elf)
{
	const struct elf64_hdr *head = &elf->head;
	struct elf64_shdr first;
	int ret;

	ret = read_head(elf);
	if (ret)
		return ret;
	if (head->e_type != ET_EXEC && head->e_type != ET_DYN)
		return -ENOEXEC;
	if (head->e_phentsize != (elf->is_64 ? sizeof(struct elf64_phdr) :
					       sizeof(struct elf32_phdr)) ||
	    (u32)head->e_phnum * head->e_phentsize > SEGMENTS_MAX)
		return -ENOEXEC;
	if (!head->e_shoff)
		return 0;
	if (head->e_shentsize != (elf->is_64 ? sizeof(struct elf64_shdr) :
					       sizeof(struct elf32_shdr)))
		return -ENOEXEC;
	elf->nr_sections = head->e_shnum;
	elf->names = head->e_shstrndx;
	if (head->e_shnum && head->e_shstrndx != SHN_HIRESERVE)
		return 0;
	/* The first section header contains numbers too large for @head. */
	ret = read_section(elf, 0, &first);
	if (ret)
		return ret;
	if (!elf->nr_sections)
		elf->nr_sections = min_t(u64, first.sh_size, U32_MAX);
	if (elf->names == SHN_HIRESERVE)
		elf->names = first.sh_link;
	return 0;
}

/* Returns a struct elf, to be freed by kfree(), or an ERR_PTR. */
static struct elf *elf_open(struct file *file)
{
	struct elf *elf = kzalloc(sizeof(*elf), GFP_KERNEL);
	int ret;

	if (!elf)
		return ERR_PTR(-ENOMEM);
	elf->file = file;
	ret = elf_begin(elf);
	if (!ret)
		return elf;
	kfree(elf);
	return ERR_PTR(ret);
}

/*
 * Compares a string of the file, without its version "@...", with @name.
 * Returns 1 if they are the same, 0 if not, or an errno.
 */
static int text_is(struct elf *elf, const struct elf64_shdr *strings, u32 at,
		   const char *name, size_t len)
{
	const u64 offset = strings->sh_offset + at;
	const char *text;
	int got;

	if (at >= strings->sh_size || strings->sh_size - at <= len)
		return 0;
	if (offset < elf->window_at || offset - elf->window_at >= elf->window_len ||
	    elf->window_len - (offset - elf->window_at) <= len) {
		elf->window_len = 0;
		got = read_some(elf, elf->window, sizeof(elf->window), offset);
		if (got < 0)
			return got;
		elf->window_at = offset;
		elf->window_len = got;
		if (got <= len)
			return 0;
	}
	text = elf->window + (offset - elf->window_at);
	return !memcmp(text, name, len) && (!text[len] || text[len] == '@');
}

/* Finds the file offset of an address in a segment with all @flags (PF_*). */
static int file_offset(struct elf *elf, u64 address, u32 flags, u64 *offset)
{
	struct elf64_phdr segment;
	unsigned int i;
	int ret;

	for (i = 0; i < elf->head.e_phnum; i++) {
		ret = read_segment(elf, i, &segment);
		if (ret)
			return ret;
		if (segment.p_type != PT_LOAD ||
		    (segment.p_flags & flags) != flags ||
		    address < segment.p_vaddr ||
		    address - segment.p_vaddr >= segment.p_filesz)
			continue;
		*offset = address - segment.p_vaddr + segment.p_offset;
		return *offset > S64_MAX ? -ENOEXEC : 0;
	}
	return -ENOENT;
}

static int elf_find_section(struct elf *elf, u32 type, struct elf64_shdr *to)
{
	unsigned int i;
	int ret;

	for (i = 0; i < elf->nr_sections; i++) {
		ret = read_section(elf, i, to);
		if (ret)
			return ret;
		if (to->sh_type == type)
			return 0;
	}
	return -ENOENT;
}

/**
 * struct found - the result of a search for a symbol
 * @address: address of the best symbol
 * @is_global: the best symbol is global or weak
 * @nr: number of different addresses of symbols that are equally good
 */
struct found {
	u64 address;
	bool is_global;
	unsigned int nr;
};

static void found_add(struct found *found, u64 address, bool is_global)
{
	if (found->nr && found->is_global != is_global) {
		if (found->is_global)
			return;
		found->nr = 0;
	}
	if (found->nr && found->address == address)
		return;
	found->address = address;
	found->is_global = is_global;
	found->nr++;
}

static struct elf64_sym symbol_at(const struct elf *elf, unsigned int i)
{
	struct elf64_sym wide;
	struct elf32_sym narrow;

	if (elf->is_64) {
		memcpy(&wide, elf->block + i * sizeof(wide), sizeof(wide));
		return wide;
	}
	memcpy(&narrow, elf->block + i * sizeof(narrow), sizeof(narrow));
	return (struct elf64_sym) {
		.st_name = narrow.st_name,
		.st_info = narrow.st_info,
		.st_shndx = narrow.st_shndx,
		.st_value = narrow.st_value,
	};
}

static bool elf_is_code(const struct elf64_sym *symbol)
{
	const unsigned int type = symbol->st_info & 0xf;

	/* Assembly code often leaves the type out. */
	return symbol->st_shndx != SHN_UNDEF && symbol->st_value &&
	       (type == STT_FUNC || type == STT_NOTYPE);
}

static bool has_address(const struct elf64_sym *symbol)
{
	const unsigned int type = symbol->st_info & 0xf;

	return symbol->st_shndx != SHN_UNDEF && symbol->st_value &&
	       (type == STT_OBJECT || type == STT_COMMON ||
		elf_is_code(symbol));
}

/* Tests whether a search may find this kind of symbol. */
typedef bool (*symbol_test)(const struct elf64_sym *symbol);

static int elf_search_table(struct elf *elf, u32 type, const char *name,
			    symbol_test test, struct found *found)
{
	const unsigned int size = elf->is_64 ? sizeof(struct elf64_sym) :
					       sizeof(struct elf32_sym);
	const size_t len = strlen(name);
	struct elf64_shdr table, strings;
	struct elf64_sym symbol;
	unsigned int i, nr;
	u64 done;
	int ret;

	ret = elf_find_section(elf, type, &table);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	if (table.sh_link >= elf->nr_sections)
		return -ENOEXEC;
	ret = read_section(elf, table.sh_link, &strings);
	if (ret)
		return ret;
	for (done = 0; done < table.sh_size / size; done += nr) {
		nr = min_t(u64, table.sh_size / size - done, READ_SIZE / size);
		ret = read_at(elf, elf->block, nr * size,
			      table.sh_offset + done * size);
		for (i = 0; !ret && i < nr; i++) {
			symbol = symbol_at(elf, i);
			if (!test(&symbol))
				continue;
			ret = text_is(elf, &strings, symbol.st_name, name, len);
			if (ret <= 0)
				continue;
			found_add(found, symbol.st_value, symbol.st_info >> 4);
			ret = 0;
		}
		if (ret)
			return ret;
	}
	return 0;
}

static int elf_search_symbol(struct elf *elf, const char *name,
			     symbol_test test, u64 *address)
{
	struct found found = {};
	int ret;

	if (!*name || strlen(name) >= READ_SIZE)
		return -ENOENT;
	ret = elf_search_table(elf, SHT_SYMTAB, name, test, &found);
	if (!ret && !found.nr)
		ret = elf_search_table(elf, SHT_DYNSYM, name, test, &found);
	if (ret)
		return ret;
	if (!found.nr)
		return -ENOENT;
	if (found.nr > 1)
		return -EADDRNOTAVAIL;
	*address = found.address;
	return 0;
}

/* Finds a symbol's address, or its offset in the file if @in_file is set. */
static int elf_look_up(struct file *file, const char *name, symbol_test test,
		       bool in_file, u64 *found)
{
	struct elf *elf = elf_open(file);
	int ret;

	if (IS_ERR(elf))
		return PTR_ERR(elf);
	ret = elf_search_symbol(elf, name, test, found);
	if (!ret && in_file)
		ret = file_offset(elf, *found, PF_X, found);
	kfree(elf);
	return ret;
}

int elf_find_symbol(struct file *file, const char *name, u64 *offset)
{
	return elf_look_up(file, name, elf_is_code, true, offset);
}

int elf_find_object(struct file *file, const char *name, u64 *address)
{
	return elf_look_up(file, name, has_address, false, address);
}

/* The addresses at the beginning of a marker's note. */
struct marker {
	u64 place;
	u64 base;
	u64 semaphore;
};

static struct marker marker_at(const struct elf *elf, const char *text)
{
	struct marker wide;
	u32 narrow[3];

	if (elf->is_64) {
		memcpy(&wide, text, sizeof(wide));
		return wide;
	}
	memcpy(narrow, text, sizeof(narrow));
	return (struct marker) { narrow[0], narrow[1], narrow[2] };
}

/*
 * Sets @base to the address of section MARKER_BASE, 0 if there is none. Prelink
 * moves a file's addresses, but does not change those in notes. Each note has
 * the old address of this section, so the difference shows how far they moved.
 */
static int find_base(struct elf *elf, u64 *base)
{
	struct elf64_shdr names, section;
	unsigned int i;
	int ret;

	*base = 0;
	if (elf->names >= elf->nr_sections)
		return 0;
	ret = read_section(elf, elf->names, &names);
	for (i = 0; !ret && i < elf->nr_sections; i++) {
		ret = read_section(elf, i, &section);
		if (ret)
			break;
		ret = text_is(elf, &names, section.sh_name, MARKER_BASE,
			      strlen(MARKER_BASE));
		if (ret > 0) {
			*base = section.sh_addr;
			return 0;
		}
	}
	return ret;
}

/**
 * struct wanted - a search for a marker
 * @text: for a search by name, the provider and the name, each with a NUL; NULL
 *	for a search by place
 * @len: bytes of @text
 * @base: see find_base()
 * @sites: for a search by name, the places found so far
 * @site: for a search by place, the place
 */
struct wanted {
	char *text;
	unsigned int len;
	u64 base;
	struct elf_sites *sites;
	struct elf_site *site;
};

static int fill_in(const struct elf *elf, struct elf_site *site, u64 address,
		   const char *args)
{
	site->address = address;
	site->is_64 = elf->is_64;
	site->is_fixed = elf->head.e_type == ET_EXEC;
	site->args = kstrdup(args, GFP_KERNEL);
	return site->args ? 0 : -ENOMEM;
}

static int add_site(struct elf *elf, const struct marker *marker,
		    const char *args, struct elf_sites *sites)
{
	struct elf_site site = {};
	unsigned int i;
	int ret;

	ret = file_offset(elf, marker->place, PF_X, &site.offset);
	if (!ret && marker->semaphore)
		ret = file_offset(elf, marker->semaphore, PF_W,
				  &site.semaphore);
	if (ret)
		return ret == -ENOENT ? -ENOEXEC : ret;
	for (i = 0; i < sites->nr; i++)
		if (sites->site[i].offset == site.offset)
			return 0;
	if (sites->nr == ELF_SITES_MAX)
		return -E2BIG;
	ret = fill_in(elf, &site, marker->place, args);
	if (!ret)
		sites->site[sites->nr++] = site;
	return ret;
}

/* Fills in @site if the marker is at site->offset. */
static int compare_site(struct elf *elf, const struct marker *marker,
			const char *args, struct elf_site *site)
{
	u64 offset;
	int ret;

	if (site->args)
		return 0;
	ret = file_offset(elf, marker->place, PF_X, &offset);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	if (offset != site->offset)
		return 0;
	return fill_in(elf, site, marker->place, args);
}

/*
 * @text is the description of a marker's note: the addresses, the provider, the
 * name and the arguments. @len does not count the NUL after it.
 */
static int look_at_marker(struct elf *elf, const char *text, unsigned int len,
			  const struct wanted *wanted)
{
	struct marker marker = marker_at(elf, text);
	const char *end = text + len, *name, *args;

	name = text + 3 * (elf->is_64 ? sizeof(u64) : sizeof(u32));
	args = name + wanted->len;
	if (!wanted->text) {
		args = name + strlen(name) + 1;
		if (args < end)
			args += strlen(args) + 1;
	} else if (memcmp(name, wanted->text, wanted->len)) {
		return 0;
	}
	if (args > end)
		args = end;
	if (wanted->base && marker.base) {
		marker.place += wanted->base - marker.base;
		if (marker.semaphore)
			marker.semaphore += wanted->base - marker.base;
	}
	if (wanted->text)
		return add_site(elf, &marker, args, wanted->sites);
	return compare_site(elf, &marker, args, wanted->site);
}

/*
 * Handles the note at *@offset, and advances *@offset to the next one. @left
 * bytes remain in the section.
 */
static int look_at_note(struct elf *elf, u64 *offset, u64 left,
			const struct wanted *wanted)
{
	const unsigned int addresses = 3 * (elf->is_64 ? sizeof(u64) :
							 sizeof(u32));
	u64 name_size, desc_size, desc;
	unsigned int len;
	struct elf32_note note;
	int ret;

	if (left < sizeof(note))
		return -ENOEXEC;
	ret = read_at(elf, &note, sizeof(note), *offset);
	if (ret)
		return ret;
	name_size = ALIGN((u64)note.n_namesz, 4);
	desc_size = ALIGN((u64)note.n_descsz, 4);
	if (left - sizeof(note) < name_size ||
	    left - sizeof(note) - name_size < note.n_descsz)
		return -ENOEXEC;
	desc = *offset + sizeof(note) + name_size;
	*offset = desc + desc_size;
	if (note.n_type != MARKER_TYPE ||
	    note.n_namesz != sizeof(MARKER_OWNER) ||
	    note.n_descsz < addresses + wanted->len)
		return 0;
	/*
	 * If the arguments do not fit into the block, leave all of them out,
	 * because a part of an argument would be wrong.
	 */
	len = note.n_descsz;
	if (note.n_descsz >= READ_SIZE - name_size)
		len = addresses + wanted->len;
	ret = read_at(elf, elf->block, name_size + len, desc - name_size);
	if (ret)
		return ret;
	if (memcmp(elf->block, MARKER_OWNER, sizeof(MARKER_OWNER)))
		return 0;
	elf->block[name_size + len] = '\0';
	return look_at_marker(elf, elf->block + name_size, len, wanted);
}

static int look_at_notes(struct elf *elf, struct wanted *wanted)
{
	struct elf64_shdr section;
	unsigned int i;
	u64 at, end;
	int ret;

	ret = find_base(elf, &wanted->base);
	for (i = 0; !ret && i < elf->nr_sections; i++) {
		ret = read_section(elf, i, &section);
		if (ret || section.sh_type != SHT_NOTE)
			continue;
		at = section.sh_offset;
		if (at > S64_MAX || section.sh_size > S64_MAX)
			return -ENOEXEC;
		end = at + section.sh_size;
		while (!ret && at < end)
			ret = look_at_note(elf, &at, end - at, wanted);
	}
	return ret;
}

static int elf_search_marker(struct file *file, struct wanted *wanted)
{
	struct elf *elf = elf_open(file);
	int ret;

	if (IS_ERR(elf))
		return PTR_ERR(elf);
	ret = look_at_notes(elf, wanted);
	kfree(elf);
	return ret;
}

int elf_find_marker(struct file *file, const char *provider, const char *name,
		    struct elf_sites *sites)
{
	struct wanted wanted = {
		.len = strlen(provider) + strlen(name) + 2,
		.sites = sites,
	};
	int ret;

	sites->nr = 0;
	/* The names and what precedes them in a note must fit into a block. */
	if (wanted.len > READ_SIZE / 2)
		return -ENOENT;
	wanted.text = kasprintf(GFP_KERNEL, "%s%c%s", provider, '\0', name);
	ret = wanted.text ? elf_search_marker(file, &wanted) : -ENOMEM;
	kfree(wanted.text);
	return ret ?: sites->nr ? 0 : -ENOENT;
}

int elf_find_marker_at(struct file *file, struct elf_site *site)
{
	struct wanted wanted = { .site = site };
	int ret = elf_search_marker(file, &wanted);

	return ret ?: site->args ? 0 : -ENOENT;
}

void elf_sites_free(struct elf_sites *sites)
{
	unsigned int i;

	for (i = 0; i < sites->nr; i++) {
		kfree(sites->site[i].args);
		sites->site[i].args = NULL;
	}
}
