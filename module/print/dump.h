/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints the main instance's ring to the kernel's log: on an oops or a panic,
 * if the module parameter ftrace_dump_on_oops says so, and when a function with
 * the command dump or cpudump is called.
 *
 * All memory is allocated when the parameter is set or such a command is added.
 * A dump waits for no lock without a limit, because the task that died or was
 * interrupted may hold it. A dump also wakes no task, because the task that died
 * may hold locks of the scheduler; see event/hold.h.
 */
#ifndef HISTRIG_PRINT_DUMP_H
#define HISTRIG_PRINT_DUMP_H

#include <linux/irq_work.h>
#include <linux/types.h>

/*
 * What dump_from_hit() asks @dump_work to print: the records of one CPU, or of
 * all CPUs (RING_ALL); DUMP_NOTHING if no hit has asked.
 */
#define DUMP_NOTHING	(-2)
extern int dump_request;
extern struct irq_work dump_work;

/*
 * dump_init() - dump on oopses and panics from now on, as the parameter says
 *
 * Context: process, while the module is loaded.
 */
void dump_init(void);

/* dump_exit() - undo dump_init() and dump_prepare(); takes event_mutex */
void dump_exit(void);

/*
 * dump_prepare() - allocate the iterator for dumps
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int dump_prepare(void);

/**
 * dump_from_hit() - print the ring as it is now
 * @one_cpu: true to print only the records of this CPU
 *
 * Stops recording. An irq_work prints the ring, because locks of the kernel's
 * log may be held during the hit. Asks for no dump while the dump of another
 * hit has still to be printed.
 *
 * Context: any, preemption off.
 */
void dump_from_hit(bool one_cpu);

/* dump_wait() - wait until the dumps that hits have asked for are printed */
void dump_wait(void);

#endif /* HISTRIG_PRINT_DUMP_H */
