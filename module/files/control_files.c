// SPDX-License-Identifier: GPL-2.0
/*
 * Files that control how an instance records and prints: tracing_on,
 * trace_clock, tracing_cpumask, current_tracer, trace_options, the folder
 * options and similar files.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../function/functions.h"
#include "../graph/graph.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../record/saved_cmdlines.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
#include "files.h"
#include "open.h"
#include "table.h"

/* Like the kernel, truncate longer names. */
#define TRACER_NAME_MAX	100

static ssize_t on_read(struct file *filp, char __user *to, size_t count,
		       loff_t *pos)
{
	return tree_read_number(to, count, pos, instance_is_on(file_inode(filp)->i_private));
}

static ssize_t on_write(struct file *filp, const char __user *from,
			size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	unsigned long value;
	bool was_on;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	was_on = instance_is_on(instance);
	instance_set_on(instance, value);
	if (was_on != !!value && instance->tracer->switched)
		instance->tracer->switched(instance, value);
	mutex_unlock(&event_mutex);
	++*pos;
	return count;
}

TREE_FILE(tracing_on_fops, instance, on_read, on_write, default_llseek);

static int clock_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	const struct histrig_clock *clock, *now = READ_ONCE(instance->clock);

	for (clock = histrig_clocks; clock->name; clock++)
		seq_printf(m, "%s%s%s%s", clock == histrig_clocks ? "" : " ",
			   clock == now ? "[" : "", clock->name,
			   clock == now ? "]" : "");
	seq_putc(m, '\n');
	return 0;
}

static ssize_t clock_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	const struct histrig_clock *clock;
	char text[64], *name;

	name = tree_get_word(text, sizeof(text), from, count);
	if (IS_ERR(name))
		return PTR_ERR(name);
	clock = histrig_clock_find(name);
	if (!clock)
		return -EINVAL;
	mutex_lock(&event_mutex);
	instance_set_clock(file_inode(filp)->i_private, clock);
	/* instance_set_clock() has emptied the buffer, so functions_untraced() is 0 again. */
	functions_forget_untraced(file_inode(filp)->i_private, RING_ALL);
	mutex_unlock(&event_mutex);
	*pos += count;
	return count;
}

TREE_SHOW_FILE(trace_clock_fops, instance, clock_show, clock_write, tree_lseek);

static ssize_t cpumask_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	ssize_t ret = -EINVAL;
	char *text;
	int len;

	mutex_lock(&event_mutex);
	text = kasprintf(GFP_KERNEL, "%*pb\n", cpumask_pr_args(instance->cpus));
	mutex_unlock(&event_mutex);
	if (!text)
		return -ENOMEM;
	/* Like the kernel, fail if the reader's buffer is too small for the string and a NUL. */
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

	if (!count || count >= KMALLOC_MAX_SIZE)
		return -EINVAL;
	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse_user(from, count, cpus);
	if (!ret) {
		mutex_lock(&event_mutex);
		instance_set_cpus(file_inode(filp)->i_private, cpus);
		mutex_unlock(&event_mutex);
	}
	free_cpumask_var(cpus);
	return ret ?: count;
}

TREE_FILE(tracing_cpumask_fops, instance, cpumask_read, cpumask_write,
	  generic_file_llseek);

static ssize_t tracer_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	const struct instance *instance = file_inode(filp)->i_private;
	char text[TRACER_NAME_MAX + 2];
	int len = scnprintf(text, sizeof(text), "%s\n",
			    READ_ONCE(instance->tracer)->name);

	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t tracer_write(struct file *filp, const char __user *from,
			    size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	char text[TRACER_NAME_MAX + 1], *name;
	int ret;

	name = tree_get_word(text, sizeof(text), from,
			     min(count, sizeof(text) - 1));
	if (IS_ERR(name))
		return PTR_ERR(name);
	/* Like the kernel, expand the buffers to their full size. */
	mutex_lock(&event_mutex);
	ret = instance_use_ring(instance) ?: tracer_set(instance, name);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

TREE_FILE(current_tracer_fops, instance, tracer_read, tracer_write,
	  generic_file_llseek);

static int tracers_show(struct seq_file *m, void *v)
{
	const struct instance *instance = m->private;
	const struct tracer *tracer;

	list_for_each_entry(tracer, &tracer_list, link) {
		if (instance != &main_instance && !tracer->in_instances)
			continue;
		seq_puts(m, tracer->name);
		seq_putc(m, list_is_last(&tracer->link, &tracer_list) ? '\n' :
			    ' ');
	}
	return 0;
}

TREE_SHOW_FILE(available_tracers_fops, instance, tracers_show, NULL, seq_lseek);

/* The only mode is delta, because pages that users read contain times as deltas. */
static ssize_t stamp_mode_read(struct file *filp, char __user *to, size_t count,
			       loff_t *pos)
{
	static const char text[] = "[delta] absolute\n";

	return simple_read_from_buffer(to, count, pos, text, sizeof(text) - 1);
}

TREE_FILE(timestamp_mode_fops, instance, stamp_mode_read, NULL,
	  generic_file_llseek);

/*
 * Sets or clears an option's bit, and makes the further changes that some options
 * need.
 */
static int control_set_option(struct instance *instance,
			      enum instance_option option, bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (instance_option(instance, option) == on)
		return 0;
	if (option == OPTION_TEST_NOP_REFUSE)
		return -EINVAL;
	if (instance->tracer->set_option)
		ret = instance->tracer->set_option(instance, option, on);
	if (ret)
		return ret;
	if (option == OPTION_RECORD_TGID && on)
		ret = tgid_map_alloc();
	if (option == OPTION_EVENT_FORK)
		ret = pid_filter_follow(&instance->pids, on);
	if (option == OPTION_FUNCTION_FORK)
		ret = functions_follow_forks(instance, on);
	if (option == OPTION_SLEEP_TIME)
		ret = function_users_count_sleep(instance, on);
	if (ret)
		return ret;
	instance_set_option(instance, option, on);
	return 0;
}

/* The options in trace_options: common ones, and those of the instance's tracer. */
static unsigned long options_shown(const struct instance *instance)
{
	return OPTIONS_OF_ALL | READ_ONCE(instance->tracer)->options;
}

static int options_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	const unsigned long shown = options_shown(instance);
	int i;

	for_each_set_bit(i, &shown, OPTIONS)
		seq_printf(m, "%s%s\n", instance_option(instance, i) ? "" : "no",
			   instance_option_names[i]);
	return 0;
}

static ssize_t options_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
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
	ret = match_string(instance_option_names, OPTIONS, name);
	/* The kernel's test option "test_nop_refuse" refuses every value. */
	if (ret < 0 || ret == OPTION_TEST_NOP_REFUSE)
		return -EINVAL;
	mutex_lock(&event_mutex);
	if (options_shown(instance) & BIT(ret))
		ret = control_set_option(instance, ret, on);
	else
		ret = -EINVAL;
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

TREE_SHOW_FILE(trace_options_fops, instance, options_show, options_write,
	       tree_lseek);

static ssize_t option_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	struct inode *inode = file_inode(filp);

	return tree_read_number(to, count, pos,
				instance_option(inode->i_private, tree_option(inode)));
}

static int option_set(struct inode *inode, unsigned long on)
{
	return control_set_option(inode->i_private, tree_option(inode), on);
}

TREE_NUMBER_FILE(option_fops, instance, option_read, 1, option_set,
		 generic_file_llseek);
