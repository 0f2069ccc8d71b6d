// SPDX-License-Identifier: GPL-2.0
/* Since 5.11 a task counts its nested calls of migrate_disable(). */
#include <linux/sched.h>
#include <linux/stddef.h>

size_t probe = offsetof(struct task_struct, migration_disabled);
