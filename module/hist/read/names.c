// SPDX-License-Identifier: GPL-2.0
/* Names of keys, and the files of user stacks in entries, see names.h. */
#include <linux/bsearch.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../../compat/memory.h"
#include "../../event/event_file.h"
#include "../../event/names.h"
#include "../../event/registry.h"
#include "../../record/cgroups.h"
#include "../../record/user_frames.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "../program.h"
#include "names.h"
#include "sort.h"

static bool needs_names(const struct hist *hist)
{
	const struct hist_spec *spec = &hist->spec;
	unsigned int i;

	for (i = 0; i < spec->program.nr_keys; i++)
		if (hist_key_field(spec, i)->style == HIST_DISPLAY_FLAGS)
			return true;
	return hist->needs & HIST_NEEDS_CGROUPS;
}

static int hist_names_compare_ids(const void *left, const void *right)
{
	const u64 a = ((const struct cgroup_name *)left)->id;
	const u64 b = ((const struct cgroup_name *)right)->id;

	return a < b ? -1 : a > b;
}

static int compare_paths(const void *left, const void *right)
{
	const struct cgroup_name *a = *(const struct cgroup_name *const *)left;
	const struct cgroup_name *b = *(const struct cgroup_name *const *)right;

	if (!a->path || !b->path)
		return a->path ? -1 :
		       b->path ? 1 :
				 hist_names_compare_ids(a, b);
	return strcmp(a->path, b->path) ?: hist_names_compare_ids(a, b);
}

static void add_ids(struct hist_names *names, const struct hist_spec *spec,
		    const u64 *key)
{
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < spec->program.nr_keys; i++) {
		part = hist_key_next(&spec->program, i, part);
		if (hist_key_field(spec, i)->style == HIST_DISPLAY_PATH)
			names->cgroups[names->nr_cgroups++].id = part.words[0];
	}
}

static unsigned int paths_of_key(const struct hist_spec *spec)
{
	unsigned int i, nr = 0;

	for (i = 0; i < spec->program.nr_keys; i++)
		nr += hist_key_field(spec, i)->style == HIST_DISPLAY_PATH;
	return nr;
}

/* Collects the ids of cgroups in keys, sorted and without duplicates. */
static int collect_ids(struct hist_sorted *s)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct hist_names *names = s->names;
	unsigned int i, nr = 0;

	/* Allocate for one more key, that of the last snapshot. */
	names->cgroups = memory_zalloc((size_t)(s->nr_entries + 1) *
				       paths_of_key(spec),
				       sizeof(*names->cgroups));
	if (!names->cgroups)
		return -ENOMEM;
	for (i = 0; i < s->nr_entries; i++)
		add_ids(names, spec, hist_sorted_key(s, &s->entries[i]));
	if (s->track && s->track->taken)
		add_ids(names, spec, s->track->key);
	sort(names->cgroups, names->nr_cgroups, sizeof(*names->cgroups),
	     hist_names_compare_ids, NULL);
	for (i = 0; i < names->nr_cgroups; i++)
		if (!nr || names->cgroups[nr - 1].id != names->cgroups[i].id)
			names->cgroups[nr++] = names->cgroups[i];
	names->nr_cgroups = nr;
	return 0;
}

static int rank_paths(struct hist_names *names)
{
	struct cgroup_name **order;
	unsigned int i;

	if (!names->nr_cgroups)
		return 0;
	order = memory_alloc(names->nr_cgroups, sizeof(*order));
	if (!order)
		return -ENOMEM;
	for (i = 0; i < names->nr_cgroups; i++)
		order[i] = &names->cgroups[i];
	sort(order, names->nr_cgroups, sizeof(*order), compare_paths, NULL);
	for (i = 0; i < names->nr_cgroups; i++)
		order[i]->rank = i;
	kvfree(order);
	return 0;
}

static int find_paths(struct hist_sorted *s)
{
	return collect_ids(s) ?:
	       cgroups_find_paths(s->names->cgroups, s->names->nr_cgroups) ?:
	       rank_paths(s->names);
}

/* Fails only when out of memory: the parser has checked that there are names. */
static int find_names(struct hist_sorted *s)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct event_names *names;
	unsigned int i;

	for (i = 0; i < spec->program.nr_keys; i++) {
		const struct hist_field *f = hist_key_field(spec, i);

		if (f->style != HIST_DISPLAY_FLAGS)
			continue;
		names = event_names_parse(s->hist->file->event, f->field);
		if (IS_ERR(names))
			return -ENOMEM;
		s->names->of[i] = names;
	}
	return 0;
}

int hist_names_make(struct hist_sorted *s)
{
	int ret;

	if (s->hist->needs & HIST_NEEDS_FRAMES)
		user_frames_sync();
	if (!needs_names(s->hist))
		return 0;
	s->names = kzalloc(sizeof(*s->names), GFP_KERNEL);
	if (!s->names)
		return -ENOMEM;
	ret = find_names(s);
	if (!ret && s->hist->needs & HIST_NEEDS_CGROUPS)
		ret = find_paths(s);
	return ret;
}

void hist_names_free(struct hist_sorted *s)
{
	struct hist_names *names = s->names;
	unsigned int i;

	if (!names)
		return;
	for (i = 0; i < HIST_KEYS_MAX; i++)
		event_names_free(names->of[i]);
	for (i = 0; i < names->nr_cgroups; i++)
		kfree(names->cgroups[i].path);
	kvfree(names->cgroups);
	kfree(names);
	s->names = NULL;
}

/* Returns NULL if collect_ids() has not found the id, which should not happen. */
static const struct cgroup_name *find_cgroup(const struct hist_names *names,
					     u64 id)
{
	const struct cgroup_name name = { .id = id };

	return bsearch(&name, names->cgroups, names->nr_cgroups,
		       sizeof(*names->cgroups), hist_names_compare_ids);
}

u64 hist_names_rank(const struct hist_names *names, u64 id)
{
	const struct cgroup_name *name = find_cgroup(names, id);

	return name ? name->rank : 0;
}

static const struct event_names *names_of(const struct hist_sorted *s,
					  const struct hist_field *f)
{
	return s->names->of[f - hist_key_field(&s->hist->spec, 0)];
}

void hist_names_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_field *f, u64 value)
{
	const struct cgroup_name *name;

	if (f->style == HIST_DISPLAY_FLAGS) {
		event_names_print(names_of(s, f), m, value);
		return;
	}
	name = find_cgroup(s->names, value);
	seq_puts(m, name && name->path ? name->path : "unknown_cgroup");
}

bool hist_names_are_flags(const struct hist_sorted *s,
			  const struct hist_field *f)
{
	return f->style == HIST_DISPLAY_FLAGS &&
	       event_names_are_flags(names_of(s, f));
}

static LIST_HEAD(copies);

void hist_frames_add_copy(struct hist_sorted *s)
{
	lockdep_assert_held(&event_mutex);
	list_add(&s->in_frames, &copies);
}

void hist_frames_remove_copy(struct hist_sorted *s)
{
	lockdep_assert_held(&event_mutex);
	list_del(&s->in_frames);
}

static void mark_track(unsigned long *used, const struct hist_track *track,
		       const struct hist *hist)
{
	if (track)
		user_frames_mark(used, track->key, hist->spec.program.key_words);
}

static void mark_map(unsigned long *used, const struct hist *hist,
		     const struct hist_map *map)
{
	u32 pos = 0, seen = 0;
	const u64 *key;
	long index;
	u64 word;

	/*
	 * A key of one word is no stack. Of maps that share entries, only the
	 * owner is searched.
	 */
	if (map->owner != map || (!map->key_words && !map->nr_texts))
		return;
	while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
		user_frames_mark(used, key,
				 hist_key_words(&hist->spec.program, key));
		if (map->nr_texts)
			user_frames_mark(used, hist_map_text(map, index, 0),
					 map->nr_texts * HIST_TEXT_WORDS);
		hist_map_put(map, index);
		if (!(++seen % 1024))
			cond_resched();
	}
}

void hist_frames_mark(unsigned long *used)
{
	const struct hist_sorted *s;
	const struct hist *hist;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hist, &hist_list, in_list) {
		mark_map(used, hist, &hist->maps[0]);
		mark_map(used, hist, &hist->maps[1]);
		mark_track(used, hist->track, hist);
	}
	list_for_each_entry(s, &copies, in_frames) {
		user_frames_mark(used, s->words, s->nr_words);
		mark_track(used, s->track, s->hist);
		cond_resched();
	}
}

static bool has_kind(struct hist_key_part part, enum user_frame_kind kind)
{
	unsigned int i;

	for (i = 0; i < part.nr; i++)
		if (part.words[i] >> USER_FRAME_SHIFT == kind)
			return true;
	return false;
}

static bool is_user_stack(const struct hist *hist, unsigned int key)
{
	return hist_field_has_frames(hist_key_field(&hist->spec, key));
}

static bool key_has_kind(const struct hist *hist, const u64 *key,
			 enum user_frame_kind kind)
{
	const struct hist_program *program = &hist->spec.program;
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < program->nr_keys; i++) {
		part = hist_key_next(program, i, part);
		if (is_user_stack(hist, i) && has_kind(part, kind))
			return true;
	}
	return false;
}

static bool has_user_stacks(const struct hist *hist)
{
	unsigned int i;

	for (i = 0; i < hist->spec.program.nr_keys; i++)
		if (is_user_stack(hist, i))
			return true;
	return false;
}

u64 hist_frames_count(const struct hist *hist, const struct hist_map *map,
		      enum user_frame_kind kind)
{
	u32 pos = 0, seen = 0;
	const u64 *key;
	u64 word, nr = 0;
	long index;

	lockdep_assert_held(&event_mutex);
	if (!user_frames_were_short() || !has_user_stacks(hist))
		return 0;
	while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
		nr += key_has_kind(hist, key, kind);
		hist_map_put(map, index);
		if (!(++seen % 1024))
			cond_resched();
	}
	return nr;
}
