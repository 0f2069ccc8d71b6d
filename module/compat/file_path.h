/* SPDX-License-Identifier: GPL-2.0 */
/* The path by which users know a mapped file. */
#ifndef HISTRIG_COMPAT_FILE_PATH_H
#define HISTRIG_COMPAT_FILE_PATH_H

#include <linux/dcache.h>
#include <linux/fs.h>

#include "gen/features.h"

/*
 * mapped_file_path() - d_path() of the path by which the file was opened
 *
 * A mapped file of overlayfs is a file of a lower layer. On newer kernels, @file has the
 * lower path, and file_user_path() returns the path that the user opened. On older kernels,
 * @file has the path that the user opened.
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
