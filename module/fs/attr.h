/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Owners and permissions.
 *
 * The mount options uid= and gid= hold for everything in the tree, and mode=
 * for its root. They outlive the mounts, as do changes by chown and chmod: an
 * inode may be reclaimed at any time, so changes are remembered by its number
 * until the object that it stands for is removed.
 */
#ifndef HISTRIG_ATTR_H
#define HISTRIG_ATTR_H

#include <linux/types.h>
#include <linux/uidgid.h>

struct inode;
struct super_block;

/**
 * struct attr_options - mount options
 * @uid: owner
 * @gid: group
 * @mode: permissions of the root
 * @given: ATTR_UID, ATTR_GID and ATTR_MODE for those that were given
 */
struct attr_options {
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
	unsigned int given;
};

/* Default permissions of the root. */
#define ATTR_ROOT_MODE	0700

/* attr_options_get() - get the current options */
void attr_options_get(struct attr_options *options);

/**
 * attr_options_set() - apply the options that were given
 * @sb: the superblock, locked by s_umount; its inodes change, too
 * @options: the options
 *
 * An option that was given overrides earlier chown and chmod.
 *
 * Context: process.
 */
void attr_options_set(struct super_block *sb,
		      const struct attr_options *options);

/**
 * attr_apply() - give an inode its owner and permissions
 * @inode: the inode; i_ino and the usual i_mode are set
 *
 * Context: process.
 */
void attr_apply(struct inode *inode);

/**
 * attr_reserve() - allocate memory for a change
 * @inode: the inode, locked
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int attr_reserve(struct inode *inode);

/**
 * attr_save() - remember what chown and chmod have set
 * @inode: the inode, locked; attr_reserve() has succeeded
 * @valid: ATTR_UID, ATTR_GID and ATTR_MODE for what has changed
 *
 * Context: process.
 */
void attr_save(struct inode *inode, unsigned int valid);

/**
 * attr_drop() - forget the changes to the inodes of an object
 * @serial: the object's, which no other object gets; see tree_next_serials()
 *
 * Context: process.
 */
void attr_drop(unsigned int serial);

/* attr_forget_inode() - forget the changes to one inode */
void attr_forget_inode(const struct inode *inode);

/* attr_exit() - forget all changes */
void attr_exit(void);

#endif /* HISTRIG_ATTR_H */
