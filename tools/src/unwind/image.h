/* SPDX-License-Identifier: GPL-2.0 */
/* ELF files, opened with libelf. Only children of apart_run() may read them. */
#ifndef TOOL_IMAGE_H
#define TOOL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gelf.h>

/* Maximum number of segments with code; files of linkers have one or two. */
#define IMAGE_SEGMENTS	64

/**
 * struct image_code - the segments of a file that have code
 * @segments: the segments
 * @nr: number of segments
 */
struct image_code {
	GElf_Phdr segments[IMAGE_SEGMENTS];
	size_t nr;
};

/* Opens a file. Returns NULL if it is not ELF. */
Elf *image_open(int fd);

/* Opens the code that the kernel maps into this process. Returns NULL if there is none. */
Elf *image_vdso(void);

/**
 * image_code() - find the segments that have code
 * @elf: the file
 * @code: set to the segments
 *
 * Return: false if the file is not of a 64-bit machine that stores the least significant byte
 * first, if it has code beyond 4 GB, or if it is invalid.
 */
bool image_code(Elf *elf, struct image_code *code);

/* Finds the segment of an address. Returns NULL if it is not that of code. */
const GElf_Phdr *image_segment(const struct image_code *code, uint64_t address);

#endif /* TOOL_IMAGE_H */
