/* SPDX-License-Identifier: GPL-2.0 */
/* The table of files in frames of user stacks, see user_frames.h. */
#ifndef HISTRIG_USER_FILES_H
#define HISTRIG_USER_FILES_H

#include <linux/fs.h>
#include <linux/rcupdate.h>
#include <linux/siphash.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "../compat/vfs.h"
#include "unwind_tables.h"
#include "user_frames.h"

struct file;
struct inode;
struct irq_work;
struct seq_file;

/* Maximum number of slots for the tasks of one user. */
#define USER_FILES_SHARE	(USER_FILES_MAX / 4)

/* One in USER_FILES_PARTS slots is reserved for root. */
#define USER_FILES_PARTS	4

/* Bit of @state in struct user_file: a hit has used the slot. */
#define USER_FILE_USED		1ULL

/**
 * struct user_path - the path of a file
 * @rcu: frees it
 * @life: value of @life in struct user_file while the slot has this file
 * @text: the path when the file was first seen
 */
struct user_path {
	struct rcu_head rcu;
	u32 life;
	char text[];
};

/**
 * struct user_file - a slot of the table
 * @state: 0 if the slot is free, USER_FILE_USED alone while it is being freed;
 *	otherwise user_file_state(), with USER_FILE_USED only if a hit
 *	has used the slot since the table was last tidied
 * @file: the file, until the worker has stored its path
 * @path: its path, or NULL
 * @version: what the file was like when a hit last found it. Hits on several CPUs may write it at
 *	the same time
 * @is_changed: the file was changed while it had this slot, so earlier frames may be of other code
 *	than its present table describes
 * @life: number of files that the slot has had before this one
 * @user: the user whose task has added the file
 * @lap: time in jiffies at which the slot last got a file with a @life whose
 *	bits in frames are 0
 */
struct user_file {
	u64 state;
	struct file *file;
	struct user_path __rcu *path;
	struct user_file_version version;
	bool is_changed;
	u32 life;
	u32 user;
	unsigned long lap;
};

/* A user's share of the table: @nr slots; 0 if the struct is free. */
struct user_share {
	u32 user;
	u32 nr;
};

/**
 * struct user_files - the table
 * @secret: the secret for making the @state of a slot
 * @lock: held while a file is added, so that it gets only one slot, and no user
 *	exceeds a share. Taken in any context but NMI; no lock is taken inside
 * @nr: number of slots in use
 * @shares: the share of each user but root, in a hash table with open
 *	addressing; shares are only removed when all are counted again
 * @is_short: a hit could not add a file since the table was last tidied
 * @was_short: a hit could not add a file since the table was made
 * @files: the slots
 */
struct user_files {
	siphash_key_t secret;
	raw_spinlock_t lock;
	unsigned int nr;
	struct user_share shares[USER_FILES_MAX];
	unsigned int is_short;
	unsigned int was_short;
	struct user_file files[USER_FILES_MAX];
};

/*
 * user_file_state() - the state of a slot for a file: a number that two files practically never
 * share
 */
u64 user_file_state(const struct inode *inode);

/* user_file_version() - what changes when the file is written to; any context */
static inline struct user_file_version user_file_version(const struct inode *inode)
{
	return (struct user_file_version) {
		.size = i_size_read(inode),
		.modified = inode_modified(inode),
	};
}

static inline bool user_file_versions_differ(const struct user_file_version *a,
					     const struct user_file_version *b)
{
	return a->size != b->size || a->modified != b->modified;
}

/* user_files_prepare() - make the table unless there is one; 0 or -ENOMEM; takes event_mutex */
int user_files_prepare(void);

/*
 * user_file_show() - print the path of the file in a slot, and the number of rows by which its
 * stacks are walked; nothing for a free slot; event_mutex is held
 */
void user_file_show(struct seq_file *m, unsigned int slot);

/*
 * user_files_share() - find a user's share, or a free one; NULL if there is
 * neither; @lock is held
 */
struct user_share *user_files_share(u32 user);

/* The table, see user_frames.h; NULL until a trigger needs frames. */
extern struct user_files *user_files;

/* Hits queue this irq_work when they add a file or have no slot for it. */
extern struct irq_work user_files_added;

/*
 * user_stacks_prepare() - prepare each CPU for releasing an mmap_lock later;
 * call it once, before the first hit loads frames
 */
void user_stacks_prepare(void);

/*
 * user_stacks_sync() - wait until every mmap_lock that a hit took is released
 *
 * Context: process, no hit that loads frames is running.
 */
void user_stacks_sync(void);

#endif /* HISTRIG_USER_FILES_H */
