/* SPDX-License-Identifier: GPL-2.0 */
/* Steps of the tests of variables and actions. */
#ifndef UNIT_INTER_WORLD_H
#define UNIT_INTER_WORLD_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "test.h"
#include "world.h"

static struct world_record r;

/**
 * struct step - a command and its expected result
 * @event: the event whose trigger file gets it; "synth" for synthetic_events
 * @command: the command
 * @ret: expected return value
 * @log: expected error log, a line "COLUMN MESSAGE" for each entry
 */
struct step {
	const char *event;
	const char *command;
	int ret;
	const char *log;
};

static inline void run_step(const struct step *step)
{
	static char before[1 << 16];
	int ret;

	strscpy(before, world_triggers(), sizeof(before));
	if (!strcmp(step->event, "synth"))
		ret = world_synth(step->command);
	else
		ret = world_write_to(step->event, step->command);
	if (ret != step->ret)
		check_failed(__FILE__, __LINE__, "%s: %d, not %d",
			     step->command, ret, step->ret);
	CHECK_STR(world_error_log, step->log ? step->log : "", step->command);
	/* A command that fails changes nothing. */
	if (ret)
		CHECK_STR(world_triggers(), before, step->command);
}

#define RUN(steps)							\
do {									\
	unsigned int __i;						\
									\
	for (__i = 0; __i < ARRAY_SIZE(steps); __i++)			\
		run_step(&(steps)[__i]);				\
} while (0)

/* Writes a command that must succeed. */
static inline void write_to(const char *event, const char *command)
{
	run_step(&(struct step){ event, command });
}

/* Hits an event, with values for the two fields that most tests use. */
static inline void fire(const char *event, u32 w, u64 num)
{
	r.w = w;
	r.num = num;
	world_fire_at(event, &r);
}

/* Checks the entries of an event's first histogram, without the totals. */
static inline void check_rows(const char *event, const char *rows)
{
	static char got[1 << 16];
	char *end;

	strscpy(got, world_hist_of(event), sizeof(got));
	end = strstr(got, "\nTotals:");
	if (end)
		*end = '\0';
	CHECK_STR(got, rows, event);
}

#endif /* UNIT_INTER_WORLD_H */
