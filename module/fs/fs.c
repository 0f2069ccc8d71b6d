// SPDX-License-Identifier: GPL-2.0
/* The filesystem "histrig", see fs.h. */
#include <linux/fs.h>

#include "attr.h"
#include "automount.h"
#include "fs.h"
#include "inode.h"
#include "super.h"

int fs_init(void)
{
	int ret;

	ret = inode_cache_init();
	if (ret)
		return ret;
	ret = register_filesystem(&histrig_fs_type);
	if (ret) {
		inode_cache_exit();
		return ret;
	}
	automount_init();
	return 0;
}

void fs_exit(void)
{
	automount_exit();
	unregister_filesystem(&histrig_fs_type);
	inode_cache_exit();
	attr_exit();
}
