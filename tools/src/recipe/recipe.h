/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recipes: text files that say what to arm for a question, and how to show the answer.
 * tools/recipes/README describes the language. recipe_parse() reads a recipe; plan_make()
 * works out its steps for given arguments on this kernel.
 */
#ifndef TOOL_RECIPE_H
#define TOOL_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../arena.h"

struct text;

#define RECIPE_ERROR_MAX	400

/**
 * struct recipe_arg - an argument of a recipe
 * @name: its name
 * @standard: its default value; NULL if the user must give one
 * @about: what it means
 * @number: its value is a number, like @standard
 * @next: the next one
 */
struct recipe_arg {
	const char *name;
	const char *standard;
	const char *about;
	bool number;
	struct recipe_arg *next;
};

/**
 * struct recipe_line - a statement
 * @word: its first word
 * @rest: the rest, without spaces around it
 * @nr: number of its line
 * @next: the next one
 */
struct recipe_line {
	const char *word;
	const char *rest;
	unsigned int nr;
	struct recipe_line *next;
};

/**
 * struct recipe - a recipe
 * @name: its name
 * @path: where it came from
 * @about: a sentence that says what it shows
 * @args: its arguments, in their order
 * @lines: its other statements
 * @arena: where all this is
 */
struct recipe {
	const char *name;
	const char *path;
	const char *about;
	struct recipe_arg *args;
	struct recipe_line *lines;
	struct arena arena;
};

/**
 * recipe_parse() - read the text of a recipe
 * @name: its name
 * @path: for messages
 * @text: the text
 * @error: if @text is not a recipe, where and why: at most RECIPE_ERROR_MAX bytes
 *
 * Return: the recipe, or NULL.
 */
struct recipe *recipe_parse(const char *name, const char *path, const char *text, char *error);

/**
 * recipe_find() - find a recipe by its name in the folders of recipes
 * @name: its name, or a path if there is a slash in it
 * @error: if there is none, why: at most RECIPE_ERROR_MAX bytes; empty if no file has
 *	this name
 *
 * Return: the recipe, or NULL.
 */
struct recipe *recipe_find(const char *name, char *error);

/**
 * recipe_free() - free a recipe and the plans that were made of it
 * @recipe: the recipe, or NULL
 */
void recipe_free(struct recipe *recipe);

/**
 * recipe_names() - list the names of all recipes
 * @names: for an array of names, sorted; each one and the array are for free()
 *
 * Return: how many.
 */
size_t recipe_names(char ***names);

/**
 * recipe_like() - find the recipe whose name is most like a word
 * @word: the word
 * @name: the name is appended here, if one is similar to @word
 */
void recipe_like(const char *word, struct text *name);

/**
 * recipe_folders() - list the folders of recipes, the one with the highest priority first
 * @folders: their names are appended here, separated by ":"
 */
void recipe_folders(struct text *folders);

/**
 * recipe_word() - cut the first word off a text
 * @at: the text; it points to the next word afterwards
 *
 * Return: the word, "" if there is none.
 */
char *recipe_word(char **at);

/* What a step of a plan writes, and where. */
enum step_kind {
	STEP_SYNTHETIC,		/* NAME FIELDS to synthetic_events */
	STEP_PROBE,		/* a line to dynamic_events */
	STEP_FUNCTIONS,		/* patterns to set_ftrace_filter of the instance */
	STEP_TRIGGER,		/* to events/EVENT/trigger */
	STEP_FILTER,		/* to events/EVENT/filter */
	STEP_ENABLE,		/* 1 to events/EVENT/enable */
};

/**
 * struct plan_step - something to write
 * @kind: what it is
 * @event: SYSTEM/EVENT; of a synthetic event, its NAME
 * @text: what to write
 * @nr: line of the recipe
 * @next: the next step
 */
struct plan_step {
	enum step_kind kind;
	const char *event;
	const char *text;
	unsigned int nr;
	struct plan_step *next;
};

/**
 * struct plan_show - histograms to show
 * @event: SYSTEM/EVENT
 * @nr: which of its histograms, from 1 on; 0 for all of them
 * @next: the next ones
 */
struct plan_show {
	const char *event;
	unsigned int nr;
	struct plan_show *next;
};

/**
 * struct plan_name - a number of a field that has a name
 * @field: the field
 * @value: the number
 * @text: its name
 * @next: the next one
 */
struct plan_name {
	const char *field;
	unsigned long long value;
	const char *text;
	struct plan_name *next;
};

/**
 * struct plan_column - how to show a field
 * @field: the field
 * @title: its heading, or NULL
 * @unit: "ns", "us", "ms", "bytes" ..., or NULL
 * @next: the next one
 */
struct plan_column {
	const char *field;
	const char *title;
	const char *unit;
	struct plan_column *next;
};

/**
 * struct plan - what to arm, and what to show
 * @steps: what to write, in this order
 * @shows: histograms to show
 * @names: names of numbers
 * @columns: how to show fields
 * @lines: records of enabled events are shown as lines
 * @others: hits of the program itself do not count
 */
struct plan {
	struct plan_step *steps;
	struct plan_show *shows;
	struct plan_name *names;
	struct plan_column *columns;
	bool lines;
	bool others;
};

/**
 * struct plan_world - what a plan depends on apart from the arguments
 * @word: identity of the session, see session.h; "" for a plan that users read
 * @has: tests whether the kernel has something: its kind is "event", "field", "function"
 *	or "file"; a field is named "SYSTEM/EVENT FIELD"
 * @symbols: calls add() with the names of numbers that an event's format has for a field
 * @data: for the two
 */
struct plan_world {
	const char *word;
	bool (*has)(void *data, const char *kind, const char *what);
	void (*symbols)(void *data, const char *event, const char *field,
			void (*add)(void *plan, unsigned long long value, const char *text),
			void *plan);
	void *data;
};

/**
 * plan_make() - work out what a recipe means
 * @recipe: the recipe, whose arena has the plan
 * @values: values of its arguments, in their order; NULL for a default
 * @world: the kernel and the session
 * @error: if there is no plan, the reason, a sentence: at most RECIPE_ERROR_MAX bytes
 *
 * Return: the plan, or NULL.
 */
struct plan *plan_make(struct recipe *recipe, const char **values,
		       const struct plan_world *world, char *error);

/**
 * plan_memory() - estimate how much memory the tables of a plan take when they are full
 * @plan: the plan
 * @cpus: how many CPUs count
 *
 * Return: bytes, an upper estimate.
 */
uint64_t plan_memory(const struct plan *plan, unsigned int cpus);

#endif /* TOOL_RECIPE_H */
