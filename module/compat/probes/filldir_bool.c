// SPDX-License-Identifier: GPL-2.0
/* Since 6.1 the callback for a folder entry returns true to continue. */
#include <linux/fs.h>

static bool actor(struct dir_context *ctx, const char *name, int len,
		  loff_t pos, u64 ino, unsigned int type)
{
	return true;
}

filldir_t probe = actor;
