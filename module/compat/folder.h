/* SPDX-License-Identifier: GPL-2.0 */
/* Reading files and folders of the kernel's own filesystems. */
#ifndef HISTRIG_COMPAT_FOLDER_H
#define HISTRIG_COMPAT_FOLDER_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mount.h>

#include "gen/features.h"

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

/* A name in the list that folder_list() makes. */
struct folder_name {
	struct list_head link;
	char name[];
};

/**
 * folder_list() - list the names in a folder
 * @mnt: the mount
 * @path: the folder's path from the root of the mount
 * @folders: true to list only folders, false to list only what is no folder; names that
 *	begin with a dot are left out
 * @names: an empty list, to which a struct folder_name is added for each name
 *
 * The caller calls folder_free(), even after an error.
 *
 * Context: process, may sleep.
 * Return: 0, or an errno if the list is not complete.
 */
int folder_list(struct vfsmount *mnt, const char *path, bool folders,
		struct list_head *names);
void folder_free(struct list_head *names);

#endif /* HISTRIG_COMPAT_FOLDER_H */
