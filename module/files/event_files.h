/* SPDX-License-Identifier: GPL-2.0 */
/* The files in the directory of an event. */
#ifndef HISTRIG_EVENT_FILES_H
#define HISTRIG_EVENT_FILES_H

#include <linux/fs.h>

extern const struct file_operations event_id_fops;
extern const struct file_operations event_format_fops;
extern const struct file_operations event_trigger_fops;

#endif /* HISTRIG_EVENT_FILES_H */
