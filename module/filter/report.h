/* SPDX-License-Identifier: GPL-2.0 */
/* Explains to users why a filter is refused. */
#ifndef HISTRIG_FILTER_REPORT_H
#define HISTRIG_FILTER_REPORT_H

#include "filter.h"

struct error_log;

/* Adds an entry for a refused filter to an error log. May sleep. */
void filter_log_fault(struct error_log *log, const char *text,
		      const struct filter_fault *fault);

/**
 * filter_explain_fault() - make what a filter file shows after a refusal
 * @text: text of the filter
 * @fault: why it is refused
 * @err: return value of filter_parse()
 *
 * Context: process, may sleep.
 * Return: three lines with the filter, a caret and the reason; for
 * FILTER_ERROR_NONE two lines, without a caret. To be freed by kfree(). NULL
 * when out of memory.
 */
char *filter_explain_fault(const char *text, const struct filter_fault *fault,
			   int err);

#endif /* HISTRIG_FILTER_REPORT_H */
