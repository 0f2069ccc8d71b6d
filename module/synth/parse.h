/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses definitions of synthetic events: turns a command into fields.
 *
 * A refused command gets the kernel's errno, message and column: the first place where
 * the wrong word occurs, even inside another word.
 */
#ifndef HISTRIG_SYNTH_PARSE_H
#define HISTRIG_SYNTH_PARSE_H

#include <linux/kernel.h>
#include <linux/types.h>

#include "../event/record.h"

#define SYNTH_SYSTEM		"synthetic"

/* Same as in the kernel. */
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

/* Can a field have @type? Accepts every array, which is a type with a "[". */
bool synth_type_there(const char *type);

/* Returns the printf() conversion for a field, a constant string. */
const char *synth_field_format(const struct synth_field *field);

/* Returns the print format of an event, to be freed with kfree(); or NULL. May sleep. */
char *synth_print_format(const struct synth_fields *fields);

#endif /* HISTRIG_SYNTH_PARSE_H */
