/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the module is loaded, and loading it. */
#ifndef TOOL_MODULE_H
#define TOOL_MODULE_H

#include <stdbool.h>

struct text;

/**
 * module_loaded() - test whether the module is loaded
 *
 * Return: true if it is loaded.
 */
bool module_loaded(void);

/**
 * module_load() - load the module as modprobe does
 * @why: if it cannot be loaded, a sentence for the user is appended here
 *
 * Return: true if it is loaded now.
 */
bool module_load(struct text *why);

/**
 * module_file() - find the module's file for the running kernel
 * @path: the name of the file is appended here
 *
 * Return: true if it is installed.
 */
bool module_file(struct text *path);

#endif /* TOOL_MODULE_H */
