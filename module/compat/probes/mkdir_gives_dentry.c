// SPDX-License-Identifier: GPL-2.0
/* Since 6.15 mkdir may return a dentry other than its argument. */
#include <linux/fs.h>

static struct dentry *make(struct mnt_idmap *idmap, struct inode *inode,
			   struct dentry *dentry, umode_t mode)
{
	return NULL;
}

const struct inode_operations probe = { .mkdir = make };
