/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file for tests, see test_file.h: each write is a command, which is passed to run();
 * a read returns the report of the last command. The module that includes this
 * header defines run().
 */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "test_file.h"

static int run(char *text);

static DEFINE_MUTEX(control_mutex);
static char report[8192];
static size_t report_len;

static __printf(1, 2) void put_report(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report_len += vscnprintf(report + report_len,
				 sizeof(report) - report_len, format, args);
	va_end(args);
}

static ssize_t control_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	char *text;
	int ret;

	if (count >= PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&control_mutex);
	report_len = 0;
	report[0] = '\0';
	ret = run(strim(text));
	mutex_unlock(&control_mutex);
	kfree(text);
	return ret ?: count;
}

static ssize_t control_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	ssize_t ret;

	mutex_lock(&control_mutex);
	ret = simple_read_from_buffer(to, count, pos, report, report_len);
	mutex_unlock(&control_mutex);
	return ret;
}

static const struct file_operations control_fops = {
	.owner = THIS_MODULE,
	.read = control_read,
	.write = control_write,
};

static void control_file_add(const char *name)
{
	test_file_add(name, 0600, &control_fops);
}

static void control_file_remove(const char *name)
{
	test_file_remove(name);
}
