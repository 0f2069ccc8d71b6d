/* SPDX-License-Identifier: GPL-2.0 */
/* Makes specifications out of commands, and compares them, see ../spec.h. */
#ifndef HISTRIG_PARSE_SPEC_H
#define HISTRIG_PARSE_SPEC_H

#include "../spec.h"

struct event_file;
struct hist_attrs;
struct hist_report;

/**
 * hist_spec_make() - parse keys, values, variables and actions of a command
 * @spec: filled in
 * @file: the event of the trigger, in the trigger's instance
 * @attrs: the attributes of the command; their strings are modified
 * @remove: the command removes a trigger, so its variables may exist already
 * @report: where to report errors
 *
 * The caller then calls hist_actions_bind() and hist_spec_set_clock().
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command. Even
 * after an error, the caller owns @spec->program.interevent, which may be NULL,
 * until a trigger takes it over or hist_interevent_put() drops it.
 */
int hist_spec_make(struct hist_spec *spec, struct event_file *file,
		   struct hist_attrs *attrs, bool remove,
		   struct hist_report *report);

/*
 * Sets the trace clock of a specification. If the clock does not count nanoseconds,
 * drops .usecs, and returns -EINVAL for a histogram with intervals. Returns -EINVAL if
 * there is no clock @name.
 */
int hist_spec_set_clock(struct hist_spec *spec, const char *name);

/*
 * Do two specifications ask for the same histogram? Like the kernel, ignores the size of
 * the table and the width of buckets. Also ignores the clock, top=, interval= and
 * nohitcount.
 */
bool hist_spec_same(const struct hist_spec *a, const struct hist_spec *b);

/*
 * Gives a specification the constants and the widths of buckets of one that is the same
 * (see above), because both will count in one histogram.
 */
void hist_spec_share(struct hist_spec *spec, const struct hist_spec *first);

/* Do the keys have the same types? Like the kernel, ignores the names of the keys. */
bool hist_same_keys(const struct hist_spec *a, const struct hist_spec *b);

#endif /* HISTRIG_PARSE_SPEC_H */
