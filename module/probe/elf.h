/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds symbols and markers (USDT probes) in ELF files.
 *
 * Do not trust a file: any user may have written it, and it may change while it
 * is read. Offsets are not checked; a read beyond the end of the file fails.
 * Files may be 32-bit or 64-bit, in the kernel's byte order.
 */
#ifndef HISTRIG_PROBE_ELF_H
#define HISTRIG_PROBE_ELF_H

#include <linux/types.h>

struct file;
struct marker_args;

/* Maximum number of places of a marker in a file. */
#define ELF_SITES_MAX	64

/**
 * struct elf_site - a place in a file
 * @offset: offset of the instruction in the file, in bytes
 * @semaphore: file offset of the counter of the marker's users; 0 if none
 * @address: for markers, the address at which the ELF file says the instruction
 *	is loaded
 * @args: for markers, the arguments as the marker's note describes them, freed
 *	by elf_sites_free(); otherwise NULL
 * @is_64: for markers, whether the file is a 64-bit file
 * @is_fixed: for markers, whether the file is loaded at the addresses in it
 * @marker: @args, parsed; set and freed by uprobe.c
 */
struct elf_site {
	u64 offset;
	u64 semaphore;
	u64 address;
	char *args;
	bool is_64;
	bool is_fixed;
	struct marker_args *marker;
};

/**
 * struct elf_sites - places in a file
 * @nr: number of places
 * @site: the places
 */
struct elf_sites {
	unsigned int nr;
	struct elf_site site[ELF_SITES_MAX];
};

/**
 * elf_find_symbol() - find a function by its name
 * @file: the file, open for reading
 * @name: the name, without a version
 * @offset: set to the function's offset in the file, in bytes
 *
 * Searches .symtab, and .dynsym if the name is not found there. A global symbol
 * is preferred to local ones.
 *
 * Context: process, may sleep without a time limit, as the file's filesystem
 *	may be slow; a fatal signal ends it.
 * Return: 0; -ENOENT if there is no such function; -EADDRNOTAVAIL if there are
 * several; -ENOEXEC if the file is not a valid ELF file; -EFBIG if its tables
 * are too long; -EINTR; -ENOMEM; an errno of reading.
 */
int elf_find_symbol(struct file *file, const char *name, u64 *offset);

/*
 * Like elf_find_symbol(), but finds a variable or a function, and sets @address
 * to its address in the file. Does not find thread-local variables.
 */
int elf_find_object(struct file *file, const char *name, u64 *address);

/*
 * Finds all places of a marker. Returns like elf_find_symbol(), and -E2BIG if
 * there are more than ELF_SITES_MAX. Call elf_sites_free() in any case.
 */
int elf_find_marker(struct file *file, const char *provider, const char *name,
		    struct elf_sites *sites);

/*
 * Finds the marker at site->offset and fills in the rest of @site, except for
 * the semaphore. Returns like elf_find_symbol(). Call elf_sites_free() in any
 * case.
 */
int elf_find_marker_at(struct file *file, struct elf_site *site);

/* Frees elf_site.args of all places. */
void elf_sites_free(struct elf_sites *sites);

#endif /* HISTRIG_PROBE_ELF_H */
