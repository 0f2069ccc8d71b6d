/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables that a recipe needs but does not show: what has begun and waits for its end. If
 * such a table is full, hits are dropped, which the answer does not tell. The entries of
 * tasks that have died may fill it in a run of many days.
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
 * @room: for how many keys there is room
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
 * @seen: of each table, what was dropped and lost when it was last looked at
 * @nr_seen: how many
 * @no_room: hits that found no room
 * @lost: hits that were dropped for another reason, and actions that hits could not run
 * @room: of the table that had no room last
 * @told_no_room: how many of @no_room the user has been told of
 * @told_lost: how many of @lost the user has been told of
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
 * tables_watch() - look how full the tables of a run are
 * @run: the run, armed
 */
void tables_watch(struct run *run);

/**
 * tables_tell() - warn the user of hits and actions that the answer lacks
 * @run: the run
 * @end: it ends; before, only the first ones are told
 */
void tables_tell(struct run *run, bool end);

/**
 * tables_begin() - leave out what was dropped while a session was being armed
 * @run: the run, armed; the sums of an earlier session stay
 */
void tables_begin(struct run *run);

/**
 * tables_restart() - test whether a run should begin anew
 * @run: the run
 *
 * Return: true if a table has become full, and not soon after it was armed.
 */
bool tables_restart(const struct run *run);

/**
 * tables_free() - free what is known of a run's tables
 * @run: the run
 */
void tables_free(struct run *run);

#endif /* TOOL_TABLES_H */
