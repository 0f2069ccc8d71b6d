/* SPDX-License-Identifier: GPL-2.0 */
/* What this kernel has, for the conditions of recipes. */
#ifndef TOOL_KERNEL_H
#define TOOL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "../recipe/recipe.h"
#include "tree.h"

/**
 * struct format_field - a field of an event
 * @type: its type, as format shows it
 * @name: its name, without the brackets of an array
 * @array: it is an array
 * @size: bytes
 * @is_signed: it has a sign
 */
struct format_field {
	char type[128];
	char name[128];
	bool array;
	unsigned int size;
	bool is_signed;
};

/**
 * kernel_world() - get what plans depend on
 * @tree: the tree
 * @word: identity of the session, or ""
 *
 * Return: for plan_make().
 */
struct plan_world kernel_world(struct tree *tree, const char *word);

/**
 * kernel_field() - read a line of an event's format
 * @line: a line like "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;"
 * @field: where to
 *
 * Return: true if it is such a line.
 */
bool kernel_field(const char *line, struct format_field *field);

/**
 * kernel_symbols() - find names of numbers in an event's format
 * @format: the text of the file
 * @field: the field, which __print_symbolic() prints there
 * @add: called with each number and its name
 * @data: for add()
 */
void kernel_symbols(const char *format, const char *field,
		    void (*add)(void *data, unsigned long long value, const char *text),
		    void *data);

/**
 * kernel_memory() - get the memory that is available without swapping
 *
 * Return: bytes; UINT64_MAX if it is not known.
 */
uint64_t kernel_memory(void);

/* Size of a buffer for the name of a module. */
#define KERNEL_MODULE_MAX	64

/**
 * kernel_awaits() - test whether a probe waits for a module that is not loaded
 * @line: as dynamic_events takes it; a function of a module is MODULE:FUNCTION
 * @module: for the name of the module: KERNEL_MODULE_MAX bytes
 *
 * Return: true if it does.
 */
bool kernel_awaits(const char *line, char *module);

#endif /* TOOL_KERNEL_H */
