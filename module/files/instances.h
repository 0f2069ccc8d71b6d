/* SPDX-License-Identifier: GPL-2.0 */
/* The folder instances. */
#ifndef HISTRIG_INSTANCES_H
#define HISTRIG_INSTANCES_H

struct dentry;

/* instances_init() - make the folder; not to be had, then without it */
void instances_init(struct dentry *root);

/* instances_exit() - remove every instance but the main one */
void instances_exit(void);

#endif /* HISTRIG_INSTANCES_H */
