/* SPDX-License-Identifier: GPL-2.0 */
/* mkdir and rmdir in the folder instances; debugfs has neither. */
#ifndef HISTRIG_INSTANCES_H
#define HISTRIG_INSTANCES_H

struct dentry;

/**
 * instances_take_dir() - let users make and remove instances in a folder
 * @dir: the folder
 *
 * Without memory, users cannot.
 */
void instances_take_dir(struct dentry *dir);

/* instances_give_back_dir() - the opposite, before the folder is removed */
void instances_give_back_dir(void);

#endif /* HISTRIG_INSTANCES_H */
