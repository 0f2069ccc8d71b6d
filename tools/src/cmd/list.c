// SPDX-License-Identifier: GPL-2.0
/* The commands list and fields. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../recipe/recipe.h"
#include "../run/kernel.h"
#include "../run/tree.h"
#include "../stop.h"
#include "../text.h"
#include "commands.h"

/* ---- recipes */

/* Appends a line for each recipe that matches. Returns the number of lines. */
static size_t list_recipes(const char *glob, struct text *out)
{
	char error[RECIPE_ERROR_MAX], **names;
	size_t nr = recipe_names(&names), i, shown = 0, columns;
	struct recipe *recipe;

	for (i = 0; i < nr; i++) {
		if (!fnmatch(glob, names[i], 0)) {
			recipe = recipe_find(names[i], error);
			columns = text_escape(out, names[i]);
			text_pad(out, 16 - (long)columns);
			text_puts(out, " ");
			text_escape(out, recipe ? recipe->about : error);
			text_puts(out, "\n");
			recipe_free(recipe);
			shown++;
		}
		free(names[i]);
	}
	free(names);
	return shown;
}

/* ---- events */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static const char *kind_of(const struct format_field *field)
{
	if (strstr(field->type, "char[]") || (field->array && strstr(field->type, "char")))
		return "text";
	if (!strcmp(field->type, "char *") || !strcmp(field->type, "const char *"))
		return "pointer to a string";
	if (strstr(field->type, "long[]") || strstr(field->name, "stacktrace"))
		return "stack";
	if (strstr(field->type, "__data_loc") || strstr(field->type, "__rel_loc") ||
	    field->array)
		return "array";
	if (strchr(field->type, '*'))
		return "address";
	return field->is_signed ? "signed number" : "number";
}

static const char *hint_of(const struct format_field *field)
{
	const char *kind = kind_of(field);

	if (!strcmp(kind, "pointer to a string"))
		return "a key with .string or .ustring";
	if (!strcmp(kind, "address"))
		return "a key with .sym, .sym-offset or .hex";
	if (!strcmp(kind, "text"))
		return "a key; compare it with ==, != and ~";
	if (!strcmp(kind, "stack"))
		return "a key with .stacktrace";
	if (!strcmp(kind, "array"))
		return field->size > 16 ? "not usable in triggers" :
			"a key with .hex; also with .ipv4, .ipv6 or .mac, if it is such an address";
	if (!strcmp(field->name, "ip") || strstr(field->name, "call_site"))
		return "a key with .sym; compare it with .function";
	if (!strcmp(field->name, "dev"))
		return "a key with .dev";
	return "a key, also with .log2 or .buckets=N; a value, also with .max, .avg, .p99 or .dist";
}

/* Appends a line with its fields for each event that matches. Returns how many. */
static size_t list_events(struct tree *tree, const char *glob, struct text *out)
{
	struct text text = {};
	char *at, *event, **events = NULL;
	size_t nr = 0, capacity = 0, i;

	if (tree_read(tree, "available_events", &text))
		return 0;
	at = text.at;
	while ((event = tree_next_event(&at))) {
		if (fnmatch(glob, event, 0) && fnmatch(glob, strchr(event, '/') + 1, 0))
			continue;
		if (nr == capacity) {
			capacity = capacity ? 2 * capacity : 256;
			events = realloc(events, capacity * sizeof(*events));
			if (!events)
				die("out of memory; end other programs and try again");
		}
		events[nr++] = event;
	}
	if (nr)
		qsort(events, nr, sizeof(*events), by_text);
	for (i = 0; i < nr; i++) {
		text_escape(out, events[i]);
		text_puts(out, "\n");
	}
	free(events);
	text_free(&text);
	return nr;
}

int cmd_list(int argc, char **argv)
{
	const char *glob = argc > 1 ? argv[1] : "*";
	struct text out = {}, why = {};
	struct tree tree = { .fd = -1 };
	size_t nr;

	nr = list_recipes(glob, &out);
	if (argc < 2) {
		text_puts(&out, "\nhistrig help RECIPE shows its arguments, histrig list GLOB looks for "
			  "events, too.\n");
	} else if (tree_try(&tree, &why)) {
		nr += list_events(&tree, glob, &out);
	} else {
		warn("cannot list events: %s", why.at);
	}
	if (nr)
		out_write(out.at, out.len);
	else
		warn("there is no recipe or event %s; try a pattern like '*%s*'", glob, glob);
	text_free(&out);
	text_free(&why);
	tree_close(&tree);
	return nr ? 0 : 1;
}

/* ---- fields */

static void field_line(const struct format_field *field, struct text *out)
{
	size_t columns = text_escape(out, field->name);

	text_pad(out, 24 - (long)columns);
	text_printf(out, " %-18s %4u bytes  %s\n", kind_of(field), field->size, hint_of(field));
}

int cmd_fields(int argc, char **argv)
{
	struct text format = {}, out = {};
	char path[PATH_MAX], *line, *save, *colon;
	struct format_field field;
	struct tree tree;
	int ret;

	if (argc != 2)
		die("which event? Usage: histrig fields SYSTEM/EVENT");
	tree_open(&tree);
	snprintf(path, sizeof(path), "events/%s/format", argv[1]);
	colon = strchr(path, ':');
	if (colon)
		*colon = '/';
	ret = tree_read(&tree, path, &format);
	if (ret == -ENOENT || (!ret && !format.at))
		die("there is no event %s; to search for it: histrig list '*%s*'", argv[1],
		    argv[1]);
	if (ret)
		die("cannot read the fields of %s: %s", argv[1], strerror(-ret));
	for (line = strtok_r(format.at, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (kernel_field(line, &field) && strncmp(field.name, "common_", 7))
			field_line(&field, &out);
	text_puts(&out, "Every event also has common_pid, common_comm, common_tgid, common_ppid, "
		  "common_uid, common_cpu,\ncommon_cgroup, common_timestamp and common_stacktrace.\n");
	out_write(out.at, out.len);
	text_free(&format);
	text_free(&out);
	tree_close(&tree);
	return 0;
}
