/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reports: what is wrong with a hist command, and where.
 *
 * Texts and columns are the kernel's. A column is the first place in the
 * command where the offending part stands, 0 when it cannot be found: what
 * users of tracefs know, also where a part repeats an earlier one.
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
	HIST_ERROR_STRING_VALUE,
	HIST_ERROR_NO_VARIABLES,
	HIST_ERROR_NO_EXPRESSIONS,
	HIST_ERROR_NO_ACTIONS,
};

/**
 * struct hist_report - to whom a parser says what is wrong
 * @command: the command as it was written, "hist:" before it
 * @place: "hist:SYSTEM:EVENT"
 */
struct hist_report {
	const char *command;
	const char *place;
};

/**
 * hist_report() - put one error into the error log
 * @report: of the command at hand
 * @error: what is wrong
 * @part: the offending part of the command, NULL for the command as a whole
 *
 * Context: process, may sleep.
 */
void hist_report(struct hist_report *report, enum hist_error error,
		 const char *part);

#endif /* HISTRIG_REPORT_H */
