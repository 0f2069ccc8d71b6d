/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Binds actions (../parse/action.h) to the synthetic events, variables and fields that
 * they name.
 *
 * If an action names a field of another event, the kernel makes a hist trigger on that
 * event, a field variable trigger, which stores the field in the variable synthetic_FIELD.
 * The new trigger gets the keys and the filter of a hist trigger of that event whose keys
 * have the same types as those of the action's trigger. So hits of the action's trigger
 * find the variable with their own key.
 *
 * onmatch(SYSTEM.EVENT).forget() refers to the histograms that triggers of that event
 * feed when the command is given, if their keys have the same types as those of the
 * command. If there are none, it refers to those whose keys can have equal values.
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
