/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that are not hits of tracepoints. Their numbers and layouts are those
 * that the kernel gives them, which is what clients know.
 */
#ifndef HISTRIG_KINDS_H
#define HISTRIG_KINDS_H

#include "../event/record.h"

struct event;

#define RECORD_STACK	4
#define RECORD_PRINT	5
#define RECORD_USER_STACK	12
#define RECORD_RAW_DATA	18

/* Addresses that a stack has at most, and that the format of stacks has. */
#define RECORD_STACK_DEPTH	64
#define RECORD_STACK_SHOWN	8

/**
 * struct stack_record - a stack, behind the hit that it belongs to
 * @header: as in every record
 * @nr: how many addresses
 * @caller: the addresses, from the inside out
 */
struct stack_record {
	struct record_header header;
	int nr;
	unsigned long caller[];
};

/**
 * struct user_stack_record - where a hit's task was in user space
 * @header: as in every record
 * @tgid: the task's process
 * @caller: addresses, from the inside out; 0 behind the last
 */
struct user_stack_record {
	struct record_header header;
	unsigned int tgid;
	unsigned long caller[RECORD_STACK_SHOWN];
};

/**
 * struct print_record - a text, of trace_marker
 * @header: as in every record
 * @ip: who wrote it
 * @text: the text, a newline and a zero at its end
 */
struct print_record {
	struct record_header header;
	unsigned long ip;
	char text[];
};

/**
 * struct raw_data_record - bytes, of trace_marker_raw
 * @header: as in every record
 * @id: the first word of what was written
 * @data: the rest
 */
struct raw_data_record {
	struct record_header header;
	unsigned int id;
	u8 data[];
};

/* The event of print records; others cannot be hit. */
extern struct event kinds_print_event;

/* kinds_init() - let the events come; they go by registry_exit() */
int kinds_init(void);

#endif /* HISTRIG_KINDS_H */
