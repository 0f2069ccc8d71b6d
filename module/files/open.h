/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of an instance have in common.
 *
 * The instance is the i_private of each. It stays as long as one of its files
 * is open: that counts as a user.
 */
#ifndef HISTRIG_OPEN_H
#define HISTRIG_OPEN_H

#include <linux/fs.h>

struct seq_file;

/* Room for as much as tree_run_lines() looks at in one go. */
#define LINE_ROOM	4096

/* tree_open() - open a file of an instance, which i_private is */
int tree_open(struct inode *inode, struct file *filp);
int tree_release(struct inode *inode, struct file *filp);

/* tree_single_open() - the same for one that is shown at once */
int tree_single_open(struct inode *inode, struct file *filp,
		     int (*show)(struct seq_file *m, void *v));
int tree_single_release(struct inode *inode, struct file *filp);

/*
 * tree_event_open() - open a file of an event, whose struct event_file i_private is
 *
 * The file may stay open when the event goes.
 */
int tree_event_open(struct inode *inode, struct file *filp);
int tree_event_release(struct inode *inode, struct file *filp);

/* tree_event_single_open() - the same for one that is shown at once */
int tree_event_single_open(struct inode *inode, struct file *filp,
			   int (*show)(struct seq_file *m, void *v));
int tree_event_single_release(struct inode *inode, struct file *filp);

/**
 * tree_get_word() - what a user has written, without blanks around it
 * @to: @size bytes
 *
 * Return: the text, in @to, or an errno: -EINVAL when it is too long.
 */
char *tree_get_word(char *to, size_t size, const char __user *from,
		    size_t count);

/**
 * tree_run_lines() - run each line that a user has written
 * @run: runs one; what follows a # has been cut off
 *
 * As natively no line may be longer than LINE_ROOM - 2, the first that fails
 * ends it all, and what was run before stays done.
 *
 * Return: @count, or the errno of a line.
 */
ssize_t tree_run_lines(const char __user *from, size_t count,
		       int (*run)(const char *text));

/* tree_lseek() - seq_lseek() if the file is read; else there is no place */
loff_t tree_lseek(struct file *filp, loff_t offset, int whence);

#endif /* HISTRIG_OPEN_H */
