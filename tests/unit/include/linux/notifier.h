/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_NOTIFIER_H
#define SHIM_NOTIFIER_H

struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long action, void *data);
	int priority;
};

#define NOTIFY_OK	1

#endif /* SHIM_NOTIFIER_H */
