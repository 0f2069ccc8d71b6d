/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Faults in user memory, with a time limit.
 *
 * A page fault can block for ever, if a userfaultfd monitor or a filesystem in
 * user space does not answer. So a worker takes the fault, and the task waits
 * for the worker. FOLL_NOWAIT does not help: with it, the kernel does not
 * notify the monitor, and filesystems may still block.
 *
 * After a timeout, the worker is killed, which ends most faults. Others pin the
 * module and the program's memory until they are served. Users can block at
 * most half of the workers in this way; the rest is for root.
 */
#ifndef HISTRIG_PROBE_HOT_FAULT_IN_H
#define HISTRIG_PROBE_HOT_FAULT_IN_H

#include <linux/types.h>

/**
 * fault_in() - fault in a page of the current task's memory
 * @address: an address in the page
 * @ticks: time limit in jiffies
 *
 * Context: a task with user memory; sleeps. A fatal signal ends the wait.
 * Return: true if the page could be read.
 */
bool fault_in(unsigned long address, unsigned long ticks);

/* Creates the queue of the workers. Returns 0 or -ENOMEM. May sleep. */
int fault_in_init(void);

/* Call this after the last fault_in(). Waits for workers. */
void fault_in_exit(void);

#endif /* HISTRIG_PROBE_HOT_FAULT_IN_H */
