// SPDX-License-Identifier: GPL-2.0
/* Newer kernels record two paths of a mapped file of overlayfs: its own and the user's. */
#include <linux/fs.h>

const struct path *probe(const struct file *file);
const struct path *probe(const struct file *file)
{
	return file_user_path(file);
}
