/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mount points. debugfs mounts the filesystem when its directory histrig is
 * entered. The mount pins the module, so it ends after a few idle seconds.
 */
#ifndef HISTRIG_AUTOMOUNT_H
#define HISTRIG_AUTOMOUNT_H

/*
 * automount_init() - make the mount points, or as many as possible
 *
 * Context: process; the filesystem is registered.
 */
void automount_init(void);

/* automount_exit() - remove the mount points, when nothing is mounted */
void automount_exit(void);

#endif /* HISTRIG_AUTOMOUNT_H */
