/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's tree: finds or mounts it, reads and writes its files, and finds the reason why
 * a command was refused. Paths are relative to the tree.
 */
#ifndef TOOL_TREE_H
#define TOOL_TREE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/**
 * struct tree - a mount of the tree
 * @fd: its root directory
 * @path: its path; NULL for a private mount without a mount point
 */
struct tree {
	int fd;
	const char *path;
};

/**
 * tree_try() - find the tree, or mount it; load the module if necessary
 * @tree: set to the tree
 * @why: on failure, a sentence for the user is appended
 *
 * Return: true if @tree can be used.
 */
bool tree_try(struct tree *tree, struct text *why);

/* Like tree_try(), but ends the program with a message on failure. */
void tree_open(struct tree *tree);

void tree_close(struct tree *tree);

/* Appends the contents of a file to @text. Returns 0, or a negative errno. */
int tree_read(const struct tree *tree, const char *path, struct text *text);

/*
 * Cuts the next event, as SYSTEM/EVENT, off the contents of available_events at @events. Returns
 * NULL after the last one, and if @events points to NULL.
 */
char *tree_next_event(char **events);

/**
 * tree_write() - write a command
 * @tree: the tree
 * @path: the file
 * @command: the command, written with one call if the file accepts that
 *
 * Return: 0, or a negative errno.
 */
int tree_write(const struct tree *tree, const char *path, const char *command);

bool tree_has(const struct tree *tree, const char *path);

/* Tests whether the module uses a slower clock for latencies. */
bool tree_clock_is_unstable(const struct tree *tree);

/**
 * tree_why() - get the reason why a command was refused
 * @tree: the tree
 * @dir: the directory of the error_log: "." or instances/NAME
 * @command: the command, or a word that no other command contains
 * @error: the negative errno of tree_write()
 * @why: the reason is appended, with the command and a caret below the place of the error
 *
 * Uses the last entry of error_log whose command contains @command. Spaces between words may
 * differ.
 */
void tree_why(const struct tree *tree, const char *dir, const char *command, int error,
	      struct text *why);

#endif /* TOOL_TREE_H */
