/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The internal events, which form the system "ftrace". Their records do not
 * come from a tracepoint. Clients rely on the kernel's IDs and layouts of these
 * events.
 */
#ifndef HISTRIG_INTERNAL_EVENTS_H
#define HISTRIG_INTERNAL_EVENTS_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/overflow.h>

#include "../compat/native_ids.h"
#include "../event/event.h"
#include "../event/record.h"

/* Macros that define internal events and their fields. */
#define EVENT_FIELD_AT(_type, _name, _align, ...)			\
	{								\
		.type = #_type,						\
		.name = #_name,						\
		.size = sizeof(_type),					\
		.align = _align,					\
		.is_signed = is_signed_type(_type),			\
		__VA_ARGS__						\
	}
#define EVENT_FIELD(_type, _name, ...)					\
	EVENT_FIELD_AT(_type, _name, sizeof(_type), __VA_ARGS__)
#define EVENT_CHARS(_name)						\
	{								\
		.type = "char[]",					\
		.name = #_name,						\
		.align = 1,						\
		.is_signed = is_signed_type(char),			\
	}
#define EVENT_STACK(_name)						\
	{								\
		.type = "unsigned long[8]",				\
		.name = #_name,						\
		.size = sizeof(unsigned long[STACK_DEPTH_SHOWN]),	\
		.len = STACK_DEPTH_SHOWN,				\
		.align = __alignof__(unsigned long),			\
	}
#define INTERNAL_EVENT(_files, _name, _class, _role)			\
	{								\
		.name = #_name,						\
		.class = &(_class),					\
		.header = &internal_header,				\
		.role = _role,						\
		.files = LIST_HEAD_INIT(_files),			\
	}
extern const struct event_header internal_header;

/* IDs of the internal events that have records, as in the kernel. */
#define EVENT_ID_FUNCTION	1
#define EVENT_ID_SWITCH		2
#define EVENT_ID_WAKEUP		3
#define EVENT_ID_STACK		4
#define EVENT_ID_PRINT		5
#define EVENT_ID_GRAPH_EXIT	10
#define EVENT_ID_GRAPH_ENTRY	11
#define EVENT_ID_USER_STACK	12
#define EVENT_ID_RAW_DATA	NATIVE_ID_RAW_DATA
#define EVENT_ID_REPEATS	NATIVE_ID_REPEATS

/*
 * Numbers of addresses: the maximum in a stack record, and those that its
 * format file shows.
 */
#define STACK_DEPTH_MAX		64
#define STACK_DEPTH_SHOWN	8

/**
 * struct function_record - a call of a function
 * @header: the common fields
 * @ip: the function
 * @parent_ip: its caller
 */
struct function_record {
	struct record_header header;
	unsigned long ip;
	unsigned long parent_ip;
};

/* Maximum number of arguments in the record of a call. */
#define FUNCTION_ARGS		6

/**
 * struct function_args_record - a call of a function, with its arguments
 * @call: the call
 * @args: the registers that pass arguments; a function may use fewer of them
 */
struct function_args_record {
	struct function_record call;
	unsigned long args[FUNCTION_ARGS];
};

/**
 * struct repeats_record - repeated calls that were not recorded one by one
 * @header: the common fields
 * @ip: the function
 * @parent_ip: its caller
 * @count: how often the call was repeated
 * @delta_high: upper bits of the time from the last repeat to this record
 * @delta_low: lower bits of that time
 */
struct repeats_record {
	struct record_header header;
	unsigned long ip;
	unsigned long parent_ip;
	u16 count;
	u16 delta_high;
	u32 delta_low;
};

/**
 * struct switch_record - a context switch, or a wakeup
 * @header: the common fields
 * @prev_pid: the task that ran, or that wakes another
 * @next_pid: the task that runs next, or that is woken
 * @next_cpu: the CPU of @next_pid
 * @prev_prio: priority of @prev_pid
 * @prev_state: state of @prev_pid, from task_state_index()
 * @next_prio: priority of @next_pid
 * @next_state: state of @next_pid
 */
struct switch_record {
	struct record_header header;
	unsigned int prev_pid;
	unsigned int next_pid;
	unsigned int next_cpu;
	unsigned char prev_prio;
	unsigned char prev_state;
	unsigned char next_prio;
	unsigned char next_state;
};

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
 * struct print_record - a string written to trace_marker
 * @header: the common fields
 * @ip: address of the code that wrote it
 * @text: the string; ends with a newline and a NUL
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

/* The event ftrace/print, which can have triggers. */
extern struct event internal_print_event;

/* internal_event_add() - place the fields of an event and register it; @id 0 for a new ID */
int internal_event_add(struct event *event, u16 id);

/* internal_events_init() - register the internal events; 0 or an errno */
int internal_events_init(void);

#endif /* HISTRIG_INTERNAL_EVENTS_H */
