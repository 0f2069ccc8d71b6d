/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes tables by which the module walks user stacks (include/histrig_unwind.h) for the code
 * that processes have mapped, and for code that they map later. There is one module, so this is
 * done once for all runs of the program.
 */
#ifndef TOOL_FOLLOW_H
#define TOOL_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tree.h"

/**
 * follow_begin() - write the tables of all code that processes have mapped
 * @tree: the tree
 *
 * Warns if tables cannot be written. Does nothing after the first call.
 */
void follow_begin(const struct tree *tree);

/*
 * Writes the tables of code that hits have seen in the last second. Does nothing if it was called
 * less than a second ago, or without follow_begin().
 */
void follow_more(void);

/* Like stop_wait(), but calls follow_more() in between. */
int follow_wait(uint64_t until, int fd);

/**
 * struct follow_wanted - a file with code that is looked for
 * @path: its path as the module shows it
 * @any: the first file at this path is taken, because nothing else says which it was
 * @search: processes are searched if the file is not at the path
 * @try: called for each file that it may be; returns true if it is the right one
 * @data: passed to @try
 */
struct follow_wanted {
	const char *path;
	bool any;
	bool search;
	bool (*try)(int fd, void *data);
	void *data;
};

/**
 * follow_find() - find a file with code, also if it has been removed, or is that of a container
 * @wanted: what to look for
 *
 * Tries the file at the path first, then those that processes have mapped at this path: files of
 * root before those of others. With @any, warns if these are several.
 *
 * Return: true if @try has returned true.
 */
bool follow_find(const struct follow_wanted *wanted);

/**
 * follow_parse() - parse the next line of unwind_tables about a file
 * @at: contents of the file, which are changed; set to the rest
 * @path: set to the path, without escapes
 *
 * Return: 1 if the file has no table, 0 if it has one, -1 if there are no more lines.
 */
int follow_parse(char **at, char **path);

/**
 * struct follow_map - a mapping with code, a line of /proc/PID/maps
 * @start: where it begins
 * @end: where it ends
 * @dev: device of its file
 * @inode: inode of its file
 * @path: path of its file
 */
struct follow_map {
	unsigned long start;
	unsigned long end;
	uint64_t dev;
	uint64_t inode;
	const char *path;
};

/* Parses a line of /proc/PID/maps. Returns false if it is not code of a file. */
bool follow_map(char *line, struct follow_map *map);

#endif /* TOOL_FOLLOW_H */
