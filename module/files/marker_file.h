/* SPDX-License-Identifier: GPL-2.0 */
/* The files trace_marker and trace_marker_raw of an instance. */
#ifndef HISTRIG_MARKER_FILE_H
#define HISTRIG_MARKER_FILE_H

#include <linux/fs.h>

extern const struct file_operations trace_marker_fops;
extern const struct file_operations trace_marker_raw_fops;

#endif /* HISTRIG_MARKER_FILE_H */
