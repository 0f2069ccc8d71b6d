/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads members of JSON, and sets a message if one is missing or of the wrong type. Only
 * the parser of documents, doc.c, includes this header.
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
 * struct parser - what the functions below share
 * @arena: of the document
 * @error: the message, empty as long as there is none
 * @hist: which histogram is being read, for messages
 * @row: which of its rows is being read, -1 before the first one
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

/* fail() - set the message, which begins with the place, and return false */
__printf(2, 3)
bool fail(struct parser *p, const char *format, ...);

/* no_memory() - fail() for want of memory */
bool no_memory(struct parser *p);

/* take() - zeroed memory of the document, or NULL with a message */
void *take(struct parser *p, size_t size, size_t nr);

/* member() - find a member. If it is null, returns true and sets @value to NULL */
bool member(struct parser *p, struct json_object *from, const char *name,
	    struct json_object **value);

/* copy_text() - copy a string, which has no zero byte inside */
bool copy_text(struct parser *p, struct json_object *value, const char *name,
	       const char **text);

/* get_text() and its like read a member of that type; false with a message if it is none */
bool get_text(struct parser *p, struct json_object *from, const char *name,
	      const char **text);
bool get_text_or_null(struct parser *p, struct json_object *from, const char *name,
		      const char **text);

/* to_number() - read a whole number of 64 bits */
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

/* has() - test whether there is a member */
bool has(struct json_object *from, const char *name);

#endif /* DOC_MEMBERS_H */
