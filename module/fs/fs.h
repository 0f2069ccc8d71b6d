/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The filesystem "histrig": shows the tree, laid out like tracefs.
 *
 * All mounts share one superblock, which exists while something is mounted. The
 * tree is a view: an inode is created when a name is looked up, and may be
 * reclaimed as soon as it is unused. view.h says what a directory contains.
 *
 * A mount pins the module, so nothing of the tree is in use when the module is
 * unloaded.
 */
#ifndef HISTRIG_FS_H
#define HISTRIG_FS_H

/**
 * fs_init() - register the filesystem and make its mount points
 *
 * The mount points are /sys/kernel/histrig, an empty directory, and, with
 * debugfs, debug/histrig, where the first use mounts the filesystem. No later
 * step of loading the module may fail, because users can mount the filesystem
 * once it is registered.
 *
 * Context: process.
 * Return: 0 or an errno.
 */
int fs_init(void);

/* fs_exit() - undo fs_init(), when nothing is mounted */
void fs_exit(void);

#endif /* HISTRIG_FS_H */
