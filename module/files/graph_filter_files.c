// SPDX-License-Identifier: GPL-2.0
/* The files set_graph_function and set_graph_notrace. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../event/registry.h"
#include "../function/apply.h"
#include "../function/list.h"
#include "../function/order.h"
#include "files.h"
#include "function_view.h"
#include "open.h"
#include "words.h"

/**
 * struct graph_file - an open file
 * @file: splits what users write into words; its mutex protects all other members
 * @kind: the set that the file shows
 * @open: replaces that set when the file is closed, if it is open for writing
 * @view: the functions that reading prints
 * @unset: the set is empty, which reading prints. A set whose functions are all
 *	unloaded is not empty: it selects none, while an empty set selects all
 */
struct graph_file {
	struct trace_parser_file file;
	enum function_filter_kind kind;
	struct filter_edit open;
	struct function_view view;
	bool unset;
};

static struct graph_file *to_graph_file(struct trace_parser_file *file)
{
	return container_of(file, struct graph_file, file);
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
	file->unset = function_set_empty(set);
	return function_view_make(&file->view, set) ?: sort_view(&file->view);
}

static void *graph_filter_find_line(struct graph_file *file, loff_t pos)
{
	return pos < (file->unset ? 1 : file->view.nr) ? file : NULL;
}

static void *graph_filter_start(struct seq_file *m, loff_t *pos)
{
	struct graph_file *file = to_graph_file(m->private);
	int ret = 0;

	mutex_lock(&file->file.mutex);
	if (!*pos) {
		mutex_lock(&event_mutex);
		ret = make_view(file);
		mutex_unlock(&event_mutex);
	}
	return ret ? ERR_PTR(ret) : graph_filter_find_line(file, *pos);
}

static void *graph_next(struct seq_file *m, void *v, loff_t *pos)
{
	return graph_filter_find_line(to_graph_file(m->private), ++*pos);
}

static void graph_filter_stop(struct seq_file *m, void *v)
{
	struct graph_file *file = to_graph_file(m->private);

	mutex_unlock(&file->file.mutex);
}

static int graph_show(struct seq_file *m, void *v)
{
	const struct graph_file *file = to_graph_file(m->private);

	if (!file->unset)
		function_view_show(m, &file->view, m->index);
	else
		seq_printf(m, "#### %s ####\n",
			   file->kind == FUNCTIONS_FILTER ?
			   "all functions enabled" : "no functions disabled");
	return 0;
}

static const struct seq_operations graph_seq_ops = {
	.start = graph_filter_start,
	.next = graph_next,
	.stop = graph_filter_stop,
	.show = graph_show,
};

static void graph_filter_free_file(struct graph_file *file)
{
	function_view_drop(&file->view);
	mutex_lock(&event_mutex);
	function_set_free(filter_edit_end(&file->open));
	mutex_unlock(&event_mutex);
	trace_parser_file_exit(&file->file);
	kfree(file);
}

static int graph_filter_begin_set(struct graph_file *file, bool truncate)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = filter_edit_begin(&file->open,
				truncate ? NULL : graph_filter_set(file->kind));
	mutex_unlock(&event_mutex);
	return ret;
}

static int graph_filter_handle_word(struct trace_parser_file *words, char *word)
{
	struct graph_file *file = to_graph_file(words);
	struct function_list *list = function_list_get();
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	mutex_lock(&event_mutex);
	ret = graph_functions_match(&file->open.set, list, word);
	mutex_unlock(&event_mutex);
	function_list_put(list);
	return ret;
}

static int graph_open(struct file *filp, enum function_filter_kind kind)
{
	struct graph_file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	int ret;

	if (!file)
		return -ENOMEM;
	file->kind = kind;
	ret = trace_parser_file_init(&file->file, graph_filter_handle_word);
	if (!ret && filp->f_mode & FMODE_WRITE)
		ret = graph_filter_begin_set(file, tree_truncates(filp));
	ret = ret ?:
	      trace_parser_file_attach(filp, &file->file, &graph_seq_ops);
	if (ret)
		graph_filter_free_file(file);
	return ret;
}

static int graph_release(struct inode *inode, struct file *filp)
{
	struct graph_file *file = to_graph_file(trace_parser_file_of(filp));

	trace_parser_file_end(&file->file);
	if (filp->f_mode & FMODE_WRITE) {
		mutex_lock(&event_mutex);
		graph_filter_apply(file->kind, filter_edit_end(&file->open));
		mutex_unlock(&event_mutex);
	}
	graph_filter_free_file(file);
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

static int function_open(struct inode *inode, struct file *filp)
{
	return graph_open(filp, FUNCTIONS_FILTER);
}

static int notrace_open(struct inode *inode, struct file *filp)
{
	return graph_open(filp, FUNCTIONS_NOTRACE);
}

const struct file_operations set_graph_function_fops =
	WORD_FILE_OPS(function_open, graph_release);
const struct file_operations set_graph_notrace_fops =
	WORD_FILE_OPS(notrace_open, graph_release);
