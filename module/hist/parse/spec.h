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
 * @attrs: the attributes of the command; their text is modified
 * @remove: the command removes a trigger, so its variables may exist already
 * @report: where to report errors
 *
 * Leaves two steps to the caller: hist_spec_set_clock() sets
 * @spec->program.clock, and hist_actions_bind() binds the parsed actions to
 * synthetic events and variables.
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command. In both
 * cases the caller drops @spec->program.interevent by hist_interevent_put().
 */
int hist_spec_make(struct hist_spec *spec, struct event_file *file,
		   struct hist_attrs *attrs, bool remove,
		   struct hist_report *report);

/**
 * hist_spec_set_clock() - find the trace clock of a specification
 * @spec: the specification
 * @name: name of the clock
 *
 * Return: 0, or -EINVAL when no clock has that name, or when there are intervals
 * and the clock does not count nanoseconds.
 */
int hist_spec_set_clock(struct hist_spec *spec, const char *name);

/**
 * hist_spec_same() - do two specifications ask for the same histogram?
 * @a: one of them
 * @b: the other
 *
 * The comparison matches the kernel: it ignores the size of the table and the
 * width of buckets.
 */
bool hist_spec_same(const struct hist_spec *a, const struct hist_spec *b);

/**
 * hist_same_keys() - do the keys of two specifications have the same types?
 * @a: a specification
 * @b: another one
 *
 * Like the kernel, does not compare the names of the keys.
 */
bool hist_same_keys(const struct hist_spec *a, const struct hist_spec *b);

#endif /* HISTRIG_PARSE_SPEC_H */
