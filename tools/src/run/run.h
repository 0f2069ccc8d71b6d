/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run of a recipe, or of a trigger that the user writes: arms it in a session of its
 * own, and takes what was counted.
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
 * @session: what it has there
 * @recipe: the recipe; for a trigger of the user's own, one that was made of it
 * @plan: what is armed, and how to show it
 * @tables: what is known of its tables that are not shown
 * @memory: how many bytes its tables may take, 0 if it is not armed
 * @own: it is a trigger of the user's own
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
 * run_parse() - understand a command line
 * @run: the run, whose members other than the tree, the session and the plan are set
 * @argc: number of words
 * @argv: RECIPE [ARGS] [INTERVAL [COUNT]], or hist:... EVENT [INTERVAL [COUNT]]
 *
 * Return: true, or false after a message if there is no such recipe, or something is wrong;
 * run_end() frees the run then as well.
 */
bool run_parse(struct run *run, int argc, char **argv);

/**
 * run_plan() - work out what to arm, without arming it
 * @run: the run
 * @word: the identity that names get; "" for a plan that users read
 *
 * Opens the tree if that is not open yet.
 *
 * Return: true, or false after a message if this kernel cannot do it.
 */
bool run_plan(struct run *run, const char *word);

/**
 * run_arm() - begin a session and arm the recipe in it
 * @run: the run
 *
 * Its tables must fit into the memory that is left beside those of all other armed runs.
 *
 * Return: true, also if a signal has ended it early; or false after a message with the tree's
 * reason if a command is refused. Nothing is armed then.
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
 * What was not taken before is lost. The plan is another one afterwards.
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
 * run_interval() - understand the length of an interval
 * @word: a number of seconds, or of ms, s, m or h
 * @ns: for nanoseconds
 *
 * Return: true if it is one.
 */
bool run_interval(const char *word, uint64_t *ns);

#endif /* TOOL_RUN_H */
