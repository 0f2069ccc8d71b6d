/* SPDX-License-Identifier: GPL-2.0 */
/* Finds out what this kernel has, such as events and functions, for conditions in recipes. */
#ifndef TOOL_KERNEL_H
#define TOOL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "../recipe/recipe.h"
#include "tree.h"

/**
 * struct format_field - a field of an event
 * @type: its type in the file format
 * @name: its name, without the brackets of an array
 * @array: it is an array
 * @size: its size in bytes
 * @is_signed: it is signed
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
 * Return: the argument for plan_make().
 */
struct plan_world kernel_world(struct tree *tree, const char *word);

/**
 * kernel_field() - parse a line of an event's format
 * @line: a line like "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;"
 * @field: set to the field
 *
 * Return: false if the line has another form.
 */
bool kernel_field(const char *line, struct format_field *field);

/**
 * kernel_symbols() - find names of a field's values in an event's format
 * @format: contents of the file format
 * @field: a field that __print_symbolic() prints
 * @add: called with each number and its name
 * @data: passed to add()
 */
void kernel_symbols(const char *format, const char *field,
		    void (*add)(void *data, unsigned long long value, const char *text),
		    void *data);

/* Returns the bytes of memory available without swapping; UINT64_MAX if unknown. */
uint64_t kernel_memory(void);

/* Size of a buffer for the name of a module. */
#define KERNEL_MODULE_MAX	64

/**
 * kernel_awaits() - test whether a probe waits for a module that is not loaded
 * @line: the line for dynamic_events; a function of a module is MODULE:FUNCTION
 * @module: buffer of KERNEL_MODULE_MAX bytes for the module's name
 *
 * Return: true if the module is not loaded.
 */
bool kernel_awaits(const char *line, char *module);

#endif /* TOOL_KERNEL_H */
