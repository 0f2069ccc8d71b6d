// SPDX-License-Identifier: GPL-2.0
/* Why a filter is refused, in the kernel's words; see report.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../instance/error_log.h"
#include "report.h"

static const char *const texts[] = {
	[FILTER_ERROR_NONE] = "Error",
	[FILTER_ERROR_OPERATOR] = "Invalid operator",
	[FILTER_ERROR_OPEN] = "Too many '('",
	[FILTER_ERROR_CLOSE] = "Too few '('",
	[FILTER_ERROR_QUOTE] = "Missing matching quote",
	[FILTER_ERROR_BRACE_OPEN] = "Missing '{'",
	[FILTER_ERROR_BRACE_CLOSE] = "Missing '}'",
	[FILTER_ERROR_TOO_LONG] = "Operand too long",
	[FILTER_ERROR_WANT_STRING] = "Expecting string field",
	[FILTER_ERROR_WANT_NUMBER] = "Expecting numeric field",
	[FILTER_ERROR_FIELD_OPERATOR] = "Illegal operation for field type",
	[FILTER_ERROR_FIELD] = "Field not found",
	[FILTER_ERROR_NUMBER] = "Illegal integer value",
	[FILTER_ERROR_SUBSYSTEM] =
		"Couldn't find or set field in one of a subsystem's events",
	[FILTER_ERROR_TERMS] = "Too many terms in predicate expression",
	[FILTER_ERROR_MEANINGLESS] = "Meaningless filter expression",
	[FILTER_ERROR_CPUS] = "Invalid cpulist",
	[FILTER_ERROR_VALUE] = "Invalid value (did you forget quotes)?",
	[FILTER_ERROR_FUNCTION] = "Function not found",
	[FILTER_ERROR_EMPTY] = "No filter found",
};

void filter_log_fault(struct error_log *log, const char *text,
		      const struct filter_fault *fault)
{
	error_log_add(log, "event filter parse error", text,
		      texts[fault->error], fault->column);
}

char *filter_explain_fault(const char *text, const struct filter_fault *fault,
			   int err)
{
	unsigned int column = min_t(unsigned int, fault->column, strlen(text));

	if (fault->error == FILTER_ERROR_NONE)
		return kasprintf(GFP_KERNEL, "%s\nError: (%d)\n", text,
				 err == -ENOMEM ? err : 0);
	/* Like the kernel, place carets one column too far right. */
	if (column)
		column++;
	return kasprintf(GFP_KERNEL, "%s\n%*s\nparse_error: %s\n", text,
			 column, "^", texts[fault->error]);
}
