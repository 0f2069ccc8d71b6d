// SPDX-License-Identifier: GPL-2.0
/* The messages for errors of hist commands, see report.h. */
#include <linux/errno.h>
#include <linux/string.h>

#include "../../instance/error_log.h"
#include "report.h"

static const char *const texts[] = {
#define HIST_ERROR(name, text)	text,
#include "errors.h"
};

int hist_report(struct hist_report *report, enum hist_error error,
		const char *part)
{
	const char *found = report && part ? strstr(report->command, part) : NULL;

	if (report)
		error_log_add(report->log, report->place, report->command,
			      texts[error], found ? found - report->command : 0);
	return -EINVAL;
}
