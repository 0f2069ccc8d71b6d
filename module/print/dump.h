/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing the main instance's ring to the kernel's log: on an oops or a panic, if
 * the module's parameter ftrace_dump_on_oops asks for it, and at a function with
 * the command dump or cpudump.
 *
 * Whatever needs memory is allocated when the parameter is set, or such a command
 * is added. No lock is taken: the task that died or was interrupted may hold it,
 * or one of the scheduler, and then nobody can be woken up; see event/hold.h.
 */
#ifndef HISTRIG_PRINT_DUMP_H
#define HISTRIG_PRINT_DUMP_H

#include <linux/irq_work.h>
#include <linux/types.h>

/*
 * What dump_from_hit() has asked for and @dump_work has not printed yet: a CPU,
 * RING_ALL, or DUMP_NOTHING.
 */
#define DUMP_NOTHING	(-2)
extern int dump_request;
extern struct irq_work dump_work;

/**
 * dump_init() - heed the parameter
 *
 * Context: process, while the module is loaded.
 */
void dump_init(void);

/**
 * dump_exit() - undo that
 *
 * Context: process; takes event_mutex.
 */
void dump_exit(void);

/**
 * dump_prepare() - get ready for dump_from_hit()
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int dump_prepare(void);

/**
 * dump_from_hit() - print the ring as it is now
 * @one_cpu: only the records of this CPU
 *
 * Stops recording. An interrupt that follows prints the ring, because hits may
 * come while locks of the log are held. Does nothing else if another hit's dump is
 * not printed yet.
 *
 * Context: any, preemption off.
 */
void dump_from_hit(bool one_cpu);

/* dump_wait() - wait until the dumps of hits that have ended are printed */
void dump_wait(void);

#endif /* HISTRIG_PRINT_DUMP_H */
