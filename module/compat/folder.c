// SPDX-License-Identifier: GPL-2.0
/* Listing folders of the kernel's own filesystems, see folder.h. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "folder.h"

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

struct folder_listing {
	struct dir_context ctx;
	struct list_head *names;
	bool folders;
	int error;
};

static FILLDIR_RET folder_add_name(struct dir_context *ctx, const char *name,
				   int len, loff_t pos, u64 ino, unsigned int type)
{
	struct folder_listing *listing =
		container_of(ctx, struct folder_listing, ctx);
	const bool is_folder = type == DT_DIR;
	struct folder_name *entry;

	if (is_folder != listing->folders || name[0] == '.')
		return FILLDIR_GO_ON;
	entry = kzalloc(sizeof(*entry) + len + 1, GFP_KERNEL);
	if (!entry) {
		listing->error = -ENOMEM;
		return FILLDIR_STOP;
	}
	memcpy(entry->name, name, len);
	list_add_tail(&entry->link, listing->names);
	return FILLDIR_GO_ON;
}

int folder_list(struct vfsmount *mnt, const char *path, bool folders,
		struct list_head *names)
{
	struct folder_listing listing = {
		.ctx.actor = folder_add_name,
		.names = names,
		.folders = folders,
	};
	struct file *file;
	loff_t before;
	int ret;

	file = open_folder(mnt, path);
	if (IS_ERR(file))
		return PTR_ERR(file);
	/* Some filesystems return a positive value at the end, so stop if the position stays. */
	do {
		before = listing.ctx.pos;
		ret = iterate_dir(file, &listing.ctx);
	} while (ret >= 0 && !listing.error && listing.ctx.pos != before);
	filp_close(file, NULL);
	return ret < 0 ? ret : listing.error;
}

void folder_free(struct list_head *names)
{
	struct folder_name *entry, *next;

	list_for_each_entry_safe(entry, next, names, link)
		kfree(entry);
}
