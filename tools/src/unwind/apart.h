/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs functions that read files of users, in a child process without privileges. A file that
 * makes a library crash, loop or allocate without end only ends the child.
 */
#ifndef TOOL_APART_H
#define TOOL_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/*
 * Limits of a child, in seconds of CPU time for files of root and of others, and in bytes. In real
 * time it may take half as long again.
 */
#define APART_CPU	20
#define APART_CPU_OTHERS 2
#define APART_MEMORY	(1UL << 30)

/* How long opening a file may take, in seconds. */
#define APART_OPEN	3

/*
 * Allocates zeroed memory that a child can change for its parent. Returns NULL if out of memory.
 */
void *apart_memory(size_t size);

void apart_free(void *memory, size_t size);

/**
 * apart_run() - run a function in a child process
 * @work: the function; it may write to memory of apart_memory()
 * @data: passed to @work
 * @fd: the only file that is open in the child, or -1
 *
 * The child has no terminal, and can neither write files nor make processes. It is killed if it
 * exceeds a limit, or if the user asks to stop.
 *
 * Return: true if @work returned true.
 */
bool apart_run(bool (*work)(void *data), void *data, int fd);

/**
 * apart_open() - open a regular file for reading
 * @path: the file
 * @status: set to its status
 *
 * A child process opens it, because a file system that a user serves may never answer. Files of
 * such file systems (FUSE) are refused.
 *
 * Return: the fd, or -1.
 */
int apart_open(const char *path, struct stat *status);

#endif /* TOOL_APART_H */
