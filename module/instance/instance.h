/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances: the tree itself and the trees in its folder "instances".
 *
 * Each has files, triggers and recordings of its own for every event. The one
 * that is the tree itself is there as long as the module is; another is freed
 * with its last reference, which an open file of it may hold.
 */
#ifndef HISTRIG_INSTANCE_H
#define HISTRIG_INSTANCE_H

#include "../event/event_file.h"

/**
 * struct instance - a tree
 * @name: its name, NULL for the main one
 * @link: in the list of all; event_mutex
 * @files: its events, in the order of the catalogue; event_mutex
 * @dir: its directory
 * @events: the directory of its events
 * @systems: directories in @events; the tree's own lock
 */
struct instance {
	const char *name;
	struct list_head link;
	struct list_head files;
	struct dentry *dir;
	struct dentry *events;
	struct list_head systems;
};

/* Every instance, the main one first; event_mutex. */
extern struct list_head instance_list;

/* The tree itself. */
extern struct instance main_instance;

/* instance_init() - list the main instance */
void instance_init(void);

#endif /* HISTRIG_INSTANCE_H */
