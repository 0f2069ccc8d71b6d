/* SPDX-License-Identifier: GPL-2.0 */
/* The files filter of an event and of a system. */
#ifndef HISTRIG_FILTER_FILES_H
#define HISTRIG_FILTER_FILES_H

#include <linux/fs.h>

struct event_file;

/* Of an event, which is the file's private data. */
extern const struct file_operations event_filter_fops;

/* Of a system, whose directory is the file's private data. */
extern const struct file_operations system_filter_fops;

/**
 * filter_files_event_leaves() - take the filter off an event that goes
 *
 * Context: process, event_mutex held.
 */
void filter_files_event_leaves(struct event_file *file);

#endif /* HISTRIG_FILTER_FILES_H */
