// SPDX-License-Identifier: GPL-2.0
/* The list of the functions that can be traced, see list.h. */
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/lines.h"
#include "addresses.h"
#include "list.h"

static struct function_list *newest_list;

/*
 * Lists read before this time (in jiffies) are not cached: they may contain functions of a
 * module's initialization, which disappear a little after the module's notifier has run.
 */
static unsigned long keep_from;

/* Guards the two above. Held while the list is read, so that only one task reads it. */
static DEFINE_MUTEX(list_mutex);

static void free_list(struct kref *refs)
{
	struct function_list *list = container_of(refs, struct function_list,
						  refs);

	kvfree(list->functions);
	kvfree(list->text);
	kfree(list);
}

void function_list_put(struct function_list *list)
{
	kref_put(&list->refs, free_list);
}

void traceable_show(struct seq_file *m, const struct function_list *list,
		    const struct traceable *function)
{
	const char *module = traceable_module(list, function);

	seq_puts(m, traceable_name(list, function));
	if (module)
		seq_printf(m, " [%s]", module);
}

static void *function_list_grow(void *old, size_t used, size_t size)
{
	void *larger = kvmalloc(size, GFP_KERNEL);

	if (!larger)
		return NULL;
	if (used)
		memcpy(larger, old, used);
	kvfree(old);
	return larger;
}

/* Adds a string to the names of a list. Returns its offset, 0 if out of memory. */
static u32 function_list_add_text(struct function_list *list, const char *text,
				  size_t len)
{
	u32 place = list->len, room;
	char *larger;

	while (list->len + len + 1 > list->text_room) {
		room = list->text_room * 2;
		larger = function_list_grow(list->text, list->len, room);
		if (!larger)
			return 0;
		list->text = larger;
		list->text_room = room;
	}
	memcpy(list->text + place, text, len);
	list->text[place + len] = '\0';
	list->len += len + 1;
	return place;
}

/* Like function_list_add_text(), but adjacent functions of a module share a copy of its name. */
static u32 function_list_add_module(struct function_list *list,
				    const char *text, size_t len)
{
	u32 last = list->nr ? list->functions[list->nr - 1].module : 0;

	if (last && !strncmp(list->text + last, text, len) &&
	    !list->text[last + len])
		return last;
	return function_list_add_text(list, text, len);
}

static int add_function(struct function_list *list, unsigned long address,
			const char *line)
{
	const char *module = strstr(line, " [");
	struct traceable *function, *larger;

	if (list->nr == list->room) {
		larger = function_list_grow(list->functions,
					    list->nr * sizeof(*larger),
					    list->room * 2 * sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		list->functions = larger;
		list->room *= 2;
	}
	function = &list->functions[list->nr];
	function->address = address;
	function->module = 0;
	function->name = function_list_add_text(list, line, strcspn(line, " "));
	if (module)
		function->module = function_list_add_module(list, module + 2,
							    strcspn(module + 2, "]"));
	if (!function->name || (module && !function->module))
		return -ENOMEM;
	list->nr++;
	return 0;
}

/* Parses a line "NAME[ [MODULE]]". */
static int function_list_take_function(void *ctx, char *line)
{
	return add_function(ctx, 0, line);
}

/* Parses a line "ADDRESS NAME[ [MODULE]]". */
static int take_with_address(void *ctx, char *line)
{
	unsigned long address;

	line = line_take_hex(line, &address);
	return line ? add_function(ctx, address, line + 1) : -EINVAL;
}

static struct function_list *alloc_list(void)
{
	struct function_list *list = kzalloc(sizeof(*list), GFP_KERNEL);

	if (!list)
		return NULL;
	kref_init(&list->refs);
	list->room = 1 << 14;
	list->text_room = 1 << 18;
	list->functions = kvmalloc_array(list->room, sizeof(*list->functions),
					 GFP_KERNEL);
	list->text = kvmalloc(list->text_room, GFP_KERNEL);
	/* Leave offset 0 unused, because it means no name. */
	if (list->text)
		list->text[list->len++] = '\0';
	if (list->functions && list->text)
		return list;
	free_list(&list->refs);
	return NULL;
}

static int fill_list(struct function_list *list)
{
	int ret;

	ret = read_kernel_lines("tracefs", "available_filter_functions_addrs",
				take_with_address, list);
	if (ret != -ENOENT)
		return ret;
	ret = read_kernel_lines("tracefs", "available_filter_functions",
				function_list_take_function, list);
	return ret ?: functions_find_addresses(list);
}

static struct function_list *read_list(void)
{
	struct function_list *list = alloc_list();
	int ret;

	if (!list)
		return ERR_PTR(-ENOMEM);
	ret = fill_list(list);
	if (!ret)
		return list;
	function_list_put(list);
	return ERR_PTR(ret);
}

struct function_list *function_list_get(void)
{
	struct function_list *list;

	mutex_lock(&list_mutex);
	list = newest_list ?: read_list();
	if (!IS_ERR(list) && (newest_list || time_after(jiffies, keep_from))) {
		newest_list = list;
		kref_get(&list->refs);
	}
	mutex_unlock(&list_mutex);
	return list;
}

void function_list_drop(void)
{
	mutex_lock(&list_mutex);
	if (newest_list)
		function_list_put(newest_list);
	newest_list = NULL;
	keep_from = jiffies + HZ;
	mutex_unlock(&list_mutex);
}
