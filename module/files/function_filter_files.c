// SPDX-License-Identifier: GPL-2.0
/*
 * The files set_ftrace_filter, set_ftrace_notrace and stack_trace_filter of an instance,
 * and set_graph_function and set_graph_notrace, which all instances share.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../compat/memory.h"
#include "../event/registry.h"
#include "../function/command.h"
#include "../function/filter.h"
#include "../function/functions.h"
#include "../function/list.h"
#include "../instance/instance.h"
#include "files.h"
#include "open.h"

/* Size of a word, as in the kernel: a function's name and some characters of a pattern. */
#define FUNCTION_WORD_SIZE	(KSYM_SYMBOL_LEN + 4)

/**
 * struct filter_file - an open file
 * @mutex: protects all other members
 * @instance: the instance, or NULL for a file that all instances share
 * @kind: the set that the file shows
 * @open: a copy of that set, which users change. When a file that is open for writing is
 *	closed, the copy becomes the set
 * @some: an empty @open selects no function, instead of all functions
 * @unset: the set that reading prints is empty and selects all functions. A set whose
 *	functions are all unloaded is not empty
 * @list: the functions that can be traced, NULL if reading prints none
 * @shown: indices in @list of the functions that reading prints
 * @nr_shown: number of @shown
 * @function: index in @shown of the function at the reader's position, or -1
 * @later: the pattern at that position, for a module not loaded now, or NULL
 * @commands: the commands that reading prints, NULL if none
 * @nr_commands: number of @commands
 * @changes: number of changes to the instance's commands when @commands was made
 * @command: the command at the reader's position, or NULL
 * @word: the word that is being written
 * @len: length of the word
 * @goes_on: the next write continues the word
 * @failed: a write failed, so @word is incomplete and must not be used
 */
struct filter_file {
	/* Taken before event_mutex; never held together with bridge_mutex or dynamic_mutex. */
	struct mutex mutex;
	struct instance *instance;
	enum function_filter_kind kind;
	struct filter_edit open;
	bool some;
	bool unset;
	struct function_list *list;
	u32 *shown;
	unsigned int nr_shown;
	int function;
	const struct function_later *later;
	const struct function_command **commands;
	unsigned int nr_commands;
	unsigned int changes;
	const struct function_command *command;
	char word[FUNCTION_WORD_SIZE];
	unsigned int len;
	bool goes_on;
	bool failed;
};

/* Lists the commands again if they have changed since they were last listed. */
static int list_commands(struct filter_file *file)
{
	const struct function_commands *commands;

	if (!file->instance || file->kind != FUNCTIONS_FILTER)
		return 0;
	commands = file->instance->functions->commands;
	if (!commands ||
	    (file->commands && file->changes == commands->changes))
		return 0;
	kvfree(file->commands);
	file->commands = function_commands_list(commands);
	file->changes = commands->changes;
	file->nr_commands = file->commands ? commands->nr : 0;
	return file->commands ? 0 : -ENOMEM;
}

static void drop_shown(struct filter_file *file)
{
	if (file->list)
		function_list_put(file->list);
	kvfree(file->shown);
	file->list = NULL;
	file->shown = NULL;
	file->nr_shown = 0;
}

/*
 * Sorts @shown. Like in the kernel, the files that all instances share show the functions
 * in the order of a hash table.
 */
static int sort_shown(struct filter_file *file)
{
	struct function_place *places;
	unsigned int i;

	if (!file->nr_shown)
		return 0;
	places = kvmalloc_array(file->nr_shown, sizeof(*places), GFP_KERNEL);
	if (!places)
		return -ENOMEM;
	for (i = 0; i < file->nr_shown; i++) {
		places[i].item = file->shown[i];
		places[i].ip = file->list->functions[file->shown[i]].address;
	}
	function_places_sort(places, file->nr_shown);
	for (i = 0; i < file->nr_shown; i++)
		file->shown[i] = places[i].item;
	kvfree(places);
	return 0;
}

/*
 * Like in the kernel, a file of an instance shows the set that users edit, file->open; a
 * file that all instances share shows the set that hits use.
 */
static int find_shown(struct filter_file *file)
{
	const struct function_set *set = file->open.set;
	struct function_list *list;
	unsigned int i;

	if (!file->instance)
		set = function_filter_set(&graph_filter, file->kind);
	drop_shown(file);
	file->unset = function_set_empty(set) && !file->some;
	if (function_set_empty(set))
		return 0;
	list = function_list_get();
	if (IS_ERR(list))
		return PTR_ERR(list);
	file->list = list;
	file->shown = memory_alloc(list->nr, sizeof(*file->shown));
	if (!file->shown)
		return -ENOMEM;
	for (i = 0; i < list->nr; i++)
		if (function_set_has(set, list->functions[i].address))
			file->shown[file->nr_shown++] = i;
	return file->instance ? 0 : sort_shown(file);
}

/*
 * Finds the line at a position, or NULL. The order is: the line for all functions,
 * functions, patterns for modules that are not loaded, commands.
 */
static void *filter_find_line(struct filter_file *file, loff_t pos)
{
	const struct list_head *later = &function_filter_of(file->instance)->later[file->kind];

	file->function = -1;
	file->later = NULL;
	file->command = NULL;
	if (file->unset && !pos--)
		return file;
	if (pos < file->nr_shown) {
		file->function = pos;
		return file;
	}
	pos -= file->nr_shown;
	list_for_each_entry(file->later, later, link)
		if (!pos--)
			return file;
	file->later = NULL;
	if (pos >= file->nr_commands)
		return NULL;
	file->command = file->commands[pos];
	return file;
}

static void *filter_start(struct seq_file *m, loff_t *pos)
{
	struct filter_file *file = m->private;
	int ret = 0;

	mutex_lock(&file->mutex);
	mutex_lock(&event_mutex);
	if (!*pos)
		ret = find_shown(file);
	ret = ret ?: list_commands(file);
	return ret ? ERR_PTR(ret) : filter_find_line(file, *pos);
}

static void *filter_next(struct seq_file *m, void *v, loff_t *pos)
{
	return filter_find_line(m->private, ++*pos);
}

static void filter_stop(struct seq_file *m, void *v)
{
	struct filter_file *file = m->private;

	mutex_unlock(&event_mutex);
	mutex_unlock(&file->mutex);
}

static int filter_show(struct seq_file *m, void *v)
{
	const struct filter_file *file = m->private;

	if (file->function >= 0) {
		traceable_show(m, file->list,
			       &file->list->functions[file->shown[file->function]]);
		seq_putc(m, '\n');
	} else if (file->later) {
		seq_printf(m, "%s:mod:%s\n", file->later->pattern,
			   file->later->module);
	} else if (file->command) {
		function_command_show(m, file->command);
	} else {
		seq_printf(m, "#### %s ####\n",
			   file->kind != FUNCTIONS_NOTRACE ?
			   "all functions enabled" : "no functions disabled");
	}
	return 0;
}

TREE_SEQ_OPS(filter, filter_stop);

static void filter_free_file(struct filter_file *file)
{
	drop_shown(file);
	kvfree(file->commands);
	mutex_lock(&event_mutex);
	function_set_free(filter_edit_end(&file->open));
	mutex_unlock(&event_mutex);
	kfree(file);
}

/* Makes ->open a copy of the set that hits use, or an empty set if @truncate. */
static int filter_begin_set(struct filter_file *file, bool truncate)
{
	const struct function_filter *filter;

	if (file->instance && !functions_of(file->instance))
		return -ENOMEM;
	if (file->instance && truncate)
		function_filter_forget(file->instance, file->kind);
	filter = function_filter_of(file->instance);
	file->some = !truncate && file->kind != FUNCTIONS_NOTRACE &&
		     !list_empty(&filter->later[file->kind]);
	return filter_edit_begin(&file->open, truncate ?
				 NULL : function_filter_set(filter, file->kind));
}

static void clear_word(struct filter_file *file)
{
	file->len = 0;
	file->goes_on = false;
	file->failed = false;
}

/* Adds @c to the word. Returns 1 if @c ends the word, 0 if not, or an errno. */
static int take_char(struct filter_file *file, char c)
{
	/* A space before a word is skipped, but a NUL ends even an empty word. */
	if (isspace(c) || !c)
		return file->goes_on || !isspace(c);
	if (file->len == sizeof(file->word) - 1)
		return -EINVAL;
	file->word[file->len++] = c;
	file->goes_on = true;
	return 0;
}

/*
 * Reads a word, and returns how many bytes it has read. Like in the kernel, the user
 * writes the rest again. If a write ends within a word, the next write continues the
 * word; closing the file ends it.
 */
static ssize_t read_word(struct filter_file *file, const char __user *from,
			 size_t count, loff_t *pos)
{
	size_t done = 0;
	bool went_on;
	int ret = 0;
	char c;

	if (!*pos)
		clear_word(file);
	went_on = file->goes_on;
	if (!file->goes_on)
		file->len = 0;
	while (done < count && !ret) {
		ret = get_user(c, from + done) ?: take_char(file, c);
		done++;
	}
	if (ret < 0) {
		file->failed = true;
		file->goes_on = went_on;
		return ret;
	}
	if (ret)
		file->goes_on = false;
	file->word[file->len] = '\0';
	*pos += done;
	return done;
}

static bool has_word(const struct filter_file *file)
{
	return !file->failed && file->len;
}

static int handle_word(struct filter_file *file)
{
	struct function_list *list = function_list_get();
	int ret;

	/*
	 * Making the list is slow, so the call above does it before event_mutex is
	 * taken. function_filter_word() then usually gets the same list.
	 */
	mutex_lock(&event_mutex);
	if (file->instance)
		ret = function_filter_word(file->instance, file->kind,
					   &file->open.set, file->word);
	else
		ret = IS_ERR(list) ? PTR_ERR(list) :
		      graph_functions_match(&file->open.set, list, file->word);
	mutex_unlock(&event_mutex);
	if (!IS_ERR(list))
		function_list_put(list);
	clear_word(file);
	return ret;
}

static struct filter_file *filter_file_of(const struct file *filp)
{
	const struct seq_file *m = filp->private_data;

	return filp->f_mode & FMODE_READ ? m->private : filp->private_data;
}

static ssize_t filter_file_write(struct file *filp, const char __user *from,
				 size_t count, loff_t *pos)
{
	struct filter_file *file = filter_file_of(filp);
	ssize_t done;
	int ret = 0;

	if (!count)
		return 0;
	mutex_lock(&file->mutex);
	done = read_word(file, from, count, pos);
	if (done >= 0 && has_word(file) && !file->goes_on)
		ret = handle_word(file);
	mutex_unlock(&file->mutex);
	return ret ?: done;
}

static int filter_attach(struct file *filp, struct filter_file *file)
{
	if (filp->f_mode & FMODE_READ)
		return tree_seq_open(filp, &filter_seq_ops, file);
	filp->private_data = file;
	return 0;
}

static int filter_open(struct inode *inode, struct file *filp,
		       enum function_filter_kind kind)
{
	struct instance *instance = inode->i_private;
	struct filter_file *file;
	int ret = instance ? instance_get(instance) : 0;

	if (ret)
		return ret;
	ret = -ENOMEM;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		goto err_put;
	mutex_init(&file->mutex);
	file->instance = instance;
	file->kind = kind;
	mutex_lock(&event_mutex);
	ret = filter_begin_set(file, tree_truncates(filp));
	mutex_unlock(&event_mutex);
	ret = ret ?: filter_attach(filp, file);
	if (!ret)
		return 0;
	filter_free_file(file);
err_put:
	if (instance)
		instance_put(instance);
	return ret;
}

static int filter_release(struct inode *inode, struct file *filp)
{
	struct filter_file *file = filter_file_of(filp);
	struct instance *instance = file->instance;

	/* Like in the kernel, close() does not report errors in the last word. */
	if (has_word(file))
		handle_word(file);
	if (filp->f_mode & FMODE_WRITE) {
		mutex_lock(&event_mutex);
		function_filter_apply(instance, file->kind,
				      filter_edit_end(&file->open));
		mutex_unlock(&event_mutex);
	}
	filter_free_file(file);
	if (instance)
		instance_put(instance);
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

#define FILTER_FILE(name, kind)						\
	static int name##_open(struct inode *inode, struct file *filp)	\
	{								\
		return filter_open(inode, filp, kind);			\
	}								\
	const struct file_operations name = {				\
		.owner = THIS_MODULE,					\
		.open = name##_open,					\
		.read = seq_read,					\
		.write = filter_file_write,				\
		.llseek = tree_lseek,					\
		.release = filter_release,				\
	}

FILTER_FILE(set_ftrace_filter_fops, FUNCTIONS_FILTER);
FILTER_FILE(set_ftrace_notrace_fops, FUNCTIONS_NOTRACE);
FILTER_FILE(stack_trace_filter_fops, FUNCTIONS_STACK);
FILTER_FILE(set_graph_function_fops, FUNCTIONS_FILTER);
FILTER_FILE(set_graph_notrace_fops, FUNCTIONS_NOTRACE);
