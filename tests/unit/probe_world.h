/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The environment of a probe's arguments: an error log with one entry, the
 * kernel's symbols, and an event with fields of all kinds.
 */
#ifndef UNIT_PROBE_WORLD_H
#define UNIT_PROBE_WORLD_H

#include "../../module/event/event.h"
#include "../../module/probe/arg.h"
#include "../../module/probe/report.h"

/* The last message of the error log, its command and column, and the number of messages. */
extern char probe_error_text[128];
extern char probe_error_command[8192];
extern unsigned int probe_error_column;
extern unsigned int probe_errors;

/* The address of the only symbol, "known". */
#define KNOWN_SYMBOL	0x500000001000UL

/* The record of probe_world_event. */
struct probe_record {
	u64 header;
	u64 d;
	s32 i;
	u16 h;
	s8 c;
	u8 three[3];
	char name[8];
	u32 dyn;
	u32 rel;
	const char *text;
	char data[32];
};

extern struct event probe_world_event;

/* The function or tracepoint of the probes. */
extern const char *probe_world_function;

/*
 * The description of arguments in the note of the marker that user probes are
 * on; NULL if user probes are on no marker. The marker's symbol "known" is
 * 0x100 bytes after the marker.
 */
extern const char *probe_world_marker;

/**
 * probe_world_parse() - parse the arguments of a definition
 * @text: the definition; words after the second one are arguments
 * @flags: kind and place of the probe
 * @args: set to the arguments
 *
 * Return: the result of probe_args_parse().
 */
int probe_world_parse(const char *text, unsigned int flags,
		      struct probe_args **args);

/* The fields of a record before the arguments, see struct probe_shape. */
#define PROBE_SHAPE_NONE	((struct probe_shape) {})
#define PROBE_SHAPE_PLACE	((struct probe_shape) { 1 })
#define PROBE_SHAPE_RETURN	((struct probe_shape) { 2 })
#define PROBE_SHAPE_USER	((struct probe_shape) { 1, true })
#define PROBE_SHAPE_USER_RETURN	((struct probe_shape) { 2, true })

#endif /* UNIT_PROBE_WORLD_H */
