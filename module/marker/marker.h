/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Markers: what users write into trace_marker, as an event.
 *
 * ftrace/print has no tracepoint; what it is hit by is marker_text(). It is
 * recorded whether or not somebody enabled it, and it runs triggers.
 */
#ifndef HISTRIG_MARKER_H
#define HISTRIG_MARKER_H

#include <linux/types.h>

struct event_file;
struct instance;
struct print_record;
struct raw_data_record;

/* marker_file() - the event of texts in an instance, or NULL; event_mutex */
struct event_file *marker_file(struct instance *instance);

/**
 * marker_text() - record a text and run the triggers of ftrace/print
 * @instance: where
 * @file: the event there, or NULL
 * @record: the record, its @ip and @text set
 * @len: bytes of the text; two more are in @record
 * @size: length of the record in bytes
 *
 * Triggers see the text as it was written, the record has a newline.
 *
 * Context: process.
 * Return: whether it was recorded; triggers run then only.
 */
bool marker_text(struct instance *instance, struct event_file *file,
		 struct print_record *record, size_t len, size_t size);

/* marker_data() - record bytes; as marker_text(), but there are no triggers */
bool marker_data(struct instance *instance, struct raw_data_record *record,
		 size_t size);

#endif /* HISTRIG_MARKER_H */
