// SPDX-License-Identifier: GPL-2.0
/* Tables that a recipe needs but does not show; see tables.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stop.h"
#include "../text.h"
#include "run.h"
#include "session.h"
#include "tables.h"

/*
 * Minimum time from arming a run to its restart, in nanoseconds: a table that fills sooner
 * would soon be full again.
 */
#define RENEW_AFTER	(3600 * 1000000000ull)

/* One histogram of an event, and its counts when they were last read. */
struct table_seen {
	const char *event;
	size_t nr;
	unsigned long long dropped;
	unsigned long long lost;
};

static char *next_line(char **at)
{
	char *line = *at, *end = strchr(line, '\n');

	if (end)
		*end = '\0';
	*at = end ? end + 1 : line + strlen(line);
	return line;
}

bool tables_parse(char **at, struct table_totals *totals)
{
	unsigned long long value;
	char *line, name[16];

	*totals = (struct table_totals){};
	if (!**at || **at == ' ')
		return false;
	totals->trigger = next_line(at);
	while (**at == ' ') {
		line = next_line(at);
		if (sscanf(line, " %15[^:]: %llu", name, &value) != 2)
			continue;
		if (!strcmp(name, "Entries"))
			totals->entries = value;
		else if (!strcmp(name, "Room"))
			totals->capacity = value;
		else if (!strcmp(name, "Dropped"))
			totals->dropped = value;
		else if (!strcmp(name, "Lost actions"))
			totals->lost = value;
	}
	return true;
}

static struct table_seen *seen_of(struct tables *tables, const char *event, size_t nr)
{
	struct table_seen *seen;
	size_t i;

	for (i = 0; i < tables->nr_seen; i++)
		if (tables->seen[i].nr == nr && !strcmp(tables->seen[i].event, event))
			return &tables->seen[i];
	seen = realloc(tables->seen, (tables->nr_seen + 1) * sizeof(*seen));
	if (!seen)
		die("out of memory; end other programs and try again");
	tables->seen = seen;
	seen += tables->nr_seen++;
	*seen = (struct table_seen){ event, nr, 0, 0 };
	return seen;
}

/* Returns how much a counter has grown. Takes and intervals reset it to 0. */
static unsigned long long grown(unsigned long long *seen, unsigned long long now)
{
	unsigned long long more = now < *seen ? now : now - *seen;

	*seen = now;
	return more;
}

static void watch_event(struct run *run, const char *event)
{
	struct tables *tables = &run->tables;
	struct table_totals totals;
	struct table_seen *seen;
	unsigned long long more;
	struct text text = {};
	char file[PATH_MAX], *at;
	size_t nr = 0;

	snprintf(file, sizeof(file), "events/%s/hist_totals", event);
	if (session_read(run->session, file, &text) || !text.at) {
		text_free(&text);
		return;
	}
	for (at = text.at; tables_parse(&at, &totals); nr++) {
		seen = seen_of(tables, event, nr);
		tables->lost += grown(&seen->lost, totals.lost);
		more = grown(&seen->dropped, totals.dropped);
		/* A trigger that only forgets entries of other triggers needs no entries. */
		if (!more || strstr(totals.trigger, ".forget()"))
			continue;
		/* Hits are also dropped for other reasons than a full table. */
		if (totals.entries > totals.capacity / 2) {
			tables->no_space += more;
			tables->capacity = totals.capacity;
			tables->full = true;
		} else {
			tables->lost += more;
		}
	}
	text_free(&text);
}

static bool is_shown(const struct plan *plan, const char *event)
{
	const struct plan_show *show;

	for (show = plan->shows; show; show = show->next)
		if (!strcmp(show->event, event))
			return true;
	return false;
}

static bool seen_before(const struct plan *plan, const struct plan_step *step)
{
	const struct plan_step *other;

	for (other = plan->steps; other != step; other = other->next)
		if (other->kind == STEP_TRIGGER && !strcmp(other->event, step->event))
			return true;
	return false;
}

void tables_watch(struct run *run)
{
	const struct plan_step *step;

	for (step = run->plan->steps; step; step = step->next)
		if (step->kind == STEP_TRIGGER && !is_shown(run->plan, step->event) &&
		    !seen_before(run->plan, step))
			watch_event(run, step->event);
}

void tables_tell(struct run *run, bool end)
{
	struct tables *tables = &run->tables;

	if (tables->no_space != tables->told_no_space && (end || !tables->told_no_space)) {
		warn("the answer lacks %llu hits, because a table of %llu entries was full; a larger size= in the trigger avoids this",
		     tables->no_space, tables->capacity);
		tables->told_no_space = tables->no_space;
	}
	if (tables->lost != tables->told_lost && (end || !tables->told_lost)) {
		warn("the answer lacks %llu hits that were lost; the losses below each table say why",
		     tables->lost);
		tables->told_lost = tables->lost;
	}
}

void tables_begin(struct run *run)
{
	struct tables *tables = &run->tables, sums;

	free(tables->seen);
	tables->seen = NULL;
	tables->nr_seen = 0;
	/* Arming a forget() drops hits on new keys. That is no loss: count only later drops. */
	sums = *tables;
	tables_watch(run);
	tables->no_space = sums.no_space;
	tables->lost = sums.lost;
	tables->full = false;
	tables->began = stop_clock();
}

bool tables_restart(const struct run *run)
{
	const char *word = getenv("HISTRIG_RENEW_AFTER");
	uint64_t after = RENEW_AFTER;

	if (word && !run_interval(word, &after))
		die("HISTRIG_RENEW_AFTER=%s is not a time like 10, 500ms or 1m", word);
	return run->tables.full && stop_clock() - run->tables.began >= after && !stop_asked();
}

void tables_free(struct run *run)
{
	free(run->tables.seen);
	run->tables = (struct tables){};
}
