// SPDX-License-Identifier: GPL-2.0
/* Since 6.12 uprobe_register() returns a handle for unregistering. */
#include <linux/uprobes.h>

struct uprobe *(*probe)(struct inode *inode, loff_t offset,
			loff_t ref_ctr_offset,
			struct uprobe_consumer *uc) = uprobe_register;
