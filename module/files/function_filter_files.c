// SPDX-License-Identifier: GPL-2.0
/* The files set_ftrace_filter, set_ftrace_notrace and stack_trace_filter. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../event/registry.h"
#include "../function/apply.h"
#include "../function/command.h"
#include "../function/functions.h"
#include "../function/list.h"
#include "../instance/instance.h"
#include "files.h"
#include "function_view.h"
#include "open.h"
#include "words.h"

/**
 * struct filter_file - an open file
 * @file: splits what users write into words; its mutex protects all other members
 * @instance: the instance
 * @kind: the set of the instance that the file shows
 * @open: a copy of that set. When a file that is open for writing is closed, the copy
 *	becomes the instance's set
 * @some: an empty @open selects no function, instead of all functions
 * @view: the functions that reading prints
 * @function: index in @view of the function at the reader's position, or -1
 * @later: the pattern at that position, for a module not yet loaded, or NULL
 * @commands: the commands that reading prints, NULL if none
 * @nr_commands: number of @commands
 * @changes: the instance's @commands->changes when @commands was made
 * @command: the command at the reader's position, or NULL
 */
struct filter_file {
	struct trace_parser_file file;
	struct instance *instance;
	enum function_filter_kind kind;
	struct filter_edit open;
	bool some;
	struct function_view view;
	int function;
	const struct function_later *later;
	const struct function_command **commands;
	unsigned int nr_commands;
	unsigned int changes;
	const struct function_command *command;
};

static struct filter_file *to_filter_file(struct trace_parser_file *file)
{
	return container_of(file, struct filter_file, file);
}

/* Lists the commands again if they have changed since they were last listed. */
static int list_commands(struct filter_file *file)
{
	const struct function_commands *commands;

	commands = file->instance->functions->commands;
	if (!commands || file->kind != FUNCTIONS_FILTER ||
	    (file->commands && file->changes == commands->changes))
		return 0;
	kvfree(file->commands);
	file->commands = function_commands_list(commands);
	file->changes = commands->changes;
	file->nr_commands = file->commands ? commands->nr : 0;
	return file->commands ? 0 : -ENOMEM;
}

/*
 * Finds the line at a position; NULL after the last one. The line for all functions,
 * if there is one, precedes functions, patterns for modules that are not loaded yet,
 * and commands.
 */
static void *function_filter_find_line(struct filter_file *file, loff_t pos)
{
	struct function_filter *filter = &file->instance->functions->filter;

	file->function = -1;
	file->later = NULL;
	file->command = NULL;
	if (!file->open.set->nr && !file->some) {
		if (!pos)
			return file;
		pos--;
	}
	if (pos < file->view.nr) {
		file->function = pos;
		return file;
	}
	pos -= file->view.nr;
	list_for_each_entry(file->later, &filter->later[file->kind], link)
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
	struct filter_file *file = to_filter_file(m->private);
	int ret = 0;

	mutex_lock(&file->file.mutex);
	mutex_lock(&event_mutex);
	if (!*pos)
		ret = function_view_make(&file->view, file->open.set);
	ret = ret ?: list_commands(file);
	return ret ? ERR_PTR(ret) : function_filter_find_line(file, *pos);
}

static void *filter_next(struct seq_file *m, void *v, loff_t *pos)
{
	return function_filter_find_line(to_filter_file(m->private), ++*pos);
}

static void filter_stop(struct seq_file *m, void *v)
{
	struct filter_file *file = to_filter_file(m->private);

	mutex_unlock(&event_mutex);
	mutex_unlock(&file->file.mutex);
}

static int function_filter_show(struct seq_file *m, void *v)
{
	const struct filter_file *file = to_filter_file(m->private);

	if (file->function >= 0)
		function_view_show(m, &file->view, file->function);
	else if (file->later)
		seq_printf(m, "%s:mod:%s\n", file->later->pattern,
			   file->later->module);
	else if (file->command)
		function_command_show(m, file->command);
	else
		seq_printf(m, "#### %s ####\n",
			   file->kind != FUNCTIONS_NOTRACE ?
			   "all functions enabled" : "no functions disabled");
	return 0;
}

static const struct seq_operations filter_seq_ops = {
	.start = filter_start,
	.next = filter_next,
	.stop = filter_stop,
	.show = function_filter_show,
};

static void function_filter_free_file(struct filter_file *file)
{
	function_view_drop(&file->view);
	kvfree(file->commands);
	mutex_lock(&event_mutex);
	function_set_free(filter_edit_end(&file->open));
	mutex_unlock(&event_mutex);
	trace_parser_file_exit(&file->file);
	kfree(file);
}

/* Makes ->open a copy of the instance's set, or an empty set. */
static int function_filter_begin_set(struct filter_file *file, bool truncate)
{
	struct instance_functions *functions = functions_of(file->instance);
	const struct function_set *set;

	if (!functions)
		return -ENOMEM;
	if (truncate)
		function_filter_forget(file->instance, file->kind);
	set = function_filter_set(&functions->filter, file->kind);
	file->some = !truncate && file->kind != FUNCTIONS_NOTRACE &&
		     !list_empty(&functions->filter.later[file->kind]);
	return filter_edit_begin(&file->open, truncate ? NULL : set);
}

static int function_filter_handle_word(struct trace_parser_file *words,
				       char *word)
{
	struct filter_file *file = to_filter_file(words);
	struct function_list *list = function_list_get();
	int ret;

	/*
	 * function_filter_word() uses the same list. It was read before taking
	 * event_mutex, so that other commands do not wait for that.
	 */
	mutex_lock(&event_mutex);
	ret = function_filter_word(file->instance, file->kind, &file->open.set,
				   word);
	mutex_unlock(&event_mutex);
	if (!IS_ERR(list))
		function_list_put(list);
	return ret;
}

static int function_filter_open(struct inode *inode, struct file *filp,
				enum function_filter_kind kind)
{
	struct filter_file *file;
	int ret = instance_get(inode->i_private);

	if (ret)
		return ret;
	ret = -ENOMEM;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		goto err_put;
	file->instance = inode->i_private;
	file->kind = kind;
	if (trace_parser_file_init(&file->file, function_filter_handle_word))
		goto err_free;
	mutex_lock(&event_mutex);
	ret = function_filter_begin_set(file, tree_truncates(filp));
	mutex_unlock(&event_mutex);
	if (!ret)
		ret = trace_parser_file_attach(filp, &file->file,
					       &filter_seq_ops);
	if (!ret)
		return 0;
err_free:
	function_filter_free_file(file);
err_put:
	instance_put(inode->i_private);
	return ret;
}

static int filter_release(struct inode *inode, struct file *filp)
{
	struct filter_file *file = to_filter_file(trace_parser_file_of(filp));

	trace_parser_file_end(&file->file);
	if (filp->f_mode & FMODE_WRITE) {
		mutex_lock(&event_mutex);
		function_filter_apply(file->instance, file->kind,
				      filter_edit_end(&file->open));
		mutex_unlock(&event_mutex);
	}
	function_filter_free_file(file);
	instance_put(inode->i_private);
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

static int only_open(struct inode *inode, struct file *filp)
{
	return function_filter_open(inode, filp, FUNCTIONS_FILTER);
}

static int never_open(struct inode *inode, struct file *filp)
{
	return function_filter_open(inode, filp, FUNCTIONS_NOTRACE);
}

static int stack_filter_open(struct inode *inode, struct file *filp)
{
	return function_filter_open(inode, filp, FUNCTIONS_STACK);
}

const struct file_operations set_ftrace_filter_fops =
	WORD_FILE_OPS(only_open, filter_release);
const struct file_operations set_ftrace_notrace_fops =
	WORD_FILE_OPS(never_open, filter_release);
const struct file_operations stack_trace_filter_fops =
	WORD_FILE_OPS(stack_filter_open, filter_release);
