// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms as metrics; see export.h. A sum becomes a counter, a statistic a gauge, a
 * distribution or a key that is a range a histogram. The keys become labels.
 *
 * Documents of an interval start from 0 each time, so all their numbers become gauges, and
 * ranges stay labels.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "export_parts.h"
#include "metrics.h"

/* Size of a metric's name, enough because its parts are short. */
#define NAME_MAX_LEN	300

/**
 * struct job - the state while a histogram is exported
 * @metrics: output
 * @source: its document
 * @hist: the histogram
 * @base: prefix of all names
 * @about: what is counted, for help texts
 * @several: the recipe has histograms of several events
 * @number: number of this histogram from 1, if there are several; 0 if it has a name
 * @range: index of the key that becomes buckets, or -1
 * @hits: index of the value that is the number of hits, or -1
 * @labels: labels of the current row
 * @size: bytes allocated at @labels
 */
struct job {
	struct metrics *metrics;
	const struct export_source *source;
	const struct doc_hist *hist;
	char base[NAME_MAX_LEN];
	char about[NAME_MAX_LEN];
	bool several;
	size_t number;
	int range;
	int hits;
	char *labels;
	size_t size;
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

/*
 * Appends a part of a name, reduced to lower-case letters, digits and single underscores.
 * Changes parts that checkers mistake for abbreviated units or for the type of a metric.
 */
static void add_part(char *name, const char *text)
{
	static const char *const units[] = {
		"s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d",
		"counter", "gauge", "histogram", "summary", "untyped",
	};
	size_t len = strlen(name), begin, i;

	while (*text && len + 16 < NAME_MAX_LEN) {
		while (*text && !is_word(*text))
			text++;
		if (!*text)
			break;
		name[len++] = '_';
		begin = len;
		for (; is_word(*text) && len + 16 < NAME_MAX_LEN; text++)
			name[len++] = *text >= 'A' && *text <= 'Z' ? *text + 32 : *text;
		name[len] = '\0';
		for (i = 0; i < ARRAY_SIZE(units); i++)
			if (!strcmp(name + begin, units[i]))
				len += sprintf(name + len, "value");
	}
}

/* Changes a name whose last part has a meaning for readers of metrics. */
static void end_name(char *name)
{
	static const char *const endings[] = {
		"_total", "_sum", "_count", "_bucket", "_created", "_info",
	};
	const size_t len = strlen(name);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(endings); i++) {
		const size_t ending = strlen(endings[i]);

		if (len > ending && !strcmp(name + len - ending, endings[i]))
			strcat(name, "_value");
	}
}

/*
 * Removes a unit, because the base unit is appended: lat_us becomes lat_seconds. add_part() has
 * made lat_usvalue of it.
 */
static void cut_unit(char *name, enum doc_unit unit)
{
	static const char *const units[] = {
		"_usvalue", "_nsvalue", "_msvalue", "_usecs", "_nsecs", "_usec", "_nsec",
	};
	const size_t len = strlen(name);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		const size_t ending = strlen(units[i]);

		if (export_is_time(unit) && len > ending &&
		    !strcmp(name + len - ending, units[i]))
			name[len - ending] = '\0';
	}
}

/* If neither document nor recipe has a unit, fields with "bytes" in their name are in bytes. */
static enum doc_unit metrics_unit(const struct job *job, const struct doc_field *field)
{
	const enum doc_unit unit = export_unit(job->source, field);

	if (unit == DOC_UNIT_NONE && strstr(field->name, "bytes"))
		return DOC_UNIT_BYTES;
	return unit;
}

/* Prints the value of a label. Escapes control characters as well. */
static void metrics_put_label_value(FILE *out, const char *text)
{
	uint32_t code;
	size_t len;

	for (; *text; text += len) {
		len = text_next(text, &code);
		if (*text == '\\' || *text == '"')
			fprintf(out, "\\%c", *text);
		else if (*text == '\n')
			fputs("\\n", out);
		else if (code)
			fprintf(out, code < 0x100 ? "\\\\x%02x" : "\\\\u%04x", code);
		else
			fwrite(text, 1, len, out);
	}
}

/*
 * Prints a label and its value. Replaces characters that names of labels cannot have. Changes
 * the reserved names le and quantile, and entry, which metric_add() uses.
 */
static void metrics_put_label(FILE *out, bool *first, const char *name, const char *more,
			      const char *value)
{
	const char *at;

	if (!*first)
		fputc(',', out);
	*first = false;
	if (!is_letter(*name))
		fputs("key_", out);
	for (at = name; *at; at++)
		fputc(is_word(*at) ? *at : '_', out);
	if (!strcmp(name, "le") || !strcmp(name, "quantile") || !strcmp(name, "entry"))
		fputs("_key", out);
	fprintf(out, "%s=\"", more);
	metrics_put_label_value(out, value);
	fputc('"', out);
}

/* Returns a suffix that makes a label's name unique, because two keys may be of one field. */
static const char *nth(const struct doc_hist *hist, size_t key, char *text)
{
	unsigned int same = 1;
	size_t i;

	for (i = 0; i < key; i++)
		same += !strcasecmp(hist->fields[i].name, hist->fields[key].name);
	text[0] = '\0';
	if (same > 1)
		snprintf(text, 16, "_%u", same);
	return text;
}

static void metrics_put_key(FILE *out, bool *first, const struct job *job, size_t i,
			    const struct doc_cell *cell)
{
	const struct doc_hist *hist = job->hist;
	const struct doc_field *field = &hist->fields[i];
	char text[EXPORT_TEXT_MAX], number[32], suffix[16];

	nth(hist, i, suffix);
	if (cell->type == DOC_NUMBER && cell->shown == DOC_SHOWN_COMM) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)cell->number.bits);
		metrics_put_label(out, first, field->name, suffix, number);
		strcat(suffix, "_comm");
		metrics_put_label(out, first, field->name, suffix, cell->text);
		return;
	}
	export_cell(job->source, field, cell, text, sizeof(text));
	metrics_put_label(out, first, field->name, suffix, text);
}

/*
 * Prints the user's arguments as labels, because a service may run a recipe twice with
 * different arguments. Leaves out top=, which only limits rows.
 */
static void metrics_put_arguments(FILE *out, bool *first, const struct export_source *source)
{
	const struct recipe_arg *arg;
	char name[64];
	size_t i = 0;

	for (arg = source->args; arg; arg = arg->next, i++) {
		if (!source->values[i] || !strcmp(arg->name, "top"))
			continue;
		snprintf(name, sizeof(name), "arg_%.50s", arg->name);
		metrics_put_label(out, first, name, "", source->values[i]);
	}
}

/* Prints the labels that all series of a histogram have, whatever its keys are. */
static void metrics_put_common(FILE *out, bool *first, const struct job *job)
{
	const struct hist_doc *doc = job->source->doc;
	char number[24];

	metrics_put_arguments(out, first, job->source);
	if (job->several)
		metrics_put_label(out, first, "event", "", export_event(job->source));
	if (!job->source->name && doc->instance)
		metrics_put_label(out, first, "tracing_instance", "", doc->instance);
	if (job->number) {
		snprintf(number, sizeof(number), "%zu", job->number);
		metrics_put_label(out, first, "hist", "", number);
	}
}

/* Writes the labels of a row. Leaves out the key of index @without; -1 leaves out none. */
static bool make_labels(struct job *job, const struct doc_row *row, int without)
{
	bool first = true;
	FILE *out;
	size_t i;

	free(job->labels);
	job->labels = NULL;
	out = open_memstream(&job->labels, &job->size);
	if (!out)
		return false;
	for (i = 0; row && i < job->hist->nr_keys; i++)
		if ((int)i != without)
			metrics_put_key(out, &first, job, i, &row->keys[i]);
	metrics_put_common(out, &first, job);
	return !fclose(out) && job->labels;
}

static struct metric_family *family_of(const struct job *job, const struct doc_field *field,
				       enum metric_type type, const char *format)
{
	const enum doc_unit unit = metrics_unit(job, field);
	const bool is_hits = !strcmp(field->name, "hitcount");
	const bool is_sum = export_is_sum(field);
	char name[NAME_MAX_LEN + 16], help[2 * NAME_MAX_LEN];

	snprintf(name, NAME_MAX_LEN, "%s", job->base);
	add_part(name, is_hits ? "hits" : field->name);
	cut_unit(name, unit);
	if (field->modifier && !is_sum && type == METRIC_GAUGE)
		add_part(name, field->modifier);
	end_name(name);
	if (is_hits && is_sum)
		snprintf(help, sizeof(help), "Hits of %s.", job->about);
	else
		snprintf(help, sizeof(help), format, field->name, job->about);
	return metric_family(job->metrics, type, unit, name, help);
}

static enum metric_bounds bounds_of(const struct doc_field *field)
{
	if (field->type != DOC_DISTRIBUTION && strcmp(field->modifier, "log2"))
		return METRIC_BOUNDS_ANY;
	if (field->type == DOC_DISTRIBUTION || field->has_parameter)
		return METRIC_BOUNDS_BELOW_POWERS;
	return METRIC_BOUNDS_POWERS;
}

/* Tests whether a value exports the same numbers as an earlier value, in another style. */
static bool is_repeated(const struct doc_field *values, size_t which)
{
	const struct doc_field *field = &values[which];
	size_t i;

	for (i = 0; i < which; i++)
		if (!strcmp(values[i].name, field->name) && values[i].type == field->type &&
		    (field->type == DOC_DISTRIBUTION ||
		     (export_is_sum(field) && export_is_sum(&values[i]))))
			return true;
	return false;
}

/* Exports the key that is a range as buckets with the number of hits. */
static void add_range(struct job *job, const struct doc_row *row)
{
	const struct doc_field *key = &job->hist->fields[job->range];
	const struct doc_field *values = doc_values(job->hist);
	const struct doc_cell *cell = &row->keys[job->range];
	struct metric_family *family;
	size_t i;

	family = family_of(job, key, METRIC_HISTOGRAM, "Distribution of %s over the hits of %s.");
	metric_add_bucket(job->metrics, family, job->labels, bounds_of(key),
			  cell->has_range ? cell->low : cell->number,
			  cell->has_range ? cell->high : cell->number,
			  row->values[job->hits].number.bits);
	/* If the field is also a value, export its sum, which is exact, not an estimate. */
	for (i = 0; i < job->hist->nr_values; i++)
		if (export_is_sum(&values[i]) && !strcmp(values[i].name, key->name) &&
		    !is_repeated(values, i))
			metric_set_sum(job->metrics, family, job->labels, row->values[i].number);
}

static void add_distribution(struct job *job, const struct doc_field *field,
			     const struct doc_cell *cell)
{
	struct metric_family *family;
	uint32_t i;

	family = family_of(job, field, METRIC_HISTOGRAM, "Distribution of %s over the hits of %s.");
	for (i = 0; i < cell->nr; i++)
		metric_add_bucket(job->metrics, family, job->labels, bounds_of(field),
				  cell->buckets[i].low, cell->buckets[i].high,
				  cell->buckets[i].count);
}

static void add_value(struct job *job, const struct doc_field *field, const struct doc_cell *cell)
{
	const bool counts = !job->hist->has_interval && export_is_sum(field);

	if (field->type == DOC_DISTRIBUTION && !job->hist->has_interval)
		add_distribution(job, field, cell);
	else if (field->type == DOC_DISTRIBUTION)
		metric_add(job->metrics,
			   family_of(job, field, METRIC_GAUGE, "Values of %s over the hits of %s."),
			   job->labels, (struct doc_number){ cell->count, false });
	else if (!counts || cell->number.negative ||
		 (field->modifier && !strcmp(field->modifier, "signed")))
		metric_add(job->metrics,
			   family_of(job, field, METRIC_GAUGE,
				     export_is_sum(field) ? "Sum of %s over the hits of %s." :
							    "Statistic of %s over the hits of %s."),
			   job->labels, cell->number);
	else
		metric_add(job->metrics,
			   family_of(job, field, METRIC_COUNTER, "Sum of %s over the hits of %s."),
			   job->labels, cell->number);
}

/* Exports the values of a row, except those that add_range() has exported. */
static bool add_values(struct job *job, const struct doc_row *row)
{
	const struct doc_field *values = doc_values(job->hist);
	bool labelled = false;
	size_t i;

	for (i = 0; i < job->hist->nr_values; i++) {
		if (is_repeated(values, i))
			continue;
		if (job->range >= 0 &&
		    ((int)i == job->hits ||
		     (export_is_sum(&values[i]) &&
		      !strcmp(values[i].name, job->hist->fields[job->range].name))))
			continue;
		if (!labelled && !make_labels(job, row, -1))
			return false;
		labelled = true;
		add_value(job, &values[i], &row->values[i]);
	}
	return true;
}

static void add_total(const struct job *job, enum metric_type type, const char *name,
		      const char *help, uint64_t number)
{
	metric_add(job->metrics, metric_family(job->metrics, type, DOC_UNIT_NONE, name, help),
		   job->labels, (struct doc_number){ number, false });
}

static bool add_totals(struct job *job)
{
	const struct doc_hist *hist = job->hist;
	const enum metric_type type = hist->has_interval ? METRIC_GAUGE : METRIC_COUNTER;
	bool first = true;
	FILE *out;

	free(job->labels);
	job->labels = NULL;
	out = open_memstream(&job->labels, &job->size);
	if (!out)
		return false;
	if (job->source->name)
		metrics_put_label(out, &first, "recipe", "", job->source->name);
	else
		metrics_put_label(out, &first, "event", "", export_event(job->source));
	metrics_put_common(out, &first, job);
	if (fclose(out) || !job->labels)
		return false;
	add_total(job, type, "histrig_counted_hits", "Hits that were counted.", hist->hits);
	add_total(job, type, "histrig_dropped_hits", "Hits that were not counted.",
		  hist->lost[DOC_LOST_HITS]);
	add_total(job, METRIC_GAUGE, "histrig_entries", "Entries in the table.", hist->entries);
	if (hist->lost[DOC_LOST_BUCKETS])
		add_total(job, type, "histrig_values_without_bucket",
			  "Values for which there was no free bucket.",
			  hist->lost[DOC_LOST_BUCKETS]);
	metric_add(job->metrics,
		   metric_family(job->metrics, METRIC_GAUGE, DOC_UNIT_NS,
				 "histrig_read_time",
				 "When the histogram was read, in seconds since 1970."),
		   job->labels, (struct doc_number){ job->source->doc->time, false });
	return true;
}

static int metrics_find_hits(const struct doc_hist *hist)
{
	const struct doc_field *values = doc_values(hist);
	size_t i;

	for (i = 0; i < hist->nr_values; i++)
		if (!strcmp(values[i].name, "hitcount") && export_is_sum(&values[i]))
			return i;
	return -1;
}

static bool add_hist(struct job *job)
{
	const struct doc_row *row;

	snprintf(job->base, sizeof(job->base), "histrig");
	add_part(job->base, job->source->name ? job->source->name :
		 job->hist->name ? job->hist->name : export_event(job->source));
	snprintf(job->about, sizeof(job->about), "%s",
		 job->source->name ? job->source->name : export_event(job->source));
	job->hits = metrics_find_hits(job->hist);
	job->range = job->hits < 0 || job->hist->has_interval ? -1 : export_range_key(job->hist);
	if (!add_totals(job))
		return false;
	for (row = job->hist->rows; row < job->hist->rows + job->hist->nr_rows; row++) {
		if (job->range >= 0) {
			if (!make_labels(job, row, job->range))
				return false;
			add_range(job, row);
		}
		if (!add_values(job, row))
			return false;
	}
	return true;
}

static bool equal(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

/* Returns the index of an unnamed histogram in its document; -1 if it has a name. */
static ptrdiff_t place_of(const struct hist_doc *doc, const struct doc_hist *hist)
{
	return hist->name ? -1 : hist - doc->hists;
}

/*
 * Does a later document contain the same histogram? It does if the event was read again, or
 * if several events feed a histogram with a name.
 */
static bool is_replaced(const struct export_source *sources, size_t nr, size_t which,
			const struct doc_hist *hist)
{
	const struct hist_doc *doc = sources[which].doc;
	size_t i, j;

	for (i = 0; i < nr; i++) {
		const struct hist_doc *other = sources[i].doc;

		if (i == which || !equal(doc->instance, other->instance) ||
		    !equal(sources[which].name, sources[i].name) ||
		    (!hist->name && strcmp(doc->event, other->event)) ||
		    other->time < doc->time || (other->time == doc->time && i < which))
			continue;
		for (j = 0; j < other->nr_hists; j++)
			if (equal(hist->name, other->hists[j].name) &&
			    place_of(doc, hist) == place_of(other, &other->hists[j]))
				return true;
	}
	return false;
}

static bool is_one_of_several(const struct export_source *sources, size_t nr, size_t which)
{
	size_t i;

	for (i = 0; sources[which].name && i < nr; i++)
		if (equal(sources[i].name, sources[which].name) &&
		    strcmp(export_event(&sources[i]), export_event(&sources[which])))
			return true;
	return false;
}

static size_t count_series(const struct export_source *sources, size_t nr)
{
	size_t i, j, series = 0;

	for (i = 0; i < nr; i++)
		for (j = 0; j < sources[i].doc->nr_hists; j++)
			series += sources[i].doc->hists[j].nr_rows *
				  (1 + sources[i].doc->hists[j].nr_values);
	return series;
}

bool export_metrics(FILE *out, const struct export_source *sources, size_t nr,
		    enum export_dialect dialect)
{
	struct metrics metrics;
	struct job job = { .metrics = &metrics };
	bool good = true;
	size_t i, j;

	metrics_begin(&metrics, count_series(sources, nr));
	for (i = 0; good && i < nr; i++) {
		job.source = &sources[i];
		for (j = 0; good && j < sources[i].doc->nr_hists; j++) {
			job.hist = &sources[i].doc->hists[j];
			job.several = is_one_of_several(sources, nr, i);
			job.number = sources[i].doc->nr_hists > 1 && !job.hist->name ? j + 1 : 0;
			if (!is_replaced(sources, nr, i, job.hist))
				good = add_hist(&job);
		}
	}
	if (good)
		metrics_print(out, &metrics, dialect);
	good = good && !metrics.failed;
	metrics_end(&metrics);
	free(job.labels);
	return good;
}
