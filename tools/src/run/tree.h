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
 * @path: where it is; NULL for a mount of our own that is nowhere and ends with us
 */
struct tree {
	int fd;
	const char *path;
};

/**
 * tree_try() - find the tree, or mount it; loads the module if that is necessary
 * @tree: where to store it
 * @why: if there is none, a sentence for the user is appended here
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
 * @command: the text, which is written in one piece if the file takes it so
 *
 * Return: 0, or a negative errno.
 */
int tree_write(const struct tree *tree, const char *path, const char *command);

/**
 * tree_has() - test whether there is such a file or directory
 * @tree: the tree
 * @path: which
 *
 * Return: true if there is.
 */
bool tree_has(const struct tree *tree, const char *path);

/* tree_clock_is_unstable() - does the module use a slower clock for latencies? */
bool tree_clock_is_unstable(const struct tree *tree);

/**
 * tree_why() - tell why a command was refused
 * @tree: the tree
 * @dir: the directory whose error_log knows: "." or instances/NAME
 * @command: the command, or a word that only this command has
 * @error: the negative errno that tree_write() gave
 * @why: the reason is appended here, with the command and a caret below the place
 *
 * The last entry of error_log counts if its command has the text of @command. Blanks
 * between words may differ.
 */
void tree_why(const struct tree *tree, const char *dir, const char *command, int error,
	      struct text *why);

#endif /* TOOL_TREE_H */
