/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the modifiers of statistics, see ../stats.h. */
#ifndef HISTRIG_COMMAND_STATS_H
#define HISTRIG_COMMAND_STATS_H

#include "parser.h"

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

#endif /* HISTRIG_COMMAND_STATS_H */
