/* SPDX-License-Identifier: GPL-2.0 */
/* The superblock and the mount options. */
#ifndef HISTRIG_SUPER_H
#define HISTRIG_SUPER_H

#include <linux/fs.h>

extern struct file_system_type histrig_fs_type;

#endif /* HISTRIG_SUPER_H */
