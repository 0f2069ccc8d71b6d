/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms and the triggers that feed them.
 *
 * A histogram is a map and the plan that says how to print it. It belongs to
 * one trigger, or, when it has a name, to all triggers of that name; it is
 * freed with the last of them. Each trigger has a plan of its own to run: two
 * events that share a histogram have the same fields at different places.
 */
#ifndef HISTRIG_HIST_H
#define HISTRIG_HIST_H

#include <linux/kernel.h>
#include <linux/list.h>

#include "../trigger/trigger.h"
#include "map.h"
#include "plan.h"

/**
 * struct hist - a histogram
 * @map: keys and sums
 * @plan: what its keys and values are
 * @refs: triggers that feed it; event_mutex
 * @link: in the list of named histograms; event_mutex
 * @name: its name with "name=" before it, or NULL
 */
struct hist {
	struct hist_map map;
	struct hist_plan plan;
	unsigned int refs;
	struct list_head link;
	char *name;
};

/**
 * struct hist_trigger - a trigger that feeds a histogram
 * @trigger: what all triggers have
 * @hist: the histogram
 * @plan: what to do on a hit
 */
struct hist_trigger {
	struct trigger trigger;
	struct hist *hist;
	struct hist_plan plan;
};

static inline struct hist_trigger *to_hist_trigger(struct trigger *trigger)
{
	return container_of(trigger, struct hist_trigger, trigger);
}

/**
 * hist_create() - make a histogram
 * @plan: what it does, copied
 * @name: its name with "name=" before it, copied, or NULL
 *
 * Context: process, event_mutex held.
 * Return: the histogram with one reference, or NULL without memory.
 */
struct hist *hist_create(const struct hist_plan *plan, const char *name);

/**
 * hist_put() - give back a reference; the last one frees the histogram
 *
 * Context: process, event_mutex held, no hit running on it.
 */
void hist_put(struct hist *hist);

/* hist_find() - the histogram of a name ("name=..."), or NULL; event_mutex */
struct hist *hist_find(const char *name);

#endif /* HISTRIG_HIST_H */
