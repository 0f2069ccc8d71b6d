/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attributes: the parts of a hist command.
 *
 * This is the first stage of parsing, which works on text alone and knows
 * neither events nor fields.
 */
#ifndef HISTRIG_ATTRS_H
#define HISTRIG_ATTRS_H

#include <linux/types.h>

#include "../program.h"
#include "report.h"

/* Limits and default of @bits in struct hist_attrs. */
#define HIST_BITS_MIN		7
#define HIST_BITS_DEFAULT	11
#define HIST_BITS_MAX		17

/**
 * struct hist_attrs - the parts of one command
 * @keys: the text after keys=; a command without keys is invalid
 * @vals: the text after vals=, or NULL
 * @sort: the text after sort=, or NULL
 * @name: "name=NAME" as a whole, or NULL
 * @clock: name of the trace clock, or NULL
 * @filter: "if" and the filter after it, or NULL
 * @pause: whether the command contains pause
 * @cont: whether the command contains cont or continue
 * @clear: whether the command contains clear
 * @nohitcount: whether the command contains nohitcount or NOHC
 * @top: the number after top=, or 0
 * @interval: the time after interval=, in ns, or 0
 * @bits: binary logarithm of the number after size=
 * @assignments: assignments of variables, NAME=EXPRESSION,...
 * @nr_assignments: number of @assignments
 * @actions: handlers with their actions, HANDLER(...).ACTION(...)
 * @nr_actions: number of @actions
 *
 * The strings point into the text of the command.
 */
struct hist_attrs {
	char *keys;
	char *vals;
	char *sort;
	char *name;
	char *clock;
	char *filter;
	bool pause;
	bool cont;
	bool clear;
	bool nohitcount;
	u32 top;
	u64 interval;
	unsigned int bits;
	char *assignments[HIST_VARS_MAX];
	unsigned int nr_assignments;
	char *actions[HIST_ACTIONS_MAX];
	unsigned int nr_actions;
};

/**
 * hist_attrs_parse() - split a hist command into its parts
 * @attrs: filled in
 * @text: the text after "hist:"; modified, and must outlive @attrs
 * @report: where to report errors
 *
 * Context: any.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int hist_attrs_parse(struct hist_attrs *attrs, char *text,
		     struct hist_report *report);

/**
 * hist_attrs_hide_dash() - replace a dash that would look like a minus sign
 * @text: a text with modifiers; each .sym-offset becomes .symXoffset
 *
 * Context: any.
 */
void hist_attrs_hide_dash(char *text);

#endif /* HISTRIG_ATTRS_H */
