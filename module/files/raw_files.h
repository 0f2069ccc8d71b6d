/* SPDX-License-Identifier: GPL-2.0 */
/* Files of a CPU that give whole pages. */
#ifndef HISTRIG_RAW_FILES_H
#define HISTRIG_RAW_FILES_H

#include <linux/fs.h>

/* Private data: struct instance_cpu; for debugfs_create_file_unsafe(). */
extern const struct file_operations trace_pipe_raw_fops;
extern const struct file_operations snapshot_raw_fops;

#endif /* HISTRIG_RAW_FILES_H */
