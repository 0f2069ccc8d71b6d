/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bridged events: events of the kernel that our catalogue lacks.
 *
 * The catalogue cannot contain an event whose header is not installed with the kernel's
 * headers, or uses structures that no header defines. The kernel's own code builds the
 * records of these events. A module can get the records only by a struct trace_export, to
 * which the kernel passes all records of all its instances.
 *
 * While any event file wants hits of a bridged event, we keep a tracefs instance,
 * BRIDGE_INSTANCE, whose ring nobody reads. Each wanted event has two probes on its
 * tracepoint, which run before all other probes. feed.c registers them; hot/hit.c contains
 * bridge_await() and bridge_take():
 *
 *	bridge_await()		our probe; notes that the current task hit
 *				the event
 *	class->probe		the kernel's, with our instance's event file as data;
 *				builds the record, which is exported to bridge_take()
 *
 * The trace_event_file in our instance gives its records a type number that no other
 * records have. bridge_take() recognizes our records by this number, even while users
 * record the same event in the kernel's instances, so each hit counts once. If
 * bridge_await() runs again before the last hit got its record, that hit was lost and
 * counts as dropped.
 *
 * Bridged events have the kernel's fields, print format, type number and output. A hit
 * costs about as much as in the kernel's own tracing.
 *
 * Kernels with CONFIG_CFI check the types of indirect calls, so bridge_await() cannot be a
 * probe for tracepoints of all types. There, none.c replaces the bridge.
 */
#ifndef HISTRIG_BRIDGE_H
#define HISTRIG_BRIDGE_H

struct event;
struct module;

/**
 * bridge_init() - add those of the kernel's events that are not registered
 *
 * If the kernel's tracefs cannot be read, logs that, and later bridges only events of
 * modules. registry_exit() removes the events.
 *
 * Context: process, after registry_init().
 * Return: 0 or -ENOMEM.
 */
int bridge_init(void);

/* bridge_exit() - free all bridged events and BRIDGE_INSTANCE, after registry_exit() */
void bridge_exit(void);

/* bridge_module_added() - add a module's missing events; caller holds no lock of ours */
void bridge_module_added(struct module *mod);

/* bridge_module_removed() - free a module's events; caller holds no lock of ours */
void bridge_module_removed(struct module *mod);

/**
 * bridge_borrow_text() - make the kernel print an event's records if we cannot
 * @event: an event that is being registered; unchanged if its print format was compiled
 *
 * A print format that calls a function that the kernel does not export is not compiled.
 *
 * Context: process, before any record of @event is printed.
 */
void bridge_borrow_text(struct event *event);

#endif /* HISTRIG_BRIDGE_H */
