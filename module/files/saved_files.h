/* SPDX-License-Identifier: GPL-2.0 */
/* Files about what is remembered of tasks, and other files that read only. */
#ifndef HISTRIG_SAVED_FILES_H
#define HISTRIG_SAVED_FILES_H

#include <linux/fs.h>

extern const struct file_operations saved_cmdlines_fops;
extern const struct file_operations saved_cmdlines_size_fops;
extern const struct file_operations saved_tgids_fops;
extern const struct file_operations printk_formats_fops;
extern const struct file_operations readme_fops;

#endif /* HISTRIG_SAVED_FILES_H */
