// SPDX-License-Identifier: GPL-2.0
/* Running commands at functions, see ../command.h. */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/rcupdate.h>

#include "../../compat/ftrace.h"
#include "../../compat/unwind.h"
#include "../../event/event_file.h"
#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "../../print/dump.h"
#include "../../record/hot/context.h"
#include "../../record/hot/output.h"
#include "../../record/hot/stack.h"
#include "../../trigger/simple.h"
#include "../command.h"

/* Decrements @left if it is positive; returns false if it is not. */
static bool function_command_take(atomic_long_t *left)
{
	return atomic_long_read(left) > 0 &&
	       atomic_long_dec_if_positive(left) >= 0;
}

/* Like function_command_take(), but a negative number means no limit. */
static bool take_or_unlimited(atomic_long_t *left)
{
	return atomic_long_read(left) < 0 || function_command_take(left);
}

static void function_command_switch_recording(struct instance *instance,
					      struct function_command *command,
					      bool on)
{
	if (instance_is_on(instance) == on)
		return;
	if (!command->group->counted)
		instance_set_on(instance, on);
	else if (function_command_take(&command->left) &&
		 !instance_set_on(instance, on))
		atomic_long_inc_unless_negative(&command->left);
}

static void function_command_switch_event(struct function_command *command,
					  bool on)
{
	struct command_target *target = command->target;
	const bool is_on = !(READ_ONCE(target->file->mode) &
			     EVENT_SOFT_DISABLED);

	if (is_on == on)
		return;
	if (!command->group->counted)
		event_file_switch(target->file, on);
	else if (take_or_unlimited(&target->left) &&
		 !event_file_switch(target->file, on))
		atomic_long_inc_unless_negative(&target->left);
}

/*
 * Maximum number of the kernel's frames between a function and the callback. A kernel that has no
 * trampolines for single callbacks may have a second one, of the function that calls all callbacks
 * of a list.
 */
#define CALLER_FRAMES	(STACK_HAS_STEPS ? 1 : 2)

/* Records the stack without the frames of the kernel's functions that call callbacks. */
static void record_stack(struct instance *instance,
			 struct function_command *command, unsigned int count)
{
	const struct stack_skip skip = {
		.below = CALLER_FRAMES,
		.place = command->ip + MCOUNT_INSN_SIZE,
	};

	if (command->group->counted && (!instance_is_on(instance) ||
					!take_or_unlimited(&command->left)))
		return;
	output_stack_at(instance, &skip, record_place(count));
}

/* A snapshot that fails, because another one is in progress, does not reduce @left. */
static void function_command_take_snapshot(struct instance *instance,
					   struct function_command *command)
{
	if (command->group->counted && !function_command_take(&command->left))
		return;
	if (!snapshot_from_hit(instance) && command->group->counted)
		atomic_long_inc(&command->left);
}

static void function_command_execute(struct instance *instance,
				     struct function_command *command,
				     unsigned int count)
{
	switch (command->group->action) {
	case ACTION_TRACEON:
		function_command_switch_recording(instance, command, true);
		break;
	case ACTION_TRACEOFF:
		function_command_switch_recording(instance, command, false);
		break;
	case ACTION_SNAPSHOT:
		function_command_take_snapshot(instance, command);
		break;
	case ACTION_STACKTRACE:
		record_stack(instance, command, count);
		break;
	case ACTION_DUMP:
	case ACTION_CPUDUMP:
		if (!command->group->counted ||
		    function_command_take(&command->left))
			dump_from_hit(command->group->action == ACTION_CPUDUMP);
		break;
	case ACTION_ENABLE_EVENT:
		function_command_switch_event(command, true);
		break;
	case ACTION_DISABLE_EVENT:
		function_command_switch_event(command, false);
		break;
	case FUNCTION_ACTIONS:
		break;
	}
}

void function_command_callback(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct function_commands *commands =
		container_of(ops, struct function_commands, ops);
	const unsigned int count = preempt_count();
	struct function_command *command;
	struct hlist_head *head;
	int context = -1;

	if (callbacks_dead())
		return;
	if (likely(traced_rcu_watching()))
		context = traced_begin();
	/* Ignore a call that was made within a callback, or while RCU was idle. */
	if (unlikely(context < 0))
		return;
	head = &commands->by_ip[hash_long(ip, COMMAND_TABLE_BITS)];
	hlist_for_each_entry_rcu_notrace(command, head, by_ip)
		if (command->ip == ip)
			function_command_execute(commands->instance, command,
						 count);
	traced_end(context);
}
