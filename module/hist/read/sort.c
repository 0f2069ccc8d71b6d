// SPDX-License-Identifier: GPL-2.0
/* Copies and sorts histograms, and reads what hits have lost, see sort.h and ../sums.h. */
#include <linux/bits.h>
#include <linux/list_sort.h>
#include <linux/mm.h>
#include <linux/oom.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/swab.h>

#include "../../compat/memory.h"
#include "../../event/registry.h"
#include "../../record/user_frames.h"
#include "../hot/chains.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "../program.h"
#include "names.h"
#include "sort.h"

#define DIGIT_BITS	8
#define DIGITS		BIT(DIGIT_BITS)

/* Maps a number to a u64 that compares like the number in the field's type. */
static u64 number_rank(const struct hist_sorted *s,
		       const struct hist_field *f, u64 value)
{
	unsigned int size = f->field ? f->field->size : f->size;
	bool is_signed = f->field ? f->field->is_signed : f->is_signed;
	unsigned int shift;

	/* A negative number's bucket may start below the range of its type. */
	if (f->buckets)
		size = sizeof(u64);
	shift = size < 8 ? 64 - 8 * size : 0;

	/* Addresses are in network order, so the first byte counts most. */
	if (f->style == HIST_DISPLAY_IPV4)
		return be32_to_cpu((__force __be32)(u32)value);
	if (f->style == HIST_DISPLAY_PATH)
		return hist_names_rank(s->names, value);
	is_signed |= f->style == HIST_DISPLAY_SIGNED;
	if (!is_signed)
		return value << shift >> shift;
	return (u64)((s64)(value << shift) >> shift) ^ 1ULL << 63;
}

static const struct hist_op *key_op(const struct hist_spec *spec,
				    unsigned int field)
{
	return &spec->program.ops_keys[field - spec->program.nr_vals];
}

static struct hist_key_part entry_part(const struct hist_sorted *s,
				       const struct hist_sorted_entry *entry,
				       unsigned int field)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct hist_key_part part = { hist_sorted_key(s, entry), 0 };
	unsigned int i;

	for (i = spec->program.nr_vals; i <= field; i++)
		part = hist_key_part(key_op(spec, i), part.words + part.nr);
	return part;
}

static int compare_words(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

/* Maps eight bytes of a string to a u64 that compares like the bytes. */
static u64 text_rank(u64 word)
{
	return swab64(word);
}

/* Strings and other bytes compare byte by byte, stacks address by address. */
static int compare_parts(struct hist_key_part a, struct hist_key_part b,
			 bool text)
{
	unsigned int i, nr = min(a.nr, b.nr);

	for (i = 0; i < nr; i++)
		if (a.words[i] != b.words[i])
			return text ? compare_words(text_rank(a.words[i]),
						    text_rank(b.words[i])) :
				      compare_words(a.words[i], b.words[i]);
	return (int)a.nr - (int)b.nr;
}

static u64 value_rank(const struct hist_sorted *s,
		      const struct hist_sorted_entry *entry, unsigned int i)
{
	const struct hist_stats *stats = hist_stats_of(&s->hist->spec);
	const struct hist_field *f = &s->hist->spec.fields[i];
	const u64 value = hist_sorted_sums(s, entry)[i];

	if (f->style == HIST_DISPLAY_SIGNED && !f->stat[0])
		return value ^ 1ULL << 63;
	return stats ? hist_stat_rank(&stats->of[i], value) : value;
}

/*
 * Maps a field of an entry to a u64 that compares like the field, or like the
 * first eight bytes of a string. Returns 0 for stacks, by which entries are not
 * sorted.
 */
static u64 field_rank(const struct hist_sorted *s,
		      const struct hist_sorted_entry *entry, unsigned int field)
{
	const struct hist_spec *spec = &s->hist->spec;
	const struct hist_field *f = &spec->fields[field];
	struct hist_key_part part;

	if (f->flags & HIST_STACKTRACE)
		return 0;
	if (field < spec->program.nr_vals)
		return value_rank(s, entry, field);
	part = entry_part(s, entry, field);
	if (hist_op_is_word(key_op(spec, field)))
		return number_rank(s, f, part.words[0]);
	return part.nr ? text_rank(part.words[0]) : 0;
}

static int compare_by(const struct hist_sorted *s,
		      const struct hist_sorted_entry *a,
		      const struct hist_sorted_entry *b, unsigned int field)
{
	const struct hist_spec *spec = &s->hist->spec;

	if (field < spec->program.nr_vals || hist_op_is_word(key_op(spec, field)))
		return compare_words(field_rank(s, a, field), field_rank(s, b, field));
	return compare_parts(entry_part(s, a, field), entry_part(s, b, field),
			     !(spec->fields[field].flags & HIST_STACKTRACE));
}

/* Compares all fields of two entries with equal ranks. */
static int compare_tied(const struct hist_sorted *s,
			const struct hist_sorted_entry *a,
			const struct hist_sorted_entry *b)
{
	const struct hist_spec *spec = &s->hist->spec;
	unsigned int i;
	int order;

	for (i = 0; i < spec->nr_sort; i++) {
		/* Like the kernel, do not sort by stacks. */
		if (spec->fields[spec->sort[i].field].flags & HIST_STACKTRACE)
			continue;
		order = compare_by(s, a, b, spec->sort[i].field);
		if (order)
			return spec->sort[i].descending ? -order : order;
	}
	for (i = 0; i < spec->program.nr_keys; i++) {
		order = compare_by(s, a, b, spec->program.nr_vals + i);
		if (order)
			return order;
	}
	return 0;
}

static int compare_links(void *sorted, const struct list_head *a,
			 const struct list_head *b)
{
	return compare_tied(sorted, list_entry(a, struct hist_sorted_entry, link),
			    list_entry(b, struct hist_sorted_entry, link)) > 0;
}

/* Sorts entries with equal ranks, which are not needed any more: @link replaces them. */
static void sort_tied(struct hist_sorted *s, struct hist_sorted_entry *entries,
		      u32 nr, struct hist_sorted_entry *spare)
{
	struct hist_sorted_entry *entry;
	LIST_HEAD(list);
	u32 i;

	for (i = 0; i < nr; i++)
		list_add_tail(&entries[i].link, &list);
	list_sort(s, &list, compare_links);
	i = 0;
	list_for_each_entry(entry, &list, link)
		spare[i++] = *entry;
	memcpy(entries, spare, nr * sizeof(*entries));
}

static bool ranks_equal(const struct hist_sorted_entry *a,
			const struct hist_sorted_entry *b)
{
	return a->ranks[0] == b->ranks[0] && a->ranks[1] == b->ranks[1];
}

static void sort_all_tied(struct hist_sorted *s, struct hist_sorted_entry *spare)
{
	struct hist_sorted_entry *first = s->entries, *entry;
	const struct hist_sorted_entry *end = s->entries + s->nr_entries;

	for (; first < end; first = entry) {
		for (entry = first + 1; entry < end; entry++)
			if (!ranks_equal(first, entry))
				break;
		if (entry - first > 1)
			sort_tied(s, first, entry - first, spare);
	}
}

/* Copies entries in the order of a digit of a rank; entries with equal digits keep their order. */
static void sort_by_digit(const struct hist_sorted *s, struct hist_sorted_entry *to,
			  unsigned int rank, unsigned int shift)
{
	u32 start[DIGITS] = {}, nr = s->nr_entries, at = 0, i;

	for (i = 0; i < nr; i++)
		start[s->entries[i].ranks[rank] >> shift & (DIGITS - 1)]++;
	for (i = 0; i < DIGITS; i++) {
		at += start[i];
		start[i] = at - start[i];
	}
	for (i = 0; i < nr; i++)
		to[start[s->entries[i].ranks[rank] >> shift & (DIGITS - 1)]++] = s->entries[i];
}

/*
 * Sorts by the digits of the ranks, from the least to the most significant one, so each
 * entry is moved a few times however many entries there are.
 */
static int sort_entries(struct hist_sorted *s)
{
	struct hist_sorted_entry *spare;
	unsigned int rank, shift;
	u64 differ;
	u32 i;

	spare = memory_alloc(s->nr_entries, sizeof(*spare));
	if (!spare)
		return -ENOMEM;
	for (rank = ARRAY_SIZE(spare->ranks); rank--;) {
		for (differ = 0, i = 0; i < s->nr_entries; i++)
			differ |= s->entries[i].ranks[rank] ^ s->entries[0].ranks[rank];
		for (shift = 0; shift < 64; shift += DIGIT_BITS) {
			if (!(differ >> shift & (DIGITS - 1)))
				continue;
			sort_by_digit(s, spare, rank, shift);
			swap(s->entries, spare);
			cond_resched();
		}
	}
	sort_all_tied(s, spare);
	kvfree(spare);
	return 0;
}

/* Sets @ranks. Only entries with equal ranks must be compared field by field. */
static void set_ranks(const struct hist_sorted *s,
		      struct hist_sorted_entry *entry)
{
	const struct hist_spec *spec = &s->hist->spec;

	entry->ranks[0] = field_rank(s, entry, spec->sort[0].field);
	if (spec->sort[0].descending)
		entry->ranks[0] = ~entry->ranks[0];
	entry->ranks[1] = 0;
	/* The key must not decide yet if the rest of a string or another sort field may. */
	if (spec->nr_sort == 1 &&
	    (spec->sort[0].field < spec->program.nr_vals ||
	     hist_op_is_word(key_op(spec, spec->sort[0].field))))
		entry->ranks[1] = field_rank(s, entry, spec->program.nr_vals);
}

/* Returns the number of words before the key in an entry. */
static unsigned int entry_head(const struct hist_spec *spec)
{
	return spec->program.nr_vals +
	       (spec->wants_comm ? TASK_COMM_LEN / 8 : 0) +
	       hist_saved_words(spec);
}

static bool has_fixed_keys(const struct hist_program *program)
{
	return program->key_layout != HIST_KEY_LONG &&
	       program->key_layout != HIST_KEY_SHORT;
}

static unsigned int key_words(const struct hist_sorted *s, const u64 *key)
{
	const struct hist_program *program = &s->hist->spec.program;

	return has_fixed_keys(program) ? program->key_words :
					 hist_key_words(program, key);
}

/* Measures the entries to copy. Hits may add more before sort_fill() runs. */
static void sort_measure(const struct hist_sorted *s, u32 *nr_entries,
			 size_t *nr_words)
{
	const struct hist *hist = s->hist;
	unsigned int head = entry_head(&hist->spec);
	const u64 *key;
	long index;
	u32 pos = 0;
	u64 word;

	/* If all keys are equally long, do not read every key. */
	if (has_fixed_keys(&hist->spec.program)) {
		*nr_entries = hist_map_used(s->map);
		*nr_words = (size_t)*nr_entries * (head + hist->spec.program.key_words);
		return;
	}

	*nr_entries = 0;
	*nr_words = 0;
	while ((index = hist_map_next(s->map, &pos, &key, &word)) >= 0) {
		++*nr_entries;
		*nr_words += head + key_words(s, key);
		hist_map_put(s->map, index);
	}
}

/*
 * Copies what actions have stored. If hits change the values during every try, the
 * copy may mix old and new ones.
 */
static void fill_saved(const struct hist_sorted *s, u64 *words, long index)
{
	const struct hist_interevent *inter = s->hist->spec.program.interevent;
	const struct hist_entry_vars *vars = hist_map_vars(s->map, index);
	unsigned int slots = inter->nr_slots - inter->nr_var_assigns, seq,
		     tries = 0;

	do {
		seq = hist_guard_begin(&vars->guard);
		memcpy(words, vars->values + inter->nr_var_assigns,
		       slots * sizeof(u64));
		if (inter->nr_save_texts)
			memcpy(words + slots,
			       hist_map_text(s->map, index,
					     inter->nr_texts -
					     inter->nr_save_texts),
			       inter->nr_save_texts * HIST_TEXT_WORDS *
			       sizeof(u64));
	} while (hist_guard_changed(&vars->guard, seq) &&
		 ++tries < HIST_GUARD_TRIES);
}

static void sort_fill_entry(struct hist_sorted *s,
			    struct hist_sorted_entry *entry, long index,
			    const u64 *key, unsigned int key_words)
{
	struct hist *hist = s->hist;
	u64 *words = s->words + entry->at;

	entry->index = index;
	if (hist_stats_of(&hist->spec))
		hist_stats_totals(s, index, words);
	else
		hist_sums_totals(&s->map->sums, index, words);
	words += hist->spec.program.nr_vals;
	if (hist->spec.wants_comm) {
		memcpy(words, s->map->comms[index], TASK_COMM_LEN);
		words += TASK_COMM_LEN / 8;
	}
	if (hist_saved_words(&hist->spec)) {
		fill_saved(s, words, index);
		words += hist_saved_words(&hist->spec);
	}
	memcpy(words, key, key_words * sizeof(u64));
}

static void add_entry(struct hist_sorted *s, struct hist_sorted_entry *entry)
{
	const struct hist_field *f = s->hist->spec.fields;
	const u64 *words = s->words + entry->at;
	unsigned int i;
	u64 value;

	for (i = 0; i < s->hist->spec.program.nr_vals; i++, f++) {
		value = hist_sorted_magnitude(f, words[i]);
		/* A total of sums wraps, as in the kernel; that of a statistic becomes unknown. */
		if (check_add_overflow(s->total[i], value, &s->total[i]) &&
		    f->stat[0])
			s->total[i] = HIST_TOTAL_UNKNOWN;
		s->max[i] = max(s->max[i], value);
	}
	s->hits += words[0];
	set_ranks(s, entry);
}

/*
 * Must a copy leave out entries without hits? If entries have variables, a take
 * resets their counts, but does not remove them.
 */
static bool skips_idle(const struct hist_sorted *s)
{
	const struct hist_map *second = &s->hist->maps[1];

	return second->owner && second->owner != second;
}

/* Copies an entry, unless skips_idle() says to leave it out. Returns false if it does not fit. */
static bool sort_put_entry(struct hist_sorted *s, long index, const u64 *key,
			   unsigned int head, size_t max_words)
{
	struct hist_sorted_entry *entry = &s->entries[s->nr_entries];
	unsigned int words = key_words(s, key);

	if (s->nr_words + head + words > max_words)
		return false;
	entry->at = s->nr_words;
	sort_fill_entry(s, entry, index, key, words);
	if (!s->words[entry->at] && skips_idle(s))
		return true;
	if (s->lives)
		s->lives[s->nr_entries] = hist_map_life(s->map, index);
	s->nr_words += head + words;
	s->nr_entries++;
	return true;
}

/* Returns false if hits have added so many entries that they do not fit. */
static bool sort_fill(struct hist_sorted *s, u32 max_entries, size_t max_words)
{
	const unsigned int head = entry_head(&s->hist->spec);
	const u64 *key;
	long index;
	u32 pos = 0, seen = 0;
	bool put;
	u64 word;

	while ((index = hist_map_next(s->map, &pos, &key, &word)) >= 0) {
		put = s->nr_entries < max_entries &&
		      sort_put_entry(s, index, key, head, max_words);
		hist_map_put(s->map, index);
		if (!put)
			return false;
		if (!(++seen % 1024))
			cond_resched();
	}
	return true;
}

static void free_entries(struct hist_sorted *s)
{
	s->nr_words = 0;
	kvfree(s->entries);
	kvfree(s->words);
	kvfree(s->lives);
	s->lives = NULL;
	s->entries = NULL;
	s->words = NULL;
}

static int sort_alloc_entries(struct hist_sorted *s, u32 nr_entries,
			      size_t nr_words)
{
	const bool has_chains = hist_map_has_chains(s->map);

	s->entries = memory_alloc(nr_entries, sizeof(*s->entries));
	s->words = memory_alloc(nr_words, sizeof(u64));
	if (has_chains)
		s->lives = memory_alloc(nr_entries, sizeof(u64));
	if (s->entries && s->words && (s->lives || !has_chains))
		return 0;
	free_entries(s);
	return -ENOMEM;
}

/*
 * Hits may add entries while memory is allocated, and the allocation may itself
 * be an event that adds entries. So each try allocates spare space, four times
 * as much as the try before.
 */
static int take_entries(struct hist_sorted *s)
{
	struct hist *hist = s->hist;
	unsigned int head = entry_head(&hist->spec);
	size_t nr_words;
	u32 nr_entries, spare;

	for (spare = 64; ; spare *= 4) {
		sort_measure(s, &nr_entries, &nr_words);
		if (!nr_entries)
			return 0;
		nr_entries += spare;
		nr_words +=
			(size_t)spare * (head + hist->spec.program.key_words);
		if (sort_alloc_entries(s, nr_entries, nr_words))
			return -ENOMEM;
		if (sort_fill(s, nr_entries, nr_words) || spare > s->map->size)
			return 0;
		free_entries(s);
		s->nr_entries = 0;
	}
}

/*
 * Drops entries that were forgotten after they were copied: their keys may have got other
 * entries, which were copied as well, and the buckets that were copied for them may be
 * those of a newer entry.
 */
static void drop_forgotten(struct hist_sorted *s)
{
	u32 i, nr = 0;

	for (i = 0; i < s->nr_entries; i++)
		if (s->lives[i] && hist_map_life(s->map, s->entries[i].index) ==
				   s->lives[i])
			s->entries[nr++] = s->entries[i];
	s->nr_entries = nr;
}

/*
 * Copies the sketches after the entries, so that they contain each hit that is
 * in an entry.
 */
static int add_entries(struct hist_sorted *s)
{
	u32 i;

	if (s->sketches && hist_stats_copy_sketches(s))
		return -ENOMEM;
	if (s->lives)
		drop_forgotten(s);
	kvfree(s->lives);
	s->lives = NULL;
	for (i = 0; i < s->nr_entries; i++) {
		if (s->sketches)
			hist_stats_fill(s, &s->entries[i]);
		add_entry(s, &s->entries[i]);
		if (!(i % 1024))
			cond_resched();
	}
	return 0;
}

static int take_track(struct hist_sorted *s)
{
	const struct hist_track *from = s->hist->track;
	unsigned int seq, tries = 0;
	size_t size;

	if (!from)
		return 0;
	size = struct_size(from, key, s->hist->spec.program.key_words);
	s->track = kmalloc(size, GFP_KERNEL);
	if (!s->track)
		return -ENOMEM;
	do {
		seq = hist_guard_begin(&from->guard);
		memcpy(s->track, from, size);
		if (!hist_guard_changed(&from->guard, seq))
			return 0;
	} while (++tries < HIST_GUARD_TRIES);
	/* The key may be a mixture of two keys, so do not print it. */
	s->track->taken = false;
	return 0;
}

static void free_copy(struct hist_sorted *s)
{
	hist_frames_remove_copy(s);
	hist_stats_free_copies(s);
	hist_names_free(s);
	free_entries(s);
	kfree(s->track);
}

static u64 losses_missed(const struct hist *hist, const struct hist_map *map)
{
	return hist->missed;
}

static u64 without_bucket(const struct hist *hist, const struct hist_map *map)
{
	unsigned int i;
	u64 sum = 0;

	for (i = 0; i < hist->nr_sketches; i++)
		sum += hist_map_lost(&map->sketches[i], HIST_LOST_HITS);
	return sum;
}

static u64 losses_beginnings(const struct hist *hist,
			     const struct hist_map *map)
{
	return hist->unbegun;
}

static u64 without_file(const struct hist *hist, const struct hist_map *map)
{
	return hist_frames_count(hist, map, USER_FRAME_OTHER);
}

static u64 over_share(const struct hist *hist, const struct hist_map *map)
{
	return hist_frames_count(hist, map, USER_FRAME_SHARE);
}

const struct hist_loss_kind hist_losses[HIST_LOSSES] = {
	[HIST_LOST_HITS] = { "Dropped", "dropped", losses_missed },
	[HIST_LOST_MISSED] = { "Missed by probes", "missed", losses_missed },
	[HIST_LOST_ARMING] = { "Lost while arming", "lost_arming" },
	[HIST_LOST_BUCKETS] = {
		"Values without a bucket", "without_bucket", without_bucket,
	},
	[HIST_LOST_ACTIONS] = { "Lost actions", "lost_actions" },
	[HIST_LOST_BEGINNINGS] = {
		"Beginnings without room", "lost_beginnings", losses_beginnings,
	},
	[HIST_LOST_FILES] = {
		"Stacks in files without room", "lost_files", without_file,
	},
	[HIST_LOST_SHARES] = {
		"Stacks in files over a share", "lost_shares", over_share,
	},
};

void hist_losses_read(struct hist *hist, const struct hist_map *map,
		      u64 lost[HIST_LOSSES])
{
	unsigned int i;

	hist_count_missed(hist);
	for (i = 0; i < HIST_LOSSES; i++) {
		lost[i] = hist_map_lost(map, i);
		if (hist_losses[i].more)
			lost[i] += hist_losses[i].more(hist, map);
	}
}

static int make_copy(struct hist_sorted *s)
{
	if (s->hist->nr_sketches && hist_stats_alloc_copies(s))
		return -ENOMEM;
	if (take_track(s) || take_entries(s) || hist_names_make(s))
		return -ENOMEM;
	return add_entries(s);
}

int hist_sorted_make(struct hist_sorted *s, struct hist *hist,
		     const struct hist_map *map)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	memset(s, 0, sizeof(*s));
	s->hist = hist;
	s->map = map;
	hist_frames_add_copy(s);
	/* If memory runs out, let the OOM killer choose this reader. */
	set_current_oom_origin();
	ret = make_copy(s);
	if (!ret) {
		hist_losses_read(hist, map, s->lost);
		ret = sort_entries(s);
	}
	clear_current_oom_origin();
	if (ret)
		free_copy(s);
	else
		hist_get(hist);
	return ret;
}

int hist_sorted_set_trigger(struct hist_sorted *s,
			    const struct trigger *trigger)
{
	lockdep_assert_held(&event_mutex);
	s->paused = trigger->state & TRIGGER_PAUSED;
	if (!trigger->filter)
		return 0;
	s->filter = kstrdup(trigger->filter->text, GFP_KERNEL);
	return s->filter ? 0 : -ENOMEM;
}

void hist_sorted_free(struct hist_sorted *s)
{
	if (s->kept) {
		hist_last_interval_put(s->kept);
	} else {
		free_copy(s);
		/*
		 * After a take, this copy may have been the last that referred to
		 * some files of user stacks.
		 */
		user_frames_tidy();
	}
	kfree(s->filter);
	hist_put(s->hist);
}

void hist_last_interval_put(struct hist_last_interval *kept)
{
	lockdep_assert_held(&event_mutex);
	if (--kept->refs)
		return;
	hist_sorted_free(&kept->sorted);
	kfree(kept);
}
