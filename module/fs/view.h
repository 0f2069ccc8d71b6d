/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a directory of the tree contains: the objects that it lists by name, and
 * the rows of tree_table for its kind.
 *
 * An object that is removed may still have inodes, which keep its memory; see
 * tree_removed(). While tree_lock is held, an object that is not removed stays,
 * and may be used like one that was found in a list.
 */
#ifndef HISTRIG_VIEW_H
#define HISTRIG_VIEW_H

#include <linux/types.h>

#include "../files/table.h"

/**
 * struct tree_child - a file or directory in a directory
 * @entry: its row in tree_table
 * @name: its name, valid while tree_lock is held
 * @object: the object that it shows
 * @ino: its inode number
 * @next: position after it in the directory, see tree_walk()
 */
struct tree_child {
	const struct tree_entry *entry;
	const char *name;
	void *object;
	unsigned long ino;
	loff_t next;
};

/* Positions in a directory: the first after "." and "..", and the end. */
#define TREE_FIRST	2
#define TREE_END	(TREE_FIRST + 1 + TREE_INOS)

/**
 * tree_walk() - visit what a directory contains
 * @kind: kind of the directory
 * @object: its object, not removed
 * @from: where to begin: TREE_FIRST, or the @next of an earlier child
 * @visit: called with each child and @data; returns false to stop
 * @data: for @visit
 *
 * Visits objects, the newest first, then the rows of the table. A walk that
 * continues from a child neither repeats nor omits other children that exist
 * all the time.
 *
 * Context: process, tree_lock held.
 */
void tree_walk(enum tree_dir kind, void *object, loff_t from,
	       bool (*visit)(void *data, const struct tree_child *child),
	       void *data);

/**
 * tree_find() - look up a name in a directory
 * @dir: the directory's row in tree_table
 * @object: its object
 * @name: the name
 * @child: filled in except for the name; the caller gets a reference to its
 *	object, see tree_drop()
 *
 * Context: process, takes tree_lock.
 * Return: 0, or -ENOENT, also if @object is removed.
 */
int tree_find(const struct tree_entry *dir, void *object, const char *name,
	      struct tree_child *child);

/*
 * tree_drop() - drop a reference to an object; takes no lock of ours, because any allocation
 * may evict an inode, whatever locks are held
 */
void tree_drop(enum tree_owner owner, void *object);

/**
 * tree_removed() - is an object removed from the tree?
 * @owner: kind of the object
 * @object: the object, to which the caller has a reference
 *
 * Context: any. The answer is final only with tree_lock held.
 */
bool tree_removed(enum tree_owner owner, const void *object);

/* tree_root() - get the root of the tree, with a reference as in tree_find() */
void tree_root(struct tree_child *child);

#endif /* HISTRIG_VIEW_H */
