/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Markers: strings that users write to trace_marker, recorded as hits of
 * ftrace/print.
 *
 * That event has no tracepoint; marker_text() is its source. A string is
 * recorded whether or not the event is enabled, and runs the event's triggers.
 */
#ifndef HISTRIG_MARKER_H
#define HISTRIG_MARKER_H

#include <linux/types.h>

struct event_file;
struct instance;
struct print_record;
struct raw_data_record;

/* marker_file() - find an instance's file of ftrace/print or NULL; event_mutex held */
struct event_file *marker_file(struct instance *instance);

/**
 * marker_text() - record a string and run the triggers of ftrace/print
 * @instance: the instance
 * @file: the file of ftrace/print there, or NULL
 * @record: the record, with @ip and @text set
 * @len: length of @text in bytes; the record has space for two more
 * @size: length of @record in bytes
 *
 * Appends a newline to the recorded string if it has none. Triggers see the
 * string as the user wrote it.
 *
 * Context: process.
 * Return: false if it was not recorded; triggers then do not run.
 */
bool marker_text(struct instance *instance, struct event_file *file,
		 struct print_record *record, size_t len, size_t size);

/* marker_data() - record ftrace/raw_data; returns false if it was lost */
bool marker_data(struct instance *instance, struct raw_data_record *record,
		 size_t size);

#endif /* HISTRIG_MARKER_H */
