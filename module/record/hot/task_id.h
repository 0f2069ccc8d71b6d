/* SPDX-License-Identifier: GPL-2.0 */
/* Loads the numbers of the current task that are not in records. */
#ifndef HISTRIG_RECORD_HOT_WHO_H
#define HISTRIG_RECORD_HOT_WHO_H

#include "../task_id.h"

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

#endif /* HISTRIG_RECORD_HOT_WHO_H */
