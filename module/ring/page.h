/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages of a ring buffer, as trace_pipe_raw gives them to clients.
 *
 * A page starts with a time stamp and the number of bytes that follow, then
 * come entries: a word with the kind or length of the entry in its low 5 bits
 * and the time since the entry before in the other 27. The pages of our rings
 * have the kernel's own times in them, and ours at the start of each record.
 * Made over, they have ours where clients look for the time.
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
 * page_make_over() - move our time stamps to where clients look for them
 * @to: @size bytes for the page that clients get
 * @from: the page as it is in our ring
 * @size: bytes of a page
 *
 * The result is never longer: a record loses the 8 bytes of its time stamp,
 * and at worst an entry of 8 bytes that extends the time takes their place.
 * Whatever else stood on the page, like the kernel's own extensions of time,
 * is left out.
 *
 * Context: any.
 * Return: bytes of @to that are in use; what is behind them is cleared.
 */
unsigned int page_make_over(void *to, const void *from, unsigned int size);

#endif /* HISTRIG_PAGE_H */
