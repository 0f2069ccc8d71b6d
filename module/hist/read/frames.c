// SPDX-License-Identifier: GPL-2.0
/* Finds the files that entries of histograms refer to, see frames.h. */
#include <linux/list.h>
#include <linux/sched.h>

#include "../../event/registry.h"
#include "../interevent.h"
#include "../key.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "frames.h"
#include "sort.h"

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
	const struct hist_spec *spec = &hist->spec;
	const struct hist_field *f = &spec->fields[spec->program.nr_vals + key];

	return f->flags & HIST_STACKTRACE && f->flags & HIST_USER;
}

static bool key_has_kind(const struct hist *hist, const u64 *key,
			 enum user_frame_kind kind)
{
	const struct hist_program *program = &hist->spec.program;
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < program->nr_keys; i++) {
		part = hist_key_part(&program->ops_keys[i],
				     part.words + part.nr);
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
