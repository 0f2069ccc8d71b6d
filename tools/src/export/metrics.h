/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Families of metrics, as in Prometheus. All are collected before they are printed, so that
 * the samples of a family are together. Numbers with the same labels are added up.
 */
#ifndef TOOL_METRICS_H
#define TOOL_METRICS_H

#include "export.h"

enum metric_type {
	METRIC_COUNTER,
	METRIC_GAUGE,
	METRIC_HISTOGRAM,
};

/* How the bounds of a histogram's buckets are chosen. */
enum metric_bounds {
	METRIC_BOUNDS_ANY,
	METRIC_BOUNDS_POWERS,		/* 2^k */
	METRIC_BOUNDS_BELOW_POWERS,	/* 2^k - 1 */
};

struct metric_family;

/**
 * struct metrics - all families
 * @arena: memory of all families
 * @first: the first family
 * @last: the last family
 * @table: finds series by their labels
 * @size: size of @table, a power of two
 * @failed: out of memory
 */
struct metrics {
	struct arena arena;
	struct metric_family *first;
	struct metric_family *last;
	struct metric_series **table;
	size_t size;
	bool failed;
};

/* Prepares for collecting families. @series is an estimate of the number of series. */
void metrics_begin(struct metrics *metrics, size_t series);

/* Frees all families. */
void metrics_end(struct metrics *metrics);

/**
 * metric_family() - find a family, or create it
 * @metrics: the families
 * @type: its type
 * @unit: unit of the numbers that are added; they are printed in seconds or bytes
 * @name: its name without unit and suffix; all characters must be valid
 * @help: a sentence that says what it counts
 *
 * If a family of another type has this name, a number is appended to the name.
 *
 * Return: the family, or NULL if out of memory.
 */
struct metric_family *metric_family(struct metrics *metrics, enum metric_type type,
				    enum doc_unit unit, const char *name, const char *help);

/**
 * metric_add() - add a number to a counter, or set a gauge
 * @metrics: the families
 * @family: the family, or NULL to do nothing
 * @labels: NAME="VALUE",... with escapes, or ""
 * @number: the number
 *
 * Further gauges with the same labels get a label entry="2" and so on.
 */
void metric_add(struct metrics *metrics, struct metric_family *family, const char *labels,
		struct doc_number number);

/**
 * metric_add_bucket() - add hits to a bucket of a histogram
 * @metrics: the families
 * @family: the histogram, or NULL to do nothing
 * @labels: like metric_add()
 * @bounds: how the bounds of its buckets are chosen
 * @low: the least of the counted numbers
 * @high: the greatest of the counted numbers; selects the bucket
 * @count: number of hits
 */
void metric_add_bucket(struct metrics *metrics, struct metric_family *family, const char *labels,
		       enum metric_bounds bounds, struct doc_number low, struct doc_number high,
		       uint64_t count);

/**
 * metric_set_sum() - add to the sum of a histogram; a sum that is never set is estimated
 * @metrics: the families
 * @family: the histogram, or NULL to do nothing
 * @labels: like metric_add()
 * @sum: the number to add
 */
void metric_set_sum(struct metrics *metrics, struct metric_family *family, const char *labels,
		    struct doc_number sum);

void metrics_print(FILE *out, struct metrics *metrics, enum export_dialect dialect);

#endif /* TOOL_METRICS_H */
