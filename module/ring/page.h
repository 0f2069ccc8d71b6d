/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pages that clients read from trace_pipe_raw, in the kernel's layout.
 *
 * A page starts with a time stamp and the number of bytes that follow. The
 * entries come next. Each starts with a word that holds the type or length of
 * the entry in its low 5 bits, and the time since the previous entry in the
 * other 27 bits. Entries in our rings hold complete time stamps instead, so
 * that a hit need not look up the time of the previous entry.
 */
#ifndef HISTRIG_PAGE_H
#define HISTRIG_PAGE_H

#include <linux/bits.h>
#include <linux/types.h>

/* Bytes of a page before its entries. */
#define PAGE_HEADER_SIZE	16

/* Flags in the word that holds the number of bytes. */
#define PAGE_MISSED_EVENTS	BIT(31)
#define PAGE_MISSED_STORED	BIT(30)

/**
 * page_make() - make a page for clients
 * @to: PAGE_SIZE bytes, filled in
 * @from: a page of a ring, or a copy of one
 * @at: offset of the first entry
 * @end: offset after the last entry
 * @lost: number of entries lost before the first
 * @last: time of the previous page's last entry; set to that of this page
 *
 * The page cannot overflow. In a ring, an entry needs 12 bytes besides its
 * record, or 16 if the record is large. On the client's page it needs 4 or 8,
 * and 8 more if its time has to be extended, which never happens to the first
 * entry of a page.
 *
 * Context: any.
 * Return: the number of entries.
 */
unsigned long page_make(void *to, const void *from, unsigned int at,
			unsigned int end, unsigned long lost, u64 *last);

#endif /* HISTRIG_PAGE_H */
