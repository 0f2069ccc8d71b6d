// SPDX-License-Identifier: GPL-2.0
/* Runs of recipes; see run.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../doc/join.h"
#include "../stop.h"
#include "../text.h"
#include "follow.h"
#include "functions.h"
#include "kernel.h"
#include "run.h"
#include "session.h"

/* The largest number of entries that a table can have. */
#define ENTRIES_MAX	"131072"

#define INTERVAL_MIN	1000000ull
#define INTERVAL_MAX	(24 * 3600 * 1000000000ull)

bool run_interval(const char *word, uint64_t *ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "m", 60e9 }, { "h", 3600e9 } };
	double number;
	char *end;
	size_t i;

	if ((*word < '0' || *word > '9') && *word != '.')
		return false;
	number = strtod(word, &end);
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(end, units[i].name))
			continue;
		number = rint(number * units[i].ns);
		if (!(number >= INTERVAL_MIN && number <= INTERVAL_MAX))
			return false;
		*ns = number;
		return true;
	}
	return false;
}

/* Finds the argument that NAME=VALUE sets. Returns its index, or -1. */
static int arg_number(const struct recipe *recipe, const char *word, const char **value)
{
	const char *equals = strchr(word, '=');
	const struct recipe_arg *arg;
	int i = 0;

	for (arg = recipe->args; equals && arg; arg = arg->next, i++) {
		if (strlen(arg->name) == (size_t)(equals - word) &&
		    !strncmp(arg->name, word, equals - word)) {
			*value = equals + 1;
			return i;
		}
	}
	return -1;
}

/* Returns the index of the first required argument that has no value, or -1. */
static int arg_missing(const struct run *run)
{
	const struct recipe_arg *arg;
	int i = 0;

	for (arg = run->recipe->args; arg; arg = arg->next, i++)
		if (!arg->standard && !run->values[i])
			return i;
	return -1;
}

static void usage_of(const struct recipe *recipe, struct text *usage)
{
	const struct recipe_arg *arg;

	text_printf(usage, "histrig %s", recipe->name);
	for (arg = recipe->args; arg; arg = arg->next)
		if (!arg->standard)
			text_printf(usage, " %s", arg->name);
	for (arg = recipe->args; arg; arg = arg->next)
		if (arg->standard)
			text_printf(usage, " [%s=%s]", arg->name, *arg->standard ? arg->standard : "...");
	text_puts(usage, " [INTERVAL [COUNT]]");
}

/* Parses [ARGS] [INTERVAL [COUNT]]. Optional arguments are NAME=VALUE. */
static bool parse_words(struct run *run, int argc, char **argv)
{
	bool interval = false, count = false;
	struct text usage = {};
	const char *value;
	int i, nr;

	for (i = 0; i < argc; i++) {
		nr = arg_number(run->recipe, argv[i], &value);
		if (nr >= 0) {
			run->values[nr] = value;
			continue;
		}
		nr = arg_missing(run);
		if (nr >= 0) {
			run->values[nr] = argv[i];
		} else if (!interval) {
			interval = true;
			if (!run_interval(argv[i], &run->interval))
				break;
		} else if (!count && text_is_number(argv[i])) {
			count = true;
			run->count = strtoull(argv[i], NULL, 10);
			if (!run->count)
				break;
		} else {
			break;
		}
	}
	if (i == argc)
		return true;
	usage_of(run->recipe, &usage);
	warn("%s is not an argument of %s, nor a time or a count above 0 that may stand there. "
	     "Usage:\n  %s", argv[i], run->recipe->name, usage.at);
	text_free(&usage);
	return false;
}

/* Makes a recipe of 'hist:keys=...' EVENT. Prints a message and returns NULL on failure. */
static struct recipe *own_trigger(const char *trigger, const char *event)
{
	char name[256], error[RECIPE_ERROR_MAX], *colon;
	struct recipe *recipe;
	struct text text = {};

	if (strchr(trigger, '\n') || strlen(event) >= sizeof(name)) {
		warn("the trigger contains a line feed, or the event's name has more than 255 bytes. Usage: histrig 'hist:keys=...' SYSTEM/EVENT");
		return NULL;
	}
	snprintf(name, sizeof(name), "%s", event);
	colon = strchr(name, ':');
	if (colon)
		*colon = '/';
	if (!strchr(name, '/')) {
		warn("the event %s is given without its system; write SYSTEM/EVENT, like sched/sched_switch. To search for it: histrig list '*%s*'",
		     event, event);
		return NULL;
	}
	text_printf(&text, "about a trigger of your own\n"
		    "needs event %s: this kernel has no such event; to search for others: histrig list '*%s*'\n"
		    "trigger %s %s\nshow %s\n", name, strchr(name, '/') + 1, name, trigger, name);
	recipe = recipe_parse(name, "the command line", text.at, error);
	if (!recipe)
		warn("%s", error);
	text_free(&text);
	return recipe;
}

static void no_recipe(const char *name)
{
	struct text folders = {}, meant = {};

	recipe_folders(&folders);
	recipe_like(name, &meant);
	warn("there is no command or recipe %s.%s%s%s histrig list shows all recipes; these folders were searched:\n  %s",
	     name, meant.at ? " Did you mean " : "", meant.at ? meant.at : "",
	     meant.at ? "?" : "", folders.at);
	text_free(&folders);
	text_free(&meant);
}

bool run_parse(struct run *run, int argc, char **argv)
{
	char error[RECIPE_ERROR_MAX];
	struct recipe_arg *arg;
	size_t nr = 0;

	*run = (struct run){ .tree.fd = -1 };
	if (!strncmp(argv[0], "hist:", 5)) {
		if (argc < 2) {
			warn("which event? Usage: histrig 'hist:keys=...' EVENT [INTERVAL [COUNT]]");
			return false;
		}
		run->own = true;
		run->recipe = own_trigger(argv[0], argv[1]);
		run->values = xalloc(1, sizeof(*run->values));
		return run->recipe && parse_words(run, argc - 2, argv + 2);
	}
	run->recipe = recipe_find(argv[0], error);
	if (!run->recipe) {
		if (*error)
			warn("%s", error);
		else
			no_recipe(argv[0]);
		return false;
	}
	for (arg = run->recipe->args; arg; arg = arg->next)
		nr++;
	run->values = xalloc(nr, sizeof(*run->values));
	return parse_words(run, argc - 1, argv + 1);
}

void run_show_all(struct run *run)
{
	const struct recipe_arg *arg;
	size_t i = 0;

	for (arg = run->recipe->args; arg; arg = arg->next, i++)
		if (!strcmp(arg->name, "top") && arg->number && !run->values[i])
			run->values[i] = ENTRIES_MAX;
}

bool run_plan(struct run *run, const char *word)
{
	char error[RECIPE_ERROR_MAX];
	struct text usage = {};
	struct plan_world world;

	if (arg_missing(run) >= 0) {
		usage_of(run->recipe, &usage);
		plan_make(run->recipe, run->values,
			  &(struct plan_world){ .word = "" }, error);
		warn("%s. Usage:\n  %s", error, usage.at);
		text_free(&usage);
		return false;
	}
	if (run->tree.fd < 0)
		tree_open(&run->tree);
	world = kernel_world(&run->tree, word);
	run->plan = plan_make(run->recipe, run->values, &world, error);
	if (!run->plan)
		warn("%s", error);
	return run->plan;
}

static int arm_step(struct run *run, const struct plan_step *step, struct text *file)
{
	struct text words = {};
	int error;

	switch (step->kind) {
	case STEP_SYNTHETIC:
		return session_synthetic(run->session, step->event, step->text);
	case STEP_PROBE:
		return session_probe(run->session, step->text, step->event);
	case STEP_FUNCTIONS:
		/*
		 * The kernel parses a last word without a separator only when the file is
		 * closed, too late to report an error.
		 */
		text_printf(&words, "%s\n", step->text);
		error = session_write(run->session, "set_ftrace_filter", words.at);
		text_free(&words);
		return error;
	case STEP_TRIGGER:
		text_printf(file, "events/%s/trigger", step->event);
		break;
	case STEP_FILTER:
		text_printf(file, "events/%s/filter", step->event);
		break;
	case STEP_ENABLE:
		text_printf(file, "events/%s/enable", step->event);
		break;
	}
	return session_write(run->session, file->at, step->text);
}

/* Hides control characters in names, so that each record is one line. */
static bool keep_lines(struct run *run)
{
	int error = session_write(run->session, "options/hide-control-chars", "1");

	if (error == -ENOENT)
		warn("%s was not started, because the module is older than this program; load a newer module",
		     run->recipe->name);
	else if (error)
		warn("cannot set options/hide-control-chars: %s; without it, control characters in names could break lines, so %s was not started. histrig doctor may know why",
		     strerror(-error), run->recipe->name);
	return !error;
}

/*
 * Replaces the session's names in a message by those that `histrig show` prints, and moves
 * the caret in the last line accordingly.
 */
static void clean_names(const struct run *run, struct text *why)
{
	const size_t longer = strlen(run->session->word) - strlen("histrig");
	char *at, *line = strrchr(why->at, '\n');
	size_t caret = line ? strspn(line + 1, " ") : 0;

	while ((at = strstr(why->at, run->session->word))) {
		memcpy(at, "histrig", strlen("histrig"));
		at += strlen("histrig");
		memmove(at, at + longer, strlen(at + longer) + 1);
		/*
		 * If the name was before the place that the caret shows in the command, move
		 * the caret.
		 */
		line = memrchr(why->at, '\n', at - why->at);
		if (line && (size_t)(at - line) - 1 + longer <= caret) {
			line = strrchr(why->at, '\n') + 1;
			memmove(line, line + longer, strlen(line + longer) + 1);
			caret -= longer;
		}
	}
	why->len = strlen(why->at);
}

static void refused(struct run *run, const struct plan_step *step, int error)
{
	bool global = step->kind == STEP_SYNTHETIC || step->kind == STEP_PROBE;
	struct text why = {};

	if (step->kind == STEP_FUNCTIONS && error == -EINVAL) {
		warn("%s: this kernel has no function %s that can be traced; available_filter_functions in the tree lists all",
		     run->recipe->name, step->text);
		return;
	}
	tree_why(&run->tree, global ? "." : run->session->dir,
		 step->kind == STEP_SYNTHETIC ? step->event : step->text, error, &why);
	clean_names(run, &why);
	if (run->own)
		warn("%s", why.at);
	else
		warn("%s, line %u: %s", run->recipe->path, step->nr, why.at);
	text_free(&why);
}

static bool has_user_stacks(const struct plan *plan)
{
	const struct plan_step *step;

	for (step = plan->steps; step; step = step->next)
		if (step->kind == STEP_TRIGGER && strstr(step->text, "ustacktrace"))
			return true;
	return false;
}

/* Excludes this process, whose own reads would be counted, or printed in an endless loop. */
static bool leave_out_self(struct run *run)
{
	char pid[16];

	/* Exclude the children that make tables, too. If this fails, their hits are counted. */
	if (has_user_stacks(run->plan)) {
		session_write(run->session, "options/event-fork", "1");
		session_write(run->session, "options/function-fork", "1");
	}
	snprintf(pid, sizeof(pid), "%d", (int)getpid());
	if (!session_write(run->session, "set_event_notrace_pid", pid) &&
	    !session_write(run->session, "set_ftrace_notrace_pid", pid))
		return true;
	warn("%s was not started, because hits of histrig itself cannot be excluded; free memory and try again",
	     run->recipe->name);
	return false;
}

static bool reads_clock(const struct plan *plan)
{
	const struct plan_step *step;

	for (step = plan->steps; step; step = step->next)
		if (step->text && (strstr(step->text, "common_timestamp") ||
				   strstr(step->text, "$duration")))
			return true;
	return false;
}

/*
 * The memory that the tables of all armed runs may need, and the memory that was available
 * before the first run. Tables grow while they count, so MemAvailable is too high.
 */
static uint64_t promised, left_before;

/* Refuses tables that may fill almost all memory later, when the OOM killer would end programs. */
static bool check_memory(struct run *run)
{
	const uint64_t needed = plan_memory(run->plan, sysconf(_SC_NPROCESSORS_ONLN));
	uint64_t left = kernel_memory(), rest;

	if (!promised)
		left_before = left;
	rest = left_before > promised ? left_before - promised : 0;
	if (left > rest)
		left = rest;
	if (needed > left / 10 * 9) {
		warn("the tables of %s may need %llu MB, more than nine tenths of the %llu MB of memory that are left; "
		     "end other runs, or use smaller tables (size= in its triggers)",
		     run->recipe->name, (unsigned long long)needed >> 20,
		     (unsigned long long)left >> 20);
		return false;
	}
	run->memory = needed;
	promised += needed;
	return true;
}

/* Removes what is armed, even if only some steps were done. */
static void disarm(struct run *run)
{
	promised -= run->memory;
	run->memory = 0;
	if (run->session)
		session_end(run->session);
	run->session = NULL;
}

/* Does the steps of the plan. A signal ends this early, unless @whole is set. */
static bool run_follow(struct run *run, bool whole)
{
	const struct plan_step *step;
	char module[KERNEL_MODULE_MAX];
	struct text file = {};
	int error = 0;

	for (step = run->plan->steps; step && (whole || !stop_asked()); step = step->next) {
		text_clear(&file);
		/* This may take long: the kernel may read the symbols of a large program. */
		stop_open(!whole);
		error = arm_step(run, step, &file);
		stop_open(false);
		if (error)
			break;
		if (step->kind == STEP_PROBE && kernel_awaits(step->text, module))
			warn("%s waits for the module %s and counts nothing until you load it: modprobe %s",
			     run->recipe->name, module, module);
	}
	text_free(&file);
	if (!error || error == -EINTR)
		return true;
	refused(run, step, error);
	return false;
}

static bool arm(struct run *run, bool whole)
{
	if (run->tree.fd < 0)
		tree_open(&run->tree);
	/* Find mistakes of the user before anything is created. */
	if (!run_plan(run, "") || !check_memory(run))
		return false;
	if (has_user_stacks(run->plan))
		follow_begin(&run->tree);
	run->session = session_begin(&run->tree);
	if (!run->session || !run_plan(run, run->session->word) ||
	    (run->plan->others && !leave_out_self(run)) ||
	    (run->plan->lines && !keep_lines(run)) || !run_follow(run, whole)) {
		disarm(run);
		return false;
	}
	tables_begin(run);
	if (reads_clock(run->plan) && tree_clock_is_unstable(&run->tree))
		warn("the time stamp counter is unstable, so each event that reads the time costs more; "
		     "results stay correct, nothing needs to be done");
	return true;
}

bool run_arm(struct run *run)
{
	return arm(run, false);
}

void run_name(const struct run *run, struct hist_doc *doc)
{
	functions_name(doc);
	if (run->plan->join)
		doc_join(doc, run->plan->join, run->plan->join_max);
}

bool run_restart(struct run *run)
{
	tables_watch(run);
	warn("%s restarts, because a table is full; what began before and ends after that is not counted. "
	     "To avoid this, %s",
	     run->recipe->name,
	     run->own ? "use a larger size= in the trigger" :
			"copy the recipe and use a larger size= in its triggers");
	disarm(run);
	return arm(run, true);
}

struct hist_doc *run_read(struct run *run, const struct plan_show *show, bool take)
{
	char file[PATH_MAX], error[DOC_ERROR_MAX + 1] = "";
	struct hist_doc *doc;
	struct text text = {};
	int ret;

	snprintf(file, sizeof(file), "events/%s/%s", show->event, take ? "hist_take_json" : "hist_json");
	ret = session_read(run->session, file, &text);
	if (ret)
		die("the run ends, because its histogram %s/%s cannot be read: %s. Run it again",
		    run->session->dir, file, strerror(-ret));
	doc = doc_parse(text.at ? text.at : "", text.len, error);
	if (!doc)
		die("%s/%s cannot be understood: %s. The module and this program must have the same version",
		    run->session->dir, file, error);
	text_free(&text);
	return doc;
}

void run_end(struct run *run)
{
	if (run->session) {
		tables_watch(run);
		tables_tell(run, true);
	}
	disarm(run);
	tables_free(run);
	tree_close(&run->tree);
	recipe_free(run->recipe);
	free(run->values);
	*run = (struct run){ .tree.fd = -1 };
}
