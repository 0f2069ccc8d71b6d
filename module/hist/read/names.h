/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that a sorted copy shows for numbers: names of a field's values, and
 * paths of cgroups. The copy keeps them, so that entries can be sorted by
 * names, and a number has the same name in all rows.
 *
 * hist_frames_mark() finds the files to which frames of user stacks refer. It
 * searches all words of entries that may be frames, because stacks also come from
 * other histograms and from fields of synthetic events.
 */
#ifndef HISTRIG_HIST_NAMES_H
#define HISTRIG_HIST_NAMES_H

#include "../../record/user_frames.h"
#include "../program.h"

struct cgroup_name;
struct event_names;
struct hist;
struct hist_field;
struct hist_map;
struct hist_sorted;
struct hist_spec;
struct seq_file;

/**
 * struct hist_names - the names of a sorted copy
 * @of: for each key the names of its values; NULL for keys without .flags
 * @cgroups: the cgroups in keys, in the order of their ids
 * @nr_cgroups: number of @cgroups
 */
struct hist_names {
	struct event_names *of[HIST_KEYS_MAX];
	struct cgroup_name *cgroups;
	unsigned int nr_cgroups;
};

/**
 * hist_names_make() - look up the names of a sorted copy
 * @s: the copy, with all its entries
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM. Even after -ENOMEM, hist_names_free() must be called.
 */
int hist_names_make(struct hist_sorted *s);

/* hist_names_free() - free the names of a sorted copy */
void hist_names_free(struct hist_sorted *s);

/*
 * hist_names_rank() - a number that compares like the path of cgroup @id
 *
 * Cgroups without a path come last, in the order of their ids.
 */
u64 hist_names_rank(const struct hist_names *names, u64 id);

/* hist_names_show() - print the names or the path for @value of key @f */
void hist_names_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_field *f, u64 value);

/* hist_names_are_flags() - is each value of key @f a set of flags? */
bool hist_names_are_flags(const struct hist_sorted *s,
			  const struct hist_field *f);

/*
 * hist_frames_mark() - mark in @used the files that histograms and their sorted copies
 * refer to; event_mutex held
 */
void hist_frames_mark(unsigned long *used);

/* hist_frames_count() - count the keys of a map with frames of @kind; event_mutex held */
u64 hist_frames_count(const struct hist *hist, const struct hist_map *map,
		      enum user_frame_kind kind);

/*
 * hist_frames_add_copy(), hist_frames_remove_copy() - let hist_frames_mark() search
 * a sorted copy, and end that. In between, the copy must stay at its address.
 * event_mutex is held.
 */
void hist_frames_add_copy(struct hist_sorted *s);
void hist_frames_remove_copy(struct hist_sorted *s);

#endif /* HISTRIG_HIST_NAMES_H */
