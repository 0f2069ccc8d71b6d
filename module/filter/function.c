// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of functions. The kernel exports no lookup function to modules. So
 * look_up() resolves a name by registering a kprobe, which is never armed, and
 * function_bounds() takes the bounds of a function from its printed symbol.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "function.h"

/* A name that was looked up. Its address is 0 if no function has this name. */
struct known_name {
	struct list_head link;
	unsigned long address;
	char name[];
};

/* Results of lookups made while @remembering is set; under event_mutex. */
static LIST_HEAD(known_names);
static bool remembering;

void function_remember(bool on)
{
	struct known_name *known, *next;

	lockdep_assert_held(&event_mutex);
	remembering = on;
	list_for_each_entry_safe(known, next, &known_names, link)
		kfree(known);
	INIT_LIST_HEAD(&known_names);
}

static void function_test_remember(const char *name, unsigned long address)
{
	struct known_name *known;

	known = kmalloc(struct_size(known, name, strlen(name) + 1), GFP_KERNEL);
	if (!known)
		return;
	strcpy(known->name, name);
	known->address = address;
	list_add(&known->link, &known_names);
}

#ifdef CONFIG_KPROBES
static int unused_handler(struct kprobe *probe, struct pt_regs *regs)
{
	return 0;
}

static unsigned long look_up(const char *name)
{
	struct kprobe probe = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
		.pre_handler = unused_handler,
	};

	unsigned long address;
	int ret;

	ret = register_kprobe(&probe);
	/*
	 * register_kprobe() sets the address even if the kernel allows no probe
	 * there.
	 */
	address = (unsigned long)probe.addr;
	if (!ret)
		unregister_kprobe(&probe);
	return address;
}
#else
static unsigned long look_up(const char *name)
{
	return 0;
}
#endif

unsigned long function_find(const char *name)
{
	struct known_name *known;
	unsigned long address;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(known, &known_names, link)
		if (!strcmp(known->name, name))
			return known->address;
	address = look_up(name);
	if (remembering)
		function_test_remember(name, address);
	return address;
}

bool function_bounds(unsigned long address, unsigned long *start,
		     unsigned long *size)
{
	char text[KSYM_SYMBOL_LEN], *at;
	unsigned long offset;

	/* Prints NAME+0xOFFSET/0xSIZE, then a module's name in brackets. */
	sprint_symbol(text, address);
	at = strrchr(text, '+');
	if (!at || sscanf(at, "+0x%lx/0x%lx", &offset, size) != 2)
		return false;
	*start = address - offset;
	return true;
}
