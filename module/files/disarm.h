/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Taking everything off an event's file that goes, or off many at once.
 *
 * A hit may be on its way with what is taken off, so this is done in two steps
 * for all of the files, with one wait between them.
 */
#ifndef HISTRIG_DISARM_H
#define HISTRIG_DISARM_H

struct event_file;

/**
 * disarm_file() - let no hit from now on do anything
 *
 * To be followed by event_file_sync(), then disarm_finish().
 *
 * Context: process, event_mutex held.
 */
void disarm_file(struct event_file *file);

/* disarm_finish() - free what was taken off; event_mutex */
void disarm_finish(struct event_file *file);

#endif /* HISTRIG_DISARM_H */
