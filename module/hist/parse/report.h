/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reports: write the errors of hist commands to the error log. Messages and columns
 * match the kernel. The column is that of the first occurrence of the wrong part in
 * the command, 0 if there is none.
 */
#ifndef HISTRIG_REPORT_H
#define HISTRIG_REPORT_H

#include <linux/types.h>

enum hist_error {
	HIST_ERROR_NAMED_MISMATCH,
	HIST_ERROR_EXISTS,
	HIST_ERROR_NOT_THERE,
	HIST_ERROR_CLOCK,
	HIST_ERROR_MODIFIER,
	HIST_ERROR_VAR_NOT_FOUND,
	HIST_ERROR_FIELD_NOT_FOUND,
	HIST_ERROR_EMPTY_ASSIGNMENT,
	HIST_ERROR_SORT_MODIFIER,
	HIST_ERROR_EMPTY_SORT,
	HIST_ERROR_TOO_MANY_SORT,
	HIST_ERROR_SORT_FIELD,
	HIST_ERROR_NUMBER,
	HIST_ERROR_NOHITCOUNT,
	HIST_ERROR_DUPLICATE_VAR,
	HIST_ERROR_VAR_NOT_UNIQUE,
	HIST_ERROR_TOO_MANY_VARS,
	HIST_ERROR_MALFORMED_ASSIGNMENT,
	HIST_ERROR_TOO_MANY_SUBEXPR,
	HIST_ERROR_TIMESTAMP_UNITS,
	HIST_ERROR_TOO_MANY_FIELD_VARS,
	HIST_ERROR_EVENT_FILE,
	HIST_ERROR_NO_MATCHING_HIST,
	HIST_ERROR_FIELD_HIST,
	HIST_ERROR_SYNTH_VAR,
	HIST_ERROR_SYNTH_EVENT,
	HIST_ERROR_SYNTH_TYPE,
	HIST_ERROR_SYNTH_COUNT,
	HIST_ERROR_FIELD_VAR_PARSE,
	HIST_ERROR_FIELD_VAR,
	HIST_ERROR_TRACKED_NO_VAR,
	HIST_ERROR_TRACKED_NOT_FOUND,
	HIST_ERROR_TRACKED_CREATE,
	HIST_ERROR_SAVE_FIELD,
	HIST_ERROR_TOO_MANY_PARAMS,
	HIST_ERROR_PARAM_NOT_FOUND,
	HIST_ERROR_INVALID_PARAM,
	HIST_ERROR_NO_ACTION,
	HIST_ERROR_NO_SAVE_PARAMS,
	HIST_ERROR_TOO_MANY_SAVES,
	HIST_ERROR_ACTION_MISMATCH,
	HIST_ERROR_NO_CLOSING_PAREN,
	HIST_ERROR_NO_SUBSYSTEM,
	HIST_ERROR_NO_SUCH_EVENT,
	HIST_ERROR_KEY_REF,
	HIST_ERROR_STRING_OPERAND,
	HIST_ERROR_UNARY_MINUS,
	HIST_ERROR_DIVISION_BY_ZERO,
	HIST_ERROR_NO_NAMES,
	HIST_ERROR_KEY_TOO_LONG,
	HIST_ERROR_FORGET_PARAMS,
	HIST_ERROR_FORGET_SELF,
	HIST_ERROR_FORGET_NEWER,
	HIST_ERROR_VAR_NEWER,
	HIST_ERROR_TOO_MANY_FORGETS,
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
 */
void hist_report(struct hist_report *report, enum hist_error error,
		 const char *part);

#endif /* HISTRIG_REPORT_H */
