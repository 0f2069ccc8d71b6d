// SPDX-License-Identifier: GPL-2.0
/* Which functions the kernel lets kprobes probe, see probeable.h. */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "entry.h"
#include "lines.h"
#include "probeable.h"

/* With more functions than this, reading the kernel's blacklist is faster than asking. */
#define ASK_MAX		256

/* Maximum length of the kernel's blacklist, which has some thousand ranges. */
#define RANGES_MAX	32768

/* The kernel's blacklist: addresses that kprobes must not probe. */
struct blacklist {
	unsigned int nr;
	struct {
		unsigned long start;
		unsigned long end;
	} ranges[RANGES_MAX];
};

/*
 * The kernel calls these first when it handles a return, and knows only then that it does. Its
 * blacklist lacks them.
 */
static struct {
	const char *name;
	unsigned long address;
} unlisted[] = {
	{ "kprobe_busy_begin" },
	{ "kprobe_busy_end" },
};

static void find_unlisted(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(unlisted); i++) {
		struct kprobe kp = {
			.symbol_name = unlisted[i].name,
			.flags = KPROBE_FLAG_DISABLED,
		};

		if (unlisted[i].address || register_kprobe(&kp))
			continue;
		unlisted[i].address = (unsigned long)kp.addr;
		unregister_kprobe(&kp);
	}
}

static bool is_unlisted(unsigned long address)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(unlisted); i++)
		if (address == unlisted[i].address)
			return true;
	return false;
}

static int take_range(void *ctx, char *line)
{
	struct blacklist *list = ctx;
	unsigned long start, end;

	/* The addresses are 0 if the kernel hides them. */
	if (sscanf(line, "0x%lx-0x%lx", &start, &end) != 2 || !start)
		return -ENODATA;
	if (list->nr == RANGES_MAX)
		return -E2BIG;
	list->ranges[list->nr].start = start;
	list->ranges[list->nr++].end = end;
	return 0;
}

static bool is_listed(const struct blacklist *list, unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < list->nr; i++)
		if (ip >= list->ranges[i].start && ip < list->ranges[i].end)
			return true;
	return false;
}

/* Returns -ENODATA or another errno if the list cannot be read. */
static int keep_off_blacklist(unsigned long *ips, unsigned int *nr)
{
	struct blacklist *list = kvmalloc(sizeof(*list), GFP_KERNEL);
	unsigned int i, kept = 0;
	int ret;

	if (!list)
		return -ENOMEM;
	list->nr = 0;
	ret = read_kernel_lines("debugfs", "kprobes/blacklist", take_range, list);
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

int probeable_keep(unsigned long *ips, unsigned int *nr)
{
	unsigned int i, kept = 0;
	int ret = -ENODATA;

	find_unlisted();
	for (i = 0; i < *nr; i++)
		if (!is_unlisted(traced_start(ips[i])))
			ips[kept++] = ips[i];
	*nr = kept;
	if (*nr > ASK_MAX)
		ret = keep_off_blacklist(ips, nr);
	if (*nr && ret && ret != -ENOMEM)
		ret = keep_registered(ips, nr);
	if (!*nr)
		ret = -EINVAL;
	return ret;
}
