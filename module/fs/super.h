/* SPDX-License-Identifier: GPL-2.0 */
/* The superblock and the mount options. */
#ifndef HISTRIG_SUPER_H
#define HISTRIG_SUPER_H

#include <linux/fs.h>

extern struct file_system_type histrig_fs_type;

/**
 * super_walk_inodes() - do something for all inodes of a kind
 * @sb: the superblock, which the caller keeps
 * @matches: tells whether an inode is of the kind; must not sleep
 * @act: what to do with an inode, which stays until @act returns; may sleep
 *
 * Inodes are in no hash table, so this walks all of them.
 *
 * Context: process, may sleep.
 */
void super_walk_inodes(struct super_block *sb,
		       bool (*matches)(const struct inode *inode),
		       void (*act)(struct inode *inode));

/**
 * super_unmount_removed() - unmount what users have mounted on folders of
 * removed instances
 *
 * No path leads there any more, and it would keep the filesystem mounted.
 *
 * Context: process, without locks.
 */
void super_unmount_removed(void);

#endif /* HISTRIG_SUPER_H */
