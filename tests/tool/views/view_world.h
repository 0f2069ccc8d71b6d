/* SPDX-License-Identifier: GPL-2.0 */
/* Documents and pictures for the tests of the tool's live views. */
#ifndef TOOL_VIEW_WORLD_H
#define TOOL_VIEW_WORLD_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/canvas.h"
#include "doc/doc.h"
#include "test.h"
#include "text.h"

#define HITS	"{'name':'hitcount','kind':'value','type':'number','modifier':null,'unit':null}"

/* JSON of a key or value. @modifier and @unit are JSON as well: null or 'text'. */
#define FIELD(name, kind, type, modifier, unit)						\
	"{'name':'" name "','kind':'" kind "','type':'" type "','modifier':" modifier	\
	",'unit':" unit "}"

static inline void set_world(void)
{
	setenv("TZ", "UTC0", 1);
	setlocale(LC_CTYPE, "C.UTF-8");
}

/* Parses JSON that is written with ' instead of ". */
static inline struct hist_doc *parse_quoted(char *text)
{
	char error[DOC_ERROR_MAX] = "";
	struct hist_doc *doc;
	char *at;

	for (at = text; *at; at++)
		if (*at == '\'')
			*at = '"';
	doc = doc_parse(text, strlen(text), error);
	CHECK_STR(error, "", "a document");
	return doc;
}

/* The command of the documents that make_doc() makes. */
static const char *made_by = "hist:keys=a";

/*
 * Makes a document of one histogram, read @ms milliseconds after the machine was started at
 * 12:00:00.
 */
static inline struct hist_doc *make_doc(unsigned int ms, unsigned int hits, unsigned int dropped,
					unsigned int entries, const char *fields,
					const char *rows)
{
	struct text text = {};
	struct hist_doc *doc;

	text_printf(&text, "{'version':1,'event':'s:e','instance':null,'clock':'local',");
	text_printf(&text, "'time':%u.%03u000000,'uptime':%u.%03u000000,'histograms':[", 43200 + ms / 1000,
		    ms % 1000, ms / 1000, ms % 1000);
	text_printf(&text, "{'name':null,'trigger':'%s','paused':false,'clock':null,", made_by);
	text_printf(&text, "'hits':%u,'entries':%u,'dropped':%u,'without_bucket':0,", hits, entries, dropped);
	text_printf(&text, "'lost_actions':0,'fields':[%s],'rows':[%s]}]}", fields, rows);
	doc = parse_quoted(text.at);
	text_free(&text);
	return doc;
}

/* Compares a line of a picture, without the spaces at its end. */
static inline void check_line(const struct canvas *canvas, size_t y, const char *wanted)
{
	char about[16], *copy;
	size_t len;

	snprintf(about, sizeof(about), "line %zu", y);
	CHECK(y < canvas->height);
	if (y >= canvas->height)
		return;
	copy = strdup(canvas->lines[y].text.at ? canvas->lines[y].text.at : "");
	for (len = strlen(copy); len && copy[len - 1] == ' '; len--)
		copy[len - 1] = '\0';
	CHECK_STR(copy, wanted, about);
	CHECK(canvas->lines[y].styles.len <= canvas->width);
	free(copy);
}

/* Compares the style of a column. */
static inline void check_style(const struct canvas *canvas, size_t y, size_t x, char wanted)
{
	CHECK(x < canvas->lines[y].styles.len);
	if (x < canvas->lines[y].styles.len)
		CHECK_EQ(canvas->lines[y].styles.at[x], wanted);
}

#endif /* TOOL_VIEW_WORLD_H */
