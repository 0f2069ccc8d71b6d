// SPDX-License-Identifier: GPL-2.0
/*
 * tracecmp [-t] OURS NATIVE: compare two traces of the same work. The kernel's
 * trace was started later and stopped earlier than ours, so for each event its
 * lines must be a contiguous part of ours. Prints "same NAME LINES", or
 * "differs NAME" and the place. Compares only the first few hundred lines of
 * each event.
 *
 * Ignores the time, the flag for a pending reschedule, and the task's name,
 * which may be older than the line. With -t, OURS has lines "NAME: TEXT", and
 * only TEXT is compared. A text may have several lines.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NATIVE_MAX	300
#define OURS_MAX	(3 * NATIVE_MAX)
#define BUCKETS		1024

struct lines {
	unsigned int nr, max;
	char **line;
};

struct event {
	struct event *next_in_bucket, *next;
	struct lines ours, native;
	char name[];
};

static struct event *buckets[BUCKETS], *first, **last = &first;

static void *or_die(void *got)
{
	if (!got) {
		perror("tracecmp");
		exit(2);
	}
	return got;
}

static struct event *find(const char *name, size_t len)
{
	struct event **bucket, *event;
	unsigned int hash = 0;
	size_t i;

	for (i = 0; i < len; i++)
		hash = hash * 31 + name[i];
	bucket = &buckets[hash % BUCKETS];
	for (event = *bucket; event; event = event->next_in_bucket)
		if (!strncmp(event->name, name, len) && !event->name[len])
			return event;
	event = or_die(calloc(1, sizeof(*event) + len + 1));
	memcpy(event->name, name, len);
	event->ours.max = OURS_MAX;
	event->native.max = NATIVE_MAX;
	event->next_in_bucket = *bucket;
	*bucket = event;
	*last = event;
	last = &event->next;
	return event;
}

static const char *skip(const char *s, int (*is)(int c))
{
	while (is(*s))
		s++;
	return s;
}

static int is_word(int c) { return isalnum(c) || c == '_'; }
static int is_blank(int c) { return c == ' '; }
static int is_mark(int c) { return c && c != ' '; }

/*
 * Returns the text after "NAME: ", or NULL, and sets @len to the length of the
 * name. The text of a system call begins with "sys_NAME(" or "sys_NAME -> "
 * instead.
 */
static const char *after_name(const char *s, size_t *len)
{
	const char *end = skip(s, is_word);

	*len = end - s;
	if (!strncmp(s, "sys_", 4) && (*end == '(' || !strncmp(end, " -> ", 4)))
		return end;
	return !*len || isdigit(*s) || strncmp(end, ": ", 2) ? NULL : end + 2;
}

/* Returns the text after "-PID [CPU] FLAGS TIME: ", or NULL if @s has another form. */
static const char *after_context(const char *s, const char **flags,
				 const char **flags_end)
{
	const char *end = skip(s + 1, isdigit);

	if (end == s + 1 || *end != ' ')
		return NULL;
	end = skip(end, is_blank);
	if (*end != '[')
		return NULL;
	end = skip(end + 1, isdigit);
	if (strncmp(end, "] ", 2))
		return NULL;
	*flags = end + 2;
	*flags_end = skip(*flags, is_mark);
	end = skip(skip(*flags_end, is_blank), isdigit);
	if (*flags_end == *flags || *end != '.')
		return NULL;
	end = skip(end + 1, isdigit);
	return strncmp(end, ": ", 2) ? NULL : end + 2;
}

/* Reads a line of a trace file. Sets @text to the part to compare. */
static struct event *take_trace(const char *line, int text_only, char **text)
{
	const char *dash, *flags, *flags_end, *name, *rest;
	size_t len;

	for (dash = strchr(line, '-'); dash; dash = strchr(dash + 1, '-')) {
		name = after_context(dash, &flags, &flags_end);
		rest = name ? after_name(name, &len) : NULL;
		if (!rest)
			continue;
		if (text_only)
			*text = or_die(strdup(rest));
		/*
		 * Remove the flag of a pending reschedule, because a tick between the
		 * two probes may set it.
		 */
		else if (asprintf(text, "%.*s%.*s %s", (int)(flags + 1 - dash),
				  dash, (int)(flags_end - flags) - 2, flags + 2,
				  rest) < 0)
			or_die(NULL);
		return find(name, len);
	}
	return NULL;
}

static struct event *take_text(const char *line, char **text)
{
	size_t len;
	const char *rest = after_name(line, &len);

	if (!rest)
		return NULL;
	*text = or_die(strdup(rest));
	return find(line, len);
}

static char **add(struct lines *to, char *text)
{
	if (to->nr == to->max) {
		free(text);
		return NULL;
	}
	if (!to->line)
		to->line = or_die(calloc(to->max, sizeof(*to->line)));
	to->line[to->nr] = text;
	return &to->line[to->nr++];
}

static void append(char **to, const char *line)
{
	char *both;

	if (asprintf(&both, "%s\n%s", *to, line) < 0)
		or_die(NULL);
	free(*to);
	*to = both;
}

static void read_file(const char *name, int is_native, int text)
{
	FILE *file = or_die(fopen(name, "r"));
	char *line = NULL, *found, **at = NULL;
	struct event *event;
	size_t size = 0;
	ssize_t len;

	while ((len = getline(&line, &size, file)) >= 0) {
		if (len && line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (line[0] == '#')
			continue;
		event = text && !is_native ? take_text(line, &found) :
					     take_trace(line, text, &found);
		if (event)
			at = add(is_native ? &event->native : &event->ours,
				 found);
		else if (at)
			append(at, line);
	}
	free(line);
	fclose(file);
}

/* Returns how many lines of the kernel match our lines from @from on. */
static unsigned int run(const struct event *event, unsigned int from)
{
	unsigned int i;

	for (i = 0; i < event->native.nr && from + i < event->ours.nr; i++)
		if (strcmp(event->native.line[i], event->ours.line[from + i]))
			break;
	return i;
}

static void compare(const struct event *event)
{
	unsigned int from, n, best = 0, at = 0;

	for (from = 0; from + event->native.nr <= event->ours.nr; from++) {
		n = run(event, from);
		if (n >= best) {
			best = n;
			at = from;
		}
		if (n == event->native.nr)
			break;
	}
	if (best == event->native.nr) {
		printf("same %s %u\n", event->name, best);
		return;
	}
	printf("differs %s\n  after %u of %u lines, of ours %u\n", event->name,
	       best, event->native.nr, event->ours.nr);
	printf("  native: %s\n", event->native.line[best]);
	printf("  ours:   %s\n", at + best < event->ours.nr ?
				 event->ours.line[at + best] : "");
}

int main(int argc, char **argv)
{
	int text = argc == 4 && !strcmp(argv[1], "-t");
	const struct event *event;

	if (argc != 3 + text) {
		fprintf(stderr, "usage: tracecmp [-t] OURS NATIVE\n");
		return 2;
	}
	read_file(argv[1 + text], 0, text);
	read_file(argv[2 + text], 1, text);
	for (event = first; event; event = event->next)
		if (event->native.nr)
			compare(event);
	return 0;
}
