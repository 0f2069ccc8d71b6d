// SPDX-License-Identifier: GPL-2.0
/* Since 6.5 handlers of fprobes get the caller, and data that belongs to a call. */
#include <linux/fprobe.h>

int probe(struct fprobe *fprobe, void *regs);
int probe(struct fprobe *fprobe, void *regs)
{
	return fprobe->entry_handler(fprobe, 0, 0, regs, NULL);
}
