// SPDX-License-Identifier: GPL-2.0
/* The files available_filter_functions and enabled_functions. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../event/registry.h"
#include "../function/command.h"
#include "../function/functions.h"
#include "../function/hook.h"
#include "../function/list.h"
#include "../instance/instance.h"
#include "files.h"
#include "open.h"

static void *list_start(struct seq_file *m, loff_t *pos)
{
	const struct function_list *list = m->private;

	return *pos < list->nr ? &list->functions[*pos] : NULL;
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return list_start(m, pos);
}

static int list_show(struct seq_file *m, void *v)
{
	traceable_show(m, m->private, v);
	seq_putc(m, '\n');
	return 0;
}

TREE_SEQ_OPS(list, tree_seq_stop);

/*
 * Counts the tracers, events, commands and profilers whose callbacks a function
 * calls; not probes. Prints their names to @m, unless it is NULL.
 */
static unsigned int function_users(unsigned long ip, struct seq_file *m)
{
	const struct instance *instance;
	unsigned int nr;

	if (!function_is_callable(ip))
		return 0;
	nr = function_ops_show(ip, m);
	list_for_each_entry(instance, &instance_list, link) {
		if (instance->functions && instance->functions->commands &&
		    function_commands_have(instance->functions->commands, ip)) {
			function_user_show(m, "commands", instance);
			nr++;
		}
		nr += function_users_show(instance, ip, m);
	}
	return nr;
}

/* Advances @pos to the next function that calls a callback; returns NULL if there is none. */
static void *function_list_next_enabled(const struct function_list *list,
					loff_t *pos)
{
	for (; *pos < list->nr; ++*pos)
		if (function_users(list->functions[*pos].address, NULL))
			return &list->functions[*pos];
	return NULL;
}

static void *enabled_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return function_list_next_enabled(m->private, pos);
}

static void *enabled_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return function_list_next_enabled(m->private, pos);
}

/* Prints a line that is like the kernel's up to the number of callbacks; their names follow. */
static int enabled_show(struct seq_file *m, void *v)
{
	const struct traceable *function = v;

	traceable_show(m, m->private, function);
	seq_printf(m, " (%u)\t", function_users(function->address, NULL));
	function_users(function->address, m);
	seq_putc(m, '\n');
	return 0;
}

TREE_SEQ_OPS(enabled, tree_seq_unlock);

static int list_open(struct inode *inode, struct file *filp,
		     const struct seq_operations *ops)
{
	struct function_list *list = function_list_get();
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	ret = tree_seq_open(filp, ops, list);
	if (ret)
		function_list_put(list);
	return ret;
}

static int names_open(struct inode *inode, struct file *filp)
{
	return list_open(inode, filp, &list_seq_ops);
}

static int enabled_open(struct inode *inode, struct file *filp)
{
	return list_open(inode, filp, &enabled_seq_ops);
}

static int list_release(struct inode *inode, struct file *filp)
{
	struct seq_file *m = filp->private_data;

	function_list_put(m->private);
	return seq_release(inode, filp);
}

const struct file_operations available_filter_functions_fops = {
	.owner = THIS_MODULE,
	.open = names_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = list_release,
};

const struct file_operations enabled_functions_fops = {
	.owner = THIS_MODULE,
	.open = enabled_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = list_release,
};
