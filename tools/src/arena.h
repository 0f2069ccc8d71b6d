/* SPDX-License-Identifier: GPL-2.0 */
/* An arena: memory that is freed as a whole. Each document and each picture has one. */
#ifndef TOOL_ARENA_H
#define TOOL_ARENA_H

#include <stddef.h>

struct arena_block;

/**
 * struct arena - memory that is freed as a whole; starts out as zeros
 * @last: the newest block, from which memory is allocated; links to the older ones
 */
struct arena {
	struct arena_block *last;
};

/**
 * arena_alloc() - allocate zeroed memory
 * @arena: the arena
 * @size: bytes of one element
 * @nr: number of elements; 0 allocates one byte
 *
 * Return: memory aligned for any type, or NULL if out of memory.
 */
void *arena_alloc(struct arena *arena, size_t size, size_t nr);

/* Copies a string. Returns NULL if out of memory. */
char *arena_strdup(struct arena *arena, const char *text);

/* Frees all memory of an arena. The arena can be used again. */
void arena_free(struct arena *arena);

#endif /* TOOL_ARENA_H */
