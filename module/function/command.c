// SPDX-License-Identifier: GPL-2.0
/* Commands at functions, see command.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/ftrace.h"
#include "../compat/log.h"
#include "../compat/probe.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../print/dump.h"
#include "../compat/callback.h"
#include "command.h"
#include "filter.h"
#include "functions.h"
#include "hook.h"
#include "list.h"

/* A command, parsed. */
struct request {
	enum function_action action;
	bool counted;
	long count;
	struct command_target *target;
};

static struct hlist_head *
function_command_bucket(struct function_commands *commands, unsigned long ip)
{
	return &commands->by_ip[hash_long(ip, COMMAND_TABLE_BITS)];
}

static struct function_commands *commands_of(struct instance *instance)
{
	struct function_commands *commands = instance->functions->commands;

	if (commands)
		return commands;
	commands = kvzalloc(sizeof(*commands), GFP_KERNEL);
	if (!commands)
		return NULL;
	commands->ops.func = function_command_callback;
	commands->ops.flags = TRACED_DIRECTLY | TRACED_ARGUMENTS;
	commands->instance = instance;
	INIT_LIST_HEAD(&commands->groups);
	instance->functions->commands = commands;
	return commands;
}

static struct command_group *find_group(struct function_commands *commands,
					const struct request *request)
{
	struct command_group *group;

	list_for_each_entry(group, &commands->groups, link)
		if (group->action == request->action &&
		    group->counted == request->counted)
			return group;
	return NULL;
}

static struct command_group *make_group(struct function_commands *commands,
					const struct request *request)
{
	struct command_group *group = find_group(commands, request);

	if (group)
		return group;
	group = kzalloc(sizeof(*group), GFP_KERNEL);
	if (!group)
		return NULL;
	INIT_LIST_HEAD(&group->commands);
	group->action = request->action;
	group->counted = request->counted;
	list_add(&group->link, &commands->groups);
	return group;
}

static bool group_has(struct function_commands *commands,
		      const struct command_group *group, unsigned long ip)
{
	const struct function_command *command;

	hlist_for_each_entry(command, function_command_bucket(commands, ip),
			     by_ip)
		if (command->ip == ip && command->group == group)
			return true;
	return false;
}

/* Makes the kernel call the callback for all functions with commands. */
static int function_command_follow(struct function_commands *commands)
{
	const struct function_command *command;
	const struct command_group *group;
	unsigned int nr = 0;
	unsigned long *ips;
	int ret;

	ips = kvmalloc_array(commands->nr + 1, sizeof(*ips), GFP_KERNEL);
	if (!ips)
		return -ENOMEM;
	list_for_each_entry(group, &commands->groups, link)
		list_for_each_entry(command, &group->commands, link)
			if (function_is_callable(command->ip))
				ips[nr++] = command->ip;
	ret = functions_filter_ops(&commands->ops, ips, nr);
	kvfree(ips);
	/* After a failure, hook all functions. The callback ignores those that have no command. */
	if (ret)
		ret = ftrace_set_filter(&commands->ops, NULL, 0, 1);
	return ret;
}

static int function_command_start(struct function_commands *commands)
{
	int ret = function_command_follow(commands);

	if (ret || commands->registered)
		return ret;
	ret = callback_register(&commands->ops);
	commands->registered = !ret;
	return ret;
}

static void function_command_stop(struct function_commands *commands)
{
	if (commands->registered)
		callback_unregister(&commands->ops);
	commands->registered = false;
	/* Reset the kernel's filter of functions, which frees the filter's memory. */
	ftrace_set_filter(&commands->ops, NULL, 0, 1);
}

static void put_target(struct command_target *target)
{
	if (!target || --target->refs)
		return;
	event_file_soft_put(target->file);
	kfree(target);
}

static void function_command_take_off(struct function_commands *commands,
				      struct function_command *command,
				      struct list_head *to)
{
	if (!hlist_unhashed(&command->by_ip))
		hlist_del_rcu(&command->by_ip);
	list_move(&command->link, to);
	command->group->nr--;
	commands->nr--;
	commands->changes++;
}

/* Frees the commands in @list, removed by function_command_take_off(), and empty groups. */
static void free_commands(struct function_commands *commands,
			  struct list_head *list)
{
	struct function_command *command, *next;
	struct command_group *group, *next_group;

	if (!list_empty(list)) {
		hits_synchronize();
		dump_wait();
	}
	list_for_each_entry_safe(command, next, list, link) {
		put_target(command->target);
		kfree(command);
	}
	list_for_each_entry_safe(group, next_group, &commands->groups, link) {
		if (!list_empty(&group->commands))
			continue;
		list_del(&group->link);
		kfree(group);
	}
}

/* Stops hits of functions that have no command after function_command_take_off(). */
static void
function_command_forget_functions(struct function_commands *commands)
{
	if (!commands->nr)
		function_command_stop(commands);
	else if (function_command_follow(commands))
		pr_warn("out of memory: functions whose commands were removed stay in enabled_functions; this costs time only, and nothing needs to be done\n");
}

static int add_command(struct function_commands *commands,
		       struct command_group *group,
		       const struct request *request, unsigned long ip,
		       struct list_head *added)
{
	struct function_command *command;

	command = kzalloc(sizeof(*command), GFP_KERNEL);
	if (!command)
		return -ENOMEM;
	command->ip = ip;
	command->group = group;
	atomic_long_set(&command->left, request->count);
	command->target = request->target;
	if (command->target)
		command->target->refs++;
	list_add(&command->link, added);
	return 0;
}

/* Adds commands to their group, so that function_command_start() hooks their functions. */
static void function_command_join(struct function_commands *commands,
				  struct command_group *group,
				  struct list_head *added)
{
	struct function_command *command, *next;

	list_for_each_entry_safe(command, next, added, link) {
		list_move(&command->link, &group->commands);
		group->nr++;
		commands->nr++;
		commands->changes++;
	}
}

/*
 * Publishes the commands of a group up to @end, exclusive. Call this after the kernel
 * has hooked their functions, because commands must not count the kernel's own calls
 * while it hooks.
 */
static void function_command_publish(struct function_commands *commands,
				     struct command_group *group,
				     const struct list_head *end)
{
	struct function_command *command;

	list_for_each_entry(command, &group->commands, link) {
		if (&command->link == end)
			break;
		hlist_add_head_rcu(&command->by_ip,
				   function_command_bucket(commands,
							   command->ip));
	}
}

static int add_to(struct function_commands *commands,
		  const struct function_set *set, const struct request *request)
{
	struct command_group *group = make_group(commands, request);
	struct function_command *command, *next;
	struct list_head *mark;
	const unsigned long *slot;
	LIST_HEAD(added);
	LIST_HEAD(failed);
	int ret = group ? 0 : -ENOMEM;

	if (ret)
		return ret;
	for_each_function_in(slot, set)
		if (!ret && !group_has(commands, group, *slot))
			ret = add_command(commands, group, request, *slot,
					  &added);
	if (!ret && list_empty(&added))
		ret = -EINVAL;
	if (ret) {
		free_commands(commands, &added);
		return ret;
	}
	mark = group->commands.next;
	function_command_join(commands, group, &added);
	ret = function_command_start(commands);
	if (!ret) {
		function_command_publish(commands, group, mark);
		return 0;
	}
	list_for_each_entry_safe(command, next, &group->commands, link) {
		if (&command->link == mark)
			break;
		function_command_take_off(commands, command, &failed);
	}
	function_command_forget_functions(commands);
	free_commands(commands, &failed);
	return ret;
}

/* Returns the functions that match, or an ERR_PTR, which is -EINVAL if there are none. */
static struct function_set *function_command_matching(const char *pattern)
{
	struct function_set *set = function_set_copy(NULL);
	int ret = set ? function_filter_match(&set, pattern, NULL) : -ENOMEM;

	if (ret > 0)
		return set;
	function_set_free(set);
	return ERR_PTR(ret ?: -EINVAL);
}

static int function_command_add(struct instance *instance, const char *pattern,
				const struct request *request)
{
	struct function_commands *commands = commands_of(instance);
	struct function_set *set;
	int ret;

	if (!commands)
		return -ENOMEM;
	set = function_command_matching(pattern);
	if (IS_ERR(set))
		return PTR_ERR(set);
	ret = add_to(commands, set, request);
	function_set_free(set);
	return ret;
}

static int function_command_remove(struct instance *instance,
				   const char *pattern,
				   const struct request *request)
{
	struct function_commands *commands = commands_of(instance);
	const bool all = !*pattern || !strcmp(pattern, "*");
	struct function_command *command, *next;
	struct function_set *set = NULL;
	struct command_group *group;
	LIST_HEAD(removed);

	if (!commands)
		return -ENOMEM;
	group = find_group(commands, request);
	if (!group)
		return -ENODEV;
	/* Like the kernel, take a number for a name, which no function has. */
	if (*pattern == '!' || isdigit(*pattern))
		return -EINVAL;
	if (!all)
		set = function_command_matching(pattern);
	if (IS_ERR(set))
		return PTR_ERR(set);
	list_for_each_entry_safe(command, next, &group->commands, link)
		if (all || function_set_has(set, command->ip))
			function_command_take_off(commands, command, &removed);
	function_set_free(set);
	if (list_empty(&removed))
		return -EINVAL;
	function_command_forget_functions(commands);
	free_commands(commands, &removed);
	return 0;
}

static int function_command_parse_count(struct request *request, char *param,
					bool required)
{
	char *number;

	request->counted = param;
	request->count = -1;
	if (!param)
		return 0;
	number = strsep(&param, ":");
	if (!*number)
		return required ? -EINVAL : 0;
	return kstrtoul(number, 0, (unsigned long *)&request->count);
}

static int simple_command(struct instance *instance, const char *pattern,
			  enum function_action action, char *param)
{
	struct request request = { .action = action, .counted = param };
	int ret;

	if (*pattern == '!')
		return function_command_remove(instance, pattern + 1, &request);
	ret = function_command_parse_count(&request, param, false);
	if (!ret && action == ACTION_SNAPSHOT)
		ret = instance_alloc_snapshot(instance);
	return ret ?: function_command_add(instance, pattern, &request);
}

/* Like in the kernel, dump acts once for each function, and cpudump at each call. */
static int dump_command(struct instance *instance, const char *pattern,
			enum function_action action, char *param)
{
	struct request request = {
		.action = action,
		.counted = action == ACTION_DUMP,
		.count = 1,
	};

	if (*pattern == '!')
		return function_command_remove(instance, pattern + 1, &request);
	return dump_prepare() ?:
	       function_command_add(instance, pattern, &request);
}

static struct command_target *make_target(struct event_file *file, long left)
{
	struct command_target *target = kzalloc(sizeof(*target), GFP_KERNEL);
	int ret = target ? event_file_soft_get(file) : -ENOMEM;

	if (ret) {
		kfree(target);
		return ERR_PTR(ret);
	}
	target->file = file;
	atomic_long_set(&target->left, left);
	target->refs = 1;
	return target;
}

static int switch_command(struct instance *instance, const char *pattern,
			  enum function_action action, char *param)
{
	struct request request = { .action = action };
	const char *system, *name;
	struct event_file *file;
	int ret;

	system = strsep(&param, ":");
	if (!param)
		return -EINVAL;
	name = strsep(&param, ":");
	file = event_file_find(&instance->files, system, name);
	if (!file || file->event->role != EVENT_FULL)
		return -EINVAL;
	request.counted = param;
	if (*pattern == '!')
		return function_command_remove(instance, pattern + 1, &request);
	ret = function_command_parse_count(&request, param, true);
	if (ret)
		return ret;
	request.target = make_target(file, request.count);
	if (IS_ERR(request.target))
		return PTR_ERR(request.target);
	ret = function_command_add(instance, pattern, &request);
	/* Drop the reference of make_target(); each command has taken its own. */
	put_target(request.target);
	return ret;
}

/* The name of each action, and the function that parses its parameters. */
static const struct {
	const char *name;
	int (*run)(struct instance *instance, const char *pattern,
		   enum function_action action, char *param);
} actions[FUNCTION_ACTIONS] = {
	[ACTION_TRACEON] = { "traceon", simple_command },
	[ACTION_TRACEOFF] = { "traceoff", simple_command },
	[ACTION_SNAPSHOT] = { "snapshot", simple_command },
	[ACTION_STACKTRACE] = { "stacktrace", simple_command },
	[ACTION_DUMP] = { "dump", dump_command },
	[ACTION_CPUDUMP] = { "cpudump", dump_command },
	[ACTION_ENABLE_EVENT] = { "enable_event", switch_command },
	[ACTION_DISABLE_EVENT] = { "disable_event", switch_command },
};

int function_command_run(struct instance *instance, const char *pattern,
			 const char *name, char *param)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < FUNCTION_ACTIONS; i++) {
		if (strcmp(actions[i].name, name))
			continue;
		if (!param && actions[i].run == switch_command)
			return -EINVAL;
		return actions[i].run(instance, pattern, i, param);
	}
	return -EINVAL;
}

void function_commands_forget(struct function_commands *commands,
			      bool only_left)
{
	struct function_command *command, *next;
	struct command_group *group;
	LIST_HEAD(removed);

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(group, &commands->groups, link)
		list_for_each_entry_safe(command, next, &group->commands, link)
			if (!only_left || function_is_unloaded(command->ip))
				function_command_take_off(commands, command,
							  &removed);
	if (list_empty(&removed))
		return;
	function_command_forget_functions(commands);
	free_commands(commands, &removed);
}

bool function_commands_have(const struct function_commands *commands,
			    unsigned long ip)
{
	const struct function_command *command;

	lockdep_assert_held(&event_mutex);
	hlist_for_each_entry(command,
			     &commands->by_ip[hash_long(ip, COMMAND_TABLE_BITS)],
			     by_ip)
		if (command->ip == ip)
			return true;
	return false;
}

/* Lists the commands of a group in the order in which the kernel prints them. */
static void sort_group(const struct command_group *group,
		       struct function_place *places,
		       const struct function_command **sorted)
{
	const struct function_command *command;
	unsigned int i, nr = 0;

	list_for_each_entry(command, &group->commands, link) {
		places[nr].ip = command->ip;
		places[nr++].item = (unsigned long)command;
	}
	function_places_sort(places, nr);
	for (i = 0; i < nr; i++)
		sorted[i] = (const struct function_command *)places[i].item;
}

const struct function_command **
function_commands_list(const struct function_commands *commands)
{
	const struct function_command **sorted, **next;
	const struct command_group *group;
	struct function_place *places;

	lockdep_assert_held(&event_mutex);
	places = kvmalloc_array(commands->nr + 1, sizeof(*places), GFP_KERNEL);
	sorted = kvmalloc_array(commands->nr + 1, sizeof(*sorted), GFP_KERNEL);
	next = sorted;
	if (places && sorted)
		list_for_each_entry(group, &commands->groups, link) {
			sort_group(group, places, next);
			next += group->nr;
		}
	if (!places) {
		kvfree(sorted);
		sorted = NULL;
	}
	kvfree(places);
	return sorted;
}

void function_command_show(struct seq_file *m,
			   const struct function_command *command)
{
	const struct command_target *target = command->target;
	const enum function_action action = command->group->action;

	seq_printf(m, "%ps:%s", (void *)command->ip, actions[action].name);
	if (target)
		seq_printf(m, ":%s:%s", target->file->event->header->system,
			   target->file->event->name);
	if (target ? atomic_long_read(&target->left) == -1 : !command->group->counted)
		seq_puts(m, ":unlimited\n");
	else
		seq_printf(m, ":count=%ld\n",
			   atomic_long_read(target ? &target->left :
						     &command->left));
}
