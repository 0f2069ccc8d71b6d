// SPDX-License-Identifier: GPL-2.0
/* Since 6.14 handlers of fprobes get struct ftrace_regs. */
#include <linux/fprobe.h>

static int handler(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		   struct ftrace_regs *regs, void *data)
{
	return 0;
}

fprobe_entry_cb probe(void);
fprobe_entry_cb probe(void)
{
	return handler;
}
