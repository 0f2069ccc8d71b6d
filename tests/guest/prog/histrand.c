// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the same random commands to two trees laid out like tracefs and compares
 * the answers of both after each.
 *
 *   histrand [-v] [-b BLOCK] [-s STEPS] NATIVE OURS FIRST LAST
 *
 * Runs the seeds FIRST to LAST, each a sequence of STEPS writes, and prints a KTAP
 * line for each BLOCK of seeds. Shortens a failing seed as much as possible
 * and prints it as shell commands. -v: print the steps of all seeds.
 *
 * Compares after each step the errno of the write, error_log and the event's
 * files; after each fourth and the last step, all files of same_everywhere(). The
 * grammar is in histrand_grammar.h, permitted differences of the trees are in
 * histdiff_normal.h and histrand_known.h.
 */
#define _GNU_SOURCE
#include "histdiff_tree.h"
#include "histdiff_normal.h"
#include "histdiff_reset.h"
#include "histrand_grammar.h"
#include "histrand_known.h"

#define CHECK_ALL_EVERY		4
#define MINIMISE_AT_MOST	25

/* A difference between the trees: the step, the file, and its contents in both. */
static struct difference {
	int step;
	char file[256];
	struct text said[2];
} found;

static bool verbose;
static bool check_all;		/* compare all files after each step */
/*
 * Set if a step uses common_timestamp. Time stamps differ between the trees, so
 * only the headers of histograms are compared. trace and snapshot are not
 * compared, because the kernel changes the clock of its buffer, which drops the
 * records there.
 */
static bool timed;
static unsigned int n_writes, n_taken;

/* Removes the entries of a hist file, so that only headers remain. */
static void headers_only(struct text *t)
{
	char *line, *next, *to = t->s;

	for (line = t->s; *line; line = next) {
		next = (char *)after_line(line);
		if (*line != '#')
			continue;
		memmove(to, line, next - line);
		to += next - line;
	}
	*to = '\0';
	t->len = to - t->s;
}

/*
 * Removes records, except those of events in the pool, and stacks, except their
 * first lines. The kernel fires other events as well, and stacks differ between
 * the trees.
 */
static void pool_records_only(struct text *t)
{
	char *line, *next, *to = t->s, name[64];
	bool ours;
	int i;

	for (line = t->s; *line; line = next) {
		next = (char *)after_line(line);
		ours = memmem(line, next - line, "<stack trace>", strlen("<stack trace>"));
		for (i = 0; i < N_POOL && !ours; i++) {
			snprintf(name, sizeof(name), ": %s: ", strchr(pool[i].name, '/') + 1);
			ours = memmem(line, next - line, name, strlen(name));
		}
		if (!ours)
			continue;
		memmove(to, line, next - line);
		to += next - line;
	}
	*to = '\0';
	t->len = to - t->s;
}

/* Sorts the lines of a list of events, because the kernel's order differs. */
static void sort_lines(struct text *t)
{
	char *lines[4096], *s, *copy = strdup(t->s), *rest = copy;
	int i, n = 0;

	while ((s = strsep(&rest, "\n")) && n < 4096)
		lines[n++] = s;
	qsort(lines, n, sizeof(lines[0]), by_text);
	text_clear(t);
	for (i = 0; i < n; i++)
		say(t, "%s\n", lines[i]);
	free(copy);
}

static void read_side(const struct side *side, const char *file, struct text *out)
{
	static struct text raw;
	int ret = read_whole(side->root, file, &raw);

	text_clear(out);
	if (strstr(file, "/hist")) {
		normalise_hist(&raw, NULL, out);
		if (timed)
			headers_only(out);
	} else if (is_trace(file)) {
		normalise_trace(&raw, out);
		pool_records_only(out);
	} else {
		normalise_lines(&raw, out);
		if (!strcmp(file, "set_event"))
			sort_lines(out);
	}
	if (ret)
		say(out, "%s\n", errno_name(ret));
}

/*
 * Tests whether our error log contains an error in a trigger's filter. The
 * kernel's error log contains such errors only since 6.9.
 */
static bool log_of_filter(void)
{
	return !strcmp(found.file, "error_log") && !found.said[0].len &&
	       strstr(found.said[1].s, "event filter parse error") &&
	       !strstr(found.said[1].s, "hist:");
}

static bool same_file(const char *file)
{
	int i;

	snprintf(found.file, sizeof(found.file), "%s", file);
	for (i = 0; i < 2; i++)
		read_side(&sides[i], file, &found.said[i]);
	return !strcmp(found.said[0].s, found.said[1].s) || log_of_filter();
}

/* Appends the number after each @word to @out. */
static void say_counts(const struct text *t, const char *word, struct text *out)
{
	const char *at;

	for (at = t->s; (at = strstr(at, word)); at++)
		say(out, "%llu\n", strtoull(at + strlen(word), NULL, 10));
}

/* Does our hist_json have the hits and entries of our hist? */
static bool same_json(const char *folder)
{
	static struct text raw;
	char file[256];
	size_t end;

	snprintf(file, sizeof(file), "%.240s/hist", folder);
	text_clear(&found.said[0]);
	if (read_whole(sides[1].root, file, &raw))
		return true;
	say_counts(&raw, "Hits: ", &found.said[0]);
	say_counts(&raw, "Entries: ", &found.said[0]);
	say(&found.said[0], "]}\n");

	snprintf(found.file, sizeof(found.file), "%.240s/hist_json", folder);
	text_clear(&found.said[1]);
	if (!read_whole(sides[1].root, found.file, &raw)) {
		say_counts(&raw, "\"hits\":", &found.said[1]);
		say_counts(&raw, "\"entries\":", &found.said[1]);
	}
	end = raw.len < 3 ? 0 : raw.len - 3;
	say(&found.said[1], "%s", raw.s + end);
	return !strcmp(found.said[0].s, found.said[1].s);
}

static bool same_event(const char *folder)
{
	static const char *const names[] = { "trigger", "hist", "enable", "filter" };
	char file[256];
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(file, sizeof(file), "%.240s/%s", folder, names[i]);
		if (!same_file(file))
			return false;
	}
	return same_json(folder);
}

static bool same_everywhere(bool fired)
{
	static const char *const names[] = {
		"synthetic_events", "set_event", "tracing_on", "events/task/enable",
		"events/net/enable", "events/synthetic/enable",
	};
	char folder[256];
	size_t i;

	for (i = 0; i < N_POOL; i++) {
		snprintf(folder, sizeof(folder), "events/%s", pool[i].name);
		if (!same_event(folder))
			return false;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!same_file(names[i]))
			return false;
	return !fired || timed || (same_file("trace") && same_file("snapshot"));
}

/* Runs a step on both sides. Returns false if the errnos differ. */
static bool same_errno(const struct step *s)
{
	static struct text line;
	int i, ret;

	if (!s->file) {
		ret = write_once("", FIRE_FILE, 0, s->text, strlen(s->text));
		if (ret)
			errx(1, "%s: %s", s->text, strerror(ret));
		return true;
	}
	text_clear(&line);
	say(&line, "%s", "");
	text_puts(&line, s->text);
	text_puts(&line, "\n");
	snprintf(found.file, sizeof(found.file), "the write's errno");
	for (i = 0; i < 2; i++) {
		ret = write_once(sides[i].root, s->file, s->flags, line.s, line.len);
		text_clear(&found.said[i]);
		say(&found.said[i], "%s\n", errno_name(ret));
	}
	n_writes++;
	n_taken += !ret;
	return !strcmp(found.said[0].s, found.said[1].s);
}

static bool same_step(const struct step *s, bool all)
{
	char folder[256];
	int i;

	for (i = 0; i < 2; i++)
		write_once(sides[i].root, "error_log", O_TRUNC, "", 0);
	if (!same_errno(s) || !same_file("error_log"))
		return false;
	if (s->file && !strncmp(s->file, "events/", 7)) {
		snprintf(folder, sizeof(folder), "%s", s->file);
		*strrchr(folder, '/') = '\0';
		if (!same_event(folder))
			return false;
	}
	return !all || same_everywhere(!s->file);
}

/* Runs the steps of a seed. Returns false and sets @found if the sides differ. */
static bool run(const struct step *steps, int n)
{
	bool same = true;
	int i;

	timed = false;
	for (i = 0; i < n; i++)
		timed |= strstr(steps[i].text, "common_timestamp") != NULL;
	for (i = 0; i < n && same; i++) {
		found.step = i;
		same = same_step(&steps[i], check_all || i == n - 1 ||
				 i % CHECK_ALL_EVERY == CHECK_ALL_EVERY - 1);
	}
	clean_up();
	return same;
}

/* Removes steps that the difference does not depend on. */
static int drop_steps(struct step *steps, int n)
{
	struct step without[MAX_STEPS];
	int i;

	for (i = n - 1; i >= 0; i--) {
		memcpy(without, steps, i * sizeof(*steps));
		memcpy(without + i, steps + i + 1, (n - i - 1) * sizeof(*steps));
		if (n > 1 && !run(without, n - 1)) {
			n = found.step + 1;
			memcpy(steps, without, n * sizeof(*steps));
			if (i > n)
				i = n;
		}
	}
	return n;
}

/*
 * Removes parts of a step that the difference does not depend on: parts after a
 * colon or comma, and the " if " part.
 */
static void drop_words(struct step *steps, int n, struct step *s)
{
	char *text = s->text, *shorter = strdup(text);
	size_t at, len;

	for (at = strlen(text); at-- > 1;) {
		if (text[at] != ':' && text[at] != ',' && strncmp(text + at, " if ", 4))
			continue;
		len = text[at] == ' ' ? strlen(text + at) : 1 + strcspn(text + at + 1, ":, ");
		strcpy(shorter, text);
		memmove(shorter + at, shorter + at + len, strlen(text + at + len) + 1);
		s->text = shorter;
		if (!run(steps, n))
			strcpy(text, shorter);
	}
	s->text = text;
	free(shorter);
}

/* Removes as much as possible from a sequence of steps that still fails. */
static int minimise(struct step *steps)
{
	int i, n = found.step + 1;

	check_all = true;
	if (!run(steps, n)) {
		n = drop_steps(steps, found.step + 1);
		for (i = 0; i < n; i++)
			if (steps[i].file)
				drop_words(steps, n, &steps[i]);
		n = drop_steps(steps, n);
	}
	run(steps, n);
	check_all = false;
	return n;
}

/* Prints a step as a shell command; $T is the root of a tree. */
static void print_step(const struct step *s)
{
	const char *c;

	printf("#   echo '");
	for (c = s->text; *c; c++)
		printf(*c == '\'' ? "'\\''" : "%c", *c);
	if (s->file)
		printf("' %s $T/%s\n", s->flags == O_APPEND ? ">>" : ">", s->file);
	else
		printf("' > " FIRE_FILE "\n");
}

static void report(uint64_t seed, struct step *steps, bool shorten)
{
	int i, n = shorten ? minimise(steps) : found.step + 1;

	printf("# seed %llu: after the last of these steps (T is a tree), %s differs\n",
	       (unsigned long long)seed, found.file);
	for (i = 0; i < n; i++)
		print_step(&steps[i]);
	print_difference(found.said[0].s ? : "", found.said[1].s ? : "");
	fflush(stdout);
}

/* Removes steps whose answers differ on purpose. Returns the number of steps left. */
static int take_out_known(struct step *steps, int n)
{
	int i, left = 0;

	for (i = 0; i < n; i++) {
		if (!known_difference(&steps[i])) {
			steps[left++] = steps[i];
			continue;
		}
		free(steps[i].file);
		free(steps[i].text);
	}
	return left;
}

/* Writes the seed to the kernel log, in case the kernel crashes. */
static void log_seed(long seed)
{
	char line[64];

	snprintf(line, sizeof(line), "<4>histrand: seed %ld\n", seed);
	write_once("/dev", "kmsg", 0, line, strlen(line));
}

static bool run_seed(uint64_t seed, int n)
{
	static int reported;
	struct step steps[MAX_STEPS];
	int i;

	n = take_out_known(steps, generate(steps, n, seed));
	for (i = 0; verbose && i < n; i++)
		print_step(&steps[i]);
	if (run(steps, n))
		return true;
	report(seed, steps, reported++ < MINIMISE_AT_MOST);
	return false;
}

/* Marks all files that steps may write to, so that clean_up() resets them. */
static void touch_all(void)
{
	char name[256];
	int i;

	for (i = 0; i < N_POOL; i++) {
		touch(pool[i].name);
		snprintf(name, sizeof(name), "events/%s/filter", pool[i].name);
		remember(filters, &n_filters, name);
		snprintf(name, sizeof(name), "events/%s/enable", pool[i].name);
		remember(files, &n_files, name);
	}
	for (i = 0; i < N_POOL; i++) {
		snprintf(name, sizeof(name), "events/%.*s/enable",
			 (int)strcspn(pool[i].name, "/"), pool[i].name);
		remember(files, &n_files, name);
	}
	remember(files, &n_files, "snapshot");
	remember(files, &n_files, "tracing_on");
	clean_up();
}

int main(int argc, char **argv)
{
	int opt, block = 50, n_steps = 16, test = 0, failed = 0, bad = 0;
	long seed, first, last;

	while ((opt = getopt(argc, argv, "b:s:v")) != -1) {
		if (opt == 'b')
			block = atoi(optarg);
		else if (opt == 's')
			n_steps = atoi(optarg);
		else if (opt == 'v')
			verbose = true;
		else
			return 2;
	}
	if (argc - optind != 4 || n_steps > MAX_STEPS - 8)
		errx(2, "usage: histrand [-v] [-b BLOCK] [-s STEPS] NATIVE OURS FIRST LAST");
	sides[0].root = argv[optind];
	sides[1].root = argv[optind + 1];
	first = atol(argv[optind + 2]);
	last = atol(argv[optind + 3]);
	printf("1..%ld\n", (last - first) / block + 1);
	touch_all();
	for (seed = first; seed <= last; seed++) {
		log_seed(seed);
		bad += !run_seed(seed, n_steps);
		if ((seed - first + 1) % block && seed != last)
			continue;
		printf("%sok %d - both trees answer the random commands of seeds %ld to %ld alike\n",
		       bad ? "not " : "", ++test, seed - (seed - first) % block, seed);
		fflush(stdout);
		failed += bad;
		bad = 0;
	}
	printf("# %u writes, %u of them taken\n", n_writes, n_taken);
	printf("# %d of %ld seeds differ\n", failed, last - first + 1);
	return failed ? 1 : 0;
}
