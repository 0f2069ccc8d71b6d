// SPDX-License-Identifier: GPL-2.0
/* Inodes of the tree, see inode.h. */
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "../compat/vfs.h"
#include "attr.h"
#include "inode.h"
#include "view.h"

/* Permissions of directories other than the root, as in tracefs. */
#define DIR_MODE	0750

static struct kmem_cache *cache;

/*
 * As in tracefs, lockdown forbids opening files that show traced data. Replaces
 * the open file's operations by those of the tree's file.
 */
static int tree_open(struct inode *inode, struct file *filp)
{
	const struct tree_entry *entry = tree_entry(inode);
	const struct file_operations *fops;
	int ret;

	ret = entry->public ? 0 : security_locked_down(LOCKDOWN_TRACEFS);
	if (ret)
		return ret;
	fops = fops_get(entry->fops);
	if (!fops)
		return -ENODEV;
	replace_fops(filp, fops);
	return fops->open ? fops->open(inode, filp) : 0;
}

static const struct file_operations tree_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
};

static int tree_setattr(INODE_OP_MOUNT struct dentry *dentry,
			struct iattr *attr)
{
	struct inode *inode = d_inode(dentry);
	unsigned int kept = attr->ia_valid & (ATTR_MODE | ATTR_UID | ATTR_GID);
	int ret;

	ret = setattr_prepare(INODE_OP_PASS dentry, attr);
	if (!ret && kept)
		ret = attr_reserve(inode);
	if (!ret)
		ret = simple_setattr(INODE_OP_PASS dentry, attr);
	if (!ret && kept)
		attr_save(inode, kept);
	return ret;
}

static const struct inode_operations file_inode_ops = {
	.setattr = tree_setattr,
};

static const struct inode_operations dir_inode_ops = {
	.lookup = dir_lookup,
	.setattr = tree_setattr,
};

static const struct inode_operations instances_inode_ops = {
	.lookup = dir_lookup,
	.setattr = tree_setattr,
	.mkdir = dir_mkdir,
	.rmdir = dir_rmdir,
};

struct inode *inode_create(struct super_block *sb,
			   const struct tree_child *child)
{
	const struct tree_entry *entry = child->entry;
	struct inode *inode = new_inode(sb);

	if (!inode) {
		tree_drop(entry->owner, child->object);
		return NULL;
	}
	container_of(inode, struct tree_inode, vfs)->entry = entry;
	inode->i_private = child->object;
	inode->i_ino = child->ino;
	inode_set_times_now(inode);
	if (entry->fops) {
		inode->i_mode = S_IFREG | entry->mode;
		inode->i_op = &file_inode_ops;
		inode->i_fop = &tree_fops;
	} else {
		/* The link count stays 1, as nobody counts subdirectories. */
		inode->i_mode = S_IFDIR | DIR_MODE;
		inode->i_op = entry->dir == TREE_INSTANCES ?
			      &instances_inode_ops : &dir_inode_ops;
		inode->i_fop = &dir_fops;
	}
	notify_begin(inode);
	attr_apply(inode);
	return inode;
}

struct inode *inode_alloc(struct super_block *sb)
{
	struct tree_inode *inode = alloc_inode_sb(sb, cache, GFP_KERNEL);

	if (!inode)
		return NULL;
	inode->entry = NULL;
	return &inode->vfs;
}

void inode_free(struct inode *inode)
{
	kmem_cache_free(cache, container_of(inode, struct tree_inode, vfs));
}

void inode_evict(struct inode *inode)
{
	const struct tree_entry *entry = tree_entry(inode);

	truncate_inode_pages_final(&inode->i_data);
	clear_inode(inode);
	if (!entry)
		return;
	/*
	 * Forget what users have set by chown or chmod on an open file after its
	 * object was removed, and so after attr_drop() has run.
	 */
	if (tree_removed(entry->owner, inode->i_private))
		attr_forget_inode(inode);
	tree_drop(entry->owner, inode->i_private);
}

static void init_once(void *inode)
{
	inode_init_once(&((struct tree_inode *)inode)->vfs);
}

int inode_cache_init(void)
{
	cache = kmem_cache_create("histrig_inode", sizeof(struct tree_inode), 0,
				  SLAB_RECLAIM_ACCOUNT | SLAB_ACCOUNT,
				  init_once);
	return cache ? 0 : -ENOMEM;
}

void inode_cache_exit(void)
{
	/* RCU may still have to call inode_free(). */
	rcu_barrier();
	kmem_cache_destroy(cache);
}
