/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of the functions that can be traced.
 *
 * The kernel prints this list in tracefs, but exports no function to get it. So we read
 * that file, and cache the list until a module is loaded or unloaded. Newer kernels
 * also print addresses; for others, list.c finds them in /proc/kallsyms.
 */
#ifndef HISTRIG_FUNCTION_LIST_H
#define HISTRIG_FUNCTION_LIST_H

#include <linux/kref.h>
#include <linux/types.h>

struct module;
struct seq_file;

/**
 * struct traceable - a function that can be traced
 * @address: its address in function tracing. A small number if another function
 *	overrides it; it then has no symbol and is never called
 * @name: offset of its name in @text of the list
 * @module: offset of the name of its module, 0 if it is in the kernel itself
 */
struct traceable {
	unsigned long address;
	u32 name;
	u32 module;
};

/**
 * struct function_list - a list of functions, in the kernel's order
 * @refs: one for each user, and one while this is the newest list
 * @functions: the functions
 * @nr: number of functions
 * @capacity: capacity of @functions
 * @text: names, each with a NUL at the end
 * @len: length of @text
 * @text_capacity: size of @text in bytes
 *
 * Constant once function_list_get() has returned it.
 */
struct function_list {
	struct kref refs;
	struct traceable *functions;
	unsigned int nr;
	unsigned int capacity;
	char *text;
	u32 len;
	u32 text_capacity;
};

static inline const char *traceable_name(const struct function_list *list,
					 const struct traceable *function)
{
	return list->text + function->name;
}

static inline const char *traceable_module(const struct function_list *list,
					   const struct traceable *function)
{
	return function->module ? list->text + function->module : NULL;
}

/* traceable_show() - print a function like the kernel's lists, without newline */
void traceable_show(struct seq_file *m, const struct function_list *list,
		    const struct traceable *function);

/* function_is_callable() - is @address of struct traceable an address, not a number? */
static inline bool function_is_callable(unsigned long address)
{
	return (long)address < 0;
}

/**
 * function_list_get() - get the functions that can be traced now
 *
 * Context: process, may sleep; takes some tenths of a second if modules were loaded or
 * unloaded.
 * Return: the list, for function_list_put(), or an ERR_PTR.
 */
struct function_list *function_list_get(void);

/* function_list_put() - undo function_list_get() */
void function_list_put(struct function_list *list);

/* function_list_drop() - drop the cached list, when modules change; may sleep */
void function_list_drop(void);

/*
 * For a moment the kernel still lists the functions of an unloaded module, which commands
 * must not select. So list.c records their addresses, because the struct module is freed too
 * early to look there.
 */

/**
 * functions_leave() - record that functions of a module are about to be unloaded
 * @mod: the module
 * @all: all functions of @mod; if false, only those of its initialization
 *
 * Context: process, event_mutex held.
 */
void functions_leave(const struct module *mod, bool all);

/*
 * functions_arrive() - forget recorded addresses in the new module @mod;
 * event_mutex held
 */
void functions_arrive(const struct module *mod);

/* function_is_unloaded() - was the function @ip unloaded? event_mutex held */
bool function_is_unloaded(unsigned long ip);

#endif /* HISTRIG_FUNCTION_LIST_H */
