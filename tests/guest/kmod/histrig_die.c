// SPDX-License-Identifier: GPL-2.0
/* A write to the file histrig_die causes an oops, which kills the writer. */
#include <linux/module.h>

#include "test_file.h"

static int *nowhere;

static ssize_t die_write(struct file *filp, const char __user *from,
			 size_t count, loff_t *pos)
{
	WRITE_ONCE(*READ_ONCE(nowhere), 0);
	return count;
}

static const struct file_operations die_fops = {
	.owner = THIS_MODULE,
	.write = die_write,
};

static int __init die_init(void)
{
	test_file_add("histrig_die", 0200, &die_fops);
	return 0;
}

static void __exit die_exit(void)
{
	test_file_remove("histrig_die");
}

module_init(die_init);
module_exit(die_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An oops, for the guest tests");
