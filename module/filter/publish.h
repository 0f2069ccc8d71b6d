/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets, replaces and frees the filters of event files.
 *
 * If filter_set() refuses a filter, the event gets a filter that lets every hit
 * pass, and whose text is the refused text with the error below. A write to a
 * system's filter file fails only if all events refuse the filter. Otherwise,
 * events that refuse it keep their old filters.
 */
#ifndef HISTRIG_FILTER_PUBLISH_H
#define HISTRIG_FILTER_PUBLISH_H

struct event_file;
struct event_system;

/**
 * filter_set() - give an event a filter
 * @file: the event
 * @text: the filter, or "0" for none; modified
 *
 * Errors go to the instance's error log.
 *
 * Context: process, event_mutex held; waits for hits.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int filter_set(struct event_file *file, char *text);

/**
 * filter_set_system() - give the events of a system a filter
 * @system: the system
 * @text: the filter, or "0" for none; modified
 *
 * Context: process, event_mutex held; waits for hits.
 * Return: 0 if at least one event accepts the filter; -EINVAL if none does; -ENODEV if
 * the system has no events; -ENOMEM.
 */
int filter_set_system(struct event_system *system, char *text);

/*
 * Returns the contents of an event's filter file, valid while the caller holds
 * event_mutex.
 */
const char *filter_text(const struct event_file *file);

/*
 * Removes and frees the filter of an event that is disarmed and has no hit
 * running. The caller holds event_mutex.
 */
void filter_drop(struct event_file *file);

#endif /* HISTRIG_FILTER_PUBLISH_H */
