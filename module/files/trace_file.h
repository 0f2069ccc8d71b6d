/* SPDX-License-Identifier: GPL-2.0 */
/* The file trace, of an instance and of each of its CPUs. */
#ifndef HISTRIG_TRACE_FILE_H
#define HISTRIG_TRACE_FILE_H

#include <linux/fs.h>

/**
 * trace_file_open() - let a file be read as trace
 * @filp: a file that is being opened for reading
 * @snapshot: show what the last snapshot took, not what is recorded
 *
 * To be read by seq_read() and seq_lseek(), and released by
 * trace_file_release(), which takes care of files that are not read as well.
 * The file's i_private is a struct instance_cpu, whose instance is to stay as
 * long as it is open.
 *
 * Context: process; takes event_mutex.
 * Return: 0 or -ENOMEM.
 */
int trace_file_open(struct file *filp, bool snapshot);
void trace_file_release(struct file *filp);

extern const struct file_operations trace_fops;

#endif /* HISTRIG_TRACE_FILE_H */
