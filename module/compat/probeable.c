// SPDX-License-Identifier: GPL-2.0
/* Which functions the kernel lets kprobes probe, see probeable.h. */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "entry.h"
#include "lines.h"
#include "log.h"
#include "probeable.h"

/* With more functions than this, reading the blacklist is faster than keep_registered(). */
#define ASK_FEW		256

/* With more functions than this, keep_registered() would take too long. */
#define ASK_MAX		4096

/* Maximum length of the kernel's blacklist, which has about a thousand entries. */
#define LISTED_MAX	16384

/* A longer name is compared as far as this. */
#define LISTED_NAME	48

/*
 * The kernel's blacklist: functions and areas that kprobes must not probe. If the kernel hides
 * addresses, there are only the names.
 */
struct blacklist {
	unsigned int nr;
	struct listed {
		unsigned long start;
		unsigned long end;
		char name[LISTED_NAME];
	} listed[LISTED_MAX];
};

/*
 * By these, the kernel marks that it handles a return. While it calls the first one, there is no
 * mark, so if that call were hooked, handling its return would call it again, without end. The
 * kernel's blacklist lacks them.
 */
static struct {
	const char *name;
	unsigned long address;
} unlisted[] = {
	{ "kprobe_busy_begin" },
	{ "kprobe_busy_end" },
};

static int find_unlisted(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(unlisted); i++) {
		struct kprobe kp = {
			.symbol_name = unlisted[i].name,
			.flags = KPROBE_FLAG_DISABLED,
		};

		if (unlisted[i].address)
			continue;
		ret = register_kprobe(&kp);
		if (ret == -ENOENT || ret == -EINVAL)
			continue;
		if (ret)
			return ret;
		unlisted[i].address = (unsigned long)kp.addr;
		unregister_kprobe(&kp);
	}
	return 0;
}

static bool is_unlisted(unsigned long address)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(unlisted); i++)
		if (address == unlisted[i].address)
			return true;
	return false;
}

static int take_listed(void *ctx, char *line)
{
	struct blacklist *list = ctx;
	struct listed *listed = &list->listed[list->nr];

	if (list->nr == LISTED_MAX)
		return -E2BIG;
	if (sscanf(line, "0x%lx-0x%lx %47s", &listed->start, &listed->end,
		   listed->name) != 3)
		return -ENODATA;
	list->nr++;
	return 0;
}

/*
 * Like the kernel, also refuses the parts into which the compiler has split a listed function:
 * they have its name and a suffix.
 */
static bool is_listed(const struct blacklist *list, unsigned long address)
{
	char name[KSYM_SYMBOL_LEN], *suffix;
	const struct listed *listed;
	bool is_part;

	/* Also writes the name of the function's module, "func.part.0 [module]". */
	sprint_symbol_no_offset(name, address);
	suffix = strpbrk(name, ". ");
	is_part = suffix && *suffix == '.';
	if (suffix)
		*suffix = '\0';
	for (listed = list->listed; listed < list->listed + list->nr; listed++) {
		if (address >= listed->start && address < listed->end)
			return true;
		if ((is_part || !listed->start) &&
		    !strncmp(name, listed->name, LISTED_NAME - 1))
			return true;
	}
	return false;
}

/* Returns an errno if the list cannot be read. */
static int keep_off_blacklist(unsigned long *ips, unsigned int *nr)
{
	struct blacklist *list = kvmalloc(sizeof(*list), GFP_KERNEL);
	unsigned int i, kept = 0;
	int ret;

	if (!list)
		return -ENOMEM;
	list->nr = 0;
	ret = read_kernel_lines("debugfs", "kprobes/blacklist", take_listed, list);
	if (!ret && !list->nr)
		ret = -ENODATA;
	for (i = 0; !ret && i < *nr; i++) {
		if (!is_listed(list, traced_start(ips[i])))
			ips[kept++] = ips[i];
		cond_resched();
	}
	if (!ret)
		*nr = kept;
	kvfree(list);
	return ret;
}

/* Asks the kernel by registering a kprobe, which stays disabled, for each function. */
static int keep_registered(unsigned long *ips, unsigned int *nr)
{
	struct kprobe **list = kvmalloc_array(*nr, sizeof(*list), GFP_KERNEL);
	struct kprobe *kps = kvcalloc(*nr, sizeof(*kps), GFP_KERNEL);
	int ret = list && kps ? 0 : -ENOMEM;
	unsigned int i, kept = 0;

	for (i = 0; i < *nr && ret != -ENOMEM; i++) {
		kps[kept].addr = (kprobe_opcode_t *)traced_start(ips[i]);
		kps[kept].flags = KPROBE_FLAG_DISABLED;
		ret = register_kprobe(&kps[kept]);
		if (!ret) {
			list[kept] = &kps[kept];
			ips[kept++] = ips[i];
		}
		cond_resched();
	}
	if (kept)
		unregister_kprobes(list, kept);
	kvfree(kps);
	kvfree(list);
	if (ret == -ENOMEM)
		return ret;
	*nr = kept;
	return 0;
}

static int keep_listed_or_asked(unsigned long *ips, unsigned int *nr)
{
	int ret = *nr > ASK_FEW ? keep_off_blacklist(ips, nr) : -ENODATA;

	if (!ret || ret == -ENOMEM)
		return ret;
	if (*nr <= ASK_MAX)
		return keep_registered(ips, nr);
	pr_info("the returns of more than %d functions cannot be hooked, because kprobes/blacklist in debugfs cannot be read (%pe); select fewer functions\n",
		ASK_MAX, ERR_PTR(ret));
	return -EINVAL;
}

int probeable_keep(unsigned long *ips, unsigned int *nr)
{
	unsigned int i, kept = 0;
	int ret = find_unlisted();

	if (ret)
		return ret;
	for (i = 0; i < *nr; i++)
		if (!is_unlisted(traced_start(ips[i])))
			ips[kept++] = ips[i];
	*nr = kept;
	return kept ? keep_listed_or_asked(ips, nr) : 0;
}
