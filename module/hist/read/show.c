// SPDX-License-Identifier: GPL-2.0
/* Prints histograms, see show.h. */
#include <linux/kernel.h>
#include <linux/kdev_t.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../../compat/unaligned.h"
#include "../../event/controls.h"
#include "../../event/digits.h"
#include "../../record/user_frames.h"
#include "../../syscalls/syscalls.h"
#include "../object/hist.h"
#include "../parse/parser.h"
#include "../program.h"
#include "../sketch.h"
#include "names.h"
#include "show.h"
#include "sort.h"

#define BAR_WIDTH	20

#define NUMBER_WIDTH	10
#define NUMBER_LIMIT	10000000000ULL	/* 10^NUMBER_WIDTH */

static void show_field(struct seq_file *m, const struct hist_field *f)
{
	const char *modifier = hist_modifier_shown(f);
	const char *style = hist_display_word(f->style);

	if (f->flags & HIST_VAR)
		seq_printf(m, "%s=", f->var);
	if (f->flags & HIST_CPU)
		seq_printf(m, "common_cpu%s%s", f->stat[0] ? "." : "", f->stat);
	else if (f->flags & HIST_CONST)
		seq_printf(m, "%llu", f->constant);
	else if (f->flags & (HIST_VAR_REF | HIST_ALIAS))
		seq_printf(m, "$%s", f->name);
	else if ((f->flags & HIST_STACKTRACE) && !f->name[0])
		seq_puts(m, "stacktrace");
	else
		seq_puts(m, f->name);

	if (modifier && modifier != style)
		seq_printf(m, ".%s", modifier);
	/* A statistic may have both a modifier and a style. */
	if (style)
		seq_printf(m, ".%s", style);
	if (f->buckets)
		seq_printf(m, "=%ld", f->buckets);
}

static void show_fields(struct seq_file *m, const struct hist_field *f,
			unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (i)
			seq_putc(m, ',');
		show_field(m, &f[i]);
		if (f[i].depth)
			seq_printf(m, ".depth=%u", f[i].depth);
	}
}

static void show_interval(struct seq_file *m, u64 ns)
{
	u64 ms = div_u64(ns, NSEC_PER_MSEC);

	if (ms % 1000)
		seq_printf(m, ":interval=%llums", ms);
	else
		seq_printf(m, ":interval=%llus", ms / 1000);
}

void hist_show_trigger(struct seq_file *m, const struct hist *hist,
		       const char *filter, bool paused)
{
	const struct hist_spec *spec = &hist->spec;
	unsigned int i, hide = spec->nohitcount ? 1 : 0;

	seq_puts(m, "hist:");
	if (hist->name)
		seq_printf(m, "%s:", hist->name);
	seq_puts(m, "keys=");
	show_fields(m, spec->fields + spec->program.nr_vals,
		    spec->program.nr_keys);
	seq_puts(m, ":vals=");
	show_fields(m, spec->fields + hide, spec->program.nr_vals - hide);
	if (spec->nr_vars) {
		seq_putc(m, ':');
		show_fields(m, spec->vars, spec->nr_vars);
	}
	seq_puts(m, ":sort=");
	for (i = 0; i < spec->nr_sort; i++) {
		if (i)
			seq_putc(m, ',');
		show_field(m, &spec->fields[spec->sort[i].field]);
		if (spec->sort[i].descending)
			seq_puts(m, ".descending");
	}
	seq_printf(m, ":size=%u", 1U << spec->bits);
	if (spec->top)
		seq_printf(m, ":top=%u", spec->top);
	if (spec->interval)
		show_interval(m, spec->interval);
	if (spec->wants_clock)
		seq_printf(m, ":clock=%s", spec->clock_name);
	if (spec->nohitcount)
		seq_puts(m, ":nohitcount");
	if (spec->program.interevent)
		hist_actions_show(m, spec->program.interevent);
	if (filter)
		seq_printf(m, " if %s", filter);
	seq_puts(m, paused ? " [paused]\n" : " [active]\n");
}

void hist_show_number(struct seq_file *m, u64 value, unsigned int width)
{
	char *buf;

	if (width && value < NUMBER_LIMIT && seq_get_buf(m, &buf) >= NUMBER_WIDTH) {
		memset(buf, ' ', NUMBER_WIDTH);
		digits_before(buf + NUMBER_WIDTH, value);
		seq_commit(m, NUMBER_WIDTH);
	} else if (!width && seq_get_buf(m, &buf) >= DIGITS_MAX) {
		seq_commit(m, digits_put(buf, value, 0, ' ') - buf);
	} else {
		seq_printf(m, "%*llu", width, value);
	}
}

unsigned int hist_show_string(struct seq_file *m, struct hist_key_part part)
{
	char text[sizeof(u64) + 1];
	unsigned int i, length = 0;

	text[sizeof(u64)] = '\0';
	for (i = 0; i < part.nr; i++) {
		put_unaligned_le64(part.words[i], text);
		seq_puts(m, text);
		length += strlen(text);
	}
	return length;
}

/*
 * Escapes control characters of a string that was printed from offset @from on,
 * since users may have chosen it to forge a row or control a terminal. Pads the
 * string to @width.
 */
static void end_text(struct seq_file *m, size_t from, unsigned int width)
{
	static const char spaces[] =
		"                                                  ";
	size_t length;

	seq_escape_controls(m, from);
	length = m->count - from;
	if (length < width)
		seq_puts(m, spaces + sizeof(spaces) - 1 - width + length);
}

static void show_text(struct seq_file *m, const char *text, unsigned int width)
{
	const size_t from = m->count;

	seq_puts(m, text);
	end_text(m, from, width);
}

static void show_string(struct seq_file *m, const char *name,
			struct hist_key_part part)
{
	size_t from;

	seq_puts(m, name);
	seq_puts(m, ": ");
	from = m->count;
	hist_show_string(m, part);
	end_text(m, from, 50);
}

static void show_frame(struct seq_file *m, struct user_frame frame)
{
	if (frame.is_end) {
		seq_printf(m, "         (%s)\n", frame.name);
	} else if (frame.in_file) {
		seq_puts(m, "         ");
		show_text(m, frame.name, 0);
		seq_printf(m, "+0x%llx\n", frame.offset);
	} else {
		seq_printf(m, "         0x%llx\n", frame.offset);
	}
}

static void show_addresses(struct seq_file *m, const u64 *words,
			   unsigned int nr, bool user)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		/* Even without @user, a synthetic event's field may be a user stack. */
		if (user || is_user_frame(words[i]))
			show_frame(m, user_frame_read(words[i]));
		else
			seq_printf(m, "         %pS\n", (void *)words[i]);
	}
}

static void show_stack(struct seq_file *m, const struct hist_field *f,
		       struct hist_key_part part)
{
	if (f->field)
		seq_printf(m, f->flags & HIST_USER ? "%s.ustacktrace:\n" :
						     "%s.stacktrace", f->name);
	else
		seq_printf(m, "%s:\n", f->name[0] ? f->name : "stacktrace");
	show_addresses(m, part.words, part.nr, f->flags & HIST_USER);
}

/* Prints a key in a style without names; show_named() prints the others. */
static void show_styled(struct seq_file *m, const struct hist_field *f,
			struct hist_key_part part)
{
	const u64 value = part.words[0];
	const __be32 address = (__force __be32)(u32)value;

	switch (f->style) {
	case HIST_DISPLAY_OCT:
		seq_printf(m, "%llo", value);
		break;
	case HIST_DISPLAY_SIGNED:
		seq_printf(m, "%10lld", value);
		break;
	case HIST_DISPLAY_DEV:
		seq_printf(m, "%u:%u", MAJOR((u32)value), MINOR((u32)value));
		break;
	case HIST_DISPLAY_IPV4:
		seq_printf(m, "%pI4", &address);
		break;
	case HIST_DISPLAY_IPV6:
		seq_printf(m, "%pI6c", part.words);
		break;
	case HIST_DISPLAY_MAC:
		seq_printf(m, "%pM", part.words);
		break;
	default:
		seq_printf(m, "%*phN", (int)f->field->size, part.words);
	}
}

/* Prints a key's name or names, then the number in brackets, like .syscall. */
static void show_named(struct seq_file *m, const struct hist_sorted *s,
		       const struct hist_field *f, u64 value)
{
	const size_t from = m->count;

	hist_names_show(m, s, f, value);
	end_text(m, from, 30);
	if (hist_names_are_flags(s, f))
		seq_printf(m, "[%3llx]", value);
	else
		seq_printf(m, "[%3llu]", value);
}

void hist_show_key_part(struct seq_file *m, const struct hist_sorted *s,
			const struct hist_field *f,
			struct hist_key_part part, const char *comm)
{
	u64 value = part.nr ? part.words[0] : 0;
	void *address = (void *)(unsigned long)value;
	const char *name;

	if (f->flags & HIST_HEX) {
		seq_printf(m, "%s: %llx", f->name, value);
	} else if (f->flags & HIST_SYM) {
		seq_printf(m, "%s: [%llx] %-45ps", f->name, value, address);
	} else if (f->flags & HIST_SYM_OFFSET) {
		seq_printf(m, "%s: [%llx] %-55pS", f->name, value, address);
	} else if (f->flags & HIST_EXECNAME) {
		seq_printf(m, "%s: ", f->name);
		show_text(m, comm, 16);
		seq_printf(m, "[%10llu]", value);
	} else if (f->flags & HIST_SYSCALL) {
		name = syscall_name(value);
		seq_printf(m, "%s: %-30s[%3llu]", f->name,
			   name ? name : "unknown_syscall", value);
	} else if (f->flags & HIST_STACKTRACE) {
		show_stack(m, f, part);
	} else if (f->flags & HIST_LOG2 && !f->buckets) {
		seq_printf(m, "%s: ~ 2^%-2llu", f->name, value);
	} else if (f->flags & HIST_LOG2) {
		seq_printf(m, "%s: ~ %llu-%llu", f->name, value, value - 1 +
			   (1ULL << hist_log_shift(value, f->buckets)));
	} else if (f->flags & HIST_BUCKET) {
		seq_printf(m, "%s: ~ %llu-%llu", f->name, value,
			   value + f->buckets - 1);
	} else if (f->flags & HIST_STRING) {
		show_string(m, f->name, part);
	} else if (f->style) {
		seq_write(m, f->label, f->label_len);
		if (hist_display_is_named(f->style))
			show_named(m, s, f, value);
		else
			show_styled(m, f, part);
	} else {
		seq_write(m, f->label, f->label_len);
		hist_show_number(m, value, NUMBER_WIDTH);
	}
}

static void show_key(struct seq_file *m, const struct hist_sorted *s,
		     const u64 *key, const char *comm)
{
	const struct hist_spec *spec = &s->hist->spec;
	struct hist_key_part part = { key, 0 };
	bool has_stack = false;
	unsigned int i;

	seq_putc(m, '{');
	seq_putc(m, ' ');
	for (i = 0; i < spec->program.nr_keys; i++) {
		const struct hist_field *f = hist_key_field(spec, i);

		if (i)
			seq_puts(m, ", ");
		part = hist_key_next(&spec->program, i, part);
		hist_show_key_part(m, s, f, part, comm);
		if (f->flags & HIST_STACKTRACE)
			has_stack = true;
	}
	if (!has_stack)
		seq_putc(m, ' ');
	seq_putc(m, '}');
}

/* Returns @value / @total in units of 0.01 %, or UINT_MAX on overflow. */
static unsigned int hist_show_percentage(u64 value, u64 total)
{
	if (total && value < U64_MAX / 10000)
		return div64_u64(value * 10000, total);
	total = div64_u64(total, 10000);
	if (total)
		return div64_u64(value, total);
	return value ? UINT_MAX : 0;
}

static void show_bar(struct seq_file *m, const char *name, u64 value, u64 max)
{
	unsigned int length = hist_show_percentage(value, max), i;
	char bar[BAR_WIDTH + 1];

	if (length == UINT_MAX) {
		seq_printf(m, " %s: %*s", name, BAR_WIDTH, "[ERROR]");
		return;
	}
	length = length * BAR_WIDTH / 10000;
	for (i = 0; i < BAR_WIDTH; i++)
		bar[i] = i < length ? '#' : ' ';
	bar[i] = '\0';
	seq_printf(m, " %s: %s", name, bar);
}

void hist_show_value(struct seq_file *m, const struct hist_sorted *s,
		     unsigned int i, u64 value)
{
	const struct hist_field *f = &s->hist->spec.fields[i];
	const u64 magnitude = hist_sorted_magnitude(f, value);
	unsigned int percent;

	if (f->flags & HIST_PERCENT) {
		percent = f->stat[0] && s->total[i] == HIST_TOTAL_UNKNOWN ?
			  UINT_MAX : hist_show_percentage(magnitude, s->total[i]);
		if (percent == UINT_MAX)
			seq_printf(m, " %s (%%):[ERROR]", f->name);
		else
			seq_printf(m, " %s (%%): %3u.%02u", f->name,
				   percent / 100, percent % 100);
	} else if (f->flags & HIST_GRAPH) {
		show_bar(m, f->name, magnitude, s->max[i]);
	} else if (f->flags & HIST_HEX) {
		seq_printf(m, " %s: %10llx", f->name, value);
	} else {
		seq_putc(m, ' ');
		seq_write(m, f->label, f->label_len);
		if (f->style == HIST_DISPLAY_OCT)
			seq_printf(m, "%10llo", value);
		else if (f->style == HIST_DISPLAY_SIGNED ||
			 (f->stat[0] && f->is_signed))
			seq_printf(m, "%10lld", value);
		else
			hist_show_number(m, value, NUMBER_WIDTH);
	}
}

static void show_saved(struct seq_file *m, const struct hist_interevent *inter,
		       const u64 *saved)
{
	const u64 *text = saved + inter->nr_slots - inter->nr_var_assigns;
	unsigned int i;

	for (i = 0; i < inter->nr_saves; i++) {
		const struct hist_var_assign *set = &inter->saves[i];

		if (set->text == HIST_NO_TEXT) {
			seq_printf(m, "  %s: %10llu", set->name,
				   saved[set->slot - inter->nr_var_assigns]);
			continue;
		}
		if (set->stack) {
			seq_printf(m, "  %s:\n", set->name);
			show_addresses(m, text + 1, text[0], set->user);
		} else {
			/* Like the kernel, print (null) if save() never ran. */
			seq_printf(m, "  %s: ", set->name);
			show_text(m, saved[set->slot - inter->nr_var_assigns] ?
					     (const char *)text : "(null)", 32);
		}
		text += HIST_TEXT_WORDS;
	}
}

static void show_tracked(struct seq_file *m,
			 const struct hist_interevent *inter, const u64 *saved)
{
	unsigned int i;

	for (i = 0; i < inter->nr_actions; i++) {
		const struct hist_action *action = inter->actions[i];

		if (action->handler == HIST_ONMATCH ||
		    action->kind == HIST_ACTION_SNAPSHOT)
			continue;
		seq_printf(m, "\n\t%s: %10llu",
			   action->handler == HIST_ONMAX ? "max" : "changed",
			   saved[action->slot - inter->nr_var_assigns]);
		show_saved(m, inter, saved);
	}
}

void hist_show_entry(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry)
{
	const struct hist_spec *spec = &s->hist->spec;
	const u64 *sums = hist_sorted_sums(s, entry);
	unsigned int i;

	show_key(m, s, hist_sorted_key(s, entry), hist_sorted_comm(s, entry));
	if (!spec->nohitcount)
		hist_show_value(m, s, 0, sums[0]);
	for (i = 1; i < spec->program.nr_vals; i++) {
		/* Like the kernel, do not show expressions. */
		if (spec->fields[i].flags & HIST_EXPR)
			continue;
		seq_putc(m, ' ');
		hist_show_value(m, s, i, sums[i]);
	}
	if (spec->program.interevent)
		show_tracked(m, spec->program.interevent,
			     hist_sorted_saved(s, entry));
	seq_putc(m, '\n');
	if (s->sketches)
		hist_stats_show(m, s, entry);
}

static void show_taken(struct seq_file *m, const struct hist_sorted *s)
{
	const struct hist_action *action =
		hist_snapshot_action(s->hist->spec.program.interevent);

	seq_puts(m, "\nSnapshot taken (see tracing/snapshot).  Details:\n");
	seq_printf(m, "\ttriggering value { %s(%s) }: %10llu",
		   hist_handler_words[action->handler], action->var, s->track->value);
	seq_puts(m, "\ttriggered by event with key: ");
	show_key(m, s, s->track->key, s->track->comm);
	seq_putc(m, '\n');
}

void hist_show_interval(struct seq_file *m, const struct hist_sorted *s)
{
	const u64 times[] = { s->start, s->end };
	unsigned int i;
	u32 rest;
	u64 sec;

	seq_puts(m, "# interval:");
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		sec = div_u64_rem(times[i], NSEC_PER_SEC, &rest);
		seq_printf(m, "%s %llu.%09u", i ? " to" : "", sec, rest);
	}
	seq_putc(m, '\n');
}

void hist_show_loss(struct seq_file *m, enum hist_loss loss, u64 lost)
{
	seq_printf(m, "    %s: %llu\n", hist_losses[loss].text, lost);
}

void hist_show_totals(struct seq_file *m, const struct hist_sorted *s)
{
	unsigned int i;

	if (s->track && s->track->taken)
		show_taken(m, s);
	if (hist_sorted_shown(s) < s->nr_entries)
		seq_printf(m, "\n... and %u more entries\n",
			   s->nr_entries - hist_sorted_shown(s));
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n",
		   s->hits, s->nr_entries);
	/*
	 * Like the kernel, always print the first of these lines. The others are not in
	 * the kernel, so print them only if hits were lost.
	 */
	for (i = 0; i < HIST_LOSSES; i++)
		if (s->lost[i] || i == HIST_LOST_HITS)
			hist_show_loss(m, i, s->lost[i]);
}
