// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the same commands on two trees laid out like tracefs and compares their
 * answers, or runs them on one tree and compares its answers with expected ones.
 *
 *   histdiff [-v] [-f NAME] [-k NUMBER] NATIVE OURS CASES
 *   histdiff [-v] [-f NAME] [-k NUMBER] -e OURS CASES
 *   histdiff [-v] [-f NAME] [-k NUMBER] -x EXPECTED OURS CASES
 *   histdiff [-f NAME] -r NATIVE CASES
 *
 * -x: the expected answers are in another file, which -r wrote on a kernel with
 * native tracefs.
 * -f: only cases whose name contains NAME; -v: print the answers;
 * -k: number the KTAP lines from here.  tests/diff/README explains the
 * file of cases, histdiff_normal.h the rules of comparison.
 *
 * No program is started between a case's first write and its last read. Its start
 * would fire events such as sched_process_exec, which the trees would count
 * differently, because each step is done in one tree first. The kernel itself
 * fires no rare events on a single CPU then.
 */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "histdiff_tree.h"
#include "histdiff_normal.h"

#define SYNTH_FILE	"/sys/kernel/debug/histrig_synth"

struct one_case {
	char *name;
	char **steps;
	int n_steps;
	struct text expected;
	char *unknown;		/* why this case has no expected answer */
	char *depends;		/* why answers of other kernels differ */
	char *keep;
	bool skip_log;
};

static bool verbose;
static bool recording;
static const char *answers;		/* a file of recorded answers */

#include "histdiff_user.h"

/* Finds a symbol in a list like /proc/kallsyms. */
static bool symbol_in(const char *path, const char *name, long long *address)
{
	char line[256], listed[128];
	unsigned long long at;
	FILE *f = fopen(path, "r");
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		if (sscanf(line, "%llx %*c %127s", &at, listed) == 2 &&
		    !strcmp(listed, name)) {
			*address = at;
			found = true;
		}
	if (f)
		fclose(f);
	return found;
}

/*
 * Returns the address of a kernel symbol, as a signed number. Kernels without
 * CONFIG_KALLSYMS_ALL list no data, but histrig_called lists its own.
 */
static long long symbol(const char *name)
{
	long long address;

	if (symbol_in("/proc/kallsyms", name, &address) ||
	    symbol_in("/sys/kernel/debug/histrig_called_data", name, &address))
		return address;
	errx(1, "%s is not in kallsyms", name);
}

/*
 * Appends the address of the symbol in @s, which ends with ';', and returns the
 * rest of @s. @NAME stands for the offset of a function in this program's file.
 */
static const char *add_address(const char *s, struct text *out)
{
	char name[128] = "", hex[32];
	int len = 0;

	sscanf(s, "%127[^;]%n", name, &len);
	snprintf(hex, sizeof(hex), "0x%llx",
		 *name == '@' ? own_offset(name + 1) : symbol(name));
	text_puts(out, hex);
	return s + len;
}

/*
 * Expands \n \t \\ \xHH. \*N(text) repeats the text N times; \&SYMBOL; is the
 * symbol's address; \c at the end suppresses the newline.
 */
static void unescape(const char *s, struct text *out)
{
	bool newline = true;
	char *end, c;
	int n;

	text_clear(out);
	for (; *s; s++) {
		if (*s != '\\' || !s[1]) {
			text_add(out, s, 1);
			continue;
		}
		switch (*++s) {
		case 'n':
			text_puts(out, "\n");
			break;
		case 't':
			text_puts(out, "\t");
			break;
		case 'c':
			newline = false;
			break;
		case '&':
			s = add_address(s + 1, out);
			break;
		case 'x':
			sscanf(s + 1, "%2hhx", &c);
			text_add(out, &c, 1);
			s += 2;
			break;
		case '*':
			n = strtol(s + 1, &end, 10);
			s = strchr(end, ')');
			while (n--)
				text_add(out, end + 1, s - end - 1);
			break;
		default:
			text_add(out, s, 1);
		}
	}
	if (newline)
		text_puts(out, "\n");
}

static void write_both(const char *name, int flags, const char *s, int no)
{
	static struct text cmd;
	char line[128];
	int i, ret;

	unescape(*s == ' ' ? s + 1 : s, &cmd);
	for (i = 0; i < n_sides; i++) {
		ret = write_once(sides[i].root, name, flags, cmd.s, cmd.len);
		snprintf(line, sizeof(line), "%d: %s\n", no, errno_name(ret));
		text_puts(&sides[i].out, line);
	}
}

static void write_trigger(const char *event, const char *step, int no)
{
	bool append = step[1] == '>';
	char name[256];

	snprintf(name, sizeof(name), "%s/trigger", touch(event));
	write_both(name, append ? O_APPEND : O_TRUNC, step + 1 + append, no);
}

/* Writes the filter file of an event, or of the event's system. */
static void write_filter(const char *event, bool system, const char *s, int no)
{
	int len = system ? strcspn(event, "/") : strlen(event);
	char name[256];

	snprintf(name, sizeof(name), "%sevents/%.*s/filter", place, len, event);
	remember(filters, &n_filters, name);
	write_both(name, O_TRUNC, s, no);
}

/* Writes to any file; the step is "FILE TEXT". */
static void write_file(const char *step, int flags, int no)
{
	int len = strcspn(step, " ");
	char name[256];

	snprintf(name, sizeof(name), "%s%.*s", place, len, step);
	remember(files, &n_files, name);
	write_both(name, flags, step + len, no);
}

/* Makes histrig_synth hit a synthetic event on both sides. */
static void hit_both(const char *args, int no)
{
	char cmd[1024], line[128];
	int i, ret;

	for (i = 0; i < n_sides; i++) {
		snprintf(cmd, sizeof(cmd), "hit %s %s",
			 i == n_sides - 1 && !recording ? "ours" : "native", args);
		ret = write_once("", SYNTH_FILE, 0, cmd, strlen(cmd));
		snprintf(line, sizeof(line), "%d: %s\n", no, errno_name(ret));
		text_puts(&sides[i].out, line);
	}
}

/* Makes following steps apply to an instance or, for "/", to the main tree. */
static void enter(const char *name)
{
	char path[512];
	int i;

	place = "";
	if (!strcmp(name, "/"))
		return;
	if (n_places == MAX_EVENTS)
		errx(1, "a case with too many instances");
	for (i = 0; i < n_sides; i++) {
		snprintf(path, sizeof(path), "%s/instances/%s", sides[i].root,
			 name);
		if (mkdir(path, 0755) && errno != EEXIST)
			err(1, "%s", path);
	}
	place = places[n_places++];
	snprintf(places[n_places - 1], sizeof(places[0]), "instances/%s/",
		 name);
}

static void read_file(const char *name, const struct one_case *c)
{
	static struct text raw;
	char line[320];
	int i, ret;

	for (i = 0; i < n_sides; i++) {
		ret = read_whole(sides[i].root, name, &raw);
		snprintf(line, sizeof(line), "-- %s%s%s\n", name,
			 ret ? ": " : "", ret ? errno_name(ret) : "");
		text_puts(&sides[i].out, line);
		if (strstr(name, "/hist"))
			normalise_hist(&raw, c->keep, &sides[i].out);
		else if (is_trace(name))
			normalise_trace(&raw, &sides[i].out);
		else
			normalise_lines(&raw, &sides[i].out);
	}
}

static void read_events(const struct one_case *c)
{
	char name[256];
	int i;

	for (i = 0; i < n_events; i++) {
		snprintf(name, sizeof(name), "%.240s/trigger", events[i]);
		read_file(name, c);
		snprintf(name, sizeof(name), "%.240s/hist", events[i]);
		read_file(name, c);
	}
	for (i = 0; i < n_filters; i++)
		read_file(filters[i], c);
}

/* Replaces @NAME by the address of that symbol. */
static void resolve_symbol(char *cmd, size_t size)
{
	char name[128], rest[512];
	char *at = strchr(cmd, '@');

	if (!at)
		return;
	rest[0] = '\0';
	if (sscanf(at, "@%127[^ ]%511[^\n]", name, rest) < 1)
		errx(1, "a name must follow @");
	snprintf(at, size - (at - cmd), "%lld%s", symbol(name), rest);
}

static int do_workload(const char *event, const char *step)
{
	char cmd[512];
	const char *opts = strchr(step, ' ');
	char *slash;

	snprintf(cmd, sizeof(cmd), "fire %s%s", event, opts ? : "");
	slash = strchr(cmd, '/');
	if (slash)
		*slash = ' ';
	resolve_symbol(cmd, sizeof(cmd));
	return write_once("", FIRE_FILE, 0, cmd, strlen(cmd));
}

#include "histdiff_reset.h"
#include "histdiff_probe.h"

static bool is_there(const char *root, const char *folder, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s%s", root, folder, name);
	return !access(path, F_OK);
}

/* Tests whether a file of the tree contains a word, given as "FILE WORD". */
static bool has_word(const char *root, const char *what)
{
	static struct text text;
	char name[256], word[128];
	const char *s;
	size_t n;

	if (sscanf(what, "%255s %127s", name, word) != 2 ||
	    read_whole(root, name, &text))
		return false;
	n = strlen(word);
	for (s = text.s; (s = strstr(s, word)); s += n)
		if ((s == text.s || strchr(" \n[\"", s[-1])) &&
		    (!s[n] || strchr(" \n];\"", s[n])))
			return true;
	return false;
}

/* Returns something that a case needs and one of the trees lacks, or NULL. */
static const char *missing_event(const struct one_case *c)
{
	int i, j;

	for (i = 0; i < c->n_steps; i++)
		for (j = 0; j < n_sides; j++) {
			const char *step = c->steps[i], *root = sides[j].root;

			if (!strncmp(step, "needs ", 6) &&
			    !has_word(root, step + 6))
				return step + 6;
			if (!strncmp(step, "to ", 3) &&
			    !is_there(root, "", "synthetic_events"))
				return "synthetic_events";
			if (!strncmp(step, "on ", 3) &&
			    strncmp(step, "on synthetic/", 13) &&
			    !defines_probes(c) && !is_there(root, "events/", step + 3))
				return step + 3;
		}
	return NULL;
}

static void see(const char *event, const char *what, const struct one_case *c)
{
	char name[256];

	if (!strcmp(what, "filter"))
		snprintf(name, sizeof(name), "%sevents/%s/filter", place, event);
	else
		snprintf(name, sizeof(name), "%s%s", place, what);
	read_file(name, c);
}

/* Returns the rest of a step that begins with a word, or NULL. */
static const char *after(const char *step, const char *word)
{
	size_t len = strlen(word);

	return strncmp(step, word, len) ? NULL : step + len;
}

static bool done(const char *step, int error)
{
	if (error)
		printf("# %s: %s\n", step, errno_name(error));
	return !error;
}

static bool run_steps(struct one_case *c)
{
	const char *event = "", *rest;
	int i, no = 0;

	for (i = 0; i < c->n_steps; i++) {
		const char *step = c->steps[i];

		if ((rest = after(step, "on "))) {
			event = rest;
		} else if (after(step, "needs ")) {
			continue;
		} else if ((rest = after(step, "in "))) {
			enter(rest);
		} else if (step[0] == '>') {
			write_trigger(event, step, ++no);
		} else if ((rest = after(step, "filter "))) {
			write_filter(event, false, rest, ++no);
		} else if ((rest = after(step, "sysfilter "))) {
			write_filter(event, true, rest, ++no);
		} else if ((rest = after(step, "to "))) {
			write_file(rest, O_APPEND, ++no);
		} else if ((rest = after(step, "over "))) {
			write_file(rest, O_TRUNC, ++no);
		} else if ((rest = after(step, "hit "))) {
			hit_both(rest, ++no);
		} else if ((rest = after(step, "see "))) {
			see(event, rest, c);
		} else if (!strcmp(step, "read")) {
			read_events(c);
		} else if (after(step, "fire")) {
			if (!done(step, do_workload(event, step)))
				return false;
		} else if ((rest = after(step, "call "))) {
			if (!done(step, write_once("", CALLED_FILE, 0, rest,
						   strlen(rest) + 1)))
				return false;
		} else if ((rest = after(step, "do "))) {
			if (!done(step, make_calls(rest)))
				return false;
		} else if ((rest = after(step, "insmod "))) {
			if (!done(step, load_module(rest)))
				return false;
		} else if ((rest = after(step, "rmmod "))) {
			if (!done(step, unload_module(rest)))
				return false;
		} else {
			printf("# what is this: %s\n", step);
			return false;
		}
	}
	read_events(c);
	if (defines_probes(c))
		read_probes(c);
	if (!c->skip_log)
		read_file("error_log", c);
	return true;
}

static void reset(void)
{
	clean_up();
	n_events = 0;
	n_filters = 0;
	n_files = 0;
	n_places = 0;
}

#include "histdiff_answers.h"

static bool run_case(struct one_case *c)
{
	static struct text shown;
	const char *want, *got = NULL;
	bool good;

	reset();
	good = run_steps(c);
	want = n_sides == 2 ? sides[0].out.s : c->expected.s ? : "";
	got = sides[n_sides - 1].out.s;
	if (answers) {
		escape(&sides[0].out, &shown);
		got = shown.s;
	}
	if (verbose) {
		const char *shown = n_sides == 2 ? want : got;

		print_lines(" ", shown, shown + strlen(shown));
	}
	if (good && strcmp(want, got)) {
		good = false;
		print_difference(want, got);
	}
	reset();
	return good;
}

static void add_line(struct one_case *c, char *line)
{
	if (line[0] == '=') {
		text_puts(&c->expected, line + 1 + (line[1] == ' '));
		text_puts(&c->expected, "\n");
	} else if (line[0] == '~') {
		c->unknown = line + 2;
	} else if (!strncmp(line, "depends ", 8)) {
		c->depends = line + 8;
	} else if (!strncmp(line, "keep ", 5)) {
		c->keep = line + 5;
	} else if (!strcmp(line, "ignore error_log")) {
		c->skip_log = true;
	} else {
		c->steps = realloc(c->steps,
				   (c->n_steps + 1) * sizeof(char *));
		if (!c->steps)
			err(1, "realloc");
		c->steps[c->n_steps++] = line;
	}
}

static struct one_case *parse_cases(char *s, const char *filter, int *n)
{
	struct one_case *cases = NULL, *c = NULL;
	char *line;

	*n = 0;
	while ((line = strsep(&s, "\n"))) {
		if (line[0] == '[') {
			line[strcspn(line, "]")] = '\0';
			c = NULL;
			if (filter && !strstr(line, filter))
				continue;
			cases = realloc(cases, (*n + 1) * sizeof(*cases));
			if (!cases)
				err(1, "realloc");
			c = &cases[(*n)++];
			memset(c, 0, sizeof(*c));
			c->name = line + 1;
		} else if (c && line[0] && line[0] != '#') {
			add_line(c, line);
		}
	}
	return cases;
}

static struct one_case *read_cases(const char *path, const char *filter, int *n)
{
	struct text file = { };
	int ret = read_whole("", path, &file);

	if (ret)
		errx(1, "%s: %s", path, strerror(ret));
	return parse_cases(file.s, filter, n);
}

static void print_result(bool good, int number, const char *path,
			 const struct one_case *c, const char *skipped)
{
	const char *file = strrchr(path, '/');

	printf("%sok %d - %s [%s] gets %s", good ? "" : "not ", number,
	       file ? file + 1 : path, c->name,
	       n_sides == 2 ? "the same answers from both trees" :
	       answers ? "the answers recorded from 6.1" :
	       "the answers written down");
	if (skipped)
		printf(" # SKIP %s", skipped);
	printf("\n");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	const char *filter = NULL;
	struct one_case *recorded = NULL;
	struct one_case *cases;
	int opt, i, n, n_recorded = 0, first = 0, failed = 0;

	while ((opt = getopt(argc, argv, "ef:k:rvx:")) != -1) {
		if (opt == 'e' || opt == 'r' || opt == 'x')
			n_sides = 1;
		if (opt == 'e')
			continue;
		else if (opt == 'r')
			recording = other_boot = true;
		else if (opt == 'x')
			answers = optarg, other_boot = true;
		else if (opt == 'f')
			filter = optarg;
		else if (opt == 'k')
			first = atoi(optarg);
		else if (opt == 'v')
			verbose = true;
		else
			return 2;
	}
	if (argc - optind != n_sides + 1)
		errx(2, "usage: histdiff [-v] [-f NAME] NATIVE OURS CASES");
	for (i = 0; i < n_sides; i++)
		sides[i].root = argv[optind + i];
	cases = read_cases(argv[optind + n_sides], filter, &n);
	if (answers)
		recorded = read_cases(answers, NULL, &n_recorded);
	for (i = 0; recording && i < n; i++)
		record_case(&cases[i]);
	if (recording)
		return 0;
	if (!first) {
		printf("1..%d\n", n);
		first = 1;
	}
	for (i = 0; i < n; i++) {
		const char *missing = missing_event(&cases[i]);
		char why[300];
		bool good;

		if (missing) {
			snprintf(why, sizeof(why), "no %s", missing);
			print_result(true, first + i, argv[optind + n_sides],
				     &cases[i], why);
			continue;
		}
		if (answers)
			look_up(&cases[i], recorded, n_recorded);
		if (cases[i].unknown) {
			print_result(true, first + i, argv[optind + n_sides],
				     &cases[i], cases[i].unknown);
			continue;
		}
		good = run_case(&cases[i]);
		failed += !good;
		print_result(good, first + i, argv[optind + n_sides], &cases[i],
			     NULL);
	}
	printf("# %d of %d cases differ\n", failed, n);
	return failed ? 1 : 0;
}
