// SPDX-License-Identifier: GPL-2.0
/* Fuzzes definitions in the syntax of synthetic_events and dynamic_events. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/synth/synth.h"
#include "world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void check_field(const struct synth_field *field, unsigned int at)
{
	REQUIRE(field->offset == at);
	REQUIRE(*field->name && *field->type);
	REQUIRE(field->size && field->size <= SYNTH_STRING_MAX);
	REQUIRE(!(field->is_string && field->is_stack));
	REQUIRE(!field->is_stack || field->is_dynamic);
	REQUIRE(!field->is_dynamic || !strncmp(field->type, "__data_loc ", 11));
	REQUIRE(*synth_field_format(field) == '%');
}

static void check_fields(const struct synth_fields *fields)
{
	unsigned int i, at = 8;
	char *format;

	REQUIRE(fields->nr && fields->nr <= SYNTH_FIELDS_MAX);
	for (i = 0; i < fields->nr; i++) {
		const struct synth_field *field = &fields->fields[i];

		check_field(field, at);
		at += field->is_string && !field->is_dynamic ?
		      SYNTH_STRING_MAX : 8;
	}
	REQUIRE(fields->size == at);
	format = synth_print_format(fields);
	REQUIRE(format && *format == '"');
	kfree(format);
}

/* Checks that the definition that the file shows defines the same event. */
static void check_again(const struct synth_fields *fields)
{
	static char text[1 << 16];
	struct synth_command command = { .text = text, .fields = text };
	struct synth_fields *again;
	unsigned int i, len = 0;

	for (i = 0; i < fields->nr; i++) {
		const struct synth_field *field = &fields->fields[i];

		len += snprintf(text + len, sizeof(text) - len, "%s %s; ",
				field->type + 11 * field->is_dynamic,
				field->name);
	}
	REQUIRE(!synth_fields_parse(&command, &again));
	REQUIRE(again->nr == fields->nr && again->size == fields->size);
	for (i = 0; i < fields->nr; i++) {
		REQUIRE(!strcmp(again->fields[i].type, fields->fields[i].type));
		REQUIRE(again->fields[i].size == fields->fields[i].size);
	}
	synth_fields_free(again);
}

static void run(int (*parse)(struct synth_command *command, const char *text),
		const char *text)
{
	struct synth_command command;
	struct synth_fields *fields;
	int ret = parse(&command, text);

	REQUIRE(ret <= 0 && ret > -4096);
	if (ret)
		return;
	if (command.verb == SYNTH_CREATE && !synth_name_check(&command)) {
		ret = synth_fields_parse(&command, &fields);
		REQUIRE(ret <= 0 && ret > -4096);
		if (!ret) {
			check_fields(fields);
			check_again(fields);
			synth_fields_free(fields);
		}
	}
	synth_command_done(&command);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	run(synth_command_parse, text);
	run(synth_dynamic_parse, text);
	free(text);
	return 0;
}
