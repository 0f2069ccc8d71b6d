/* SPDX-License-Identifier: GPL-2.0 */
/* The superblock and the mount options. */
#ifndef HISTRIG_SUPER_H
#define HISTRIG_SUPER_H

#include <linux/fs.h>

extern struct file_system_type histrig_fs_type;

/**
 * super_walk_inodes() - do something with all inodes of a kind
 * @sb: the superblock, on which the caller holds a reference
 * @matches: is an inode of the kind? Must not sleep
 * @act: acts on an inode, which stays until @act returns; may sleep
 *
 * Walks all inodes, since they are in no hash table.
 *
 * Context: process, may sleep.
 */
void super_walk_inodes(struct super_block *sb,
		       bool (*matches)(const struct inode *inode),
		       void (*act)(struct inode *inode));

/**
 * super_unmount_removed() - unmount everything from directories of removed
 * instances
 *
 * No path leads to such a mount, and it would keep the filesystem mounted.
 *
 * Context: process, without locks.
 */
void super_unmount_removed(void);

#endif /* HISTRIG_SUPER_H */
