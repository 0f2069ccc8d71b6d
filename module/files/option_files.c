// SPDX-License-Identifier: GPL-2.0
/*
 * Options: the file trace_options and the folder options.
 *
 * Most are only looked at where something is recorded or printed. Setting one
 * that has to do more is set_option()'s work.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../record/comm.h"
#include "../ring/ring.h"
#include "open.h"
#include "option_files.h"
#include "tree.h"

static const char *const names[OPTIONS] = {
	[OPTION_PRINT_PARENT] = "print-parent",
	[OPTION_SYM_OFFSET] = "sym-offset",
	[OPTION_SYM_ADDR] = "sym-addr",
	[OPTION_VERBOSE] = "verbose",
	[OPTION_RAW] = "raw",
	[OPTION_HEX] = "hex",
	[OPTION_BIN] = "bin",
	[OPTION_BLOCK] = "block",
	[OPTION_FIELDS] = "fields",
	[OPTION_TRACE_PRINTK] = "trace_printk",
	[OPTION_ANNOTATE] = "annotate",
	[OPTION_USERSTACKTRACE] = "userstacktrace",
	[OPTION_SYM_USEROBJ] = "sym-userobj",
	[OPTION_PRINTK_MSGONLY] = "printk-msg-only",
	[OPTION_CONTEXT_INFO] = "context-info",
	[OPTION_LATENCY_FORMAT] = "latency-format",
	[OPTION_RECORD_CMD] = "record-cmd",
	[OPTION_RECORD_TGID] = "record-tgid",
	[OPTION_OVERWRITE] = "overwrite",
	[OPTION_STOP_ON_FREE] = "disable_on_free",
	[OPTION_IRQ_INFO] = "irq-info",
	[OPTION_MARKERS] = "markers",
	[OPTION_EVENT_FORK] = "event-fork",
	[OPTION_PAUSE_ON_TRACE] = "pause-on-trace",
	[OPTION_HASH_PTR] = "hash-ptr",
	[OPTION_STACKTRACE] = "stacktrace",
	[OPTION_TEST_NOP_ACCEPT] = "test_nop_accept",
	[OPTION_TEST_NOP_REFUSE] = "test_nop_refuse",
};

/* Those that the folder of the main instance alone has. */
#define TOP_OPTIONS	(BIT(OPTION_TRACE_PRINTK) | \
			 BIT(OPTION_PRINTK_MSGONLY) | BIT(OPTION_RECORD_CMD))

static int set_option(struct instance *instance, enum instance_option option,
		      bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (instance_option(instance, option) == on)
		return 0;
	if (option == OPTION_TEST_NOP_REFUSE)
		return -EINVAL;
	if (option == OPTION_RECORD_TGID && on)
		ret = tgid_init();
	if (option == OPTION_EVENT_FORK)
		ret = pid_filter_follow(instance, on);
	if (ret)
		return ret;
	WRITE_ONCE(instance->options, on ? instance->options | BIT(option) :
					   instance->options & ~BIT(option));
	if (option == OPTION_OVERWRITE)
		instance_set_overwrite(instance, on);
	return 0;
}

static int options_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	int i;

	for (i = 0; i < OPTIONS; i++)
		seq_printf(m, "%s%s\n", instance_option(instance, i) ? "" : "no",
			   names[i]);
	return 0;
}

static int options_open(struct inode *inode, struct file *filp)
{
	return tree_single_open(inode, filp, options_show);
}

static ssize_t options_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	char text[64], *name;
	bool on = true;
	int ret;

	name = tree_get_word(text, sizeof(text), from, count);
	if (IS_ERR(name))
		return PTR_ERR(name);
	if (str_has_prefix(name, "no")) {
		on = false;
		name += 2;
	}
	ret = match_string(names, OPTIONS, name);
	/* This one refuses whatever it is asked for. */
	if (ret < 0 || ret == OPTION_TEST_NOP_REFUSE)
		return -EINVAL;
	mutex_lock(&event_mutex);
	ret = set_option(file_inode(filp)->i_private, ret, on);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static const struct file_operations trace_options_fops = {
	.owner = THIS_MODULE,
	.open = options_open,
	.read = seq_read,
	.write = options_write,
	.llseek = tree_lseek,
	.release = tree_single_release,
};

/* The files in the folder have the names of the options. */
static enum instance_option option_of(const struct file *filp)
{
	return match_string(names, OPTIONS, filp->f_path.dentry->d_name.name);
}

static ssize_t option_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	bool on = instance_option(filp->private_data, option_of(filp));

	return simple_read_from_buffer(to, count, pos, on ? "1\n" : "0\n", 2);
}

static ssize_t option_write(struct file *filp, const char __user *from,
			    size_t count, loff_t *pos)
{
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	if (value > 1)
		return -EINVAL;
	mutex_lock(&event_mutex);
	ret = set_option(filp->private_data, option_of(filp), value);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static const struct file_operations option_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = option_read,
	.write = option_write,
	.llseek = generic_file_llseek,
	.release = tree_release,
};

void option_files_make(struct instance *instance)
{
	struct dentry *dir;
	int i;

	debugfs_create_file("trace_options", TREE_MODE_WRITE, instance->dir,
			    instance, &trace_options_fops);
	dir = debugfs_create_dir("options", instance->dir);
	if (IS_ERR(dir))
		return;
	for (i = 0; i < OPTIONS; i++)
		if (instance == &main_instance || !(BIT(i) & TOP_OPTIONS))
			debugfs_create_file(names[i], TREE_MODE_WRITE, dir,
					    instance, &option_fops);
}
