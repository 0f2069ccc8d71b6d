/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of ELF files: their names, and where they are in the file. Also those of compilers
 * at run time, which write a text file for each process: lines of ADDRESS SIZE NAME, where the
 * numbers are hexadecimal.
 */
#ifndef TOOL_SYMBOLS_H
#define TOOL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum number of functions of a file, and of bytes of their names. */
#define SYMBOLS_MAX	(1 << 20)
#define SYMBOLS_TEXT	(1 << 27)

/**
 * struct symbol - a function
 * @offset: its offset in the file, or its address
 * @size: its size in bytes
 * @name: offset of its name in the names
 * @rank: of functions at the same place, the one with the least rank is shown
 */
struct symbol {
	uint64_t offset;
	uint32_t size;
	uint32_t name;
	uint32_t rank;
};

/**
 * struct symbols - the functions of a file
 * @list: the functions, by their offset
 * @nr: number of functions
 * @names: their names, each with a zero byte
 * @len: bytes at @names
 */
struct symbols {
	struct symbol *list;
	uint32_t nr;
	char *names;
	uint32_t len;
};

/* An fd for the code that the kernel maps into this process. */
#define SYMBOLS_VDSO	(-1)

/**
 * symbols_read() - read the functions of an open file in a child process
 * @fd: the file, or SYMBOLS_VDSO
 * @build_id: the build id that the file must have, in hexadecimal; NULL for any file
 * @symbols: set to the functions
 *
 * If the file has only the names that other files need, the file for debuggers in
 * /usr/lib/debug is read as well.
 *
 * Return: false if no function is known.
 */
bool symbols_read(int fd, const char *build_id, struct symbols *symbols);

/**
 * symbols_read_map() - read the text file of a compiler in a child process
 * @fd: the file
 * @symbols: set to the functions, by their addresses
 *
 * Return: false if no function is known.
 */
bool symbols_read_map(int fd, struct symbols *symbols);

/**
 * symbols_find() - find the function of a place
 * @symbols: functions of the file
 * @offset: offset in the file, or address
 *
 * Return: the function, or NULL if there is none.
 */
const struct symbol *symbols_find(const struct symbols *symbols, uint64_t offset);

void symbols_free(struct symbols *symbols);

#endif /* TOOL_SYMBOLS_H */
