/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Specifications: histograms as users asked for them.
 *
 * The parser turns a command into a specification, which never changes
 * afterwards. Readers use it to print and sort, commands compare specifications
 * to find a trigger, and hits run only its program. A histogram keeps a copy of
 * the specification. Each of its triggers has a separate program, since events
 * may have a field at different offsets.
 */
#ifndef HISTRIG_SPEC_H
#define HISTRIG_SPEC_H

#include "../event/event.h"
#include "program.h"

#define HIST_FIELDS_MAX		(HIST_KEYS_MAX + HIST_VALS_MAX)
#define HIST_SORT_MAX		8

/* Size of the name of a value or key; an expression's name is its source. */
#define HIST_NAME_MAX		128

#define HIST_HITCOUNT		BIT(0)
#define HIST_KEY		BIT(1)
#define HIST_STRING		BIT(2)
#define HIST_HEX		BIT(3)
#define HIST_SYM		BIT(4)
#define HIST_SYM_OFFSET		BIT(5)
#define HIST_EXECNAME		BIT(6)
#define HIST_SYSCALL		BIT(7)
#define HIST_STACKTRACE		BIT(8)
#define HIST_LOG2		BIT(9)
#define HIST_TIMESTAMP		BIT(10)
#define HIST_USECS		BIT(11)
#define HIST_CPU		BIT(12)
#define HIST_BUCKET		BIT(13)
#define HIST_CONST		BIT(14)
#define HIST_PERCENT		BIT(15)
#define HIST_GRAPH		BIT(16)
/* The string that a char pointer points to, not the pointer. */
#define HIST_TEXT		BIT(17)
#define HIST_COMM		BIT(18)
#define HIST_VAR		BIT(19)
#define HIST_EXPR		BIT(20)
/* VAR_REF: a reference to a variable. ALIAS: a variable that only copies a reference. */
#define HIST_VAR_REF		BIT(21)
#define HIST_ALIAS		BIT(22)
/*
 * With HIST_TEXT: the string is in user memory. With HIST_STACKTRACE: the field
 * is a user stack.
 */
#define HIST_USER		BIT(23)

/* The numbers of a statistic are bytes. */
#define HIST_BYTES		BIT(24)

/* The longest array of bytes that can be a key. */
#define HIST_ARRAY_MAX		16

/**
 * enum hist_display - how a field is printed if none of its HIST_* flags
 * determines that
 * @HIST_DISPLAY_NONE: as its type says
 * @HIST_DISPLAY_OCT: octal
 * @HIST_DISPLAY_SIGNED: as a signed number; sorts as signed
 * @HIST_DISPLAY_NUMBER_LAST: the last style that values can have
 * @HIST_DISPLAY_DEV: the major and the minor number of a device
 * @HIST_DISPLAY_IPV4: an IPv4 address; sorts in network byte order
 * @HIST_DISPLAY_PATH: the path of a cgroup; sorts by the path
 * @HIST_DISPLAY_FLAGS: the name of a value, or the names of its flags
 * @HIST_DISPLAY_BYTES_FIRST: the first style of keys that are not numbers
 * @HIST_DISPLAY_IPV6: sixteen bytes
 * @HIST_DISPLAY_MAC: six bytes
 * @HIST_DISPLAY_ARRAY: other arrays of bytes, as hexadecimal digits
 */
enum hist_display {
	HIST_DISPLAY_NONE,
	HIST_DISPLAY_OCT,
	HIST_DISPLAY_SIGNED,
	HIST_DISPLAY_NUMBER_LAST = HIST_DISPLAY_SIGNED,
	HIST_DISPLAY_DEV,
	HIST_DISPLAY_IPV4,
	HIST_DISPLAY_PATH,
	HIST_DISPLAY_FLAGS,
	HIST_DISPLAY_IPV6,
	HIST_DISPLAY_BYTES_FIRST = HIST_DISPLAY_IPV6,
	HIST_DISPLAY_MAC,
	HIST_DISPLAY_ARRAY,
};

/* hist_display_is_named() - is a name printed in front of a number? */
static inline bool hist_display_is_named(enum hist_display style)
{
	return style == HIST_DISPLAY_PATH || style == HIST_DISPLAY_FLAGS;
}

/**
 * enum hist_time - the unit of a number, as far as it is a time
 * @HIST_TIME_OWN: if the field is a time stamp, that of the specification's clock
 * @HIST_TIME_NONE: unknown
 * @HIST_TIME_NS: nanoseconds
 * @HIST_TIME_US: microseconds
 */
enum hist_time {
	HIST_TIME_OWN,
	HIST_TIME_NONE,
	HIST_TIME_NS,
	HIST_TIME_US,
};

/* Maximum K of .log2=K, which cuts each power of two into 2^K buckets. */
#define HIST_LOG2_MAX		8

/**
 * struct hist_field - one value, key or variable, as the user asked for it
 * @field: the field of the event, or NULL
 * @name: the name to print; empty for a constant
 * @var: name of the variable that the field is assigned to, or empty
 * @type: its C type; compared with the type of the synthetic event's field that
 *	it is passed to
 * @label: @name and ": ", which is printed before the value
 * @label_len: length of @label in bytes
 * @flags: HIST_*
 * @stat: the modifier that makes a value a statistic, or empty
 * @buckets: width of a bucket for .buckets, K for .log2=K, otherwise 0
 * @depth: N of .depth=N, the greatest number of frames of a stack; 0 if it is not given
 * @constant: the number of a HIST_CONST
 * @size: its size in the kernel's own key layout, in bytes
 * @offset: its offset in the kernel's own key layout, in bytes
 * @is_signed: whether values compare as signed numbers
 * @style: enum hist_display
 * @time: enum hist_time; a reference has that of its variable
 * @usecs_of_var: HIST_USECS is from the variable of a reference, not from the command
 * @who: enum record_task_id if it is a number of the current task
 * @ref: index of the reference that a HIST_VAR_REF or HIST_ALIAS reads
 * @text: index of the string or stack that a variable holds, or HIST_NO_TEXT
 * @code: index of its first operation, while a command is parsed
 * @nr_code: number of its operations, while a command is parsed
 */
struct hist_field {
	const struct event_field *field;
	char name[HIST_NAME_MAX];
	char var[64];
	char type[48];
	char label[HIST_NAME_MAX + 2];
	u8 label_len;
	u32 flags;
	char stat[12];
	unsigned long buckets;
	u8 depth;
	u64 constant;
	u16 size;
	u16 offset;
	bool is_signed;
	u8 style;
	u8 time;
	bool usecs_of_var;
	u8 who;
	u8 ref;
	u8 text;
	u8 code;
	u8 nr_code;
};

/* hist_field_depth() - the greatest number of frames of a stack */
static inline unsigned int hist_field_depth(const struct hist_field *f)
{
	return f->depth ?: HIST_STACK_DEPTH;
}

/**
 * struct hist_sort - one level of sorting
 * @field: index into the fields of the specification, 0 for the hit count
 * @descending: largest first
 */
struct hist_sort {
	u8 field;
	bool descending;
};

/**
 * struct hist_spec - a histogram as the user asked for it
 * @program: the operations that hits run; a histogram keeps the program of its
 *	first trigger, which determines the layout of keys and entries
 * @nr_sort: levels of sorting, at least one
 * @nr_vars: number of variables that the user named
 * @wants_comm: whether entries store the name of the task that made them
 * @wants_clock: whether a field is a time stamp, or there are intervals
 * @top: number of entries to print, 0 for all
 * @interval: time in ns after which the histogram restarts, or 0
 * @nohitcount: do not print the hit count
 * @bits: binary logarithm of the number of entries
 * @clock_name: name of the trace clock
 * @fields: the values, then the keys
 * @vars: the variables
 * @sort: the levels of sorting, the most significant first
 */
struct hist_spec {
	struct hist_program program;
	u8 nr_sort;
	u8 nr_vars;
	bool wants_comm;
	bool wants_clock;
	bool nohitcount;
	unsigned int bits;
	u32 top;
	u64 interval;
	const char *clock_name;
	struct hist_field fields[HIST_FIELDS_MAX];
	struct hist_field vars[HIST_VARS_MAX];
	struct hist_sort sort[HIST_SORT_MAX];
};

/* hist_key_field() - key field @i */
static inline const struct hist_field *hist_key_field(const struct hist_spec *spec,
						      unsigned int i)
{
	return &spec->fields[spec->program.nr_vals + i];
}

/* hist_field_has_frames() - is a field a user stack, also if it is copied from another event? */
static inline bool hist_field_has_frames(const struct hist_field *f)
{
	return f->flags & HIST_STACKTRACE && f->flags & HIST_USER;
}

#endif /* HISTRIG_SPEC_H */
