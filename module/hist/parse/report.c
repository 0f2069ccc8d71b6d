// SPDX-License-Identifier: GPL-2.0
/* The messages for errors of hist commands, see report.h. */
#include <linux/string.h>

#include "../../instance/error_log.h"
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
	[HIST_ERROR_DUPLICATE_VAR] = "Variable already defined",
	[HIST_ERROR_VAR_NOT_UNIQUE] =
		"Variable name not unique, need to use fully qualified name (subsys.event.var) for variable",
	[HIST_ERROR_TOO_MANY_VARS] = "Too many variables defined",
	[HIST_ERROR_MALFORMED_ASSIGNMENT] = "Malformed assignment",
	[HIST_ERROR_TOO_MANY_SUBEXPR] = "Too many subexpressions (3 max)",
	[HIST_ERROR_TIMESTAMP_UNITS] =
		"Timestamp units in expression don't match",
	[HIST_ERROR_TOO_MANY_FIELD_VARS] = "Too many field variables defined",
	[HIST_ERROR_EVENT_FILE] = "Event file not found",
	[HIST_ERROR_NO_MATCHING_HIST] = "Matching event histogram not found",
	[HIST_ERROR_FIELD_HIST] = "Couldn't create histogram for field",
	[HIST_ERROR_SYNTH_VAR] = "Couldn't find synthetic variable",
	[HIST_ERROR_SYNTH_EVENT] = "Couldn't find synthetic event",
	[HIST_ERROR_SYNTH_TYPE] =
		"Param type doesn't match synthetic event field type",
	[HIST_ERROR_SYNTH_COUNT] =
		"Param count doesn't match synthetic event field count",
	[HIST_ERROR_FIELD_VAR_PARSE] = "Couldn't parse field variable",
	[HIST_ERROR_FIELD_VAR] = "Couldn't create or find variable",
	[HIST_ERROR_TRACKED_NO_VAR] =
		"For onmax(x) or onchange(x), x must be a variable",
	[HIST_ERROR_TRACKED_NOT_FOUND] =
		"Couldn't find onmax or onchange variable",
	[HIST_ERROR_TRACKED_CREATE] =
		"Couldn't create onmax or onchange variable",
	[HIST_ERROR_SAVE_FIELD] = "Couldn't create field variable",
	[HIST_ERROR_TOO_MANY_PARAMS] = "Too many action params",
	[HIST_ERROR_PARAM_NOT_FOUND] = "Couldn't find param",
	[HIST_ERROR_INVALID_PARAM] = "Invalid action param",
	[HIST_ERROR_NO_ACTION] = "No action found",
	[HIST_ERROR_NO_SAVE_PARAMS] = "No params found for save()",
	[HIST_ERROR_TOO_MANY_SAVES] =
		"Can't have more than one save() action per hist",
	[HIST_ERROR_ACTION_MISMATCH] = "Handler doesn't support action",
	[HIST_ERROR_NO_CLOSING_PAREN] = "No closing paren found",
	[HIST_ERROR_NO_SUBSYSTEM] = "Missing subsystem",
	[HIST_ERROR_NO_SUCH_EVENT] = "Invalid subsystem or event name",
	[HIST_ERROR_KEY_REF] =
		"Using variable references in keys not supported",
	[HIST_ERROR_STRING_OPERAND] =
		"String type can not be an operand in expression",
	[HIST_ERROR_UNARY_MINUS] =
		"Unary minus not supported in sub-expressions",
	[HIST_ERROR_DIVISION_BY_ZERO] = "Division by zero",
	[HIST_ERROR_NO_NAMES] =
		"The event's print format has no names for this field",
	[HIST_ERROR_KEY_TOO_LONG] = "Key is too long (Max = 2048 bytes)",
	[HIST_ERROR_FORGET_PARAMS] = "forget() takes no params",
	[HIST_ERROR_FORGET_SELF] =
		"forget() needs a histogram of another event",
	[HIST_ERROR_FORGET_NEWER] =
		"forget() works only on histograms older than the named one",
	[HIST_ERROR_VAR_NEWER] =
		"The variable's histogram must be older than the named one",
	[HIST_ERROR_TOO_MANY_FORGETS] =
		"forget() matches too many histograms (Max = 16)",
};

void hist_report(struct hist_report *report, enum hist_error error,
		 const char *part)
{
	const char *found;

	if (!report)
		return;
	found = part ? strstr(report->command, part) : NULL;
	error_log_add(report->log, report->place, report->command,
		      texts[error], found ? found - report->command : 0);
}
