/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree of the module: finds or mounts it, reads and writes its files, and tells why a
 * command was refused. Paths are relative to the tree.
 */
#ifndef TOOL_TREE_H
#define TOOL_TREE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/**
 * struct tree - a mount of the tree
 * @fd: its root
 * @path: its path; NULL for a private mount without a mount point
 */
struct tree {
	int fd;
	const char *path;
};

/**
 * tree_try() - find the tree, or mount it; loads the module if that is necessary
 * @tree: where to store it
 * @why: if there is no tree, a sentence for the user is appended here
 *
 * Return: true if @tree can be used.
 */
bool tree_try(struct tree *tree, struct text *why);

/**
 * tree_open() - find or mount the tree, or end the program with a sentence
 * @tree: where to store it
 */
void tree_open(struct tree *tree);

/**
 * tree_close() - forget a tree
 * @tree: the tree
 */
void tree_close(struct tree *tree);

/**
 * tree_read() - read a file as a whole
 * @tree: the tree
 * @path: which file
 * @text: its contents are appended here
 *
 * Return: 0, or a negative errno.
 */
int tree_read(const struct tree *tree, const char *path, struct text *text);

/**
 * tree_write() - write a command
 * @tree: the tree
 * @path: to which file
 * @command: the command, written with one call if the file accepts that
 *
 * Return: 0, or a negative errno.
 */
int tree_write(const struct tree *tree, const char *path, const char *command);

/**
 * tree_has() - test whether a file or directory exists
 * @tree: the tree
 * @path: which
 *
 * Return: true if there is.
 */
bool tree_has(const struct tree *tree, const char *path);

/* tree_clock_is_unstable() - tell whether the module uses a slower clock for latencies */
bool tree_clock_is_unstable(const struct tree *tree);

/**
 * tree_why() - get the reason why a command was refused
 * @tree: the tree
 * @dir: the directory with the error_log: "." or instances/NAME
 * @command: the command, or a word that occurs in no other command
 * @error: the negative errno that tree_write() gave
 * @why: the reason is appended here, with the command and a caret below the place
 *
 * Uses the last entry of error_log whose command contains @command. Spaces between words
 * may differ.
 */
void tree_why(const struct tree *tree, const char *dir, const char *command, int error,
	      struct text *why);

#endif /* TOOL_TREE_H */
