// SPDX-License-Identifier: GPL-2.0
/* A module with its own events, which histrig_fire fires. */
#include <linux/module.h>
#include <linux/string.h>

enum {
	BRIDGED_EVEN,
	BRIDGED_ODD,
};

/* Copies like __assign_str(), whose arguments differ between kernels. */
static inline void histrig_bridged_copy(char *to, const char *from)
{
	memcpy(to, from, strlen(from) + 1);
}

#define CREATE_TRACE_POINTS
#include "histrig_bridged_events.h"

static int __init bridged_init(void)
{
	return 0;
}

static void __exit bridged_exit(void)
{
}

module_init(bridged_init);
module_exit(bridged_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Events for the guest tests");
