// SPDX-License-Identifier: GPL-2.0
/* mkdir may give another dentry than the one it was asked for since 6.15. */
#include <linux/fs.h>

static struct dentry *make(struct mnt_idmap *idmap, struct inode *inode,
			   struct dentry *dentry, umode_t mode)
{
	return NULL;
}

const struct inode_operations probe = { .mkdir = make };
