/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the arguments of markers in a program's file, see arg_marker.h. */
#ifndef HISTRIG_PROBE_MARKER_H
#define HISTRIG_PROBE_MARKER_H

struct elf_sites;
struct file;

/**
 * marker_find_args() - find the arguments of markers
 * @file: the file, open for reading
 * @sites: places in the file; sets @marker of places that have a marker
 *
 * Also finds markers at offsets, because uprobe_events shows offsets, not a
 * marker's name.
 *
 * Context: process, may sleep without a time limit, as the file's filesystem
 *	may be slow; a fatal signal ends it.
 * Return: 0, also if there are no markers; -EINTR, -ENOMEM or an errno of
 * reading.
 */
int marker_find_args(struct file *file, struct elf_sites *sites);

/* Frees the places, with their arguments. */
void marker_sites_free(struct elf_sites *sites);

#endif /* HISTRIG_PROBE_MARKER_H */
