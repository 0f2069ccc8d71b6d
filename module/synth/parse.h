/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions of synthetic events: from the text of a command to fields.
 *
 * What is refused, with which errno and which words at which column in the
 * error log, is what the kernel does, oddities included: its columns are those
 * of the first place where a word is found in the command, wherever it was
 * meant.
 */
#ifndef HISTRIG_SYNTH_PARSE_H
#define HISTRIG_SYNTH_PARSE_H

#include <linux/kernel.h>
#include <linux/types.h>

#include "../event/record.h"

/* The system that synthetic events are in. */
#define SYNTH_SYSTEM		"synthetic"

/* Fields of an event at most, as natively. */
#define SYNTH_FIELDS_MAX	64

/* Longest string in a record, its NUL included, and room of one of fixed size. */
#define SYNTH_STRING_MAX	256

/* Words that the common fields take in a record. */
#define SYNTH_HEAD_WORDS	DIV_ROUND_UP(sizeof(struct record_header), sizeof(u64))

/**
 * struct synth_field - a field of a synthetic event
 * @type: its type as the format file has it
 * @name: its name
 * @size: its length as the format file has it, in bytes
 * @offset: where it starts in a record, in bytes
 * @is_signed: it has a signed type
 * @is_string: it is a string, of fixed size unless @is_dynamic
 * @is_stack: it is a stack; it is dynamic then
 * @is_dynamic: a word in the record says where it lies
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
 * @nr: how many, at least one
 * @size: length of a record without what is dynamic, in bytes
 * @fields: the fields
 */
struct synth_fields {
	unsigned int nr;
	unsigned int size;
	struct synth_field fields[];
};

/**
 * enum synth_verb - what a command wants
 * @SYNTH_NOTHING: nothing, it is blank
 * @SYNTH_CREATE: an event
 * @SYNTH_REMOVE: to be rid of one
 */
enum synth_verb {
	SYNTH_NOTHING,
	SYNTH_CREATE,
	SYNTH_REMOVE,
};

/**
 * struct synth_command - a command taken apart
 * @verb: what it wants
 * @text: the command as the error log shows it
 * @copy: where the next two lie; synth_command_done() frees it
 * @name: name of the event
 * @system: its system if one was named, or NULL; of an event to be removed
 * @fields: the rest of @text, of an event to be created
 */
struct synth_command {
	enum synth_verb verb;
	const char *text;
	char *copy;
	const char *name;
	const char *system;
	const char *fields;
};

/* What can be wrong with a command. */
enum synth_error {
	SYNTH_BAD_NAME,
	SYNTH_INVALID_CMD,
	SYNTH_INVALID_DYN_CMD,
	SYNTH_EXISTS,
	SYNTH_TOO_MANY_FIELDS,
	SYNTH_INCOMPLETE_TYPE,
	SYNTH_INVALID_TYPE,
	SYNTH_INVALID_FIELD,
	SYNTH_INVALID_ARRAY,
};

/**
 * synth_report() - put an error into the error log
 * @text: the command
 * @error: what is wrong
 * @word: with which word; NULL for the beginning of the command
 *
 * Context: process, may sleep.
 */
void synth_report(const char *text, enum synth_error error, const char *word);

/**
 * synth_command_parse() - take a line of synthetic_events apart
 * @command: filled in; points into @text
 * @text: the line, stays as it is
 *
 * What is wrong goes to the error log.
 *
 * Context: process, may sleep.
 * Return: 0 or an errno; there is nothing to be freed then.
 */
int synth_command_parse(struct synth_command *command, const char *text);

/**
 * synth_dynamic_parse() - take a line of dynamic_events apart
 * @command: filled in; points into @text
 * @text: the line, stays as it is
 *
 * Context: as synth_command_parse().
 * Return: the same; -ECANCELED if it wants an event of some other kind.
 */
int synth_dynamic_parse(struct synth_command *command, const char *text);

/* synth_command_done() - free what a command that was parsed holds */
void synth_command_done(struct synth_command *command);

/**
 * synth_name_check() - may an event be called that?
 * @command: a command that creates one
 *
 * Context: as synth_command_parse().
 * Return: 0 or -EINVAL.
 */
int synth_name_check(const struct synth_command *command);

/**
 * synth_fields_parse() - make the fields of an event
 * @command: a command that creates one
 * @made: set to the fields, to be freed by synth_fields_free()
 *
 * Context: as synth_command_parse().
 * Return: 0 or an errno.
 */
int synth_fields_parse(const struct synth_command *command,
		       struct synth_fields **made);

/* synth_fields_free() - free fields, NULL too */
void synth_fields_free(struct synth_fields *fields);

/* synth_type_there() - is it a type, or may it be one of some array? */
bool synth_type_there(const char *type);

/**
 * synth_field_format() - how a field is printed
 *
 * Return: a conversion of printf(), static.
 */
const char *synth_field_format(const struct synth_field *field);

/**
 * synth_print_format() - the print format of an event
 *
 * Return: the text, allocated, or NULL without memory.
 */
char *synth_print_format(const struct synth_fields *fields);

#endif /* HISTRIG_SYNTH_PARSE_H */
