/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Owners and permissions.
 *
 * The mount options uid= and gid= apply to the whole tree, and mode= to its
 * root. Options and the results of chown and chmod outlive the mounts. Inodes
 * may be reclaimed at any time, so these results are stored by inode number
 * until the inode's object is removed.
 */
#ifndef HISTRIG_ATTR_H
#define HISTRIG_ATTR_H

#include <linux/types.h>
#include <linux/uidgid.h>

struct inode;
struct super_block;

/**
 * struct attr - mount options, or what chown and chmod have set for an inode
 * @uid: owner
 * @gid: group
 * @mode: permissions; as a mount option, those of the root
 * @given: ATTR_UID, ATTR_GID and ATTR_MODE for what was given
 */
struct attr {
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
	unsigned int given;
};

/* Default permissions of the root. */
#define ATTR_ROOT_MODE	0700

void attr_options_get(struct attr *options);

/**
 * attr_options_set() - apply mount options, which override earlier chown and
 * chmod
 * @sb: the superblock, locked by s_umount; its inodes also change
 * @options: the options
 *
 * Context: process.
 */
void attr_options_set(struct super_block *sb,
		      const struct attr *options);

/* attr_apply() - set owner and mode of an inode with valid i_ino and i_mode */
void attr_apply(struct inode *inode);

/*
 * attr_reserve() - allocate memory for attr_save() of a locked inode; 0 or
 * -ENOMEM
 */
int attr_reserve(struct inode *inode);

/**
 * attr_save() - store what chown and chmod have set
 * @inode: the inode, locked; attr_reserve() has succeeded
 * @valid: ATTR_UID, ATTR_GID and ATTR_MODE for the changes
 *
 * Context: process.
 */
void attr_save(struct inode *inode, unsigned int valid);

/* attr_drop() - forget the changes to all inodes of the object with @serial */
void attr_drop(unsigned int serial);

void attr_forget_inode(const struct inode *inode);

void attr_exit(void);

#endif /* HISTRIG_ATTR_H */
