/* SPDX-License-Identifier: GPL-2.0 */
/* mkdir and rmdir in the folder instances; debugfs supports neither. */
#ifndef HISTRIG_INSTANCES_H
#define HISTRIG_INSTANCES_H

struct dentry;

/**
 * instances_take_dir() - let users make and remove instances in a folder
 * @dir: the folder
 *
 * When out of memory, the folder keeps debugfs's operations and mkdir fails.
 */
void instances_take_dir(struct dentry *dir);

/* instances_give_back_dir() - restore the folder's own operations */
void instances_give_back_dir(void);

#endif /* HISTRIG_INSTANCES_H */
