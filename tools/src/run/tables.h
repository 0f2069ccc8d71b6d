/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables that a recipe needs but does not show: operations that have started and not ended.
 * If such a table is full, hits are dropped, and are missing in the tables that are shown. In
 * a run of many days, entries of exited tasks may fill a table.
 */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run;

/**
 * struct table_totals - the lines of hist_totals about one histogram
 * @trigger: its trigger
 * @entries: number of entries
 * @capacity: maximum number of entries
 * @dropped: hits that were not counted
 * @lost: actions that were not run
 */
struct table_totals {
	char *trigger;
	unsigned long long entries;
	unsigned long long capacity;
	unsigned long long dropped;
	unsigned long long lost;
};

/**
 * struct tables - losses of a run's tables
 * @seen: for each table, the counts when they were last read
 * @nr_seen: number of tables
 * @no_space: hits that were dropped because a table was full
 * @lost: hits that were dropped for another reason, and actions that were not run
 * @capacity: maximum number of entries of the table that was full last
 * @told_no_space: the part of @no_space that was reported
 * @told_lost: the part of @lost that was reported
 * @began: when the session was armed, in nanoseconds of CLOCK_MONOTONIC
 * @full: a table has become full
 */
struct tables {
	struct table_seen *seen;
	size_t nr_seen;
	unsigned long long no_space;
	unsigned long long lost;
	unsigned long long capacity;
	unsigned long long told_no_space;
	unsigned long long told_lost;
	uint64_t began;
	bool full;
};

/**
 * tables_parse() - parse the next histogram of hist_totals
 * @at: the text, which is changed; set to the rest
 * @totals: set to the totals
 *
 * Return: false if there are no more histograms.
 */
bool tables_parse(char **at, struct table_totals *totals);

/* Reads the counts of an armed run's tables, and adds up their losses. */
void tables_watch(struct run *run);

/**
 * tables_tell() - warn of hits and actions that the answer lacks
 * @run: the run
 * @end: true when the run ends, to report all losses; otherwise only the first of each kind
 */
void tables_tell(struct run *run, bool end);

/* Begins to count the losses of an armed run, after those of its earlier sessions. */
void tables_begin(struct run *run);

/* Should a run be restarted? True if a table is full, unless the run was armed recently. */
bool tables_restart(const struct run *run);

void tables_free(struct run *run);

#endif /* TOOL_TABLES_H */
