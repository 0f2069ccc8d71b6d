/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mount points. debugfs mounts the filesystem on its directory histrig when
 * somebody enters it. Such a mount pins the module, so it is unmounted again
 * when it has been idle for a few seconds.
 */
#ifndef HISTRIG_AUTOMOUNT_H
#define HISTRIG_AUTOMOUNT_H

/**
 * automount_init() - make the mount points
 *
 * Those that cannot be made are left out.
 *
 * Context: process; the filesystem is registered.
 */
void automount_init(void);

/* automount_exit() - remove the mount points; nothing is mounted */
void automount_exit(void);

#endif /* HISTRIG_AUTOMOUNT_H */
