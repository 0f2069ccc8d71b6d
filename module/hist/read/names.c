// SPDX-License-Identifier: GPL-2.0
/* Names of keys, see names.h. */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../../compat/memory.h"
#include "../../event/event_file.h"
#include "../../event/names.h"
#include "../../record/cgroups.h"
#include "../../record/user_frames.h"
#include "../hist.h"
#include "../key.h"
#include "names.h"
#include "sort.h"

static const struct hist_field *key_field(const struct hist_spec *spec,
					  unsigned int i)
{
	return &spec->fields[spec->program.nr_vals + i];
}

static bool needs_names(const struct hist *hist)
{
	const struct hist_spec *spec = &hist->spec;
	unsigned int i;

	for (i = 0; i < spec->program.nr_keys; i++)
		if (key_field(spec, i)->style == HIST_DISPLAY_FLAGS)
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
		part = hist_key_part(&spec->program.ops_keys[i],
				     part.words + part.nr);
		if (key_field(spec, i)->style == HIST_DISPLAY_PATH)
			names->cgroups[names->nr_cgroups++].id = part.words[0];
	}
}

static unsigned int paths_of_key(const struct hist_spec *spec)
{
	unsigned int i, nr = 0;

	for (i = 0; i < spec->program.nr_keys; i++)
		nr += key_field(spec, i)->style == HIST_DISPLAY_PATH;
	return nr;
}

/* The ids are sorted and without duplicates. */
static int collect_ids(struct hist_sorted *s)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct hist_names *names = s->names;
	unsigned int i, nr = 0;

	/* One more for the key of the last snapshot. */
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
		const struct hist_field *f = key_field(spec, i);

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

static const struct cgroup_name *find_cgroup(const struct hist_names *names,
					     u64 id)
{
	unsigned int low = 0, high = names->nr_cgroups, middle;

	while (low + 1 < high) {
		middle = (low + high) / 2;
		if (names->cgroups[middle].id <= id)
			low = middle;
		else
			high = middle;
	}
	return &names->cgroups[low];
}

u64 hist_names_rank(const struct hist_names *names, u64 id)
{
	return find_cgroup(names, id)->rank;
}

static const struct event_names *names_of(const struct hist_sorted *s,
					  const struct hist_field *f)
{
	return s->names->of[f - key_field(&s->hist->spec, 0)];
}

void hist_names_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_field *f, u64 value)
{
	if (f->style == HIST_DISPLAY_FLAGS)
		event_names_print(names_of(s, f), m, value);
	else
		seq_puts(m, find_cgroup(s->names, value)->path ?:
				    "unknown_cgroup");
}

bool hist_names_are_flags(const struct hist_sorted *s,
			  const struct hist_field *f)
{
	return f->style == HIST_DISPLAY_FLAGS &&
	       event_names_are_flags(names_of(s, f));
}
