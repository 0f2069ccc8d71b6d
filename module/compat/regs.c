// SPDX-License-Identifier: GPL-2.0
/* Registers by name and by use, see regs.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/types.h>

#include "regs.h"

struct regs_name {
	const char *name;
	u16 offset;
};

/* Defines the architecture's names[], arguments[] and so on, and regs_find_part(). */
#include "arch-regs.h"

int regs_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i].name, name))
			return names[i].offset;
	return -EINVAL;
}

bool regs_have_prefix(void)
{
	return REGS_HAVE_PREFIX;
}

int regs_find_return(void)
{
	return regs_find(RETURN_VALUE);
}

int regs_find_argument(unsigned int n)
{
	return n < ARRAY_SIZE(arguments) ? regs_find(arguments[n]) : -EINVAL;
}

unsigned int regs_nr_arguments(void)
{
	return ARRAY_SIZE(arguments);
}

bool regs_pass_addresses(void)
{
	return PASSES_ADDRESSES;
}

unsigned int regs_argument_stack(unsigned int n)
{
	return n - ARRAY_SIZE(arguments) + STACK_BEFORE_ARGUMENTS;
}

int regs_find_place(void)
{
	return regs_find(PLACE);
}

bool regs_is_traced(int reg)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(untraced); i++)
		if (reg == regs_find(untraced[i]))
			return false;
	return true;
}
