/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree in debugfs, laid out like tracefs.
 *
 * debugfs keeps a file that is being read or written from going away: its
 * removal waits. What a file does may take event_mutex, so nothing is removed
 * while that is held. An open file holds the module.
 */
#ifndef HISTRIG_TREE_H
#define HISTRIG_TREE_H

struct event_file;

/* Permissions of files, as in tracefs. */
#define TREE_MODE_READ	0440
#define TREE_MODE_WRITE	0640

/**
 * tree_init() - make the tree, its events left out
 *
 * Return: 0 or an errno.
 */
int tree_init(void);

/* tree_exit() - remove the tree */
void tree_exit(void);

/* tree_add_event() - make the directory of an event */
void tree_add_event(struct event_file *file);

/* tree_remove_event() - remove it; no lock held */
void tree_remove_event(struct event_file *file);

#endif /* HISTRIG_TREE_H */
