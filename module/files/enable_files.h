/* SPDX-License-Identifier: GPL-2.0 */
/* The files that switch recording. */
#ifndef HISTRIG_ENABLE_FILES_H
#define HISTRIG_ENABLE_FILES_H

#include <linux/fs.h>

struct instance;

/* Private data: struct event_file, struct system_dir, struct instance. */
extern const struct file_operations event_enable_fops;
extern const struct file_operations system_enable_fops;
extern const struct file_operations all_enable_fops;
extern const struct file_operations set_event_fops;

/**
 * enable_files_set() - record events or not, by name
 * @instance: the instance
 * @name: SYSTEM:EVENT, either of which may be missing, or NAME of events and of
 *	systems; patterns; cut up
 * @on: record them
 *
 * Context: process, event_mutex held.
 * Return: 0, -EINVAL when there is none, or an errno of the first that failed.
 */
int enable_files_set(struct instance *instance, char *name, bool on);

#endif /* HISTRIG_ENABLE_FILES_H */
