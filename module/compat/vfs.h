/* SPDX-License-Identifier: GPL-2.0 */
/* The operations of a filesystem, as this kernel declares them. */
#ifndef HISTRIG_COMPAT_VFS_H
#define HISTRIG_COMPAT_VFS_H

#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "gen/features.h"

/* The first parameter of mkdir and setattr, and how to pass it on; empty if there is none. */
#if defined(HAVE_MKDIR_INODE)
#define INODE_OP_MOUNT
#define INODE_OP_PASS
#elif defined(HAVE_MKDIR_GIVES_DENTRY) || defined(HAVE_MKDIR_OF_IDMAP)
#define INODE_OP_MOUNT	struct mnt_idmap *mount,
#define INODE_OP_PASS	mount,
#else
#define INODE_OP_MOUNT	struct user_namespace *mount,
#define INODE_OP_PASS	mount,
#endif

/* The return type of mkdir, and the conversion of 0 or an errno to it. */
#ifdef HAVE_MKDIR_GIVES_DENTRY
#define MKDIR_RESULT	struct dentry *
#define mkdir_result(error)	ERR_PTR(error)
#else
#define MKDIR_RESULT	int
#define mkdir_result(error)	(error)
#endif

/* Parameters of d_revalidate that precede the dentry. */
#ifdef HAVE_REVALIDATE_NAME
#define REVALIDATE_DIR	struct inode *dir, const struct qstr *name,
#else
#define REVALIDATE_DIR
#endif

#ifndef HAVE_SET_DEFAULT_D_OP
static inline void set_default_d_op(struct super_block *sb,
				    const struct dentry_operations *ops)
{
	sb->s_d_op = ops;
}
#endif

#ifndef HAVE_ALLOC_INODE_SB
#define alloc_inode_sb(sb, cache, gfp)	kmem_cache_alloc(cache, gfp)
#endif

#ifdef HAVE_SIMPLE_INODE_INIT_TS
#define inode_set_times_now(inode)	simple_inode_init_ts(inode)
#else
static inline void inode_set_times_now(struct inode *inode)
{
	inode->i_atime = current_time(inode);
	inode->i_mtime = inode->i_atime;
	inode->i_ctime = inode->i_atime;
}
#endif

/* inode_modified() - when a file was last written to, in nanoseconds; any context */
static inline s64 inode_modified(const struct inode *inode)
{
#ifdef HAVE_SIMPLE_INODE_INIT_TS
	const struct timespec64 time = inode_get_mtime(inode);
#else
	const struct timespec64 time = inode->i_mtime;
#endif

	return time.tv_sec * NSEC_PER_SEC + time.tv_nsec;
}

/*
 * Kernels with vfs_submount() drop a second reference to the mount that
 * d_automount returns.
 */
static inline void automount_take_ref(struct vfsmount *mount)
{
#ifdef HAVE_VFS_SUBMOUNT
	mntget(mount);
#endif
}

#endif /* HISTRIG_COMPAT_VFS_H */
