/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events: users and modules define them; hist triggers on other events
 * and modules hit them.
 *
 * A synthetic event's record contains the common fields, then a 64-bit word for each
 * field (SYNTH_STRING_MAX bytes for a string of fixed size), then the dynamic values.
 *
 * Users cannot remove an event while a trigger holds a reference
 * (synth_event_get_for_trigger()) or a module has a handle.
 */
#ifndef HISTRIG_SYNTH_H
#define HISTRIG_SYNTH_H

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../event/dynamic.h"
#include "../event/event.h"
#include "../event/record.h"

struct event_file;
struct event_print;
struct seq_file;

#define SYNTH_SYSTEM		"synthetic"

/* Maximum number of fields of an event, the same as in the kernel. */
#define SYNTH_FIELDS_MAX	64

/*
 * Maximum size of a string in a record, including the NUL; every string of fixed size
 * takes up this size.
 */
#define SYNTH_STRING_MAX	256

/* Size of a record's common fields in 64-bit words. */
#define SYNTH_HEAD_WORDS	DIV_ROUND_UP(sizeof(struct record_header), sizeof(u64))

/**
 * struct synth_field - a field of a synthetic event
 * @type: its type as the format file shows it
 * @name: its name
 * @size: its size as the format file shows it, in bytes
 * @offset: its offset in a record, in bytes
 * @is_signed: its type is signed
 * @is_string: it is a string, of fixed size unless @is_dynamic is set
 * @is_stack: it is a stack; @is_dynamic is also set
 * @is_dynamic: its length varies; a __data_loc word in the record locates the
 *	value
 */
struct synth_field {
	char *type;
	char *name;
	u16 size;
	u16 offset;
	bool is_signed;
	bool is_string;
	bool is_stack;
	bool is_dynamic;
};

/**
 * struct synth_fields - the fields of a synthetic event
 * @nr: number of @fields, at least one
 * @size: length of a record without its dynamic values, in bytes
 * @fields: the fields
 */
struct synth_fields {
	unsigned int nr;
	unsigned int size;
	struct synth_field fields[];
};

/* Maximum number of fields of an event whose records are built on the stack. */
#define SYNTH_SHORT_MAX		7

enum synth_step_kind {
	SYNTH_STEP_NUMBER,
	SYNTH_STEP_CHARS,
	SYNTH_STEP_STRING,
	SYNTH_STEP_STACK,
};

/**
 * struct synth_step - how to store a value in a record
 * @mask: the valid bits of a number
 * @offset: offset of the field in a record, in bytes
 * @kind: enum synth_step_kind
 */
struct synth_step {
	u64 mask;
	u16 offset;
	u8 kind;
};

/**
 * struct synth_event - a synthetic event
 * @event: the event
 * @class: its class, which no other event shares
 * @fields: its fields
 * @dyn: the part that all dynamic events have
 * @link: entry in the list of synthetic events
 * @trigger_refs: number of triggers that hit it; protected by event_mutex
 * @dynamic: it has a field of variable length
 * @of_module: a module defined it; that module may be unloaded by now
 * @short_nr: number of fields of a short event, which has only numbers and at
 *	most SYNTH_SHORT_MAX fields; 0 for any other event
 * @short_size: length of a short event's record in bytes
 * @masks: the valid bits of each field of a short event
 * @record_size: length of the longest record in bytes, at most RECORD_SIZE_MAX
 * @steps: how to build a record, one step per field
 */
struct synth_event {
	struct event event;
	struct event_class class;
	struct synth_fields *fields;
	struct dynamic_event dyn;
	struct list_head link;
	unsigned int trigger_refs;
	bool dynamic;
	bool of_module;
	u16 record_size;
	unsigned int short_nr;
	unsigned int short_size;
	u64 masks[SYNTH_SHORT_MAX];
	struct synth_step *steps;
};

/**
 * synth_event_get_for_trigger() - get a reference for a trigger that hits an event
 * @name: name of the event
 *
 * Users cannot remove the event until synth_event_put_for_trigger() is called. If
 * histrig is unloaded first, the event stays in memory until that call, but gets
 * no more hits.
 *
 * Context: process, event_mutex held.
 * Return: the event, or NULL if no event has this name.
 */
struct synth_event *synth_event_get_for_trigger(const char *name);

/* Drops a trigger's reference. Caller holds event_mutex. */
void synth_event_put_for_trigger(struct synth_event *event);

/* Returns the synthetic event, or NULL if @event is of another type. */
struct synth_event *synth_event_of(struct event *event);

/*
 * Does any instance want hits of the event? Costs two instructions, so callers ask
 * before they compute the values of a hit.
 */
static __always_inline bool synth_event_wanted(const struct synth_event *event)
{
	return READ_ONCE(event->event.active.first);
}

/**
 * synth_word() - make the word that stores a number in a record
 * @mask: the valid bits of the number's type
 * @val: the number; other bits than those in @mask are cleared
 *
 * The number starts at the first byte of its word, on big-endian CPUs too.
 */
static __always_inline u64 synth_word(u64 mask, u64 val)
{
	val &= mask;
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		val <<= hweight64(~mask);
	return val;
}

/* Returns the word of value number @i in a short event's record. */
static __always_inline u64 synth_event_word(const struct synth_event *event,
					    unsigned long i, u64 val)
{
	return synth_word(event->masks[i], val);
}

/*
 * Clears the padding after a record's common fields. There is some if the last of them is
 * common_preempt_lazy_count.
 */
static __always_inline void synth_head_clear(u64 *record)
{
	if (SYNTH_HEAD_WORDS > 1)
		record[SYNTH_HEAD_WORDS - 1] = 0;
}

/**
 * synth_event_hit_record() - hit a short event with a complete record
 * @event: the event, whose @short_nr is not 0; synth_event_wanted() was true
 * @record: SYNTH_HEAD_WORDS words for the header, then the synth_event_word()
 *	of each field
 *
 * Context: as synth_event_hit().
 */
void synth_event_hit_record(const struct synth_event *event, u64 *record);

/* Like synth_event_hit(), for callers that found synth_event_wanted() true. */
void synth_event_hit_wanted(const struct synth_event *event, const u64 *vals);

/**
 * synth_event_hit() - hit an event in all instances that want its hits
 * @event: the event, to which the caller holds a reference
 * @vals: one value per field: a number; the address of a string with a NUL, or
 *	NULL for a string that could not be read; or the address of a stack: an
 *	unsigned long with the number of addresses, then the addresses
 *
 * Truncates a number to the size of its field, a string to SYNTH_STRING_MAX - 1
 * bytes and a stack to SYNTH_STACK_MAX addresses. If synthetic hits are nested
 * too deep, or no scratch memory is left for the record, the hit counts as
 * dropped (event_hit_lost()).
 *
 * Context: any, NMI too, also within the hit of another event; preemption off.
 */
static __always_inline void synth_event_hit(const struct synth_event *event,
					    const u64 *vals)
{
	if (synth_event_wanted(event))
		synth_event_hit_wanted(event, vals);
}

/**
 * synth_event_hit_file() - hit an event in one instance
 * @event: as for synth_event_hit()
 * @file: the event in the instance
 * @vals: as for synth_event_hit()
 *
 * Context: as synth_event_hit().
 * Return: false if the hit was dropped.
 */
bool synth_event_hit_file(const struct synth_event *event,
			  struct event_file *file, const u64 *vals);

/**
 * synth_record_start() - begin a hit whose values are set one by one
 * @event: an event without fields of variable length
 * @file: the event in the instance that is hit
 *
 * Context: any, preemption off until synth_record_end().
 * Return: the record, all zeros; or NULL if hits are nested too deep or no
 * scratch memory is left; the hit then counts as dropped.
 */
void *synth_record_start(const struct synth_event *event,
			 struct event_file *file);

/**
 * synth_record_put() - set the value of a field
 * @event: the event
 * @record: the record from synth_record_start()
 * @i: index of the field
 * @val: its value, as for synth_event_hit()
 *
 * Context: as synth_record_start().
 */
void synth_record_put(const struct synth_event *event, void *record,
		      unsigned int i, u64 val);

/**
 * synth_record_end() - hit the event with a complete record
 * @event: the event
 * @file: as for synth_record_start()
 * @record: the record, which is freed
 *
 * Context: as synth_record_start().
 */
void synth_record_end(const struct synth_event *event, struct event_file *file,
		      void *record);

/* Maximum number of addresses in the record of a stack. */
#define SYNTH_STACK_MAX		64

/*
 * parse.c parses definitions: it turns a command into fields.
 *
 * A refused command gets the kernel's errno, message and column: the first place where
 * the wrong word occurs, even inside another word.
 */
enum synth_verb {
	SYNTH_NOTHING,	/* the line is empty */
	SYNTH_CREATE,
	SYNTH_REMOVE,
};

/**
 * struct synth_command - a parsed command
 * @verb: what the command does
 * @text: the command as the error log shows it
 * @name: name of the event; synth_command_done() frees it
 * @fields: only for SYNTH_CREATE: the definition of the fields, which is the end of @text
 */
struct synth_command {
	enum synth_verb verb;
	const char *text;
	const char *name;
	const char *fields;
};

/* Why a command is refused, in the kernel's words. */
#define SYNTH_BAD_NAME		"Illegal name"
#define SYNTH_INVALID_CMD	"Command must be of the form: <name> field[;field] ..."
#define SYNTH_INVALID_DYN_CMD	\
	"Command must be of the form: s or -:[synthetic/]<name> field[;field] ..."
#define SYNTH_EXISTS		"Event already exists"
#define SYNTH_TOO_MANY_FIELDS	"Too many fields"
#define SYNTH_INCOMPLETE_TYPE	"Incomplete type"
#define SYNTH_INVALID_TYPE	"Invalid type"
#define SYNTH_INVALID_FIELD	"Invalid field"
#define SYNTH_INVALID_ARRAY	"Invalid array specification"

/**
 * synth_report() - add an entry to the error log
 * @text: the command
 * @error: why it is refused, a constant string
 * @word: the word that is wrong, NULL for the beginning of the command
 *
 * Context: process, may sleep.
 * Return: -EINVAL.
 */
int synth_report(const char *text, const char *error, const char *word);

/**
 * synth_command_parse() - parse a line of synthetic_events
 * @command: filled in; points into @text
 * @text: the line; not changed
 *
 * Explains errors in the error log.
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL if the syntax is wrong; -ENOMEM. After success, the caller
 * calls synth_command_done().
 */
int synth_command_parse(struct synth_command *command, const char *text);

/**
 * synth_dynamic_parse() - parse a definition in dynamic_events
 * @command: filled in; points into @text
 * @text: the line; not changed
 *
 * Context: as synth_command_parse().
 * Return: as synth_command_parse(); -ECANCELED if the line is for another kind
 * of dynamic event.
 */
int synth_dynamic_parse(struct synth_command *command, const char *text);

/* Frees the memory of a parsed command. */
void synth_command_done(struct synth_command *command);

/* Checks the name in a SYNTH_CREATE command. Returns 0 or -EINVAL. May sleep. */
int synth_name_check(const struct synth_command *command);

/**
 * synth_fields_parse() - make the fields of a new event
 * @command: a SYNTH_CREATE command
 * @made: set to the fields; the caller frees them with synth_fields_free()
 *
 * Context: as synth_command_parse().
 * Return: 0 or an errno.
 */
int synth_fields_parse(const struct synth_command *command,
		       struct synth_fields **made);

/* Frees fields; NULL is allowed. */
void synth_fields_free(struct synth_fields *fields);

/* Can a field have @type? Accepts all arrays, even of unknown types: all types with a "[". */
bool synth_type_there(const char *type);

/* Returns the printf() conversion for a field, a constant string. */
const char *synth_field_format(const struct synth_field *field);

/* Returns the print format of an event, to be freed with kfree(); or NULL. May sleep. */
char *synth_print_format(const struct synth_fields *fields);

/**
 * synth_run() - execute a parsed command
 * @command: the command; its name and fields are checked here
 * @owner: the module that gives the command, NULL for a user
 *
 * Explains errors in the error log.
 *
 * Context: process, may sleep; takes dynamic_mutex, registry_mutex and
 *	event_mutex.
 * Return: 0; -EINVAL if the name or a field is not valid; -EEXIST if an event
 * of this name exists; -ENOENT if the event to remove does not exist; -EBUSY if
 * it is in use; -ENOSPC if all event IDs are used; -ENODEV while histrig is being
 * unloaded; -ENOMEM.
 */
int synth_run(const struct synth_command *command, struct module *owner);

/* Parses a line of synthetic_events and executes it with synth_run(). */
int synth_run_text(const char *text, struct module *owner);

extern const struct dynamic_type synth_type;

/*
 * Prints the definition of an event of synth_type as synthetic_events shows it. Caller
 * holds event_mutex.
 */
void synth_show(struct seq_file *m, const struct dynamic_event *dyn);

/*
 * The @print function of synthetic events. A print format cannot express stacks
 * and names of flags, so this prints field by field.
 */
void synth_print(struct event_print *print, const void *record);

#endif /* HISTRIG_SYNTH_H */
