/* SPDX-License-Identifier: GPL-2.0 */
/* Files about the ring of an instance. */
#ifndef HISTRIG_BUFFER_FILES_H
#define HISTRIG_BUFFER_FILES_H

#include <linux/fs.h>

/* Private data: struct instance. */
extern const struct file_operations buffer_size_fops;
extern const struct file_operations buffer_total_fops;
extern const struct file_operations buffer_percent_fops;
extern const struct file_operations free_buffer_fops;

/* Private data: struct instance_cpu. */
extern const struct file_operations cpu_buffer_size_fops;
extern const struct file_operations cpu_stats_fops;

/* No private data. */
extern const struct file_operations *const header_page_file_fops;
extern const struct file_operations *const header_event_file_fops;

#endif /* HISTRIG_BUFFER_FILES_H */
