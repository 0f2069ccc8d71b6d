/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A session is what one run of a recipe has in the tree: an instance, and the synthetic
 * events and probes that it defines. Events and probes are global to the tree, so all names
 * contain the identity of the process, its pid and start time:
 *
 *	instances/tool-1234-56789	the instance
 *	runq_tool_1234_56789		a synthetic event runq
 *	tool_1234_56789/rd		a probe rd
 *
 * A session ends with session_end(), or when the program exits. If SIGKILL kills the process,
 * its file free_instance is closed, and the tree removes the session. A part may be left if
 * another program reads the instance, or if the module is too old to do this. Then
 * session_sweep() of the next process removes the part; it compares names with /proc.
 *
 * In pid namespaces other than the first one, an identity has a third number, and a session
 * only removes sessions of the same namespace. If a process begins several sessions, all but
 * the first have two letters at the end: tool-1234-56789-ab.
 */
#ifndef TOOL_SESSION_H
#define TOOL_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tree.h"

struct text;

#define SESSION_ID_MAX	64

/**
 * struct session - what a run has in the tree
 * @tree: the tree
 * @id: its name: tool-1234-56789
 * @word: the same in names of events: tool_1234_56789
 * @dir: its instance: instances/tool-1234-56789
 * @keeper: its open file free_instance; closing it removes the session. -1 if there is none
 * @defined: lines that remove its events, in the order of definition
 * @nr_defined: number of these lines
 * @next: the session that began before this one
 */
struct session {
	const struct tree *tree;
	char id[SESSION_ID_MAX];
	char word[SESSION_ID_MAX];
	char dir[SESSION_ID_MAX + 16];
	int keeper;
	struct session_defined *defined;
	size_t nr_defined;
	struct session *next;
};

/**
 * session_begin() - create an instance, after removing what dead processes have left
 * @tree: the tree, which must stay open
 *
 * Return: the session, or NULL after a message on failure.
 */
struct session *session_begin(const struct tree *tree);

/* Removes all that a session has in the tree, and frees it. */
void session_end(struct session *session);

/**
 * session_synthetic() - define a synthetic event
 * @session: the session
 * @name: its name, with the identity
 * @fields: its fields
 *
 * Return: 0, or a negative errno.
 */
int session_synthetic(struct session *session, const char *name, const char *fields);

/**
 * session_probe() - define a probe
 * @session: the session
 * @line: the line for dynamic_events, with the identity as group
 * @name: GROUP/NAME of the event
 *
 * Return: 0, or a negative errno.
 */
int session_probe(struct session *session, const char *line, const char *name);

/**
 * session_write() - write a command to a file of the session's instance
 * @session: the session
 * @file: for example "events/sched/sched_switch/trigger"
 * @command: the command
 *
 * Return: 0, or a negative errno.
 */
int session_write(struct session *session, const char *file, const char *command);

/* Appends a file of the session's instance to @text. Returns 0, or a negative errno. */
int session_read(struct session *session, const char *file, struct text *text);

/*
 * Removes what sessions of dead processes have left. Returns the number of instances and
 * events that it has removed.
 */
unsigned int session_sweep(const struct tree *tree);

/**
 * session_identity() - find the process that a name belongs to
 * @name: name of an instance, or of an event or its group
 * @pid: set to the process
 * @start: set to its start time, in ticks after boot
 * @ns: set to its pid namespace; 0 means the first one
 *
 * Return: true if the name has an identity.
 */
bool session_identity(const char *name, pid_t *pid, unsigned long long *start,
		      unsigned long *ns);

/**
 * session_alive() - test whether the process of a session may be alive
 * @proc: "/proc", or in tests a directory of the same layout
 * @pid: the process
 * @start: its start time, in ticks after boot
 *
 * Return: false if it certainly is not.
 */
bool session_alive(const char *proc, pid_t pid, unsigned long long start);

#endif /* TOOL_SESSION_H */
