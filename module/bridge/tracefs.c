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

/* The name of a folder, linked into struct listing. */
struct folder {
	struct list_head link;
	char name[];
};

struct listing {
	struct dir_context ctx;
	struct list_head folders;
	int error;
};

static FILLDIR_RET add_folder(struct dir_context *ctx, const char *name, int len,
			      loff_t pos, u64 ino, unsigned int type)
{
	struct listing *listing = container_of(ctx, struct listing, ctx);
	struct folder *folder;

	if (type != DT_DIR || name[0] == '.')
		return FILLDIR_GO_ON;
	folder = kzalloc(sizeof(*folder) + len + 1, GFP_KERNEL);
	if (!folder) {
		listing->error = -ENOMEM;
		return FILLDIR_STOP;
	}
	memcpy(folder->name, name, len);
	list_add_tail(&folder->link, &listing->folders);
	return FILLDIR_GO_ON;
}

static void free_folders(struct list_head *folders)
{
	struct folder *folder, *next;

	list_for_each_entry_safe(folder, next, folders, link)
		kfree(folder);
}

/* Lists the folders in @path. The caller frees the list, even after an error. */
static int list_folders(struct vfsmount *mnt, const char *path,
			struct listing *listing)
{
	struct file *file;
	loff_t before;
	int ret;

	*listing = (struct listing) { .ctx.actor = add_folder };
	INIT_LIST_HEAD(&listing->folders);
	file = open_folder(mnt, path);
	if (IS_ERR(file))
		return PTR_ERR(file);
	/* Some filesystems return a positive value at the end, so stop if the position stays. */
	do {
		before = listing->ctx.pos;
		ret = iterate_dir(file, &listing->ctx);
	} while (ret >= 0 && !listing->error && listing->ctx.pos != before);
	filp_close(file, NULL);
	return ret < 0 ? ret : listing->error;
}

static int visit_system(struct vfsmount *mnt, const char *system,
			tracefs_visit_fn *visit)
{
	struct listing listing;
	struct folder *folder;
	char *path;
	int ret;

	path = kasprintf(GFP_KERNEL, "events/%s", system);
	if (!path)
		return -ENOMEM;
	ret = list_folders(mnt, path, &listing);
	list_for_each_entry(folder, &listing.folders, link) {
		if (ret)
			break;
		ret = visit(system, folder->name);
	}
	free_folders(&listing.folders);
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
	struct listing listing;
	struct folder *folder;
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	ret = list_folders(mnt, "events", &listing);
	list_for_each_entry(folder, &listing.folders, link) {
		if (ret)
			break;
		/* Skip the hundreds of syscall events, which cannot be bridged. */
		if (strcmp(folder->name, "syscalls"))
			ret = visit_system(mnt, folder->name, visit);
	}
	free_folders(&listing.folders);
	kern_unmount(mnt);
	return ret;
}
