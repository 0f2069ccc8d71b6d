// SPDX-License-Identifier: GPL-2.0
/* Symbols and markers of ELF files: of handmade files, and of this program. */
#include <linux/elf.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/probe/elf.h"
#include "elf_world.h"
#include "test.h"

/* Returns the offset of a function from the start of .text, or an errno. */
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

/* Returns the offset of an object from the start of .data, or an errno. */
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

/* An argument that is too long is left out, but its marker is found. */
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
	/*
	 * A file that ends too early is refused. Only the last three section headers
	 * may be missing, since the search does not need them.
	 */
	for (size = 0; size < end - 3 * sizeof(struct elf64_shdr); size++) {
		file.size = size;
		CHECK(elf_find_symbol(&file, "one", &offset) == -ENOEXEC);
	}
}

/* Numbers that do not fit into the ELF header are in the first section header. */
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

/* A file whose tables end far beyond its data, so that their rest is a hole. */
static struct file make_endless(u32 type)
{
	struct file file = make(true);
	struct elf64_shdr *section =
		(void *)(made + ((struct elf64_hdr *)made)->e_shoff);
	unsigned int i;

	file.is_sparse = true;
	for (i = 0; i < 7; i++)
		if (section[i].sh_type == type)
			section[i].sh_size = 1UL << 61;
	nr_reads = 0;
	return file;
}

static void test_endless(void)
{
	struct elf_sites sites;
	struct file file;

	file = make_endless(SHT_SYMTAB);
	CHECK_EQ(symbol(&file, "old"), -EFBIG);
	CHECK(nr_reads < 5000000);
	file = make_endless(SHT_NOTE);
	CHECK_EQ(elf_find_marker(&file, "p", "m", &sites), -EFBIG);
	CHECK(nr_reads < 5000000);
	elf_sites_free(&sites);
	file = make_endless(SHT_NULL);
	((struct elf64_hdr *)made)->e_phnum = 1171;
	CHECK_EQ(symbol(&file, "one"), -ENOEXEC);
	((struct elf64_hdr *)made)->e_phnum = 1170;
	CHECK_EQ(symbol(&file, "one"), 0x10);
}

/* A fatal signal ends a search. Other signals do not, however long the search takes. */
static void test_signals(void)
{
	struct file file = make_endless(SHT_SYMTAB);

	signal_after = 10000;
	CHECK_EQ(symbol(&file, "old"), -EFBIG);
	shim_killed = true;
	file = make_endless(SHT_SYMTAB);
	CHECK_EQ(symbol(&file, "old"), -EINTR);
	CHECK(nr_reads < 10010);
	signal_after = UINT_MAX;
	shim_signal = false;
	shim_killed = false;
}

static u32 seed = 1;

static u32 rnd(u32 below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* The reader ends and stays within the file, whatever the bytes are. */
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

/* A function and a marker of this program, in tables that the linker has written. */
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
	{ "markers are found by their address", test_markers_at },
	{ "arguments that are too long are left out", test_long_arguments },
	{ "files that are damaged or of another kind are refused", test_damaged },
	{ "section numbers that are in the first section header are read", test_many_sections },
	{ "reading a file whose tables do not end is given up", test_endless },
	{ "only a fatal signal ends a search in an ELF file", test_signals },
	{ "20,000 files with wrong bytes do no harm", test_mutations },
	{ "a function and a marker of this program are found", test_own_program },
	{}
};
