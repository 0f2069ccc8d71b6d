/* SPDX-License-Identifier: GPL-2.0 */
/* Operations of directories and directory entries. */
#ifndef HISTRIG_DIR_H
#define HISTRIG_DIR_H

#include <linux/dcache.h>
#include <linux/fs.h>

#include "../compat/vfs.h"

extern const struct file_operations dir_fops;
extern const struct dentry_operations dir_dentry_ops;

/* See struct inode_operations. */
struct dentry *dir_lookup(struct inode *dir, struct dentry *dentry,
			  unsigned int flags);

/* mkdir and rmdir in the directory "instances". */
MKDIR_RESULT dir_mkdir(INODE_OP_MOUNT struct inode *dir, struct dentry *dentry,
		       umode_t mode);
int dir_rmdir(struct inode *dir, struct dentry *dentry);

#endif /* HISTRIG_DIR_H */
