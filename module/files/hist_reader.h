/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the histograms of an event, for the files hist, hist_take, hist_last and their
 * _json variants.
 *
 * A reader that starts at the beginning of the file takes a snapshot of each histogram
 * of the event, and prints the snapshots. A histogram has a line for its header, one
 * for each entry, and one for the totals. A framed file has one more line before all
 * histograms, and one after them.
 */
#ifndef HISTRIG_HIST_READER_H
#define HISTRIG_HIST_READER_H

#include <linux/bits.h>
#include <linux/fs.h>
#include <linux/poll.h>
#include <linux/seq_file.h>

#include "../hist/read/sort.h"

struct event_file;

/* Flags of a file, see the members of struct hist_reader. */
#define HIST_READER_FRAMED	BIT(0)
#define HIST_READER_TAKES	BIT(1)
#define HIST_READER_LAST	BIT(2)

/**
 * struct hist_line - a line of the file
 * @snapshot: the histogram, or NULL for a line of the frame
 * @line: number of the line in the histogram; in the frame, 0 is the first, 1 the last
 */
struct hist_line {
	struct hist_sorted *snapshot;
	u32 line;
};

/**
 * struct hist_reader - one open file
 * @file: the event
 * @framed: there are lines before and after all histograms
 * @takes: reading resets the counts that it prints to 0
 * @last: prints the last interval of each histogram that has intervals
 * @again: the next start at the beginning of the file makes new @snapshots. Otherwise
 *	it prints the old ones again, because seq_file also starts there if its buffer
 *	is too short for a line
 * @delivered: a read has returned a part of @snapshots, or their end
 * @nr: number of @snapshots
 * @snapshots: the histograms when the reader last started at the beginning of the file
 * @time: the time of @snapshots, in ns of CLOCK_REALTIME
 * @uptime: the same in ns of CLOCK_BOOTTIME
 * @at: the line to print next
 * @at_end: a read() was short or empty because the file has no more to print
 * @watching: the reader has polled, so hits wake it
 * @open_hits: number of hits when the file was opened; used by the first poll
 * @read_hits: number of hits in @snapshots, plus the intervals that had ended; used by
 *	the first poll
 * @read_news: what news_of() returned at the last read
 * @polled_news: what news_of() returned at the last poll
 */
struct hist_reader {
	struct event_file *file;
	bool framed;
	bool takes;
	bool last;
	bool again;
	bool delivered;
	unsigned int nr;
	struct hist_sorted *snapshots;
	u64 time;
	u64 uptime;
	struct hist_line at;
	bool at_end;
	bool watching;
	u64 open_hits;
	u64 read_hits;
	unsigned long read_news;
	unsigned long polled_news;
};

/* For the file's seq_operations. @stop is tree_seq_unlock(); @show gets a struct hist_line. */
void *hist_reader_start(struct seq_file *m, loff_t *pos);
void *hist_reader_next(struct seq_file *m, void *v, loff_t *pos);

/**
 * hist_reader_open() - open a file
 * @inode: its inode, with the event file in i_private
 * @filp: the file
 * @ops: print the lines; @private of the seq_file is the reader
 * @flags: HIST_READER_*
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_reader_open(struct inode *inode, struct file *filp,
		     const struct seq_operations *ops, unsigned int flags);

ssize_t hist_reader_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos);
__poll_t hist_reader_poll(struct file *filp, poll_table *wait);
int hist_reader_release(struct inode *inode, struct file *filp);

/*
 * hist_reader_llseek() - seek to the beginning, or get the position; -EINVAL for any
 * other place, because that would skip output.
 */
loff_t hist_reader_llseek(struct file *filp, loff_t offset, int whence);

#endif /* HISTRIG_HIST_READER_H */
