/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Binds actions (../parse/action.h) to the synthetic events, variables and fields that
 * they name. For a field of another event, makes a trigger there (field_var.h).
 */
#ifndef HISTRIG_ACTION_BIND_H
#define HISTRIG_ACTION_BIND_H

struct event_file;
struct hist;
struct hist_report;
struct hist_spec;

/**
 * hist_actions_bind() - bind the actions of a specification
 * @spec: the specification of a trigger that has still to be made
 * @file: the event of the trigger, in the trigger's instance
 * @named: the named histogram that the trigger will share, or NULL
 * @report: where to report errors
 *
 * The caller undoes the binding with hist_interevent_release(), even after an
 * error.
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno with which the kernel refuses the same command.
 */
int hist_actions_bind(struct hist_spec *spec, struct event_file *file,
		      const struct hist *named, struct hist_report *report);

#endif /* HISTRIG_ACTION_BIND_H */
