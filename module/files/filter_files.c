// SPDX-License-Identifier: GPL-2.0
/*
 * The files filter of an event and of a system.
 *
 * A filter that is wrong takes the place of the one that was there: the file
 * shows it with what is wrong, and no hit is filtered. What is written to a
 * system's file goes to those of its events that can take it; the others keep
 * what they have, and only if there is none that can is it wrong.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../filter/filter.h"
#include "../filter/report.h"
#include "filter_files.h"

/**
 * struct system_message - what the file of a system shows beside its usual text
 * @link: in the list of messages
 * @system: name of the system
 * @text: a filter that none of its events could take
 */
struct system_message {
	struct list_head link;
	const char *system;
	char *text;
};

/* One for each system that needs it; event_mutex. */
static LIST_HEAD(messages);

static const char usual_message[] =
	"### global filter ###\n"
	"# Use this to set filters for multiple events.\n"
	"# Only events with the given fields will be affected.\n"
	"# If no events are modified, an error message will be displayed here\n";

static struct system_message *find_message(const char *system)
{
	struct system_message *message;

	list_for_each_entry(message, &messages, link)
		if (!strcmp(message->system, system))
			return message;
	return NULL;
}

static void clear_message(const char *system)
{
	struct system_message *message = find_message(system);

	if (!message)
		return;
	list_del(&message->link);
	kfree(message->text);
	kfree(message);
}

/* Takes @text, which may be NULL without memory: then there is no message. */
static void set_message(const char *system, char *text)
{
	struct system_message *message;

	clear_message(system);
	message = kzalloc(sizeof(*message), GFP_KERNEL);
	if (!message || !text) {
		kfree(message);
		kfree(text);
		return;
	}
	message->system = system;
	message->text = text;
	list_add(&message->link, &messages);
}

/* Returns what was published before, to be freed when no hit sees it. */
static struct filter *publish(struct event *event, struct filter *filter,
			      char *error)
{
	struct filter *old;

	old = rcu_dereference_protected(event->filter,
					lockdep_is_held(&event_mutex));
	rcu_assign_pointer(event->filter, filter);
	kfree(event->filter_error);
	event->filter_error = error;
	return old;
}

static void set_filter(struct event *event, struct filter *filter, char *error)
{
	struct filter *old = publish(event, filter, error);

	if (!old)
		return;
	tracepoint_synchronize_unregister();
	filter_free(old);
}

static bool is_clear(char *text)
{
	return !strcmp(strstrip(text), "0");
}

static int apply_to_event(struct event *event, char *text)
{
	struct filter *filter = NULL;
	struct filter_fault fault;
	char *error = NULL;
	int ret = 0;

	if (!event->tp)
		return -ENODEV;
	if (!is_clear(text)) {
		ret = filter_parse(&filter, event, text, &fault);
		if (ret) {
			filter_log_fault(text, &fault);
			error = filter_explain_fault(text, &fault, ret);
		}
	}
	set_filter(event, filter, error);
	return ret;
}

static unsigned int count_events(const char *system)
{
	struct event *event;
	unsigned int nr = 0;

	list_for_each_entry(event, &event_list, link)
		nr += !strcmp(event->header->system, system);
	return nr;
}

/*
 * Makes a filter for each event that can take it, in the order of the
 * events; NULL for the others. Returns how many there are, or -ENOMEM.
 */
static int make_filters(struct filter **filters, const char *system,
			const char *text)
{
	struct filter_fault fault;
	struct event *event;
	unsigned int i = 0, taken = 0;
	int ret;

	list_for_each_entry(event, &event_list, link) {
		if (strcmp(event->header->system, system))
			continue;
		ret = filter_parse(&filters[i++], event, text, &fault);
		if (ret == -ENOMEM)
			return ret;
		taken += !ret;
	}
	return taken;
}

/* Leaves in @filters what the events had; one wait is enough for all. */
static void exchange_filters(struct filter **filters, const char *system,
			     bool all)
{
	struct event *event;
	unsigned int i = 0;

	list_for_each_entry(event, &event_list, link) {
		if (strcmp(event->header->system, system))
			continue;
		if (filters[i] || all)
			filters[i] = publish(event, filters[i], NULL);
		i++;
	}
	tracepoint_synchronize_unregister();
}

static int apply_to_system(const char *system, char *text)
{
	const struct filter_fault fault = { FILTER_ERROR_SUBSYSTEM, 0 };
	unsigned int i, nr = count_events(system);
	struct filter **filters;
	bool clear;
	int ret = 0;

	if (!nr)
		return -ENODEV;
	filters = kvcalloc(nr, sizeof(*filters), GFP_KERNEL);
	if (!filters)
		return -ENOMEM;

	clear = is_clear(text);
	if (!clear)
		ret = make_filters(filters, system, text);
	if (clear || ret > 0) {
		exchange_filters(filters, system, clear);
		clear_message(system);
	} else if (!ret) {
		set_message(system, filter_explain_fault(text, &fault, 0));
	}
	if (!clear && ret >= 0 && ret < nr)
		filter_log_fault(text, &fault);

	for (i = 0; i < nr; i++)
		filter_free(filters[i]);
	kvfree(filters);
	if (clear || ret > 0)
		return 0;
	return ret ?: -EINVAL;
}

void filter_files_event_leaves(struct event *event)
{
	set_filter(event, NULL, NULL);
}

void filter_files_system_gone(const char *system)
{
	mutex_lock(&event_mutex);
	clear_message(system);
	mutex_unlock(&event_mutex);
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
	struct event *event = m->private;
	const struct filter *filter;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event->tp) {
		filter = rcu_dereference_protected(event->filter,
						   lockdep_is_held(&event_mutex));
		if (event->filter_error)
			seq_printf(m, "%s\n", event->filter_error);
		else
			seq_printf(m, "%s\n", filter ? filter->text : "none");
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_open(struct inode *inode, struct file *file)
{
	return single_open(file, event_show, inode->i_private);
}

static ssize_t event_write(struct file *file, const char __user *from,
			   size_t count, loff_t *pos)
{
	char *text = read_command(from, count);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&event_mutex);
	ret = apply_to_event(file_inode(file)->i_private, text);
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
	.release = single_release,
};

static int system_show(struct seq_file *m, void *v)
{
	struct system_message *message;

	mutex_lock(&event_mutex);
	message = find_message(m->private);
	if (message)
		seq_printf(m, "%s\n", message->text);
	else
		seq_puts(m, usual_message);
	mutex_unlock(&event_mutex);
	return 0;
}

static int system_open(struct inode *inode, struct file *file)
{
	return single_open(file, system_show, inode->i_private);
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
	.release = single_release,
};
