// SPDX-License-Identifier: GPL-2.0
/* The kernel's events, by the folders of its tracefs; see bridge.h. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mount.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "../compat/folder.h"
#include "../compat/native_event.h"
#include "bridge.h"

/* A folder in a folder. */
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

/* What is in @path. Whatever is returned, @listing has folders to be freed. */
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
	/* Some file systems do not say 0 when they have said all. */
	do {
		before = listing->ctx.pos;
		ret = iterate_dir(file, &listing->ctx);
	} while (ret >= 0 && !listing->error && listing->ctx.pos != before);
	filp_close(file, NULL);
	return ret < 0 ? ret : listing->error;
}

/* Modules tell of their own events. */
static int add_event(const char *system, const char *name)
{
	struct trace_event_file *file;
	int ret = 0;

	file = trace_get_event_file(NULL, system, name);
	if (IS_ERR(file))
		return 0;
	/* It never goes. */
	WRITE_ONCE(bridge_native, file->tr);
	if (file->event_call->flags & TRACE_EVENT_FL_TRACEPOINT &&
	    !native_event_is_module(file->event_call))
		ret = bridge_add(file->event_call, NULL);
	trace_put_event_file(file);
	return ret;
}

static int add_system(struct vfsmount *mnt, const char *system)
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
		ret = add_event(system, folder->name);
	}
	free_folders(&listing.folders);
	kfree(path);
	return ret;
}

/* The kernel's own tracefs, to be given back by kern_unmount(). */
static struct vfsmount *mount_tracefs(void)
{
	struct file_system_type *type = get_fs_type("tracefs");

	return type ? kern_mount(type) : ERR_PTR(-ENODEV);
}

int bridge_has_instance(void)
{
	struct vfsmount *mnt = mount_tracefs();
	struct file *file;
	int ret = 1;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	file = open_folder(mnt, "instances/" BRIDGE_INSTANCE);
	if (!IS_ERR(file))
		filp_close(file, NULL);
	else
		ret = PTR_ERR(file) == -ENOENT ? 0 : PTR_ERR(file);
	kern_unmount(mnt);
	return ret;
}

int bridge_find(void)
{
	struct vfsmount *mnt = mount_tracefs();
	struct listing listing;
	struct folder *folder;
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	ret = list_folders(mnt, "events", &listing);
	list_for_each_entry(folder, &listing.folders, link) {
		if (ret)
			break;
		/* It has hundreds, and none of them by a tracepoint of its own. */
		if (strcmp(folder->name, "syscalls"))
			ret = add_system(mnt, folder->name);
	}
	free_folders(&listing.folders);
	kern_unmount(mnt);
	return ret;
}
