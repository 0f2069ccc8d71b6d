// SPDX-License-Identifier: GPL-2.0
/*
 * The commands export and flame: convert documents, from files or from runs of recipes,
 * to the formats of other programs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../doc/show.h"
#include "../export/export.h"
#include "../export/file.h"
#include "../run/follow.h"
#include "../run/run.h"
#include "../run/session.h"
#include "../stop.h"
#include "../text.h"
#include "commands.h"

/* The default interval at which metrics are written, in nanoseconds. */
#define METRICS_INTERVAL	15000000000ull
/* Maximum number of columns of a heat map; more would not be readable. */
#define TAKES_MAX		5000
#define WORDS_MAX		64

enum format {
	FORMAT_NONE,
	FORMAT_METRICS,
	FORMAT_JSON,
	FORMAT_FOLDED,
	FORMAT_SVG,
};

/* A document, and the part of it that the recipe shows. */
struct item {
	struct hist_doc *doc;
	struct hist_doc view;
	char *event;
	struct run *run;
};

/**
 * struct job - one call of the command
 * @format: the output format
 * @dialect: the dialect of metrics
 * @output: the file to write, or NULL for the standard output
 * @weight: name of the value that a picture shows, or NULL
 * @takes: the documents are takes
 * @interval: nanoseconds between two takes of all recipes; 0 if the user gave none
 * @count: number of intervals; 0 for no limit
 * @runs: the recipes
 * @nr_runs: number of recipes
 * @items: the documents
 * @nr: number of documents
 */
struct job {
	enum format format;
	enum export_dialect dialect;
	const char *output;
	const char *weight;
	bool takes;
	uint64_t interval;
	unsigned long long count;
	struct run *runs;
	size_t nr_runs;
	struct item *items;
	size_t nr;
};

static void *cmd_export_grow(void *memory, size_t nr, size_t size)
{
	memory = reallocarray(memory, nr + 1, size);
	if (!memory)
		die("out of memory; end other programs and try again");
	memset((char *)memory + nr * size, 0, size);
	return memory;
}

static void add_item(struct job *job, struct hist_doc *doc, struct run *run)
{
	struct item *item;

	job->items = cmd_export_grow(job->items, job->nr, sizeof(*job->items));
	item = &job->items[job->nr++];
	item->doc = doc;
	item->view = *doc;
	item->run = run;
}

static void drop_items(struct job *job)
{
	for (; job->nr; job->nr--) {
		doc_free(job->items[job->nr - 1].doc);
		free(job->items[job->nr - 1].event);
	}
	free(job->items);
	job->items = NULL;
}

/* ---- output */

static bool print_svg(FILE *out, const struct job *job, const struct export_source *sources)
{
	const struct hist_doc *doc = sources[0].doc;

	if (export_has_ranges(doc) && !export_has_stacks(doc))
		return export_heat(out, sources, job->nr, job->takes);
	if (job->nr > 1)
		die("a flame graph shows one document, but %zu are given; export them one by one",
		    job->nr);
	return export_flame(out, sources);
}

static bool print(FILE *out, const struct job *job, const struct export_source *sources)
{
	bool good = true;
	size_t i;

	switch (job->format) {
	case FORMAT_METRICS:
		return export_metrics(out, sources, job->nr, job->dialect);
	case FORMAT_SVG:
		return print_svg(out, job, sources);
	case FORMAT_FOLDED:
		for (i = 0; good && i < job->nr; i++)
			good = export_folded(out, &sources[i]);
		return good;
	default:
		for (i = 0; i < job->nr; i++)
			export_json(out, sources[i].doc);
	}
	return good;
}

/*
 * Warns of what pictures and folded stacks lack, because these formats cannot say it. For a
 * picture of documents that count from the beginning, the last one contains all losses, so
 * the others are not added.
 */
static void tell_losses(const struct job *job)
{
	const bool last = job->format == FORMAT_SVG && !job->takes;
	struct doc_hist all = {};
	struct text text = {};
	size_t i, j, kind;

	for (i = 0; i < job->nr; i++) {
		const struct hist_doc *doc = &job->items[i].view;

		for (j = 0; j < doc->nr_hists; j++)
			for (kind = 0; kind < DOC_LOSSES; kind++)
				if (!last || i == job->nr - 1 || doc->hists[j].has_interval)
					all.lost[kind] += doc->hists[j].lost[kind];
	}
	show_losses(&text, &all);
	if (text.len) {
		text.at[text.len - 1] = '\0';
		warn("not all is in the output: %s", text.at);
	}
	text_free(&text);
}

/* Prints all documents. Returns false if they cannot be written. */
static bool emit(const struct job *job)
{
	struct export_source *sources = xalloc(job->nr, sizeof(*sources));
	char *text = NULL;
	size_t i, len = 0;
	bool good;
	FILE *out;

	for (i = 0; i < job->nr; i++) {
		const struct item *item = &job->items[i];

		sources[i].doc = &item->view;
		sources[i].event = item->event;
		sources[i].weight = job->weight;
		if (item->run && !item->run->own) {
			sources[i].name = item->run->recipe->name;
			sources[i].args = item->run->recipe->args;
			sources[i].values = item->run->values;
		}
		if (item->run)
			sources[i].plan = item->run->plan;
		if (item->run && job->format != FORMAT_JSON)
			run_name(item->run, item->doc);
	}
	out = open_memstream(&text, &len);
	good = out && print(out, job, sources);
	if (out && fclose(out))
		good = false;
	free(sources);
	if (!good)
		die("out of memory; end other programs and try again");
	if (job->format == FORMAT_SVG || job->format == FORMAT_FOLDED)
		tell_losses(job);
	if (!job->output) {
		good = out_write(text, len);
	} else {
		good = file_replace(job->output, text, len);
		/* The file may be a pipe, such as /dev/stdout; stop if its reader has ended. */
		if (!good && (errno == EPIPE || errno == ENXIO))
			stop_now();
	}
	free(text);
	return good;
}

/* ---- recipes */

/* Removes the session's identity, @word, from the name of an event; see session.h. */
static char *clean_event(const struct hist_doc *doc, const char *word)
{
	char *event = xstrdup(doc->event), *at = strstr(event, word);

	if (at && at > event && at[-1] == '_') {
		memmove(at - 1, at + strlen(word), strlen(at + strlen(word)) + 1);
	} else if (at == event && at[strlen(word)] == ':') {
		at = xstrdup(at + strlen(word) + 1);
		free(event);
		event = at;
	}
	return event;
}

/* Reads all counts of all recipes or, with @take, only the counts since the last take. */
static void read_runs(struct job *job, bool take)
{
	const struct plan_show *show;
	struct item *item;
	size_t i;

	for (i = 0; i < job->nr_runs; i++) {
		struct run *run = &job->runs[i];

		for (show = run->session ? run->plan->shows : NULL; show; show = show->next) {
			add_item(job, run_read(run, show, take), run);
			item = &job->items[job->nr - 1];
			item->event = clean_event(item->doc, run->session->word);
			if (!show->nr || show->nr > item->doc->nr_hists)
				continue;
			item->view.hists += show->nr - 1;
			item->view.nr_hists = 1;
		}
	}
}

/*
 * Restarts runs whose tables are full. Readers of metrics handle counters that restart at
 * 0. A run that cannot be restarted is not read any more. Returns false if no run is left.
 */
static bool watch_runs(struct job *job)
{
	bool any = false;
	struct run *run;

	for (run = job->runs; run < job->runs + job->nr_runs && !stop_asked(); run++) {
		if (!run->session)
			continue;
		tables_watch(run);
		tables_tell(run, false);
		if (tables_restart(run) && !run_restart(run))
			warn("the recipe %s could not be restarted and is no longer exported; start the export again",
			     run->recipe->name);
		any = any || run->session;
	}
	return any || stop_asked();
}

static bool count_metrics(struct job *job)
{
	const bool take = job->format == FORMAT_JSON;
	const uint64_t began = stop_clock();
	bool good = true, written = false;
	unsigned long long i;
	int ret = 0;

	for (i = 1; !ret && (!job->count || i <= job->count); i++) {
		ret = follow_wait(job->interval ? began + i * job->interval : UINT64_MAX, -1);
		read_runs(job, take);
		good = emit(job);
		drop_items(job);
		written = written || good;
		/*
		 * After a failed write to a file, continue: the disk may be full, and a later
		 * write may succeed. But end if the first write fails: the folder may be
		 * missing, and a service sees a new folder only after a restart.
		 */
		if (!good && (!job->output || !written))
			break;
		if (!ret && (!job->count || i < job->count) && !watch_runs(job))
			return false;
	}
	return good;
}

/* Returns the index of the document that the picture shows. */
static size_t cmd_export_choose(const struct job *job)
{
	size_t i, best = 0;

	for (i = job->nr; i--;)
		if (export_has_stacks(&job->items[i].view) ||
		    (export_has_ranges(&job->items[i].view) &&
		     !export_has_stacks(&job->items[best].view)))
			best = i;
	return best;
}

static void keep_one(struct job *job, size_t from, size_t which)
{
	struct item one = job->items[from + which];
	size_t i;

	for (i = from; i < job->nr; i++) {
		if (i == from + which)
			continue;
		doc_free(job->items[i].doc);
		free(job->items[i].event);
	}
	job->items[from] = one;
	job->nr = from + 1;
}

static bool count_picture(struct job *job)
{
	const unsigned long long columns = job->count ? job->count : TAKES_MAX;
	const uint64_t began = stop_clock();
	uint64_t until = UINT64_MAX;
	unsigned long long i;
	size_t which, before;
	int ret = 0;
	bool heat;

	/* The fields of the document say whether a heat map is possible. */
	read_runs(job, false);
	which = cmd_export_choose(job);
	heat = job->format == FORMAT_SVG && job->interval &&
	       export_has_ranges(&job->items[which].view) &&
	       !export_has_stacks(&job->items[which].view);
	drop_items(job);
	job->takes = true;
	for (i = 1; heat && !ret && i <= columns; i++) {
		ret = follow_wait(began + i * job->interval, -1);
		before = job->nr;
		read_runs(job, true);
		keep_one(job, before, which);
	}
	if (!heat) {
		if (job->interval)
			until = began + (job->count ? job->count : 1) * job->interval;
		follow_wait(until, -1);
		read_runs(job, false);
		if (job->format == FORMAT_SVG)
			keep_one(job, 0, which);
	}
	return emit(job);
}

/* Arms a recipe. Prints a message and returns false if that is impossible. */
static bool arm_run(struct run *run)
{
	if (!run_arm(run))
		return false;
	if (run->plan->shows)
		return true;
	warn("%s prints lines and has no histogram, so it cannot be exported; run it alone: histrig %s",
	     run->recipe->name, run->recipe->name);
	return false;
}

/* Informs a user at a terminal that the export is running, because it prints nothing. */
static void tell_progress(const struct job *job)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (job->interval && job->count)
		fprintf(stderr, "counting for %g s; ^C ends it earlier\n",
			(double)job->interval * (double)job->count / 1e9);
	else
		fputs("counting; ^C ends it\n", stderr);
}

/* The first interval and the first count that a run gives apply to all runs. */
static void add_run(struct job *job, struct run *run)
{
	job->nr_runs++;
	if (!job->interval)
		job->interval = run->interval;
	if (!job->count)
		job->count = run->count;
}

static void read_words(struct job *job, int argc, char **argv)
{
	job->runs = xalloc(1, sizeof(*job->runs));
	if (!run_parse(job->runs, argc, argv))
		exit(1);
	run_show_all(job->runs);
	add_run(job, job->runs);
}

/* Arms the recipe of one line of a list. Prints a message if that is impossible. */
static void read_line(struct job *job, const char *path, unsigned int number, char *line)
{
	struct run *run = &job->runs[job->nr_runs];
	char *words[WORDS_MAX];
	int nr;

	line[strcspn(line, "#\n")] = '\0';
	for (nr = 0; nr < WORDS_MAX && *(words[nr] = recipe_word(&line)); nr++)
		;
	if (!nr)
		return;
	if (run_parse(run, nr, words)) {
		run_show_all(run);
		if (arm_run(run)) {
			add_run(job, run);
			return;
		}
	}
	warn("%s, line %u: %s is skipped; see the message above",
	     path, number, words[0]);
	run_end(run);
}

/* Arms the recipes of a list, one a line with its arguments. */
static void read_list(struct job *job, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL, **lines = NULL;
	size_t size = 0, nr = 0, i;

	if (!file)
		die("cannot read the list of recipes %s: %s", path, strerror(errno));
	while (getline(&line, &size, file) >= 0) {
		lines = cmd_export_grow(lines, nr, sizeof(*lines));
		/* The run uses the words until the program ends. */
		lines[nr++] = xstrdup(line);
	}
	free(line);
	fclose(file);
	stop_catch();
	/* Allocate all runs at once, because sessions point to their runs, which must not move. */
	job->runs = xalloc(nr, sizeof(*job->runs));
	for (i = 0; i < nr && !stop_asked(); i++)
		read_line(job, path, i + 1, lines[i]);
	free(lines);
	if (!job->nr_runs && !stop_asked())
		die("no recipe in the list %s can run; %s", path, nr ? "see the messages above" :
		    "write a recipe with its arguments in each line");
}

static int export_runs(struct job *job)
{
	bool good;
	size_t i;

	if (job->format == FORMAT_SVG && !job->output && isatty(STDOUT_FILENO))
		die("a terminal cannot show a picture; write it to a file with >FILE.svg");
	if (!job->interval && job->format == FORMAT_METRICS && job->output)
		job->interval = METRICS_INTERVAL;
	if (job->output)
		stop_ignore_output();
	for (i = 0; i < job->nr_runs && !stop_asked(); i++)
		if (!job->runs[i].session && !arm_run(&job->runs[i]))
			exit(1);
	if (!stop_asked())
		tell_progress(job);
	if (stop_asked())
		good = true;
	else if (job->format == FORMAT_METRICS || job->format == FORMAT_JSON)
		good = count_metrics(job);
	else
		good = count_picture(job);
	drop_items(job);
	for (i = 0; i < job->nr_runs; i++)
		run_end(&job->runs[i]);
	free(job->runs);
	return good ? 0 : 1;
}

/* ---- files */

/*
 * Does a word name a file with documents? A recipe is preferred to a file in the current
 * folder, unless the word is a path.
 */
static bool cmd_export_is_document(const char *word)
{
	char error[RECIPE_ERROR_MAX];
	struct recipe *recipe = NULL;
	struct stat st;
	FILE *file;
	int c;

	if (!strcmp(word, "-"))
		return true;
	if (!strncmp(word, "hist:", 5))
		return false;
	if (!strchr(word, '/'))
		recipe = recipe_find(word, error);
	recipe_free(recipe);
	if (recipe || (!strchr(word, '/') && *error) || stat(word, &st) || S_ISDIR(st.st_mode))
		return false;
	/* Do not read from a pipe: that would consume its data. A pipe is never a recipe. */
	if (!S_ISREG(st.st_mode))
		return true;
	file = fopen(word, "re");
	c = file ? fgetc(file) : EOF;
	if (file)
		fclose(file);
	return c == '{';
}

static int export_files(struct job *job, int argc, char **argv)
{
	char error[DOC_ERROR_MAX];
	struct hist_doc **docs;
	size_t nr, j;
	bool good;
	int i;

	for (i = 0; i < argc; i++) {
		nr = doc_read_all(strcmp(argv[i], "-") ? argv[i] : "/dev/stdin", &docs, error);
		if (!nr)
			die("cannot export %s: %s (expected: a whole copy of hist_json or hist_take_json)",
			    argv[i], error);
		for (j = 0; j < nr; j++)
			add_item(job, docs[j], NULL);
		free(docs);
	}
	good = emit(job);
	drop_items(job);
	return good ? 0 : 1;
}

/* ---- command lines */

static const struct option options[] = {
	{ "openmetrics", optional_argument, NULL, 'm' },
	{ "json", no_argument, NULL, 'j' },
	{ "folded", no_argument, NULL, 'f' },
	{ "svg", no_argument, NULL, 's' },
	{ "output", required_argument, NULL, 'o' },
	{ "list", required_argument, NULL, 'l' },
	{ "interval", required_argument, NULL, 'i' },
	{ "value", required_argument, NULL, 'v' },
	{ "takes", no_argument, NULL, 't' },
	{ }
};

static const char usage[] =
	"histrig export --openmetrics|--json|--folded|--svg [-o FILE] RECIPE [ARGS] [INTERVAL [COUNT]]\n"
	"  histrig export ... [--interval TIME] --list FILE    recipes, one in each line\n"
	"  histrig export ... [--takes] FILE...                documents of hist_json";

static void set_format(struct job *job, enum format format)
{
	if (job->format != FORMAT_NONE && job->format != format)
		die("two formats are given; give only one. Usage:\n  %s", usage);
	job->format = format;
}

static void set_dialect(struct job *job, const char *version)
{
	set_format(job, FORMAT_METRICS);
	if (version && strcmp(version, "1.0"))
		die("histrig has no format --openmetrics=%s; use --openmetrics for Prometheus and its node "
		    "exporter, --openmetrics=1.0 for strict readers of OpenMetrics", version);
	job->dialect = version ? EXPORT_OPENMETRICS : EXPORT_PROMETHEUS;
}

static const char *parse_options(struct job *job, int argc, char **argv)
{
	const char *list = NULL;
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "+o:", options, NULL)) != -1) {
		if (c == 'm')
			set_dialect(job, optarg);
		else if (c == 'j')
			set_format(job, FORMAT_JSON);
		else if (c == 'f')
			set_format(job, FORMAT_FOLDED);
		else if (c == 's')
			set_format(job, FORMAT_SVG);
		else if (c == 'o')
			job->output = optarg;
		else if (c == 'l')
			list = optarg;
		else if (c == 'v')
			job->weight = optarg;
		else if (c == 't')
			job->takes = true;
		else if (c != 'i')
			die("Usage:\n  %s", usage);
		else if (!run_interval(optarg, &job->interval))
			die("%s is not an interval like 10, 500ms or 1m", optarg);
	}
	if (job->format == FORMAT_NONE)
		die("no format is given. Usage:\n  %s", usage);
	if (!list && optind == argc)
		die("no recipe or file is given. Usage:\n  %s", usage);
	if (list && optind < argc)
		die("give either --list, or a recipe or files. Usage:\n  %s", usage);
	return list;
}

int cmd_export(int argc, char **argv)
{
	struct job job = {};
	const char *list = parse_options(&job, argc, argv);

	if (list) {
		read_list(&job, list);
		return export_runs(&job);
	}
	if (cmd_export_is_document(argv[optind]))
		return export_files(&job, argc - optind, argv + optind);
	read_words(&job, argc - optind, argv + optind);
	return export_runs(&job);
}

int cmd_flame(int argc, char **argv)
{
	struct job job = { .format = FORMAT_SVG, .count = 1 };

	if (argc > 2)
		read_words(&job, argc - 1, argv + 1);
	if (!job.interval)
		die("%s? Usage: histrig flame RECIPE [ARGS] SECONDS >FILE.svg",
		    argc > 1 ? "how many seconds" : "which recipe");
	return export_runs(&job);
}
