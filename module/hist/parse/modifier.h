/* SPDX-License-Identifier: GPL-2.0 */
/* The modifiers of fields: the words after the dot; those of statistics too, see ../interevent.h. */
#ifndef HISTRIG_MODIFIER_H
#define HISTRIG_MODIFIER_H

#include "parser.h"

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

/*
 * Does @text, the part of an operand after its first dot, contain the modifier of a
 * statistic? Then the operand is not SYSTEM.EVENT.NAME.
 */
bool hist_stats_follow(const struct hist_parser *p, const char *text);

/**
 * hist_stats_modifiers() - parse the modifiers of a value
 * @p: the parser
 * @f: filled in
 * @name: the value's name
 * @text: the modifiers, separated by dots; modified
 *
 * A value may have several modifiers if one of them makes it a statistic.
 *
 * Return: 0 or -EINVAL.
 */
int hist_stats_modifiers(struct hist_parser *p, struct hist_field *f,
			 const char *name, char *text);

/**
 * hist_stats_plan() - plan the statistic of a value, if it has one
 * @p: the parser; the value's operation is complete
 * @f: the value, complete; gets the name that users see
 * @i: index of the value
 *
 * Return: 0, or -EINVAL if the value cannot have the statistic.
 */
int hist_stats_plan(struct hist_parser *p, struct hist_field *f,
		    unsigned int i);

/* Lays out the sums after all values are planned. */
void hist_stats_finish(struct hist_parser *p);

#endif /* HISTRIG_MODIFIER_H */
