/* SPDX-License-Identifier: GPL-2.0 */
/* Makes ELF files for tests. */
#ifndef ELF_WORLD_H
#define ELF_WORLD_H

#include <linux/elf.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "../../module/probe/elf.h"

#define FILE_MAX	0x3000
#define TEXT_ADDRESS	0x400000
#define TEXT_OFFSET	0x1000
#define DATA_ADDRESS	0x602000
#define DATA_OFFSET	0x2000

static unsigned int nr_reads;

/* Number of reads before a signal is pending. */
static unsigned int signal_after = UINT_MAX;

ssize_t kernel_read(struct file *file, void *buf, size_t size, loff_t *pos)
{
	size_t got;

	if (++nr_reads > signal_after)
		shim_signal = true;
	if (*pos < 0)
		return -EINVAL;
	got = (u64)*pos < file->size ?
	      min_t(u64, size, file->size - *pos) : 0;
	memcpy(buf, file->bytes + *pos, got);
	if (file->is_sparse) {
		memset(buf + got, 0, size - got);
		got = size;
	}
	*pos += got;
	return got;
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

/* A file under construction. */
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

	/* Both structs have a multiple of 8 bytes, so no gap follows them. */
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

/* Makes a file. Addresses in its notes are 0x1000 too low, as if it was moved after linking. */
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
	return (struct file) { .bytes = made, .size = sizeof(made) };
}

#endif /* ELF_WORLD_H */
