// SPDX-License-Identifier: GPL-2.0
/* Tasks count how often they disabled migration since 5.11. */
#include <linux/sched.h>
#include <linux/stddef.h>

size_t probe = offsetof(struct task_struct, migration_disabled);
