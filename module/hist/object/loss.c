// SPDX-License-Identifier: GPL-2.0
/* Sources of lost hits, see loss.h. */
#include <linux/list.h>
#include <linux/slab.h>

#include "../../event/registry.h"
#include "../hist.h"
#include "../interevent.h"
#include "map.h"
#include "loss.h"

/* Returns how many hits a histogram has dropped since it was made. */
static u64 dropped_ever(const struct hist *hist)
{
	u64 sum = hist->dropped_before;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hist->maps); i++)
		if (hist->maps[i].owner)
			sum += hist_map_lost(&hist->maps[i], HIST_LOST_HITS);
	return sum;
}

static u64 lost_ever(const struct hist_source *source)
{
	return source->hist ? dropped_ever(source->hist) :
			      event_missed(source->file);
}

static struct hist_source *find_source(struct hist *hist,
				       const struct hist_source *like)
{
	struct hist_source *source;

	list_for_each_entry(source, &hist->sources, link)
		if (source->file == like->file && source->hist == like->hist)
			return source;
	return NULL;
}

static int use_source(struct hist *hist, const struct hist_source *like)
{
	struct hist_source *source = find_source(hist, like);

	if (!source) {
		source = kmalloc(sizeof(*source), GFP_KERNEL);
		if (!source)
			return -ENOMEM;
		*source = *like;
		source->lost = lost_ever(source);
		list_add(&source->link, &hist->sources);
	}
	source->users++;
	return 0;
}

static void unuse_source(struct hist *hist, const struct hist_source *like)
{
	struct hist_source *source = find_source(hist, like);

	if (--source->users)
		return;
	list_del(&source->link);
	kfree(source);
}

/* Source 0 of a trigger is its event. The others are the histograms that it reads. */
static struct hist_source
source_of(const struct hist_trigger *trigger, unsigned int i)
{
	if (!i)
		return (struct hist_source){ .file = trigger->trigger.file };
	return (struct hist_source){
		.hist = trigger->program.interevent->var_refs[i - 1].hist,
	};
}

static unsigned int count_sources(const struct hist_trigger *trigger)
{
	const struct hist_interevent *inter = trigger->program.interevent;

	return 1 + (inter ? inter->nr_var_refs : 0);
}

static void unuse_some(struct hist_trigger *trigger, unsigned int nr)
{
	struct hist_source source;

	while (nr--) {
		source = source_of(trigger, nr);
		unuse_source(trigger->hist, &source);
	}
}

int hist_sources_use(struct hist_trigger *trigger)
{
	struct hist_source source;
	unsigned int i;
	int ret;

	for (i = 0; i < count_sources(trigger); i++) {
		source = source_of(trigger, i);
		ret = use_source(trigger->hist, &source);
		if (ret) {
			unuse_some(trigger, i);
			return ret;
		}
	}
	return 0;
}

void hist_sources_unuse(struct hist_trigger *trigger)
{
	unuse_some(trigger, count_sources(trigger));
}

void hist_count_missed(struct hist *hist)
{
	struct hist_source *source;
	u64 lost;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(source, &hist->sources, link) {
		lost = lost_ever(source);
		if (source->hist)
			hist->unbegun += lost - source->lost;
		else
			hist->missed += lost - source->lost;
		source->lost = lost;
	}
}

void hist_forget_losses(struct hist *hist, const struct hist_map *map)
{
	lockdep_assert_held(&event_mutex);
	hist->missed = 0;
	hist->unbegun = 0;
	hist->dropped_before += hist_map_lost(map, HIST_LOST_HITS);
}
