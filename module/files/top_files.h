/* SPDX-License-Identifier: GPL-2.0 */
/* The files available_events and error_log. */
#ifndef HISTRIG_TOP_FILES_H
#define HISTRIG_TOP_FILES_H

#include <linux/fs.h>

extern const struct file_operations available_events_fops;

/* Private data: struct instance. */
extern const struct file_operations error_log_fops;

#endif /* HISTRIG_TOP_FILES_H */
