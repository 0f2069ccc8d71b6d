/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs functions that read files of users, in a child process without privileges. A file that
 * makes a library crash, loop or allocate without end only ends the child.
 */
#ifndef TOOL_APART_H
#define TOOL_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Limits of a child, in seconds of CPU time and of real time, and in bytes. */
#define APART_CPU	20
#define APART_TIME	30
#define APART_MEMORY	(1UL << 30)

/* Allocates zeroed memory that a child can change for its parent, or ends the program. */
void *apart_memory(size_t size);

void apart_free(void *memory, size_t size);

/**
 * apart_run() - run a function in a child process
 * @work: the function; it may write to memory of apart_memory()
 * @data: passed to @work
 *
 * The child is killed if it exceeds a limit, or if the user asks to stop.
 *
 * Return: true if @work returned true.
 */
bool apart_run(bool (*work)(void *data), void *data);

#endif /* TOOL_APART_H */
