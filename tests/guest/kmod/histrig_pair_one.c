// SPDX-License-Identifier: GPL-2.0
/*
 * Half of a module with two functions called_pair(), and with a function that has the name of
 * one of the kernel's, but other parameters. The other half is histrig_pair_two.c.
 */
#include <linux/module.h>

#include "compat.h"

int pair_call(int i);

static CALLED int called_pair(int i)
{
	return i + 1;
}

static CALLED int ksys_fchown(int i)
{
	return i + 2;
}

static int __init pair_init(void)
{
	pair_call(called_pair(1) + ksys_fchown(1));
	return 0;
}

static void __exit pair_exit(void)
{
}

module_init(pair_init);
module_exit(pair_exit);
MODULE_DESCRIPTION("Functions whose names are not unique, for histrig's tests");
MODULE_LICENSE("GPL");
