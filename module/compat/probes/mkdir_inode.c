// SPDX-License-Identifier: GPL-2.0
/* Before 5.12 mkdir had no parameter for the mount. */
#include <linux/fs.h>

int make(struct inode *inode, struct dentry *dentry, umode_t mode);
const struct inode_operations probe = { .mkdir = make };
