// SPDX-License-Identifier: GPL-2.0
/*
 * free_instance: closing this file removes its instance, however the program that
 * opened the file ends. The program can also write lines for dynamic_events to the
 * file. When the file is closed, these lines run and remove events of the whole tree.
 */
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/llist.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../dispatch/dynamic.h"
#include "../instance/instance.h"
#include "../instance/lifecycle.h"
#include "files.h"
#include "open.h"

/* Maximum size of all lines in bytes, which is enough to remove some hundred events. */
#define LINES_MAX	(64 << 10)

/**
 * struct last_lines - lines to run in dynamic_events once an instance is removed
 * @node: entry in the instance's @last once the file is closed
 * @lock: protects @text and @len from other writers; no lock is taken inside.
 *	leave_release() does not need it, because no writer is left
 * @text: the lines, the last written first; NULL if there are none
 * @len: length of @text in bytes
 */
struct last_lines {
	struct llist_node node;
	struct mutex lock;	/* one open file may have several writers */
	char *text;
	size_t len;
};

/*
 * Do all lines remove events? Lines that define events need write access to
 * dynamic_events, which a writer of free_instance may lack.
 */
static bool removes_only(const char *text, const char *end)
{
	for (; text < end; text = (const char *)memchr(text, '\n', end - text) + 1)
		if (*text != '\n' && strncmp(text, "-:", 2))
			return false;
	return true;
}

static int leave_instance_open(struct inode *inode, struct file *filp)
{
	struct last_lines *lines = kzalloc(sizeof(*lines), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!lines)
		return -ENOMEM;
	ret = instance_get(inode->i_private);
	if (ret) {
		kfree(lines);
		return ret;
	}
	mutex_init(&lines->lock);
	filp->private_data = lines;
	return 0;
}

static ssize_t leave_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	struct last_lines *lines = filp->private_data;
	ssize_t ret = -ENOSPC;
	char *text;

	if (!count)
		return 0;
	/* Lines remove events of all instances, and run after close(), so check the writer now. */
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	mutex_lock(&lines->lock);
	if (count >= LINES_MAX || lines->len + count >= LINES_MAX)
		goto out;
	ret = -ENOMEM;
	text = kmalloc(lines->len + count + 2, GFP_KERNEL_ACCOUNT);
	if (!text)
		goto out;
	ret = -EFAULT;
	if (copy_from_user(text, from, count))
		goto err_free;
	ret = count;
	if (text[count - 1] != '\n')
		text[count++] = '\n';
	if (memchr(text, '\0', count) || !removes_only(text, text + count)) {
		ret = -EINVAL;
		goto err_free;
	}
	/* Prepend the lines, so that an event is removed before an older one that it refers to. */
	memcpy(text + count, lines->text ?: "", lines->len);
	lines->len += count;
	text[lines->len] = '\0';
	kfree(lines->text);
	lines->text = text;
	*pos += ret;
	goto out;

err_free:
	kfree(text);
out:
	mutex_unlock(&lines->lock);
	return ret;
}

static int leave_release(struct inode *inode, struct file *filp)
{
	struct last_lines *lines = filp->private_data;

	instance_leave(inode->i_private, &lines->node);
	return 0;
}

void free_instance_run_last(struct llist_node *last)
{
	struct last_lines *lines, *next;
	char *rest, *line;

	llist_for_each_entry_safe(lines, next, last, node) {
		rest = lines->text;
		/* No program is left to report an error to. */
		while ((line = strsep(&rest, "\n")))
			if (*line)
				dynamic_run(line);
		kfree(lines->text);
		kfree(lines);
	}
}

const struct file_operations free_instance_fops = {
	.owner = THIS_MODULE,
	.open = leave_instance_open,
	.write = leave_write,
	.llseek = noop_llseek,
	.release = leave_release,
};
