/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface of histrig for other kernel modules, which can define synthetic
 * events and probes, record any event, and hit synthetic ones.
 *
 * It mirrors the kernel's own interface (synth_event_create(),
 * kprobe_event_gen_cmd_start() and the related calls in linux/trace_events.h)
 * for events in histrig's tree. Each structure, function and constant, except
 * histrig_set_event() and the names at the end of this file, has the kernel's
 * name with "histrig_" or "HISTRIG_" in front, the kernel's arguments and the
 * kernel's meaning, so that porting a module is a search and replace.
 * docs/api.md is the manual, with an example of each call; docs/language.md
 * describes the syntax and oddities of definitions.
 *
 * A module includes this file and is linked against histrig's exported symbols, all of
 * which are GPL-only; see docs/api.md. docs/example has a complete module.
 *
 * Stability
 *
 * Sources: a module that compiles against a HISTRIG_API_VERSION compiles
 * against every histrig of that version. Changing or removing a call raises the
 * version, adding one does not; docs/api.md has the rule. Binaries: not stable,
 * as for any interface within the kernel. A module is built for one histrig.ko
 * and one kernel; CONFIG_MODVERSIONS notices a mismatch.
 *
 * Lifetime
 *
 * A module that is linked against histrig, or has taken one of its symbols with
 * symbol_get(), keeps histrig loaded until that module is removed or puts the symbols:
 * `rmmod histrig` fails with EBUSY. So a handle never outlives histrig.
 *
 * A module that defines a synthetic event with THIS_MODULE cannot be removed while the event
 * is enabled or has a trigger. In its exit function, a module must release its handles and
 * delete its events. A handle that is not released keeps the event and the instance until
 * histrig is unloaded. An event that is not deleted stays.
 */
#ifndef HISTRIG_H
#define HISTRIG_H

#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/types.h>

/* See "Stability" above. */
#define HISTRIG_API_VERSION	1

struct histrig_trace_array;
struct module;

/*
 * Commands: definitions that are built piece by piece
 *
 * A command is a line as a user would write it to a file of the tree, in a buffer of the
 * caller. Calls for one command must not run concurrently. Once a command is too long for
 * its buffer, each further call for it fails with -E2BIG.
 */

/* Bytes that are enough for the definition of any event. */
#define HISTRIG_MAX_DYNEVENT_CMD_LEN	2048

/**
 * enum histrig_dynevent_type - what a command defines
 * @HISTRIG_DYNEVENT_TYPE_SYNTH: a synthetic event
 * @HISTRIG_DYNEVENT_TYPE_KPROBE: a probe on kernel code
 * @HISTRIG_DYNEVENT_TYPE_NONE: anything else
 */
enum histrig_dynevent_type {
	HISTRIG_DYNEVENT_TYPE_SYNTH = 1,
	HISTRIG_DYNEVENT_TYPE_KPROBE,
	HISTRIG_DYNEVENT_TYPE_NONE,
};

struct histrig_dynevent_cmd;

/* Executes a command, which is the string cmd->seq.buffer. */
typedef int (*histrig_dynevent_create_fn_t)(struct histrig_dynevent_cmd *cmd);

/* Checks a struct histrig_dynevent_arg or _arg_pair; returns 0 or an errno. */
typedef int (*histrig_dynevent_check_arg_fn_t)(void *data);

/**
 * struct histrig_dynevent_cmd - a command that is being built
 * @seq: the command, which ends in a NUL
 * @event_name: name of the event, set when a synthetic event or a probe is started
 * @n_fields: number of fields of that event that calls have added
 * @type: what the command defines
 * @run_command: executes the command
 * @private_data: for @run_command; for a synthetic event, the module that defines it,
 *	or NULL
 *
 * Belongs to the caller, who may keep it on the stack.
 */
struct histrig_dynevent_cmd {
	struct seq_buf seq;
	const char *event_name;
	unsigned int n_fields;
	enum histrig_dynevent_type type;
	histrig_dynevent_create_fn_t run_command;
	void *private_data;
};

/**
 * histrig_dynevent_cmd_init() - begin with an empty command
 * @cmd: command to set up
 * @buf: buffer for the command; must stay valid until histrig_dynevent_create()
 * @maxlen: size of @buf in bytes
 * @type: what the command defines; calls for one type refuse commands of others
 * @run_command: executes the command, for example
 *	histrig_dynevent_run_command()
 *
 * Context: any.
 */
void histrig_dynevent_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
			       int maxlen, enum histrig_dynevent_type type,
			       histrig_dynevent_create_fn_t run_command);

/**
 * struct histrig_dynevent_arg - a word of a command
 * @str: the word, set after histrig_dynevent_arg_init()
 * @separator: character after it
 */
struct histrig_dynevent_arg {
	const char *str;
	char separator;
};

/**
 * histrig_dynevent_arg_init() - set up a word of a command
 * @arg: word to set up
 * @separator: character after it, 0 for a space
 *
 * Context: any.
 */
void histrig_dynevent_arg_init(struct histrig_dynevent_arg *arg,
			       char separator);

/**
 * histrig_dynevent_arg_add() - add a space, a word and its separator
 * @cmd: command
 * @arg: word
 * @check_arg: checks @arg first; NULL for no check
 *
 * Context: that of @check_arg, otherwise any.
 * Return: 0; an errno of @check_arg, or -EINVAL if a string is NULL, with @cmd
 * unchanged; -E2BIG if the buffer is too small.
 */
int histrig_dynevent_arg_add(struct histrig_dynevent_cmd *cmd,
			     struct histrig_dynevent_arg *arg,
			     histrig_dynevent_check_arg_fn_t check_arg);

/**
 * struct histrig_dynevent_arg_pair - two words of a command that go together
 * @lhs: the first one, set after histrig_dynevent_arg_pair_init()
 * @rhs: the second one, set after histrig_dynevent_arg_pair_init()
 * @operator: character between them
 * @separator: character after them
 */
struct histrig_dynevent_arg_pair {
	const char *lhs;
	const char *rhs;
	char operator;
	char separator;
};

/**
 * histrig_dynevent_arg_pair_init() - set up two words of a command
 * @arg_pair: words to set up
 * @operator: character between them, 0 for a space
 * @separator: character after them, 0 for a space
 *
 * Context: any.
 */
void histrig_dynevent_arg_pair_init(struct histrig_dynevent_arg_pair *arg_pair,
				    char operator, char separator);

/**
 * histrig_dynevent_arg_pair_add() - add a space and two words
 * @cmd: command
 * @arg_pair: words, such as TYPE and NAME of "TYPE NAME;"
 * @check_arg: checks @arg_pair first; NULL for no check
 *
 * Context: as histrig_dynevent_arg_add().
 * Return: as histrig_dynevent_arg_add().
 */
int histrig_dynevent_arg_pair_add(struct histrig_dynevent_cmd *cmd,
				  struct histrig_dynevent_arg_pair *arg_pair,
				  histrig_dynevent_check_arg_fn_t check_arg);

/**
 * histrig_dynevent_str_add() - add a string, unchanged
 * @cmd: command
 * @str: the string
 *
 * Context: any.
 * Return: 0; -EINVAL if @str is NULL; -E2BIG if the buffer is too small.
 */
int histrig_dynevent_str_add(struct histrig_dynevent_cmd *cmd,
			     const char *str);

/**
 * histrig_dynevent_create() - execute a complete command
 * @cmd: command; the caller may free its buffer when the call returns
 *
 * Context: that of the command's run_command(). For all commands of this interface:
 *	process, may sleep.
 * Return: the result of run_command(); -EINVAL if @cmd has no run_command(), or if a
 * command for a synthetic event or a probe was not started; -E2BIG if the buffer is too
 * small.
 */
int histrig_dynevent_create(struct histrig_dynevent_cmd *cmd);

/**
 * histrig_dynevent_run_command() - execute a line of dynamic_events
 * @cmd: a command that contains the line
 *
 * For histrig_dynevent_cmd_init(). The line may define or remove an event of any type.
 *
 * Context: process, may sleep. The caller holds no lock that an operation of an
 *	event's file takes.
 * Return: 0, or the errno of a write of the line; error_log explains it.
 */
int histrig_dynevent_run_command(struct histrig_dynevent_cmd *cmd);

/*
 * Synthetic events
 */

/**
 * struct histrig_synth_field_desc - a field of an event that is being defined
 * @type: its type as a user would write it, for example "u64" or "char"
 * @name: its name; a name that ends in [N] or [] makes an array of the type
 */
struct histrig_synth_field_desc {
	const char *type;
	const char *name;
};

/**
 * histrig_synth_event_create() - define a synthetic event
 * @name: name of the event
 * @fields: its fields
 * @n_fields: number of @fields
 * @mod: module that defines the event, or NULL. The module cannot be unloaded
 *	while the event is enabled or has a trigger
 *
 * Context: process, may sleep. The caller holds no lock that an operation of an
 *	event's file takes.
 * Return: 0; -EINVAL if the name or a field is not valid; -EEXIST if an event
 * of this name exists; -E2BIG if the definition is longer than
 * HISTRIG_MAX_DYNEVENT_CMD_LEN; -ENOSPC if too many events exist; -ENODEV while
 * histrig is being unloaded; -ENOMEM. The tree's error_log explains -EINVAL and
 * -EEXIST.
 */
int histrig_synth_event_create(const char *name,
			       const struct histrig_synth_field_desc *fields,
			       unsigned int n_fields, struct module *mod);

/**
 * histrig_synth_event_delete() - remove a synthetic event
 * @name: name of the event
 *
 * Also removes events of users and of other modules. If a module has defined the event, also
 * empties each ring buffer that may contain its records, because nothing can print them
 * any more.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOENT if the event does not exist; -EBUSY if it is enabled, has
 * triggers, is generated by a trigger, or has a handle; -EINVAL if @name is NULL.
 */
int histrig_synth_event_delete(const char *name);

/**
 * histrig_synth_event_cmd_init() - begin with an empty definition
 * @cmd: command to set up
 * @buf: buffer for the definition; must stay valid until
 *	histrig_synth_event_gen_cmd_end()
 * @maxlen: size of @buf in bytes
 *
 * Context: any.
 */
void histrig_synth_event_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
				  int maxlen);

/* For histrig_synth_event_gen_cmd_start() only. */
int __histrig_synth_event_gen_cmd_start(struct histrig_dynevent_cmd *cmd,
					const char *name, struct module *mod,
					...);

/**
 * histrig_synth_event_gen_cmd_start() - name the event and its first fields
 * @cmd: empty command for a synthetic event
 * @name: name of the event
 * @mod: as for histrig_synth_event_create()
 * @words: type and name of each field in turn; may be empty
 *
 * Context: any.
 * Return: 0; -EINVAL if @name is NULL, a type is unknown, there are more than
 * 64 fields or @cmd is not for a synthetic event; -E2BIG if the buffer is too
 * small.
 */
#define histrig_synth_event_gen_cmd_start(cmd, name, mod, words...)	\
	({								\
		BUILD_BUG_ON(sizeof((const char *const []){ words }) /	\
			     sizeof(const char *) % 2);			\
		__histrig_synth_event_gen_cmd_start(cmd, name, mod,	\
						    ##words, NULL);	\
	})

/**
 * histrig_synth_event_gen_cmd_array_start() - name the event and its first fields
 * @cmd: empty command for a synthetic event
 * @name: name of the event
 * @mod: as for histrig_synth_event_create()
 * @fields: first fields
 * @n_fields: number of @fields
 *
 * Context: any.
 * Return: as histrig_synth_event_gen_cmd_start().
 */
int histrig_synth_event_gen_cmd_array_start(struct histrig_dynevent_cmd *cmd,
					    const char *name, struct module *mod,
					    const struct histrig_synth_field_desc *fields,
					    unsigned int n_fields);

/**
 * histrig_synth_event_add_field() - add a field to a definition
 * @cmd: command that was started
 * @type: type of the field
 * @name: name of the field
 *
 * Context: any.
 * Return: 0; -EINVAL if @type or @name is NULL, @type is unknown, there are more
 * than 64 fields or @cmd is not for a synthetic event; -E2BIG if the buffer is
 * too small.
 */
int histrig_synth_event_add_field(struct histrig_dynevent_cmd *cmd,
				  const char *type, const char *name);

/**
 * histrig_synth_event_add_field_str() - add a field given as one string
 * @cmd: command that was started
 * @type_name: "TYPE NAME"; histrig_synth_event_gen_cmd_end() checks it
 *
 * Context: any.
 * Return: as histrig_synth_event_add_field().
 */
int histrig_synth_event_add_field_str(struct histrig_dynevent_cmd *cmd,
				      const char *type_name);

/**
 * histrig_synth_event_add_fields() - add several fields to a definition
 * @cmd: command that was started
 * @fields: fields
 * @n_fields: number of @fields
 *
 * Context: any.
 * Return: as histrig_synth_event_add_field(); on failure, the fields before the
 * faulty one have been added.
 */
int histrig_synth_event_add_fields(struct histrig_dynevent_cmd *cmd,
				   const struct histrig_synth_field_desc *fields,
				   unsigned int n_fields);

/**
 * histrig_synth_event_gen_cmd_end() - define the event of a complete definition
 * @cmd: command that was started; the caller may free its buffer when the call
 *	returns
 *
 * Context: process, may sleep.
 * Return: as histrig_synth_event_create().
 */
#define histrig_synth_event_gen_cmd_end(cmd)	histrig_dynevent_create(cmd)

/*
 * Probes on kernel code
 *
 * A probe defines an event in the system "kprobes". Its name is @name of the calls below.
 * docs/language.md has the syntax of places and fields.
 */

/**
 * histrig_kprobe_event_cmd_init() - begin with an empty definition of a probe
 * @cmd: command to set up
 * @buf: buffer for the definition; must stay valid until
 *	histrig_kprobe_event_gen_cmd_end()
 * @maxlen: size of @buf in bytes
 *
 * Context: any.
 */
void histrig_kprobe_event_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
				   int maxlen);

/* For the next two macros only. */
int __histrig_kprobe_event_gen_cmd_start(struct histrig_dynevent_cmd *cmd,
					 bool kretprobe, const char *name,
					 const char *loc, ...);

/**
 * histrig_kprobe_event_gen_cmd_start() - name a probe, its place and first fields
 * @cmd: empty command for a probe
 * @name: name of the event
 * @loc: the place: "[MODULE:]FUNCTION[+OFFSET]" or an address
 * @fields: fields, each "NAME=ARGUMENT[:TYPE]"; may be empty; a NULL ends them early
 *
 * histrig_kprobe_event_gen_cmd_end() checks the name, the place and the fields.
 *
 * Context: any.
 * Return: 0; -EINVAL if @name or @loc is NULL, there are more than 128 fields or
 * @cmd is not for a probe; -E2BIG if the buffer is too small.
 */
#define histrig_kprobe_event_gen_cmd_start(cmd, name, loc, fields...)	\
	__histrig_kprobe_event_gen_cmd_start(cmd, false, name, loc,	\
					     ##fields, NULL)

/**
 * histrig_kretprobe_event_gen_cmd_start() - name a probe on a function's return
 * @cmd: empty command for a probe
 * @name: name of the event
 * @loc: the function: "[MODULE:]FUNCTION"
 * @fields: as for histrig_kprobe_event_gen_cmd_start()
 *
 * Context: any.
 * Return: as histrig_kprobe_event_gen_cmd_start().
 */
#define histrig_kretprobe_event_gen_cmd_start(cmd, name, loc, fields...) \
	__histrig_kprobe_event_gen_cmd_start(cmd, true, name, loc,	\
					     ##fields, NULL)

/* For histrig_kprobe_event_add_fields() only. */
int __histrig_kprobe_event_add_fields(struct histrig_dynevent_cmd *cmd, ...);

/**
 * histrig_kprobe_event_add_fields() - add fields to a definition of a probe
 * @cmd: command that was started
 * @fields: as for histrig_kprobe_event_gen_cmd_start()
 *
 * Context: any.
 * Return: 0; -EINVAL if there are more than 128 fields or @cmd is not for a
 * probe; -E2BIG if the buffer is too small. On failure, the fields before the
 * faulty one have been added.
 */
#define histrig_kprobe_event_add_fields(cmd, fields...)			\
	__histrig_kprobe_event_add_fields(cmd, ##fields, NULL)

/**
 * histrig_kprobe_event_add_field() - add a field to a definition of a probe
 * @cmd: command that was started
 * @field: "NAME=ARGUMENT[:TYPE]"
 *
 * Context: any.
 * Return: as histrig_kprobe_event_add_fields().
 */
#define histrig_kprobe_event_add_field(cmd, field)			\
	__histrig_kprobe_event_add_fields(cmd, field, NULL)

/**
 * histrig_kprobe_event_gen_cmd_end() - define the event of a complete definition
 * @cmd: command that was started; the caller may free its buffer when the call
 *	returns
 *
 * Context: process, may sleep. The caller holds no lock that an operation of an
 *	event's file takes.
 * Return: 0; -EINVAL if the name, the place or a field is not valid; -EEXIST if
 * an event of this name exists; -E2BIG if an earlier call returned that, or
 * there are too many fields; -ENOSPC if too many events exist; -ENODEV while
 * histrig is being unloaded; -ENOMEM; any other errno of a write to
 * kprobe_events. The tree's error_log explains most of them.
 */
#define histrig_kprobe_event_gen_cmd_end(cmd)	histrig_dynevent_create(cmd)

/**
 * histrig_kretprobe_event_gen_cmd_end() - define a probe on a function's return
 * @cmd: as for histrig_kprobe_event_gen_cmd_end()
 *
 * Context: as histrig_kprobe_event_gen_cmd_end().
 * Return: as histrig_kprobe_event_gen_cmd_end().
 */
#define histrig_kretprobe_event_gen_cmd_end(cmd) histrig_dynevent_create(cmd)

/**
 * histrig_kprobe_event_delete() - remove probes on kernel code
 * @name: name of the event, or SYSTEM/NAME
 *
 * Also removes events of users and of other modules. Without SYSTEM, removes the
 * events of this name in all systems.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if it is enabled, has
 * triggers or has a handle; -EINVAL if @name is NULL or empty; -ENOMEM.
 */
int histrig_kprobe_event_delete(const char *name);

/*
 * Handles: events in an instance
 */

/**
 * struct histrig_trace_event_file - a module's handle for an event in an instance
 * @tr: the instance
 */
struct histrig_trace_event_file {
	struct histrig_trace_array *tr;
};

/**
 * histrig_trace_get_event_file() - get a handle for an event in an instance
 * @instance: name of the instance, NULL for the tree itself
 * @system: system of the event, for example "synthetic" or "kprobes"
 * @event: name of the event
 *
 * Until histrig_trace_put_event_file(), the event and the instance cannot be
 * removed, and the module with the event's tracepoint cannot be unloaded.
 *
 * Context: process, may sleep.
 * Return: handle, or an ERR_PTR: -ENOENT if the instance does not exist,
 * -EINVAL if the event does not exist or cannot be recorded, -EBUSY if its
 * module is being unloaded, -ENOMEM.
 */
struct histrig_trace_event_file *
histrig_trace_get_event_file(const char *instance, const char *system,
			     const char *event);

/**
 * histrig_trace_put_event_file() - release a handle
 * @file: handle; no hit may use it any more. NULL and an ERR_PTR are allowed
 *
 * Context: process, may sleep.
 */
void histrig_trace_put_event_file(struct histrig_trace_event_file *file);

/**
 * histrig_trace_array_set_clr_event() - start or stop recording events
 * @tr: the instance, @tr of a handle
 * @system: system of the events, NULL for all
 * @event: name of the events, NULL for all
 * @enable: true to record
 *
 * Equivalent to writing @system:@event to the instance's set_event.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOENT if @tr is NULL; -EINVAL if no event matches; -ENOMEM if
 * out of memory for the ring buffer; the errno of an event that cannot be
 * probed.
 */
int histrig_trace_array_set_clr_event(struct histrig_trace_array *tr,
				      const char *system, const char *event,
				      bool enable);

/**
 * histrig_set_event() - start or stop recording an event's hits
 * @file: handle of the event
 * @on: true to record
 *
 * Equivalent to writing 1 or 0 to the event's `enable` file.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOMEM if out of memory for the ring buffer; -ENODEV if the event's
 * removal had begun before the handle was made; the errno of an event that cannot
 * be probed.
 */
int histrig_set_event(struct histrig_trace_event_file *file, bool on);

/*
 * Hitting synthetic events
 */

/**
 * histrig_synth_event_trace_array() - hit an event
 * @file: handle of the event
 * @vals: one value per field: a number, or the address of a string or stack
 * @n_vals: number of @vals
 *
 * Truncates a number to the size of its field and a string to 255 bytes; a NULL
 * string is stored as "(fault)". The value for a stack points to an array of
 * unsigned long: the number of addresses, then the addresses. At most 64
 * addresses are stored.
 *
 * Costs a few instructions while the event is neither enabled nor has triggers.
 *
 * Context: any, including NMI.
 * Return: 0, also if nothing uses the event; -EINVAL if @n_vals is not the number of
 * fields, if the event is not synthetic, or if the hit was dropped, for example if out
 * of scratch memory.
 */
int histrig_synth_event_trace_array(struct histrig_trace_event_file *file,
				    const u64 *vals, unsigned int n_vals);

/**
 * histrig_synth_event_trace() - hit an event, with the values as arguments
 * @file: handle of the event
 * @n_vals: number of @vals, a constant that the compiler checks
 * @vals: values as for histrig_synth_event_trace_array(); an address needs a cast
 *
 * Context: any, including NMI.
 * Return: as histrig_synth_event_trace_array().
 */
#define histrig_synth_event_trace(file, n_vals, vals...)		\
	({								\
		const u64 __vals[] = { vals };				\
									\
		BUILD_BUG_ON(ARRAY_SIZE(__vals) != (n_vals));		\
		histrig_synth_event_trace_array(file, __vals,		\
						ARRAY_SIZE(__vals));	\
	})

/**
 * struct histrig_synth_event_trace_state - a hit that gets its values one by one
 *
 * The caller allocates it, for example on the stack. Its members are private.
 */
struct histrig_synth_event_trace_state {
	/* private: */
	struct histrig_trace_event_file *file;
	void *record;
	unsigned int next;
	bool by_order;
	bool by_name;
};

/**
 * histrig_synth_event_trace_start() - begin a hit
 * @file: handle of an event without stacks and without strings of variable length
 * @trace_state: hit to set up
 *
 * After success the caller must call histrig_synth_event_trace_end() on the
 * same CPU and in the same context. Preemption is off until then, so the caller
 * must not sleep.
 *
 * Context: any, including NMI.
 * Return: 0, also if nothing uses the event; -ENOTSUPP if the event has a field of
 * variable length; -EINVAL if the event is not synthetic, or if the hit was dropped, for
 * example if out of scratch memory.
 */
int histrig_synth_event_trace_start(struct histrig_trace_event_file *file,
				    struct histrig_synth_event_trace_state *trace_state);

/**
 * histrig_synth_event_add_next_val() - set the value of the next field
 * @val: value as for histrig_synth_event_trace_array()
 * @trace_state: hit that was begun
 *
 * Fields without a value are zero.
 *
 * Context: that of histrig_synth_event_trace_start().
 * Return: 0; -EINVAL if all fields have been set, if @val is NULL for a string,
 * or if histrig_synth_event_add_val() was called for this hit.
 */
int histrig_synth_event_add_next_val(u64 val,
				     struct histrig_synth_event_trace_state *trace_state);

/**
 * histrig_synth_event_add_val() - set the value of a field by its name
 * @field_name: name of the field
 * @val: value as for histrig_synth_event_trace_array()
 * @trace_state: hit that was begun
 *
 * Context: that of histrig_synth_event_trace_start().
 * Return: 0; -EINVAL if the event has no such field, if @val is NULL for a
 * string, or if histrig_synth_event_add_next_val() was called for this hit.
 */
int histrig_synth_event_add_val(const char *field_name, u64 val,
				struct histrig_synth_event_trace_state *trace_state);

/**
 * histrig_synth_event_trace_end() - complete a hit
 * @trace_state: hit that was begun
 *
 * Context: as histrig_synth_event_trace_start(); enables preemption again.
 * Return: 0, or -EINVAL if @trace_state is NULL.
 */
int histrig_synth_event_trace_end(struct histrig_synth_event_trace_state *trace_state);

/* Names that differ from the kernel's, for modules that already use them. */
#define HISTRIG_SYNTH_CMD_MAX		HISTRIG_MAX_DYNEVENT_CMD_LEN
#define histrig_synth_field		histrig_synth_field_desc
#define histrig_synth_cmd		histrig_dynevent_cmd
#define histrig_synth_cmd_init		histrig_synth_event_cmd_init
#define histrig_synth_gen_cmd_start	histrig_synth_event_gen_cmd_start
#define histrig_synth_gen_cmd_array_start histrig_synth_event_gen_cmd_array_start
#define histrig_synth_add_field		histrig_synth_event_add_field
#define histrig_synth_add_field_str	histrig_synth_event_add_field_str
#define histrig_synth_add_fields	histrig_synth_event_add_fields
#define histrig_synth_gen_cmd_end	histrig_dynevent_create
#define histrig_synth_trace		histrig_synth_event_trace_state
#define histrig_event_file		histrig_trace_event_file
#define histrig_get_event_file		histrig_trace_get_event_file
#define histrig_put_event_file		histrig_trace_put_event_file

#endif /* HISTRIG_H */
