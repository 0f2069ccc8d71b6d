/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two trees that are compared: reads and writes their files, and lists what
 * a case has touched, so that reset() can undo it.
 */
#ifndef HISTDIFF_TREE_H
#define HISTDIFF_TREE_H

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_EVENTS	32
#define FIRE_FILE	"/sys/kernel/debug/histrig_fire"

/* A string that grows. It ends with a NUL after the first addition. */
struct text {
	char *s;
	size_t len, capacity;
};

struct side {
	const char *root;
	struct text out;
};

static struct side sides[2];
static int n_sides = 2;
static char events[MAX_EVENTS][256];	/* folders of events with triggers */
static int n_events;
static char filters[MAX_EVENTS][256];	/* filter files written to */
static int n_filters;
static char files[MAX_EVENTS][256];	/* other files written to */
static int n_files;
static char places[MAX_EVENTS][64];	/* instances made */
static int n_places;
static const char *place = "";		/* "" or "instances/NAME/" */
/* The answer of the other side was recorded in another boot. */
static bool other_boot;

static void text_add(struct text *t, const char *s, size_t len)
{
	if (t->len + len + 1 > t->capacity) {
		t->capacity = (t->len + len + 1) * 2;
		t->s = realloc(t->s, t->capacity);
		if (!t->s)
			err(1, "realloc");
	}
	memcpy(t->s + t->len, s, len);
	t->len += len;
	t->s[t->len] = '\0';
}

static void text_puts(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

static void text_clear(struct text *t)
{
	t->len = 0;
	text_puts(t, "");
}

static const char *errno_name(int e)
{
	return e ? strerrorname_np(e) ? : "E?" : "0";
}

static int read_whole(const char *root, const char *name, struct text *out)
{
	char path[512], buf[65536];
	ssize_t n;
	int fd;

	text_clear(out);
	snprintf(path, sizeof(path), "%s/%s", root, name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return errno;
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		text_add(out, buf, n);
	n = n < 0 ? errno : 0;
	close(fd);
	return n;
}

/* Writes the whole string with one write(2), like echo. */
static int write_once(const char *root, const char *name, int flags,
		      const char *s, size_t len)
{
	char path[512];
	ssize_t n;
	int fd, ret = 0;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	fd = open(path, O_WRONLY | flags);
	if (fd < 0)
		return errno;
	n = len ? write(fd, s, len) : 0;
	if (n < 0)
		ret = errno;
	else if ((size_t)n != len)
		ret = EIO;
	if (close(fd) && !ret)
		ret = errno;
	return ret;
}

/* Adds a name to a list, unless the list contains it. */
static char *remember(char list[][256], int *n, const char *name)
{
	int i;

	for (i = 0; i < *n; i++)
		if (!strcmp(list[i], name))
			return list[i];
	if (*n == MAX_EVENTS)
		errx(1, "the case uses too many files or events: %s", name);
	return strcpy(list[(*n)++], name);
}

static char *touch(const char *event)
{
	char name[256];

	snprintf(name, sizeof(name), "%sevents/%s", place, event);
	return remember(events, &n_events, name);
}

static void print_lines(const char *mark, const char *s, const char *end)
{
	while (s < end) {
		int n = strcspn(s, "\n");

		printf("# %s%.*s\n", mark, n > 300 ? 300 : n, s);
		s += n + (s[n] == '\n');
	}
}

/* Prints up to 12 lines of each side, beginning with the first that differs. */
static void print_difference(const char *a, const char *b)
{
	const char *ends[2], *texts[2] = { a, b }, *start = a;
	int i, n;

	while (*a && *a == *b) {
		if (*a == '\n')
			start = a + 1;
		a++;
		b++;
	}
	b -= a - start;
	texts[1] = b;
	a = start;
	texts[0] = a;
	for (i = 0; i < 2; i++) {
		ends[i] = texts[i];
		for (n = 0; n < 12 && *ends[i]; n++) {
			ends[i] += strcspn(ends[i], "\n");
			ends[i] += *ends[i] == '\n';
		}
	}
	print_lines("-", texts[0], ends[0]);
	print_lines("+", texts[1], ends[1]);
}

#endif
