/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the arguments of markers in a program's file, see arg_marker.h. */
#ifndef HISTRIG_PROBE_MARKER_H
#define HISTRIG_PROBE_MARKER_H

struct elf_sites;
struct file;

/**
 * marker_find_args() - find out where markers have their arguments
 * @file: the file, open for reading
 * @sites: places in the file; @marker of those that have a marker is set
 *
 * It does not matter how the places were found, so that a definition with
 * offsets in place of the marker, as uprobe_events shows it, means the same.
 *
 * Context: process, may sleep for as long as the file's filesystem likes; a fatal
 *	signal ends it.
 * Return: 0, -EINTR, -ENOMEM or an errno of reading. It is no error if there are
 * no markers.
 */
int marker_find_args(struct file *file, struct elf_sites *sites);

/* marker_sites_free() - free places and the arguments that were found there */
void marker_sites_free(struct elf_sites *sites);

#endif /* HISTRIG_PROBE_MARKER_H */
