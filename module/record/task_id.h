/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers of the current task that are not in records, such as its user id.
 * Keys of histograms and operands of filters can be such numbers.
 */
#ifndef HISTRIG_WHO_H
#define HISTRIG_WHO_H

#include <linux/types.h>

/**
 * enum record_task_id - a number of the current task
 * @RECORD_NOBODY: none
 * @RECORD_TGID: its process
 * @RECORD_PPID: its parent process
 * @RECORD_UID: its real user id, in the initial user namespace
 * @RECORD_NSPID: its pid in its pid namespace
 * @RECORD_CGROUP: the id of its cgroup in the unified hierarchy
 */
enum record_task_id {
	RECORD_NOBODY,
	RECORD_TGID,
	RECORD_PPID,
	RECORD_UID,
	RECORD_NSPID,
	RECORD_CGROUP,
};

/* How users name such a number; @type is its C type, of @size bytes. */
struct record_task_id_name {
	const char *name;
	const char *type;
	u8 size;
	bool is_signed;
};

/*
 * Indexed by enum record_task_id. RECORD_NOBODY has an empty name. Kernels without cgroups
 * have no element RECORD_CGROUP.
 */
extern const struct record_task_id_name record_task_id_names[];

/* record_task_id_find() - find a number by name; else RECORD_NOBODY */
enum record_task_id record_task_id_find(const char *name);

/**
 * record_task_id() - load a number of the current task
 * @who: which number
 *
 * A reaped task that still runs has neither a parent nor a pid in its
 * namespace.
 *
 * Context: any, NMI too, preemption off.
 * Return: the number, sign-extended; 0 if there is none.
 */
u64 record_task_id(enum record_task_id who);

#endif /* HISTRIG_WHO_H */
