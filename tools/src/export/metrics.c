// SPDX-License-Identifier: GPL-2.0
/* Families of metrics, see metrics.h. */
#include <stdlib.h>
#include <string.h>

#include "export_parts.h"
#include "metrics.h"

/*
 * Latencies have all buckets from 2^FIRST_* to 2^LAST_*, because rate() misses the counts of
 * a bucket that appears between two scrapes.
 */
#define FIRST_NS	10
#define LAST_NS		34
#define FIRST_US	0
#define LAST_US		24

/**
 * struct metric_bucket - a bucket of a histogram
 * @next: next bucket of the same series
 * @bound: the greatest number in it
 * @count: number of hits
 */
struct metric_bucket {
	struct metric_bucket *next;
	struct doc_number bound;
	uint64_t count;
};

/**
 * struct metric_series - one set of labels
 * @next: next series of the family
 * @chain: next series in the same slot of the table
 * @family: its family
 * @labels: its labels
 * @number: value of a counter or gauge
 * @times: number of gauges that had these labels
 * @buckets: buckets of a histogram
 * @nr_buckets: number of buckets
 * @count: number of all hits of a histogram
 * @sum: sum of a histogram
 * @estimate: its sum, estimated from the middle of each bucket
 * @has_sum: @sum is set
 */
struct metric_series {
	struct metric_series *next;
	struct metric_series *chain;
	struct metric_family *family;
	const char *labels;
	struct doc_number number;
	unsigned int times;
	struct metric_bucket *buckets;
	size_t nr_buckets;
	uint64_t count;
	double sum;
	double estimate;
	bool has_sum;
};

/**
 * struct metric_family - a name with a type and a unit
 * @next: next family
 * @base: the name that was passed to metric_family()
 * @name: the name with the unit; with a number if another family has the same name
 * @help: what it counts
 * @type: its type
 * @unit: its unit
 * @bounds: bounds of its buckets
 * @first: the first series
 * @last: the last series
 * @nr_buckets: number of buckets of all series together
 */
struct metric_family {
	struct metric_family *next;
	const char *base;
	const char *name;
	const char *help;
	enum metric_type type;
	enum doc_unit unit;
	enum metric_bounds bounds;
	struct metric_series *first;
	struct metric_series *last;
	size_t nr_buckets;
};

static void *metrics_alloc(struct metrics *metrics, size_t size, size_t nr)
{
	void *memory = arena_alloc(&metrics->arena, size, nr);

	metrics->failed |= !memory;
	return memory;
}

static char *metrics_copy(struct metrics *metrics, const char *text)
{
	char *copy = arena_strdup(&metrics->arena, text);

	metrics->failed |= !copy;
	return copy;
}

void metrics_begin(struct metrics *metrics, size_t series)
{
	memset(metrics, 0, sizeof(*metrics));
	for (metrics->size = 64; metrics->size < series && metrics->size < 1 << 22;)
		metrics->size *= 2;
	metrics->table = metrics_alloc(metrics, sizeof(*metrics->table), metrics->size);
}

void metrics_end(struct metrics *metrics)
{
	arena_free(&metrics->arena);
}

/* Returns the base unit as a suffix, or "" if the name ends with it already. */
static const char *unit_suffix(const char *name, enum doc_unit unit)
{
	static const char *const suffixes[] = {
		[DOC_UNIT_NONE] = "", [DOC_UNIT_NS] = "_seconds", [DOC_UNIT_US] = "_seconds",
		[DOC_UNIT_MS] = "_seconds", [DOC_UNIT_S] = "_seconds",
		[DOC_UNIT_BYTES] = "_bytes",
	};
	const char *suffix = suffixes[unit];
	const size_t len = strlen(name), suffix_len = strlen(suffix);

	return len > suffix_len && !strcmp(name + len - suffix_len, suffix) ? "" : suffix;
}

static bool name_taken(const struct metrics *metrics, const char *name)
{
	const struct metric_family *family;

	for (family = metrics->first; family; family = family->next)
		if (!strcmp(family->name, name))
			return true;
	return false;
}

/* Makes the name of a family. Strict readers require names to be unique across types. */
static const char *family_name(struct metrics *metrics, const char *base, enum doc_unit unit)
{
	const size_t size = strlen(base) + 32;
	const char *suffix = unit_suffix(base, unit);
	char *name = metrics_alloc(metrics, 1, size);
	unsigned int i;

	if (!name)
		return NULL;
	snprintf(name, size, "%s%s", base, suffix);
	for (i = 2; name_taken(metrics, name); i++)
		snprintf(name, size, "%s_%u%s", base, i, suffix);
	return name;
}

struct metric_family *metric_family(struct metrics *metrics, enum metric_type type,
				    enum doc_unit unit, const char *base, const char *help)
{
	struct metric_family *family;

	for (family = metrics->first; family; family = family->next)
		if (family->type == type && family->unit == unit && !strcmp(family->base, base))
			return family;
	family = metrics_alloc(metrics, sizeof(*family), 1);
	if (!family)
		return NULL;
	family->type = type;
	family->unit = unit;
	family->base = metrics_copy(metrics, base);
	family->name = family_name(metrics, base, unit);
	family->help = metrics_copy(metrics, help);
	if (metrics->failed)
		return NULL;
	if (metrics->last)
		metrics->last->next = family;
	else
		metrics->first = family;
	metrics->last = family;
	return family;
}

static size_t hash(const struct metric_family *family, const char *labels)
{
	uint64_t value = (uintptr_t)family * 0x9e3779b97f4a7c15ULL;

	for (; *labels; labels++)
		value = (value ^ (unsigned char)*labels) * 0x100000001b3ULL;
	return value ^ value >> 29;
}

static struct metric_series *metrics_find(struct metrics *metrics, struct metric_family *family,
					  const char *labels)
{
	struct metric_series **slot, *series;

	if (metrics->failed)
		return NULL;
	slot = &metrics->table[hash(family, labels) & (metrics->size - 1)];
	for (series = *slot; series; series = series->chain)
		if (series->family == family && !strcmp(series->labels, labels))
			return series;
	series = metrics_alloc(metrics, sizeof(*series), 1);
	if (!series)
		return NULL;
	series->family = family;
	series->labels = metrics_copy(metrics, labels);
	if (!series->labels)
		return NULL;
	series->chain = *slot;
	*slot = series;
	if (family->last)
		family->last->next = series;
	else
		family->first = series;
	family->last = series;
	return series;
}

/* Adds a gauge with the labels of an earlier gauge, and one more label. */
static void add_gauge(struct metrics *metrics, struct metric_series *same,
		      struct doc_number number)
{
	const size_t size = strlen(same->labels) + 32;
	char *labels = metrics_alloc(metrics, 1, size);

	if (!labels)
		return;
	snprintf(labels, size, "%s%sentry=\"%u\"", same->labels, *same->labels ? "," : "",
		 same->times);
	metric_add(metrics, same->family, labels, number);
}

void metric_add(struct metrics *metrics, struct metric_family *family, const char *labels,
		struct doc_number number)
{
	struct metric_series *series = family ? metrics_find(metrics, family, labels) : NULL;

	if (!series)
		return;
	series->times++;
	if (family->type == METRIC_COUNTER)
		series->number.bits += number.bits;
	else if (series->times == 1)
		series->number = number;
	else
		add_gauge(metrics, series, number);
}

/* Returns the greatest number of the bucket that counts a number. */
static struct doc_number bound_of(struct doc_number number, enum metric_bounds bounds)
{
	uint64_t bits = number.negative ? ~number.bits : number.bits;
	unsigned int power;

	if (bounds == METRIC_BOUNDS_ANY)
		return number;
	power = bits ? 64 - __builtin_clzll(bits) : 0;
	/* Negative numbers are grouped as ~number: -8 to -5, -4 to -3, -2, -1. */
	if (number.negative)
		number.bits = ~(power ? 1ULL << (power - 1) : 0);
	else if (bounds == METRIC_BOUNDS_BELOW_POWERS)
		number.bits = power < 64 ? (1ULL << power) - 1 : UINT64_MAX;
	else if (bits & (bits - 1))
		number.bits = power < 64 ? 1ULL << power : UINT64_MAX;
	return number;
}

void metric_add_bucket(struct metrics *metrics, struct metric_family *family, const char *labels,
		       enum metric_bounds bounds, struct doc_number low, struct doc_number high,
		       uint64_t count)
{
	struct metric_series *series = family ? metrics_find(metrics, family, labels) : NULL;
	struct metric_bucket *bucket;

	if (!series)
		return;
	family->bounds = bounds;
	series->estimate += (doc_double(low) / 2 + doc_double(high) / 2) * count;
	high = bound_of(high, bounds);
	/* Other buckets are too many to search; those of one bound are added up when printed. */
	bucket = bounds == METRIC_BOUNDS_ANY ? NULL : series->buckets;
	while (bucket && doc_compare(bucket->bound, high))
		bucket = bucket->next;
	if (!bucket) {
		bucket = metrics_alloc(metrics, sizeof(*bucket), 1);
		if (!bucket)
			return;
		bucket->bound = high;
		bucket->next = series->buckets;
		series->buckets = bucket;
		series->nr_buckets++;
		family->nr_buckets++;
	}
	bucket->count += count;
	series->count += count;
}

void metric_set_sum(struct metrics *metrics, struct metric_family *family, const char *labels,
		    struct doc_number sum)
{
	struct metric_series *series = family ? metrics_find(metrics, family, labels) : NULL;

	if (!series)
		return;
	series->sum += doc_double(sum);
	series->has_sum = true;
}

/* Prints a number with the fewest digits that represent it exactly. */
static void metrics_put_double(FILE *out, double number)
{
	char text[40];
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, number);
		if (strtod(text, NULL) == number)
			break;
	}
	/* Strict readers require a decimal point. */
	fprintf(out, strpbrk(text, ".en") ? "%s" : "%s.0", text);
}

static void metrics_put_value(FILE *out, const struct metric_family *family,
			      struct doc_number number)
{
	if (export_is_time(family->unit))
		metrics_put_double(out, export_base(doc_double(number), family->unit));
	else if (number.negative)
		fprintf(out, "%lld", (long long)number.bits);
	else
		fprintf(out, "%llu", (unsigned long long)number.bits);
	fputc('\n', out);
}

/* Prints a sample up to its value. */
static void metrics_put_name(FILE *out, const struct metric_series *series, const char *suffix)
{
	fprintf(out, "%s%s", series->family->name, suffix);
	if (*series->labels)
		fprintf(out, "{%s}", series->labels);
	fputc(' ', out);
}

static void metrics_put_bucket(FILE *out, const struct metric_series *series,
			       const struct doc_number *bound, uint64_t count)
{
	fprintf(out, "%s_bucket{%s%sle=\"", series->family->name, series->labels,
		*series->labels ? "," : "");
	if (bound)
		metrics_put_double(out, export_base(doc_double(*bound), series->family->unit));
	else
		fputs("+Inf", out);
	fprintf(out, "\"} %llu\n", (unsigned long long)count);
}

static int compare_bounds(const void *a, const void *b)
{
	return doc_compare(*(const struct doc_number *)a, *(const struct doc_number *)b);
}

static int compare_buckets(const void *a, const void *b)
{
	return doc_compare(((const struct metric_bucket *)a)->bound,
			   ((const struct metric_bucket *)b)->bound);
}

static size_t fixed_bounds(const struct metric_family *family, struct doc_number *bounds,
			   struct doc_number greatest)
{
	const bool powers = family->bounds == METRIC_BOUNDS_POWERS;
	unsigned int first = 0, last = 0, k;
	size_t nr = 0;

	if (family->bounds == METRIC_BOUNDS_ANY)
		return 0;
	if (family->unit == DOC_UNIT_NS || family->unit == DOC_UNIT_US) {
		first = family->unit == DOC_UNIT_NS ? FIRST_NS : FIRST_US;
		last = family->unit == DOC_UNIT_NS ? LAST_NS : LAST_US;
	}
	for (k = first; k < 64; k++) {
		const uint64_t bound = (1ULL << k) - !powers;

		if (k > last && (greatest.negative || bound > greatest.bits))
			break;
		bounds[nr++].bits = bound;
	}
	return nr;
}

/* Returns the bounds that all series of a family must have, in ascending order. */
static struct doc_number *all_bounds(struct metrics *metrics, const struct metric_family *family,
				     size_t *nr)
{
	struct doc_number *bounds = metrics_alloc(metrics, sizeof(*bounds),
						  family->nr_buckets + 64);
	struct doc_number greatest = { 1ULL << 63, true };
	const struct metric_series *series;
	const struct metric_bucket *bucket;
	size_t i, all = 0;

	*nr = 0;
	if (!bounds)
		return NULL;
	for (series = family->first; series; series = series->next)
		for (bucket = series->buckets; bucket; bucket = bucket->next) {
			bounds[all++] = bucket->bound;
			if (doc_compare(bucket->bound, greatest) > 0)
				greatest = bucket->bound;
		}
	all += fixed_bounds(family, bounds + all, greatest);
	qsort(bounds, all, sizeof(*bounds), compare_bounds);
	for (i = 0; i < all; i++)
		if (!i || doc_compare(bounds[i], bounds[*nr - 1]))
			bounds[(*nr)++] = bounds[i];
	return bounds;
}

/* Returns the buckets of a series, sorted; several may have the same bound. */
static const struct metric_bucket *sorted(struct metrics *metrics,
					  const struct metric_series *series)
{
	struct metric_bucket *all = metrics_alloc(metrics, sizeof(*all), series->nr_buckets);
	const struct metric_bucket *bucket;
	size_t nr = 0;

	if (!all)
		return NULL;
	for (bucket = series->buckets; bucket; bucket = bucket->next)
		all[nr++] = *bucket;
	qsort(all, nr, sizeof(*all), compare_buckets);
	return all;
}

static void metrics_put_histogram(FILE *out, struct metrics *metrics,
				  const struct metric_series *series,
				  const struct doc_number *bounds, size_t nr,
				  enum export_dialect dialect)
{
	const struct metric_bucket *buckets = sorted(metrics, series);
	const double sum = series->has_sum ? series->sum : series->estimate;
	uint64_t count = 0;
	size_t i, at = 0;

	for (i = 0; buckets && i < nr; i++) {
		for (; at < series->nr_buckets && !doc_compare(buckets[at].bound, bounds[i]); at++)
			count += buckets[at].count;
		metrics_put_bucket(out, series, &bounds[i], count);
	}
	metrics_put_bucket(out, series, NULL, series->count);
	/* OpenMetrics allows neither sum nor count if the sum may decrease. */
	if (dialect == EXPORT_OPENMETRICS && nr && bounds[0].negative)
		return;
	metrics_put_name(out, series, "_count");
	fprintf(out, "%llu\n", (unsigned long long)series->count);
	metrics_put_name(out, series, "_sum");
	metrics_put_double(out, export_base(sum, series->family->unit));
	fputc('\n', out);
}

/* Escapes a help text. Only strict readers need quotes to be escaped. */
static void metrics_put_help(FILE *out, const char *text, bool quotes)
{
	for (; *text; text++) {
		if (*text == '\\' || (*text == '"' && quotes))
			fprintf(out, "\\%c", *text);
		else if (*text == '\n')
			fputs("\\n", out);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			fprintf(out, "\\\\x%02x", *text);
		else
			fputc(*text, out);
	}
}

static void metrics_put_head(FILE *out, const struct metric_family *family,
			     enum export_dialect dialect)
{
	static const char *const types[] = {
		[METRIC_COUNTER] = "counter", [METRIC_GAUGE] = "gauge",
		[METRIC_HISTOGRAM] = "histogram",
	};
	const bool strict = dialect == EXPORT_OPENMETRICS;
	const char *suffix = !strict && family->type == METRIC_COUNTER ? "_total" : "";

	fprintf(out, "# HELP %s%s ", family->name, suffix);
	metrics_put_help(out, family->help, strict);
	fprintf(out, "\n# TYPE %s%s %s\n", family->name, suffix, types[family->type]);
	if (strict && family->unit != DOC_UNIT_NONE)
		fprintf(out, "# UNIT %s %s\n", family->name,
			family->unit == DOC_UNIT_BYTES ? "bytes" : "seconds");
}

void metrics_print(FILE *out, struct metrics *metrics, enum export_dialect dialect)
{
	const struct metric_family *family;
	const struct metric_series *series;
	const struct doc_number *bounds = NULL;
	size_t nr = 0;

	for (family = metrics->first; family; family = family->next) {
		if (family->type == METRIC_HISTOGRAM)
			bounds = all_bounds(metrics, family, &nr);
		if (metrics->failed)
			return;
		metrics_put_head(out, family, dialect);
		for (series = family->first; series; series = series->next) {
			if (family->type == METRIC_HISTOGRAM) {
				metrics_put_histogram(out, metrics, series, bounds, nr, dialect);
				continue;
			}
			metrics_put_name(out, series,
					 family->type == METRIC_COUNTER ? "_total" : "");
			metrics_put_value(out, family, series->number);
		}
	}
	fputs("# EOF\n", out);
}
