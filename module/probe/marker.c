// SPDX-License-Identifier: GPL-2.0
/* Arguments of markers in a program's file, see marker.h. */
#include <linux/errno.h>
#include <linux/slab.h>

#include "arg_marker.h"
#include "elf.h"
#include "marker.h"

static int marker_find_symbol(struct file *file, const struct elf_site *site,
			      struct marker_arg *arg)
{
	u64 address;
	int ret = elf_find_object(file, arg->symbol, &address);

	switch (ret) {
	case 0:
		marker_arg_place(arg, address, site->address, site->is_fixed);
		return 0;
	case -ENOENT:
		marker_arg_fail(arg, PROBE_MARKER_SYMBOL);
		return 0;
	case -EADDRNOTAVAIL:
		marker_arg_fail(arg, PROBE_NON_UNIQ_SYMBOL);
		return 0;
	default:
		return ret;
	}
}

static int find_args(struct file *file, struct elf_site *site)
{
	struct marker_arg *arg;
	unsigned int i;
	int ret = 0;

	if (!site->args)
		ret = elf_find_marker_at(file, site);
	if (ret)
		return ret == -ENOENT || ret == -ENOEXEC ? 0 : ret;
	site->marker = marker_args_parse(site->args, site->is_64);
	if (!site->marker)
		return -ENOMEM;
	for (i = 0; !ret && i < site->marker->nr; i++) {
		arg = &site->marker->arg[i];
		if (arg->symbol)
			ret = marker_find_symbol(file, site, arg);
	}
	return ret;
}

int marker_find_args(struct file *file, struct elf_sites *sites)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < sites->nr; i++)
		ret = find_args(file, &sites->site[i]);
	return ret;
}

void marker_sites_free(struct elf_sites *sites)
{
	unsigned int i;

	for (i = 0; i < sites->nr; i++)
		marker_args_free(sites->site[i].marker);
	elf_sites_free(sites);
	kfree(sites);
}
