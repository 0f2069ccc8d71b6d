// SPDX-License-Identifier: GPL-2.0
/*
 * Works out the steps of a recipe for given arguments on this kernel: evaluates its
 * conditions, and replaces {NAME} by values. See recipe.h.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "recipe.h"

/* Maximum depth of nested ifs; a deeper recipe is a mistake. */
#define DEPTH_MAX	16

/* TASK_COMM_LEN of the kernel, minus the zero byte. */
#define COMM_LEN_MAX	15

/*
 * Maximum length of a line: twice the tree's limit. Values that contain other values could
 * grow without limit.
 */
#define LINE_MAX_BYTES	8192

/* Maximum length of the number of a histogram. */
#define NR_DIGITS_MAX	6

/* Maximum length of a number of lines. */
#define JOIN_DIGITS_MAX	9

/* A name and its value, for {NAME}; if the name is that of an event, also SYSTEM/EVENT. */
struct binding {
	const char *name;
	const char *value;
	const char *event;
	bool given;
	struct binding *next;
};

struct making {
	struct recipe *recipe;
	const struct plan_world *world;
	struct plan *plan;
	struct plan_step **last_step;
	struct plan_show **last_show;
	struct binding *bindings;
	const struct recipe_line *line;
	char *error;
	/*
	 * State of each enclosing if. @line: its line in the recipe. @on: its current branch
	 * is used. @done: one of its branches was used. @outer: the statement around it is used.
	 */
	struct {
		const struct recipe_line *line;
		bool on;
		bool done;
		bool outer;
	} ifs[DEPTH_MAX];
	int depth;
	const char *field;	/* the field whose names add_name() adds */
};

static bool plan_refuse(struct making *m, const char *why, const char *what)
{
	snprintf(m->error, RECIPE_ERROR_MAX, "%.200s, line %u: %s%.100s", m->recipe->path,
		 m->line->nr, why, what);
	return false;
}

static bool bad_condition(struct making *m, const char *condition)
{
	if (*m->error)
		return false;
	return plan_refuse(m, "write a condition as [not] event|field|function|file NAME or [not] given|yes ARGUMENT; this is not one: ",
			   condition);
}

static void *plan_alloc(struct making *m, size_t size)
{
	void *p = arena_alloc(&m->recipe->arena, size, 1);

	if (!p)
		abort();
	return p;
}

static char *plan_copy(struct making *m, const char *text)
{
	char *p = arena_strdup(&m->recipe->arena, text);

	if (!p)
		abort();
	return p;
}

static struct binding *plan_find(struct making *m, const char *name, size_t len)
{
	struct binding *b;

	for (b = m->bindings; b; b = b->next)
		if (strlen(b->name) == len && !strncmp(b->name, name, len))
			return b;
	return NULL;
}

static struct binding *bind(struct making *m, const char *name, const char *value)
{
	struct binding *b = plan_find(m, name, strlen(name));

	if (!b) {
		b = plan_alloc(m, sizeof(*b));
		b->name = plan_copy(m, name);
		b->next = m->bindings;
		m->bindings = b;
	}
	b->value = plan_copy(m, value);
	return b;
}

/*
 * Replaces {NAME} by its value. Keeps other braces, like those of CPUS{0-3}. Removes spaces
 * at the end, because the last value may be empty. Returns NULL if the result is too long.
 */
static char *plan_expand(struct making *m, const char *raw)
{
	struct text text = {};
	struct binding *b;
	const char *end;
	char *result = NULL;

	while (*raw && text.len <= LINE_MAX_BYTES) {
		end = *raw == '{' ? strchr(raw, '}') : NULL;
		b = end ? plan_find(m, raw + 1, end - raw - 1) : NULL;
		if (b) {
			text_puts(&text, b->value);
			raw = end + 1;
		} else {
			text_add(&text, raw++, 1);
		}
	}
	while (text.len && text.at[text.len - 1] == ' ')
		text.at[--text.len] = '\0';
	if (text.len <= LINE_MAX_BYTES)
		result = plan_copy(m, text.at ? text.at : "");
	else
		plan_refuse(m, "shorten the arguments: with their values, this line is too long: ",
			    m->line->word);
	text_free(&text);
	return result;
}

/* ---- conditions */

/* Is the value of an argument yes? Returns -1 if it is not no either. */
static int plan_is_yes(struct making *m, const struct binding *b)
{
	if (!strcmp(b->value, "yes"))
		return true;
	if (!strcmp(b->value, "no"))
		return false;
	plan_refuse(m, "yes and no are the only values of the argument ", b->name);
	return -1;
}

/* Evaluates a condition, [not] KIND WHAT. Returns -1 if it is not a condition. */
static int plan_test(struct making *m, char *text)
{
	char *kind = recipe_word(&text);
	struct binding *b;
	bool not = false;
	int yes;

	if (!strcmp(kind, "not")) {
		not = true;
		kind = recipe_word(&text);
	}
	if (!*text)
		return -1;
	if (!strcmp(kind, "given") || !strcmp(kind, "yes")) {
		b = plan_find(m, text, strlen(text));
		if (!b)
			return -1;
		yes = *kind == 'y' ? plan_is_yes(m, b) : *b->value != '\0';
		if (yes < 0)
			return -1;
	} else if (!strcmp(kind, "event") || !strcmp(kind, "field") ||
		   !strcmp(kind, "function") || !strcmp(kind, "file")) {
		yes = m->world->has(m->world->data, kind, text);
	} else {
		return -1;
	}
	return yes != not;
}

static bool plan_is_running(const struct making *m)
{
	return !m->depth || m->ifs[m->depth - 1].on;
}

static bool begin_if(struct making *m, char *condition)
{
	bool outer = plan_is_running(m);
	int yes = 0;

	if (m->depth == DEPTH_MAX)
		return plan_refuse(m, "too many ifs are open; end some of them before this line", "");
	if (outer) {
		char *text = plan_copy(m, condition);

		yes = plan_test(m, text);
		if (yes < 0)
			return bad_condition(m, condition);
	}
	m->ifs[m->depth].line = m->line;
	m->ifs[m->depth].outer = outer;
	m->ifs[m->depth].on = outer && yes;
	m->ifs[m->depth].done = yes;
	m->depth++;
	return true;
}

/* Statement: else, or else if CONDITION */
static bool next_part(struct making *m, char *rest)
{
	char *text = plan_copy(m, rest), *word;
	int yes = 1, top = m->depth - 1;

	if (top < 0)
		return plan_refuse(m, "else without if; put an if before it", "");
	m->ifs[top].on = false;
	if (m->ifs[top].done || !m->ifs[top].outer)
		return true;
	word = recipe_word(&text);
	if (*word) {
		yes = strcmp(word, "if") ? -1 : plan_test(m, text);
		if (yes < 0)
			return bad_condition(m, rest);
	}
	m->ifs[top].on = yes;
	m->ifs[top].done = yes;
	return true;
}

/* Statement: needs CONDITION[: SENTENCE] */
static bool plan_needs(struct making *m, char *rest)
{
	char *why = strstr(rest, ": "), *text;
	int yes;

	if (why) {
		*why = '\0';
		why += 2;
	}
	text = plan_copy(m, rest);
	yes = plan_test(m, text);
	if (yes < 0)
		return bad_condition(m, rest);
	if (yes)
		return true;
	if (why)
		snprintf(m->error, RECIPE_ERROR_MAX, "%s: %.300s", m->recipe->name, why);
	else
		snprintf(m->error, RECIPE_ERROR_MAX, "%s: this kernel has no %.200s, which this recipe requires",
			 m->recipe->name, rest);
	return false;
}

/* ---- steps */

static struct plan_step *plan_add_step(struct making *m, enum step_kind kind, const char *event,
				       const char *text)
{
	struct plan_step *step = plan_alloc(m, sizeof(*step));

	step->kind = kind;
	step->event = event;
	step->text = text;
	step->nr = m->line->nr;
	*m->last_step = step;
	m->last_step = &step->next;
	return step;
}

/* Tests whether a name is SYSTEM/EVENT, without parts that lead out of the folder events. */
static bool in_instance(const char *name)
{
	const char *slash = strchr(name, '/');

	return *name != '/' && *name != '.' && slash[1] && slash[1] != '.' &&
		!strchr(slash + 1, '/');
}

/* Finds an event by SYSTEM/EVENT, or by its name if the recipe defines it, or returns NULL. */
static const char *event_of(struct making *m, const char *name)
{
	struct binding *b;

	if (strchr(name, '/'))
		return in_instance(name) ? plan_copy(m, name) : NULL;
	b = plan_find(m, name, strlen(name));
	return b ? b->event : NULL;
}

/* Statement: synthetic NAME FIELDS */
static bool define_event(struct making *m, char *rest)
{
	char *name = recipe_word(&rest);
	struct text full = {}, event = {};
	struct binding *b;

	if (!*rest)
		return plan_refuse(m, "a synthetic event needs a name and fields: synthetic NAME FIELDS",
				   "");
	text_printf(&full, "%s%s%s", name, *m->world->word ? "_" : "", m->world->word);
	text_printf(&event, "synthetic/%s", full.at);
	b = bind(m, name, full.at);
	b->event = plan_copy(m, event.at);
	plan_add_step(m, STEP_SYNTHETIC, b->value, plan_copy(m, rest));
	text_free(&full);
	text_free(&event);
	return true;
}

/* Statement: probe KIND NAME PLACE [ARGUMENTS]. The step is KIND:GROUP/NAME PLACE ... */
static bool define_probe(struct making *m, char *rest)
{
	char *kind = recipe_word(&rest), *name = recipe_word(&rest);
	const char *group = *m->world->word ? m->world->word : "histrig";
	struct text line = {}, event = {}, word = {};
	struct binding *b;

	if (!*rest)
		return plan_refuse(m, "a probe needs a kind, a name and a place: probe KIND NAME PLACE",
				   "");
	text_printf(&line, "%s:%s/%s %s", kind, group, name, rest);
	text_printf(&event, "%s/%s", group, name);
	text_printf(&word, "%s.%s", group, name);
	b = bind(m, name, word.at);
	b->event = plan_copy(m, event.at);
	plan_add_step(m, STEP_PROBE, b->event, plan_copy(m, line.at));
	text_free(&line);
	text_free(&event);
	text_free(&word);
	return true;
}

static bool at_event(struct making *m, enum step_kind kind, char *rest)
{
	char *name = recipe_word(&rest);
	const char *event = event_of(m, name);

	if (!event)
		return plan_refuse(m, "neither an event of this recipe nor SYSTEM/EVENT: ", name);
	if (kind == STEP_ENABLE)
		rest = "1";
	if (!*rest)
		return plan_refuse(m, "add a trigger or filter after the event ", name);
	plan_add_step(m, kind, event, plan_copy(m, rest));
	return true;
}

static bool plan_add_show(struct making *m, char *rest)
{
	struct plan_show *show = plan_alloc(m, sizeof(*show)), *other;
	char *name = recipe_word(&rest);

	show->event = event_of(m, name);
	if (!show->event)
		return plan_refuse(m, "neither an event of this recipe nor SYSTEM/EVENT: ", name);
	/* A take empties all histograms of an event, so a second one would find nothing. */
	for (other = m->plan->shows; other; other = other->next)
		if (!strcmp(other->event, show->event))
			return plan_refuse(m, "show an event only once; without a number, all of its histograms are shown: ",
					   name);
	if (*rest && (!text_is_number(rest) || strlen(rest) > NR_DIGITS_MAX))
		return plan_refuse(m, "after the event comes the number of a histogram, not ",
				   rest);
	show->nr = atoi(rest);
	*m->last_show = show;
	m->last_show = &show->next;
	return true;
}

static bool plan_join(struct making *m, char *rest)
{
	m->plan->join = recipe_word(&rest);
	if (!*m->plan->join || !text_is_number(rest) || strlen(rest) > JOIN_DIGITS_MAX)
		return plan_refuse(m, "after join come a value and how many lines to show, not ",
				   rest);
	m->plan->join_max = atoi(rest);
	return true;
}

static bool plan_lines(struct making *m, char *rest)
{
	m->plan->lines = true;
	return at_event(m, STEP_ENABLE, rest);
}

/* ---- how to show */

static struct plan_column *plan_column_of(struct making *m, const char *field)
{
	struct plan_column *c;

	for (c = m->plan->columns; c; c = c->next)
		if (!strcmp(c->field, field))
			return c;
	c = plan_alloc(m, sizeof(*c));
	c->field = plan_copy(m, field);
	c->next = m->plan->columns;
	m->plan->columns = c;
	return c;
}

static void add_name(void *data, unsigned long long value, const char *text)
{
	struct plan_name *name;
	struct making *m = data;

	name = plan_alloc(m, sizeof(*name));
	name->field = m->field;
	name->value = value;
	name->text = plan_copy(m, text);
	name->next = m->plan->names;
	m->plan->names = name;
}

/* Statement: names FIELD from SYSTEM/EVENT [ITS FIELD], or names FIELD NUMBER=NAME... */
static bool plan_names(struct making *m, char *rest)
{
	char *word, *end;
	unsigned long long value;

	m->field = plan_copy(m, recipe_word(&rest));
	if (!strncmp(rest, "from ", 5)) {
		rest += 5;
		word = recipe_word(&rest);
		m->world->symbols(m->world->data, word, *rest ? rest : m->field, add_name, m);
		return true;
	}
	while (*rest) {
		word = recipe_word(&rest);
		value = strtoull(word, &end, 0);
		if (end == word || *end != '=')
			return plan_refuse(m, "write words NUMBER=NAME after the field; this is not one: ",
					   word);
		add_name(m, value, end + 1);
	}
	return true;
}

static bool plan_fail(struct making *m, char *rest)
{
	snprintf(m->error, RECIPE_ERROR_MAX, "%s: %.300s", m->recipe->name, rest);
	return false;
}

static bool plan_set(struct making *m, char *rest)
{
	char *name = recipe_word(&rest);

	bind(m, name, rest);
	return true;
}

/* ---- the whole recipe */

static bool run_line(struct making *m, char *rest)
{
	const char *word = m->line->word;
	char *field;

	if (!strcmp(word, "needs"))
		return plan_needs(m, rest);
	if (!strcmp(word, "set"))
		return plan_set(m, rest);
	if (!strcmp(word, "fail"))
		return plan_fail(m, rest);
	if (!strcmp(word, "synthetic"))
		return define_event(m, rest);
	if (!strcmp(word, "probe"))
		return define_probe(m, rest);
	if (!strcmp(word, "functions"))
		return plan_add_step(m, STEP_FUNCTIONS, NULL, rest);
	if (!strcmp(word, "trigger"))
		return at_event(m, STEP_TRIGGER, rest);
	if (!strcmp(word, "filter"))
		return at_event(m, STEP_FILTER, rest);
	if (!strcmp(word, "enable"))
		return at_event(m, STEP_ENABLE, rest);
	if (!strcmp(word, "others")) {
		m->plan->others = true;
		return true;
	}
	if (!strcmp(word, "show"))
		return plan_add_show(m, rest);
	if (!strcmp(word, "join"))
		return plan_join(m, rest);
	if (!strcmp(word, "lines"))
		return plan_lines(m, rest);
	if (!strcmp(word, "names"))
		return plan_names(m, rest);
	field = recipe_word(&rest);
	if (!strcmp(word, "title"))
		plan_column_of(m, field)->title = rest;
	else
		plan_column_of(m, field)->unit = rest;
	return true;
}

static bool plan_follow(struct making *m)
{
	const char *word;
	char *rest;
	bool good;

	for (m->line = m->recipe->lines; m->line; m->line = m->line->next) {
		word = m->line->word;
		rest = plan_expand(m, m->line->rest);
		if (!rest)
			return false;
		if (!strcmp(word, "if")) {
			good = begin_if(m, rest);
		} else if (!strcmp(word, "else")) {
			good = next_part(m, rest);
		} else if (!strcmp(word, "end")) {
			good = m->depth ||
			       plan_refuse(m, "end without if; remove it or put an if before it",
					   "");
			m->depth--;
		} else {
			good = !plan_is_running(m) || run_line(m, rest);
		}
		if (!good)
			return false;
	}
	if (m->depth) {
		m->line = m->ifs[m->depth - 1].line;
		return plan_refuse(m, "if without end; add a line \"end\"", "");
	}
	return true;
}

/* Binds arguments to their values. A value may contain any character that the tree accepts. */
static bool bind_args(struct making *m, const char **values)
{
	const struct recipe_arg *arg;
	const char *value, *at;
	size_t i = 0;

	for (arg = m->recipe->args; arg; arg = arg->next, i++) {
		value = values && values[i] ? values[i] : arg->standard;
		if (!value) {
			snprintf(m->error, RECIPE_ERROR_MAX, "%s needs the argument %s: %s",
				 m->recipe->name, arg->name, arg->about);
			return false;
		}
		for (at = value; *at; at++)
			if (iscntrl((unsigned char)*at))
				break;
		if (*at || (arg->number && !text_is_number(value))) {
			snprintf(m->error, RECIPE_ERROR_MAX, "%s: %s must be %s, not %.100s",
				 m->recipe->name, arg->name,
				 arg->number ? "a number" :
				 "text without line feeds and other control characters", value);
			return false;
		}
		/* No task would match a name that is too long. */
		if (!strcmp(arg->name, "comm") && strlen(value) > COMM_LEN_MAX) {
			snprintf(m->error, RECIPE_ERROR_MAX, "%s: names of tasks have at most "
				 "%d bytes; use comm=%.*s", m->recipe->name,
				 COMM_LEN_MAX, COMM_LEN_MAX, value);
			return false;
		}
		/* The kernel reads numbers that begin with 0 as octal. */
		if (arg->number)
			while (*value == '0' && value[1])
				value++;
		bind(m, arg->name, value);
	}
	return true;
}

struct plan *plan_make(struct recipe *recipe, const char **values,
		       const struct plan_world *world, char *error)
{
	struct making m = { .recipe = recipe, .world = world, .error = error };

	*error = '\0';
	m.plan = plan_alloc(&m, sizeof(*m.plan));
	m.last_step = &m.plan->steps;
	m.last_show = &m.plan->shows;
	bind(&m, "session", *world->word ? world->word : "histrig");
	if (!bind_args(&m, values) || !plan_follow(&m))
		return NULL;
	if (!m.plan->shows && !m.plan->lines) {
		snprintf(error, RECIPE_ERROR_MAX, "%.200s has nothing to show; add a line show EVENT or lines EVENT",
			 recipe->path);
		return NULL;
	}
	return m.plan;
}

/*
 * An entry needs ENTRY_BYTES for its key and slot, CPU_BYTES for each CPU, and STACK_BYTES for
 * each stack. ENTRIES_STANDARD is the number of entries of a trigger without size=.
 */
#define ENTRY_BYTES	200
#define CPU_BYTES	16
#define STACK_BYTES	1024
#define ENTRIES_STANDARD	2048

static uint64_t trigger_memory(const char *trigger, unsigned int cpus)
{
	const char *size = strstr(trigger, ":size="), *at;
	uint64_t entries = size ? strtoull(size + 6, NULL, 10) : ENTRIES_STANDARD;
	uint64_t bytes = ENTRY_BYTES + (uint64_t)CPU_BYTES * cpus;

	/* The module allows no more entries. */
	if (entries > 1 << 17)
		entries = 1 << 17;
	for (at = trigger; (at = strstr(at, "stacktrace")); at++)
		bytes += STACK_BYTES;
	return entries * bytes;
}

uint64_t plan_memory(const struct plan *plan, unsigned int cpus)
{
	const struct plan_step *step;
	uint64_t bytes = 0;

	for (step = plan->steps; step; step = step->next)
		if (step->kind == STEP_TRIGGER && strstr(step->text, "keys="))
			bytes += trigger_memory(step->text, cpus);
	return bytes;
}
