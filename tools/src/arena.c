// SPDX-License-Identifier: GPL-2.0
/* Memory that is freed as a whole; see arena.h. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#define BLOCK_SIZE	(64 << 10)

struct arena_block {
	struct arena_block *before;
	size_t used;
	size_t size;
	max_align_t bytes[];
};

static struct arena_block *add_block(struct arena *arena, size_t size)
{
	struct arena_block *block;

	if (size < BLOCK_SIZE)
		size = BLOCK_SIZE;
	block = calloc(1, sizeof(*block) + size);
	if (!block)
		return NULL;
	block->size = size;
	block->before = arena->last;
	arena->last = block;
	return block;
}

void *arena_alloc(struct arena *arena, size_t size, size_t nr)
{
	struct arena_block *block = arena->last;
	void *memory;

	if (nr > PTRDIFF_MAX / 2 / (size ? size : 1))
		return NULL;
	size = size && nr ? size * nr : 1;
	size = (size + sizeof(max_align_t) - 1) & -sizeof(max_align_t);
	if (!block || block->size - block->used < size)
		block = add_block(arena, size);
	if (!block)
		return NULL;
	memory = (char *)block->bytes + block->used;
	block->used += size;
	return memory;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = arena_alloc(arena, 1, size);

	return copy ? memcpy(copy, text, size) : NULL;
}

void arena_free(struct arena *arena)
{
	struct arena_block *block;

	while ((block = arena->last)) {
		arena->last = block->before;
		free(block);
	}
}
