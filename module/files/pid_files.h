/* SPDX-License-Identifier: GPL-2.0 */
/* Files that say whose hits an instance takes. */
#ifndef HISTRIG_PID_FILES_H
#define HISTRIG_PID_FILES_H

#include <linux/fs.h>

/* Private data: struct instance. */
extern const struct file_operations set_event_pid_fops;
extern const struct file_operations set_event_notrace_pid_fops;

#endif /* HISTRIG_PID_FILES_H */
