// SPDX-License-Identifier: GPL-2.0
/* What this kernel has; see kernel.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text.h"
#include "kernel.h"

bool kernel_field(const char *line, struct format_field *field)
{
	int is_signed;
	char text[256], *name, *bracket;

	while (isspace((unsigned char)*line))
		line++;
	if (sscanf(line, "field:%255[^;]; offset:%*u; size:%u; signed:%d", text, &field->size,
		   &is_signed) != 3)
		return false;
	name = strrchr(text, ' ');
	if (!name)
		return false;
	*name++ = '\0';
	bracket = strchr(name, '[');
	field->array = bracket;
	if (bracket)
		*bracket = '\0';
	field->is_signed = is_signed;
	snprintf(field->type, sizeof(field->type), "%.127s", text);
	snprintf(field->name, sizeof(field->name), "%.127s", name);
	return true;
}

static bool read_format(struct tree *tree, const char *event, struct text *text)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "events/%s/format", event);
	return !tree_read(tree, path, text) && text->at;
}

/* Tests whether an event has a field. @what: SYSTEM/EVENT FIELD */
static bool has_field(struct tree *tree, const char *what)
{
	struct format_field field;
	struct text text = {};
	char event[256], name[128], *line, *save;
	bool found = false;

	if (sscanf(what, "%255s %127s", event, name) != 2)
		return false;
	if (read_format(tree, event, &text))
		for (line = strtok_r(text.at, "\n", &save); line && !found;
		     line = strtok_r(NULL, "\n", &save))
			found = kernel_field(line, &field) && !strcmp(field.name, name);
	text_free(&text);
	return found;
}

/* Looks for a function in kallsyms, which lists functions even if no tracer is built in. */
static bool has_function(const char *name)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	char symbol[256], type, *line = NULL;
	size_t size = 0;
	bool found = false;

	if (!file)
		return false;
	while (!found && getline(&line, &size, file) > 0)
		/* Most of 150,000 lines need no more than strstr(). */
		found = strstr(line, name) &&
			sscanf(line, "%*s %c %255s", &type, symbol) == 2 &&
			strchr("tTwW", type) && !strcmp(symbol, name);
	free(line);
	fclose(file);
	return found;
}

static bool kernel_has(void *data, const char *kind, const char *what)
{
	struct tree *tree = data;
	char path[PATH_MAX];

	if (!strcmp(kind, "event")) {
		snprintf(path, sizeof(path), "events/%s", what);
		return strchr(what, '/') && tree_has(tree, path);
	}
	if (!strcmp(kind, "field"))
		return has_field(tree, what);
	if (!strcmp(kind, "function"))
		return has_function(what);
	return !access(what, F_OK);
}

/*
 * Finds the names of a field's values: __print_symbolic(REC->FIELD, { 1, "ONE" }, ...).
 * Returns the beginning of the list, or NULL.
 */
static const char *list_of(const char *format, const char *field)
{
	static const char call[] = "__print_symbolic(REC->";
	size_t len = strlen(field);
	const char *at;

	for (at = strstr(format, call); at; at = strstr(at, call)) {
		at += strlen(call);
		if (!strncmp(at, field, len) && at[len] == ',')
			return at + len;
	}
	return NULL;
}

void kernel_symbols(const char *format, const char *field,
		    void (*add)(void *data, unsigned long long value, const char *text),
		    void *data)
{
	const char *at = list_of(format, field);
	unsigned long long value;
	char name[128], *end;
	int len;

	/* Each name: { 1, "ONE" } */
	while (at && (at += strspn(at, ", ")) && *at == '{') {
		value = strtoull(at + 1, &end, 0);
		len = 0;
		if (sscanf(end, " , \"%127[^\"]\"%n", name, &len) != 1 || !len)
			return;
		add(data, value, name);
		at = strchr(end, '}');
		if (at)
			at++;
	}
}

static void symbols(void *data, const char *event, const char *field,
		    void (*add)(void *plan, unsigned long long value, const char *text),
		    void *plan)
{
	struct text text = {};

	if (read_format(data, event, &text))
		kernel_symbols(text.at, field, add, plan);
	text_free(&text);
}

struct plan_world kernel_world(struct tree *tree, const char *word)
{
	return (struct plan_world){
		.word = word, .has = kernel_has, .symbols = symbols, .data = tree,
	};
}

bool kernel_awaits(const char *line, char *module)
{
	const char *place = strchr(line, ' '), *end;
	char path[KERNEL_MODULE_MAX + 16], *at;

	/* Only probes of kernel functions can name a module; probes in programs have a path. */
	if (!place || !strchr("pfr", *line))
		return false;
	place += strspn(place, " ");
	end = place + strcspn(place, ": ");
	if (*end != ':' || end - place >= KERNEL_MODULE_MAX || (*line != 'f' && *place == '/'))
		return false;
	snprintf(module, KERNEL_MODULE_MAX, "%.*s", (int)(end - place), place);
	snprintf(path, sizeof(path), "/sys/module/%s", module);
	/* In names of loaded modules, underscores replace dashes. */
	for (at = path; *at; at++)
		if (*at == '-')
			*at = '_';
	return strchr(module, '/') || access(path, F_OK);
}

uint64_t kernel_memory(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	unsigned long long kilobytes;
	uint64_t bytes = UINT64_MAX;
	char line[128];

	while (file && bytes == UINT64_MAX && fgets(line, sizeof(line), file))
		if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
			bytes = kilobytes << 10;
	if (file)
		fclose(file);
	return bytes;
}
