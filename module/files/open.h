/* SPDX-License-Identifier: GPL-2.0 */
/* Opening files and keeping their owners, and reading what users write. */
#ifndef HISTRIG_OPEN_H
#define HISTRIG_OPEN_H

#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

/*
 * Open and release a file whose inode has an instance, CPU or system as i_private. An
 * open file keeps its instance from being removed.
 */
int instance_file_open(struct inode *inode, struct file *filp);
int instance_file_release(struct inode *inode, struct file *filp);
int cpu_file_open(struct inode *inode, struct file *filp);
int cpu_file_release(struct inode *inode, struct file *filp);
int system_file_open(struct inode *inode, struct file *filp);
int system_file_release(struct inode *inode, struct file *filp);

/* Open and release a file that @show prints as a whole; @m->private is that file's owner. */
int instance_single_open(struct inode *inode, struct file *filp,
			 int (*show)(struct seq_file *m, void *v));
int instance_single_release(struct inode *inode, struct file *filp);
int cpu_single_open(struct inode *inode, struct file *filp,
		    int (*show)(struct seq_file *m, void *v));
int cpu_single_release(struct inode *inode, struct file *filp);
int system_single_open(struct inode *inode, struct file *filp,
		       int (*show)(struct seq_file *m, void *v));
int system_single_release(struct inode *inode, struct file *filp);

/*
 * The same for files of the tree and of events. There is nothing to do, because the
 * inode keeps the file's owner, and these files do not keep instances from being removed.
 */
#define tree_file_open		NULL
#define tree_file_release	NULL
#define tree_single_release	single_release

static inline int tree_single_open(struct inode *inode, struct file *filp,
				   int (*show)(struct seq_file *m, void *v))
{
	return single_open(filp, show, inode->i_private);
}

/*
 * Define the operations of a file. @act gets the number that is written, up to @max,
 * see tree_write_number(). @show prints the file as a whole, @ops print it entry by
 * entry. @write is NULL if the file cannot be written. @owner is instance, cpu, system
 * or tree.
 */
#define TREE_FILE(name, owner_, read_, write_, llseek_)		\
	const struct file_operations name = {			\
		.owner = THIS_MODULE,				\
		.open = owner_##_file_open,			\
		.read = read_,					\
		.write = write_,				\
		.llseek = llseek_,				\
		.release = owner_##_file_release,		\
	}

#define TREE_NUMBER_FILE(name, owner_, read_, max, act, llseek_) \
	static ssize_t name##_write(struct file *filp, const char __user *from, \
				    size_t count, loff_t *pos)	\
	{							\
		return tree_write_number(filp, from, count, pos, max, act); \
	}							\
	TREE_FILE(name, owner_, read_, name##_write, llseek_)

#define TREE_SHOW_FILE(name, owner_, show, write_, llseek_)	\
	static int name##_open(struct inode *inode, struct file *filp) \
	{							\
		return owner_##_single_open(inode, filp, show);	\
	}							\
	const struct file_operations name = {			\
		.owner = THIS_MODULE,				\
		.open = name##_open,				\
		.read = seq_read,				\
		.write = write_,				\
		.llseek = llseek_,				\
		.release = owner_##_single_release,		\
	}

#define TREE_SEQ_FILE(name, ops)				\
	static int name##_open(struct inode *inode, struct file *filp) \
	{							\
		return seq_open(filp, &(ops));			\
	}							\
	const struct file_operations name = {			\
		.owner = THIS_MODULE,				\
		.open = name##_open,				\
		.read = seq_read,				\
		.llseek = seq_lseek,				\
		.release = seq_release,				\
	}

#define TREE_SEQ_OPS(name, stop_)				\
	static const struct seq_operations name##_seq_ops = {	\
		.start = name##_start,				\
		.next = name##_next,				\
		.stop = stop_,					\
		.show = name##_show,				\
	}

/* For @stop of seq_operations: the first unlocks event_mutex, the second does nothing. */
void tree_seq_unlock(struct seq_file *m, void *v);
void tree_seq_stop(struct seq_file *m, void *v);

/* Open and release a file of an instance that @ops prints entry by entry. */
int instance_seq_open(struct inode *inode, struct file *filp,
		      const struct seq_operations *ops);
int instance_seq_release(struct inode *inode, struct file *filp);

/*
 * tree_seq_open() - open a file that @ops print entry by entry; @m->private is @private;
 * 0 or an errno
 */
int tree_seq_open(struct file *filp, const struct seq_operations *ops, void *private);

/* For @write of files that do something when they are opened or closed; ignores the text. */
ssize_t tree_ignore_write(struct file *filp, const char __user *from, size_t count,
			  loff_t *pos);

/* tree_truncates() - is a file being opened with O_TRUNC and for writing? */
static inline bool tree_truncates(const struct file *filp)
{
	return filp->f_mode & FMODE_WRITE && filp->f_flags & O_TRUNC;
}

/* tree_read_number() - return a number to a user, like simple_read_from_buffer() */
ssize_t tree_read_number(char __user *to, size_t count, loff_t *pos, long value);

/**
 * tree_write_number() - call @act with a number that a user writes
 * @filp: the file
 * @from: the number, in decimal
 * @count: length of @from in bytes
 * @pos: place in the file, advanced on success
 * @max: greatest number allowed; a greater one fails with -EINVAL
 * @act: called with the file's inode and the number, event_mutex held
 *
 * Context: process; takes event_mutex.
 * Return: @count or an errno.
 */
ssize_t tree_write_number(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos, unsigned long max,
			  int (*act)(struct inode *inode, unsigned long value));

/**
 * tree_write_command() - run a command that a user writes
 * @filp: the file
 * @from: the command, shorter than a page
 * @count: length of @from in bytes
 * @pos: place in the file, advanced on success
 * @run: called with the file's owner and the command, which it may modify,
 *	event_mutex held
 *
 * Context: process; takes event_mutex.
 * Return: @count or an errno.
 */
ssize_t tree_write_command(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos,
			   int (*run)(void *owner, char *text));

/**
 * tree_get_word() - copy what a user writes, without the spaces around it
 * @to: buffer for the result
 * @size: size of @to in bytes
 * @from: what the user writes
 * @count: its length in bytes
 *
 * Return: the string, in @to; or an ERR_PTR: -EINVAL if the string is too long, -EFAULT.
 */
char *tree_get_word(char *to, size_t size, const char __user *from,
		    size_t count);

/**
 * tree_next_word() - read the first of several words that a user writes
 * @to: buffer for the word; set to an empty string if there is no word
 * @size: size of @to in bytes
 * @from: words with spaces between them
 * @count: length of @from in bytes
 *
 * Skips at most a page of spaces before the word, because a write can be all spaces.
 *
 * Return: the number of bytes of @from handled: the spaces before the word, the word, and
 * one space after it, if there is one. -EINVAL if the word is too long, or -EFAULT.
 */
ssize_t tree_next_word(char *to, size_t size, const char __user *from,
		       size_t count);

/**
 * tree_run_lines() - run each line that a user writes
 * @from: the lines
 * @count: length of @from in bytes
 * @run: runs a line without its comment, which begins with #
 *
 * Like in the kernel, a line has at most 4094 bytes. Stops at the first line that
 * fails; earlier lines remain in effect.
 *
 * Return: @count; the errno of a line; -EINVAL if a line is too long; -EFAULT; -ENOMEM.
 */
ssize_t tree_run_lines(const char __user *from, size_t count,
		       int (*run)(const char *text));

/* tree_lseek() - seq_lseek(), also for files that are open for writing only */
loff_t tree_lseek(struct file *filp, loff_t offset, int whence);

#endif /* HISTRIG_OPEN_H */
