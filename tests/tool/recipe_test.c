// SPDX-License-Identifier: GPL-2.0
/* Recipes and their plans: tools/src/recipe/recipe.c, plan.c, kernel.c, run/run.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/kernel.h"
#include "recipe/recipe.h"
#include "run/run.h"
#include "test.h"
#include "text.h"

static char error[RECIPE_ERROR_MAX];
static const char *lacks;	/* something that these tests' kernel does not have */

static bool has(void *data, const char *kind, const char *what)
{
	char all[512];

	(void)data;
	snprintf(all, sizeof(all), "%s %s", kind, what);
	return !lacks || strcmp(all, lacks);
}

static void symbols(void *data, const char *event, const char *field,
		    void (*add)(void *plan, unsigned long long value, const char *text),
		    void *plan)
{
	(void)data;
	(void)event;
	(void)field;
	add(plan, 1, "ONE");
}

/* Prints a plan, one step a line. */
static char *planned(const char *source, const char **values, const char *word)
{
	static const char * const kinds[] = {
		"synthetic", "probe", "functions", "trigger", "filter", "enable",
	};
	struct recipe *recipe = recipe_parse("test", "test", source, error);
	struct plan_world world = { .word = word, .has = has, .symbols = symbols };
	const struct plan_step *step;
	const struct plan_show *show;
	struct text text = {};
	struct plan *plan;

	text_puts(&text, "");
	plan = recipe ? plan_make(recipe, values, &world, error) : NULL;
	if (!plan) {
		text_printf(&text, "error: %s", error);
		recipe_free(recipe);
		return text.at;
	}
	for (step = plan->steps; step; step = step->next)
		text_printf(&text, "%s %s|%s\n", kinds[step->kind], step->event ? step->event : "",
			    step->text);
	for (show = plan->shows; show; show = show->next)
		text_printf(&text, "show %s %u\n", show->event, show->nr);
	recipe_free(recipe);
	return text.at;
}

static void plans(const char *source, const char **values, const char *word, const char *wanted)
{
	char *got = planned(source, values, word);

	CHECK_STR(got, wanted, source);
	free(got);
}

static void test_events(void)
{
	static const char source[] =
		"about x\n"
		"synthetic runq u64 lat\n"
		"probe f rd vfs_read%return d=$duration\n"
		"trigger sched/sched_switch hist:keys=pid:onmatch(a.b).{runq}($x)\n"
		"trigger rd hist:keys=d:onmatch({rd}).{runq}($x) if CPU == CPUS{0-3}\n"
		"filter runq lat > 3\n"
		"show runq 2\n";

	plans(source, NULL, "tool_1_2",
	      "synthetic runq_tool_1_2|u64 lat\n"
	      "probe tool_1_2/rd|f:tool_1_2/rd vfs_read%return d=$duration\n"
	      "trigger sched/sched_switch|hist:keys=pid:onmatch(a.b).runq_tool_1_2($x)\n"
	      "trigger tool_1_2/rd|hist:keys=d:onmatch(tool_1_2.rd).runq_tool_1_2($x) if CPU == CPUS{0-3}\n"
	      "filter synthetic/runq_tool_1_2|lat > 3\n"
	      "show synthetic/runq_tool_1_2 2\n");
	plans(source, NULL, "",
	      "synthetic runq|u64 lat\n"
	      "probe histrig/rd|f:histrig/rd vfs_read%return d=$duration\n"
	      "trigger sched/sched_switch|hist:keys=pid:onmatch(a.b).runq($x)\n"
	      "trigger histrig/rd|hist:keys=d:onmatch(histrig.rd).runq($x) if CPU == CPUS{0-3}\n"
	      "filter synthetic/runq|lat > 3\n"
	      "show synthetic/runq 2\n");
}

static void test_arguments(void)
{
	static const char source[] =
		"about x\nargument f a function\nargument us=10 a time\nargument comm= a task\n"
		"if given comm\nset only if comm == \"{comm}\"\nelse\nset only\nend\n"
		"functions {f}\ntrigger a/b hist:keys=x:us={us} {only}\nshow a/b\n";

	plans(source, NULL, "", "error: test needs the argument f: a function");
	plans(source, (const char *[]){ "vfs_*", NULL, NULL }, "",
	      "functions |vfs_*\ntrigger a/b|hist:keys=x:us=10\nshow a/b 0\n");
	plans(source, (const char *[]){ "f g", "7", "sh" }, "",
	      "functions |f g\ntrigger a/b|hist:keys=x:us=7 if comm == \"sh\"\nshow a/b 0\n");
	plans(source, (const char *[]){ "f", "007", NULL }, "",
	      "functions |f\ntrigger a/b|hist:keys=x:us=7\nshow a/b 0\n");
	plans(source, (const char *[]){ "f", "00", NULL }, "",
	      "functions |f\ntrigger a/b|hist:keys=x:us=0\nshow a/b 0\n");
	plans(source, (const char *[]){ "f", "7x", NULL }, "",
	      "error: test: us must be a number, not 7x");
	plans(source, (const char *[]){ "f\ng", NULL, NULL }, "",
	      "error: test: f must be text without line feeds and other control characters, not f\ng");
	plans(source, (const char *[]){ "{comm}", NULL, "{us}" }, "",
	      "functions |{comm}\ntrigger a/b|hist:keys=x:us=10 if comm == \"{us}\"\nshow a/b 0\n");
}

static void test_conditions(void)
{
	static const char source[] =
		"about x\n"
		"if event a/b\n if not function f\n  trigger a/b 1\n else\n  trigger a/b 2\n end\n"
		"else if field a/b c\n trigger a/b 3\nelse\n trigger a/b 4\nend\nshow a/b\n";

	lacks = NULL;
	plans(source, NULL, "", "trigger a/b|2\nshow a/b 0\n");
	lacks = "function f";
	plans(source, NULL, "", "trigger a/b|1\nshow a/b 0\n");
	lacks = "event a/b";
	plans(source, NULL, "", "trigger a/b|3\nshow a/b 0\n");
	lacks = NULL;
	plans("about x\nif not event a/b\ntrigger a/b 1\nelse if not file /x\ntrigger a/b 2\nelse\n"
	      "trigger a/b 3\nend\nshow a/b\n", NULL, "", "trigger a/b|3\nshow a/b 0\n");
}

static void test_needs(void)
{
	lacks = "event a/b";
	plans("about x\nneeds event a/b\nshow a/b\n", NULL, "",
	      "error: test: this kernel has no event a/b, which this recipe requires");
	plans("about x\nneeds event a/b: Linux 9 has it\nshow a/b\n", NULL, "",
	      "error: test: Linux 9 has it");
	plans("about x\nneeds not event a/b: not here\nshow a/b\n", NULL, "", "show a/b 0\n");
	plans("about x\nif event a/b\nfail a\nelse\nfail b c\nend\nshow a/b\n", NULL, "",
	      "error: test: b c");
	lacks = NULL;
}

static void test_syntax(void)
{
	plans("about x\nnosuch\n", NULL, "",
	      "error: test, line 2: unknown statement, correct or remove it: nosuch");
	plans("show a/b\n", NULL, "",
	      "error: test, line 1: the statement \"about\" is missing; add a line \"about WHAT IT SHOWS\"");
	plans("", NULL, "",
	      "error: test, line 0: the statement \"about\" is missing; add a line \"about WHAT IT SHOWS\"");
	plans("about x\nargument 7=x\n", NULL, "",
	      "error: test, line 2: names of arguments must begin with a letter and have at most 31 letters, digits and _; rename this one: 7");
	plans("about x\nargument a=x\nargument a\n", NULL, "",
	      "error: test, line 3: rename one of the two arguments called a");
	plans("about x\n# c\n\nif given\nend\n", NULL, "",
	      "error: test, line 4: write a condition as [not] event|field|function|file NAME or [not] given|yes ARGUMENT; this is not one: given");
	plans("about x\nif event a/b\n", NULL, "",
	      "error: test, line 2: if without end; add a line \"end\"");
	plans("about x\nif event a/b\nif event c/d\nend\n", NULL, "",
	      "error: test, line 2: if without end; add a line \"end\"");
	plans("about x\nend\n", NULL, "",
	      "error: test, line 2: end without if; remove it or put an if before it");
	plans("about x\nelse\n", NULL, "",
	      "error: test, line 2: else without if; put an if before it");
	plans("about x\ntrigger nosuch hist\n", NULL, "",
	      "error: test, line 2: neither an event of this recipe nor SYSTEM/EVENT: nosuch");
	plans("about x\ntrigger ../../../events/a/b hist\n", NULL, "",
	      "error: test, line 2: neither an event of this recipe nor SYSTEM/EVENT: ../../../events/a/b");
	plans("about x\ntrigger a/../b hist\n", NULL, "",
	      "error: test, line 2: neither an event of this recipe nor SYSTEM/EVENT: a/../b");
	plans("about x\ntrigger a/b\n", NULL, "",
	      "error: test, line 2: add a trigger or filter after the event a/b");
	plans("about x\nshow a/b 2\nshow a/b 1\n", NULL, "",
	      "error: test, line 3: show an event only once; without a number, all of its histograms are shown: a/b");
	plans("about x\nshow a/b -1\n", NULL, "",
	      "error: test, line 2: after the event comes the number of a histogram, not -1");
	plans("about x\njoin us\nshow a/b\n", NULL, "",
	      "error: test, line 2: after join come a value and how many lines to show, not ");
	plans("about x\nnames f x=1\n", NULL, "",
	      "error: test, line 2: write words NUMBER=NAME after the field; this is not one: x=1");
	plans("about x\n", NULL, "",
	      "error: test has nothing to show; add a line show EVENT or lines EVENT");
	plans("about x\ntrigger a/b 1 \\\n\t2\\\n3\nshow a/b", NULL, "",
	      "trigger a/b|1  2 3\nshow a/b 0\n");
}

static void test_growth(void)
{
	struct text text = {};
	int i;

	text_puts(&text, "about x\nset a 12345678\n");
	for (i = 0; i < 40; i++)
		text_puts(&text, "set a {a}{a}\n");
	text_puts(&text, "show a/b\n");
	plans(text.at, NULL, "",
	      "error: test, line 12: shorten the arguments: with their values, this line is too long: set");
	text_free(&text);
}

/* Plans all recipes. No {NAME} may be left: each is an event or an argument. */
static void test_recipes(void)
{
	const char *values[] = { "first", "second", "third" };
	struct plan_world world = { .word = "tool_1_2", .has = has, .symbols = symbols };
	const struct plan_step *step;
	const char *given[8], *at;
	struct recipe_arg *arg;
	struct recipe *recipe;
	struct plan *plan;
	char **names;
	size_t nr, i, j;

	setenv("HISTRIG_RECIPES", "tools/recipes", 1);
	nr = recipe_names(&names);
	CHECK(nr >= 50);
	for (i = 0; i < nr; i++) {
		recipe = recipe_find(names[i], error);
		if (!recipe) {
			check_failed(__FILE__, __LINE__, "%s: %s", names[i], error);
			continue;
		}
		memset(given, 0, sizeof(given));
		for (j = 0, arg = recipe->args; arg && j < 8; arg = arg->next, j++)
			if (!arg->standard)
				given[j] = values[j % 3];
		plan = plan_make(recipe, given, &world, error);
		if (!plan)
			check_failed(__FILE__, __LINE__, "%s: %s", names[i], error);
		for (step = plan ? plan->steps : NULL; step; step = step->next)
			for (at = step->text; (at = strchr(at, '{')); at++)
				check_failed(__FILE__, __LINE__, "%s: %s", names[i], step->text);
		recipe_free(recipe);
		free(names[i]);
	}
	free(names);
}

static void test_fields(void)
{
	struct format_field f;

	CHECK(kernel_field("\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;", &f));
	CHECK_STR(f.name, "prev_prio", "name");
	CHECK_STR(f.type, "int", "type");
	CHECK_EQ(f.size, 4);
	CHECK(f.is_signed && !f.array);
	CHECK(kernel_field("\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;", &f));
	CHECK_STR(f.name, "prev_comm", "name");
	CHECK(f.array && !f.is_signed);
	CHECK(kernel_field("\tfield:__data_loc char[] filename;\toffset:8;\tsize:4;\tsigned:0;", &f));
	CHECK_STR(f.name, "filename", "name");
	CHECK_STR(f.type, "__data_loc char[]", "type");
	CHECK(!kernel_field("print fmt: \"\"", &f));
	CHECK(!kernel_field("", &f));
}

static void add_symbol(void *data, unsigned long long value, const char *name)
{
	text_printf(data, "%llu=%s ", value, name);
}

static void test_symbols(void)
{
	static const char format[] =
		"print fmt: \"a=%s b=%s\", __print_symbolic(REC->oldstate, { 2, \"TWO\" }), "
		"__print_symbolic(REC->state, { 1, \"ONE\" }, { 0x10, \"A B\" }, {3,\"C\"}), REC->x\n";
	struct text text = {};

	kernel_symbols(format, "state", add_symbol, &text);
	CHECK_STR(text.at, "1=ONE 16=A B 3=C ", "state");
	text_clear(&text);
	kernel_symbols(format, "old", add_symbol, &text);
	kernel_symbols("__print_symbolic(REC->state, { 1, \"ONE", "state", add_symbol, &text);
	CHECK_STR(text.at, "", "nothing");
	text_free(&text);
}

static void awaits(const char *line, const char *wanted)
{
	char module[KERNEL_MODULE_MAX] = "";

	CHECK_EQ(kernel_awaits(line, module), !!wanted);
	if (wanted)
		CHECK_STR(module, wanted, line);
}

static void test_awaits(void)
{
	awaits("f:g/n /io:fib%return", "/io");
	awaits("p:g/n no_such_module:function", "no_such_module");
	awaits("p:g/n /bin/sh:0x10", NULL);
	awaits("p:g/n vfs_read", NULL);
	awaits("f:g/n vfs_*%return ns=$duration:u64", NULL);
	awaits("e:g/n a.b x=$y:u64", NULL);
	awaits("t:g/n sched_switch", NULL);
	awaits("f", NULL);
}

static void test_comm(void)
{
	const char *values[] = { "systemd-timesyncd" };
	const char *fits[] = { "systemd-timesyn" };

	plans("about x\nargument comm=\nshow a/b\n", values, "",
	      "error: test: names of tasks have at most 15 bytes; use "
	      "comm=systemd-timesyn");
	plans("about x\nargument comm=\nshow a/b\n", fits, "", "show a/b 0\n");
}

static void test_memory(void)
{
	struct plan_step stack = { .kind = STEP_TRIGGER, .text = "hist:keys=common_stacktrace" };
	struct plan_step large = { .kind = STEP_TRIGGER, .text = "hist:keys=a:size=131072" };
	struct plan_step filter = { .kind = STEP_FILTER, .text = "keys=1" };
	struct plan plan = { .steps = &stack };

	CHECK(plan_memory(&plan, 2) > 2048 * 1024);
	stack.next = &large;
	CHECK(plan_memory(&plan, 2) > 2048 * 1024 + 131072 * 100);
	CHECK(plan_memory(&plan, 256) > plan_memory(&plan, 2));
	plan.steps = &filter;
	CHECK_EQ(plan_memory(&plan, 2), 0);
	CHECK(kernel_memory() > 1 << 20);
}

static void test_like(void)
{
	struct text name = {};

	setenv("HISTRIG_RECIPES", "tools/recipes", 1);
	recipe_like("runqla", &name);
	CHECK_STR(name.at, "runqlat", "runqla");
	text_free(&name);
	recipe_like("biolatnecy", &name);
	CHECK_STR(name.at, "biolatency", "biolatnecy");
	text_free(&name);
	recipe_like("nosuchthing", &name);
	CHECK(!name.at);
	unsetenv("HISTRIG_RECIPES");
}

static void test_intervals(void)
{
	uint64_t ns;

	CHECK(run_interval("1", &ns) && ns == 1000000000);
	CHECK(run_interval("0.5", &ns) && ns == 500000000);
	CHECK(run_interval("250ms", &ns) && ns == 250000000);
	CHECK(run_interval("2m", &ns) && ns == 120000000000);
	CHECK(!run_interval("0", &ns));
	CHECK(!run_interval("-1", &ns));
	CHECK(!run_interval("1x", &ns));
	CHECK(!run_interval("inf", &ns));
	CHECK(!run_interval("nan", &ns));
	CHECK(!run_interval("1e30", &ns));
	CHECK(!run_interval("", &ns));
}

const struct test tests[] = {
	{ "events of a recipe get the session's identity", test_events, NULL },
	{ "names of arguments are replaced by their values, and only these", test_arguments, NULL },
	{ "conditions select lines of a recipe", test_conditions, NULL },
	{ "a recipe that the kernel does not support is refused with a reason", test_needs, NULL },
	{ "errors in recipes are reported with their line", test_syntax, NULL },
	{ "a value that doubles in each line is refused", test_growth, NULL },
	{ "all recipes can be read and planned", test_recipes, NULL },
	{ "lines of an event's format are parsed", test_fields, NULL },
	{ "names of numbers are found in an event's format", test_symbols, NULL },
	{ "a probe that waits for a module is recognized", test_awaits, NULL },
	{ "a task name that is too long is refused", test_comm, NULL },
	{ "the memory of tables is estimated", test_memory, NULL },
	{ "the recipe most similar to a word is found", test_like, NULL },
	{ "intervals are parsed as numbers with units", test_intervals, NULL },
	{}
};
