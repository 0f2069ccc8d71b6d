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

#include <linux/fs.h>

extern struct file_system_type histrig_fs_type;

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

/**
 * super_unmount_removed() - unmount everything from directories of removed
 * instances
 *
 * No path leads to such a mount, and it would keep the filesystem mounted.
 *
 * Context: process, without locks.
 */
void super_unmount_removed(void);

/*
 * notify_init() - set up notifications, before tracers run
 *
 * Like tracefs, notifies watchers (inotify, fanotify) of tracing_max_latency when a tracer
 * changes the file. The VFS itself notifies them of writes.
 */
void notify_init(void);

/* notify_exit() - stop notifications, after the last tracer */
void notify_exit(void);

#endif /* HISTRIG_FS_H */
