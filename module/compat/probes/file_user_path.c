// SPDX-License-Identifier: GPL-2.0
/* A mapped file of overlayfs has both its own path and the user's. */
#include <linux/fs.h>

const struct path *probe(const struct file *file);
const struct path *probe(const struct file *file)
{
	return file_user_path(file);
}
