/* SPDX-License-Identifier: GPL-2.0 */
/* Inodes of the tree. An inode keeps the memory of the object that it shows. */
#ifndef HISTRIG_INODE_H
#define HISTRIG_INODE_H

#include <linux/dcache.h>
#include <linux/fs.h>

#include "../compat/vfs.h"
#include "../files/table.h"

struct tree_child;

/**
 * struct tree_inode - an inode of the tree
 * @vfs: the inode; i_private is the object that it shows
 * @entry: its row in tree_table
 * @nr_told: for the file tracing_max_latency, the value of @nr_worst of struct
 *	instance when watchers of the file were last notified
 */
struct tree_inode {
	struct inode vfs;
	const struct tree_entry *entry;
	unsigned int nr_told;
};

static inline const struct tree_entry *tree_entry(const struct inode *inode)
{
	return container_of(inode, struct tree_inode, vfs)->entry;
}

/**
 * inode_create() - make an inode
 * @sb: the superblock
 * @child: its file or directory; the inode takes over the reference to the
 *	object, which is dropped on failure
 *
 * Context: process.
 * Return: the inode, or NULL if out of memory.
 */
struct inode *inode_create(struct super_block *sb,
			   const struct tree_child *child);

/* See struct super_operations. */
struct inode *inode_alloc(struct super_block *sb);
void inode_free(struct inode *inode);
void inode_evict(struct inode *inode);

/* inode_cache_init() - make the cache of inodes; returns 0 or -ENOMEM */
int inode_cache_init(void);

/* inode_cache_exit() - free the cache, after the last inode */
void inode_cache_exit(void);

/* notify_begin() - note the state of a new inode, whose watchers learn only of later changes */
void notify_begin(struct inode *inode);

/* Operations of directories and directory entries, see dir.c. */
extern const struct file_operations dir_fops;
extern const struct dentry_operations dir_dentry_ops;

/* See struct inode_operations. */
struct dentry *dir_lookup(struct inode *dir, struct dentry *dentry,
			  unsigned int flags);

/* mkdir and rmdir in the directory "instances". */
MKDIR_RESULT dir_mkdir(INODE_OP_MOUNT struct inode *dir, struct dentry *dentry,
		       umode_t mode);
int dir_rmdir(struct inode *dir, struct dentry *dentry);

#endif /* HISTRIG_INODE_H */
