/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reports write the errors of hist commands to the error log. Messages and
 * columns match the kernel. The column is that of the first place where the
 * wrong part occurs in the command, or 0 if it does not occur there.
 */
#ifndef HISTRIG_REPORT_H
#define HISTRIG_REPORT_H

#include <linux/types.h>

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

#endif /* HISTRIG_REPORT_H */
