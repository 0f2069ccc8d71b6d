// SPDX-License-Identifier: GPL-2.0
/* Owners and permissions, see attr.h. */
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stat.h>
#include <linux/xarray.h>

#include "../files/table.h"
#include "attr.h"

/*
 * Protects the options and @changes, and the owners and permissions of inodes
 * while they are set from these. Taken inside s_inode_list_lock; inside, only
 * the lock that @changes contains is taken.
 */
static DEFINE_SPINLOCK(attr_lock);

static struct attr options = { .mode = ATTR_ROOT_MODE };

/* The struct attr of inodes, by inode number; attr_lock protects those that are inserted. */
static DEFINE_XARRAY(changes);

void attr_options_get(struct attr *to)
{
	spin_lock(&attr_lock);
	*to = options;
	spin_unlock(&attr_lock);
}

static void set_permissions(struct inode *inode, umode_t mode)
{
	inode->i_mode = (inode->i_mode & S_IFMT) | (mode & S_IALLUGO);
}

void attr_apply(struct inode *inode)
{
	const struct attr *attr;
	unsigned int given;

	spin_lock(&attr_lock);
	attr = xa_load(&changes, inode->i_ino);
	given = attr ? attr->given : 0;
	inode->i_uid = given & ATTR_UID ? attr->uid : options.uid;
	inode->i_gid = given & ATTR_GID ? attr->gid : options.gid;
	if (given & ATTR_MODE)
		set_permissions(inode, attr->mode);
	else if (!inode->i_sb->s_root)	/* the first inode is the root */
		set_permissions(inode, options.mode);
	spin_unlock(&attr_lock);
}

/* Forgets what chown and chmod have set, where a mount option overrides it. */
static void override_changes(unsigned long root, unsigned int given)
{
	unsigned long ino;
	struct attr *attr;

	xa_for_each(&changes, ino, attr)
		attr->given &= ~(ino == root ? given : given & ~ATTR_MODE);
}

void attr_options_set(struct super_block *sb, const struct attr *from)
{
	struct inode *root = d_inode(sb->s_root), *inode;

	spin_lock(&sb->s_inode_list_lock);
	spin_lock(&attr_lock);
	if (from->given & ATTR_UID)
		options.uid = from->uid;
	if (from->given & ATTR_GID)
		options.gid = from->gid;
	if (from->given & ATTR_MODE) {
		options.mode = from->mode;
		set_permissions(root, options.mode);
	}
	override_changes(root->i_ino, from->given);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (from->given & ATTR_UID)
			inode->i_uid = options.uid;
		if (from->given & ATTR_GID)
			inode->i_gid = options.gid;
	}
	spin_unlock(&attr_lock);
	spin_unlock(&sb->s_inode_list_lock);
}

int attr_reserve(struct inode *inode)
{
	struct attr *attr;
	int ret;

	if (xa_load(&changes, inode->i_ino))
		return 0;
	attr = kzalloc(sizeof(*attr), GFP_KERNEL);
	if (!attr)
		return -ENOMEM;
	ret = xa_insert(&changes, inode->i_ino, attr, GFP_KERNEL);
	if (ret)
		kfree(attr);
	/* A previous inode of the file may just have inserted the entry. */
	return ret == -EBUSY ? 0 : ret;
}

void attr_save(struct inode *inode, unsigned int valid)
{
	struct attr *attr;

	spin_lock(&attr_lock);
	attr = xa_load(&changes, inode->i_ino);
	if (attr) {
		attr->uid = inode->i_uid;
		attr->gid = inode->i_gid;
		attr->mode = inode->i_mode & S_IALLUGO;
		attr->given |= valid;
	}
	spin_unlock(&attr_lock);
}

static void attr_drop_range(unsigned long first, unsigned long last)
{
	unsigned long ino;
	struct attr *attr;

	xa_for_each_range(&changes, ino, attr, first, last) {
		/*
		 * The inode and its object may be freed at the same time. Then
		 * only one of the callers erases the entry and frees it.
		 */
		spin_lock(&attr_lock);
		attr = xa_erase(&changes, ino);
		spin_unlock(&attr_lock);
		kfree(attr);
	}
}

void attr_drop(unsigned int serial)
{
	unsigned long first = (unsigned long)serial * TREE_INOS;

	if (!xa_empty(&changes))
		attr_drop_range(first, first + TREE_INOS - 1);
}

void attr_forget_inode(const struct inode *inode)
{
	attr_drop_range(inode->i_ino, inode->i_ino);
}

void attr_exit(void)
{
	attr_drop_range(0, ULONG_MAX);
	/* An insertion that ran out of memory leaves nodes without an entry. */
	xa_destroy(&changes);
}
