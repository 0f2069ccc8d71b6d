// SPDX-License-Identifier: GPL-2.0
/* Files that control recording, see control_files.h. */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
#include "control_files.h"
#include "open.h"
#include "tree.h"

static ssize_t on_read(struct file *filp, char __user *to, size_t count,
		       loff_t *pos)
{
	const char *text = instance_is_on(filp->private_data) ? "1\n" : "0\n";

	return simple_read_from_buffer(to, count, pos, text, 2);
}

static ssize_t on_write(struct file *filp, const char __user *from,
			size_t count, loff_t *pos)
{
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	instance_set_on(filp->private_data, value);
	++*pos;
	return count;
}

static const struct file_operations tracing_on_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = on_read,
	.write = on_write,
	.llseek = default_llseek,
	.release = tree_release,
};

static int clock_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	const struct trace_clock *clock, *now = READ_ONCE(instance->clock);

	for (clock = trace_clocks; clock->name; clock++)
		seq_printf(m, "%s%s%s%s", clock == trace_clocks ? "" : " ",
			   clock == now ? "[" : "", clock->name,
			   clock == now ? "]" : "");
	seq_putc(m, '\n');
	return 0;
}

static int clock_open(struct inode *inode, struct file *filp)
{
	return tree_single_open(inode, filp, clock_show);
}

static ssize_t clock_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	const struct trace_clock *clock;
	char text[64], *name;

	name = tree_get_word(text, sizeof(text), from, count);
	if (IS_ERR(name))
		return PTR_ERR(name);
	clock = trace_clock_find(name);
	if (!clock)
		return -EINVAL;
	mutex_lock(&event_mutex);
	instance_set_clock(file_inode(filp)->i_private, clock);
	mutex_unlock(&event_mutex);
	*pos += count;
	return count;
}

static const struct file_operations trace_clock_fops = {
	.owner = THIS_MODULE,
	.open = clock_open,
	.read = seq_read,
	.write = clock_write,
	.llseek = tree_lseek,
	.release = tree_single_release,
};

static ssize_t cpumask_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	struct instance *instance = filp->private_data;
	ssize_t ret = -EINVAL;
	char *text;
	int len;

	mutex_lock(&event_mutex);
	text = kasprintf(GFP_KERNEL, "%*pb\n", cpumask_pr_args(instance->cpus));
	mutex_unlock(&event_mutex);
	if (!text)
		return -ENOMEM;
	/* The kernel gives all of it at once, with the zero behind, or none. */
	len = strlen(text) + 1;
	if (len <= count)
		ret = simple_read_from_buffer(to, count, pos, text, len - 1);
	kfree(text);
	return ret;
}

static ssize_t cpumask_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	cpumask_var_t cpus;
	int ret;

	if (!count || count > KMALLOC_MAX_SIZE)
		return -EINVAL;
	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse_user(from, count, cpus);
	if (!ret) {
		mutex_lock(&event_mutex);
		instance_set_cpus(filp->private_data, cpus);
		mutex_unlock(&event_mutex);
	}
	free_cpumask_var(cpus);
	return ret ?: count;
}

static const struct file_operations tracing_cpumask_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = cpumask_read,
	.write = cpumask_write,
	.llseek = generic_file_llseek,
	.release = tree_release,
};

/* There are no tracers but the one that does nothing. */
static ssize_t tracer_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	return simple_read_from_buffer(to, count, pos, "nop\n", 4);
}

static ssize_t tracer_write(struct file *filp, const char __user *from,
			    size_t count, loff_t *pos)
{
	struct instance *instance = filp->private_data;
	char text[101], *name;
	int ret;

	name = tree_get_word(text, sizeof(text), from,
			     min(count, sizeof(text) - 1));
	if (IS_ERR(name))
		return PTR_ERR(name);
	if (strcmp(name, "nop"))
		return -EINVAL;
	/* Choosing a tracer is what makes the buffers large. */
	mutex_lock(&event_mutex);
	ret = instance_use_ring(instance);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static const struct file_operations current_tracer_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = tracer_read,
	.write = tracer_write,
	.llseek = generic_file_llseek,
	.release = tree_release,
};

static const struct file_operations available_tracers_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = tracer_read,
	.llseek = generic_file_llseek,
	.release = tree_release,
};

/* Entries are delta encoded, and what tracefs gives out is made over. */
static ssize_t stamp_mode_read(struct file *filp, char __user *to, size_t count,
			       loff_t *pos)
{
	static const char text[] = "[delta] absolute\n";

	return simple_read_from_buffer(to, count, pos, text, sizeof(text) - 1);
}

static const struct file_operations timestamp_mode_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = stamp_mode_read,
	.llseek = generic_file_llseek,
	.release = tree_release,
};

void control_files_make(struct instance *instance)
{
	struct dentry *dir = instance->dir;

	debugfs_create_file("tracing_on", TREE_MODE_WRITE, dir, instance,
			    &tracing_on_fops);
	debugfs_create_file("trace_clock", TREE_MODE_WRITE, dir, instance,
			    &trace_clock_fops);
	debugfs_create_file("timestamp_mode", TREE_MODE_READ, dir, instance,
			    &timestamp_mode_fops);
	debugfs_create_file("tracing_cpumask", TREE_MODE_WRITE, dir, instance,
			    &tracing_cpumask_fops);
	debugfs_create_file("current_tracer", TREE_MODE_WRITE, dir, instance,
			    &current_tracer_fops);
	debugfs_create_file("available_tracers", TREE_MODE_READ, dir, instance,
			    &available_tracers_fops);
}
