/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Paths of cgroups by their ids, also of removed ones.
 *
 * Hits count ids; only readers ask for paths. A cgroup that exists is found by
 * walking the hierarchy. While somebody wants paths, a probe on the removal of
 * cgroups keeps the kernfs node of each removed cgroup, which has its name and
 * leads to its parents. Nodes are kept in order of their removal, and the
 * oldest ones are forgotten.
 */
#ifndef HISTRIG_CGROUPS_H
#define HISTRIG_CGROUPS_H

#include <linux/types.h>

/* The minimum number of removed cgroups that are kept. */
#define CGROUPS_GONE	8192

struct kernfs_node;

/**
 * struct cgroup_name - the path of a cgroup
 * @id: its id
 * @path: its path from the root of the hierarchy, or NULL if it is not known
 * @node: its node, only inside cgroups_find_paths()
 * @rank: for the caller
 */
struct cgroup_name {
	u64 id;
	char *path;
	struct kernfs_node *node;
	u32 rank;
};

/**
 * cgroups_remember() - begin to remember cgroups that go
 *
 * Pairs with cgroups_forget().
 *
 * Context: process, event_mutex held.
 * Return: 0 or an errno. A kernel without the tracepoint is no error; then only
 * cgroups that exist have paths.
 */
int cgroups_remember(void);

/**
 * cgroups_forget() - undo cgroups_remember()
 *
 * The last one drops all removed cgroups.
 *
 * Context: process, event_mutex held.
 */
void cgroups_forget(void);

/**
 * cgroups_find_paths() - find the paths of cgroups
 * @names: the cgroups, in the order of their ids, each once; their paths are set
 * @nr: number of @names
 *
 * The caller frees the paths with kfree(), after an error, too.
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int cgroups_find_paths(struct cgroup_name *names, unsigned int nr);

#endif /* HISTRIG_CGROUPS_H */
