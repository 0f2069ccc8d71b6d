// SPDX-License-Identifier: GPL-2.0
/* Since 6.3 inode operations take a struct mnt_idmap. */
#include <linux/fs.h>

static int make(struct mnt_idmap *idmap, struct inode *inode,
		struct dentry *dentry, umode_t mode)
{
	return 0;
}

const struct inode_operations probe = { .mkdir = make };
