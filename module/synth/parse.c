// SPDX-License-Identifier: GPL-2.0
/* Parsing definitions of synthetic events, see synth.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/dynamic.h"
#include "../instance/instance.h"
#include "synth.h"

int synth_report(const char *text, const char *error, const char *word)
{
	const char *at = word ? strstr(text, word) : NULL;

	error_log_add(&main_instance.errors, "synthetic_events", text, error,
		      at ? at - text : 0);
	return -EINVAL;
}

static char *synth_next_word(char **text)
{
	char *word = skip_spaces(*text), *end = word;

	if (!*word)
		return NULL;
	while (*end && !isspace(*end))
		end++;
	*text = end + !!*end;
	*end = '\0';
	return word;
}

/* Are there three words (event, type and name of a field) before any semicolon? */
static bool has_field(const char *text)
{
	unsigned int words = 0;

	while (words < 3) {
		while (isspace(*text))
			text++;
		if (!*text || *text == ';')
			return false;
		words++;
		while (*text && *text != ';' && !isspace(*text))
			text++;
	}
	return true;
}

static int set_name(struct synth_command *command, const char *name, size_t len)
{
	command->name = kmemdup_nul(name, len, GFP_KERNEL);
	return command->name ? 0 : -ENOMEM;
}

/* Parses a definition, in which the event's name begins at @name and ends before @end. */
static int create_command(struct synth_command *command, const char *name,
			  const char *end)
{
	if (*name != '!' && !has_field(name))
		return synth_report(command->text, SYNTH_INVALID_CMD, NULL);
	command->verb = SYNTH_CREATE;
	command->fields = skip_spaces(end);
	return set_name(command, name, end - name);
}

int synth_command_parse(struct synth_command *command, const char *text)
{
	const char *end;

	*command = (struct synth_command) { .text = skip_spaces(text) };
	text = command->text;
	if (!*text)
		return 0;
	end = strpbrk(text, " \t");
	if (*text == '!') {
		command->verb = SYNTH_REMOVE;
		return set_name(command, text + 1,
				(end ? end - text : strlen(text)) - 1);
	}
	if (!end)
		return synth_report(text, SYNTH_INVALID_CMD, NULL);
	return create_command(command, text, end);
}

int synth_dynamic_parse(struct synth_command *command, const char *text)
{
	const char *name, *end;
	size_t len;

	*command = (struct synth_command) { .text = skip_spaces(text) };
	text = command->text;
	if (!*text)
		return 0;
	if (text[0] != 's' || text[1] != ':')
		return -ECANCELED;

	end = strpbrk(text, " \t");
	if (!end)
		return synth_report(text, SYNTH_INVALID_CMD, NULL);
	name = text + 2;
	/* Like the kernel, assume a system's name if the line contains a slash anywhere. */
	if (strchr(name, '/')) {
		len = str_has_prefix(name, SYNTH_SYSTEM "/");
		if (!len)
			return synth_report(text, SYNTH_INVALID_DYN_CMD, NULL);
		name += len;
	}
	return create_command(command, name, end);
}

void synth_command_done(struct synth_command *command)
{
	kfree(command->name);
	command->name = NULL;
}

int synth_name_check(const struct synth_command *command)
{
	if (!*command->name)
		return synth_report(command->text, SYNTH_INVALID_CMD, NULL);
	if (!dynamic_is_name(command->name))
		return synth_report(command->text, SYNTH_BAD_NAME, command->name);
	return 0;
}

struct field_words {
	bool is_unsigned;
	const char *type;
	const char *name;
	const char *array;	/* the [ in @name, or NULL */
};

static int take_words(const struct synth_command *command,
		      struct field_words *words, char *type, char **rest)
{
	const char *missing = SYNTH_INVALID_FIELD;

	words->type = type;
	words->is_unsigned = !strcmp(type, "unsigned");
	if (words->is_unsigned) {
		missing = SYNTH_INCOMPLETE_TYPE;
		words->type = synth_next_word(rest);
	}
	words->name = words->type ? synth_next_word(rest) : NULL;
	if (!words->name)
		return synth_report(command->text, missing, type);
	words->array = strchr(words->name, '[');
	return 0;
}

/* Types of number fields, with their size in bytes and their conversion. */
static const struct number_type {
	const char *name;
	u8 size;
	const char *format;
} number_types[] = {
	{ "s64", sizeof(s64), "%lld" },
	{ "u64", sizeof(u64), "%llu" },
	{ "s32", sizeof(s32), "%d" },
	{ "u32", sizeof(u32), "%u" },
	{ "s16", sizeof(s16), "%d" },
	{ "u16", sizeof(u16), "%u" },
	{ "s8", sizeof(s8), "%d" },
	{ "u8", sizeof(u8), "%u" },
	{ "char", sizeof(char), "%d" },
	{ "unsigned char", sizeof(unsigned char), "%u" },
	{ "int", sizeof(int), "%d" },
	{ "unsigned int", sizeof(unsigned int), "%u" },
	{ "long", sizeof(long), "%ld" },
	{ "unsigned long", sizeof(unsigned long), "%lu" },
	{ "bool", sizeof(bool), "%d" },
	{ "pid_t", sizeof(pid_t), "%d" },
	{ "gfp_t", sizeof(gfp_t), "%x" },
};

static const struct number_type *find_number(const char *type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(number_types); i++)
		if (!strcmp(number_types[i].name, type))
			return &number_types[i];
	return NULL;
}

bool synth_type_there(const char *type)
{
	return find_number(type) || strchr(type, '[');
}

/* Returns the size of a char array, 0 for a dynamic one, or an errno. */
static int string_size(const char *type)
{
	const char *start = strstr(type, "char[") + strlen("char[");
	const char *end = strchr(type, ']');
	char digits[4];
	unsigned int size;
	size_t len;
	int ret;

	if (!end || end < start || end[1])
		return -EINVAL;
	len = end - start;
	if (len >= sizeof(digits))
		return -EINVAL;
	if (!len)
		return 0;
	memcpy(digits, start, len);
	digits[len] = '\0';
	ret = kstrtouint(digits, 0, &size);
	if (ret)
		return ret;
	return size > SYNTH_STRING_MAX ? -EINVAL : size;
}

/* Sets a field's kind. Returns its size, 0 for a dynamic field, or an errno. */
static int synth_know_type(struct synth_field *field)
{
	const struct number_type *number = find_number(field->type);

	if (number)
		return number->size;
	field->is_string = strstr(field->type, "char[");
	if (field->is_string)
		return string_size(field->type);
	field->is_stack = strstr(field->type, "long[");
	return 0;
}

static bool type_is_signed(const char *type)
{
	return *type != 'u' && strcmp(type, "gfp_t");
}

/* Checks in the kernel's order, so that a field with several faults gets the same error. */
static int finish_field(const struct synth_command *command,
			struct synth_field *field,
			const struct field_words *words)
{
	char *type;
	int size;

	size = synth_know_type(field);
	if (size < 0 && words->array)
		return synth_report(command->text, SYNTH_INVALID_ARRAY, words->name);
	if (size < 0 || (!size && !field->is_string && !field->is_stack))
		return synth_report(command->text, SYNTH_INVALID_TYPE, words->type);
	if (!size) {
		type = kasprintf(GFP_KERNEL, "__data_loc %s", field->type);
		if (!type)
			return -ENOMEM;
		kfree(field->type);
		field->type = type;
		field->is_dynamic = true;
		size = sizeof(u64);
	}
	field->size = size;
	field->is_signed = type_is_signed(field->type);
	return 0;
}

static int make_field(const struct synth_command *command,
		      struct synth_field *field, const struct field_words *words)
{
	field->name = kmemdup_nul(words->name, words->array ?
				  words->array - words->name :
				  strlen(words->name), GFP_KERNEL);
	if (!field->name)
		return -ENOMEM;
	if (!dynamic_is_name(field->name))
		return synth_report(command->text, SYNTH_BAD_NAME, words->name);
	field->type = kasprintf(GFP_KERNEL, "%s%s%s",
				words->is_unsigned ? "unsigned " : "",
				words->type, words->array ?: "");
	if (!field->type)
		return -ENOMEM;
	return finish_field(command, field, words);
}

static void free_field(struct synth_field *field)
{
	kfree(field->type);
	kfree(field->name);
}

static int add_field(const struct synth_command *command,
		     struct synth_fields *fields,
		     const struct field_words *words)
{
	struct synth_field field = {};
	int ret = make_field(command, &field, words);

	/* Like the kernel, report a fault of the field before reporting that it is one too many. */
	if (!ret && fields->nr == SYNTH_FIELDS_MAX)
		ret = synth_report(command->text, SYNTH_TOO_MANY_FIELDS, NULL);
	if (ret) {
		free_field(&field);
		return ret;
	}
	field.offset = fields->size;
	fields->size += field.is_string && !field.is_dynamic ?
			SYNTH_STRING_MAX : sizeof(u64);
	fields->fields[fields->nr++] = field;
	return 0;
}

static int synth_add_fields(const struct synth_command *command,
			    struct synth_fields *fields, char *text)
{
	struct field_words words;
	char *part, *type;
	int ret;

	while ((part = strsep(&text, ";"))) {
		while ((type = synth_next_word(&part))) {
			ret = take_words(command, &words, type, &part);
			if (!ret)
				ret = add_field(command, fields, &words);
			if (ret)
				return ret;
		}
	}
	if (!fields->nr)
		return synth_report(command->text, SYNTH_INVALID_CMD, NULL);
	return 0;
}

int synth_fields_parse(const struct synth_command *command,
		       struct synth_fields **made)
{
	struct synth_fields *fields;
	char *text;
	int ret = -ENOMEM;

	fields = kzalloc(struct_size(fields, fields, SYNTH_FIELDS_MAX),
			 GFP_KERNEL);
	text = kstrdup(command->fields, GFP_KERNEL);
	if (fields && text) {
		fields->size = SYNTH_HEAD_WORDS * sizeof(u64);
		ret = synth_add_fields(command, fields, text);
	}
	kfree(text);
	if (ret) {
		synth_fields_free(fields);
		return ret;
	}
	*made = fields;
	return 0;
}

void synth_fields_free(struct synth_fields *fields)
{
	unsigned int i;

	if (!fields)
		return;
	for (i = 0; i < fields->nr; i++)
		free_field(&fields->fields[i]);
	kfree(fields);
}

const char *synth_field_format(const struct synth_field *field)
{
	const struct number_type *number = find_number(field->type);

	return number ? number->format : "%s";
}

/* Writes the print format, cut to @space bytes. Returns its whole length, like snprintf(). */
static size_t print_format(char *to, size_t space,
			   const struct synth_fields *fields)
{
	const struct synth_field *field, *end = fields->fields + fields->nr;
	size_t len = 0;

#define PUT(format...)	(len += snprintf(space ? to + len : NULL,	\
					 space ? space - len : 0, format))
	PUT("\"");
	for (field = fields->fields; field < end; field++)
		PUT("%s=%s%s", field->name, synth_field_format(field),
		    field == end - 1 ? "" : ", ");
	PUT("\"");
	for (field = fields->fields; field < end; field++) {
		if (field->is_string && field->is_dynamic)
			PUT(", __get_str(%s)", field->name);
		else if (field->is_stack)
			PUT(", __get_stacktrace(%s)", field->name);
		else
			PUT(", REC->%s", field->name);
	}
#undef PUT
	return len;
}

char *synth_print_format(const struct synth_fields *fields)
{
	size_t space = print_format(NULL, 0, fields) + 1;
	char *text = kmalloc(space, GFP_KERNEL);

	if (text)
		print_format(text, space, fields);
	return text;
}
