// SPDX-License-Identifier: GPL-2.0
/*
 * The files that select the events to record: enable of an event, of a system and of
 * all events, set_event and available_events.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/enable.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../instance/system.h"
#include "files.h"
#include "open.h"

/* Maximum length of a word in set_event. */
#define WORD_MAX	127

static ssize_t event_enable_read(struct file *filp, char __user *to,
				 size_t count, loff_t *pos)
{
	struct event_file *file = file_inode(filp)->i_private;
	char text[4];
	int len = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file))
		len = scnprintf(text, sizeof(text), "%d%s\n", event_file_enabled(file),
				event_file_starred(file) ? "*" : "");
	mutex_unlock(&event_mutex);
	return len < 0 ? len : simple_read_from_buffer(to, count, pos, text, len);
}

static int enable_files_set_event(struct inode *inode, unsigned long on)
{
	struct event_file *file = inode->i_private;
	int ret;

	if (!event_file_linked(file))
		return -ENODEV;
	ret = instance_use_ring(file->instance);
	return ret ?: event_file_enable(file, on);
}

TREE_NUMBER_FILE(event_enable_fops, tree, event_enable_read, 1,
		 enable_files_set_event, default_llseek);

static ssize_t show_enabled(struct instance *instance, const char *system,
			    char __user *to, size_t count, loff_t *pos)
{
	const struct event_match match = { .system = system };
	char text[2] = { instance_enabled(instance, &match), '\n' };

	return simple_read_from_buffer(to, count, pos, text, sizeof(text));
}

static ssize_t system_enable_read(struct file *filp, char __user *to,
				  size_t count, loff_t *pos)
{
	struct event_system *system = file_inode(filp)->i_private;

	return show_enabled(system->instance, system->name, to, count, pos);
}

static int enable_system(struct inode *inode, unsigned long on)
{
	const struct event_system *system = inode->i_private;
	const struct event_match match = { .system = system->name };

	return instance_enable(system->instance, &match, on);
}

TREE_NUMBER_FILE(system_enable_fops, system, system_enable_read, 1,
		 enable_system, default_llseek);

static ssize_t all_enable_read(struct file *filp, char __user *to,
			       size_t count, loff_t *pos)
{
	return show_enabled(file_inode(filp)->i_private, NULL, to, count, pos);
}

static int enable_all(struct inode *inode, unsigned long on)
{
	const struct event_match match = {};

	return instance_enable(inode->i_private, &match, on);
}

TREE_NUMBER_FILE(all_enable_fops, instance, all_enable_read, 1, enable_all,
		 default_llseek);

/*
 * Finds the next event that set_event lists, starting at @from: like in the kernel,
 * every event whose probe is registered, even if only for a trigger.
 */
static struct event_file *enable_files_next_event(struct instance *instance,
						  struct list_head *from)
{
	struct event_file *file;

	for (; from != &instance->files; from = from->next) {
		file = list_entry(from, struct event_file, in_instance);
		if (event_file_used(file))
			return file;
	}
	return NULL;
}

/* The iterator's last value; set_event_show() then lists events of modules that may come. */
#define EVENTS_OF_LATER	((void *)1)

static void *set_event_at(struct instance *instance, struct list_head *from)
{
	return enable_files_next_event(instance, from) ?: EVENTS_OF_LATER;
}

static void *set_event_start(struct seq_file *m, loff_t *pos)
{
	struct instance *instance = m->private;
	struct event_file *file;
	loff_t i;

	mutex_lock(&event_mutex);
	file = set_event_at(instance, instance->files.next);
	for (i = 0; file != EVENTS_OF_LATER && i < *pos; i++)
		file = set_event_at(instance, file->in_instance.next);
	return i < *pos ? NULL : file;
}

static void *set_event_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct event_file *file = v;

	++*pos;
	return v == EVENTS_OF_LATER ? NULL :
	       set_event_at(m->private, file->in_instance.next);
}

static void show_later(struct seq_file *m, const struct event_match *match)
{
	if (match->any)
		seq_puts(m, match->any);
	else
		seq_printf(m, "%s:%s", match->system ?: "*", match->event ?: "*");
	seq_printf(m, ":mod:%s\n", match->module);
}

static int set_event_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	struct event_file *file = v;
	struct enable_later *later;

	if (v != EVENTS_OF_LATER) {
		seq_printf(m, "%s:%s\n", file->event->header->system,
			   file->event->name);
		return 0;
	}
	list_for_each_entry(later, &instance->later, link)
		show_later(m, &later->match);
	return 0;
}

TREE_SEQ_OPS(set_event, tree_seq_unlock);

static int set_event_open(struct inode *inode, struct file *filp)
{
	struct instance *instance = inode->i_private;
	struct event_file *file;
	int ret = instance_seq_open(inode, filp, &set_event_seq_ops);

	if (!ret && tree_truncates(filp)) {
		mutex_lock(&event_mutex);
		list_for_each_entry(file, &instance->files, in_instance)
			event_file_enable(file, false);
		instance_forget_later(instance);
		mutex_unlock(&event_mutex);
	}
	return ret;
}

static int enable_word(struct instance *instance, char *word)
{
	bool off = *word == '!';
	int ret;

	mutex_lock(&event_mutex);
	ret = instance_enable_word(instance, word + off, !off);
	mutex_unlock(&event_mutex);
	return ret;
}

/*
 * Like the kernel, handles one word and returns its length, so that even a long
 * write holds event_mutex only briefly.
 */
static ssize_t set_event_write(struct file *filp, const char __user *from,
			       size_t count, loff_t *pos)
{
	char word[WORD_MAX + 1];
	ssize_t done;
	int ret = 0;

	done = tree_next_word(word, sizeof(word), from, count);
	if (done < 0)
		return done;
	if (*word)
		ret = enable_word(file_inode(filp)->i_private, word);
	if (ret)
		return ret;
	*pos += done;
	return done;
}

const struct file_operations set_event_fops = {
	.owner = THIS_MODULE,
	.open = set_event_open,
	.read = seq_read,
	.write = set_event_write,
	.llseek = seq_lseek,
	.release = instance_seq_release,
};

static void *available_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return seq_list_start(&event_list, *pos);
}

static void *available_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &event_list, pos);
}

static int available_show(struct seq_file *m, void *v)
{
	struct event *event = list_entry(v, struct event, link);

	if (event->role == EVENT_FULL)
		seq_printf(m, "%s:%s\n", event->header->system, event->name);
	return 0;
}

TREE_SEQ_OPS(available, tree_seq_unlock);

TREE_SEQ_FILE(available_events_fops, available_seq_ops);
