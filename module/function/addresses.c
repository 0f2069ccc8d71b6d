// SPDX-License-Identifier: GPL-2.0
/* Addresses of functions by their names, see addresses.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/entry.h"
#include "../compat/lines.h"
#include "../compat/log.h"
#include "../probe/entry.h"
#include "addresses.h"
#include "list.h"

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
	u32 room;
	u32 slots[1 << SLOT_BITS];
};

/* FNV-1a is enough, because no user chooses the names, and 64 bits rarely collide. */
static u64 hash_text(u64 hash, const char *text, size_t len)
{
	while (len--)
		hash = (hash ^ (u8)*text++) * 0x100000001b3;
	return hash;
}

static u64 hash_symbol(const char *name, size_t name_len, const char *module,
		       size_t module_len)
{
	u64 hash = hash_text(0xcbf29ce484222325, name, name_len);

	return module_len ? hash_text(hash_text(hash, ":", 1), module,
				      module_len) : hash;
}

static u32 *join_slot(struct symbols *symbols, u64 hash)
{
	return &symbols->slots[hash >> (64 - SLOT_BITS)];
}

static int add_symbol(struct symbols *symbols, unsigned long address, u64 hash)
{
	struct symbol *symbol, *larger;
	u32 *slot;

	if (symbols->nr == symbols->room) {
		larger = kvmalloc_array(symbols->room * 2UL, sizeof(*larger),
					GFP_KERNEL);
		if (!larger)
			return -ENOMEM;
		memcpy(larger, symbols->symbols,
		       symbols->nr * sizeof(*larger));
		kvfree(symbols->symbols);
		symbols->symbols = larger;
		symbols->room *= 2;
	}
	slot = join_slot(symbols, hash);
	symbol = &symbols->symbols[symbols->nr++];
	symbol->address = address;
	symbol->hash = hash;
	symbol->next = *slot;
	*slot = symbols->nr;
	return 0;
}

/* Parses a line "ADDRESS TYPE NAME[\t[MODULE]]". */
static int take_symbol(void *ctx, char *line)
{
	const char *name, *module;
	unsigned long address;
	size_t len;
	char type;

	name = line_take_symbol(line, &address, &type);
	if (!name || !strchr("tTwW", type) || !address)
		return 0;
	len = strcspn(name, "\t");
	module = name[len] ? name + len + 2 : "";
	return add_symbol(ctx, address,
			  hash_symbol(name, len, module,
				      strcspn(module, "]")));
}

static void free_symbols(struct symbols *symbols)
{
	kvfree(symbols->symbols);
	kvfree(symbols);
}

static struct symbols *read_symbols(void)
{
	struct symbols *symbols = kvzalloc(sizeof(*symbols), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!symbols)
		return ERR_PTR(ret);
	symbols->room = 1 << 16;
	symbols->symbols = kvmalloc_array(symbols->room,
					  sizeof(*symbols->symbols),
					  GFP_KERNEL);
	if (symbols->symbols)
		ret = read_kernel_lines("proc", "kallsyms", take_symbol,
					symbols);
	if (!ret)
		return symbols;
	free_symbols(symbols);
	return ERR_PTR(ret);
}

static u64 hash_function(const struct function_list *list,
			 const struct traceable *function)
{
	const char *name = traceable_name(list, function);
	const char *module = traceable_module(list, function);

	return hash_symbol(name, strlen(name), module,
			   module ? strlen(module) : 0);
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

int functions_find_addresses(struct function_list *list)
{
	struct symbols *symbols = read_symbols();

	if (IS_ERR(symbols))
		return PTR_ERR(symbols);
	if (!symbols->nr) {
		free_symbols(symbols);
		pr_warn("the kernel hides the addresses of functions; run sysctl kernel.kptr_restrict=0 and try again\n");
		return -EPERM;
	}
	find_unique(list, symbols);
	find_shared(list, symbols);
	free_symbols(symbols);
	return 0;
}
