/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error logs: why the last few commands were refused.
 *
 * The tree has one, and each instance. Each entry holds the place
 * ("hist:sched:sched_switch"), the text of the error, the command and the column
 * of the caret below it. The oldest goes when there are ERROR_LOG_MAX.
 */
#ifndef HISTRIG_ERROR_LOG_H
#define HISTRIG_ERROR_LOG_H

#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/types.h>

/* Entries kept, as many as the kernel's own log keeps. */
#define ERROR_LOG_MAX	8

/**
 * struct error_log - a log
 * @entries: the oldest first
 * @nr: how many
 */
struct error_log {
	struct list_head entries;
	unsigned int nr;
};

#define ERROR_LOG_INIT(log)	{ .entries = LIST_HEAD_INIT((log).entries) }

/* The log of the tree itself. */
extern struct error_log error_log_top;

/**
 * error_log_add() - remember one error
 * @log: where
 * @place: where it happened, copied
 * @command: the command, copied
 * @text: what is wrong with it; static, not copied
 * @column: where in @command, from 0
 *
 * An entry that there is no memory for is not made.
 *
 * Context: process, may sleep.
 */
void error_log_add(struct error_log *log, const char *place,
		   const char *command, const char *text, u16 column);

/**
 * error_log_clear() - forget all entries
 *
 * Context: process, may sleep.
 */
void error_log_clear(struct error_log *log);

/* Prints the log that is the private data of the seq_file. */
extern const struct seq_operations error_log_seq_ops;

#endif /* HISTRIG_ERROR_LOG_H */
