/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads ELF files: where a symbol or a marker is in the file.
 *
 * A file is what some user has written, and it may change while it is read. So
 * each offset that the file contains is checked when it is used, by reading
 * there: a read past the end of the file fails. Programs of 32 and of 64 bits
 * are understood, if their byte order is the kernel's.
 */
#ifndef HISTRIG_PROBE_ELF_H
#define HISTRIG_PROBE_ELF_H

#include <linux/types.h>

struct file;
struct marker_args;

/* Maximum number of places that a marker has in a file. */
#define ELF_SITES_MAX	64

/**
 * struct elf_site - a place in a file
 * @offset: offset of the instruction in the file, in bytes
 * @semaphore: offset of the word that counts who listens to the marker, 0 if
 *	there is none
 * @address: address of the instruction in the file; of markers only
 * @args: what the note of the marker says about its arguments; NULL for a place
 *	without a marker. Freed with elf_sites_free()
 * @is_64: the file is one of 64 bits; of markers only
 * @is_fixed: the file's addresses are those in memory; of markers only
 * @marker: for users of markers: what they have made of @args
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
 * Looks into the table of all symbols first, and into that of dynamic linking
 * if the file has no such table or the table has no such symbol. Of several
 * symbols a global one is meant.
 *
 * Context: process, may sleep for as long as the file's filesystem likes; a fatal
 *	signal ends it.
 * Return: 0; -ENOENT if there is no such function; -EADDRNOTAVAIL if there are
 * several; -ENOEXEC if the file is not an ELF file, or a damaged one; -EFBIG if
 * its tables are longer than those of any program; -EINTR; -ENOMEM; an errno of
 * reading.
 */
int elf_find_symbol(struct file *file, const char *name, u64 *offset);

/**
 * elf_find_object() - find the address of a variable or a function by its name
 * @file: the file, open for reading
 * @name: the name, without a version
 * @address: set to the address in the file
 *
 * Variables of threads have no address. Context and return values are those of
 * elf_find_symbol().
 */
int elf_find_object(struct file *file, const char *name, u64 *address);

/**
 * elf_find_marker() - find a marker (USDT probe) by its name
 * @file: the file, open for reading
 * @provider: name of the marker's provider
 * @name: name of the marker
 * @sites: set to the places that have the marker
 *
 * Context and return values are those of elf_find_symbol(), and -E2BIG if the
 * marker has more than ELF_SITES_MAX places. Call elf_sites_free() in any case.
 */
int elf_find_marker(struct file *file, const char *provider, const char *name,
		    struct elf_sites *sites);

/**
 * elf_find_marker_at() - find the marker that is at a place
 * @file: the file, open for reading
 * @site: the place; all but its offset and its semaphore is filled in
 *
 * Context and return values are those of elf_find_symbol(). Call
 * elf_sites_free() in any case.
 */
int elf_find_marker_at(struct file *file, struct elf_site *site);

/* elf_sites_free() - free the texts of places */
void elf_sites_free(struct elf_sites *sites);

#endif /* HISTRIG_PROBE_ELF_H */
