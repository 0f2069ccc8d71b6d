// SPDX-License-Identifier: GPL-2.0
/* Prints histograms as JSON, see show.h. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../../../include/histrig_unwind.h"
#include "../../event/event_file.h"
#include "../../instance/instance.h"
#include "../../record/user_frames.h"
#include "../../ring/clock.h"
#include "../../syscalls/syscalls.h"
#include "../object/hist.h"
#include "../parse/parser.h"
#include "../program.h"
#include "../sketch.h"
#include "json_text.h"
#include "names.h"
#include "show.h"
#include "sort.h"

/* Version of the document; it grows when members change their meaning. */
#define SCHEMA_VERSION	1

static void escape_from(struct seq_file *m, size_t from)
{
	size_t len = m->count - from, size;

	if (seq_has_overflowed(m))
		return;
	size = json_escape(NULL, m->buf + from, len);
	if (size == len)
		return;
	if (size >= m->size - from) {
		seq_commit(m, -1);
		return;
	}
	memmove(m->buf + m->size - len, m->buf + from, len);
	json_escape(m->buf + from, m->buf + m->size - len, len);
	m->count = from + size;
}

/* Escapes a string whose characters were printed from offset @from on, and adds the quote. */
static void end_string(struct seq_file *m, size_t from)
{
	escape_from(m, from);
	seq_putc(m, '"');
}

static void json_put_string(struct seq_file *m, const char *text)
{
	size_t from;

	seq_putc(m, '"');
	from = m->count;
	seq_puts(m, text);
	end_string(m, from);
}

/*
 * Prints a comma first, so the object must already have a member. Prints null if
 * @text is NULL.
 */
static void put_member(struct seq_file *m, const char *name, const char *text)
{
	seq_printf(m, ",\"%s\":", name);
	if (text)
		json_put_string(m, text);
	else
		seq_puts(m, "null");
}

static void json_put_number(struct seq_file *m, u64 value, bool is_signed)
{
	if (is_signed && (s64)value < 0) {
		seq_putc(m, '-');
		value = -value;
	}
	hist_show_number(m, value, 0);
}

static void put_seconds(struct seq_file *m, const char *name, u64 ns)
{
	u32 rest;
	u64 seconds = div_u64_rem(ns, NSEC_PER_SEC, &rest);

	seq_printf(m, ",\"%s\":%llu.%09u", name, seconds, rest);
}

/*
 * Makes a JSON string of what show.c has printed from offset @from on: drops the first @skip
 * bytes and the spaces at both ends, escapes the rest and adds the closing quote.
 */
static void keep_shown(struct seq_file *m, size_t from, size_t skip)
{
	char *text = m->buf + from;
	size_t end = m->count - from;

	if (seq_has_overflowed(m))
		return;
	skip = min(skip, end);
	while (skip < end && text[skip] == ' ')
		skip++;
	while (end > skip && text[end - 1] == ' ')
		end--;
	memmove(text, text + skip, end - skip);
	m->count = from + end - skip;
	end_string(m, from);
}

static void json_put_symbol(struct seq_file *m, const char *name, u64 address)
{
	char text[KSYM_SYMBOL_LEN];
	struct json_symbol symbol;
	size_t from;

	scnprintf(text, sizeof(text), "%pS", (void *)(unsigned long)address);
	seq_printf(m, "{\"%s\":%llu", name, address);
	if (!json_symbol_parse(&symbol, text)) {
		seq_puts(m, ",\"symbol\":null,\"offset\":null,\"module\":null}");
		return;
	}
	seq_puts(m, ",\"symbol\":\"");
	from = m->count;
	seq_write(m, symbol.name, symbol.name_len);
	end_string(m, from);
	seq_printf(m, ",\"offset\":%llu,\"module\":", symbol.offset);
	if (symbol.module_len)
		seq_printf(m, "\"%.*s\"}", symbol.module_len, symbol.module);
	else
		seq_puts(m, "null}");
}

static void put_frame(struct seq_file *m, u64 word)
{
	const struct user_frame frame = user_frame_read(word);
	u8 id[HISTRIG_UNWIND_BUILD_ID];
	unsigned int len;

	if (frame.is_end) {
		seq_puts(m, "{\"end\":");
		json_put_string(m, frame.name);
	} else if (frame.in_file) {
		seq_puts(m, "{\"file\":");
		json_put_string(m, frame.name);
		seq_put_decimal_ull(m, ",\"offset\":", frame.offset);
		len = user_frame_build_id(word, id);
		if (len)
			seq_printf(m, ",\"build_id\":\"%*phN\"", len, id);
	} else {
		seq_put_decimal_ull(m, "{\"file\":null,\"address\":",
				    frame.offset);
	}
	seq_putc(m, '}');
}

static void json_put_stack(struct seq_file *m, const u64 *words,
			   unsigned int nr, bool user)
{
	unsigned int i;

	seq_putc(m, '[');
	for (i = 0; i < nr; i++) {
		if (i)
			seq_putc(m, ',');
		/* Even without @user, a synthetic event's field may be a user stack. */
		if (user || is_user_frame(words[i]))
			put_frame(m, words[i]);
		else
			json_put_symbol(m, "address", words[i]);
	}
	seq_putc(m, ']');
}

/* Prints the first and the last number of a bucket. */
static void put_range(struct seq_file *m, const struct hist_field *f, u64 value)
{
	u64 low = value, high;

	if (f->flags & HIST_BUCKET) {
		/* The last bucket ends at U64_MAX. */
		high = value + min_t(u64, f->buckets - 1, U64_MAX - value);
	} else if (f->buckets) {
		high = value - 1 + (1ULL << hist_log_shift(value, f->buckets));
	} else {
		low = value ? (1ULL << (value - 1)) + 1 : 0;
		high = value < 64 ? 1ULL << value : U64_MAX;
	}
	seq_printf(m, ",\"low\":%llu,\"high\":%llu", low, high);
}

static bool is_bytes(const struct hist_field *f)
{
	return f->style >= HIST_DISPLAY_BYTES_FIRST;
}

static void put_bytes(struct seq_file *m, const u8 *bytes, unsigned int nr)
{
	unsigned int i;

	seq_puts(m, "{\"bytes\":[");
	for (i = 0; i < nr; i++)
		seq_put_decimal_ull(m, i ? "," : "", bytes[i]);
	seq_putc(m, ']');
}

static void put_shown_key(struct seq_file *m, const struct hist_sorted *s,
			  const struct hist_field *f,
			  struct hist_key_part part, const char *comm)
{
	size_t from;

	if (is_bytes(f)) {
		put_bytes(m, (const u8 *)part.words, f->field->size);
	} else {
		seq_puts(m, "{\"value\":");
		json_put_number(m, part.words[0],
				f->style == HIST_DISPLAY_SIGNED);
	}
	if (f->flags & HIST_EXECNAME) {
		put_member(m, "comm", comm);
	} else if (f->flags & HIST_SYSCALL) {
		put_member(m, "syscall", syscall_name(part.words[0]));
	} else {
		seq_puts(m, ",\"text\":\"");
		from = m->count;
		if (hist_display_is_named(f->style)) {
			hist_names_show(m, s, f, part.words[0]);
			end_string(m, from);
		} else {
			hist_show_key_part(m, s, f, part, comm);
			keep_shown(m, from, strlen(f->name) + strlen(": "));
		}
	}
	if (f->flags & (HIST_LOG2 | HIST_BUCKET))
		put_range(m, f, part.words[0]);
	seq_putc(m, '}');
}

static void put_key_part(struct seq_file *m, const struct hist_sorted *s,
			 const struct hist_field *f,
			 struct hist_key_part part, const char *comm)
{
	size_t from;

	if (f->flags & HIST_STACKTRACE) {
		json_put_stack(m, part.words, part.nr, f->flags & HIST_USER);
	} else if (f->flags & HIST_STRING) {
		seq_putc(m, '"');
		from = m->count;
		hist_show_string(m, part);
		end_string(m, from);
	} else if (f->flags & (HIST_SYM | HIST_SYM_OFFSET)) {
		json_put_symbol(m, "value", part.words[0]);
	} else if (!f->style && !(f->flags & (HIST_LOG2 | HIST_BUCKET | HIST_HEX)) &&
		   (f->flags & HIST_TIMESTAMP || !hist_modifier(f))) {
		/* A time stamp with .usecs is a plain number: "unit" of the field says "us". */
		json_put_number(m, part.words[0], false);
	} else {
		put_shown_key(m, s, f, part, comm);
	}
}

static void put_key(struct seq_file *m, const struct hist_sorted *s,
		    const u64 *key, const char *comm)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct hist_key_part part = { key, 0 };
	unsigned int i;

	for (i = 0; i < spec->program.nr_keys; i++) {
		if (i)
			seq_putc(m, ',');
		part = hist_key_next(&spec->program, i, part);
		put_key_part(m, s, hist_key_field(spec, i), part, comm);
	}
}

static bool is_distribution(const struct hist_spec *spec, unsigned int i)
{
	const struct hist_stats *stats = hist_stats_of(spec);

	return stats && stats->of[i].kind == HIST_STAT_DIST;
}

static void put_bucket(struct seq_file *m, const struct hist_bucket *b)
{
	const u32 bucket = sketch_key_bucket(b->key);
	const bool negative = sketch_negative(bucket);
	u64 low, high;

	low = sketch_range(bucket, &high);
	seq_puts(m, "{\"low\":");
	json_put_number(m, low, negative);
	seq_puts(m, ",\"high\":");
	json_put_number(m, high, negative);
	seq_put_decimal_ull(m, ",\"count\":", b->count);
	seq_putc(m, '}');
}

static void put_distribution(struct seq_file *m, const struct hist_sorted *s,
			     const struct hist_sorted_entry *entry,
			     unsigned int i)
{
	const struct hist_bucket *b, *end;
	bool first = true;

	seq_put_decimal_ull(m, "{\"count\":", hist_sorted_sums(s, entry)[i]);
	seq_puts(m, ",\"buckets\":[");
	for (b = hist_stats_buckets(s, entry, i, &end); b < end; b++) {
		if (!first)
			seq_putc(m, ',');
		first = false;
		put_bucket(m, b);
	}
	seq_puts(m, "]}");
}

static void json_put_value(struct seq_file *m, const struct hist_sorted *s,
			   const struct hist_sorted_entry *entry,
			   unsigned int i)
{
	const struct hist_field *f = &s->hist->spec.fields[i];
	const u64 value = hist_sorted_sums(s, entry)[i];
	const bool is_signed = f->style == HIST_DISPLAY_SIGNED ||
			       (f->stat[0] && f->is_signed);
	size_t from;

	if (is_distribution(&s->hist->spec, i)) {
		put_distribution(m, s, entry, i);
	} else if (f->flags & (HIST_PERCENT | HIST_GRAPH | HIST_HEX) ||
		   f->style) {
		seq_puts(m, "{\"value\":");
		json_put_number(m, value, is_signed);
		seq_puts(m, ",\"text\":\"");
		from = m->count;
		hist_show_value(m, s, i, value);
		/* Skips a space, the name, then " (%):" or ":". */
		keep_shown(m, from, strlen(f->name) +
			   (f->flags & HIST_PERCENT ? 6 : 2));
		seq_putc(m, '}');
	} else {
		json_put_number(m, value, is_signed);
	}
}

/*
 * Is value @i printed? Like the file hist, hist_json leaves out expressions and,
 * with nohitcount, the hit count.
 */
static bool is_shown(const struct hist_spec *spec, unsigned int i)
{
	return i ? !(spec->fields[i].flags & HIST_EXPR) : !spec->nohitcount;
}

static void put_saved(struct seq_file *m, const struct hist_interevent *inter,
		      const u64 *saved)
{
	const u64 *text = saved + inter->nr_slots - inter->nr_var_assigns;
	unsigned int i;

	for (i = 0; i < inter->nr_saves; i++) {
		const struct hist_var_assign *set = &inter->saves[i];
		const u64 value = saved[set->slot - inter->nr_var_assigns];

		seq_puts(m, i ? ",{\"name\":" : "{\"name\":");
		json_put_string(m, set->name);
		if (set->text == HIST_NO_TEXT) {
			seq_put_decimal_ull(m, ",\"value\":", value);
		} else if (set->stack) {
			seq_puts(m, set->user ? ",\"user_stack\":" :
						",\"stack\":");
			json_put_stack(m, text + 1, text[0], set->user);
		} else {
			put_member(m, "text",
				   value ? (const char *)text : NULL);
		}
		if (set->text != HIST_NO_TEXT)
			text += HIST_TEXT_WORDS;
		seq_putc(m, '}');
	}
}

static void put_tracked(struct seq_file *m, const struct hist_interevent *inter,
			const u64 *saved)
{
	bool first = true;
	unsigned int i;

	seq_puts(m, ",\"tracked\":[");
	for (i = 0; i < inter->nr_actions; i++) {
		const struct hist_action *action = inter->actions[i];

		if (action->handler == HIST_ONMATCH ||
		    action->kind == HIST_ACTION_SNAPSHOT)
			continue;
		seq_printf(m, "%s{\"handler\":\"%s\"", first ? "" : ",",
			   hist_handler_words[action->handler]);
		put_member(m, "variable", action->var);
		seq_put_decimal_ull(m, ",\"value\":",
				    saved[action->slot - inter->nr_var_assigns]);
		seq_puts(m, ",\"saved\":[");
		/* Print saved fields with the value of their own handler: the same hit set both. */
		if (action->kind == HIST_ACTION_SAVE)
			put_saved(m, inter, saved);
		seq_puts(m, "]}");
		first = false;
	}
	seq_putc(m, ']');
}

static bool has_bands(const struct hist_spec *spec)
{
	const struct hist_stats *stats = hist_stats_of(spec);
	unsigned int i;

	for (i = 1; stats && i < spec->program.nr_vals; i++)
		if (stats->of[i].kind == HIST_STAT_QUANTILE)
			return true;
	return false;
}

/* Prints the range of each percentile, and null for other values. */
static void put_bands(struct seq_file *m, const struct hist_sorted *s,
		      const struct hist_sorted_entry *entry)
{
	const struct hist_spec *spec = &s->hist->spec;
	const char *before = "";
	struct hist_band band;
	unsigned int i;

	seq_puts(m, ",\"bands\":[");
	for (i = 0; i < spec->program.nr_vals; i++) {
		if (!is_shown(spec, i))
			continue;
		seq_puts(m, before);
		before = ",";
		if (!hist_stats_band(s, entry, i, &band)) {
			seq_puts(m, "null");
			continue;
		}
		seq_putc(m, '[');
		json_put_number(m, band.low, spec->fields[i].is_signed);
		seq_putc(m, ',');
		json_put_number(m, band.high, spec->fields[i].is_signed);
		seq_putc(m, ']');
	}
	seq_putc(m, ']');
}

void hist_json_entry(struct seq_file *m, const struct hist_sorted *s, u32 i)
{
	const struct hist_sorted_entry *entry = hist_sorted_entry(s, i);
	const struct hist_spec *spec = &s->hist->spec;
	const char *before = "";

	seq_puts(m, i ? ",\n{\"keys\":[" : "\n{\"keys\":[");
	put_key(m, s, hist_sorted_key(s, entry), hist_sorted_comm(s, entry));
	seq_puts(m, "],\"values\":[");
	for (i = 0; i < spec->program.nr_vals; i++) {
		if (!is_shown(spec, i))
			continue;
		seq_puts(m, before);
		json_put_value(m, s, entry, i);
		before = ",";
	}
	seq_putc(m, ']');
	if (has_bands(spec))
		put_bands(m, s, entry);
	if (spec->program.interevent && spec->program.interevent->nr_actions)
		put_tracked(m, spec->program.interevent,
			    hist_sorted_saved(s, entry));
	seq_putc(m, '}');
}

static const char *json_type_of(const struct hist_spec *spec, unsigned int i)
{
	const u32 flags = spec->fields[i].flags;

	if (i < spec->program.nr_vals)
		return is_distribution(spec, i) ? "distribution" : "number";
	if (is_bytes(&spec->fields[i]))
		return "bytes";
	if (flags & HIST_STACKTRACE)
		return flags & HIST_USER ? "user_stack" : "stack";
	return flags & HIST_STRING ? "string" : "number";
}

static const char *unit_of(const struct hist_spec *spec,
			   const struct hist_field *f)
{
	switch (hist_time_of(spec, f)) {
	case HIST_TIME_NS:
		return "ns";
	case HIST_TIME_US:
		return "us";
	default:
		return f->flags & HIST_BYTES ? "bytes" : NULL;
	}
}

/* Prints a field's name, but "len" for a statistic like "len.max". */
static void put_name(struct seq_file *m, const struct hist_field *f)
{
	size_t len = strlen(f->name), stat = strlen(f->stat), from;

	seq_puts(m, "{\"name\":\"");
	from = m->count;
	if (f->flags & HIST_STACKTRACE && !len)
		seq_puts(m, "stacktrace");
	else
		seq_write(m, f->name, stat && stat < len ? len - stat - 1 : len);
	end_string(m, from);
}

static void put_field(struct seq_file *m, const struct hist_spec *spec,
		      unsigned int i)
{
	const struct hist_field *f = &spec->fields[i];

	put_name(m, f);
	put_member(m, "kind", i < spec->program.nr_vals ? "value" : "key");
	put_member(m, "type", json_type_of(spec, i));
	put_member(m, "modifier", f->stat[0] ? f->stat : hist_modifier(f));
	if (f->buckets)
		seq_printf(m, ",\"parameter\":%lu", f->buckets);
	put_member(m, "unit", unit_of(spec, f));
	seq_putc(m, '}');
}

/* The keys come first, then the values. */
static void put_fields(struct seq_file *m, const struct hist_spec *spec)
{
	unsigned int i;

	seq_puts(m, ",\n\"fields\":[");
	for (i = 0; i < spec->program.nr_keys; i++) {
		seq_puts(m, i ? ",\n" : "\n");
		put_field(m, spec, spec->program.nr_vals + i);
	}
	for (i = 0; i < spec->program.nr_vals; i++) {
		if (!is_shown(spec, i))
			continue;
		seq_puts(m, ",\n");
		put_field(m, spec, i);
	}
	seq_putc(m, ']');
}

static void put_trigger(struct seq_file *m, const struct hist_sorted *s)
{
	size_t from;

	seq_puts(m, ",\"trigger\":\"");
	from = m->count;
	hist_show_trigger(m, s->hist, s->filter, s->paused);
	if (!seq_has_overflowed(m))
		m->count -= strlen(s->paused ? " [paused]\n" : " [active]\n");
	end_string(m, from);
	seq_printf(m, ",\"paused\":%s", s->paused ? "true" : "false");
}

static void put_snapshot(struct seq_file *m, const struct hist_sorted *s)
{
	const struct hist_spec *spec = &s->hist->spec;
	const struct hist_action *action;

	if (!s->track || !s->track->taken)
		return;
	action = hist_snapshot_action(spec->program.interevent);
	seq_printf(m, ",\n\"snapshot\":{\"handler\":\"%s\"",
		   hist_handler_words[action->handler]);
	put_member(m, "variable", action->var);
	seq_put_decimal_ull(m, ",\"value\":", s->track->value);
	seq_puts(m, ",\"keys\":[");
	put_key(m, s, s->track->key, s->track->comm);
	seq_puts(m, "]}");
}

void hist_json_hist_begin(struct seq_file *m, const struct hist_sorted *s,
			  bool is_first)
{
	const struct hist_spec *spec = &s->hist->spec;
	/* Leave out the "name=" that hist->name begins with. */
	const char *name = s->hist->name ? strchr(s->hist->name, '=') : NULL;
	unsigned int i;

	seq_puts(m, is_first ? "\n{\"name\":" : ",\n{\"name\":");
	if (name)
		json_put_string(m, name + 1);
	else
		seq_puts(m, "null");
	put_trigger(m, s);
	put_member(m, "clock", spec->wants_clock ? spec->clock_name : NULL);
	if (s->kept) {
		put_seconds(m, "start", s->start);
		put_seconds(m, "end", s->end);
	}
	seq_printf(m, ",\n\"hits\":%llu,\"entries\":%u", s->hits,
		   s->nr_entries);
	for (i = 0; i < HIST_LOSSES; i++)
		seq_printf(m, ",\"%s\":%llu", hist_losses[i].member,
			   s->lost[i]);
	put_snapshot(m, s);
	put_fields(m, spec);
	seq_puts(m, ",\n\"rows\":[");
}

void hist_json_hist_end(struct seq_file *m)
{
	seq_puts(m, "]}");
}

void hist_json_begin(struct seq_file *m, const struct event_file *file,
		     u64 time, u64 uptime, const char *waiting)
{
	const struct instance *instance = file->instance;

	seq_printf(m, "{\"version\":%u,\"event\":\"%s:%s\"", SCHEMA_VERSION,
		   file->event->header->system, file->event->name);
	put_member(m, "instance",
		   instance == &main_instance ? NULL : instance->name);
	put_member(m, "clock", instance->clock->name);
	put_seconds(m, "time", time);
	put_seconds(m, "uptime", uptime);
	if (waiting)
		put_member(m, "waiting", waiting);
	seq_puts(m, ",\"histograms\":[");
}

void hist_json_end(struct seq_file *m)
{
	seq_puts(m, "]}\n");
}
