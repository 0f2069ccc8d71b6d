// SPDX-License-Identifier: GPL-2.0
/* Histograms, see hist.h. */
#include <linux/mm.h>
#include <linux/oom.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../event/registry.h"
#include "../chains.h"
#include "../hist.h"
#include "../interevent.h"
#include "../read/frames.h"
#include "../read/interval.h"
#include "forget.h"
#include "needs.h"

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

static void free_map(struct hist *hist, struct hist_map *map)
{
	unsigned int i;

	for (i = 0; map->sketches && i < hist->nr_sketches; i++)
		hist_map_destroy(&map->sketches[i]);
	kvfree(map->sketches);
	map->sketches = NULL;
	if (map->owner)
		hist_map_destroy(map);
}

static void free_hist(struct hist *hist)
{
	unsigned int i;

	/* Burying needs both maps and their sketches. */
	for (i = 0; i < ARRAY_SIZE(hist->maps); i++)
		if (hist->maps[i].owner)
			hist_chains_settle(&hist->maps[i]);
	/* The second map may have the entries of the first. */
	free_map(hist, &hist->maps[1]);
	free_map(hist, &hist->maps[0]);
	hist_frames_remove(hist);
	hist_needs_drop(hist->needs);
	hist_interevent_put(hist->spec.program.interevent);
	kfree(hist->track);
	kfree(hist->name);
	kvfree(hist);
}

/* Entries have eight buckets on average; those that find no room are dropped. */
#define SKETCH_BITS_MORE	3

static int alloc_sketches(struct hist *hist, struct hist_map *map)
{
	unsigned int i;
	int ret = 0;

	map->sketches = kvcalloc(hist->nr_sketches, sizeof(*map->sketches),
				 GFP_KERNEL);
	if (!map->sketches)
		return -ENOMEM;
	for (i = 0; !ret && i < hist->nr_sketches; i++)
		ret = hist_map_init(&map->sketches[i],
				    hist->spec.bits + SKETCH_BITS_MORE, 0, 1,
				    false);
	return ret;
}

/* Sets how the sums of CPUs are combined, see hist_stat_grade(). */
static void set_kinds(struct hist_sums *sums, const struct hist_stats *stats)
{
	const struct hist_stat *stat;
	unsigned int i;

	for (i = 1; i < HIST_VALS_MAX; i++) {
		stat = &stats->of[i];
		if (stat->kind == HIST_STAT_MIN || stat->kind == HIST_STAT_MAX)
			sums->greatest |= BIT(i);
		else if (stat->kind == HIST_STAT_STDDEV)
			sums->wide |= BIT(stat->square);
	}
}

static int hist_alloc_entries(struct hist *hist)
{
	const struct hist_spec *spec = &hist->spec;
	const struct hist_interevent *inter = spec->program.interevent;
	const struct hist_stats *stats = hist_stats_of(spec);
	bool in_table = spec->program.key_layout == HIST_KEY_NUMBER ||
			spec->program.key_layout == HIST_KEY_WORD;
	struct hist_map *map = &hist->maps[0];
	int ret;

	hist->map = map;
	ret = hist_map_init(map, spec->bits,
			    in_table ? 0 : spec->program.key_words,
			    stats ? stats->nr_sums : spec->program.nr_vals,
			    spec->wants_comm);
	if (!ret && stats) {
		set_kinds(&map->sums, stats);
		hist->nr_sketches = stats->nr_sketches;
		ret = alloc_sketches(hist, map);
	}
	if (!ret && inter)
		ret = hist_map_add_vars(map, inter->nr_slots, inter->nr_texts);
	if (!ret && hist_snapshot_action(inter)) {
		hist->track = kzalloc(struct_size(hist->track, key,
						  spec->program.key_words),
				      GFP_KERNEL);
		if (!hist->track)
			ret = -ENOMEM;
	}
	return ret;
}

int hist_init_second(struct hist *hist)
{
	struct hist_map *second = &hist->maps[1];
	int ret;

	lockdep_assert_held(&event_mutex);
	set_current_oom_origin();
	ret = hist_map_init_second(second, &hist->maps[0]);
	if (!ret && hist->nr_sketches)
		ret = alloc_sketches(hist, second);
	if (!ret)
		ret = hist_forget_init_second(hist);
	clear_current_oom_origin();
	if (!ret)
		return 0;
	free_map(hist, second);
	second->owner = NULL;
	return ret;
}

struct hist *hist_create(struct event_file *file, const struct hist_spec *spec,
			 const char *name)
{
	static u64 last;	/* protected by event_mutex */
	const u8 needs = hist_needs_of(spec);
	struct hist *hist = kvzalloc(sizeof(*hist), GFP_KERNEL);
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!hist)
		return NULL;
	hist->spec = *spec;
	hist_interevent_get(spec->program.interevent);
	hist->nr_triggers = 1;
	hist->serial = ++last;
	hist->refs = 1;
	INIT_LIST_HEAD(&hist->link);
	INIT_LIST_HEAD(&hist->sources);
	hist_frames_add(hist);
	if (name)
		hist->name = kstrdup(name, GFP_KERNEL);
	/* If memory runs out, have this task killed, not another one. */
	set_current_oom_origin();
	ret = hist_alloc_entries(hist);
	clear_current_oom_origin();
	if ((name && !hist->name) || ret) {
		free_hist(hist);
		return NULL;
	}
	if (hist_needs_keep(needs)) {
		free_hist(hist);
		return NULL;
	}
	hist->needs = needs;
	if (spec->interval && hist_interval_start(hist)) {
		free_hist(hist);
		return NULL;
	}
	if (name)
		list_add(&hist->link, &named);
	hist->file = file;
	event_file_get(file);
	return hist;
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
	event_file_put(hist->file);
	free_hist(hist);
}

void hist_attach(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	hist_get(hist);
	hist->nr_triggers++;
}

void hist_detach(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	if (!--hist->nr_triggers) {
		list_del_init(&hist->link);
		hist_interval_stop(hist);
	}
	hist_put(hist);
}
