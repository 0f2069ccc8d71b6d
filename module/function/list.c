// SPDX-License-Identifier: GPL-2.0
/* The list of the functions that can be traced, see list.h. */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/entry.h"
#include "../compat/lines.h"
#include "../compat/log.h"
#include "../compat/module_text.h"
#include "../event/registry.h"
#include "../probe/entry.h"
#include "../probe/symbol_list.h"
#include "list.h"

static struct function_list *newest_list;

/*
 * Lists read before this time (in jiffies) are not cached: they may contain functions of a
 * module's initialization, which disappear a little after the module's notifier has run.
 */
static unsigned long keep_from;

/* Guards newest_list and keep_from. Held to read the list, so that only one task reads it. */
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

/* Adds a string to the names of a list. Returns its offset, 0 if out of memory. */
static u32 function_list_add_text(struct function_list *list, const char *text,
				  size_t len)
{
	char *larger = list_reserve(list->text, list->len, len + 1,
				    &list->text_capacity, 1);
	u32 place = list->len;

	if (!larger)
		return 0;
	list->text = larger;
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
	const char *end = strchrnul(line, ' ');
	const char *module = str_has_prefix(end, " [") ? end + 2 : NULL;
	struct traceable *function, *larger;

	larger = list_reserve(list->functions, list->nr, 1, &list->capacity,
			      sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	list->functions = larger;
	function = &list->functions[list->nr];
	function->address = address;
	function->module = 0;
	function->name = function_list_add_text(list, line, end - line);
	if (module)
		function->module = function_list_add_module(list, module,
							    strcspn(module, "]"));
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
	list->capacity = 1 << 14;
	list->text_capacity = 1 << 18;
	list->functions = kvmalloc_array(list->capacity, sizeof(*list->functions),
					 GFP_KERNEL);
	list->text = kvmalloc(list->text_capacity, GFP_KERNEL);
	/* Leave offset 0 unused, because it means no name. */
	if (list->text)
		list->text[list->len++] = '\0';
	if (list->functions && list->text)
		return list;
	free_list(&list->refs);
	return NULL;
}

/**
 * struct symbol - a function in the kernel's list of symbols
 * @address: its address
 * @hash: hash of its name and its module's name
 * @next: index plus 1 of the previous symbol with the same slot; 0 if none
 */
struct symbol {
	unsigned long address;
	u64 hash;
	u32 next;
};

#define SLOT_BITS	16

/* All symbols, as a hash table: each slot is the head of a list linked by @next. */
struct symbols {
	struct symbol *symbols;
	u32 nr;
	u32 capacity;
	u32 slots[1 << SLOT_BITS];
};

static u64 hash_symbol(const char *name, const char *module)
{
	u64 hash = symbol_hash(SYMBOL_HASH, name);

	return *module ? symbol_hash(symbol_hash(hash, ":"), module) : hash;
}

static u32 *join_slot(struct symbols *symbols, u64 hash)
{
	return &symbols->slots[hash >> (64 - SLOT_BITS)];
}

static int add_symbol(struct symbols *symbols, unsigned long address, u64 hash)
{
	struct symbol *symbol, *larger;
	u32 *slot;

	larger = list_reserve(symbols->symbols, symbols->nr, 1,
			      &symbols->capacity, sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	symbols->symbols = larger;
	slot = join_slot(symbols, hash);
	symbol = &symbols->symbols[symbols->nr++];
	symbol->address = address;
	symbol->hash = hash;
	symbol->next = *slot;
	*slot = symbols->nr;
	return 0;
}

static int take_symbol(void *ctx, char *line)
{
	const char *name, *module;
	unsigned long address;
	char type;

	name = line_take_symbol(line, &address, &type, &module);
	if (!name || !strchr("tTwW", type) || !address)
		return 0;
	return add_symbol(ctx, address, hash_symbol(name, module));
}

static void free_symbols(struct symbols *symbols)
{
	kvfree(symbols->symbols);
	kvfree(symbols);
}

static struct symbols *read_symbols(void)
{
	struct symbols *symbols = kvzalloc(sizeof(*symbols), GFP_KERNEL);
	int ret;

	if (!symbols)
		return ERR_PTR(-ENOMEM);
	ret = read_kernel_lines("proc", "kallsyms", take_symbol, symbols);
	if (!ret)
		return symbols;
	free_symbols(symbols);
	return ERR_PTR(ret);
}

static u64 hash_function(const struct function_list *list,
			 const struct traceable *function)
{
	return hash_symbol(traceable_name(list, function),
			   traceable_module(list, function) ?: "");
}

/*
 * Walks the symbols whose @hash is @wanted, in the reverse order of /proc/kallsyms: for
 * the kernel itself, from the highest address down.
 */
#define for_each_symbol(symbol, symbols, wanted)			\
	for (symbol = first_symbol(symbols, wanted); symbol;		\
	     symbol = next_symbol(symbols, symbol))

static const struct symbol *join_find_symbol(const struct symbols *symbols,
					     u32 at, u64 hash)
{
	const struct symbol *symbol;

	for (; at; at = symbol->next) {
		symbol = &symbols->symbols[at - 1];
		if (symbol->hash == hash)
			return symbol;
	}
	return NULL;
}

static const struct symbol *first_symbol(struct symbols *symbols, u64 hash)
{
	return join_find_symbol(symbols, *join_slot(symbols, hash), hash);
}

static const struct symbol *next_symbol(const struct symbols *symbols,
					const struct symbol *symbol)
{
	return join_find_symbol(symbols, symbol->next, symbol->hash);
}

/* Sets the address of each function whose name belongs to only one symbol. */
static void find_unique(struct function_list *list, struct symbols *symbols)
{
	const struct symbol *symbol, *found;
	struct traceable *function;
	unsigned int i, nr;
	u64 hash;

	for (i = 0; i < list->nr; i++) {
		function = &list->functions[i];
		hash = hash_function(list, function);
		nr = 0;
		for_each_symbol(symbol, symbols, hash) {
			found = symbol;
			nr++;
		}
		if (nr == 1)
			function->address = traced_entry(found->address);
	}
}

/*
 * Returns the address of a symbol that has the function's name and is between two
 * addresses, or 0 if there is none. Of several such symbols, returns the lowest that
 * function tracing knows.
 */
static unsigned long find_between(const struct function_list *list,
				  const struct traceable *function,
				  struct symbols *symbols,
				  unsigned long from, unsigned long to)
{
	u64 hash = hash_function(list, function);
	const struct symbol *symbol;
	unsigned long address, found = 0, any = 0;
	unsigned int nr = 0;

	for_each_symbol(symbol, symbols, hash) {
		address = traced_entry(symbol->address);
		if (address > from && address < to) {
			any = address;
			nr++;
		}
	}
	if (nr <= 1)
		return any;
	for_each_symbol(symbol, symbols, hash) {
		address = traced_entry(symbol->address);
		if (address > from && address < to &&
		    (!found || address < found) && entry_traceable(address))
			found = address;
	}
	return found;
}

/* Returns the next known address of a function of the same module, ULONG_MAX if none. */
static unsigned long next_known(const struct function_list *list,
				unsigned int i)
{
	const u32 module = list->functions[i].module;

	while (++i < list->nr && list->functions[i].module == module)
		if (list->functions[i].address)
			return list->functions[i].address;
	return ULONG_MAX;
}

/*
 * Sets the addresses that find_unique() has left out. If adjacent functions get the same
 * symbol, only the first keeps the address: the others have no symbol, see struct
 * traceable.
 */
static void find_shared(struct function_list *list, struct symbols *symbols)
{
	unsigned long before = 0, symbol = 0;
	struct traceable *function;
	unsigned int i;

	for (i = 0; i < list->nr; i++) {
		function = &list->functions[i];
		if (i && function->module != function[-1].module)
			before = 0;
		if (function->address && function->address == symbol)
			function->address = 0;
		else if (!function->address)
			function->address = find_between(list, function,
							 symbols, before,
							 next_known(list, i));
		if (function->address) {
			symbol = function->address;
			before = symbol;
		} else {
			function->address = i + 1;
		}
	}
}

/*
 * Finds the addresses of a list of names. Within the kernel itself and within each module, the
 * list and the kernel's symbols are in the order of addresses. So of several symbols with a
 * function's name, the right one is between the addresses of the function's neighbours in the
 * list.
 */
static int functions_find_addresses(struct function_list *list)
{
	struct symbols *symbols = read_symbols();

	if (IS_ERR(symbols))
		return PTR_ERR(symbols);
	if (!symbols->nr) {
		free_symbols(symbols);
		pr_warn(SYMBOLS_HIDDEN);
		return -EPERM;
	}
	find_unique(list, symbols);
	find_shared(list, symbols);
	free_symbols(symbols);
	return 0;
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

/**
 * struct left - addresses at which there were functions
 * @start: the first address
 * @size: number of bytes, 0 if none
 */
struct left {
	unsigned long start;
	unsigned long size;
};

/*
 * The functions unloaded last; protected by event_mutex. The kernel lists them only for some
 * milliseconds, so a few are enough.
 */
static struct left newest[32];
static unsigned int next;

static struct left text_of(const struct module *mod, bool init)
{
	struct left text;

	text.start = module_text(mod, init, &text.size);
	return text;
}

static void left_add(const struct module *mod, bool init)
{
	newest[next++ % ARRAY_SIZE(newest)] = text_of(mod, init);
}

void functions_leave(const struct module *mod, bool all)
{
	lockdep_assert_held(&event_mutex);
	left_add(mod, true);
	if (all)
		left_add(mod, false);
}

/* Drops entries for addresses at which there are functions again. */
static void left_forget(struct left now)
{
	struct left *left;

	for (left = newest; left < newest + ARRAY_SIZE(newest); left++)
		if (left->start < now.start + now.size &&
		    now.start < left->start + left->size)
			left->size = 0;
}

void functions_arrive(const struct module *mod)
{
	lockdep_assert_held(&event_mutex);
	left_forget(text_of(mod, true));
	left_forget(text_of(mod, false));
}

bool function_is_unloaded(unsigned long ip)
{
	const struct left *left;

	lockdep_assert_held(&event_mutex);
	for (left = newest; left < newest + ARRAY_SIZE(newest); left++)
		if (ip - left->start < left->size)
			return true;
	return false;
}
