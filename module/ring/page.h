/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages as trace_pipe_raw gives them to clients.
 *
 * A page starts with a time stamp and the number of bytes that follow, then
 * come entries: a word with the kind or length of the entry in its low 5 bits
 * and the time since the entry before in the other 27. In our rings each entry
 * has a time of its own, which costs a hit less than to find the one before.
 */
#ifndef HISTRIG_PAGE_H
#define HISTRIG_PAGE_H

#include <linux/bits.h>
#include <linux/types.h>

/* Bytes before the entries. */
#define PAGE_HEADER_SIZE	16

/* Flags in the word that counts a page's bytes. */
#define PAGE_MISSED_EVENTS	BIT(31)
#define PAGE_MISSED_STORED	BIT(30)

/**
 * page_make() - make a page for clients
 * @to: PAGE_SIZE bytes
 * @from: a page of a ring, or a copy
 * @at: offset of its first entry
 * @end: offset behind its last one
 * @lost: how many entries were lost before them
 * @last: time of the last entry of the page before, and then of this one
 *
 * It is never too long: an entry has 12 bytes before its record, or 16 before
 * a large one. There it has 4 or 8, at worst with 8 more that extend the time,
 * which the first of a page never has.
 *
 * Context: any.
 * Return: how many entries there are.
 */
unsigned long page_make(void *to, const void *from, unsigned int at,
			unsigned int end, unsigned long lost, u64 *last);

#endif /* HISTRIG_PAGE_H */
