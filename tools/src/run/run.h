/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run of a recipe, or of a trigger that the user writes: arms it in a new session, and
 * takes what was counted.
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
 * @session: what the run has in the tree
 * @recipe: the recipe; for a user's trigger, a recipe made from it
 * @plan: what is armed, and how to show it
 * @tables: the state of its tables that are not shown
 * @memory: how many bytes its tables may take, 0 if it is not armed
 * @own: it is a user's trigger
 * @values: of the recipe's arguments
 * @interval: nanoseconds between two takes; 0 if the user gave none
 * @count: how many takes; 0 for any number
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
 * @run: the run, whose members other than the tree, the session and the plan are set
 * @argc: number of words
 * @argv: RECIPE [ARGS] [INTERVAL [COUNT]], or hist:... EVENT [INTERVAL [COUNT]]
 *
 * Return: true, or false after a message if the command line is wrong. In both cases,
 * run_end() frees the run.
 */
bool run_parse(struct run *run, int argc, char **argv);

/**
 * run_plan() - work out what to arm, without arming it
 * @run: the run
 * @word: makes names unique to this run; "" for a plan that is only shown
 *
 * Opens the tree if it is not open yet.
 *
 * Return: true, or false after a message if this kernel cannot do it.
 */
bool run_plan(struct run *run, const char *word);

/**
 * run_arm() - begin a session and arm the recipe in it
 * @run: the run
 *
 * Its tables and those of all other armed runs must fit into the available memory.
 *
 * Return: true, even if a signal has ended it early; or false after a message with the
 * reason if a command is refused. Then nothing is armed.
 */
bool run_arm(struct run *run);

/**
 * run_read() - read what was counted
 * @run: the run
 * @show: one of the plan's histograms
 * @take: read what was counted since the last take, or since the run was armed, so that
 *	each hit is in exactly one take; otherwise read all
 *
 * Ends the program if the tree cannot be read.
 *
 * Return: the document, for doc_free().
 */
struct hist_doc *run_read(struct run *run, const struct plan_show *show, bool take);

/**
 * run_restart() - remove what is armed, and arm it again
 * @run: the run, whose tables have become full
 *
 * Counts that were not taken before are lost. Makes a new plan.
 *
 * Return: as run_arm().
 */
bool run_restart(struct run *run);

/**
 * run_end() - remove what is armed, and free all
 * @run: the run
 */
void run_end(struct run *run);

/**
 * run_interval() - parse the length of an interval
 * @word: a number of seconds, or of ms, s, m or h
 * @ns: for nanoseconds
 *
 * Return: true if @word is one.
 */
bool run_interval(const char *word, uint64_t *ns);

#endif /* TOOL_RUN_H */
