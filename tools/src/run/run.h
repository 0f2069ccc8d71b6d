/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run arms a recipe, or a trigger that the user writes, in a new session, and reads its
 * counts.
 */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "../doc/doc.h"
#include "../recipe/recipe.h"
#include "tables.h"
#include "tree.h"

struct session;

/**
 * struct run - a recipe that is armed, or will be
 * @tree: the tree
 * @session: the session in the tree
 * @recipe: the recipe; for a user's trigger, a recipe made from it
 * @plan: what is armed, and how to show it
 * @tables: the state of its tables that are not shown
 * @memory: bytes that its tables may need; 0 if it is not armed
 * @own: it is a user's trigger
 * @values: values of the recipe's arguments
 * @interval: nanoseconds between two takes; 0 if the user gave none
 * @count: number of takes; 0 for no limit
 */
struct run {
	struct tree tree;
	struct session *session;
	struct recipe *recipe;
	struct plan *plan;
	struct tables tables;
	uint64_t memory;
	bool own;
	const char **values;
	uint64_t interval;
	unsigned long long count;
};

/**
 * run_parse() - parse a command line
 * @run: the run; all members except the tree, the session and the plan are set
 * @argc: number of words
 * @argv: RECIPE [ARGS] [INTERVAL [COUNT]], or hist:... EVENT [INTERVAL [COUNT]]
 *
 * Return: false after a message if the command line is wrong. In both cases, run_end() frees
 * the run.
 */
bool run_parse(struct run *run, int argc, char **argv);

/**
 * run_show_all() - let a recipe show all rows, not as many as fit on a screen (top=)
 * @run: the run
 *
 * Counters of exports must not disappear and reappear, and a view adds up takes. A value of
 * the user stays.
 */
void run_show_all(struct run *run);

/**
 * run_plan() - work out what to arm, without arming it
 * @run: the run
 * @word: identity of the session; "" for a plan that is only shown
 *
 * Opens the tree if it is not open.
 *
 * Return: false after a message if this kernel does not support the recipe.
 */
bool run_plan(struct run *run, const char *word);

/**
 * run_arm() - begin a session and arm the recipe in it
 * @run: the run
 *
 * The tables of all armed runs must fit into the available memory.
 *
 * Return: true if the recipe is armed, or if a signal has ended this early. False after a
 * message if a step is refused; then nothing is armed.
 */
bool run_arm(struct run *run);

/**
 * run_read() - read the counts of a run
 * @run: the run
 * @show: one of the plan's histograms
 * @take: read the hits since the last take, or since the run was armed, so that each hit is
 *	in exactly one take; otherwise read all hits
 *
 * Ends the program if the tree cannot be read.
 *
 * Return: the document; the caller frees it.
 */
struct hist_doc *run_read(struct run *run, const struct plan_show *show, bool take);

/**
 * run_name() - name functions of user stacks, and add up rows that then look the same
 * @run: the run
 * @doc: a document of the run
 *
 * Rows are only added up if the recipe asks for it.
 */
void run_name(const struct run *run, struct hist_doc *doc);

/**
 * run_restart() - remove what is armed, and arm it again with empty tables
 * @run: the run
 *
 * Counts that were not taken before are lost. Makes a new plan.
 *
 * Return: like run_arm().
 */
bool run_restart(struct run *run);

/* Removes what is armed, and frees the run. */
void run_end(struct run *run);

/**
 * run_interval() - parse the length of an interval
 * @word: a number of seconds, or a number with ms, s, m or h
 * @ns: set to nanoseconds
 *
 * Return: false if @word is not an interval.
 */
bool run_interval(const char *word, uint64_t *ns);

#endif /* TOOL_RUN_H */
