/* SPDX-License-Identifier: GPL-2.0 */
/* The file trace_pipe, of an instance and of each of its CPUs. */
#ifndef HISTRIG_PIPE_FILE_H
#define HISTRIG_PIPE_FILE_H

#include <linux/fs.h>

/*
 * For debugfs_create_file_unsafe(), as debugfs does not pass splice on: while
 * it is open it counts as a user of its instance, so it is not removed.
 */
extern const struct file_operations trace_pipe_fops;

#endif /* HISTRIG_PIPE_FILE_H */
