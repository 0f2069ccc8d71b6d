/* SPDX-License-Identifier: GPL-2.0 */
/* Records of removed events, which remain in the rings. */
#ifndef HISTRIG_STALE_H
#define HISTRIG_STALE_H

#include <linux/types.h>

struct event;

/**
 * stale_note() - mark the instances whose rings may contain records of an event
 * @event: an event that a command removes
 * @refused: true if the event stays, because it is in use. Like the kernel, this clears the
 *	marks that earlier removals set
 *
 * Context: process, event_mutex held.
 */
void stale_note(const struct event *event, bool refused);

/**
 * stale_forget() - reset the rings of the marked instances
 *
 * Called after a command has removed dynamic events. As in the kernel, after any other
 * removal the records stay in the rings and are printed as records of an unknown type.
 *
 * Context: process, may sleep; takes event_mutex.
 */
void stale_forget(void);

#endif /* HISTRIG_STALE_H */
