// SPDX-License-Identifier: GPL-2.0
/* Reads the lists of symbols and of modules, see symbol_list.h. */
#include <linux/bsearch.h>
#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../compat/lines.h"
#include "../compat/log.h"
#include "symbol_list.h"

/*
 * Hashes of names that several symbols have, sorted. Reading /proc/kallsyms is
 * slow, so the hashes stay valid until a module is loaded or unloaded.
 */
static struct {
	u64 *hash;
	unsigned int nr;
	bool valid;
} shared;

/* Protects @shared; held while /proc/kallsyms is read. */
static DEFINE_MUTEX(shared_mutex);

u64 symbol_hash(u64 hash, const char *text)
{
	while (*text)
		hash = (hash ^ (u8)*text++) * 0x100000001b3;
	return hash;
}

void *list_reserve(void *old, u32 nr, u32 more, u32 *capacity, size_t size)
{
	u32 wanted = *capacity ?: 1 << 12;
	void *larger;

	while (wanted - nr < more)
		wanted *= 2;
	if (wanted == *capacity)
		return old;
	larger = kvmalloc_array(wanted, size, GFP_KERNEL);
	if (!larger)
		return NULL;
	if (nr)
		memcpy(larger, old, nr * size);
	kvfree(old);
	*capacity = wanted;
	return larger;
}

/*
 * The hashes of all names that were read, as a hash table: @size slots, 0 if free, at most half
 * of them in use. A symbol of a module has two names: NAME and MODULE:NAME. @shared are the
 * hashes of names that were read again.
 */
struct names {
	u64 *slots;
	u32 size;
	u32 nr;
	u64 *shared;
	u32 nr_shared;
	u32 capacity;
};

/* Returns the slot of a hash, or a free one for it. */
static u64 *name_slot(const struct names *names, u64 hash)
{
	const u32 mask = names->size - 1;
	u32 at = hash >> 32 & mask;

	while (names->slots[at] && names->slots[at] != hash)
		at = (at + 1) & mask;
	return &names->slots[at];
}

static int names_grow(struct names *names)
{
	struct names larger = *names;
	u32 i;

	larger.size = names->size * 2 ?: 1 << 18;
	larger.slots = kvcalloc(larger.size, sizeof(*larger.slots), GFP_KERNEL);
	if (!larger.slots)
		return -ENOMEM;
	for (i = 0; i < names->size; i++)
		if (names->slots[i])
			*name_slot(&larger, names->slots[i]) = names->slots[i];
	kvfree(names->slots);
	*names = larger;
	return 0;
}

static int add_name(struct names *names, u64 hash)
{
	u64 *slot, *larger;

	if (names->nr >= names->size / 2 && names_grow(names))
		return -ENOMEM;
	slot = name_slot(names, hash);
	if (!*slot) {
		*slot = hash;
		names->nr++;
		return 0;
	}
	larger = list_reserve(names->shared, names->nr_shared, 1, &names->capacity,
			      sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	names->shared = larger;
	names->shared[names->nr_shared++] = hash;
	return 0;
}

static int take_name(void *ctx, char *line)
{
	unsigned long address;
	const char *name, *module;
	char type;
	u64 hash;
	int ret;

	name = line_take_symbol(line, &address, &type, &module);
	if (!name)
		return 0;
	ret = add_name(ctx, symbol_hash(SYMBOL_HASH, name));
	if (ret || !*module)
		return ret;
	/* Users can also write MODULE:NAME. */
	hash = symbol_hash(symbol_hash(SYMBOL_HASH, module), ":");
	return add_name(ctx, symbol_hash(hash, name));
}

static int symbol_compare(const void *a, const void *b)
{
	const u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Is this module, a line of /proc/modules, being loaded or unloaded? */
static int symbol_module_in_transition(void *ctx, char *line)
{
	return !strstr(line, " Live ");
}

/*
 * Reads the list. The list does not become valid while a module is being loaded
 * or unloaded: the kernel may change the module's symbols even after
 * symbols_changed() was called.
 */
static int read_shared(void)
{
	const bool settled = !read_kernel_lines("proc", "modules",
						symbol_module_in_transition,
						NULL);
	struct names names = {};
	int ret = read_kernel_lines("proc", "kallsyms", take_name, &names);

	kvfree(names.slots);
	if (ret) {
		kvfree(names.shared);
		return ret;
	}
	sort(names.shared, names.nr_shared, sizeof(*names.shared), symbol_compare, NULL);
	kvfree(shared.hash);
	shared.hash = names.shared;
	shared.nr = names.nr_shared;
	shared.valid = settled;
	return 0;
}

bool symbol_is_shared(const char *name)
{
	u64 hash = symbol_hash(SYMBOL_HASH, name);
	bool found = false;

	mutex_lock(&shared_mutex);
	if (shared.valid || !read_shared())
		found = bsearch(&hash, shared.hash, shared.nr, sizeof(hash),
				symbol_compare);
	mutex_unlock(&shared_mutex);
	return found;
}

/* Maximum number of modules that are being loaded or unloaded while functions are searched. */
#define MOVING_MAX	16

/* A search for functions, see symbols_find(); @moving are modules to leave out. */
struct symbol_search {
	const char *pattern;
	int (*found)(void *ctx, unsigned long address);
	void *ctx;
	unsigned int nr_moving;
	char moving[MOVING_MAX][MODULE_NAME_LEN];
};

static int symbol_take_moving(void *ctx, char *line)
{
	struct symbol_search *search = ctx;

	if (!symbol_module_in_transition(NULL, line))
		return 0;
	if (search->nr_moving == MOVING_MAX)
		return -EBUSY;
	line[strcspn(line, " ")] = '\0';
	strscpy(search->moving[search->nr_moving++], line, MODULE_NAME_LEN);
	return 0;
}

static bool symbol_is_moving(const struct symbol_search *search, const char *module)
{
	unsigned int i;

	for (i = 0; i < search->nr_moving; i++)
		if (!strcmp(search->moving[i], module))
			return true;
	return false;
}

static int symbol_take_function(void *ctx, char *line)
{
	const struct symbol_search *search = ctx;
	const char *name, *module;
	unsigned long address;
	char type;

	name = line_take_symbol(line, &address, &type, &module);
	if (!name || !strchr("tTwW", type) || !glob_match(search->pattern, name) ||
	    symbol_is_moving(search, module))
		return 0;
	return address ? search->found(search->ctx, address) : -EPERM;
}

int symbols_find(const char *pattern,
		 int (*found)(void *ctx, unsigned long address), void *ctx)
{
	struct symbol_search *search = kzalloc(sizeof(*search), GFP_KERNEL);
	int ret;

	if (!search)
		return -ENOMEM;
	search->pattern = pattern;
	search->found = found;
	search->ctx = ctx;
	ret = read_kernel_lines("proc", "modules", symbol_take_moving, search) ?:
	      read_kernel_lines("proc", "kallsyms", symbol_take_function, search);
	kfree(search);
	if (ret == -EPERM)
		pr_warn(SYMBOLS_HIDDEN);
	return ret;
}

bool symbol_module_loaded(const char *name)
{
	char module[MODULE_NAME_LEN];
	const char *colon = strchr(name, ':');

	if (!colon)
		return true;
	if (colon - name >= sizeof(module))
		return false;
	strscpy(module, name, colon - name + 1);
	return module_is_loaded(module);
}

bool symbol_may_come(const char *name)
{
	return name[strcspn(name, ":/")] == ':' && !symbol_module_loaded(name);
}

void symbols_changed(void)
{
	mutex_lock(&shared_mutex);
	shared.valid = false;
	mutex_unlock(&shared_mutex);
}

void symbols_exit(void)
{
	kvfree(shared.hash);
}
