// SPDX-License-Identifier: GPL-2.0
/* Helpers that the operations of many files share; see open.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/system.h"
#include "open.h"

/* Size in bytes of the buffer of tree_run_lines(). */
#define LINE_SIZE_MAX	4096

#define FILE_OF(name, instance_)					\
static struct instance *name##_owner(void *owner)			\
{									\
	return instance_;						\
}									\
									\
int name##_file_open(struct inode *inode, struct file *filp)		\
{									\
	return instance_get(name##_owner(inode->i_private));		\
}									\
									\
int name##_file_release(struct inode *inode, struct file *filp)	\
{									\
	instance_put(name##_owner(inode->i_private));			\
	return 0;							\
}									\
									\
int name##_single_open(struct inode *inode, struct file *filp,		\
		       int (*show)(struct seq_file *m, void *v))	\
{									\
	int ret = name##_file_open(inode, filp);			\
									\
	if (ret)							\
		return ret;						\
	ret = single_open(filp, show, inode->i_private);		\
	if (ret)							\
		name##_file_release(inode, filp);			\
	return ret;							\
}									\
									\
int name##_single_release(struct inode *inode, struct file *filp)	\
{									\
	name##_file_release(inode, filp);				\
	return single_release(inode, filp);				\
}

FILE_OF(instance, owner)
FILE_OF(cpu, ((struct instance_cpu *)owner)->instance)
FILE_OF(system, ((struct event_system *)owner)->instance)

int tree_seq_open(struct file *filp, const struct seq_operations *ops, void *private)
{
	int ret = seq_open(filp, ops);

	if (!ret)
		((struct seq_file *)filp->private_data)->private = private;
	return ret;
}

int instance_seq_open(struct inode *inode, struct file *filp,
		      const struct seq_operations *ops)
{
	struct instance *instance = inode->i_private;
	int ret;

	ret = instance_get(instance);
	if (ret)
		return ret;
	ret = tree_seq_open(filp, ops, instance);
	if (ret)
		instance_put(instance);
	return ret;
}

int instance_seq_release(struct inode *inode, struct file *filp)
{
	instance_put(inode->i_private);
	return seq_release(inode, filp);
}

ssize_t tree_read_number(char __user *to, size_t count, loff_t *pos, long value)
{
	char text[24];
	int len = scnprintf(text, sizeof(text), "%ld\n", value);

	return simple_read_from_buffer(to, count, pos, text, len);
}

ssize_t tree_ignore_write(struct file *filp, const char __user *from, size_t count,
			  loff_t *pos)
{
	return count;
}

ssize_t tree_write_number(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos, unsigned long max,
			  int (*act)(struct inode *inode, unsigned long value))
{
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	if (value > max)
		return -EINVAL;
	mutex_lock(&event_mutex);
	ret = act(file_inode(filp), value);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

ssize_t tree_write_command(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos,
			   int (*run)(void *owner, char *text))
{
	char *text;
	int ret;

	if (count >= PAGE_SIZE)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&event_mutex);
	ret = run(file_inode(filp)->i_private, text);
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

char *tree_get_word(char *to, size_t size, const char __user *from,
		    size_t count)
{
	if (count >= size)
		return ERR_PTR(-EINVAL);
	if (copy_from_user(to, from, count))
		return ERR_PTR(-EFAULT);
	to[count] = '\0';
	return strim(to);
}

ssize_t tree_next_word(char *to, size_t size, const char __user *from,
		       size_t count)
{
	size_t done = 0, len = 0;
	char c;

	while (done < count && (len || done < PAGE_SIZE)) {
		if (get_user(c, from + done))
			return -EFAULT;
		done++;
		if (isspace(c) || !c) {
			if (len)
				break;
			continue;
		}
		if (len == size - 1)
			return -EINVAL;
		to[len++] = c;
	}
	to[len] = '\0';
	return done;
}

/*
 * Runs the complete lines in @text, the next part of what a user writes. @rest is the
 * number of bytes from the start of @text to the end of the write. If @text contains
 * all @rest bytes, its last line needs no newline. Returns the number of bytes handled,
 * or an errno.
 */
static ssize_t run_complete(char *text, size_t rest,
			    int (*run)(const char *text))
{
	char *line = text, *end, *comment;
	size_t done = 0;
	int ret;

	while (done < rest) {
		end = strchr(line, '\n');
		if (!end && done + strlen(line) < rest)
			return done ? (ssize_t)done : -EINVAL;
		if (end)
			*end = '\0';
		done += strlen(line) + !!end;
		comment = strchr(line, '#');
		if (comment)
			*comment = '\0';
		ret = run(line);
		if (ret)
			return ret;
		line = text + done;
	}
	return done;
}

ssize_t tree_run_lines(const char __user *from, size_t count,
		       int (*run)(const char *text))
{
	char *text = kmalloc(LINE_SIZE_MAX, GFP_KERNEL);
	size_t done = 0, size;
	ssize_t ret = 0;

	if (!text)
		return -ENOMEM;
	while (done < count) {
		size = min_t(size_t, count - done, LINE_SIZE_MAX - 1);
		ret = -EFAULT;
		if (copy_from_user(text, from + done, size))
			break;
		text[size] = '\0';
		ret = run_complete(text, count - done, run);
		if (ret < 0)
			break;
		done += ret;
	}
	kfree(text);
	return ret < 0 ? ret : done;
}

loff_t tree_lseek(struct file *filp, loff_t offset, int whence)
{
	if (filp->f_mode & FMODE_READ)
		return seq_lseek(filp, offset, whence);
	filp->f_pos = 0;
	return 0;
}

void tree_seq_unlock(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

void tree_seq_stop(struct seq_file *m, void *v)
{
}
