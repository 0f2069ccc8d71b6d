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
 * filter_files_disarm() - take the filter off an event that goes
 *
 * It is freed by filter_files_free_disarmed(), when no hit is on its way any more.
 *
 * Context: process, event_mutex held.
 */
void filter_files_disarm(struct event_file *file);
void filter_files_free_disarmed(struct event_file *file);

#endif /* HISTRIG_FILTER_FILES_H */
