// SPDX-License-Identifier: GPL-2.0
/*
 * The files that switch recording: enable of an event, of a system and of all
 * events, and set_event.
 */
#include <linux/glob.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "enable_files.h"
#include "open.h"
#include "tree.h"

/* Longest word that set_event takes. */
#define WORD_MAX	127

/**
 * struct event_match - which events are meant
 * @any: name of a system or an event, or NULL
 * @system: pattern of systems, or NULL for all
 * @event: pattern of events, or NULL for all
 */
struct event_match {
	const char *any;
	const char *system;
	const char *event;
};

static bool matches(const struct event_match *match, const struct event *event)
{
	const char *system = event->header->system;

	if (event->role != EVENT_FULL)
		return false;
	if (match->any && !glob_match(match->any, event->name) &&
	    strcmp(match->any, system))
		return false;
	if (match->system && !glob_match(match->system, system))
		return false;
	return !match->event || glob_match(match->event, event->name);
}

/* An event that cannot be switched does not keep the others from it. */
static int switch_events(struct instance *instance,
			 const struct event_match *match, bool on)
{
	struct event_file *file;
	int ret = -EINVAL, first = 0;

	list_for_each_entry(file, &instance->files, in_instance) {
		if (!matches(match, file->event))
			continue;
		ret = event_file_enable(file, on);
		if (ret && !first)
			first = ret;
		ret = first;
	}
	return ret;
}

static int read_switch(struct file *filp, const char __user *from, size_t count,
		       bool *on)
{
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	if (value > 1)
		return -EINVAL;
	*on = value;
	return 0;
}

static ssize_t event_enable_read(struct file *filp, char __user *to,
				 size_t count, loff_t *pos)
{
	struct event_file *file = file_inode(filp)->i_private;
	char text[4] = "";
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		ret = 0;
		strcat(text, event_file_enabled(file) ? "1" : "0");
		if (file->mode & EVENT_SOFT_DISABLED || file->soft_users)
			strcat(text, "*");
		strcat(text, "\n");
	}
	mutex_unlock(&event_mutex);
	return ret ?: simple_read_from_buffer(to, count, pos, text,
					      strlen(text));
}

static ssize_t event_enable_write(struct file *filp, const char __user *from,
				  size_t count, loff_t *pos)
{
	struct event_file *file = file_inode(filp)->i_private;
	bool on;
	int ret;

	ret = read_switch(filp, from, count, &on);
	if (ret)
		return ret;

	mutex_lock(&event_mutex);
	ret = -ENODEV;
	if (event_file_linked(file)) {
		ret = instance_use_ring(file->instance);
		if (!ret)
			ret = event_file_enable(file, on);
	}
	mutex_unlock(&event_mutex);
	*pos += count;
	return ret ?: count;
}

const struct file_operations event_enable_fops = {
	.owner = THIS_MODULE,
	.open = tree_event_open,
	.read = event_enable_read,
	.write = event_enable_write,
	.llseek = default_llseek,
	.release = tree_event_release,
};

/* 0: all off, 1: all on, X: some, ?: there is none. */
static ssize_t show_switches(struct instance *instance, const char *system,
			     char __user *to, size_t count, loff_t *pos)
{
	struct event_match match = { .system = system };
	struct event_file *file;
	unsigned int seen = 0;
	char text[2];

	mutex_lock(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		if (matches(&match, file->event))
			seen |= file->mode & EVENT_RECORD ? 2 : 1;
	mutex_unlock(&event_mutex);
	text[0] = "?01X"[seen];
	text[1] = '\n';
	return simple_read_from_buffer(to, count, pos, text, sizeof(text));
}

static ssize_t write_switches(struct instance *instance, const char *system,
			      struct file *filp, const char __user *from,
			      size_t count, loff_t *pos)
{
	struct event_match match = { .system = system };
	bool on;
	int ret;

	ret = read_switch(filp, from, count, &on);
	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	ret = instance_use_ring(instance);
	if (!ret)
		ret = switch_events(instance, &match, on);
	mutex_unlock(&event_mutex);
	*pos += count;
	return ret ?: count;
}

static ssize_t system_enable_read(struct file *filp, char __user *to,
				  size_t count, loff_t *pos)
{
	struct system_dir *dir = file_inode(filp)->i_private;

	return show_switches(dir->instance, dir->name, to, count, pos);
}

static ssize_t system_enable_write(struct file *filp, const char __user *from,
				   size_t count, loff_t *pos)
{
	struct system_dir *dir = file_inode(filp)->i_private;

	return write_switches(dir->instance, dir->name, filp, from, count, pos);
}

const struct file_operations system_enable_fops = {
	.owner = THIS_MODULE,
	.open = system_dir_open,
	.read = system_enable_read,
	.write = system_enable_write,
	.llseek = default_llseek,
	.release = system_dir_release,
};

static ssize_t all_enable_read(struct file *filp, char __user *to,
			       size_t count, loff_t *pos)
{
	return show_switches(file_inode(filp)->i_private, NULL, to, count, pos);
}

static ssize_t all_enable_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos)
{
	return write_switches(file_inode(filp)->i_private, NULL, filp, from,
			      count, pos);
}

const struct file_operations all_enable_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = all_enable_read,
	.write = all_enable_write,
	.llseek = default_llseek,
	.release = tree_release,
};

/* The events that are on, for set_event. */
static struct event_file *next_enabled(struct instance *instance,
				       struct list_head *from)
{
	struct event_file *file;

	for (; from != &instance->files; from = from->next) {
		file = list_entry(from, struct event_file, in_instance);
		if (file->mode & EVENT_RECORD)
			return file;
	}
	return NULL;
}

static void *set_event_start(struct seq_file *m, loff_t *pos)
{
	struct instance *instance = m->private;
	struct event_file *file;
	loff_t i;

	mutex_lock(&event_mutex);
	file = next_enabled(instance, instance->files.next);
	for (i = 0; file && i < *pos; i++)
		file = next_enabled(instance, file->in_instance.next);
	return file;
}

static void *set_event_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct event_file *file = v;

	++*pos;
	return next_enabled(m->private, file->in_instance.next);
}

static void set_event_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int set_event_show(struct seq_file *m, void *v)
{
	struct event_file *file = v;

	seq_printf(m, "%s:%s\n", file->event->header->system,
		   file->event->name);
	return 0;
}

static const struct seq_operations set_event_seq_ops = {
	.start = set_event_start,
	.next = set_event_next,
	.stop = set_event_stop,
	.show = set_event_show,
};

static int set_event_open(struct inode *inode, struct file *filp)
{
	struct instance *instance = inode->i_private;
	struct event_file *file;
	int ret;

	ret = instance_get(instance);
	if (ret)
		return ret;
	if (filp->f_mode & FMODE_WRITE && filp->f_flags & O_TRUNC) {
		mutex_lock(&event_mutex);
		list_for_each_entry(file, &instance->files, in_instance)
			event_file_enable(file, false);
		mutex_unlock(&event_mutex);
	}
	ret = seq_open(filp, &set_event_seq_ops);
	if (ret)
		instance_put(instance);
	else
		((struct seq_file *)filp->private_data)->private = instance;
	return ret;
}

static int set_event_release(struct inode *inode, struct file *filp)
{
	instance_put(inode->i_private);
	return seq_release(inode, filp);
}

int enable_files_set(struct instance *instance, char *name, bool on)
{
	struct event_match match = {};
	char *event = name, *system = strsep(&event, ":");

	lockdep_assert_held(&event_mutex);
	if (!event) {
		match.any = system;
	} else {
		match.system = *system ? system : NULL;
		match.event = *event ? event : NULL;
	}
	return switch_events(instance, &match, on);
}

static int switch_word(struct instance *instance, char *word)
{
	bool off = *word == '!';

	return enable_files_set(instance, word + off, !off);
}

/*
 * Takes one word after the other, as a shell's "cat list > set_event" wants; the
 * first one that is wrong ends it.
 */
static ssize_t set_event_write(struct file *filp, const char __user *from,
			       size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	char *text, *rest, *word;
	int ret = 0;

	if (!count)
		return 0;
	if (count > KMALLOC_MAX_SIZE)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);

	mutex_lock(&event_mutex);
	ret = instance_use_ring(instance);
	rest = text;
	while (!ret && (word = strsep(&rest, " \t\n\r\f\v"))) {
		if (!*word)
			continue;
		ret = strlen(word) > WORD_MAX ? -EINVAL :
						switch_word(instance, word);
	}
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

const struct file_operations set_event_fops = {
	.owner = THIS_MODULE,
	.open = set_event_open,
	.read = seq_read,
	.write = set_event_write,
	.llseek = seq_lseek,
	.release = set_event_release,
};
