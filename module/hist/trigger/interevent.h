/* SPDX-License-Identifier: GPL-2.0 */
/* References and memory that an interevent needs while its trigger exists. */
#ifndef HISTRIG_TRIGGER_INTEREVENT_H
#define HISTRIG_TRIGGER_INTEREVENT_H

#include <linux/types.h>

struct hist;
struct hist_interevent;
struct hist_report;
struct hist_spec;

/**
 * hist_interevent_take() - get references to the histograms that hits read or forget in
 * @inter: the interevent of a complete trigger that has still to be added, or
 *	NULL
 * @own: the histogram that the trigger feeds
 *
 * From now on, users cannot remove the triggers of these histograms.
 *
 * Context: process, event_mutex held.
 * Return: true if @inter is the first that unsets variables of a histogram by reading
 * them. Hits that began earlier may set these variables as if no hit unset them.
 */
bool hist_interevent_take(struct hist_interevent *inter,
			  const struct hist *own);

/**
 * hist_interevent_release() - drop all references and remove field variables
 * @inter: the interevent of a trigger that no hit can see, or of a command that
 *	made no trigger; or NULL
 *
 * The interevent can still be printed afterwards.
 *
 * Context: process, event_mutex held.
 */
void hist_interevent_release(struct hist_interevent *inter);

/**
 * hist_interevent_layout() - lay out scratch memory, and set how hits find entries
 * @spec: a complete specification whose actions are bound
 * @report: where to report errors
 *
 * Context: process, event_mutex held.
 * Return: 0, or -EINVAL if a hit would need too much scratch memory.
 */
int hist_interevent_layout(struct hist_spec *spec, struct hist_report *report);

#endif /* HISTRIG_TRIGGER_INTEREVENT_H */
