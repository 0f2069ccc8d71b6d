// SPDX-License-Identifier: GPL-2.0
/* What the files of an instance have in common, see open.h. */
#include <linux/err.h>
#include <linux/seq_file.h>
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

loff_t tree_lseek(struct file *filp, loff_t offset, int whence)
{
	if (filp->f_mode & FMODE_READ)
		return seq_lseek(filp, offset, whence);
	filp->f_pos = 0;
	return 0;
}
