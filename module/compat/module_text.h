/* SPDX-License-Identifier: GPL-2.0 */
/* Where a module's functions are. */
#ifndef HISTRIG_COMPAT_MODULE_TEXT_H
#define HISTRIG_COMPAT_MODULE_TEXT_H

#include <linux/module.h>

#include "gen/features.h"

/**
 * module_text() - get the addresses of a module's functions
 * @mod: the module
 * @init: true for those of its initialization, false for all others
 * @size: set to the number of bytes, 0 if there are none
 *
 * Context: any.
 * Return: the first address.
 */
static inline unsigned long module_text(const struct module *mod, bool init,
					unsigned long *size)
{
#ifdef HAVE_MODULE_MEM
	const struct module_memory *mem;

	mem = &mod->mem[init ? MOD_INIT_TEXT : MOD_TEXT];
	*size = mem->size;
	return (unsigned long)mem->base;
#else
	const struct module_layout *layout;

	layout = init ? &mod->init_layout : &mod->core_layout;
	*size = layout->text_size;
	return (unsigned long)layout->base;
#endif
}

#endif /* HISTRIG_COMPAT_MODULE_TEXT_H */
