// SPDX-License-Identifier: GPL-2.0
/* ELF files; see image.h. */
#include <sys/auxv.h>

#include "image.h"

Elf *image_open(int fd)
{
	/* Mapping the file would end the program if the file shrinks. */
	return elf_version(EV_CURRENT) == EV_NONE ? NULL : elf_begin(fd, ELF_C_READ, NULL);
}

Elf *image_vdso(void)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)getauxval(AT_SYSINFO_EHDR);
	size_t size;

	if (!header || elf_version(EV_CURRENT) == EV_NONE)
		return NULL;
	/* The headers of sections are at its end. */
	size = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
	return elf_memory((char *)header, size);
}

bool image_code(Elf *elf, struct image_code *code)
{
	const char *ident = elf_getident(elf, NULL);
	GElf_Phdr segment;
	size_t i, nr;

	code->nr = 0;
	if (elf_kind(elf) != ELF_K_ELF || !ident || ident[EI_CLASS] != ELFCLASS64 ||
	    ident[EI_DATA] != ELFDATA2LSB || elf_getphdrnum(elf, &nr))
		return false;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf, i, &segment))
			return false;
		if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		if (code->nr == IMAGE_SEGMENTS || segment.p_offset > UINT32_MAX ||
		    segment.p_filesz > UINT32_MAX - segment.p_offset ||
		    segment.p_vaddr > UINT64_MAX - segment.p_filesz)
			return false;
		code->segments[code->nr++] = segment;
	}
	return true;
}

const GElf_Phdr *image_segment(const struct image_code *code, uint64_t address)
{
	size_t i;

	for (i = 0; i < code->nr; i++)
		if (address - code->segments[i].p_vaddr < code->segments[i].p_filesz)
			return &code->segments[i];
	return NULL;
}
