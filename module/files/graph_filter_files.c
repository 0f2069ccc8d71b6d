// SPDX-License-Identifier: GPL-2.0
/* The files set_graph_function and set_graph_notrace. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../event/registry.h"
#include "../function/filter.h"
#include "../function/list.h"
#include "../function/order.h"
#include "files.h"
#include "function_view.h"
#include "open.h"
#include "words.h"

/**
 * struct graph_file - an open file
 * @kind: which of the two sets
 * @set: replaces that set when the file is closed; NULL if it is not open for
 *	writing
 * @words: cuts what users write into words
 * @mutex: serializes reads and writes, which use all other members
 * @view: the functions that reading prints
 */
struct graph_file {
	enum function_filter_kind kind;
	struct function_set *set;
	struct word_reader words;
	/* Taken before event_mutex. */
	struct mutex mutex;
	struct function_view view;
};

static struct graph_file *graph_file_of(const struct file *filp)
{
	struct seq_file *m = filp->private_data;

	return filp->f_mode & FMODE_READ ? m->private : filp->private_data;
}

static int sort_view(struct function_view *view)
{
	struct function_place *places;
	unsigned int i;

	if (!view->nr)
		return 0;
	places = kvmalloc_array(view->nr, sizeof(*places), GFP_KERNEL);
	if (!places)
		return -ENOMEM;
	for (i = 0; i < view->nr; i++) {
		places[i].item = view->shown[i];
		places[i].ip = view->list->functions[view->shown[i]].address;
	}
	function_places_sort(places, view->nr);
	for (i = 0; i < view->nr; i++)
		view->shown[i] = places[i].item;
	kvfree(places);
	return 0;
}

static int make_view(struct graph_file *file)
{
	const struct function_set *set;

	set = rcu_dereference_protected(graph_sets[file->kind],
					lockdep_is_held(&event_mutex));
	return function_view_make(&file->view, set) ?: sort_view(&file->view);
}

static void *find_line(struct graph_file *file, loff_t pos)
{
	return pos < max(file->view.nr, 1U) ? file : NULL;
}

static void *graph_start(struct seq_file *m, loff_t *pos)
{
	struct graph_file *file = m->private;
	int ret = 0;

	mutex_lock(&file->mutex);
	if (!*pos) {
		mutex_lock(&event_mutex);
		ret = make_view(file);
		mutex_unlock(&event_mutex);
	}
	return ret ? ERR_PTR(ret) : find_line(file, *pos);
}

static void *graph_next(struct seq_file *m, void *v, loff_t *pos)
{
	return find_line(m->private, ++*pos);
}

static void graph_stop(struct seq_file *m, void *v)
{
	struct graph_file *file = m->private;

	mutex_unlock(&file->mutex);
}

static int graph_show(struct seq_file *m, void *v)
{
	const struct graph_file *file = m->private;

	if (file->view.nr)
		function_view_show(m, &file->view, m->index);
	else
		seq_printf(m, "#### %s ####\n",
			   file->kind == FUNCTIONS_ONLY ?
			   "all functions enabled" : "no functions disabled");
	return 0;
}

static const struct seq_operations graph_seq_ops = {
	.start = graph_start,
	.next = graph_next,
	.stop = graph_stop,
	.show = graph_show,
};

static void free_file(struct graph_file *file)
{
	function_view_drop(&file->view);
	function_set_free(file->set);
	word_reader_exit(&file->words);
	kfree(file);
}

static int begin_set(struct graph_file *file, bool truncate)
{
	const struct function_set *set;

	mutex_lock(&event_mutex);
	set = rcu_dereference_protected(graph_sets[file->kind],
					lockdep_is_held(&event_mutex));
	file->set = function_set_copy(truncate ? NULL : set);
	mutex_unlock(&event_mutex);
	return file->set ? 0 : -ENOMEM;
}

static int graph_open(struct file *filp, enum function_filter_kind kind)
{
	struct graph_file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	int ret = 0;

	if (!file)
		return -ENOMEM;
	file->kind = kind;
	mutex_init(&file->mutex);
	if (filp->f_mode & FMODE_WRITE)
		ret = word_reader_init(&file->words, FUNCTION_WORD_SIZE) ?:
		      begin_set(file, tree_truncates(filp));
	if (!ret && filp->f_mode & FMODE_READ)
		ret = seq_open(filp, &graph_seq_ops);
	if (ret)
		free_file(file);
	else if (filp->f_mode & FMODE_READ)
		((struct seq_file *)filp->private_data)->private = file;
	else
		filp->private_data = file;
	return ret;
}

static int function_open(struct inode *inode, struct file *filp)
{
	return graph_open(filp, FUNCTIONS_ONLY);
}

static int notrace_open(struct inode *inode, struct file *filp)
{
	return graph_open(filp, FUNCTIONS_NEVER);
}

static int handle_word(struct graph_file *file)
{
	struct function_list *list = function_list_get();
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	ret = graph_functions_match(&file->set, list, file->words.text);
	function_list_put(list);
	word_reader_clear(&file->words);
	return ret;
}

static ssize_t graph_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	struct graph_file *file = graph_file_of(filp);
	ssize_t done;
	int ret = 0;

	if (!count)
		return 0;
	mutex_lock(&file->mutex);
	done = word_reader_read(&file->words, from, count, pos);
	if (done >= 0 && word_reader_complete(&file->words))
		ret = handle_word(file);
	mutex_unlock(&file->mutex);
	return ret ?: done;
}

static int graph_release(struct inode *inode, struct file *filp)
{
	struct graph_file *file = graph_file_of(filp);

	/*
	 * Like in the kernel, close() does not report errors in the last word.
	 */
	if (word_reader_has(&file->words))
		handle_word(file);
	if (file->set) {
		mutex_lock(&event_mutex);
		graph_filter_apply(file->kind, file->set);
		mutex_unlock(&event_mutex);
		file->set = NULL;
	}
	free_file(file);
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

const struct file_operations set_graph_function_fops = {
	.owner = THIS_MODULE,
	.open = function_open,
	.read = seq_read,
	.write = graph_write,
	.llseek = tree_lseek,
	.release = graph_release,
};

const struct file_operations set_graph_notrace_fops = {
	.owner = THIS_MODULE,
	.open = notrace_open,
	.read = seq_read,
	.write = graph_write,
	.llseek = tree_lseek,
	.release = graph_release,
};
