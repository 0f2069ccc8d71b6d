// SPDX-License-Identifier: GPL-2.0
/*
 * The folder instances: mkdir in it makes a tree of its own, rmdir removes it.
 *
 * debugfs lets nobody make directories, so the operations of this one directory
 * are replaced, and put back before the module goes. They are called with the
 * directory locked, and making files in it needs that lock, so it is dropped
 * meanwhile; the module holds itself while it is. Nothing can unload the module
 * before the directory is removed, and that takes the lock which whoever calls us
 * holds until we have returned. Order of locks: docs/architecture.md.
 */
#include <linux/debugfs.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/mkdir.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/ring.h"
#include "disarm.h"
#include "hist_file.h"
#include "instances.h"
#include "tree.h"

static struct dentry *instances_dir;

/* The operations that the directory came with, and ours. */
static const struct inode_operations *usual_ops, *instances_ops;

static struct instance *find_instance(const char *name)
{
	struct instance *instance;

	lockdep_assert_held(&registry_mutex);
	list_for_each_entry(instance, &instance_list, link)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

/* Nothing uses the instance any more, or has used it yet. */
static void free_instance(struct instance *instance)
{
	struct event_file *file, *next;

	list_for_each_entry_safe(file, next, &instance->files, in_instance) {
		list_del_init(&file->in_instance);
		tree_remove_event(file);
		event_file_put(file);
	}
	debugfs_remove(instance->dir);
	instance_exit(instance);
	kfree(instance->name);
	kfree(instance);
}

/* Takes the instance's files from their events; they stay in its list. */
static void stop_files(struct instance *instance)
{
	struct event_file *file, *next;
	LIST_HEAD(stopped);

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		disarm_file(file);
	event_file_sync();
	list_for_each_entry_safe(file, next, &instance->files, in_instance) {
		disarm_finish(file);
		event_file_unlink(file, &stopped);
	}
	list_splice(&stopped, &instance->files);
}

/* Nobody finds the instance before it has all of them. */
static int add_files(struct instance *instance)
{
	struct event_file *file;
	struct event *event;
	int ret = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link) {
		if (!event_file_make(event, instance, &instance->files, 0)) {
			ret = -ENOMEM;
			break;
		}
	}
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	list_for_each_entry(file, &instance->files, in_instance)
		tree_add_event(file);

	mutex_lock(&event_mutex);
	instance_ready(instance);
	mutex_unlock(&event_mutex);
	return 0;
}

static void remove_instance(struct instance *instance)
{
	mutex_lock(&event_mutex);
	list_del_init(&instance->link);
	stop_files(instance);
	mutex_unlock(&event_mutex);
	hist_file_event_leaves();
	free_instance(instance);
}

static int make_instance(const char *name)
{
	struct instance *instance;
	struct dentry *dir;
	int ret = -ENOMEM;

	lockdep_assert_held(&registry_mutex);
	if (find_instance(name))
		return -EEXIST;
	instance = kzalloc(sizeof(*instance), GFP_KERNEL);
	if (!instance)
		return -ENOMEM;
	instance->name = kstrdup(name, GFP_KERNEL);
	if (!instance->name)
		goto err_free;
	ret = instance_init(instance, RING_SIZE_USED);
	if (ret)
		goto err_name;

	dir = debugfs_create_dir(name, instances_dir);
	ret = PTR_ERR_OR_ZERO(dir);
	if (ret)
		goto err_exit;
	ret = tree_add_instance(instance, dir);
	if (!ret)
		ret = add_files(instance);
	if (ret)
		remove_instance(instance);
	return ret;

err_exit:
	instance_exit(instance);
err_name:
	kfree(instance->name);
err_free:
	kfree(instance);
	return ret;
}

static int rmdir_instance(const char *name)
{
	struct instance *instance = find_instance(name);
	bool closed;

	if (!instance)
		return -ENODEV;
	mutex_lock(&event_mutex);
	closed = instance_close(instance);
	mutex_unlock(&event_mutex);
	if (!closed)
		return -EBUSY;
	remove_instance(instance);
	return 0;
}

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
		mutex_lock(&registry_mutex);
		ret = make_instance(name);
		mutex_unlock(&registry_mutex);
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
		mutex_lock(&registry_mutex);
		ret = rmdir_instance(name);
		mutex_unlock(&registry_mutex);
		inode_lock_nested(inode, I_MUTEX_PARENT);
		inode_lock(d_inode(dentry));
	} else {
		ret = -ENOMEM;
	}
	kfree(name);
	module_put(THIS_MODULE);
	return ret;
}

static void take_directory(struct inode *inode)
{
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
	inode_lock(inode);
	usual_ops = inode->i_op;
	inode->i_op = instances_ops;
	inode_unlock(inode);
}

void instances_init(struct dentry *root)
{
	instances_dir = debugfs_create_dir("instances", root);
	if (!IS_ERR(instances_dir))
		take_directory(d_inode(instances_dir));
}

/*
 * The inode may outlive us, as somebody's working directory, and whoever looked
 * at its operations just before may still look at ours: these few bytes stay.
 */
static void give_back_directory(void)
{
	struct inode *inode;

	if (!instances_ops)
		return;
	inode = d_inode(instances_dir);
	inode_lock(inode);
	inode->i_op = usual_ops;
	inode_unlock(inode);
	kmemleak_not_leak(instances_ops);
	instances_ops = NULL;
}

void instances_exit(void)
{
	struct instance *instance, *next;

	give_back_directory();
	mutex_lock(&registry_mutex);
	list_for_each_entry_safe(instance, next, &instance_list, link)
		if (instance->name)
			remove_instance(instance);
	mutex_unlock(&registry_mutex);
}
