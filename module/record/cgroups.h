/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the paths of cgroups by their ids, including those of removed cgroups.
 *
 * Hits count ids; only readers ask for paths. A cgroup that exists is found by
 * walking the hierarchy. While paths are needed, a probe on the removal of
 * cgroups keeps the kernfs node of each removed cgroup, which has the cgroup's
 * name and leads to its parents. The oldest nodes are dropped first.
 */
#ifndef HISTRIG_CGROUPS_H
#define HISTRIG_CGROUPS_H

#include <linux/types.h>

#include "../compat/parts.h"

/* Beyond this number of removed cgroups, the worker drops the oldest ones. */
#define CGROUPS_GONE	8192

struct kernfs_node;

/**
 * struct cgroup_name - the path of a cgroup
 * @id: its id
 * @path: its path from the root of the hierarchy, or NULL if it is not known
 * @node: its node; used only by cgroups_find_paths()
 * @rank: not used here; the caller may store a number in it
 */
struct cgroup_name {
	u64 id;
	char *path;
	struct kernfs_node *node;
	u32 rank;
};

#if HISTRIG_CGROUPS

/**
 * cgroups_remember() - begin to remember removed cgroups
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno. Without the kernel's tracepoint, returns 0, and
 * removed cgroups have no paths.
 */
int cgroups_remember(void);

/*
 * cgroups_forget() - undo cgroups_remember(); the last call drops all nodes;
 * event_mutex held
 */
void cgroups_forget(void);

/**
 * cgroups_find_paths() - find the paths of cgroups
 * @names: the cgroups, sorted by id and without duplicates; sets @path of each
 * @nr: number of @names
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM; the caller frees the paths with kfree() in both cases.
 */
int cgroups_find_paths(struct cgroup_name *names, unsigned int nr);

#else /* no key contains a cgroup */

static inline int cgroups_remember(void)
{
	return 0;
}

static inline void cgroups_forget(void)
{
}

static inline int cgroups_find_paths(struct cgroup_name *names, unsigned int nr)
{
	return 0;
}

#endif

#endif /* HISTRIG_CGROUPS_H */
