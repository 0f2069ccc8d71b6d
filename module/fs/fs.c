// SPDX-License-Identifier: GPL-2.0
/* The filesystem "histrig", and its mount points; see fs.h. */
#include <linux/dcache.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/kconfig.h>
#include <linux/kmemleak.h>
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/rcupdate.h>
#include <linux/rcupdate_wait.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/swait.h>
#include <linux/sysfs.h>
#include <linux/workqueue.h>

#include "../compat/vfs.h"
#include "attr.h"
#include "fs.h"
#include "inode.h"

/*
 * How often to look for idle mounts. A mount that debugfs has made pins the module, so it is
 * unmounted if it is idle at two looks in a row.
 */
#define LOOK_EVERY	(2 * HZ)

/* Mounts made on first use; protected by the kernel's mount code. */
static LIST_HEAD(mounts);

static void automount_expire(struct work_struct *work)
{
	mark_mounts_for_expiry(&mounts);
	if (!list_empty(&mounts))
		schedule_delayed_work(to_delayed_work(work), LOOK_EVERY);
}

static DECLARE_DELAYED_WORK(expiry, automount_expire);

static struct dentry *in_debugfs;
static bool in_sysfs;

/*
 * debugfs does not pin the module during the call, so automount_exit() waits
 * for callers that run while the module is unloaded.
 */
static struct vfsmount *automount(struct dentry *dentry, void *data)
{
	struct vfsmount *mount;

	if (!try_module_get(THIS_MODULE))
		return ERR_PTR(-ENOENT);
	mount = vfs_kern_mount(&histrig_fs_type, 0, "histrig", NULL);
	if (!IS_ERR(mount)) {
		automount_take_ref(mount);
		mnt_set_expiry(mount, &mounts);
		schedule_delayed_work(&expiry, LOOK_EVERY);
	}
	module_put(THIS_MODULE);
	return mount;
}

/* Makes the mount points, or as many as possible. */
static void automount_init(void)
{
	in_sysfs = !sysfs_create_mount_point(kernel_kobj, "histrig");
	in_debugfs = debugfs_create_automount("histrig", NULL, automount, NULL);
}

/*
 * RCU-tasks may complete @rcu after the module is unloaded, so lockdep's key
 * and the lock's name must not be in the module.
 */
struct callers_wait {
	char name[8];
	struct rcu_synchronize rcu;
	struct lock_class_key key;
};

/*
 * Waits for tasks that are in automount() or about to call it. automount() does
 * not sleep while the module is unloaded, so without preemption an RCU grace
 * period is enough. With preemption, RCU-tasks waits until each task has given
 * up the CPU by itself. Wait for that at most a second, because a thread that
 * never sleeps would delay it for minutes.
 */
static void wait_for_callers(void)
{
	struct callers_wait *wait;

	synchronize_rcu();
	if (!IS_ENABLED(CONFIG_PREEMPTION))
		return;
	wait = kzalloc(sizeof(*wait), GFP_KERNEL | __GFP_NOFAIL);
	lockdep_register_key(&wait->key);
	strscpy(wait->name, "callers", sizeof(wait->name));
	__init_swait_queue_head(&wait->rcu.completion.wait, wait->name,
				&wait->key);
	call_rcu_tasks(&wait->rcu.head, wakeme_after_rcu);
	if (wait_for_completion_timeout(&wait->rcu.completion, HZ)) {
		lockdep_unregister_key(&wait->key);
		kfree(wait);
	} else {	/* RCU still uses @wait. */
		kmemleak_not_leak(wait);
	}
}

static void automount_exit(void)
{
	/*
	 * A bind mount keeps the directory after its removal. Clear the flag
	 * that makes debugfs call automount() for it.
	 */
	if (!IS_ERR_OR_NULL(in_debugfs)) {
		spin_lock(&in_debugfs->d_lock);
		in_debugfs->d_flags &= ~DCACHE_NEED_AUTOMOUNT;
		spin_unlock(&in_debugfs->d_lock);
	}
	debugfs_remove(in_debugfs);
	wait_for_callers();
	cancel_delayed_work_sync(&expiry);
	if (in_sysfs)
		sysfs_remove_mount_point(kernel_kobj, "histrig");
}

int fs_init(void)
{
	int ret;

	ret = inode_cache_init();
	if (ret)
		return ret;
	ret = register_filesystem(&histrig_fs_type);
	if (ret) {
		inode_cache_exit();
		return ret;
	}
	automount_init();
	return 0;
}

void fs_exit(void)
{
	automount_exit();
	unregister_filesystem(&histrig_fs_type);
	inode_cache_exit();
	attr_exit();
}
