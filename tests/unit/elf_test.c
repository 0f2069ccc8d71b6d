// SPDX-License-Identifier: GPL-2.0
/* Symbols and markers of ELF files: those of files made here, and our own. */
#include <linux/elf.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/probe/elf.h"
#include "test.h"

#define FILE_MAX	0x3000
#define TEXT_ADDRESS	0x400000
#define TEXT_OFFSET	0x1000
#define DATA_ADDRESS	0x602000
#define DATA_OFFSET	0x2000

ssize_t kernel_read(struct file *file, void *buf, size_t size, loff_t *pos)
{
	if (*pos < 0)
		return -EINVAL;
	if ((u64)*pos >= file->size)
		return 0;
	size = min_t(u64, size, file->size - *pos);
	memcpy(buf, file->bytes + *pos, size);
	*pos += size;
	return size;
}

static const char strings[] =
	"\0twice\0local_and_global\0one\0old@VERS_1\0only_dynamic\0absent\0data\0"
	"object\0thread\0";
static const char section_names[] = "\0.stapsdt.base\0";

static u32 name_at(const char *name)
{
	u32 i;

	for (i = 1; i < sizeof(strings); i += strlen(strings + i) + 1)
		if (!strcmp(strings + i, name))
			return i;
	abort();
}

/* A file that is being made. */
static u8 made[FILE_MAX];
static bool wide;
static size_t end;

static size_t put(const void *bytes, size_t size)
{
	const size_t at = end;

	memcpy(made + end, bytes, size);
	end = ALIGN(end + size, 8);
	return at;
}

static void put_symbol(const char *name, int bind, int type, int section,
		       u64 value)
{
	struct elf64_sym s64 = {
		.st_name = name_at(name), .st_info = bind << 4 | type,
		.st_shndx = section, .st_value = value,
	};
	struct elf32_sym s32 = {
		.st_name = s64.st_name, .st_info = s64.st_info,
		.st_shndx = section, .st_value = value,
	};

	/* 16 bytes, so that no gap follows. */
	_Static_assert(sizeof(s32) % 8 == 0 && sizeof(s64) % 8 == 0, "gaps");
	if (wide)
		put(&s64, sizeof(s64));
	else
		put(&s32, sizeof(s32));
}

static void put_note(const char *owner, u32 type, u64 place, u64 base,
		     u64 semaphore, const char *names, size_t len)
{
	const size_t word = wide ? 8 : 4;
	const u64 addresses[] = { place, base, semaphore };
	u32 head[3] = { strlen(owner) + 1, 3 * word + len, type };
	unsigned int i;

	memcpy(made + end, head, sizeof(head));
	end += sizeof(head);
	memcpy(made + end, owner, head[0]);
	end += ALIGN(head[0], 4);
	for (i = 0; i < 3; i++, end += word)
		memcpy(made + end, &addresses[i], word);
	memcpy(made + end, names, len);
	end += ALIGN(len, 4);
}

#define NOTE(place, semaphore, names)					\
	put_note("stapsdt", 3, TEXT_ADDRESS + (place), 0x700000,	\
		 semaphore, names, sizeof(names))

static void put_segment(u32 flags, u64 offset, u64 address, u64 size)
{
	struct elf64_phdr s64 = {
		.p_type = PT_LOAD, .p_flags = flags, .p_offset = offset,
		.p_vaddr = address, .p_filesz = size,
	};
	struct elf32_phdr s32 = {
		.p_type = PT_LOAD, .p_flags = flags, .p_offset = offset,
		.p_vaddr = address, .p_filesz = size,
	};

	if (wide)
		put(&s64, sizeof(s64));
	else
		put(&s32, sizeof(s32));
}

static void put_section(u32 name, u32 type, u64 address, u64 offset, u64 size,
			u32 link)
{
	struct elf64_shdr s64 = {
		.sh_name = name, .sh_type = type, .sh_addr = address,
		.sh_offset = offset, .sh_size = size, .sh_link = link,
	};
	struct elf32_shdr s32 = {
		.sh_name = name, .sh_type = type, .sh_addr = address,
		.sh_offset = offset, .sh_size = size, .sh_link = link,
	};

	if (wide)
		put(&s64, sizeof(s64));
	else
		put(&s32, sizeof(s32));
}

/* Makes a file. Its notes were written before it moved by 0x1000. */
static struct file make(bool is_64)
{
	struct elf64_hdr h64 = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1 },
		.e_type = ET_EXEC, .e_phentsize = sizeof(struct elf64_phdr),
		.e_phnum = 2, .e_shentsize = sizeof(struct elf64_shdr), .e_shnum = 7,
		.e_shstrndx = 6,
	};
	struct elf32_hdr h32 = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, 1 },
		.e_type = ET_EXEC, .e_phentsize = sizeof(struct elf32_phdr),
		.e_phnum = 2, .e_shentsize = sizeof(struct elf32_shdr), .e_shnum = 7,
		.e_shstrndx = 6,
	};
	size_t symbols, symbols_end, dynamic, dynamic_end, texts, names, notes;
	size_t notes_end;

	memset(made, 0, sizeof(made));
	wide = is_64;
	end = ALIGN(is_64 ? sizeof(h64) : sizeof(h32), 8);
	h64.e_phoff = h32.e_phoff = end;
	put_segment(PF_R | PF_X, TEXT_OFFSET, TEXT_ADDRESS, 0x1000);
	put_segment(PF_R | PF_W, DATA_OFFSET, DATA_ADDRESS, 0x100);
	symbols = end;
	put_symbol("one", STB_GLOBAL, STT_FUNC, 1, TEXT_ADDRESS + 0x10);
	put_symbol("twice", STB_LOCAL, STT_FUNC, 1, TEXT_ADDRESS + 0x20);
	put_symbol("twice", STB_LOCAL, STT_FUNC, 1, TEXT_ADDRESS + 0x30);
	put_symbol("local_and_global", STB_LOCAL, STT_FUNC, 1, TEXT_ADDRESS + 0x40);
	put_symbol("local_and_global", STB_WEAK, STT_FUNC, 1, TEXT_ADDRESS + 0x50);
	put_symbol("local_and_global", STB_LOCAL, STT_FUNC, 1, TEXT_ADDRESS + 0x60);
	put_symbol("old@VERS_1", STB_GLOBAL, STT_NOTYPE, 1, TEXT_ADDRESS + 0x70);
	put_symbol("absent", STB_GLOBAL, STT_FUNC, SHN_UNDEF, TEXT_ADDRESS);
	put_symbol("data", STB_GLOBAL, STT_NOTYPE, 2, DATA_ADDRESS);
	put_symbol("object", STB_LOCAL, STT_OBJECT, 2, DATA_ADDRESS + 8);
	put_symbol("thread", STB_LOCAL, STT_TLS, 2, 8);
	symbols_end = end;
	dynamic = end;
	put_symbol("one", STB_GLOBAL, STT_FUNC, 1, TEXT_ADDRESS + 0x80);
	put_symbol("only_dynamic", STB_GLOBAL, STT_FUNC, 1, TEXT_ADDRESS + 0x90);
	dynamic_end = end;
	texts = put(strings, sizeof(strings));
	names = put(section_names, sizeof(section_names));
	notes = end;
	put_note("GNU", 3, 1, 2, 3, "p\0m\0", 5);
	put_note("stapsdt", 2, TEXT_ADDRESS, 0, 0, "p\0m\0", 5);
	NOTE(0x100 - 0x1000, 0, "p\0m\0-4@%eax 8@object(%rip)");
	NOTE(0x200 - 0x1000, DATA_ADDRESS + 8 - 0x1000, "p\0with\0");
	NOTE(0x300 - 0x1000, 0, "p\0m\0");
	NOTE(0x300 - 0x1000, 0, "p\0m\0");
	NOTE(0x2000 - 0x1000, 0, "p\0outside\0");
	notes_end = end;
	end = ALIGN(end, 8);
	h64.e_shoff = h32.e_shoff = end;
	put_section(0, SHT_NULL, 0, 0, 0, 0);
	put_section(0, SHT_SYMTAB, 0, symbols, symbols_end - symbols, 3);
	put_section(0, SHT_DYNSYM, 0, dynamic, dynamic_end - dynamic, 3);
	put_section(0, SHT_STRTAB, 0, texts, sizeof(strings), 0);
	put_section(0, SHT_NOTE, 0, notes, notes_end - notes, 0);
	put_section(1, SHT_PROGBITS, 0x701000, 0, 0, 0);
	put_section(0, SHT_STRTAB, 0, names, sizeof(section_names), 0);
	memcpy(made, is_64 ? (void *)&h64 : (void *)&h32,
	       is_64 ? sizeof(h64) : sizeof(h32));
	return (struct file) { made, sizeof(made) };
}

/* Returns the offset from the start of the text, or an errno. */
static int symbol(struct file *file, const char *name)
{
	u64 offset = 0;
	int ret = elf_find_symbol(file, name, &offset);

	return ret ?: (int)(offset - TEXT_OFFSET);
}

static void check_symbols(bool is_64)
{
	struct file file = make(is_64);

	CHECK_EQ(symbol(&file, "one"), 0x10);
	CHECK_EQ(symbol(&file, "twice"), -EADDRNOTAVAIL);
	CHECK_EQ(symbol(&file, "local_and_global"), 0x50);
	CHECK_EQ(symbol(&file, "old"), 0x70);
	CHECK_EQ(symbol(&file, "only_dynamic"), 0x90);
	CHECK_EQ(symbol(&file, "absent"), -ENOENT);
	CHECK_EQ(symbol(&file, "data"), -ENOENT);
	CHECK_EQ(symbol(&file, "on"), -ENOENT);
	CHECK_EQ(symbol(&file, "wice"), -ENOENT);
	CHECK_EQ(symbol(&file, ""), -ENOENT);
}

static void test_symbols(void)
{
	check_symbols(true);
	check_symbols(false);
}

/* Returns the offset from the start of the data, or an errno. */
static int object(struct file *file, const char *name)
{
	u64 address = 0;
	int ret = elf_find_object(file, name, &address);

	return ret ?: (int)(address - DATA_ADDRESS);
}

static void check_objects(bool is_64)
{
	struct file file = make(is_64);

	CHECK_EQ(object(&file, "data"), 0);
	CHECK_EQ(object(&file, "object"), 8);
	CHECK_EQ(object(&file, "one"), TEXT_ADDRESS + 0x10 - DATA_ADDRESS);
	CHECK_EQ(object(&file, "thread"), -ENOENT);
	CHECK_EQ(object(&file, "absent"), -ENOENT);
	CHECK_EQ(object(&file, "twice"), -EADDRNOTAVAIL);
	CHECK_EQ(object(&file, ""), -ENOENT);
}

static void test_objects(void)
{
	check_objects(true);
	check_objects(false);
}

static void check_markers(bool is_64)
{
	struct file file = make(is_64);
	struct elf_sites sites;

	CHECK_EQ(elf_find_marker(&file, "p", "m", &sites), 0);
	CHECK_EQ(sites.nr, 2);
	CHECK_EQ(sites.site[0].offset, TEXT_OFFSET + 0x100);
	CHECK_EQ(sites.site[0].semaphore, 0);
	CHECK_EQ(sites.site[0].address, TEXT_ADDRESS + 0x100);
	CHECK_EQ(sites.site[0].is_64, is_64);
	CHECK_EQ(sites.site[0].is_fixed, true);
	CHECK_STR(sites.site[0].args, "-4@%eax 8@object(%rip)", "arguments");
	CHECK_EQ(sites.site[1].offset, TEXT_OFFSET + 0x300);
	CHECK_STR(sites.site[1].args, "", "no arguments");
	elf_sites_free(&sites);
	CHECK_EQ(elf_find_marker(&file, "p", "with", &sites), 0);
	CHECK_EQ(sites.nr, 1);
	CHECK_EQ(sites.site[0].offset, TEXT_OFFSET + 0x200);
	CHECK_EQ(sites.site[0].semaphore, DATA_OFFSET + 8);
	CHECK_STR(sites.site[0].args, "", "no text of arguments");
	elf_sites_free(&sites);
	CHECK_EQ(elf_find_marker(&file, "p", "outside", &sites), -ENOEXEC);
	CHECK_EQ(elf_find_marker(&file, "p", "wit", &sites), -ENOENT);
	CHECK_EQ(elf_find_marker(&file, "", "m", &sites), -ENOENT);
	CHECK_EQ(elf_find_marker(&file, "m", "p", &sites), -ENOENT);
}

static void test_markers(void)
{
	check_markers(true);
	check_markers(false);
}

static void check_marker_at(bool is_64)
{
	struct file file = make(is_64);
	struct elf_sites sites = { .nr = 1 };
	struct elf_site *site = &sites.site[0];

	site->offset = TEXT_OFFSET + 0x100;
	CHECK_EQ(elf_find_marker_at(&file, site), 0);
	CHECK_EQ(site->address, TEXT_ADDRESS + 0x100);
	CHECK_EQ(site->semaphore, 0);
	CHECK_STR(site->args, "-4@%eax 8@object(%rip)", "arguments");
	elf_sites_free(&sites);
	site->offset = TEXT_OFFSET + 0x200;
	CHECK_EQ(elf_find_marker_at(&file, site), 0);
	CHECK_STR(site->args, "", "no text of arguments");
	elf_sites_free(&sites);
	site->offset = TEXT_OFFSET + 0x101;
	CHECK_EQ(elf_find_marker_at(&file, site), -ENOENT);
	CHECK(!site->args);
}

static void test_markers_at(void)
{
	check_marker_at(true);
	check_marker_at(false);
}

/* An argument is left out as a whole, and its marker is found. */
static void test_long_arguments(void)
{
	static char names[4100] = "p\0long\0";
	struct elf64_hdr *head = (void *)made;
	struct elf64_shdr *section;
	struct elf_sites sites;
	struct file file;
	size_t len;

	memset(names + 7, '1', sizeof(names) - 8);
	for (len = 3900; len < sizeof(names); len += 8) {
		file = make(true);
		end = 0x1000;
		put_note("stapsdt", 3, TEXT_ADDRESS, 0, 0, names, len);
		section = (void *)(made + head->e_shoff);
		section[4].sh_offset = 0x1000;
		section[4].sh_size = end - 0x1000;
		CHECK_EQ(elf_find_marker(&file, "p", "long", &sites), 0);
		CHECK_EQ(strlen(sites.site[0].args),
			 8 + 24 + len < 4096 ? len - 7 : 0);
		elf_sites_free(&sites);
	}
}

static void test_damaged(void)
{
	struct elf_sites sites;
	struct file file;
	u64 offset;
	size_t size;

	file = make(true);
	made[EI_DATA] = ELFDATA2MSB;
	CHECK_EQ(elf_find_symbol(&file, "one", &offset), -ENOEXEC);
	file = make(true);
	((struct elf64_hdr *)made)->e_type = ET_REL;
	CHECK_EQ(elf_find_symbol(&file, "one", &offset), -ENOEXEC);
	file = make(true);
	((struct elf64_hdr *)made)->e_shoff = S64_MAX;
	CHECK_EQ(elf_find_symbol(&file, "one", &offset), -ENOEXEC);
	file = make(true);
	((struct elf64_hdr *)made)->e_shoff = 0;
	CHECK_EQ(elf_find_symbol(&file, "one", &offset), -ENOENT);
	CHECK_EQ(elf_find_marker(&file, "p", "m", &sites), -ENOENT);
	file = make(true);
	/* The three last section headers are not wanted. */
	for (size = 0; size < end - 3 * sizeof(struct elf64_shdr); size++) {
		file.size = size;
		CHECK(elf_find_symbol(&file, "one", &offset) == -ENOEXEC);
	}
}

/* Numbers above the fields' range stand in the first section header. */
static void test_many_sections(void)
{
	struct file file = make(true);
	struct elf64_hdr *head = (void *)made;
	struct elf64_shdr *first = (void *)(made + head->e_shoff);
	struct elf_sites sites;

	first->sh_size = head->e_shnum;
	first->sh_link = head->e_shstrndx;
	head->e_shnum = 0;
	head->e_shstrndx = 0xffff;
	CHECK_EQ(symbol(&file, "one"), 0x10);
	CHECK_EQ(elf_find_marker(&file, "p", "with", &sites), 0);
	CHECK_EQ(sites.site[0].offset, TEXT_OFFSET + 0x200);
	elf_sites_free(&sites);
}

static u32 seed = 1;

static u32 rnd(u32 below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* Whatever the bytes are, the reader ends, and reads nothing outside. */
static void test_mutations(void)
{
	static const u8 odd[] = { 0, 1, 0x7f, 0x80, 0xff };
	struct elf_sites sites, at;
	struct file file;
	unsigned int i, n;
	u64 offset;

	for (i = 0; i < 20000; i++) {
		file = make(i & 1);
		for (n = 1 + rnd(8); n; n--)
			made[rnd(rnd(2) ? end : 64)] = rnd(2) ? rnd(256) :
						       odd[rnd(sizeof(odd))];
		if (!rnd(4))
			file.size = rnd(end);
		elf_find_symbol(&file, "local_and_global", &offset);
		elf_find_symbol(&file, "only_dynamic", &offset);
		elf_find_object(&file, "object", &offset);
		elf_find_marker(&file, "p", "m", &sites);
		CHECK(sites.nr <= ELF_SITES_MAX);
		elf_sites_free(&sites);
		at = (struct elf_sites) { .nr = 1 };
		at.site[0].offset = TEXT_OFFSET + 0x100;
		elf_find_marker_at(&file, &at.site[0]);
		elf_sites_free(&at);
	}
}

/* A function and a marker of this program, for which the linker wrote tables. */
noinline int elf_test_target(int i)
{
	asm volatile("990: nop\n"
		     ".pushsection .note.stapsdt,\"\",\"note\"\n"
		     ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
		     "991: .asciz \"stapsdt\"\n992: .balign 4\n"
		     "993: .8byte 990b, _elf_test_base, 0\n"
		     ".asciz \"unit\"\n.asciz \"marker\"\n.asciz \"4@%edi\"\n"
		     "994: .balign 4\n.popsection\n"
		     ".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n"
		     "_elf_test_base: .space 1\n.popsection\n");
	return i + 1;
}

static void test_own_program(void)
{
	FILE *own = fopen("/proc/self/exe", "r");
	struct elf_sites sites;
	struct file file = {};
	u64 offset = 0, i;
	bool within = false;
	u8 *bytes;

	CHECK(own);
	if (!own)
		return;
	fseek(own, 0, SEEK_END);
	file.size = ftell(own);
	rewind(own);
	bytes = malloc(file.size);
	file.bytes = bytes;
	CHECK_EQ(fread(bytes, 1, file.size, own), file.size);
	fclose(own);
	CHECK_EQ(elf_find_symbol(&file, "elf_test_target", &offset), 0);
	CHECK(offset + 16 < file.size &&
	      !memcmp(bytes + offset, (void *)elf_test_target, 16));
	CHECK_EQ(elf_find_marker(&file, "unit", "marker", &sites), 0);
	CHECK_EQ(sites.nr, 1);
	for (i = offset; i < offset + 256; i++)
		within |= i == sites.site[0].offset;
	CHECK(within && bytes[sites.site[0].offset] == 0x90);
	CHECK_STR(sites.site[0].args, "4@%edi", "arguments");
	elf_sites_free(&sites);
	CHECK_EQ(elf_find_symbol(&file, "elf_test_targe", &offset), -ENOENT);
	free(bytes);
}

const struct test tests[] = {
	{ "symbols are found in files of 32 and of 64 bits", test_symbols },
	{ "variables are found in files of 32 and of 64 bits", test_objects },
	{ "markers are found in files of 32 and of 64 bits", test_markers },
	{ "markers are found by their place", test_markers_at },
	{ "arguments that are too long are left out", test_long_arguments },
	{ "files that are damaged or of another kind are refused", test_damaged },
	{ "section numbers that need the first header are understood", test_many_sections },
	{ "20,000 files with wrong bytes do no harm", test_mutations },
	{ "a function and a marker of a program are where the linker put them", test_own_program },
	{}
};
