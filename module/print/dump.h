/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Printing the main instance's ring to the kernel's log: on an oops or a panic,
 * if the module's parameter ftrace_dump_on_oops asks for it, and at a function
 * with the command dump or cpudump.
 *
 * All memory is allocated when the parameter is set or such a command is added.
 * A dump takes no lock, because the task that died or was interrupted may hold
 * it. Nor can a dump wake up tasks, because that task may hold a lock of the
 * scheduler; see event/hold.h.
 */
#ifndef HISTRIG_PRINT_DUMP_H
#define HISTRIG_PRINT_DUMP_H

#include <linux/irq_work.h>
#include <linux/types.h>

/*
 * What @dump_work is to print for dump_from_hit(): the records of a CPU, or of
 * all CPUs if it is RING_ALL, or DUMP_NOTHING.
 */
#define DUMP_NOTHING	(-2)
extern int dump_request;
extern struct irq_work dump_work;

/**
 * dump_init() - start to follow the module's parameter, and oopses and panics
 *
 * Context: process, while the module is loaded.
 */
void dump_init(void);

/**
 * dump_exit() - undo dump_init() and dump_prepare()
 *
 * Context: process; takes event_mutex.
 */
void dump_exit(void);

/**
 * dump_prepare() - allocate what dumps need
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int dump_prepare(void);

/**
 * dump_from_hit() - print the ring as it is now
 * @one_cpu: true to print only the records of this CPU
 *
 * Stops recording. The ring is printed by an interrupt that follows, because a
 * hit may come while locks of the kernel's log are held. If the dump of another
 * hit has not been printed yet, there is no second one.
 *
 * Context: any, preemption off.
 */
void dump_from_hit(bool one_cpu);

/* dump_wait() - wait until the dumps that hits have asked for are printed */
void dump_wait(void);

#endif /* HISTRIG_PRINT_DUMP_H */
