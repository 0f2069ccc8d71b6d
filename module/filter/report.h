/* SPDX-License-Identifier: GPL-2.0 */
/* What is wrong with a filter, in words. */
#ifndef HISTRIG_FILTER_REPORT_H
#define HISTRIG_FILTER_REPORT_H

#include "filter.h"

struct error_log;

/**
 * filter_log_fault() - put what is wrong into the error log
 * @log: the log
 * @text: the filter
 * @fault: what is wrong with it
 *
 * Context: process, may sleep.
 */
void filter_log_fault(struct error_log *log, const char *text,
		      const struct filter_fault *fault);

/**
 * filter_explain_fault() - what a filter file shows of a filter that is wrong
 * @text: the filter
 * @fault: what is wrong with it
 * @err: what filter_parse() returned
 *
 * Context: process, may sleep.
 * Return: the filter, a caret below it and words below that, to be freed by
 * kfree(); NULL without memory.
 */
char *filter_explain_fault(const char *text, const struct filter_fault *fault,
			   int err);

#endif /* HISTRIG_FILTER_REPORT_H */
