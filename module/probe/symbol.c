// SPDX-License-Identifier: GPL-2.0
/* Symbols of the kernel by name, see symbol.h. */
#include <linux/bsearch.h>
#include <linux/fs.h>
#include <linux/glob.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/uio.h>

#include "../compat/folder.h"
#include "symbol.h"

unsigned long symbol_address(const char *name)
{
	struct kprobe kp = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	return (unsigned long)kp.addr;
}

unsigned long symbol_start(const char *name)
{
	unsigned long address = symbol_address(name), offset;

	return address && symbol_place(address, &offset) ? address - offset :
							   address;
}

/*
 * The names that more than one symbol has, as hashes, sorted. Made from
 * /proc/kallsyms, which takes a fraction of a second to read, and made anew
 * after a module was loaded or unloaded.
 */
static struct {
	u64 *hash;
	unsigned int nr;
	bool valid;
} shared;

/* Guards @shared. */
static DEFINE_MUTEX(shared_mutex);

/* FNV-1a: names are no secret, and 64 bits make a collision unlikely. */
static u64 hash_name(const char *name, size_t len)
{
	u64 hash = 0xcbf29ce484222325;

	while (len--)
		hash = (hash ^ (u8)*name++) * 0x100000001b3;
	return hash;
}

/* Hashes of all names, in the order of the file. */
struct names {
	u64 *hash;
	unsigned int nr;
	unsigned int room;
};

static int add_name(struct names *names, u64 hash)
{
	unsigned int room = names->room * 2 ?: 1 << 16;
	u64 *more;

	if (names->nr == names->room) {
		more = kvmalloc_array(room, sizeof(*more), GFP_KERNEL);
		if (!more)
			return -ENOMEM;
		if (names->nr)
			memcpy(more, names->hash, names->nr * sizeof(*more));
		kvfree(names->hash);
		names->hash = more;
		names->room = room;
	}
	names->hash[names->nr++] = hash;
	return 0;
}

/* Finds the name in a line "ADDRESS TYPE NAME[\t[MODULE]]". */
static char *name_in(char *line)
{
	char *name = strchr(line, ' ');

	name = name ? strchr(name + 1, ' ') : NULL;
	return name ? name + 1 : NULL;
}

static int take_name(void *ctx, char *line)
{
	const char *name = name_in(line);

	return name ? add_name(ctx, hash_name(name, strcspn(name, "\t"))) : 0;
}

/* Takes a line of a file, and may write to it. */
typedef int take_line_fn(void *ctx, char *line);

/*
 * Hands on all complete lines of @text, until one call returns other than 0.
 * Returns that, or else 0, with the rest moved to the front and its length in
 * @len.
 */
static int take_lines(take_line_fn *take, void *ctx, char *text, size_t *len)
{
	char *line = text, *end;
	int ret;

	while ((end = memchr(line, '\n', text + *len - line))) {
		*end = '\0';
		ret = take(ctx, line);
		if (ret)
			return ret;
		line = end + 1;
	}
	*len -= line - text;
	memmove(text, line, *len);
	return *len == PAGE_SIZE ? -E2BIG : 0;
}

/* Reads on in a file of /proc. Returns the number of bytes, or an errno. */
static ssize_t read_more(struct file *filp, char *text, size_t room)
{
	struct kvec vec = { .iov_base = text, .iov_len = room };
	struct iov_iter iter;
	struct kiocb iocb;
	ssize_t ret;

	init_sync_kiocb(&iocb, filp);
	iocb.ki_pos = filp->f_pos;
	iov_iter_kvec(&iter, READ, &vec, 1, room);
	/*
	 * kernel_read() refuses this file, because it has no read_iter. But it
	 * is a seq_file: read_lines() has opened it in /proc itself, and not
	 * where a user may have put another file in its place.
	 */
	ret = seq_read_iter(&iocb, &iter);
	filp->f_pos = iocb.ki_pos;
	return ret;
}

/* Hands each line of an open file of /proc to @take, see read_lines(). */
static int read_file(struct file *filp, take_line_fn *take, void *ctx)
{
	char *text = kmalloc(PAGE_SIZE, GFP_KERNEL);
	size_t len = 0;
	ssize_t ret = -ENOMEM;

	while (text) {
		ret = read_more(filp, text + len, PAGE_SIZE - len);
		if (ret <= 0)
			break;
		len += ret;
		ret = take_lines(take, ctx, text, &len);
		if (ret)
			break;
		cond_resched();
	}
	kfree(text);
	return ret;
}

/*
 * Hands each line of a file of /proc to @take, until that returns other than 0.
 * Returns what the last call returned, or an errno.
 */
static int read_lines(const char *name, take_line_fn *take, void *ctx)
{
	struct vfsmount *mnt = mount_unseen("proc");
	struct file *filp;
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	filp = open_below(mnt, name, O_RDONLY);
	ret = PTR_ERR_OR_ZERO(filp);
	if (!ret) {
		ret = read_file(filp, take, ctx);
		filp_close(filp, NULL);
	}
	kern_unmount(mnt);
	return ret;
}

static int compare(const void *a, const void *b)
{
	const u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Keeps one hash of each name that several symbols have. */
static void keep_shared(struct names *names)
{
	unsigned int i, nr = 0;

	sort(names->hash, names->nr, sizeof(*names->hash), compare, NULL);
	for (i = 1; i < names->nr; i++) {
		u64 hash = names->hash[i];

		if (hash == names->hash[i - 1] &&
		    (!nr || names->hash[nr - 1] != hash))
			names->hash[nr++] = hash;
	}
	names->nr = nr;
}

/* Tests whether a line of /proc/modules is that of a module on its way. */
static int is_on_its_way(void *ctx, char *line)
{
	return !strstr(line, " Live ");
}

/*
 * Reads the list. It is not valid for long while a module comes or goes: the
 * kernel still lists its symbols for a while after it has told us so.
 */
static int read_shared(void)
{
	const bool settled = !read_lines("modules", is_on_its_way, NULL);
	struct names names = {};
	int ret = read_lines("kallsyms", take_name, &names);

	if (!ret)
		keep_shared(&names);
	kvfree(shared.hash);
	shared.hash = NULL;
	shared.nr = 0;
	if (!ret && names.nr) {
		shared.hash = kvmalloc_array(names.nr, sizeof(*names.hash),
					     GFP_KERNEL);
		if (!shared.hash)
			ret = -ENOMEM;
	}
	if (shared.hash) {
		memcpy(shared.hash, names.hash,
		       names.nr * sizeof(*names.hash));
		shared.nr = names.nr;
	}
	kvfree(names.hash);
	shared.valid = !ret && settled;
	return ret;
}

bool symbol_is_shared(const char *name)
{
	u64 hash = hash_name(name, strlen(name));
	bool found = false;

	mutex_lock(&shared_mutex);
	if (shared.valid || !read_shared())
		found = bsearch(&hash, shared.hash, shared.nr, sizeof(hash),
				compare);
	mutex_unlock(&shared_mutex);
	return found;
}

/* A search for functions, see symbols_find(). */
struct search {
	const char *pattern;
	int (*found)(void *ctx, unsigned long address);
	void *ctx;
};

static int take_function(void *ctx, char *line)
{
	const struct search *search = ctx;
	char *name = name_in(line);
	unsigned long address;
	char type;

	if (!name || sscanf(line, "%lx %c", &address, &type) != 2 ||
	    !strchr("tTwW", type))
		return 0;
	name[strcspn(name, "\t")] = '\0';
	if (!glob_match(search->pattern, name))
		return 0;
	return address ? search->found(search->ctx, address) : -EPERM;
}

int symbols_find(const char *pattern,
		 int (*found)(void *ctx, unsigned long address), void *ctx)
{
	struct search search = {
		.pattern = pattern,
		.found = found,
		.ctx = ctx,
	};
	int ret = read_lines("kallsyms", take_function, &search);

	if (ret == -EPERM)
		pr_warn("histrig: sysctl kernel.kptr_restrict hides where functions are\n");
	return ret;
}

/* Tests whether a line of /proc/modules is that of the module @ctx. */
static int is_module(void *ctx, char *line)
{
	size_t len = str_has_prefix(line, ctx);

	return len && line[len] == ' ';
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
	return read_lines("modules", is_module, module) == 1;
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

bool symbol_place(unsigned long address, unsigned long *offset)
{
	char text[KSYM_SYMBOL_LEN];
	const char *plus;

	/* "NAME+0xOFFSET/0xSIZE", or the address alone if it has no symbol. */
	sprint_symbol(text, address);
	plus = strchr(text, '+');
	return plus && sscanf(plus, "+%lx", offset) == 1;
}
