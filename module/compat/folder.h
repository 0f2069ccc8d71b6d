/* SPDX-License-Identifier: GPL-2.0 */
/* Reading files and folders of the kernel's own filesystems. */
#ifndef HISTRIG_COMPAT_FOLDER_H
#define HISTRIG_COMPAT_FOLDER_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mount.h>

#include "gen/features.h"

/* The return type of the callback of iterate_dir(), and its values. */
#ifdef HAVE_FILLDIR_BOOL
#define FILLDIR_RET	bool
#define FILLDIR_GO_ON	true
#define FILLDIR_STOP	false
#else
#define FILLDIR_RET	int
#define FILLDIR_GO_ON	0
#define FILLDIR_STOP	(-ENOMEM)
#endif

/**
 * mount_unseen() - mount a filesystem of the kernel where no user sees it
 * @name: name of a filesystem that cannot be a module, such as "sysfs"
 *
 * Users may have moved, covered or removed the mount that they see.
 *
 * Context: process, may sleep.
 * Return: the mount, for kern_unmount(), or an ERR_PTR.
 */
static inline struct vfsmount *mount_unseen(const char *name)
{
	struct file_system_type *type = get_fs_type(name);

	return type ? kern_mount(type) : ERR_PTR(-ENODEV);
}

/* open_below() - open a file by its path from the root of its mount */
static inline struct file *open_below(struct vfsmount *mnt, const char *path,
				      int flags)
{
#ifdef HAVE_FILE_OPEN_ROOT_MNT
	return file_open_root_mnt(mnt, path, flags, 0);
#else
	return file_open_root(mnt->mnt_root, mnt, path, flags, 0);
#endif
}

static inline struct file *open_folder(struct vfsmount *mnt, const char *path)
{
	return open_below(mnt, path, O_RDONLY | O_DIRECTORY);
}

#endif /* HISTRIG_COMPAT_FOLDER_H */
