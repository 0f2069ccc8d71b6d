// SPDX-License-Identifier: GPL-2.0
/* Hits at the returns of all functions that match, see returns.h. */
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/entry.h"
#include "../compat/stuck_hooks.h"
#include "../event/registry.h"
#include "entry.h"
#include "hot/kprobe.h"
#include "kprobe.h"
#include "returns.h"
#include "symbol_list.h"

/* The functions that match, without duplicates. */
struct functions {
	unsigned int nr;
	unsigned long address[RETURNS_MAX];
};

static int returns_take_function(void *ctx, unsigned long address)
{
	struct functions *functions = ctx;
	unsigned int i;

	if (IS_ENABLED(CONFIG_DYNAMIC_FTRACE) && !entry_traceable(traced_entry(address)))
		return 0;
	/* A function with several names is found several times. */
	for (i = 0; i < functions->nr; i++)
		if (functions->address[i] == address)
			return 0;
	if (functions->nr == RETURNS_MAX)
		return -E2BIG;
	functions->address[functions->nr++] = address;
	return 0;
}

/* Returns the maximum number of pending calls for each of @nr functions. */
static unsigned int returns_share(const struct kernel_probe *probe,
				  unsigned int nr)
{
	if (probe->maxactive)
		return probe->maxactive;
	return min_t(unsigned int, probe->rp.maxactive,
		     RETURNS_PENDING_MAX / 2 / nr);
}

static int register_place(struct returns *returns, struct kernel_probe *probe,
			  unsigned long address, unsigned int maxactive)
{
	struct return_place *place = &returns->place[returns->nr];
	int ret;

	memset(place, 0, sizeof(*place));
	place->probe = probe;
	place->rp.kp.addr = (kprobe_opcode_t *)address;
	place->rp.kp.flags = KPROBE_FLAG_DISABLED;
	place->rp.maxactive = maxactive;
	return_place_set_handlers(place);
	ret = register_kretprobe(&place->rp);
	if (!ret)
		returns->all[returns->nr++] = &place->rp;
	return ret;
}

static int register_all(struct kernel_probe *probe,
			const struct functions *functions)
{
	const unsigned int maxactive = returns_share(probe, functions->nr);
	struct returns *returns;
	unsigned int i;
	int ret = 0;

	if (maxactive > RETURNS_PENDING_MAX / functions->nr)
		return -E2BIG;
	returns = kvzalloc(struct_size(returns, place, functions->nr),
			   GFP_KERNEL);
	if (!returns)
		return -ENOMEM;
	probe->returns = returns;
	for (i = 0; i < functions->nr && ret != -ENOMEM; i++)
		ret = register_place(returns, probe, functions->address[i],
				     maxactive);
	if (returns->nr && ret != -ENOMEM)
		return 0;
	returns_free(probe);
	return ret;
}

int returns_find(struct kernel_probe *probe)
{
	struct functions *functions = kzalloc(sizeof(*functions), GFP_KERNEL);
	int ret;

	if (!functions)
		return -ENOMEM;
	ret = symbols_find(probe->symbol, returns_take_function, functions);
	if (!ret)
		ret = functions->nr ? register_all(probe, functions) : -ENOENT;
	kfree(functions);
	return ret;
}

static unsigned long returns_skipped(const struct return_place *place)
{
	return READ_ONCE(place->rp.kp.nmissed) + READ_ONCE(place->rp.nmissed);
}

int returns_arm(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;
	struct return_place *place;
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++) {
		place = &returns->place[i];
		/* The function's module was unloaded. */
		if (kprobe_gone(&place->rp.kp))
			continue;
		place->missed_before = returns_skipped(place);
		ret = enable_kretprobe(&place->rp);
		if (ret) {
			returns_disarm(probe);
			return ret;
		}
		place->armed = true;
	}
	return 0;
}

void returns_disarm(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;
	struct return_place *place;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++) {
		place = &returns->place[i];
		if (!place->armed)
			continue;
		if (!kprobe_gone(&place->rp.kp))
			disable_kretprobe(&place->rp);
		atomic_long_add(returns_skipped(place) - place->missed_before,
				&probe->probe.missed);
		place->armed = false;
	}
}

unsigned long returns_missed(const struct kernel_probe *probe)
{
	const struct returns *returns = probe->returns;
	unsigned long missed = 0;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++)
		if (returns->place[i].armed)
			missed += returns_skipped(&returns->place[i]) -
				  returns->place[i].missed_before;
	return missed;
}

static bool any_kept(struct returns *returns)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < returns->nr; i++)
		any |= kretprobe_keep(returns->all[i]);
	return any;
}

void returns_free(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;

	if (!returns)
		return;
	if (returns->nr)
		unregister_kretprobes(returns->all, returns->nr);
	if (!any_kept(returns))
		kvfree(returns);
	probe->returns = NULL;
}
