/* SPDX-License-Identifier: GPL-2.0 */
/* The modifiers of fields: what stands after the dot. */
#ifndef HISTRIG_MODIFIER_H
#define HISTRIG_MODIFIER_H

#include "parser.h"

/**
 * hist_parse_modifier() - parse one modifier of a field
 * @p: the parser
 * @f: filled in
 * @name: the field's name
 * @text: the modifier
 *
 * Return: 0, or -EINVAL if @text is not a modifier.
 */
int hist_parse_modifier(struct hist_parser *p, struct hist_field *f,
			const char *name, char *text);

/**
 * hist_modifier() - the modifier of a field, the text after the dot
 * @f: the field
 *
 * Return: the modifier, or NULL for none.
 */
const char *hist_modifier(const struct hist_field *f);

/**
 * hist_display_word() - the modifier that asks for a style
 * @style: the style
 *
 * Return: the modifier, or NULL for none.
 */
const char *hist_display_word(enum hist_display style);

/**
 * hist_display_suits() - can a field be printed as its style says?
 * @f: the value, key or variable; its flags and style are set
 * @field: the field of the event that it reads
 */
bool hist_display_suits(const struct hist_field *f,
			const struct event_field *field);

/**
 * hist_display_is_array() - can a field be a key as an array of bytes?
 * @field: the field
 */
bool hist_display_is_array(const struct event_field *field);

#endif /* HISTRIG_MODIFIER_H */
