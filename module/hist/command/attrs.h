/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attributes: a hist command cut into its parts.
 *
 * First stage of a hist trigger, text only: it knows neither events nor
 * fields, so it compiles in user space too.
 */
#ifndef HISTRIG_ATTRS_H
#define HISTRIG_ATTRS_H

#include <linux/types.h>

#include "report.h"

#define HIST_BITS_MIN		7
#define HIST_BITS_DEFAULT	11
#define HIST_BITS_MAX		17

/* Variables of one trigger, those that actions make included. */
#define HIST_VARS_MAX		16
#define HIST_ACTIONS_MAX	8

/**
 * struct hist_attrs - the parts of one command
 * @keys: what follows keys=, never NULL after hist_attrs_parse()
 * @vals: what follows vals=, or NULL
 * @sort: what follows sort=, or NULL
 * @name: "name=NAME" as a whole, or NULL
 * @clock: name of the trace clock, or NULL
 * @filter: "if" and what follows it, or NULL
 * @pause: pause was said
 * @cont: cont or continue was said
 * @clear: clear was said
 * @nohitcount: nohitcount or NOHC was said
 * @bits: binary logarithm of size=
 * @assignments: what assigns variables, as NAME=EXPRESSION,...
 * @nr_assignments: how many
 * @actions: the handlers with their actions, as HANDLER(...).ACTION(...)
 * @nr_actions: how many
 *
 * The strings lie in the text that was parsed.
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
	unsigned int bits;
	char *assignments[HIST_VARS_MAX];
	unsigned int nr_assignments;
	char *actions[HIST_ACTIONS_MAX];
	unsigned int nr_actions;
};

/**
 * hist_attrs_parse() - cut a hist command into its parts
 * @attrs: filled in
 * @text: what follows "hist:"; cut up in place, and kept by @attrs
 * @report: where to say what is wrong
 *
 * Context: any.
 * Return: 0, or the errno that the kernel gives for the same text.
 */
int hist_attrs_parse(struct hist_attrs *attrs, char *text,
		     struct hist_report *report);

/**
 * hist_attrs_hide_dash() - tell the dash of .sym-offset from a minus sign
 * @text: a text with modifiers; each .sym-offset becomes .symXoffset
 *
 * Context: any.
 */
void hist_attrs_hide_dash(char *text);

#endif /* HISTRIG_ATTRS_H */
