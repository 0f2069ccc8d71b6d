/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands at functions, such as "vfs_read:traceoff:3" in set_ftrace_filter.
 *
 * All commands of an instance share one callback of function tracing, which looks the
 * function up in a table.
 */
#ifndef HISTRIG_FUNCTION_COMMAND_H
#define HISTRIG_FUNCTION_COMMAND_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rculist.h>

#include "../compat/ftrace.h"

struct event_file;
struct instance;
struct module;
struct seq_file;

enum function_action {
	ACTION_TRACEON,
	ACTION_TRACEOFF,
	ACTION_SNAPSHOT,
	ACTION_STACKTRACE,
	ACTION_DUMP,
	ACTION_CPUDUMP,
	ACTION_ENABLE_EVENT,
	ACTION_DISABLE_EVENT,
	FUNCTION_ACTIONS
};

/**
 * struct command_target - the event that a command switches
 * @file: the event; event_file_soft_get() keeps it
 * @left: how often the event may still be switched, -1 for no limit
 * @refs: number of commands that refer to this target
 */
struct command_target {
	struct event_file *file;
	atomic_long_t left;
	unsigned int refs;
};

/**
 * struct command_group - commands that differ only in their functions
 * @link: in @groups of struct function_commands
 * @commands: the commands
 * @nr: number of @commands
 * @action: their action
 * @counted: the user gave a count, or @action is ACTION_DUMP
 */
struct command_group {
	struct list_head link;
	struct list_head commands;
	unsigned int nr;
	enum function_action action;
	bool counted;
};

/**
 * struct function_command - a command at a function
 * @by_ip: link in @by_ip of struct function_commands
 * @link: link in @commands of its group
 * @group: its group
 * @ip: address of the function
 * @left: how often the command may still act; used if it is counted and has no @target
 * @target: the event that the command switches, or NULL
 */
struct function_command {
	struct hlist_node by_ip;
	struct list_head link;
	struct command_group *group;
	unsigned long ip;
	atomic_long_t left;
	struct command_target *target;
};

#define COMMAND_TABLE_BITS	10

/**
 * struct function_commands - the commands of an instance
 * @ops: the callback
 * @registered: @ops is registered
 * @instance: the instance
 * @groups: struct command_group, the newest first
 * @nr: number of commands
 * @changes: number of times that a command was added or removed
 * @by_ip: hash table of the commands by function; read under RCU
 *
 * Hits change @left of commands and of targets. All else is changed under event_mutex.
 */
struct function_commands {
	struct ftrace_ops ops;
	bool registered;
	struct instance *instance;
	struct list_head groups;
	unsigned int nr;
	unsigned int changes;
	struct hlist_head by_ip[1 << COMMAND_TABLE_BITS];
};

/**
 * function_command_run() - add commands, or remove them
 * @instance: the instance; its @functions is not NULL
 * @pattern: a pattern for functions; begins with a ! to remove their commands
 * @name: name of the command
 * @param: what follows the colon after @name, or NULL; modified
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0, or the errno that the kernel would return.
 */
int function_command_run(struct instance *instance, const char *pattern,
			 const char *name, char *param);

/**
 * function_commands_list() - list the commands in the order of printing
 * @commands: the commands of an instance
 *
 * Context: process, may sleep; event_mutex held.
 * Return: an array of @commands->nr commands, valid until @commands->changes changes,
 * which the caller frees with kvfree(); NULL if out of memory.
 */
const struct function_command **
function_commands_list(const struct function_commands *commands);

/* function_commands_have() - are there commands at the function @ip? event_mutex held */
bool function_commands_have(const struct function_commands *commands,
			    unsigned long ip);

/* function_command_show() - print a command; event_mutex held */
void function_command_show(struct seq_file *m,
			   const struct function_command *command);

/**
 * function_commands_forget() - remove commands
 * @commands: the commands of an instance
 * @only_left: remove only those at unloaded functions, see list.h
 *
 * Context: process, may sleep; event_mutex held.
 */
void function_commands_forget(struct function_commands *commands,
			      bool only_left);

/* The callback of a struct function_commands. */
void function_command_callback(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops,
			       struct ftrace_regs *regs);

#endif /* HISTRIG_FUNCTION_COMMAND_H */
