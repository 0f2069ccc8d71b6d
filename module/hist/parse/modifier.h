/* SPDX-License-Identifier: GPL-2.0 */
/* The modifiers of fields: the words after the dot. */
#ifndef HISTRIG_MODIFIER_H
#define HISTRIG_MODIFIER_H

#include "parser.h"

/* Parses one modifier of the field @name into @f. Returns 0 or -EINVAL. */
int hist_parse_modifier(struct hist_parser *p, struct hist_field *f,
			const char *name, char *text);

/* Returns the modifier of a field without the dot, or NULL for none. */
const char *hist_modifier(const struct hist_field *f);

/*
 * The same for a field as it is printed. References have only modifiers that follow one of
 * statistics; the name of an expression contains those of its operands.
 */
const char *hist_modifier_shown(const struct hist_field *f);

/* Returns the modifier that selects a style, or NULL for none. */
const char *hist_display_word(enum hist_display style);

/* Can @field be printed in the style of @f? Some styles also need HIST_KEY in @f->flags. */
bool hist_display_suits(const struct hist_field *f,
			const struct event_field *field);

/* Is a field an array of bytes that can be a key? */
bool hist_display_is_array(const struct event_field *field);

#endif /* HISTRIG_MODIFIER_H */
