/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bringing in user memory that is not present, with a limit of time.
 *
 * A page fault takes as long as its page does: for ever, if a monitor of
 * userfaultfd or a file system in user space does not answer. FOLL_NOWAIT is no
 * way out: the kernel tells no monitor of such a fault, and file systems may
 * read all the same. So a worker takes the fault, and the task that needs the
 * page waits for the worker for as long as it likes.
 *
 * A worker that nobody waits for any more is killed, and most faults end then.
 * Those that do not hold the module and the program's memory until they are
 * served. Users can hold half of the workers so; the other half is root's.
 */
#ifndef HISTRIG_PROBE_HOT_FAULT_IN_H
#define HISTRIG_PROBE_HOT_FAULT_IN_H

#include <linux/types.h>

/**
 * fault_in() - bring in a page of the current task's memory
 * @address: an address in it
 * @ticks: how long to wait at most, in jiffies
 *
 * Context: a task with user memory; sleeps. A signal that kills the task ends
 *	the wait.
 * Return: whether the page could be read.
 */
bool fault_in(unsigned long address, unsigned long ticks);

/* fault_in_init() - make the workers; returns 0 or -ENOMEM. Sleeps */
int fault_in_init(void);

/* fault_in_exit() - undo fault_in_init(); nobody calls fault_in() any more */
void fault_in_exit(void);

#endif /* HISTRIG_PROBE_HOT_FAULT_IN_H */
