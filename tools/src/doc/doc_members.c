// SPDX-License-Identifier: GPL-2.0
/* Reads members of JSON objects; see doc_members.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "doc.h"
#include "doc_members.h"

#define NSEC_PER_SEC	1000000000ULL

bool doc_fail(struct parser *p, const char *format, ...)
{
	int at = 0;
	va_list args;

	if (p->hist >= 0)
		at = snprintf(p->error, DOC_ERROR_MAX, "histogram %ld, ", p->hist + 1);
	if (p->row >= 0)
		at += snprintf(p->error + at, DOC_ERROR_MAX - at, "row %ld, ", p->row + 1);
	va_start(args, format);
	vsnprintf(p->error + at, DOC_ERROR_MAX - at, format, args);
	va_end(args);
	return false;
}

bool doc_no_memory(struct parser *p)
{
	return doc_fail(p, "out of memory; end other programs and try again");
}

void *doc_alloc(struct parser *p, size_t size, size_t nr)
{
	void *memory = arena_alloc(p->arena, size, nr);

	if (!memory)
		doc_no_memory(p);
	return memory;
}

bool member(struct parser *p, struct json_object *from, const char *name,
	    struct json_object **value)
{
	if (!json_object_is_type(from, json_type_object))
		return doc_fail(p, "expected an object with \"%s\", but found something else",
				name);
	if (!json_object_object_get_ex(from, name, value))
		return doc_fail(p, "\"%s\" is missing", name);
	return true;
}

/* Refuses a string with a zero byte inside, which would look like a shorter one. */
bool copy_text(struct parser *p, struct json_object *value, const char *name,
	       const char **text)
{
	if (!json_object_is_type(value, json_type_string))
		return doc_fail(p, "\"%s\" is not a string", name);
	if (strlen(json_object_get_string(value)) != (size_t)json_object_get_string_len(value))
		return doc_fail(p, "\"%s\" has a zero byte", name);
	*text = arena_strdup(p->arena, json_object_get_string(value));
	return *text ? true : doc_no_memory(p);
}

bool get_text(struct parser *p, struct json_object *from, const char *name,
	      const char **text)
{
	struct json_object *value;

	return member(p, from, name, &value) && copy_text(p, value, name, text);
}

bool get_text_or_null(struct parser *p, struct json_object *from, const char *name,
		      const char **text)
{
	struct json_object *value;

	*text = NULL;
	return member(p, from, name, &value) && (!value || copy_text(p, value, name, text));
}

bool to_number(struct parser *p, struct json_object *value, const char *name,
	       struct doc_number *number)
{
	if (!json_object_is_type(value, json_type_int))
		return doc_fail(p, "\"%s\" is not a whole number of 64 bits", name);
	number->negative = json_object_get_int64(value) < 0;
	number->bits = number->negative ? (uint64_t)json_object_get_int64(value) :
		       json_object_get_uint64(value);
	return true;
}

bool get_number(struct parser *p, struct json_object *from, const char *name,
		struct doc_number *number)
{
	struct json_object *value;

	return member(p, from, name, &value) && to_number(p, value, name, number);
}

bool get_count(struct parser *p, struct json_object *from, const char *name,
	       uint64_t *count)
{
	struct doc_number number;

	if (!get_number(p, from, name, &number))
		return false;
	if (number.negative)
		return doc_fail(p, "\"%s\" is less than 0", name);
	*count = number.bits;
	return true;
}

bool get_bool(struct parser *p, struct json_object *from, const char *name, bool *is)
{
	struct json_object *value;

	if (!member(p, from, name, &value))
		return false;
	if (!json_object_is_type(value, json_type_boolean))
		return doc_fail(p, "\"%s\" is neither true nor false", name);
	*is = json_object_get_boolean(value);
	return true;
}

bool get_array(struct parser *p, struct json_object *from, const char *name,
	       struct json_object **array, size_t *nr)
{
	if (!member(p, from, name, array))
		return false;
	if (!json_object_is_type(*array, json_type_array))
		return doc_fail(p, "\"%s\" is not an array", name);
	*nr = json_object_array_length(*array);
	return true;
}

/* Converts seconds to nanoseconds exactly, because floating point has too few digits. */
bool get_time(struct parser *p, struct json_object *from, const char *name, uint64_t *ns)
{
	struct json_object *value;
	unsigned long long seconds;
	unsigned long rest = 0;
	const char *text;
	char *end;
	int digits;

	if (!member(p, from, name, &value))
		return false;
	if (!json_object_is_type(value, json_type_double) &&
	    !json_object_is_type(value, json_type_int))
		return doc_fail(p, "\"%s\" is not a number", name);
	text = json_object_get_string(value);
	if (!text)
		return doc_no_memory(p);
	errno = 0;
	seconds = strtoull(text, &end, 10);
	if (*end == '.')
		end++;
	for (digits = 0; digits < 9; digits++)
		rest = rest * 10 + (*end >= '0' && *end <= '9' ? *end++ - '0' : 0);
	end += strspn(end, "0123456789");
	if (*text == '-' || *end || errno || seconds > UINT64_MAX / NSEC_PER_SEC - 1)
		return doc_fail(p, "\"%s\" is not a time in seconds", name);
	*ns = seconds * NSEC_PER_SEC + rest;
	return true;
}

bool doc_has(struct json_object *from, const char *name)
{
	return json_object_object_get_ex(from, name, NULL);
}
