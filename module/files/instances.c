// SPDX-License-Identifier: GPL-2.0
/*
 * The folder instances: mkdir in it makes an instance, rmdir removes one.
 *
 * debugfs does not support mkdir, so instances_take_dir() replaces the inode
 * operations of this one directory, and instances_give_back_dir() restores them
 * before the module is unloaded. The VFS calls mkdir and rmdir with the
 * directory locked. Making files in the directory needs the same lock, so our
 * operations drop it while they do so.
 *
 * The operations hold a module reference until they have locked the directory
 * again. The module cannot be unloaded between then and their return either:
 * unloading removes the directory, for which it needs the lock that the VFS
 * holds until we have returned.
 *
 * Order of locks: docs/architecture.md.
 */
#include <linux/debugfs.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/mkdir.h"
#include "../instance/lifecycle.h"
#include "instances.h"

static struct dentry *instances_dir;

/* The operations that debugfs gave the directory, and ours. */
static const struct inode_operations *debugfs_ops, *instances_ops;

static char *copy_name(struct dentry *dentry)
{
	return kmemdup_nul(dentry->d_name.name, dentry->d_name.len, GFP_KERNEL);
}

static int make_directory(struct inode *inode, struct dentry *dentry)
{
	char *name;
	int ret;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	name = copy_name(dentry);
	if (name) {
		inode_unlock(inode);
		ret = instance_create(name);
		inode_lock(inode);
	} else {
		ret = -ENOMEM;
	}
	kfree(name);
	module_put(THIS_MODULE);
	return ret;
}

static MKDIR_RESULT instances_mkdir(MKDIR_MOUNT struct inode *inode,
				    struct dentry *dentry, umode_t mode)
{
	return mkdir_result(make_directory(inode, dentry));
}

static int instances_rmdir(struct inode *inode, struct dentry *dentry)
{
	char *name;
	int ret;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	name = copy_name(dentry);
	if (name) {
		inode_unlock(inode);
		inode_unlock(d_inode(dentry));
		ret = instance_remove(name);
		inode_lock_nested(inode, I_MUTEX_PARENT);
		inode_lock(d_inode(dentry));
	} else {
		ret = -ENOMEM;
	}
	kfree(name);
	module_put(THIS_MODULE);
	return ret;
}

void instances_take_dir(struct dentry *dir)
{
	struct inode *inode = d_inode(dir);
	const struct inode_operations ours = {
		.lookup = inode->i_op->lookup,
		.getattr = inode->i_op->getattr,
		.setattr = inode->i_op->setattr,
		.permission = inode->i_op->permission,
		.mkdir = instances_mkdir,
		.rmdir = instances_rmdir,
	};

	instances_ops = kmemdup(&ours, sizeof(ours), GFP_KERNEL);
	if (!instances_ops)
		return;
	instances_dir = dir;
	inode_lock(inode);
	debugfs_ops = inode->i_op;
	inode->i_op = instances_ops;
	inode_unlock(inode);
}

/*
 * The inode may outlive the module, for example as a task's working directory,
 * and a system call may have loaded our operations just before debugfs's are
 * put back. So the few bytes of our operations are never freed.
 */
void instances_give_back_dir(void)
{
	struct inode *inode;

	if (!instances_ops)
		return;
	inode = d_inode(instances_dir);
	inode_lock(inode);
	inode->i_op = debugfs_ops;
	inode_unlock(inode);
	kmemleak_not_leak(instances_ops);
	instances_ops = NULL;
}
