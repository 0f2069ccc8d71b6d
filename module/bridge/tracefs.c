// SPDX-License-Identifier: GPL-2.0
/* Looking for events and instances in the kernel's tracefs, see tracefs.h. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mount.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/folder.h"
#include "tracefs.h"

static int visit_system(struct vfsmount *mnt, const char *system,
			tracefs_visit_fn *visit)
{
	struct folder_name *folder;
	LIST_HEAD(folders);
	char *path;
	int ret;

	path = kasprintf(GFP_KERNEL, "events/%s", system);
	if (!path)
		return -ENOMEM;
	ret = folder_list(mnt, path, true, &folders);
	list_for_each_entry(folder, &folders, link) {
		if (ret)
			break;
		ret = visit(system, folder->name);
	}
	folder_free(&folders);
	kfree(path);
	return ret;
}

int tracefs_has_instance(const char *path)
{
	struct vfsmount *mnt = mount_unseen("tracefs");
	struct file *file;
	int ret = 1;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	file = open_folder(mnt, path);
	if (!IS_ERR(file))
		filp_close(file, NULL);
	else
		ret = PTR_ERR(file) == -ENOENT ? 0 : PTR_ERR(file);
	kern_unmount(mnt);
	return ret;
}

int tracefs_visit_events(tracefs_visit_fn *visit)
{
	struct vfsmount *mnt = mount_unseen("tracefs");
	struct folder_name *folder;
	LIST_HEAD(folders);
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	ret = folder_list(mnt, "events", true, &folders);
	list_for_each_entry(folder, &folders, link) {
		if (ret)
			break;
		/* Skip the hundreds of syscall events, which cannot be bridged. */
		if (strcmp(folder->name, "syscalls"))
			ret = visit_system(mnt, folder->name, visit);
	}
	folder_free(&folders);
	kern_unmount(mnt);
	return ret;
}
