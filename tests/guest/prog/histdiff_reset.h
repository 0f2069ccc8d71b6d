/* SPDX-License-Identifier: GPL-2.0 */
/* Removes from both trees all that a case has set up. */
#ifndef HISTDIFF_RESET_H
#define HISTDIFF_RESET_H

#include "histdiff_tree.h"

/* Removes the triggers in @lines, the contents of a trigger file, the last one first. */
static void drop_lines(const char *root, const char *name, char *lines)
{
	char *line, *end;

	for (end = lines + strlen(lines); end > lines; end = line) {
		end[-1] = '\0';
		line = strrchr(lines, '\n');
		line = line ? line + 1 : lines;
		end = strrchr(line, '[');
		if (*line == '#' || !*line)
			continue;
		if (end && (!strcmp(end, "[active]") || !strcmp(end, "[paused]")))
			end[-1] = '\0';
		memmove(line + 1, line, strlen(line) + 1);
		*line = '!';
		write_once(root, name, O_APPEND, line, strlen(line));
		*line = '\0';
	}
}

/*
 * Removes triggers in reverse order, because a trigger cannot be removed while
 * others refer to it. Returns true if no trigger is left.
 */
static bool drop_triggers(const char *root, bool tell)
{
	static struct text left;
	char name[256];
	bool gone = true;
	int i;

	for (i = n_events; i--;) {
		snprintf(name, sizeof(name), "%.240s/trigger", events[i]);
		write_once(root, name, O_TRUNC, "", 0);
		if (read_whole(root, name, &left) || !left.len ||
		    left.s[0] == '#')
			continue;
		gone = false;
		if (tell)
			printf("# left behind in %s/%s: %s", root, name,
			       left.s);
		else
			drop_lines(root, name, left.s);
	}
	return gone;
}

/* Removes the commands that set_ftrace_filter lists. */
static void drop_commands(const char *root, const char *name)
{
	static struct text list;
	char *line, *next, *count, cmd[512];

	if (read_whole(root, name, &list))
		return;
	for (next = list.s; (line = strsep(&next, "\n"));) {
		count = strrchr(line, ':');
		if (*line == '#' || !count)
			continue;
		if (!strcmp(count, ":unlimited"))
			snprintf(cmd, sizeof(cmd), "!%.*s\n",
				 (int)(count - line), line);
		else
			snprintf(cmd, sizeof(cmd), "!%.*s:0\n",
				 (int)(count - line), line);
		write_once(root, name, O_APPEND, cmd, strlen(cmd));
	}
}

static void undo(const char *root, const char *name)
{
	static const struct { const char *end, *text; } files[] = {
		{ "enable", "0" }, { "snapshot", "0" }, { "_on", "1" },
		{ "trace_clock", "local" }, { "current_tracer", "nop" },
		{ "_filter", "" }, { "_notrace", "" }, { "_function", "" },
		{ "_pid", "" },
	};
	size_t i, len, name_len = strlen(name);

	if (strstr(name, "set_ftrace_filter"))
		drop_commands(root, name);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		len = strlen(files[i].end);
		if (name_len >= len &&
		    !strcmp(name + name_len - len, files[i].end))
			write_once(root, name, O_TRUNC, files[i].text,
				   strlen(files[i].text));
	}
}

/* Removes an event, given as a line TYPE:SYSTEM/NAME PLACE of dynamic_events. */
static void drop_event(const char *root, const char *line)
{
	char name[256], cmd[300];

	if (sscanf(line, "%*[^:]:%255[^ \n]", name) != 1)
		return;
	snprintf(cmd, sizeof(cmd), "-:%s", name);
	write_once(root, "dynamic_events", O_APPEND, cmd, strlen(cmd));
}

/* Tests whether a list of dynamic events has events other than synthetic ones. */
static bool lists_probes(const char *line)
{
	for (; *line; line += strcspn(line, "\n"), line += *line == '\n')
		if (*line != 's')
			return true;
	return false;
}

/*
 * Removes probes, the last one first, because a probe may be on an event that
 * was defined before it. Disables all events first.
 */
static void reset_probes(const char *root)
{
	static struct text list;
	char name[sizeof(places) + sizeof("set_event")], *end;
	int i;

	read_whole(root, "dynamic_events", &list);
	if (!lists_probes(list.s))
		return;
	write_once(root, "set_event", O_TRUNC, "", 0);
	for (i = 0; i < n_places; i++) {
		snprintf(name, sizeof(name), "%sset_event", places[i]);
		write_once(root, name, O_TRUNC, "", 0);
	}
	for (end = list.s + list.len; end > list.s;) {
		end[-1] = '\0';
		end = strrchr(list.s, '\n');
		end = end ? end + 1 : list.s;
		if (*end != 's')
			drop_event(root, end);
	}
}

/*
 * Disables and removes synthetic events, whose triggers must have been removed. Prints
 * which events are left, and empties the trace.
 */
static void reset_synth(const char *root)
{
	static struct text left;

	write_once(root, "events/synthetic/enable", 0, "0", 1);
	write_once(root, "synthetic_events", O_TRUNC, "", 0);
	read_whole(root, "dynamic_events", &left);
	if (left.len)
		printf("# left behind in %s: %s", root, left.s);
	write_once(root, "trace", O_TRUNC, "", 0);
}

/* Cleans both trees. Prints what cannot be removed; this makes the case fail. */
static void clean_up(void)
{
	char path[sizeof(places) + 512];
	int i, j, n;

	for (i = 0; i < n_sides; i++) {
		const char *root = sides[i].root;

		for (n = 0; n < MAX_EVENTS && !drop_triggers(root, false); n++)
			;
		drop_triggers(root, true);
		for (j = 0; j < n_filters; j++)
			write_once(root, filters[j], O_TRUNC, "0", 1);
		for (j = n_files; j--;)
			undo(root, files[j]);
		if (n_files) {
			reset_probes(root);
			reset_synth(root);
		}
		for (j = 0; j < n_places; j++) {
			snprintf(path, sizeof(path), "%s/%s", root, places[j]);
			if (rmdir(path) && errno != ENOENT)
				printf("# %s stays: %s\n", path, errno_name(errno));
		}
		write_once(root, "error_log", O_TRUNC, "", 0);
		text_clear(&sides[i].out);
	}
	place = "";
}

#endif
