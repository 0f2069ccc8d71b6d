/* SPDX-License-Identifier: GPL-2.0 */
/* Files. A test that reads one must define kernel_read(). */
#ifndef SHIM_FS_H
#define SHIM_FS_H

#include <linux/types.h>

struct dentry;
struct file {
	const u8 *bytes;
	size_t size;
	struct {
		void *mnt;
		struct dentry *dentry;
	} f_path;
	bool is_sparse;	/* zeros follow the data without end */
};

ssize_t kernel_read(struct file *file, void *buf, size_t size, loff_t *pos);

#endif /* SHIM_FS_H */
