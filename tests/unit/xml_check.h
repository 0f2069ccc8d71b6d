/* SPDX-License-Identifier: GPL-2.0 */
/* Checks that a string is well-formed XML, with the features that pictures use. */
#ifndef UNIT_XML_CHECK_H
#define UNIT_XML_CHECK_H

#include <stdbool.h>
#include <string.h>

#define XML_DEPTH_MAX	20

static inline const char *xml_name(const char *at, char *name, size_t size)
{
	size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-:");

	if (!len || len >= size)
		return NULL;
	memcpy(name, at, len);
	name[len] = '\0';
	return at + len;
}

/* Skips an entity, or a character that needs no escape. */
static inline const char *xml_character(const char *at)
{
	static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
	size_t i;

	if (((unsigned char)*at < 0x20 && *at != '\n') || *at == 0x7f)
		return NULL;
	if (*at != '&')
		return at + 1;
	for (i = 0; i < 5; i++)
		if (!strncmp(at, entities[i], strlen(entities[i])))
			return at + strlen(entities[i]);
	return NULL;
}

/* Skips the attributes of a tag, up to ">", "/>" or "?>". */
static inline const char *xml_attributes(const char *at)
{
	char name[40];

	while (at && *at == ' ') {
		at = xml_name(at + 1, name, sizeof(name));
		if (!at || at[0] != '=' || at[1] != '"')
			return NULL;
		for (at += 2; at && *at != '"'; at = xml_character(at))
			if (*at == '<' || !*at)
				return NULL;
		if (at)
			at++;
	}
	return at;
}

static inline bool xml_is_good(const char *at)
{
	char open[XML_DEPTH_MAX][40], name[40];
	unsigned int depth = 0, roots = 0;
	const char *end;

	if (strncmp(at, "<?xml", 5))
		return false;
	for (at = strchr(at, '\n') + 1; *at;) {
		if (!strncmp(at, "<![CDATA[", 9)) {
			end = strstr(at, "]]>");
			if (!end || !depth || strcmp(open[depth - 1], "script"))
				return false;
			at = end + 3;
		} else if (!strncmp(at, "</", 2)) {
			at = xml_name(at + 2, name, sizeof(name));
			if (!at || *at++ != '>' || !depth || strcmp(open[--depth], name))
				return false;
		} else if (*at == '<') {
			at = xml_name(at + 1, name, sizeof(name));
			at = at ? xml_attributes(at) : NULL;
			if (!at || depth == XML_DEPTH_MAX || (!depth && roots++))
				return false;
			if (!strncmp(at, "/>", 2)) {
				at += 2;
				continue;
			}
			if (*at++ != '>')
				return false;
			strcpy(open[depth++], name);
		} else {
			at = xml_character(at);
			if (!at)
				return false;
		}
	}
	return !depth && roots == 1;
}

#endif /* UNIT_XML_CHECK_H */
