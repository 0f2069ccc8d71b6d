/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables that a recipe needs but does not show: operations that have started and not
 * ended. If such a table is full, hits are dropped, which the tables that are shown do
 * not count. Entries of exited tasks may fill it in a run of many days.
 */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run;

/**
 * struct table_totals - what hist_totals says of a histogram
 * @trigger: the line of its trigger
 * @entries: keys that have an entry
 * @room: the number of entries that fit
 * @dropped: hits that were not counted
 * @lost: actions that hits could not run
 */
struct table_totals {
	char *trigger;
	unsigned long long entries;
	unsigned long long room;
	unsigned long long dropped;
	unsigned long long lost;
};

/**
 * struct tables - what is known of a run's tables
 * @seen: of each table, the counts when they were last read
 * @nr_seen: how many
 * @no_room: hits that were dropped because a table was full
 * @lost: hits that were dropped for another reason, and actions that hits could not run
 * @room: size of the table that was full last
 * @told_no_room: the part of @no_room that was reported
 * @told_lost: the part of @lost that was reported
 * @began: when the session was armed, in nanoseconds of CLOCK_MONOTONIC
 * @full: a table has become full
 */
struct tables {
	struct table_seen *seen;
	size_t nr_seen;
	unsigned long long no_room;
	unsigned long long lost;
	unsigned long long room;
	unsigned long long told_no_room;
	unsigned long long told_lost;
	uint64_t began;
	bool full;
};

/**
 * tables_parse() - read what hist_totals says of the next histogram
 * @at: the text, which is cut; set to what follows
 * @totals: for the totals
 *
 * Return: false if there are no more.
 */
bool tables_parse(char **at, struct table_totals *totals);

/**
 * tables_watch() - read the counts of a run's tables
 * @run: the run, armed
 */
void tables_watch(struct run *run);

/**
 * tables_tell() - warn the user of hits and actions that the answer lacks
 * @run: the run
 * @end: the run ends; before that, only the first loss of a kind is reported
 */
void tables_tell(struct run *run, bool end);

/**
 * tables_begin() - take the baseline: drops before this do not count
 * @run: the run, armed; the sums of an earlier session stay
 */
void tables_begin(struct run *run);

/**
 * tables_restart() - test whether a run should be restarted
 * @run: the run
 *
 * Return: true if a table has become full, and not soon after it was armed.
 */
bool tables_restart(const struct run *run);

/**
 * tables_free() - free the state of a run's tables
 * @run: the run
 */
void tables_free(struct run *run);

#endif /* TOOL_TABLES_H */
