/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the module is loaded, and loading it. */
#ifndef TOOL_MODULE_H
#define TOOL_MODULE_H

#include <stdbool.h>

struct text;

bool module_loaded(void);

/**
 * module_load() - load the module like modprobe
 * @why: on failure, a sentence for the user is appended
 *
 * Return: true if it is loaded now.
 */
bool module_load(struct text *why);

/* Appends the path of the module's file. Returns false if this kernel has none. */
bool module_file(struct text *path);

#endif /* TOOL_MODULE_H */
