/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bridged events: events that the kernel has and our catalogue has not.
 *
 * Some headers of events are not installed with the kernel's headers, others use
 * structures that no header defines. For such an event the kernel's own code builds
 * the record, and hands it to us in the one way that is open to modules: a record
 * that any instance of the kernel's tracing takes is exported to every registered
 * struct trace_export.
 *
 * We keep one tracefs instance, BRIDGE_INSTANCE, while hits of any bridged event are
 * wanted; nobody reads it. Each wanted event has two probes on its tracepoint, which
 * run before all others (feed.c registers them, hot/hit.c is what runs):
 *
 *	bridge_await()		of ours, notes that the current task was hit
 *	class->probe		the kernel's, with our instance's event file as data;
 *				builds the record, which is exported to bridge_take()
 *
 * The event file gives records a type number that no other records have. By it
 * bridge_take() recognizes our records, even while users record the same event
 * in the kernel's instances, so each hit counts once. When bridge_await() runs
 * again and the last hit has no record yet, that hit was lost and is counted as
 * dropped.
 *
 * Fields, print format, number and text of the event are the kernel's. A hit costs
 * about what it costs in the kernel's own tracing.
 *
 * Kernels that check the types of indirect calls (CONFIG_CFI) have no bridged events:
 * bridge_await() serves tracepoints of all types. none.c stands in for the bridge
 * there.
 */
#ifndef HISTRIG_BRIDGE_H
#define HISTRIG_BRIDGE_H

struct event;
struct module;

/**
 * bridge_init() - add the kernel's events that are not registered yet
 *
 * If the kernel's own events cannot be found, they are missing, and a message
 * says so. registry_exit() removes the events that were added.
 *
 * Context: process, after registry_init().
 * Return: 0 or -ENOMEM.
 */
int bridge_init(void);

/**
 * bridge_exit() - free all bridged events, and give up the instance
 *
 * Context: process, after registry_exit().
 */
void bridge_exit(void);

/**
 * bridge_module_added() - add the events of a module that are not registered yet
 * @mod: the module
 *
 * Context: process, no lock of ours held.
 */
void bridge_module_added(struct module *mod);

/**
 * bridge_module_removed() - free the bridged events of a module
 * @mod: the module, whose events are no longer registered
 *
 * Context: process, no lock of ours held.
 */
void bridge_module_removed(struct module *mod);

/**
 * bridge_borrow_text() - let the kernel print an event's records if we cannot
 * @event: an event that is being registered; stays as it is if its print format was
 *	compiled
 *
 * A print format cannot be compiled if it calls a function that the kernel does
 * not export.
 *
 * Context: process, before any record of @event is printed.
 */
void bridge_borrow_text(struct event *event);

/**
 * bridge_print_init() - prepare for printing with the kernel's functions
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int bridge_print_init(void);

/* bridge_print_exit() - undo bridge_print_init() */
void bridge_print_exit(void);

#endif /* HISTRIG_BRIDGE_H */
