/* SPDX-License-Identifier: GPL-2.0 */
/* The path that users know of a file that is mapped. */
#ifndef HISTRIG_COMPAT_FILE_PATH_H
#define HISTRIG_COMPAT_FILE_PATH_H

#include <linux/dcache.h>
#include <linux/fs.h>

#include "gen/features.h"

/*
 * mapped_file_path() - like d_path() of the path by which the file was opened
 *
 * On newer kernels a mapping of a file in overlayfs has the file of the layer
 * below, and that one knows the user's path. On older kernels it has the path of
 * the file that was opened.
 */
static inline char *mapped_file_path(const struct file *file, char *text,
				     int size)
{
#ifdef HAVE_FILE_USER_PATH
	return d_path(file_user_path(file), text, size);
#else
	return d_path(&file->f_path, text, size);
#endif
}

#endif /* HISTRIG_COMPAT_FILE_PATH_H */
