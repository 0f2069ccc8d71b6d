// SPDX-License-Identifier: GPL-2.0
/* Replaces the bridge on kernels where it cannot work, see bridge.h. */
#include "bridge.h"

int bridge_init(void)
{
	return 0;
}

void bridge_exit(void)
{
}

void bridge_module_added(struct module *mod)
{
}

void bridge_module_removed(struct module *mod)
{
}

void bridge_borrow_text(struct event *event)
{
}
