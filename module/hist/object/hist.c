// SPDX-License-Identifier: GPL-2.0
/* Histograms, their interevents and the sources of their lost hits, see hist.h. */
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/oom.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../record/cgroups.h"
#include "../../record/user_frames.h"
#include "hist.h"
#include "map.h"

static LIST_HEAD(named);
LIST_HEAD(hist_list);

struct hist *hist_find(const char *name)
{
	struct hist *hist;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hist, &named, link)
		if (!strcmp(hist->name, name))
			return hist;
	return NULL;
}

struct hist_interevent *hist_interevent_new(void)
{
	struct hist_interevent *inter = kvzalloc(sizeof(*inter), GFP_KERNEL);

	if (inter)
		inter->users = 1;
	return inter;
}

void hist_action_free(struct hist_action *action)
{
	kfree(action->ops);
	kfree(action->text);
	kfree(action);
}

void hist_interevent_put(struct hist_interevent *inter)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!inter || --inter->users)
		return;
	for (i = 0; i < inter->nr_actions; i++)
		hist_action_free(inter->actions[i]);
	kvfree(inter);
}

const struct hist_action *
hist_snapshot_action(const struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; inter && i < inter->nr_actions; i++)
		if (inter->actions[i]->kind == HIST_ACTION_SNAPSHOT)
			return inter->actions[i];
	return NULL;
}

void hist_needs_drop(u8 needs)
{
	lockdep_assert_held(&event_mutex);
	if (needs & HIST_NEEDS_FRAMES) {
		user_frames_done();
		user_frames_tidy();
	}
	if (needs & HIST_NEEDS_CGROUPS)
		cgroups_forget();
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

	/* Workers that reclaim dead entries use both maps and all sketches. */
	for (i = 0; i < ARRAY_SIZE(hist->maps); i++)
		if (hist->maps[i].owner)
			hist_chains_settle(&hist->maps[i]);
	/* Free the second map first, because it may use the entries of the first. */
	free_map(hist, &hist->maps[1]);
	free_map(hist, &hist->maps[0]);
	list_del(&hist->in_list);
	hist_needs_drop(hist->needs);
	hist_interevent_put(hist->spec.program.interevent);
	kfree(hist->track);
	kfree(hist->name);
	kvfree(hist);
}

/*
 * Binary logarithm of the average number of buckets per entry in a sketch. A value that needs a
 * bucket when none is free is dropped.
 */
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

/* Sets which sums are maxima, see hist_stat_grade(), and which are wide. */
static void set_kinds(struct hist_sums *sums, const struct hist_stats *stats)
{
	const struct hist_stat *stat;
	unsigned int i;

	BUILD_BUG_ON(HIST_VALS_MAX + (HIST_VALS_MAX - 1) * HIST_WIDE_SUMS > HIST_SUMS_MAX);
	/* The first sum of the last wide sum has a bit in @wide. */
	BUILD_BUG_ON(HIST_SUMS_MAX - HIST_WIDE_SUMS >= 32);
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
	struct hist_map *map = &hist->maps[0];
	int ret;

	hist->map = map;
	ret = hist_map_init(map, spec->bits,
			    hist_key_is_word(&spec->program) ? 0 : spec->program.key_words,
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

static bool hist_shares_entries(const struct hist *hist)
{
	return hist->maps[1].owner == &hist->maps[0];
}

static bool hist_has_second(const struct hist *hist)
{
	return hist->maps[1].owner == &hist->maps[1];
}

/*
 * Makes the chains of all maps before it publishes any of them, because hits use published
 * chains at once.
 */
int hist_add_chains(struct hist *hist)
{
	struct hist_chains *first, *other = NULL;
	struct hist_map *maps = hist->maps;

	if (hist_has_second(hist)) {
		other = hist_chains_make(&maps[1], NULL, hist->nr_sketches);
		if (!other)
			return -ENOMEM;
	}
	first = hist_chains_make(&maps[0], hist_shares_entries(hist) ? &maps[1] : NULL,
				 hist->nr_sketches);
	if (!first) {
		if (other)
			hist_chains_abort(&maps[1], other);
		return -ENOMEM;
	}
	hist_chains_publish(&maps[0], first);
	if (other)
		hist_chains_publish(&maps[1], other);
	return 0;
}

void hist_use_chains(struct hist *hist)
{
	const struct hist_program *program = &hist->spec.program;

	hist_chains_activate(&hist->maps[0], program);
	if (hist_has_second(hist))
		hist_chains_activate(&hist->maps[1], program);
}

void hist_end_tables(struct hist *hist)
{
	hist_chains_retire(&hist->maps[0]);
	if (hist_has_second(hist))
		hist_chains_retire(&hist->maps[1]);
}

/* Makes chains for a second map that has just been made. */
static int second_chains(struct hist *hist)
{
	struct hist_chains *chains;

	if (!hist_has_chains(hist))
		return 0;
	if (hist_shares_entries(hist))
		return hist_chains_share(&hist->maps[1], &hist->maps[0]);
	chains = hist_chains_make(&hist->maps[1], NULL, hist->nr_sketches);
	if (!chains)
		return -ENOMEM;
	hist_chains_publish(&hist->maps[1], chains);
	hist_chains_activate(&hist->maps[1], &hist->spec.program);
	hist_chains_retire(&hist->maps[1]);
	return 0;
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
		ret = second_chains(hist);
	clear_current_oom_origin();
	if (!ret)
		return 0;
	free_map(hist, second);
	second->owner = NULL;
	return ret;
}

struct hist *hist_new(struct event_file *file, const struct hist_spec *spec,
		      const char *name)
{
	static u64 last;	/* protected by event_mutex */
	struct hist *hist = kvzalloc(sizeof(*hist), GFP_KERNEL);
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!hist)
		return NULL;
	hist->spec = *spec;
	hist_interevent_get(spec->program.interevent);
	INIT_LIST_HEAD(&hist->triggers);
	hist->serial = ++last;
	hist->refs = 1;
	INIT_LIST_HEAD(&hist->link);
	INIT_LIST_HEAD(&hist->sources);
	list_add_tail(&hist->in_list, &hist_list);
	if (name)
		hist->name = kstrdup(name, GFP_KERNEL);
	/* If memory runs out, let the OOM killer choose this task. */
	set_current_oom_origin();
	ret = hist_alloc_entries(hist);
	clear_current_oom_origin();
	if ((name && !hist->name) || ret) {
		free_hist(hist);
		return NULL;
	}
	if (name)
		list_add(&hist->link, &named);
	hist->file = file;
	event_file_hold(file);
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
	event_file_drop(hist->file);
	free_hist(hist);
}

/* Returns how many hits a histogram has dropped since it was made. */
static u64 dropped_ever(const struct hist *hist)
{
	u64 sum = hist->dropped_before + hist->missed;
	const struct hist_source *source;
	unsigned int i;

	/*
	 * Like hist_count_missed(), but leave @missed as it is. If a take of this histogram has
	 * been read but not ended, hist_take_end() resets @missed, so hits that were added here
	 * would be in no take.
	 */
	list_for_each_entry(source, &hist->sources, link)
		if (!source->hist)
			sum += event_missed(source->file) - source->lost;
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
	hist->dropped_before += hist->missed + hist_map_lost(map, HIST_LOST_HITS);
	hist->missed = 0;
	hist->unbegun = 0;
}
