/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that is freed as a whole. All parts of a document or a picture come from its
 * arena, so they need not be freed one by one.
 */
#ifndef TOOL_ARENA_H
#define TOOL_ARENA_H

#include <stddef.h>

struct arena_block;

/**
 * struct arena - memory that is freed as a whole; zeros at first
 * @last: the block that memory is taken from, linked to those before it
 */
struct arena {
	struct arena_block *last;
};

/**
 * arena_alloc() - allocate zeroed memory
 * @arena: the arena
 * @size: bytes of one element
 * @nr: how many elements
 *
 * Return: memory for at least one byte, aligned for any type; NULL if there is none.
 */
void *arena_alloc(struct arena *arena, size_t size, size_t nr);

/**
 * arena_strdup() - copy a string
 * @arena: the arena
 * @text: the text
 *
 * Return: the copy; NULL if there is no memory.
 */
char *arena_strdup(struct arena *arena, const char *text);

/**
 * arena_free() - free all memory of an arena, which can be used again
 * @arena: the arena
 */
void arena_free(struct arena *arena);

#endif /* TOOL_ARENA_H */
