/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What surrounds the hist trigger in tests: one event with a field of every
 * kind, its record, and an error log that remembers the last entry only.
 */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "../../module/event/event.h"
#include "../../module/hist/attrs.h"
#include "../../module/hist/hist.h"
#include "../../module/hist/plan.h"

/* The record that world_event's format declares. */
struct world_record {
	u64 header;
	u64 d;
	s64 q;
	u32 w;
	s32 i;
	u16 h;
	s16 s;
	u8 b;
	s8 c;
	bool t;
	char name[16];
	char raw[5];
	u32 dyn;
	u32 rel;
	u32 ints;
	u32 cpus;
	u32 relcpus;
	const char *text;
	void *ptr;
	int array[3];
	char cpu;
	char none[0];
	char large[300];
	char pad[3];
	char data[512];
};

extern struct event world_event;

/* Last entry of the error log. */
extern char world_error[128];
extern char world_error_command[8192];
extern unsigned int world_error_column;
extern unsigned int world_errors;

/* world_record_init() - a record of which every string is empty */
void world_record_init(struct world_record *r);

/* Put a string where the record's dynamic or relative one is. */
void world_set_dyn(struct world_record *r, const char *text);
void world_set_rel(struct world_record *r, const char *text);

/* Put a mask of CPUs where the record's two are; @words of them. */
void world_set_cpus(struct world_record *r, const unsigned long *mask,
		    unsigned int words);

/* world_write() - one command to the trigger file; forgets the last error */
int world_write(const char *command);

/* world_fire() - hit the event, if it is armed */
void world_fire(const struct world_record *r);

/* world_trigger() - the trigger file; world_hist() - the hist file. Static. */
const char *world_trigger(void);
const char *world_hist(void);

/* world_reset() - remove all triggers; nothing may be left */
void world_reset(void);

/* world_plan() - plan a command, "hist:" not in it; hist_plan_make()'s value */
int world_plan(struct hist_plan *plan, const char *command);

#endif /* UNIT_WORLD_H */
