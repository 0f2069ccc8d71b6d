// SPDX-License-Identifier: GPL-2.0
/* Since 6.13 a uprobe's handlers of a call, at entry and at return, share a word. */
#include <linux/uprobes.h>

static int handler(struct uprobe_consumer *self, struct pt_regs *regs,
		   __u64 *data)
{
	return 0;
}

static int ret_handler(struct uprobe_consumer *self, unsigned long func,
		       struct pt_regs *regs, __u64 *data)
{
	return 0;
}

struct uprobe_consumer probe = {
	.handler = handler,
	.ret_handler = ret_handler,
};
