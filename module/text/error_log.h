/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The error log: why the last few commands were refused.
 *
 * Each entry holds the place ("hist:sched:sched_switch"), the text of the
 * error, the command and the column of the caret below it. The oldest goes
 * when there are ERROR_LOG_MAX.
 */
#ifndef HISTRIG_ERROR_LOG_H
#define HISTRIG_ERROR_LOG_H

#include <linux/seq_file.h>
#include <linux/types.h>

/* Entries kept, as many as the kernel's own log keeps. */
#define ERROR_LOG_MAX	8

/**
 * error_log_add() - remember one error
 * @place: where it happened, copied
 * @command: the command, copied
 * @text: what is wrong with it; static, not copied
 * @column: where in @command, from 0
 *
 * An entry that there is no memory for is not made.
 *
 * Context: process, may sleep.
 */
void error_log_add(const char *place, const char *command, const char *text,
		   u16 column);

/**
 * error_log_clear() - forget all entries
 *
 * Context: process, may sleep.
 */
void error_log_clear(void);

/* Prints the log, oldest entry first. */
extern const struct seq_operations error_log_seq_ops;

#endif /* HISTRIG_ERROR_LOG_H */
