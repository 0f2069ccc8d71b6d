/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Families of metrics, as Prometheus has them. They are collected before they are
 * printed, so that all samples of a family are together and unique. Numbers with the same
 * labels are added up.
 */
#ifndef TOOL_METRICS_H
#define TOOL_METRICS_H

#include "export.h"

enum metric_type {
	METRIC_COUNTER,
	METRIC_GAUGE,
	METRIC_HISTOGRAM,
};

/* The bounds of a histogram's buckets. */
enum metric_bounds {
	METRIC_BOUNDS_ANY,
	METRIC_BOUNDS_POWERS,		/* 2^k */
	METRIC_BOUNDS_BELOW_POWERS,	/* 2^k - 1 */
};

struct metric_family;

/**
 * struct metrics - all families
 * @arena: for all of it
 * @first: the first family
 * @last: the last one
 * @table: finds series by their labels
 * @size: of @table, a power of two
 * @failed: there was no memory
 */
struct metrics {
	struct arena arena;
	struct metric_family *first;
	struct metric_family *last;
	struct metric_series **table;
	size_t size;
	bool failed;
};

/**
 * metrics_begin() - begin without families
 * @metrics: for them
 * @series: an estimate of the number of series
 */
void metrics_begin(struct metrics *metrics, size_t series);

/**
 * metrics_end() - free everything
 * @metrics: the families
 */
void metrics_end(struct metrics *metrics);

/**
 * metric_family() - find a family, or create it
 * @metrics: the families
 * @type: its type
 * @unit: its unit; numbers are in this unit, and are printed in seconds or bytes
 * @name: its name, without unit and suffix; all characters must be valid
 * @help: what it is, in a sentence
 *
 * If a family of another type has this name, the name gets a number.
 *
 * Return: the family; NULL if there is no memory.
 */
struct metric_family *metric_family(struct metrics *metrics, enum metric_type type,
				    enum doc_unit unit, const char *name, const char *help);

/**
 * metric_add() - add a number to a counter, or set a gauge
 * @metrics: the families
 * @family: one of them, or NULL
 * @labels: NAME="VALUE",... with escapes, or ""
 * @number: the number
 *
 * Further gauges with the same labels get a label entry="2" and so on.
 */
void metric_add(struct metrics *metrics, struct metric_family *family, const char *labels,
		struct doc_number number);

/**
 * metric_add_bucket() - add to a bucket of a histogram
 * @metrics: the families
 * @family: a histogram, or NULL
 * @labels: as of metric_add()
 * @bounds: the bounds of its buckets; the numbers are counted in the bucket of @high
 * @low: the least number in the bucket
 * @high: the greatest number in it
 * @count: how many
 */
void metric_add_bucket(struct metrics *metrics, struct metric_family *family, const char *labels,
		       enum metric_bounds bounds, struct doc_number low, struct doc_number high,
		       uint64_t count);

/**
 * metric_set_sum() - set the sum of a histogram; without it, the sum is estimated
 * @metrics: the families
 * @family: a histogram, or NULL
 * @labels: as of metric_add()
 * @sum: is added to the sum that was set before
 */
void metric_set_sum(struct metrics *metrics, struct metric_family *family, const char *labels,
		    struct doc_number sum);

/**
 * metrics_print() - print all families
 * @out: where to
 * @metrics: the families
 * @dialect: the kind of reader
 */
void metrics_print(FILE *out, struct metrics *metrics, enum export_dialect dialect);

#endif /* TOOL_METRICS_H */
