/* SPDX-License-Identifier: GPL-2.0 */
/* Parameters and return value of struct inode_operations.mkdir. */
#ifndef HISTRIG_COMPAT_MKDIR_H
#define HISTRIG_COMPAT_MKDIR_H

#include <linux/err.h>
#include <linux/fs.h>

#include "gen/features.h"

/*
 * The first parameter of mkdir, with the comma after it. Empty on old kernels,
 * whose mkdir has no such parameter.
 */
#if defined(HAVE_MKDIR_INODE)
#define MKDIR_MOUNT
#elif defined(HAVE_MKDIR_GIVES_DENTRY) || defined(HAVE_MKDIR_OF_IDMAP)
#define MKDIR_MOUNT	struct mnt_idmap *mount,
#else
#define MKDIR_MOUNT	struct user_namespace *mount,
#endif

/* The return type of mkdir, and the conversion of 0 or an errno to it. */
#ifdef HAVE_MKDIR_GIVES_DENTRY
#define MKDIR_RESULT	struct dentry *
#define mkdir_result(error)	ERR_PTR(error)
#else
#define MKDIR_RESULT	int
#define mkdir_result(error)	(error)
#endif

#endif /* HISTRIG_COMPAT_MKDIR_H */
