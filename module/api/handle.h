/* SPDX-License-Identifier: GPL-2.0 */
/* The contents of a module's handle for a synthetic event. */
#ifndef HISTRIG_HANDLE_H
#define HISTRIG_HANDLE_H

struct event_file;
struct synth_event;

/**
 * struct histrig_event_file - a module's handle for an event in an instance
 * @event: the event; the handle holds a reference
 * @file: the event file; the handle holds a reference to it and to its instance
 */
struct histrig_event_file {
	struct synth_event *event;
	struct event_file *file;
};

#endif /* HISTRIG_HANDLE_H */
