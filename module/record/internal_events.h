/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The internal events: the system "ftrace", whose records are not hits of a
 * tracepoint. Clients rely on the kernel's IDs and layouts of these events, so
 * ours are the same.
 */
#ifndef HISTRIG_INTERNAL_EVENTS_H
#define HISTRIG_INTERNAL_EVENTS_H

#include "../event/record.h"

struct event;

/* IDs of the internal events, as in the kernel's enum trace_type. */
#define EVENT_ID_STACK		4
#define EVENT_ID_PRINT		5
#define EVENT_ID_USER_STACK	12
#define EVENT_ID_RAW_DATA	18

/*
 * Maximum number of addresses in a stack record, and the number that format
 * files show.
 */
#define STACK_DEPTH_MAX		64
#define STACK_DEPTH_SHOWN	8

/**
 * struct stack_record - the kernel stack of the hit recorded before it
 * @header: the common fields
 * @nr: number of addresses
 * @caller: the addresses, innermost first
 */
struct stack_record {
	struct record_header header;
	int nr;
	unsigned long caller[];
};

/**
 * struct user_stack_record - the user stack of the hit recorded before it
 * @header: the common fields
 * @tgid: the task's thread group
 * @caller: addresses, innermost first; 0 after the last
 */
struct user_stack_record {
	struct record_header header;
	unsigned int tgid;
	unsigned long caller[STACK_DEPTH_SHOWN];
};

/**
 * struct print_record - a text written to trace_marker
 * @header: the common fields
 * @ip: address of the code that wrote it
 * @text: the text, ends with a newline and a zero
 */
struct print_record {
	struct record_header header;
	unsigned long ip;
	char text[];
};

/**
 * struct raw_data_record - bytes written to trace_marker_raw
 * @header: the common fields
 * @id: the first word that was written
 * @data: the rest
 */
struct raw_data_record {
	struct record_header header;
	unsigned int id;
	u8 data[];
};

/* ftrace/print, the only internal event that can have triggers. */
extern struct event internal_print_event;

/**
 * internal_events_init() - register the internal events
 *
 * registry_exit() removes them.
 *
 * Context: process, after registry_init().
 * Return: 0 or an errno of registry_add().
 */
int internal_events_init(void);

#endif /* HISTRIG_INTERNAL_EVENTS_H */
