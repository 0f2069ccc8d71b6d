// SPDX-License-Identifier: GPL-2.0
/* Histograms, see hist.h. */
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "hist.h"

static LIST_HEAD(named);

struct hist *hist_find(const char *name)
{
	struct hist *hist;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hist, &named, link)
		if (!strcmp(hist->name, name))
			return hist;
	return NULL;
}

struct hist *hist_create(const struct hist_plan *plan, const char *name)
{
	struct hist *hist;
	bool in_table = plan->key_form == HIST_KEY_NUMBER ||
			plan->key_form == HIST_KEY_WORD;

	hist = kzalloc(sizeof(*hist), GFP_KERNEL);
	if (!hist)
		return NULL;
	hist->plan = *plan;
	hist->nr_triggers = 1;
	hist->refs = 1;
	INIT_LIST_HEAD(&hist->link);

	if (name) {
		hist->name = kstrdup(name, GFP_KERNEL);
		if (!hist->name)
			goto fail;
	}
	if (hist_map_init(&hist->map, plan->bits,
			  in_table ? 0 : plan->key_words, plan->nr_vals,
			  plan->wants_comm))
		goto fail;
	if (name)
		list_add(&hist->link, &named);
	return hist;
fail:
	kfree(hist->name);
	kfree(hist);
	return NULL;
}

void hist_get(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	hist->refs++;
}

void hist_put(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	if (--hist->refs)
		return;
	hist_map_destroy(&hist->map);
	kfree(hist->name);
	kfree(hist);
}

void hist_feed(struct hist *hist)
{
	hist_get(hist);
	hist->nr_triggers++;
}

void hist_unfeed(struct hist *hist)
{
	if (!--hist->nr_triggers)
		list_del_init(&hist->link);
	hist_put(hist);
}
