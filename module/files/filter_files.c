// SPDX-License-Identifier: GPL-2.0
/*
 * The files filter of an event and of a system.
 *
 * A filter that is wrong takes the place of the one that was there: the file
 * shows it with what is wrong, and no hit is filtered. What is written to a
 * system's file goes to those of its events that can take it; the others keep
 * what they have, and only if there is none that can is it wrong.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../filter/filter.h"
#include "../filter/function.h"
#include "../filter/report.h"
#include "../instance/instance.h"
#include "filter_files.h"
#include "open.h"
#include "tree.h"

static const char usual_message[] =
	"### global filter ###\n"
	"# Use this to set filters for multiple events.\n"
	"# Only events with the given fields will be affected.\n"
	"# If no events are modified, an error message will be displayed here\n";

/* Takes @text, which may be NULL. */
static void set_message(struct system_dir *dir, char *text)
{
	kfree(dir->filter_error);
	dir->filter_error = text;
}

/* Returns what was published before, to be freed when no hit sees it. */
static struct filter *publish(struct event_file *file, struct filter *filter,
			      char *error)
{
	struct filter *old;

	old = rcu_dereference_protected(file->filter,
					lockdep_is_held(&event_mutex));
	rcu_assign_pointer(file->filter, filter);
	kfree(file->filter_error);
	file->filter_error = error;
	return old;
}

static void set_filter(struct event_file *file, struct filter *filter,
		       char *error)
{
	struct filter *old = publish(file, filter, error);

	if (!old)
		return;
	hits_synchronize();
	filter_free(old);
}

static bool is_clear(char *text)
{
	return !strcmp(strstrip(text), "0");
}

static int apply_to_event(struct event_file *file, char *text)
{
	struct filter *filter = NULL;
	struct filter_fault fault;
	char *error = NULL;
	int ret = 0;

	if (!event_file_linked(file))
		return -ENODEV;
	if (!is_clear(text)) {
		ret = filter_parse(&filter, file->event, text, &fault);
		if (ret) {
			filter_log_fault(&file->instance->errors, text, &fault);
			error = filter_explain_fault(text, &fault, ret);
		}
	}
	set_filter(file, filter, error);
	return ret;
}

static bool belongs(const struct event_file *file, const struct system_dir *dir)
{
	return !strcmp(file->event->header->system, dir->name);
}

static unsigned int count_events(const struct system_dir *dir)
{
	struct event_file *file;
	unsigned int nr = 0;

	list_for_each_entry(file, &dir->instance->files, in_instance)
		nr += belongs(file, dir);
	return nr;
}

/*
 * Makes a filter for each event that can take it, in the order of the
 * events; NULL for the others. Returns how many there are, or -ENOMEM.
 */
static int make_filters(struct filter **filters, const struct system_dir *dir,
			const char *text)
{
	struct filter_fault fault;
	struct event_file *file;
	unsigned int i = 0, taken = 0;
	int ret;

	list_for_each_entry(file, &dir->instance->files, in_instance) {
		if (!belongs(file, dir))
			continue;
		ret = filter_parse(&filters[i++], file->event, text, &fault);
		if (ret == -ENOMEM)
			return ret;
		taken += !ret;
	}
	return taken;
}

/* Leaves in @filters what the events had; one wait is enough for all. */
static void exchange_filters(struct filter **filters,
			     const struct system_dir *dir, bool all)
{
	struct event_file *file;
	unsigned int i = 0;

	list_for_each_entry(file, &dir->instance->files, in_instance) {
		if (!belongs(file, dir))
			continue;
		if (filters[i] || all)
			filters[i] = publish(file, filters[i], NULL);
		i++;
	}
	hits_synchronize();
}

static int apply_to_system(struct system_dir *dir, char *text)
{
	const struct filter_fault fault = { FILTER_ERROR_SUBSYSTEM, 0 };
	unsigned int i, nr = count_events(dir);
	struct filter **filters;
	bool clear;
	int ret = 0;

	if (!nr)
		return -ENODEV;
	filters = kvcalloc(nr, sizeof(*filters), GFP_KERNEL);
	if (!filters)
		return -ENOMEM;

	clear = is_clear(text);
	if (!clear) {
		function_remember(true);
		ret = make_filters(filters, dir, text);
		function_remember(false);
	}
	if (clear || ret > 0) {
		exchange_filters(filters, dir, clear);
		set_message(dir, NULL);
	} else if (!ret) {
		set_message(dir, filter_explain_fault(text, &fault, 0));
	}
	if (!clear && ret >= 0 && ret < nr)
		filter_log_fault(&dir->instance->errors, text, &fault);

	for (i = 0; i < nr; i++)
		filter_free(filters[i]);
	kvfree(filters);
	if (clear || ret > 0)
		return 0;
	return ret ?: -EINVAL;
}

void filter_files_disarm(struct event_file *file)
{
	file->old_filter = publish(file, NULL, NULL);
}

void filter_files_free_disarmed(struct event_file *file)
{
	filter_free(file->old_filter);
	file->old_filter = NULL;
}

/* A command as it was written, to be freed by kfree(). */
static char *read_command(const char __user *from, size_t count)
{
	if (count >= PAGE_SIZE)
		return ERR_PTR(-EINVAL);
	return memdup_user_nul(from, count);
}

static int event_show(struct seq_file *m, void *v)
{
	struct event_file *file = m->private;
	const struct filter *filter;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		filter = rcu_dereference_protected(file->filter,
						   lockdep_is_held(&event_mutex));
		if (file->filter_error)
			seq_printf(m, "%s\n", file->filter_error);
		else
			seq_printf(m, "%s\n", filter ? filter->text : "none");
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_open(struct inode *inode, struct file *filp)
{
	return tree_event_single_open(inode, filp, event_show);
}

static ssize_t event_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	char *text = read_command(from, count);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&event_mutex);
	ret = apply_to_event(file_inode(filp)->i_private, text);
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

const struct file_operations event_filter_fops = {
	.owner = THIS_MODULE,
	.open = event_open,
	.read = seq_read,
	.write = event_write,
	.llseek = seq_lseek,
	.release = tree_event_single_release,
};

static int system_show(struct seq_file *m, void *v)
{
	struct system_dir *dir = m->private;

	mutex_lock(&event_mutex);
	if (dir->filter_error)
		seq_printf(m, "%s\n", dir->filter_error);
	else
		seq_puts(m, usual_message);
	mutex_unlock(&event_mutex);
	return 0;
}

static int system_open(struct inode *inode, struct file *filp)
{
	int ret = system_dir_open(inode, filp);

	if (ret)
		return ret;
	ret = single_open(filp, system_show, inode->i_private);
	if (ret)
		system_dir_release(inode, filp);
	return ret;
}

static int system_release(struct inode *inode, struct file *filp)
{
	system_dir_release(inode, filp);
	return single_release(inode, filp);
}

static ssize_t system_write(struct file *file, const char __user *from,
			    size_t count, loff_t *pos)
{
	char *text = read_command(from, count);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&event_mutex);
	ret = apply_to_system(file_inode(file)->i_private, text);
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

const struct file_operations system_filter_fops = {
	.owner = THIS_MODULE,
	.open = system_open,
	.read = seq_read,
	.write = system_write,
	.llseek = seq_lseek,
	.release = system_release,
};
