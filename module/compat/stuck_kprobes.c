// SPDX-License-Identifier: GPL-2.0
/* Kprobes that the kernel refuses to unregister, see stuck_hooks.h. */
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "stuck_hooks.h"

bool kprobe_keep(struct kprobe *kp)
{
	/* ->addr is NULL if the kernel could not disarm the probe. */
	if (kp->addr)
		return false;
	WRITE_ONCE(kp->pre_handler, NULL);
	hook_keep(-ENODEV);
	synchronize_rcu();
	return true;
}

bool kretprobe_keep(struct kretprobe *rp)
{
	if (!rp->kp.addr)
		WRITE_ONCE(rp->handler, NULL);
	return kprobe_keep(&rp->kp);
}
