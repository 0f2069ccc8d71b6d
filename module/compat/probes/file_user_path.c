// SPDX-License-Identifier: GPL-2.0
/* A mapped file of overlayfs has a path of its own beside the user's. */
#include <linux/fs.h>

const struct path *user_path(const struct file *file)
{
	return file_user_path(file);
}
