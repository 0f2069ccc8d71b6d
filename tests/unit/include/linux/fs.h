/* SPDX-License-Identifier: GPL-2.0 */
/* Reading files. A test that needs it defines the function and the file. */
#ifndef SHIM_FS_H
#define SHIM_FS_H

#include <linux/types.h>

struct file;

ssize_t kernel_read(struct file *file, void *buf, size_t size, loff_t *pos);

#endif /* SHIM_FS_H */
