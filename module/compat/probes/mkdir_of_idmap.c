// SPDX-License-Identifier: GPL-2.0
/* Inode operations take a struct mnt_idmap since 6.3. */
#include <linux/fs.h>

static int make(struct mnt_idmap *idmap, struct inode *inode,
		struct dentry *dentry, umode_t mode)
{
	return 0;
}

const struct inode_operations probe = { .mkdir = make };
