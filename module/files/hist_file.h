/* SPDX-License-Identifier: GPL-2.0 */
/* The file hist of an event. */
#ifndef HISTRIG_HIST_FILE_H
#define HISTRIG_HIST_FILE_H

#include <linux/fs.h>

extern const struct file_operations event_hist_fops;

/* hist_file_event_leaves() - let pollers know that an event goes */
void hist_file_event_leaves(void);

#endif /* HISTRIG_HIST_FILE_H */
