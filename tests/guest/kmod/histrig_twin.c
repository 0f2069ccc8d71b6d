// SPDX-License-Identifier: GPL-2.0
/*
 * A function with the same name as one in histrig_called.c, and a module that
 * is slow to unload.
 *
 * A write of a number to the file histrig_twin calls called_twin() with
 * it. With linger=MS, the kernel still lists the module for that time after it
 * has called all notifiers about its unloading. With hold=NAME as well, the
 * kernel lists the module NAME instead, whose functions can still be traced. A write
 * to parameters/linger ends it earlier.
 */
#include <linux/async.h>
#include <linux/delay.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "compat.h"
#include "test_file.h"

static unsigned int linger;
module_param(linger, uint, 0644);
static char *hold;
module_param(hold, charp, 0444);

static CALLED int called_twin(int i)
{
	return i + 3;
}

static ssize_t twin_write(struct file *file, const char __user *from,
			  size_t len, loff_t *pos)
{
	int i, ret = kstrtoint_from_user(from, len, 0, &i);

	if (ret)
		return ret;
	called_twin(i);
	return len;
}

static const struct file_operations twin_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = twin_write,
	.llseek = default_llseek,
};

static void wait_here(void)
{
	unsigned int ms;

	for (ms = 0; ms < READ_ONCE(linger); ms += 100)
		msleep(100);
}

static int told(struct notifier_block *nb, unsigned long action, void *data)
{
	const struct module *mod = data;

	if (action == MODULE_STATE_GOING && !strcmp(mod->name, hold))
		wait_here();
	return NOTIFY_OK;
}

/* Priority INT_MAX is left to notifiers that must run before all others. */
static struct notifier_block notifier = {
	.notifier_call = told,
	.priority = INT_MAX - 1,
};

static int __init twin_init(void)
{
	if (hold)
		register_module_notifier(&notifier);
	test_file_add("histrig_twin", 0200, &twin_fops);
	return 0;
}

/* The kernel waits for this work after it has called all notifiers. */
static void stay(void *data, async_cookie_t cookie)
{
	wait_here();
}

static void __exit twin_exit(void)
{
	test_file_remove("histrig_twin");
	if (hold)
		unregister_module_notifier(&notifier);
	else if (linger)
		async_schedule(stay, NULL);
}

module_init(twin_init);
module_exit(twin_exit);
MODULE_DESCRIPTION("A second function of a name, for histrig's tests");
MODULE_LICENSE("GPL");
