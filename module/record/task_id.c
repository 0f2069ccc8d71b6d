// SPDX-License-Identifier: GPL-2.0
/* The names by which users select a number of the task, see task_id.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../compat/parts.h"
#include "task_id.h"

const struct record_task_id_name record_task_id_names[] = {
	[RECORD_NOBODY] = { "", "", 0, false },
	[RECORD_TGID] = { "common_tgid", "int", sizeof(int), true },
	[RECORD_PPID] = { "common_ppid", "int", sizeof(int), true },
	[RECORD_UID] = { "common_uid", "unsigned int", sizeof(int), false },
	[RECORD_NSPID] = { "common_nspid", "int", sizeof(int), true },
	IF_CGROUPS([RECORD_CGROUP] = { "common_cgroup", "u64", sizeof(u64), false })
};

enum record_task_id record_task_id_find(const char *name)
{
	unsigned int i;

	for (i = RECORD_TGID; i < ARRAY_SIZE(record_task_id_names); i++)
		if (!strcmp(name, record_task_id_names[i].name))
			return i;
	return RECORD_NOBODY;
}
