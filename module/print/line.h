/* SPDX-License-Identifier: GPL-2.0 */
/* Lines: an entry of a ring as the trace file shows it. */
#ifndef HISTRIG_LINE_H
#define HISTRIG_LINE_H

#include <linux/types.h>

#include "../record/record.h"

struct reader;

/* Numbers of records that are not hits of events; the kernel's own. */
#define RECORD_STACK	4
#define RECORD_PRINT	5
#define RECORD_RAW_DATA	18

/* What trace_marker records. */
struct print_record {
	struct record_header header;
	unsigned long ip;
	char text[];
};

/**
 * line_print() - append the line of the entry that a reader is at
 *
 * How it looks is told by the options of the reader's instance.
 *
 * Context: process, reader_lock() held.
 * Return: false if the reader's text has no room for all of it.
 */
bool line_print(struct reader *reader);

#endif /* HISTRIG_LINE_H */
