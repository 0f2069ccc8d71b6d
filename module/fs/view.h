/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a directory of the tree contains: the objects that it lists by name, and
 * the entries that the table has for its kind.
 *
 * An object that was removed may still have inodes. They keep its memory, and
 * tree_removed() tells that it was removed. While tree_lock is held, an object
 * that is not removed may be used like one that the caller has found in a list.
 */
#ifndef HISTRIG_VIEW_H
#define HISTRIG_VIEW_H

#include <linux/types.h>

#include "../files/table.h"

/**
 * struct tree_child - a file or directory in a directory
 * @entry: its entry in the table
 * @name: its name, valid while tree_lock is held
 * @object: the object of its inode
 * @ino: its inode number
 * @next: place in the directory after it, see tree_walk()
 */
struct tree_child {
	const struct tree_entry *entry;
	const char *name;
	void *object;
	unsigned long ino;
	loff_t next;
};

/*
 * Places in a directory: where tree_walk() begins, after those for "." and
 * "..", and the end.
 */
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
 * Objects come first, the newest one first, then the files of the table. A walk
 * that continues from a child neither repeats nor leaves out others, whatever
 * was added or removed in between.
 *
 * Context: process, tree_lock held.
 */
void tree_walk(enum tree_dir kind, void *object, loff_t from,
	       bool (*visit)(void *data, const struct tree_child *child),
	       void *data);

/**
 * tree_find() - look up a name in a directory
 * @dir: the directory's entry
 * @object: its object
 * @name: the name
 * @child: the file or directory, except its name; the caller holds its object,
 *	see tree_drop()
 *
 * Context: process, takes tree_lock.
 * Return: 0, or -ENOENT, also if @object has been removed.
 */
int tree_find(const struct tree_entry *dir, void *object, const char *name,
	      struct tree_child *child);

/**
 * tree_drop() - drop the hold on the memory of an object
 * @owner: kind of the object
 * @object: the object
 *
 * Context: process.
 */
void tree_drop(enum tree_owner owner, void *object);

/**
 * tree_removed() - check whether an object has been removed from the tree
 * @owner: kind of the object
 * @object: the object, whose memory the caller keeps
 *
 * Context: any. The answer is final only with tree_lock held.
 */
bool tree_removed(enum tree_owner owner, const void *object);

/* tree_root() - get the root of the tree; hold as of tree_find() */
void tree_root(struct tree_child *child);

#endif /* HISTRIG_VIEW_H */
