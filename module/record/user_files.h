/* SPDX-License-Identifier: GPL-2.0 */
/* The table of files that frames of user stacks lie in, see user_frames.h. */
#ifndef HISTRIG_USER_FILES_H
#define HISTRIG_USER_FILES_H

#include <linux/atomic.h>
#include <linux/rcupdate.h>
#include <linux/siphash.h>
#include <linux/types.h>

#include "user_frames.h"

struct file;

/* How many of them the tasks of one user may have, and of all but root. */
#define USER_FILES_SHARE	(USER_FILES_MAX / 4)
#define USER_FILES_OTHERS	(USER_FILES_MAX / 4 * 3)

/* Users are counted in so many groups. */
#define USER_FILES_USERS	64

/* What the lowest bit of a slot's state says. */
#define USER_FILE_USED		1ULL

/**
 * struct user_path - the path of a file
 * @rcu: frees it
 * @life: the life of the slot that has it
 * @text: the path when the file was first seen
 */
struct user_path {
	struct rcu_head rcu;
	u32 life;
	char text[];
};

/**
 * struct user_file - a slot of the table
 * @state: 0 if it is free, USER_FILE_USED alone while it is being freed; otherwise
 *	the file's device, inode and generation mixed into the upper bits, and
 *	USER_FILE_USED if a hit has used it since the table was last tidied
 * @file: the file, until the worker has taken down its path
 * @path: its path, or NULL
 * @life: how many files it has had before
 * @user: whose share it belongs to, see user_files.shares
 */
struct user_file {
	u64 state;
	struct file *file;
	struct user_path __rcu *path;
	u32 life;
	u32 user;
};

/**
 * struct user_files - the table
 * @secret: the secret that @state is made with
 * @nr: how many slots are taken
 * @nr_others: how many of them by users other than root
 * @shares: how many by the users of each group, without root
 * @is_short: a hit has found the table full
 * @files: the slots
 */
struct user_files {
	siphash_key_t secret;
	atomic_t nr;
	atomic_t nr_others;
	atomic_t shares[USER_FILES_USERS];
	unsigned int is_short;
	struct user_file files[USER_FILES_MAX];
};

#endif /* HISTRIG_USER_FILES_H */
