/* SPDX-License-Identifier: GPL-2.0 */
/* The file snapshot. */
#ifndef HISTRIG_SNAPSHOT_FILE_H
#define HISTRIG_SNAPSHOT_FILE_H

#include <linux/fs.h>

/* Private data: struct instance_cpu. */
extern const struct file_operations snapshot_fops;

#endif /* HISTRIG_SNAPSHOT_FILE_H */
