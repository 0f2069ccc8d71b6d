// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the tool's recipes: parses one, and plans it for different kernels. */
#include <stdlib.h>
#include <string.h>

#include "../../tools/src/recipe/recipe.h"
#include "../../tools/src/text.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

/* More than the maximum length of a line in a plan. */
#define TEXT_MAX	16384

static unsigned int answers;

/* Answers with the next bit of a number, so that all branches can be reached. */
static bool has(void *data, const char *kind, const char *what)
{
	bool yes = answers & 1;

	(void)data;
	REQUIRE(*kind && *what);
	answers = answers >> 1 | (unsigned int)yes << 31;
	return yes;
}

static void symbols(void *data, const char *event, const char *field,
		    void (*add)(void *plan, unsigned long long value, const char *text),
		    void *plan)
{
	(void)data;
	REQUIRE(strlen(event) < TEXT_MAX && strlen(field) < TEXT_MAX);
	add(plan, 1, "ONE");
}

/* All files must be below the folder events. */
static void check_event(const char *event)
{
	REQUIRE(*event != '/' && *event != '.' && !strstr(event, "/."));
}

static void walk(const struct plan *plan)
{
	const struct plan_column *column;
	const struct plan_step *step;
	const struct plan_show *show;
	const struct plan_name *name;

	for (step = plan->steps; step; step = step->next) {
		REQUIRE(strlen(step->text) < TEXT_MAX && !strchr(step->text, '\n'));
		if (step->kind >= STEP_TRIGGER)
			check_event(step->event);
	}
	for (show = plan->shows; show; show = show->next)
		check_event(show->event);
	for (name = plan->names; name; name = name->next)
		REQUIRE(strlen(name->field) < TEXT_MAX && strlen(name->text) < TEXT_MAX);
	for (column = plan->columns; column; column = column->next)
		REQUIRE(strlen(column->field) < TEXT_MAX);
	REQUIRE(plan->shows || plan->lines);
	plan_memory(plan, 4);
}

static void plan_all(struct recipe *recipe)
{
	struct plan_world world = { .has = has, .symbols = symbols };
	static const char * const words[] = { "", "tool_1_2" };
	char error[RECIPE_ERROR_MAX];
	const char *values[64] = {};
	const struct recipe_arg *arg;
	struct plan *plan;
	size_t i, nr = 0;

	for (arg = recipe->args; arg; arg = arg->next)
		nr++;
	for (i = 0; i < 4; i++) {
		/* Give values to required and to optional arguments. */
		if (nr < 64)
			values[nr ? i % nr : 0] = i & 1 ? "7" : "a b";
		answers = 0x5a5aff00u >> i;
		world.word = words[i & 1];
		plan = plan_make(recipe, nr < 64 ? values : NULL, &world, error);
		REQUIRE(!plan == !!*error && memchr(error, 0, sizeof(error)));
		if (plan)
			walk(plan);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[RECIPE_ERROR_MAX] = "", *copy;
	struct recipe *recipe;

	copy = malloc(size + 1);
	memcpy(copy, data, size);
	copy[size] = '\0';
	recipe = recipe_parse("name", "path", copy, error);
	free(copy);
	REQUIRE(!recipe == !!*error && memchr(error, 0, sizeof(error)));
	if (recipe)
		plan_all(recipe);
	recipe_free(recipe);
	return 0;
}
