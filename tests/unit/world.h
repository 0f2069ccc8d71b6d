/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The environment of a hist trigger: an instance, events with a field of each
 * kind, their record, and an error log with the entries of one command.
 *
 * Three events have the same record: world, other and third. Synthetic events
 * are real; see world_synth(). Functions without an event are for world.
 */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "../../module/event/event.h"
#include "../../module/hist/hist.h"
#include "../../module/hist/parse/attrs.h"
#include "../../module/hist/parse/parser.h"
#include "../../module/instance/instance.h"

/* The record of world_event's format. */
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
	/* Parameters of actions need names of at least two letters. */
	u64 num;
	s32 val;
	u32 frames;
	u8 mac[6];
	u8 six[16];
	char data[512];
};

extern struct event world_event;

/* Each event reports this as the number of hits that no trigger has seen. */
extern u64 world_missed;

/*
 * The last entry in the error log: message, command and column; the number of entries;
 * and all entries since the last command, one a line with column and message.
 */
extern char world_error[128];
extern char world_error_command[8192];
extern unsigned int world_error_column;
extern unsigned int world_errors;
extern char world_error_log[4096];

/* Whether taking a snapshot succeeds, and how many were taken. */
extern bool world_snapshot_works;
extern unsigned int world_snapshots;

/* world_record_init() - make a record whose strings are all empty */
void world_record_init(struct world_record *r);

/* Set the string of the field dyn (__data_loc) or rel (__rel_loc) of the record. */
void world_set_dyn(struct world_record *r, const char *text);
void world_set_rel(struct world_record *r, const char *text);

/* Set both mask fields of the record to a mask of @words words. */
void world_set_cpus(struct world_record *r, const unsigned long *mask,
		    unsigned int words);

/* Set the stack of the record to @nr addresses, at most five. */
void world_set_frames(struct world_record *r, const unsigned long *stack,
		      unsigned int nr);

/* world_file() - find an event, or a synthetic event, by name; or NULL */
struct event_file *world_file(const char *event);

/* world_synth() - write a command to synthetic_events, like world_write() */
int world_synth(const char *command);

/*
 * Like world_write(), world_fire(), world_trigger() and world_hist() below, but for
 * any event, given by its name, instead of the event world.
 */
int world_write_to(const char *event, const char *command);
void world_fire_at(const char *event, const struct world_record *r);
const char *world_trigger_of(const char *event);
const char *world_hist_of(const char *event);

/* world_json_of() - get an event's histograms as hist_json has them, in a static buffer */
const char *world_json_of(const char *event);

/* world_triggers() - get the contents of all trigger files, in a static buffer */
const char *world_triggers(void);

/* world_write() - write a command to the trigger file of world; clears the error log */
int world_write(const char *command);

/* world_fire() - hit the event world, if it has triggers */
void world_fire(const struct world_record *r);

/* Get the contents of world's trigger or hist file, in a static buffer. */
const char *world_trigger(void);
const char *world_hist(void);

/* world_reset() - remove all triggers and events; check that nothing is left */
void world_reset(void);

/**
 * world_spec() - make the specification of a command for world
 * @spec: filled in; all zeros, or a specification that was made before
 * @command: the command without "hist:"
 *
 * Return: what hist_spec_make() returned.
 */
int world_spec(struct hist_spec *spec, const char *command);

/* world_spec_done() - free a specification; may be all zeros */
void world_spec_done(struct hist_spec *spec);

#endif /* UNIT_WORLD_H */
