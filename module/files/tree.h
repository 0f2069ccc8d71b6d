/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree in debugfs, laid out like tracefs.
 *
 * debugfs keeps a file that is being read or written from going away: its
 * removal waits. What a file does may take event_mutex, so nothing is removed
 * while that is held. An open file holds the module.
 *
 * A user can let a read or a write wait for ever, by memory that does not come.
 * Where something else may go meanwhile, an event with its module for one, its
 * files are not kept by debugfs but hold what they need themselves.
 */
#ifndef HISTRIG_TREE_H
#define HISTRIG_TREE_H

#include <linux/kref.h>
#include <linux/list.h>

struct dentry;
struct event_file;
struct file;
struct inode;
struct instance;

/**
 * struct system_dir - directory of a system, there while one of its events is
 * @link: in the instance's list
 * @refs: one for being there, one for each open file
 * @instance: the instance
 * @name: name of the system, its own
 * @dir: the directory
 * @nr_events: events in it
 * @filter_error: what its file filter shows of one that was wrong, or NULL;
 *	event_mutex
 */
struct system_dir {
	struct list_head link;
	struct kref refs;
	struct instance *instance;
	char *name;
	struct dentry *dir;
	unsigned int nr_events;
	char *filter_error;
};

/* system_dir_open() - open a file of a system; that counts as a user too */
int system_dir_open(struct inode *inode, struct file *filp);
int system_dir_release(struct inode *inode, struct file *filp);

/* Permissions of files, as in tracefs. */
#define TREE_MODE_READ	0440
#define TREE_MODE_WRITE	0640
#define TREE_MODE_FREE	0200
#define TREE_MODE_MARK	0220

/**
 * tree_init() - make the tree, its events left out
 *
 * Return: 0 or an errno.
 */
int tree_init(void);

/* tree_exit() - remove the tree */
void tree_exit(void);

/**
 * tree_add_instance() - make the files of an instance, its events left out
 * @instance: the instance
 * @dir: its directory
 *
 * Return: 0 or an errno; @dir is still there then.
 */
int tree_add_instance(struct instance *instance, struct dentry *dir);

/* tree_add_event() - make the directory of an event; registry_mutex held */
void tree_add_event(struct event_file *file);

/* tree_remove_event() - remove it; registry_mutex held, and no other lock */
void tree_remove_event(struct event_file *file);

#endif /* HISTRIG_TREE_H */
