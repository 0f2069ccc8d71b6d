/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables by which the module walks user stacks, made from the .eh_frame of an ELF file; see
 * include/histrig_unwind.h. libdw interprets .eh_frame. Files belong to users, so that all
 * that is read from them may be wrong: see apart.h.
 */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include <stddef.h>

#include <libelf.h>

#include "../../../include/histrig_unwind.h"

/* Size of the greatest table in bytes. */
#define TABLE_MAX	(sizeof(struct histrig_unwind_head) + \
			 HISTRIG_UNWIND_RULES * sizeof(struct histrig_unwind_rule) + \
			 HISTRIG_UNWIND_ROWS * (sizeof(__u32) + sizeof(__u16)))

/**
 * table_make() - make the table of an ELF file
 * @elf: the file
 * @fd: the fd that the table names
 * @bytes: buffer of TABLE_MAX bytes, aligned like the head
 *
 * Return: size of the table in bytes; 0 if the file describes no frames, or if it has code
 * beyond 4 GB, or out of memory.
 */
size_t table_make(Elf *elf, int fd, void *bytes);

/**
 * table_of() - make the table of an open file in a child process
 * @fd: the file, or HISTRIG_UNWIND_VDSO
 * @bytes: set to the table; the next call overwrites it
 *
 * Return: size of the table in bytes; 0 if there is none.
 */
size_t table_of(int fd, const void **bytes);

#endif /* TOOL_TABLE_H */
