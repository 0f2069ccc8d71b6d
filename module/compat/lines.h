/* SPDX-License-Identifier: GPL-2.0 */
/* Reading files that the kernel prints, such as /proc/kallsyms. */
#ifndef HISTRIG_COMPAT_LINES_H
#define HISTRIG_COMPAT_LINES_H

/**
 * typedef take_line_fn - a function that gets a line of a file
 * @ctx: data of the reader
 * @line: the line, without its newline; the function may write to it
 *
 * Return: 0, or any other value to end reading.
 */
typedef int take_line_fn(void *ctx, char *line);

/**
 * read_kernel_lines() - read a file of the kernel's own filesystems
 * @fs: name of a filesystem that cannot be a module, such as "proc"
 * @name: path of the file from the root of that filesystem; a seq_file whose
 *	lines are shorter than a page
 * @take: called for each line
 * @ctx: data for @take
 *
 * The caller's mounts and permissions do not matter, because a kernel thread
 * opens the file on a private mount.
 *
 * Context: process, may sleep.
 * Return: the result of the last call of @take, or an errno.
 */
int read_kernel_lines(const char *fs, const char *name, take_line_fn *take,
		      void *ctx);

#endif /* HISTRIG_COMPAT_LINES_H */
