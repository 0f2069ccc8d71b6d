/* SPDX-License-Identifier: GPL-2.0 */
/* The files that switch recording. */
#ifndef HISTRIG_ENABLE_FILES_H
#define HISTRIG_ENABLE_FILES_H

#include <linux/fs.h>

/* Private data: struct event_file, struct system_dir, struct instance. */
extern const struct file_operations event_enable_fops;
extern const struct file_operations system_enable_fops;
extern const struct file_operations all_enable_fops;
extern const struct file_operations set_event_fops;

#endif /* HISTRIG_ENABLE_FILES_H */
