// SPDX-License-Identifier: GPL-2.0
/* What is wrong with a hist command; see report.h. */
#include <linux/string.h>

#include "../text/error_log.h"
#include "report.h"

static const char *const texts[] = {
	[HIST_ERROR_NAMED_MISMATCH] =
		"Named hist trigger doesn't match existing named trigger (includes variables)",
	[HIST_ERROR_EXISTS] = "Hist trigger already exists",
	[HIST_ERROR_NOT_THERE] = "Can't clear or continue a nonexistent hist trigger",
	[HIST_ERROR_CLOCK] = "Couldn't set trace_clock",
	[HIST_ERROR_MODIFIER] = "Invalid field modifier",
	[HIST_ERROR_VAR_NOT_FOUND] = "Couldn't find variable",
	[HIST_ERROR_FIELD_NOT_FOUND] = "Couldn't find field",
	[HIST_ERROR_EMPTY_ASSIGNMENT] = "Empty assignment",
	[HIST_ERROR_SORT_MODIFIER] = "Invalid sort modifier",
	[HIST_ERROR_EMPTY_SORT] = "Empty sort field",
	[HIST_ERROR_TOO_MANY_SORT] = "Too many sort fields (Max = 8)",
	[HIST_ERROR_SORT_FIELD] = "Sort field must be a key or a val",
	[HIST_ERROR_NUMBER] = "Expecting numeric literal",
	[HIST_ERROR_NOHITCOUNT] = "Non-hitcount value is required for 'nohitcount'",
	[HIST_ERROR_STRING_VALUE] = "String type can not be an operand in expression",
	[HIST_ERROR_NO_VARIABLES] = "Variables are not supported",
	[HIST_ERROR_NO_EXPRESSIONS] = "Expressions are not supported",
	[HIST_ERROR_NO_ACTIONS] = "Actions are not supported",
};

void hist_report(struct hist_report *report, enum hist_error error,
		 const char *part)
{
	const char *found = part ? strstr(report->command, part) : NULL;

	error_log_add(report->place, report->command, texts[error],
		      found ? found - report->command : 0);
}
