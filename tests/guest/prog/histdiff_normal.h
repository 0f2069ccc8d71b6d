/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Permitted differences of two trees, and the rules that remove them before a
 * comparison. Everything else must be equal byte by byte.
 *
 * 1. Time stamps of error_log: "[  123.456789]" at the start of a line becomes
 *    "[time]".
 * 2. The order of a histogram's entries with equal sort keys, which the kernel
 *    does not define: such entries are sorted alphabetically.
 * 3. Stacks: the frames above the last __traceiter_ and this frame itself
 *    belong to the tracer and are removed. Only the first 16 other frames are
 *    compared, because the kernel saves 16 and histrig 31.
 * 4. Entries of events that the kernel fires as well: `keep REGEX` removes
 *    entries that do not match, and the totals.
 * 5. The ids of events in format files and in lines of the trace.
 * 6. In trace and snapshot: the header, the time, the task's name (which is saved
 *    only when the CPU switches to another task), whether a reschedule is
 *    due (a tick in between may have asked for it), and the depth of disabled
 *    preemption (the kernel's own synthetic events count their own nesting).
 * 7. A word of error_log that 6.12 misspells: "valiable".
 * 8. Return addresses in records of return probes: of several return probes on
 *    a function, all but one see the address of the kprobe trampoline.
 * 9. The flags of records of uprobes. The kernel subtracts one from the depth of
 *    disabled preemption, which is 0 in a uprobe, so all bits are set.
 * 10. Unknown flags above the lowest 32 bits of a gfp_t. The kernel writes 4
 *    bytes to a synthetic event's record, but prints 8; the other bytes are
 *    from an older record.
 *
 * In addition, if answers of 6.1 are compared with another kernel:
 *
 * 11. The default maxactive of return probes, and whether they run with
 *    interrupts disabled. On 5.10, the default is the number of CPUs, and
 *    interrupts are disabled.
 */
#ifndef HISTDIFF_NORMAL_H
#define HISTDIFF_NORMAL_H

#include <ctype.h>
#include <regex.h>

#include "histdiff_tree.h"

#define STACK_FRAMES	16
#define MAX_SORT_KEYS	8

static struct {
	char **entries;
	int n, capacity;
	char sort[MAX_SORT_KEYS][64];
	int n_sort;
} table;

static const char *after_line(const char *s)
{
	s += strcspn(s, "\n");
	return *s ? s + 1 : s;
}

static bool time_stamp(const char *s, const char **end)
{
	if (*s++ != '[')
		return false;
	while (*s == ' ')
		s++;
	if (!isdigit(*s))
		return false;
	s += strspn(s, "0123456789.");
	*end = s + 1;
	return *s == ']';
}

static void add_error(const char *s, const char *end, struct text *out)
{
	const char *word = memmem(s, end - s, "valiable", 8);

	if (word) {
		text_add(out, s, word - s);
		text_puts(out, "variable");
		s = word + 8;
	}
	text_add(out, s, end - s);
}

/*
 * Rule 11: tests whether a line begins with "r" and the default maxactive. Sets
 * @end to the place after these.
 */
static bool default_instances(const char *s, const char **end)
{
	*end = !strncmp(s, "r10:", 4) ? s + 4 : s + 3;
	return *end == s + 4 || !strncmp(s, "r1:", 3);
}

static void normalise_lines(const struct text *raw, struct text *out)
{
	const char *s, *next, *end;

	for (s = raw->s; *s; s = next) {
		next = after_line(s);
		if (time_stamp(s, &end)) {
			text_puts(out, "[time]");
			add_error(end, next, out);
		} else if (!strncmp(s, "ID: ", 4)) {
			text_puts(out, "ID: ...\n");
		} else if (other_boot && default_instances(s, &end)) {
			text_puts(out, "r:");
			text_add(out, end, next - end);
		} else {
			text_add(out, s, next - s);
		}
	}
}

static bool is_trace(const char *name)
{
	const char *last = strrchr(name, '/');

	last = last ? last + 1 : name;
	return !strcmp(last, "trace") || !strcmp(last, "snapshot");
}

/*
 * Appends output that contains code addresses of another kernel: replaces
 * +0x5/0x40 after a function's name by +OFFSET.
 */
static void add_places(const char *s, struct text *out)
{
	const char *at, *end;

	while ((at = strstr(s, "+0x"))) {
		end = at + 3 + strspn(at + 3, "0123456789abcdef");
		if (!strncmp(end, "/0x", 3))
			end += 3 + strspn(end + 3, "0123456789abcdef");
		text_add(out, s, at - s);
		text_puts(out, "+OFFSET");
		s = end;
	}
	text_puts(out, s);
}

/*
 * Replaces PLACE in "(PLACE <- FUNCTION)" of a return probe's record. Returns
 * the rest of the line.
 */
static const char *hide_return(const char *event, struct text *out)
{
	const char *open = strchr(event, '('), *arrow = strstr(event, " <- ");

	if (!open || !arrow || arrow < open)
		return event;
	text_add(out, event, open + 1 - event);
	text_puts(out, "RETURN");
	return arrow;
}

/*
 * Removes all but the lowest eight digits of numbers that end with "?)", such
 * as "(GFP_DMA|0xd2ff000000?)". If these are zeros, removes the whole number.
 */
static void cut_high_flags(char *line)
{
	char *s = line, *end, *low;

	while ((s = strstr(s, "0x"))) {
		end = s + 2 + strspn(s + 2, "0123456789abcdef");
		if (end - s <= 10 || strncmp(end, "?)", 2)) {
			s = end;
			continue;
		}
		low = end - 8 + strspn(end - 8, "0");
		if (low < end)
			s += 2;
		else
			s -= s > line && s[-1] == '|';
		memmove(s, low, strlen(low) + 1);
	}
}

/*
 * Applies rules 5, 6, 8, 9, 10 and 11 to a line "TASK-PID [CPU] FLAGS TIME:
 * EVENT: FIELDS".
 */
static void normalise_record(char *line, struct text *out)
{
	char *flags = strstr(line, "] ");
	char *time = flags ? strchr(flags + 2, ' ') : NULL;
	const char *event = time ? strstr(time, ": ") : NULL;
	char *task;

	cut_high_flags(line);
	if (!event || time < flags + 7) {
		text_puts(out, line);
		return;
	}
	if (other_boot && strstr(event, " <- "))
		flags[2] = '?';
	flags[3] = '?';
	flags[5] = '?';
	if (flags[6] == 'f')
		memcpy(flags + 2, ".?.?.", 5);
	*flags = '\0';
	task = strrchr(line, '-');
	*flags = ']';
	task = task ? task : line;
	/*
	 * The answer of the other side has the pids of another boot, so replace
	 * the pid.
	 */
	if (other_boot) {
		text_puts(out, "-PID ");
		task = memrchr(task, '[', time - task);
		if (!task)
			task = flags;
	}
	text_add(out, task, time - task);
	text_puts(out, " TIME");
	if (!strncmp(event, ": Unknown type ", 15))
		event = ": Unknown type ...\n";
	event = hide_return(event, out);
	if (other_boot)
		add_places(event, out);
	else
		text_puts(out, event);
}

/*
 * Applies the rules to the file trace or snapshot. Replaces NULs first, because
 * string functions would end at them.
 */
static void normalise_trace(const struct text *raw, struct text *out)
{
	const char *s = raw->s, *end = s + raw->len, *next;
	char line[4096];
	size_t len, i;

	for (; s < end; s = next) {
		next = memchr(s, '\n', end - s);
		next = next ? next + 1 : end;
		len = next - s < (long)sizeof(line) ? next - s :
						      (long)sizeof(line) - 1;
		for (i = 0; i < len; i++)
			line[i] = s[i] ? s[i] : '?';
		line[len] = '\0';
		if (line[0] != '#')
			normalise_record(line, out);
	}
}

/* Reads the sort keys of a line "# trigger info:". */
static void parse_sort(const char *line)
{
	const char *s = strstr(line, ":sort=");
	size_t n;

	table.n_sort = 0;
	if (!s || s > line + strcspn(line, "\n"))
		return;
	for (s += 6; table.n_sort < MAX_SORT_KEYS; s++) {
		n = strcspn(s, ".,:\n ");
		snprintf(table.sort[table.n_sort++], sizeof(table.sort[0]),
			 "%.*s", (int)n, s);
		s += strcspn(s, " ,:\n");
		if (*s != ',')
			break;
	}
}

/*
 * Finds a field in an entry, and sets @len. A key ends before the next key, a
 * value before two spaces.
 */
static const char *entry_field(const char *entry, const char *name,
			       size_t *len)
{
	const char *values = strstr(entry, "} hitcount:");
	size_t n = strlen(name);
	const char *s, *end;

	for (s = entry; (s = strstr(s, name)); s += n) {
		if (s == entry || s[-1] != ' ' ||
		    (s[n] != ':' && strncmp(s + n, " (%):", 5)))
			continue;
		s = strchr(s + n, ':') + 1;
		s += strspn(s, " ");
		*len = strcspn(s, ",}\n");
		end = strstr(s, "  ");
		if (s > values && end && end < s + *len)
			*len = end - s;
		return s;
	}
	*len = 0;
	return "";
}

static bool tied(const char *a, const char *b)
{
	int i;

	for (i = 0; i < table.n_sort; i++) {
		size_t la, lb;
		const char *fa = entry_field(a, table.sort[i], &la);
		const char *fb = entry_field(b, table.sort[i], &lb);

		if (la != lb || memcmp(fa, fb, la))
			return false;
	}
	return true;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static void sort_ties(void)
{
	int i, j;

	for (i = 0; i < table.n; i = j) {
		for (j = i + 1; j < table.n; j++)
			if (!tied(table.entries[i], table.entries[j]))
				break;
		qsort(table.entries + i, j - i, sizeof(char *), by_text);
	}
}

/* Copies an entry; sorts and trims its stacks, if it has any (rule 3 above). */
static char *copy_entry(const char *s, size_t len)
{
	char *copy = strndup(s, len), *line, *next, *to, *frames = NULL;
	int n = 0;

	for (line = to = copy; *line; line = next) {
		next = (char *)after_line(line);
		if (strncmp(line, "         ", 9)) {
			frames = NULL;
			n = 0;
		} else {
			if (!frames)
				frames = to;
			if (memmem(line, next - line, "__traceiter_", 12)) {
				to = frames;
				n = 0;
				continue;
			}
			if (n++ >= STACK_FRAMES)
				continue;
		}
		memmove(to, line, next - line);
		to += next - line;
	}
	*to = '\0';
	return copy;
}

static void add_entry(const char *s, size_t len, regex_t *keep)
{
	char *entry = copy_entry(s, len);

	if (keep && regexec(keep, entry, 0, NULL, 0)) {
		free(entry);
		return;
	}
	if (table.n == table.capacity) {
		table.capacity = table.capacity * 2 + 64;
		table.entries = realloc(table.entries,
					table.capacity * sizeof(char *));
	}
	table.entries[table.n++] = entry;
}

static void flush_entries(struct text *out)
{
	int i;

	sort_ties();
	for (i = 0; i < table.n; i++) {
		text_puts(out, table.entries[i]);
		free(table.entries[i]);
	}
	table.n = 0;
}

/* Finds the end of an entry: the line with "} " outside a string. */
static const char *entry_end(const char *s)
{
	const char *next = after_line(s);

	while (*next && !memmem(s, next - s, "} hitcount:", 11) &&
	       !memmem(s, next - s, "}  ", 3)) {
		s = next;
		next = after_line(s);
	}
	/*
	 * Lines that begin with a tab show values of actions, and belong to the
	 * entry.
	 */
	while (*next == '\t')
		next = after_line(next);
	return next;
}

/* Applies rules 2 to 4 to a hist file. */
static void normalise_hist(const struct text *raw, const char *keep,
			   struct text *out)
{
	const char *s, *next;
	regex_t regex;

	if (keep && regcomp(&regex, keep, REG_EXTENDED | REG_NOSUB | REG_NEWLINE))
		errx(1, "keep: %s is not a regular expression", keep);
	for (s = raw->s; *s; s = next) {
		next = after_line(s);
		if (!strncmp(s, "{ ", 2)) {
			next = entry_end(s);
			add_entry(s, next - s, keep ? &regex : NULL);
			continue;
		}
		flush_entries(out);
		if (!strncmp(s, "# trigger info:", 15))
			parse_sort(s);
		if (keep && !strncmp(s, "    ", 4))
			continue;
		text_add(out, s, next - s);
	}
	flush_entries(out);
	if (keep)
		regfree(&regex);
}

#endif
