/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the modifiers of statistics, see ../stats.h. */
#ifndef HISTRIG_COMMAND_STATS_H
#define HISTRIG_COMMAND_STATS_H

#include "parser.h"

/**
 * hist_stats_follow() - test whether a field's modifiers follow
 * @p: the parser
 * @text: what stands behind the first dot of an operand with several
 *
 * Return: true if so, false if the operand is SYSTEM.EVENT.NAME.
 */
bool hist_stats_follow(const struct hist_parser *p, const char *text);

/**
 * hist_stats_modifiers() - parse the modifiers of a value
 * @p: the parser
 * @f: filled in
 * @name: the value's name
 * @text: the modifiers, with dots between them; modified
 *
 * Values may have several modifiers if one of them makes a statistic.
 *
 * Return: 0 or -EINVAL.
 */
int hist_stats_modifiers(struct hist_parser *p, struct hist_field *f,
			 const char *name, char *text);

/**
 * hist_stats_plan() - say what hits do with a value
 * @p: the parser
 * @f: the value, complete; gets the name that users see
 * @i: its index; its operation is complete, too
 *
 * Return: 0, or -EINVAL if there is no such statistic.
 */
int hist_stats_plan(struct hist_parser *p, struct hist_field *f,
		    unsigned int i);

/* hist_stats_finish() - lay out the sums, once all values are planned */
void hist_stats_finish(struct hist_parser *p);

#endif /* HISTRIG_COMMAND_STATS_H */
