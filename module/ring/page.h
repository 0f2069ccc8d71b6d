/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pages that clients read from trace_pipe_raw, in the kernel's layout.
 *
 * A page starts with a time stamp and the number of bytes that follow, which
 * are the entries. Each entry starts with a word that contains the type or the
 * length of the entry in its low 5 bits, and the time since the previous entry
 * in the other 27 bits. For a longer time, there is an entry of 8 bytes without
 * a record, which contains a time of 59 bits.
 *
 * Entries in our rings start with a complete time stamp of 8 bytes, so that a
 * hit need not look up the time of the previous entry; an entry of the kernel's
 * layout with time 0 follows. To make a page for clients, page_make() overwrites
 * each time stamp with an 8-byte entry for the time since the previous record.
 */
#ifndef HISTRIG_PAGE_H
#define HISTRIG_PAGE_H

#include <linux/bits.h>
#include <linux/types.h>

/* Bytes of a page before its entries. */
#define PAGE_HEADER_SIZE	16

/* Flags in the word with the number of bytes. */
#define PAGE_MISSED_EVENTS	BIT(31)
#define PAGE_MISSED_STORED	BIT(30)

/**
 * page_make() - turn a page of a ring into one for clients
 * @page: PAGE_SIZE bytes, with the entries from PAGE_HEADER_SIZE on
 * @end: offset after the last entry; there is at least one
 * @small: each record is known to have at most RING_SMALL bytes
 * @lost: number of entries lost before the first
 * @last: time of the previous page's last entry; set to that of this page
 *
 * Context: any.
 */
void page_make(void *page, unsigned int end, bool small, unsigned long lost,
	       u64 *last);

#endif /* HISTRIG_PAGE_H */
