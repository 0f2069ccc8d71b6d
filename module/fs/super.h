/* SPDX-License-Identifier: GPL-2.0 */
/* The superblock and the mount options. */
#ifndef HISTRIG_SUPER_H
#define HISTRIG_SUPER_H

#include <linux/fs.h>

extern struct file_system_type histrig_fs_type;

/**
 * super_unmount_removed() - unmount what users have mounted on folders of
 *	instances that have gone
 *
 * No path leads there any more, and it would keep the filesystem mounted.
 *
 * Context: process, without locks.
 */
void super_unmount_removed(void);

#endif /* HISTRIG_SUPER_H */
