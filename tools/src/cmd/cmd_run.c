// SPDX-License-Identifier: GPL-2.0
/* The commands that run a recipe, or show what it would write. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../doc/show.h"
#include "../run/follow.h"
#include "../run/run.h"
#include "../run/session.h"
#include "../stop.h"
#include "../text.h"
#include "commands.h"

/* ---- records as lines */

/* The file of records, the last line if it is incomplete, and when to check tables next. */
struct lines {
	int fd;
	struct text part;
	uint64_t watch;
};

/* How long remaining lines are printed after an interval, in nanoseconds. */
#define LAST_LINES	200000000ull

/* How long remaining lines are printed after recording has stopped, in nanoseconds. */
#define REST_LINES	60000000000ull

static void open_lines(struct run *run, struct lines *lines)
{
	char path[PATH_MAX];

	lines->fd = -1;
	if (!run->plan->lines)
		return;
	snprintf(path, sizeof(path), "%s/trace_pipe", run->session->dir);
	lines->fd = openat(run->tree.fd, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (lines->fd < 0)
		die("%s was ended, because %s cannot be read: %s. Run it again",
		    run->recipe->name, path, strerror(errno));
}

static void close_lines(struct lines *lines)
{
	if (lines->fd >= 0)
		close(lines->fd);
	text_free(&lines->part);
	lines->fd = -1;
}

/* Prints a line without the session's identity in names of events. */
static void print_line(const struct session *session, char *line, struct text *out)
{
	char *id = strstr(line, session->word);

	if (id && id > line && id[-1] == '_')
		memmove(id - 1, id + strlen(session->word), strlen(id + strlen(session->word)) + 1);
	text_escape(out, line);
	text_puts(out, "\n");
}

/*
 * Prints available lines until the time @until, or until more than @signals signals have
 * come. The limits are needed because lines may arrive faster than they can be printed.
 */
static void read_lines(const struct run *run, struct lines *lines, uint64_t until, int signals)
{
	struct text out = {};
	char part[8192], *at, *end;
	ssize_t n;

	while (stop_asked() <= signals && stop_clock() < until &&
	       (n = read(lines->fd, part, sizeof(part))) > 0) {
		text_add(&lines->part, part, n);
		text_clear(&out);
		for (at = lines->part.at; (end = strchr(at, '\n')); at = end + 1) {
			*end = '\0';
			print_line(run->session, at, &out);
		}
		lines->part.len -= at - lines->part.at;
		memmove(lines->part.at, at, lines->part.len + 1);
		if (out.len && !out_write(out.at, out.len))
			break;
	}
	text_free(&out);
}

/*
 * Stops recording and prints the lines that are left. The time is limited, because a trigger
 * of the recipe may start recording again.
 */
static void finish_lines(struct run *run, struct lines *lines)
{
	const uint64_t until = stop_clock() + REST_LINES;

	if (lines->fd < 0 || session_write(run->session, "tracing_on", "0"))
		return;
	read_lines(run, lines, until, stop_asked());
	if (stop_clock() >= until)
		warn("lines may be missing, because %s could not print all in a minute after recording; "
		     "a faster reader or a recipe without traceon avoids this", run->recipe->name);
}

/*
 * Restarts a run, or ends the program if that is impossible. Returns early if a signal comes
 * while lines are printed; the end of the run prints the rest.
 */
static void run_renew(struct run *run, struct lines *lines)
{
	finish_lines(run, lines);
	if (stop_asked())
		return;
	close_lines(lines);
	if (!run_restart(run))
		exit(1);
	open_lines(run, lines);
}

/* ---- histograms */

static void print_time(const struct run *run, uint64_t length, struct text *out)
{
	char clock[16];
	time_t now = time(NULL);

	if (!run->interval)
		return;
	strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&now));
	text_printf(out, "--- %s, %.3f s\n", clock, (double)length / 1e9);
}

/* Prints the counts of an interval. Returns false if the reader has ended. */
static bool print_takes(struct run *run, uint64_t length)
{
	const struct plan_show *show;
	struct hist_doc *doc;
	struct text out = {};
	bool good;

	if (!run->plan->shows)
		return true;
	print_time(run, length, &out);
	for (show = run->plan->shows; show; show = show->next) {
		doc = run_read(run, show, true);
		run_name(run, doc);
		show_doc(&out, doc, show, run->plan);
		doc_free(doc);
		if (show->next)
			text_puts(&out, "\n");
	}
	good = out_write(out.at, out.len);
	text_free(&out);
	return good;
}

/* How often tables are checked, in nanoseconds. */
#define WATCH_EACH	10000000000ull

/* Checks whether a run's tables are full. If so, restarts a run that only prints lines. */
static void run_watch(struct run *run, struct lines *lines)
{
	tables_watch(run);
	tables_tell(run, false);
	if (!run->plan->shows && tables_restart(run))
		run_renew(run, lines);
}

/* Prints lines until a time. Returns the same values as stop_wait(). */
static int wait_until(struct run *run, struct lines *lines, uint64_t until)
{
	uint64_t next;
	int ret;

	for (;;) {
		next = lines->watch < until ? lines->watch : until;
		ret = follow_wait(next, lines->fd);
		if (ret > 0)
			read_lines(run, lines, next, 0);
		else if (ret < 0 || until <= lines->watch)
			break;
		if (stop_clock() < lines->watch)
			continue;
		run_watch(run, lines);
		lines->watch = stop_clock() + WATCH_EACH;
	}
	if (lines->fd >= 0)
		read_lines(run, lines, stop_clock() + LAST_LINES, stop_asked());
	return ret;
}

static void run_count(struct run *run)
{
	uint64_t began = stop_clock(), last = began, now, until = UINT64_MAX;
	unsigned long long i;
	struct lines lines = { .watch = began + WATCH_EACH };
	int ret = 0;

	open_lines(run, &lines);
	for (i = 1; ret >= 0 && (!run->count || i <= run->count); i++) {
		if (run->interval)
			until = began + i * run->interval;
		ret = wait_until(run, &lines, until);
		now = stop_clock();
		if (!print_takes(run, now - last))
			break;
		last = now;
		if (ret >= 0 && (!run->count || i < run->count) && tables_restart(run))
			run_renew(run, &lines);
	}
	finish_lines(run, &lines);
	close_lines(&lines);
}

int cmd_run(int argc, char **argv)
{
	struct run run;

	if (!run_parse(&run, argc, argv) || !run_arm(&run))
		exit(1);
	if (!run.interval && !stop_asked())
		fputs(run.plan->shows ? "counting; ^C ends it and shows the answer\n" :
		      "tracing; ^C ends it\n", stderr);
	if (!stop_asked())
		run_count(&run);
	run_end(&run);
	return 0;
}

/* ---- what would be written */

static void run_quote(struct text *out, const char *raw)
{
	const char *at;

	text_puts(out, "'");
	for (at = raw; *at; at++) {
		if (*at == '\'')
			text_puts(out, "'\\''");
		else
			text_add(out, at, 1);
	}
	text_puts(out, "'");
}

static void show_step(struct text *out, const struct plan_step *step)
{
	struct text line = {};

	text_puts(out, "echo ");
	if (step->kind == STEP_SYNTHETIC)
		text_printf(&line, "%s ", step->event);
	text_puts(&line, step->text);
	run_quote(out, line.at);
	switch (step->kind) {
	case STEP_SYNTHETIC:
		text_puts(out, " >>synthetic_events\n");
		break;
	case STEP_PROBE:
		text_puts(out, " >>dynamic_events\n");
		break;
	case STEP_FUNCTIONS:
		text_puts(out, " >set_ftrace_filter\n");
		break;
	case STEP_TRIGGER:
		text_printf(out, " >>events/%s/trigger\n", step->event);
		break;
	case STEP_FILTER:
		text_printf(out, " >events/%s/filter\n", step->event);
		break;
	case STEP_ENABLE:
		text_printf(out, " >events/%s/enable\n", step->event);
		break;
	}
	text_free(&line);
}

int cmd_show(int argc, char **argv)
{
	const struct plan_step *step;
	const struct plan_show *show;
	struct text out = {};
	struct run run;

	if (argc < 2)
		die("which recipe? Usage: histrig show RECIPE [ARGS]");
	if (!run_parse(&run, argc - 1, argv + 1) || !run_plan(&run, ""))
		exit(1);
	text_printf(&out, "# %s: %s\ncd %s\n", run.recipe->name, run.recipe->about,
		    run.tree.path ? run.tree.path : "/sys/kernel/debug/histrig");
	if (run.plan->others)
		text_puts(&out, "echo $$ | tee set_event_notrace_pid >set_ftrace_notrace_pid\n");
	if (run.plan->lines)
		text_puts(&out, "echo 1 >options/hide-control-chars\n");
	for (step = run.plan->steps; step; step = step->next)
		show_step(&out, step);
	for (show = run.plan->shows; show; show = show->next)
		text_printf(&out, "cat events/%s/hist\n", show->event);
	if (run.plan->lines)
		text_puts(&out, "cat trace_pipe\n");
	out_write(out.at, out.len);
	text_free(&out);
	run_end(&run);
	return 0;
}
