/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The error log of an instance: why its last few commands were refused.
 *
 * An entry contains the place of the error ("hist:sched:sched_switch"), a description, the
 * command, and the column of the caret that is printed below the command. A new entry
 * replaces the oldest of ERROR_LOG_MAX entries.
 */
#ifndef HISTRIG_ERROR_LOG_H
#define HISTRIG_ERROR_LOG_H

#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/types.h>

/* Maximum number of entries in a log, as in the kernel. */
#define ERROR_LOG_MAX	8

/**
 * struct error_log - a log
 * @entries: the entries, oldest first
 * @nr: number of entries
 */
struct error_log {
	struct list_head entries;
	unsigned int nr;
};

/**
 * error_log_add() - add an entry to a log
 * @log: the log
 * @place: where the error happened; copied
 * @command: the refused command; copied
 * @text: description of the error; a constant, not copied
 * @column: offset of the error in @command, in bytes
 *
 * If out of memory, the log gets no entry.
 *
 * Context: process, may sleep.
 */
void error_log_add(struct error_log *log, const char *place,
		   const char *command, const char *text, u16 column);

/* error_log_clear() - remove all entries; process context, may sleep */
void error_log_clear(struct error_log *log);

/* Prints the log that is the seq_file's private data. */
extern const struct seq_operations error_log_seq_ops;

#endif /* HISTRIG_ERROR_LOG_H */
