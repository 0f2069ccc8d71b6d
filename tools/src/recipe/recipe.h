/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recipes: text files that say which triggers answer a question, and how to show the answer.
 * tools/recipes/README describes the language. recipe_parse() parses a recipe; plan_make()
 * works out its steps for given arguments on this kernel.
 */
#ifndef TOOL_RECIPE_H
#define TOOL_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../arena.h"

struct text;

#define RECIPE_ERROR_MAX	480

/**
 * struct recipe_arg - an argument of a recipe
 * @name: its name
 * @standard: its default value; NULL if the user must give one
 * @about: what it means
 * @number: its value must be a number
 * @next: next argument
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
 * @rest: the other words, without spaces around them
 * @nr: line number
 * @next: next statement
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
 * @path: its file
 * @about: a sentence that says what it shows
 * @args: its arguments, in their order
 * @lines: its other statements
 * @arena: memory of the recipe and its plans
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
 * recipe_parse() - parse the text of a recipe
 * @name: its name
 * @path: its file, for messages
 * @text: the text
 * @error: on failure, set to the place and the reason, at most RECIPE_ERROR_MAX bytes
 *
 * Return: the recipe, or NULL.
 */
struct recipe *recipe_parse(const char *name, const char *path, const char *text, char *error);

/**
 * recipe_find() - find a recipe
 * @name: its name in one of the folders of recipes, or a path with a slash
 * @error: on failure, set to the reason, at most RECIPE_ERROR_MAX bytes; empty if there is no
 *	such file
 *
 * Return: the recipe, or NULL.
 */
struct recipe *recipe_find(const char *name, char *error);

/* Frees a recipe and its plans; does nothing for NULL. */
void recipe_free(struct recipe *recipe);

/**
 * recipe_names() - list the names of all recipes
 * @names: set to a sorted array of names; the caller frees each one and the array
 *
 * Return: number of names.
 */
size_t recipe_names(char ***names);

/* Appends to @name the recipe whose name is most like a word, if one is similar. */
void recipe_like(const char *word, struct text *name);

/*
 * Appends the folders of recipes, separated by ":", the one with the highest priority first.
 */
void recipe_folders(struct text *folders);

/**
 * recipe_word() - cut the first word off a string
 * @at: the string; set to the next word
 *
 * Return: the word, or "" if there is none.
 */
char *recipe_word(char **at);

/* Which file a step of a plan writes to. */
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
 * @kind: which file to write to
 * @event: SYSTEM/EVENT; for a synthetic event, its NAME
 * @text: what to write
 * @nr: line of the recipe
 * @next: next step
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
 * @nr: which of the event's histograms, counted from 1; 0 for all of them
 * @next: next histograms
 */
struct plan_show {
	const char *event;
	unsigned int nr;
	struct plan_show *next;
};

/**
 * struct plan_name - name of a number
 * @field: the field that contains the number
 * @value: the number
 * @text: its name
 * @next: next name
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
 * @next: next field
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
 * @join: the field by which rows are sorted after they are added up by doc_join(), or NULL
 * @join_max: how many rows to show then
 * @lines: records of enabled events are shown as lines
 * @others: hits of the tool itself do not count
 */
struct plan {
	struct plan_step *steps;
	struct plan_show *shows;
	struct plan_name *names;
	struct plan_column *columns;
	const char *join;
	size_t join_max;
	bool lines;
	bool others;
};

/**
 * struct plan_world - what a plan depends on, besides the arguments
 * @word: identity of the session, see session.h; "" for a plan that is only printed
 * @has: tests whether the kernel has something of a kind: "event", "field", "function" or
 *	"file"; a field is named "SYSTEM/EVENT FIELD"
 * @symbols: calls add() for each value of a field to which the event's format gives a name
 * @data: passed to both
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
 * plan_make() - work out the steps of a recipe
 * @recipe: the recipe, whose arena contains the plan
 * @values: values of its arguments, in their order; NULL for a default
 * @world: the kernel and the session
 * @error: on failure, set to a sentence with the reason, at most RECIPE_ERROR_MAX bytes
 *
 * Return: the plan, or NULL.
 */
struct plan *plan_make(struct recipe *recipe, const char **values,
		       const struct plan_world *world, char *error);

/*
 * Returns an upper estimate of the bytes that the full tables of a plan need on @cpus CPUs.
 */
uint64_t plan_memory(const struct plan *plan, unsigned int cpus);

#endif /* TOOL_RECIPE_H */
