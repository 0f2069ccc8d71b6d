// SPDX-License-Identifier: GPL-2.0
/* copy_splice_read() replaced generic_file_splice_read() in 6.5. */
#include <linux/fs.h>

ssize_t (*probe)(struct file *in, loff_t *ppos, struct pipe_inode_info *pipe,
		 size_t len, unsigned int flags) = copy_splice_read;
