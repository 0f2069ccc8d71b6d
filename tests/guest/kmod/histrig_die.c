// SPDX-License-Identifier: GPL-2.0
/* A write to /sys/kernel/debug/histrig_die causes an oops, which kills the writer. */
#include <linux/debugfs.h>
#include <linux/module.h>

static struct dentry *file;
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
	file = debugfs_create_file("histrig_die", 0200, NULL, NULL, &die_fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit die_exit(void)
{
	debugfs_remove(file);
}

module_init(die_init);
module_exit(die_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An oops, for the guest tests");
