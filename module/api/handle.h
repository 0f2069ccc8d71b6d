/* SPDX-License-Identifier: GPL-2.0 */
/* What a module's handle for a synthetic event is made of. */
#ifndef HISTRIG_HANDLE_H
#define HISTRIG_HANDLE_H

struct event_file;
struct synth_event;

/**
 * struct histrig_event_file - a module's handle for an event in an instance
 * @event: the event; the handle has a reference
 * @file: the event in the instance; the handle has a reference to both
 */
struct histrig_event_file {
	struct synth_event *event;
	struct event_file *file;
};

#endif /* HISTRIG_HANDLE_H */
