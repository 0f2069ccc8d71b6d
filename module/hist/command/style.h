/* SPDX-License-Identifier: GPL-2.0 */
/* Modifiers that only say how a number or an array is printed. */
#ifndef HISTRIG_HIST_STYLE_H
#define HISTRIG_HIST_STYLE_H

#include "../spec.h"

/**
 * hist_style_find() - find a style by the modifier that asks for it
 * @word: the modifier
 *
 * Return: the style, or HIST_STYLE_NONE.
 */
enum hist_style hist_style_find(const char *word);

/**
 * hist_style_suits() - can a field be printed as its style says?
 * @f: the value, key or variable; its flags and style are set
 * @field: the field of the event that it reads
 */
bool hist_style_suits(const struct hist_field *f,
		      const struct event_field *field);

/**
 * hist_style_is_array() - can a field be a key as an array of bytes?
 * @field: the field
 */
bool hist_style_is_array(const struct event_field *field);

#endif /* HISTRIG_HIST_STYLE_H */
