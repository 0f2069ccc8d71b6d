/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What surrounds the hist trigger in tests: an instance of events with a field of
 * every kind, their record, and an error log that remembers one command's entries.
 *
 * Three events share a record: world, other and third. Synthetic events are
 * real, see world_synth(). Functions without the name of an event mean world.
 */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "../../module/event/event.h"
#include "../../module/hist/command/attrs.h"
#include "../../module/hist/hist.h"
#include "../../module/hist/spec.h"
#include "../../module/instance/instance.h"

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
	/* Parameters of actions have names of two letters at least. */
	u64 num;
	s32 val;
	u32 frames;
	char data[512];
};

extern struct event world_event;

/* Last entry of the error log, and all since the last command: a line for each,
 * its column and its text.
 */
extern char world_error[128];
extern char world_error_command[8192];
extern unsigned int world_error_column;
extern unsigned int world_errors;
extern char world_error_log[4096];

/* Whether rings change places when a snapshot is taken, and how often they did. */
extern bool world_snapshot_works;
extern unsigned int world_snapshots;

/* world_record_init() - a record of which every string is empty */
void world_record_init(struct world_record *r);

/* Put a string where the record's dynamic or relative one is. */
void world_set_dyn(struct world_record *r, const char *text);
void world_set_rel(struct world_record *r, const char *text);

/* Put a mask of CPUs where the record's two are; @words of them. */
void world_set_cpus(struct world_record *r, const unsigned long *mask,
		    unsigned int words);

/* Put a stack of @nr addresses where the record's is; five at most. */
void world_set_frames(struct world_record *r, const unsigned long *stack,
		      unsigned int nr);

/* world_file() - the event of a name, synthetic ones too, or NULL */
struct event_file *world_file(const char *event);

/* world_synth() - one command to synthetic_events; as world_write() */
int world_synth(const char *command);

/* The files of any event, as those of world below. */
int world_write_to(const char *event, const char *command);
void world_fire_at(const char *event, const struct world_record *r);
const char *world_trigger_of(const char *event);
const char *world_hist_of(const char *event);

/* world_triggers() - the trigger files of all events. Static. */
const char *world_triggers(void);

/* world_write() - one command to the trigger file; forgets the last error */
int world_write(const char *command);

/* world_fire() - hit the event, if it is armed */
void world_fire(const struct world_record *r);

/* world_trigger() - the trigger file; world_hist() - the hist file. Static. */
const char *world_trigger(void);
const char *world_hist(void);

/* world_reset() - remove all triggers and synthetic events; nothing may be left */
void world_reset(void);

/**
 * world_spec() - plan a command for world
 * @plan: filled in; all zeros, or a plan that was made before
 * @command: "hist:" not in it
 *
 * Return: what hist_spec_make() returned.
 */
int world_spec(struct hist_spec *spec, const char *command);

/* world_spec_done() - forget a plan, all zeros too */
void world_spec_done(struct hist_spec *spec);

#endif /* UNIT_WORLD_H */
