// SPDX-License-Identifier: GPL-2.0
/* Since 6.4 struct module describes a module's memory in an array, by type of memory. */
#include <linux/module.h>

void *probe(const struct module *mod);
void *probe(const struct module *mod)
{
	return mod->mem[MOD_INIT_TEXT].base;
}
