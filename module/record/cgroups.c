// SPDX-License-Identifier: GPL-2.0
/* Paths of cgroups, see cgroups.h. */
#include <linux/bsearch.h>
#include <linux/cgroup.h>
#include <linux/kernfs.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/tracepoint.h>
#include <trace/events/cgroup.h>

#include "../compat/probe.h"
#include "../compat/workqueue.h"
#include "../event/registry.h"
#include "cgroups.h"

/* Number of elements of @nodes. The worker keeps half of them free. */
#define NODES_MAX	(2 * CGROUPS_GONE)

/*
 * The nodes of removed cgroups, from index @oldest up to but not including
 * @newest. Both indexes only grow; modulo NODES_MAX, they select elements of @nodes.
 * @lock is a raw spinlock, because the probe runs with preemption off; no other
 * lock is taken while it is held.
 */
static struct {
	raw_spinlock_t lock;
	struct kernfs_node **nodes;
	unsigned long oldest;
	unsigned long newest;
	struct tracepoint *tp;
	unsigned int users;
} gone = { .lock = __RAW_SPIN_LOCK_UNLOCKED(gone.lock) };

/* Returns the oldest node if there are more than @keep, otherwise NULL. */
static struct kernfs_node *take_oldest(unsigned long keep)
{
	struct kernfs_node *node = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(&gone.lock, flags);
	if (gone.newest - gone.oldest > keep)
		node = gone.nodes[gone.oldest++ % NODES_MAX];
	raw_spin_unlock_irqrestore(&gone.lock, flags);
	return node;
}

static void drop_nodes(unsigned long keep)
{
	struct kernfs_node *node;

	while ((node = take_oldest(keep)))
		kernfs_put(node);
}

static void cgroups_drop_oldest(struct work_struct *work)
{
	drop_nodes(CGROUPS_GONE);
}

static DECLARE_WORK(drop_work, cgroups_drop_oldest);

/*
 * The probe of the tracepoint cgroup_rmdir. Interrupts are off and a spinlock
 * of the kernel is held, so a worker calls kernfs_put() for the oldest node. If
 * the array is full, the new node is not kept.
 */
static void cgroup_goes(void *data, struct cgroup *cgroup, const char *path)
{
	unsigned long flags, nr;

	/* Hits count only ids of cgroups in the unified hierarchy. */
	if (cgroup->root != &cgrp_dfl_root)
		return;
	raw_spin_lock_irqsave(&gone.lock, flags);
	nr = gone.newest - gone.oldest;
	if (nr < NODES_MAX) {
		kernfs_get(cgroup->kn);
		gone.nodes[gone.newest++ % NODES_MAX] = cgroup->kn;
	}
	raw_spin_unlock_irqrestore(&gone.lock, flags);
	if (nr >= CGROUPS_GONE)
		queue_unbound_work(&drop_work);
}

CHECK_PROBE(cgroup_rmdir, cgroup_goes)

static void cgroups_stop(void)
{
	if (gone.tp) {
		tracepoint_probe_unregister(gone.tp, cgroup_goes, NULL);
		hits_synchronize();
		gone.tp = NULL;
	}
	cancel_work_sync(&drop_work);
	drop_nodes(0);
	kvfree(gone.nodes);
	gone.nodes = NULL;
}

int cgroups_remember(void)
{
	const struct event *removed = registry_kernel_event("cgroup_rmdir");
	int ret;

	lockdep_assert_held(&event_mutex);
	if (gone.users++ || !removed)
		return 0;
	ret = -ENOMEM;
	gone.nodes = kvmalloc_array(NODES_MAX, sizeof(*gone.nodes), GFP_KERNEL);
	if (!gone.nodes)
		goto err;
	ret = tracepoint_probe_register(removed->tp, cgroup_goes, NULL);
	if (ret)
		goto err_free;
	gone.tp = removed->tp;
	return 0;

err_free:
	kvfree(gone.nodes);
	gone.nodes = NULL;
err:
	gone.users--;
	return ret;
}

void cgroups_forget(void)
{
	lockdep_assert_held(&event_mutex);
	if (!--gone.users)
		cgroups_stop();
}

static int compare_id(const void *key, const void *element)
{
	const u64 id = *(const u64 *)key;
	const struct cgroup_name *name = element;

	return id < name->id ? -1 : id > name->id;
}

/* Stores @node, with a reference, in the element of @names that has its id. */
static void cgroups_offer(struct kernfs_node *node, struct cgroup_name *names,
			  unsigned int nr)
{
	const u64 id = node->id;
	struct cgroup_name *name = bsearch(&id, names, nr, sizeof(*names),
					   compare_id);

	if (!name || name->node)
		return;
	kernfs_get(node);
	name->node = node;
}

/* Offers the cgroups that exist, also those whose removal has not reached the probe. */
static void offer_living(struct cgroup_name *names, unsigned int nr)
{
	struct cgroup_subsys_state *css;

	rcu_read_lock();
	css_for_each_descendant_pre(css, &cgrp_dfl_root.cgrp.self)
		cgroups_offer(container_of(css, struct cgroup, self)->kn, names,
			      nr);
	rcu_read_unlock();
}

static void offer_gone(struct cgroup_name *names, unsigned int nr)
{
	unsigned long flags, i;

	if (!gone.nodes)
		return;
	for (i = READ_ONCE(gone.oldest);; i++) {
		raw_spin_lock_irqsave(&gone.lock, flags);
		if (i < gone.oldest)
			i = gone.oldest;
		if (i < gone.newest)
			cgroups_offer(gone.nodes[i % NODES_MAX], names, nr);
		else
			i = ULONG_MAX;
		raw_spin_unlock_irqrestore(&gone.lock, flags);
		if (i == ULONG_MAX)
			break;
	}
}

int cgroups_find_paths(struct cgroup_name *names, unsigned int nr)
{
	char *text = kmalloc(PATH_MAX, GFP_KERNEL);
	unsigned int i;
	int len, ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!text)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		names[i].path = NULL;
		names[i].node = NULL;
	}
	offer_living(names, nr);
	offer_gone(names, nr);
	for (i = 0; i < nr; i++) {
		if (!names[i].node)
			continue;
		len = kernfs_path_from_node(names[i].node, NULL, text,
					    PATH_MAX);
		if (len >= 0 && len < PATH_MAX && !ret) {
			names[i].path = kstrdup(text, GFP_KERNEL);
			ret = names[i].path ? 0 : -ENOMEM;
		}
		kernfs_put(names[i].node);
		names[i].node = NULL;
	}
	kfree(text);
	return ret;
}
