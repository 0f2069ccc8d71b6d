/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes: the parts of a hist command, before events and fields are looked up. */
#ifndef HISTRIG_ATTRS_H
#define HISTRIG_ATTRS_H

#include <linux/types.h>

#include "../program.h"

/*
 * Reports write the errors of hist commands to the error log. Messages and
 * columns match the kernel. The column is that of the first place where the
 * wrong part occurs in the command, or 0 if the command does not contain it.
 */
enum hist_error {
#define HIST_ERROR(name, text)	HIST_ERROR_##name,
#include "errors.h"
};

struct error_log;

/**
 * struct hist_report - where to report the errors of one command
 * @command: the command as the user wrote it, with "hist:" in front
 * @place: "hist:SYSTEM:EVENT", which the error log prints before the error
 * @log: the error log of the instance
 */
struct hist_report {
	const char *command;
	const char *place;
	struct error_log *log;
};

/**
 * hist_report() - add an error to the error log
 * @report: the report of the command, NULL to log nothing
 * @error: the error
 * @part: the wrong part of the command, NULL for the whole command
 *
 * Context: process, may sleep.
 * Return: -EINVAL.
 */
int hist_report(struct hist_report *report, enum hist_error error,
		const char *part);

/* Limits and default of @bits in struct hist_attrs. */
#define HIST_BITS_MIN		7
#define HIST_BITS_DEFAULT	11
#define HIST_BITS_MAX		17

/**
 * struct hist_attrs - the parts of one command
 * @keys: value of keys=; a command without keys is invalid
 * @vals: value of vals=, or NULL
 * @sort: value of sort=, or NULL
 * @name: "name=NAME", or NULL
 * @clock: name of the trace clock, or NULL
 * @filter: "if" and the filter, or NULL
 * @pause: the command contains pause
 * @cont: the command contains cont or continue
 * @clear: the command contains clear
 * @nohitcount: the command contains nohitcount or NOHC
 * @top: value of top=, or 0
 * @interval: value of interval= in ns, or 0
 * @bits: binary logarithm of the value of size=, rounded up; HIST_BITS_DEFAULT
 *	without size=
 * @assignments: assignments of variables, NAME=EXPRESSION,...
 * @nr_assignments: number of @assignments
 * @actions: handlers with their actions, HANDLER(...).ACTION(...)
 * @nr_actions: number of @actions
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
 * @attrs: filled in; points into @text
 * @text: the command without "hist:"; modified
 * @report: where to report errors
 *
 * Context: any.
 * Return: 0, or the errno with which the kernel refuses the same text.
 */
int hist_attrs_parse(struct hist_attrs *attrs, char *text,
		     struct hist_report *report);

/* Writes each .sym-offset as .symXoffset, so that "-" is not taken for a minus. */
void hist_attrs_hide_dash(char *text);

#endif /* HISTRIG_ATTRS_H */
