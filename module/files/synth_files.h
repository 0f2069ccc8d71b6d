/* SPDX-License-Identifier: GPL-2.0 */
/* The files synthetic_events and dynamic_events. */
#ifndef HISTRIG_SYNTH_FILES_H
#define HISTRIG_SYNTH_FILES_H

#include <linux/fs.h>

/* Both define events, and list them. */
extern const struct file_operations synthetic_events_fops, dynamic_events_fops;

#endif /* HISTRIG_SYNTH_FILES_H */
