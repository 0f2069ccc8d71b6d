// SPDX-License-Identifier: GPL-2.0
/* Operations of directories and directory entries. */
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/rwsem.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../instance/instance.h"
#include "../instance/lifecycle.h"
#include "inode.h"
#include "view.h"

/* Caches no missing name, so that a lookup finds the name once it exists. */
struct dentry *dir_lookup(struct inode *dir, struct dentry *dentry,
			  unsigned int flags)
{
	struct tree_child child;
	struct inode *inode;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	if (tree_find(tree_entry(dir), dir->i_private, dentry->d_name.name,
		      &child))
		return NULL;
	inode = inode_create(dir->i_sb, &child);
	if (!inode)
		return ERR_PTR(-ENOMEM);
	d_add(dentry, inode);
	return NULL;
}

/*
 * Does a name still mean the object that was looked up? Also called in path
 * walks under RCU, during which the inode and the memory of its object remain.
 */
static int dir_revalidate(REVALIDATE_DIR struct dentry *dentry,
			  unsigned int flags)
{
	const struct inode *inode = d_inode_rcu(dentry);

	return inode && !tree_removed(tree_entry(inode)->owner,
				      READ_ONCE(inode->i_private));
}

const struct dentry_operations dir_dentry_ops = {
	.d_revalidate = dir_revalidate,
};

MKDIR_RESULT dir_mkdir(INODE_OP_MOUNT struct inode *dir, struct dentry *dentry,
		       umode_t mode)
{
	int ret;

	/* Like tracefs, make no directory when the kernel is locked down. */
	if (security_locked_down(LOCKDOWN_TRACEFS))
		return mkdir_result(-EINVAL);
	ret = instance_create(dentry->d_name.name);
	/* If there is no memory for the inode now, a later lookup makes it. */
	if (!ret)
		dir_lookup(dir, dentry, 0);
	return mkdir_result(ret);
}

int dir_rmdir(struct inode *dir, struct dentry *dentry)
{
	int ret = instance_remove(dentry->d_name.name);

	/*
	 * Unmount what users have mounted in the instance: no path leads to
	 * such a mount any more, and it would keep the filesystem mounted.
	 */
	if (!ret)
		d_invalidate(dentry);
	return ret;
}

/*
 * Children of a directory, copied with tree_lock held. They are passed to the
 * reader without the lock, because copying to the reader's memory may block for
 * ever.
 */
struct batch {
	unsigned int used;
	bool full;
	char *children;
};

struct batch_child {
	loff_t next;
	unsigned long ino;
	unsigned char type;
	char name[];
};

#define BATCH_SIZE	PAGE_SIZE

static unsigned int batch_size(size_t len)
{
	return ALIGN(offsetof(struct batch_child, name) + len + 1,
		     __alignof__(struct batch_child));
}

static bool batch_add(void *data, const struct tree_child *from)
{
	size_t len = strlen(from->name);
	struct batch *batch = data;
	struct batch_child *to;

	/* Leave out events whose names are too long for a path. */
	if (len > NAME_MAX)
		return true;
	if (batch->used + batch_size(len) > BATCH_SIZE) {
		batch->full = true;
		return false;
	}
	to = (struct batch_child *)(batch->children + batch->used);
	to->next = from->next;
	to->ino = from->ino;
	to->type = from->entry->fops ? DT_REG : DT_DIR;
	memcpy(to->name, from->name, len + 1);
	batch->used += batch_size(len);
	return true;
}

/* Fills a batch; returns false if the directory has been removed. */
static bool batch_fill(struct batch *batch, const struct inode *dir, loff_t from)
{
	const struct tree_entry *entry = tree_entry(dir);
	bool removed;

	batch->used = 0;
	batch->full = false;
	down_read(&tree_lock);
	removed = tree_removed(entry->owner, dir->i_private);
	if (!removed)
		tree_walk(entry->dir, dir->i_private, from, batch_add, batch);
	up_read(&tree_lock);
	return !removed;
}

/* Passes a batch to the reader; false if the reader's buffer is full. */
static bool batch_emit(const struct batch *batch, struct dir_context *ctx)
{
	const struct batch_child *child;
	unsigned int done = 0;
	size_t len;

	while (done < batch->used) {
		child = (const struct batch_child *)(batch->children + done);
		len = strlen(child->name);
		if (!dir_emit(ctx, child->name, len, child->ino, child->type))
			return false;
		ctx->pos = child->next;
		done += batch_size(len);
	}
	return true;
}

static int dir_iterate(struct file *filp, struct dir_context *ctx)
{
	const struct inode *dir = file_inode(filp);
	struct batch batch;
	int ret = 0;

	if (!dir_emit_dots(filp, ctx) || ctx->pos == TREE_END)
		return 0;
	batch.children = kmalloc(BATCH_SIZE, GFP_KERNEL);
	if (!batch.children)
		return -ENOMEM;
	do {
		if (!batch_fill(&batch, dir, ctx->pos)) {
			ret = -ENOENT;
			break;
		}
		if (!batch_emit(&batch, ctx))
			break;
		if (!batch.full)
			ctx->pos = TREE_END;
	} while (batch.full);
	kfree(batch.children);
	return ret;
}

/* A directory has no size, so SEEK_END makes no sense. */
static loff_t dir_llseek(struct file *filp, loff_t offset, int whence)
{
	if (whence != SEEK_SET && whence != SEEK_CUR)
		return -EINVAL;
	return generic_file_llseek(filp, offset, whence);
}

const struct file_operations dir_fops = {
	.owner = THIS_MODULE,
	.read = generic_read_dir,
	.iterate_shared = dir_iterate,
	.llseek = dir_llseek,
	.fsync = noop_fsync,
};
