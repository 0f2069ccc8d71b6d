// SPDX-License-Identifier: GPL-2.0
/*
 * rawread [-s] [-w] [-l] [-i ID] [-u DONE] FILE: read pages of a ring buffer until
 * it is empty, check their layout, and count the events.
 *
 *	-s	use splice instead of read
 *	-w	wait for more pages, until one is not full
 *	-l	also print how many lost events the pages report
 *	-i ID	also count the events with this ID
 *	-u DONE	continue until the file DONE exists and the ring is empty;
 *		with -s, use read for the rest
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE	4096
#define HEADER	16
#define MISSED	(1u << 31)
#define STORED	(1u << 30)

static unsigned long pages, events, wanted, missed, bytes, lost;
static uint64_t last_ts;

static void bad(const char *why, unsigned long at)
{
	printf("bad page: %s at %lu\n", why, at);
	exit(1);
}

static void one_event(const unsigned char *data, unsigned int size, uint64_t ts,
		      unsigned int id)
{
	uint16_t type;

	if (size < 8)
		bad("short record", size);
	if (ts < last_ts)
		bad("time runs backwards", ts);
	last_ts = ts;
	memcpy(&type, data, 2);
	events++;
	bytes += size;
	wanted += type == id;
}

/*
 * Called when the ring is empty. Returns 1 if the program must end, 0 if it must read
 * again. If the file @done does not exist, waits a moment before it returns. Clears
 * @splice_it when the rest must be read without splice.
 */
static int over(const char *done, int *splice_it)
{
	static int last;

	if (!done)
		return 1;
	if (last && *splice_it) {
		*splice_it = 0;
		return 0;
	}
	if (last)
		return 1;
	/* Records may have been written before the file was created, so read once more. */
	last = !access(done, F_OK);
	if (!last)
		usleep(1000);
	return 0;
}

static void one_page(const unsigned char *page, unsigned int id)
{
	unsigned int at = HEADER, end, word, len, flags;
	uint64_t ts, count = 0;

	memcpy(&ts, page, 8);
	memcpy(&word, page + 8, 4);
	flags = word & (MISSED | STORED);
	end = HEADER + (word & ~flags);
	if (end > PAGE)
		bad("length", end);
	if (flags & MISSED)
		missed++;
	pages++;
	while (at < end) {
		uint32_t first, second;

		memcpy(&first, page + at, 4);
		memcpy(&second, page + at + 4, 4);
		switch (first & 31) {
		case 29:
			bad("padding", at);
			break;
		case 30:
			ts += (first >> 5) + ((uint64_t)second << 27);
			at += 8;
			continue;
		case 31:
			bad("absolute time", at);
			break;
		case 0:
			len = second - 4;
			ts += first >> 5;
			if (at + 8 + len > end)
				bad("entry", at);
			one_event(page + at + 8, len, ts, id);
			at += 8 + len;
			break;
		default:
			len = (first & 31) * 4;
			ts += first >> 5;
			if (at + 4 + len > end)
				bad("entry", at);
			one_event(page + at + 4, len, ts, id);
			at += 4 + len;
		}
	}
	if (flags & STORED)
		memcpy(&count, page + end, sizeof(count));
	lost += count;
	for (at = end + (flags & STORED ? 8 : 0); at < PAGE; at++)
		if (page[at])
			bad("something behind the end", at);
}

int main(int argc, char **argv)
{
	unsigned char page[PAGE];
	int opt, splice_it = 0, wait = 0, tell_lost = 0, fd, tube[2];
	const char *done = NULL;
	unsigned int id = 0;
	ssize_t n;

	while ((opt = getopt(argc, argv, "swli:u:")) != -1) {
		if (opt == 's')
			splice_it = 1;
		else if (opt == 'w')
			wait = 1;
		else if (opt == 'l')
			tell_lost = 1;
		else if (opt == 'i')
			id = atoi(optarg);
		else if (opt == 'u')
			done = optarg;
		else
			return 2;
	}
	fd = open(argv[optind], O_RDONLY | (wait ? 0 : O_NONBLOCK));
	if (fd < 0 || pipe(tube)) {
		perror(argv[optind]);
		return 1;
	}
	for (;;) {
		if (splice_it) {
			n = splice(fd, NULL, tube[1], NULL, PAGE,
				   wait ? 0 : SPLICE_F_NONBLOCK);
			if (n > 0)
				n = read(tube[0], page, PAGE);
		} else {
			n = read(fd, page, PAGE);
		}
		if (n < 0 && errno == EAGAIN && !over(done, &splice_it))
			continue;
		if (n <= 0)
			break;
		if (n != PAGE)
			bad("short read", n);
		one_page(page, id);
		if (wait)
			break;
	}
	printf("pages %lu events %lu wanted %lu missed %lu", pages, events,
	       wanted, missed);
	if (tell_lost)
		printf(" lost %lu", lost);
	printf("\n");
	if (n < 0 && errno != EAGAIN) {
		perror("read");
		return 1;
	}
	return 0;
}
