/* SPDX-License-Identifier: GPL-2.0 */
/* Files that only the tree itself has, in its top directory. */
#ifndef HISTRIG_TOP_FILES_H
#define HISTRIG_TOP_FILES_H

#include <linux/fs.h>

extern const struct file_operations available_events_fops;
extern const struct file_operations error_log_fops;

#endif /* HISTRIG_TOP_FILES_H */
