// SPDX-License-Identifier: GPL-2.0
/* The environment of probes; see probe_world.h. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/event/hot/scratch.h"
#include "../../module/event/symbol.h"
#include "../../module/instance/instance.h"
#include "../../module/probe/arg_marker.h"
#include "../../module/probe/hot/fault_in.h"
#include "probe_world.h"

#define FIELD(ctype, member, sign)					\
	{								\
		.type = ctype, .name = #member,				\
		.offset = offsetof(struct probe_record, member),	\
		.size = sizeof(((struct probe_record *)0)->member),	\
		.is_signed = sign,					\
	}

struct instance main_instance;
char probe_error_text[128];
char probe_error_command[8192];
unsigned int probe_error_column;
unsigned int probe_errors;
const char *probe_world_function = "function";
const char *probe_world_marker;

static struct event_field fields[] = {
	FIELD("u64", d, false),
	FIELD("int", i, true),
	FIELD("u16", h, false),
	FIELD("s8", c, true),
	FIELD("u8[3]", three, false),
	FIELD("char[8]", name, true),
	FIELD("__data_loc char[]", dyn, true),
	FIELD("__rel_loc char[]", rel, true),
	FIELD("const char *", text, false),
};

static const struct event_class class = {
	.fields = fields,
	.nr_fields = ARRAY_SIZE(fields),
};

static const struct event_header header = { .system = "unit" };

struct event probe_world_event = {
	.name = "world",
	.class = &class,
	.header = &header,
};

/* Replaces the module's function: in these tests, no page can be faulted in. */
bool fault_in(unsigned long address, unsigned long ticks)
{
	(void)address;
	(void)ticks;
	return false;
}

static char scratch[4096];
static unsigned int scratch_used;

void *scratch_alloc(unsigned int size)
{
	if (scratch_used + size > sizeof(scratch))
		return NULL;
	scratch_used += size;
	return scratch + scratch_used - size;
}

void scratch_free(unsigned int size)
{
	scratch_used -= size;
}

void error_log_add(struct error_log *log, const char *place,
		   const char *command, const char *text, u16 column)
{
	if (log != &main_instance.errors || strcmp(place, "unit"))
		abort();
	strscpy(probe_error_text, text, sizeof(probe_error_text));
	strscpy(probe_error_command, command, sizeof(probe_error_command));
	probe_error_column = column;
	probe_errors++;
}

void symbol_text(char *text, unsigned long address, bool offset)
{
	if (offset)
		sprint_symbol(text, address);
	else
		strcpy(text, "symbol");
}

unsigned long symbol_start(const char *name)
{
	return strcmp(name, "known") ? 0 : KNOWN_SYMBOL;
}

unsigned long symbol_percpu(const char *name)
{
	return symbol_start(name);
}

static struct marker_args *make_marker(void)
{
	struct marker_args *args = marker_args_parse(probe_world_marker, true);
	struct marker_arg *arg;
	unsigned int i;

	for (i = 0; args && i < args->nr; i++) {
		arg = &args->arg[i];
		if (arg->symbol && !strcmp(arg->symbol, "known"))
			marker_arg_place(arg, 0x4100, 0x4000, false);
		else if (arg->symbol)
			marker_arg_fail(arg, PROBE_MARKER_SYMBOL);
	}
	return args;
}

int probe_world_parse(const char *text, unsigned int flags,
		      struct probe_args **args)
{
	struct probe_place place = {
		.flags = flags,
		.function = probe_world_function,
		.event = flags & PROBE_ON_EVENT ? &probe_world_event : NULL,
	};
	char *copy = strdup(text), *words[512], *word, *rest = copy;
	struct probe_words definition = { .place = "unit", .word = words };
	struct marker_args *marker = NULL;
	int ret;

	if (flags & PROBE_ON_USER && probe_world_marker) {
		marker = make_marker();
		place.marker = marker;
	}
	while (definition.nr < (int)ARRAY_SIZE(words) &&
	       (word = strtok_r(rest, " ", &rest)))
		words[definition.nr++] = word;
	probe_error_text[0] = '\0';
	probe_errors = 0;
	ret = probe_args_parse(&definition, &place, args);
	marker_args_free(marker);
	free(copy);
	return ret;
}
