/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads members of JSON objects. Sets a message if one is missing or of the wrong type.
 * Only doc.c includes this header.
 */
#ifndef DOC_MEMBERS_H
#define DOC_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct doc_number;
struct json_object;

/**
 * struct parser - state of parsing a document
 * @arena: memory of the document
 * @error: the message, empty if there is no error
 * @hist: index of the current histogram, for messages
 * @row: index of its current row, for messages; -1 before the first one
 */
struct parser {
	struct arena *arena;
	char *error;
	long hist;
	long row;
};

#define __printf(a, b)	\
	__attribute__((	\
	format(printf, a, b)))

/* Sets the message, which begins with the place in the document. Returns false. */
__printf(2, 3)
bool doc_fail(struct parser *p, const char *format, ...);

/* Like doc_fail(), with the message that memory is lacking. */
bool doc_no_memory(struct parser *p);

/* Allocates zeroed memory of the document. Returns NULL with a message if out of memory. */
void *doc_alloc(struct parser *p, size_t size, size_t nr);

/* Finds a member. If it is null, returns true and sets @value to NULL. */
bool member(struct parser *p, struct json_object *from, const char *name,
	    struct json_object **value);

/* Copies a string. Fails if there is a zero byte inside. */
bool copy_text(struct parser *p, struct json_object *value, const char *name,
	       const char **text);

/* These read a member. They return false with a message if it has another type. */
bool get_text(struct parser *p, struct json_object *from, const char *name,
	      const char **text);
bool get_text_or_null(struct parser *p, struct json_object *from, const char *name,
		      const char **text);

/* Reads a whole number of 64 bits. */
bool to_number(struct parser *p, struct json_object *value, const char *name,
	       struct doc_number *number);
bool get_number(struct parser *p, struct json_object *from, const char *name,
		struct doc_number *number);
bool get_count(struct parser *p, struct json_object *from, const char *name,
	       uint64_t *count);
bool get_bool(struct parser *p, struct json_object *from, const char *name, bool *is);
bool get_array(struct parser *p, struct json_object *from, const char *name,
	       struct json_object **array, size_t *nr);
bool get_time(struct parser *p, struct json_object *from, const char *name, uint64_t *ns);

bool doc_has(struct json_object *from, const char *name);

#endif /* DOC_MEMBERS_H */
