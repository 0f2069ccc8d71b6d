// SPDX-License-Identifier: GPL-2.0
/* What the files of an instance have in common, see open.h. */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../instance/instance.h"
#include "open.h"

int tree_open(struct inode *inode, struct file *filp)
{
	filp->private_data = inode->i_private;
	return instance_get(inode->i_private);
}

int tree_release(struct inode *inode, struct file *filp)
{
	instance_put(inode->i_private);
	return 0;
}

int tree_single_open(struct inode *inode, struct file *filp,
		     int (*show)(struct seq_file *m, void *v))
{
	struct instance *instance = inode->i_private;
	int ret;

	ret = instance_get(instance);
	if (ret)
		return ret;
	ret = single_open(filp, show, instance);
	if (ret)
		instance_put(instance);
	return ret;
}

int tree_single_release(struct inode *inode, struct file *filp)
{
	instance_put(inode->i_private);
	return single_release(inode, filp);
}

int tree_event_open(struct inode *inode, struct file *filp)
{
	event_file_get(inode->i_private);
	return 0;
}

int tree_event_release(struct inode *inode, struct file *filp)
{
	event_file_put(inode->i_private);
	return 0;
}

int tree_event_single_open(struct inode *inode, struct file *filp,
			   int (*show)(struct seq_file *m, void *v))
{
	int ret = single_open(filp, show, inode->i_private);

	if (!ret)
		event_file_get(inode->i_private);
	return ret;
}

int tree_event_single_release(struct inode *inode, struct file *filp)
{
	event_file_put(inode->i_private);
	return single_release(inode, filp);
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

/*
 * Runs the lines that are complete in @text. @rest bytes are left to be run in
 * all; what is behind the last newline is a line if it is all there is.
 * Returns how many bytes are done, or an errno.
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
	char *text = kmalloc(LINE_ROOM, GFP_KERNEL);
	size_t done = 0, size;
	ssize_t ret = 0;

	if (!text)
		return -ENOMEM;
	while (done < count) {
		size = min_t(size_t, count - done, LINE_ROOM - 1);
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
