/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What other modules can call: synthetic events that they define and hit.
 *
 * It is the kernel's own interface for them (synth_event_create() and what
 * goes with it in linux/trace_events.h) for events in histrig's tree. A name
 * here is the kernel's with "histrig_" before it, or what takes its place.
 *
 * A module that defines events hands in THIS_MODULE. It stays while anybody
 * wants hits of one of them, and removes them before it goes.
 */
#ifndef HISTRIG_H
#define HISTRIG_H

#include <linux/module.h>
#include <linux/trace_events.h>

struct histrig_event_file;

/**
 * histrig_synth_event_create() - define a synthetic event
 * @name: its name
 * @fields: type and name of each field; a name that ends in [n] or [] makes
 *	an array of the type
 * @nr: how many
 * @mod: the module that defines it, NULL for none
 *
 * Context: process, may sleep.
 * Return: 0 or an errno: -EINVAL if a field or the name is wrong, -EEXIST,
 * -E2BIG if the definition is longer than MAX_DYNEVENT_CMD_LEN, -ENOMEM.
 */
int histrig_synth_event_create(const char *name,
			       const struct synth_field_desc *fields,
			       unsigned int nr, struct module *mod);

/**
 * histrig_synth_event_delete() - remove a synthetic event
 * @name: its name
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT, or -EBUSY if it is enabled, has triggers or is used.
 */
int histrig_synth_event_delete(const char *name);

/**
 * struct histrig_synth_cmd - a definition that grows field by field
 * @text: what there is of it
 * @room: room in @text, in bytes
 * @len: length of what there is
 * @nr_fields: fields in it
 * @mod: the module that defines the event
 *
 * For the functions below only.
 */
struct histrig_synth_cmd {
	char *text;
	size_t room;
	size_t len;
	unsigned int nr_fields;
	struct module *mod;
};

/**
 * histrig_synth_cmd_init() - begin with nothing
 * @cmd: set up
 * @text: room for the definition, @room bytes; MAX_DYNEVENT_CMD_LEN will do
 */
void histrig_synth_cmd_init(struct histrig_synth_cmd *cmd, char *text,
			    size_t room);

/**
 * histrig_synth_gen_cmd_start() - name the event, and fields if there are some
 * @cmd: an empty definition
 * @name: name of the event
 * @mod: the module that defines it
 * @fields: type and name of each field that is known yet
 *
 * Return: 0, -EINVAL or -E2BIG.
 */
#define histrig_synth_gen_cmd_start(cmd, name, mod, fields...)		\
	__histrig_synth_gen_cmd_start(cmd, name, mod, ## fields, NULL)
int __histrig_synth_gen_cmd_start(struct histrig_synth_cmd *cmd,
				  const char *name, struct module *mod, ...);

/* histrig_synth_gen_cmd_array_start() - the same with fields in an array */
int histrig_synth_gen_cmd_array_start(struct histrig_synth_cmd *cmd,
				      const char *name, struct module *mod,
				      const struct synth_field_desc *fields,
				      unsigned int nr);

/**
 * histrig_synth_add_field() - one more field
 * @cmd: a definition that was started
 * @type: type of the field
 * @name: its name
 *
 * Return: 0; -EINVAL if there is no such type or there are too many fields;
 * -E2BIG.
 */
int histrig_synth_add_field(struct histrig_synth_cmd *cmd, const char *type,
			    const char *name);

/* histrig_synth_add_field_str() - the same by one text, "type name" */
int histrig_synth_add_field_str(struct histrig_synth_cmd *cmd,
				const char *type_name);

/* histrig_synth_add_fields() - several of them */
int histrig_synth_add_fields(struct histrig_synth_cmd *cmd,
			     const struct synth_field_desc *fields,
			     unsigned int nr);

/* histrig_synth_gen_cmd_end() - define the event; see histrig_synth_event_create() */
int histrig_synth_gen_cmd_end(struct histrig_synth_cmd *cmd);

/**
 * histrig_get_event_file() - use a synthetic event in an instance
 * @instance: name of the instance, NULL for the tree itself
 * @system: "synthetic"
 * @event: name of the event
 *
 * Neither can be removed until histrig_put_event_file().
 *
 * Context: process, may sleep.
 * Return: a handle, or an ERR_PTR: -ENOENT if there is no such instance,
 * -EINVAL if there is no such event, -ENOMEM.
 */
struct histrig_event_file *histrig_get_event_file(const char *instance,
						  const char *system,
						  const char *event);

/* histrig_put_event_file() - give the handle back; process, may sleep */
void histrig_put_event_file(struct histrig_event_file *file);

/**
 * histrig_set_event() - record an event's hits, or stop doing so
 * @file: the event
 * @on: record
 *
 * Context: process, may sleep.
 * Return: 0 or an errno.
 */
int histrig_set_event(struct histrig_event_file *file, bool on);

/**
 * histrig_synth_event_trace_array() - hit an event
 * @file: the event
 * @vals: a value for each field: a number, or the address of a string
 * @nr: how many
 *
 * Of a string no more than 255 bytes are taken. A field that is a stack takes
 * the address of an array of unsigned long: how many addresses, then they.
 *
 * Context: any, NMI too.
 * Return: 0, also if nobody wants the hit; else -EINVAL if @nr is not the
 * number of fields, or if there was no room, which counts as dropped.
 */
int histrig_synth_event_trace_array(struct histrig_event_file *file,
				    const u64 *vals, unsigned int nr);

/* histrig_synth_event_trace() - the same with @nr values that follow, each u64 */
int histrig_synth_event_trace(struct histrig_event_file *file, unsigned int nr,
			      ...);

/**
 * struct histrig_synth_trace - a hit that gets its values one by one
 *
 * For the functions below only.
 */
struct histrig_synth_trace {
	struct histrig_event_file *file;
	void *record;
	unsigned int next;
	bool by_order;
	bool by_name;
};

/**
 * histrig_synth_event_trace_start() - begin a hit
 * @file: the event; without strings of no fixed size and without stacks
 * @trace: set up
 *
 * When it has returned 0, histrig_synth_event_trace_end() must follow, in the
 * same context and without sleep; preemption is off until then.
 *
 * Context: any, NMI too.
 * Return: 0, also if nobody wants the hit; -ENOTSUPP if the event has a field
 * of no fixed size; -EINVAL if there is no room, which counts as dropped.
 */
int histrig_synth_event_trace_start(struct histrig_event_file *file,
				    struct histrig_synth_trace *trace);

/**
 * histrig_synth_event_add_next_val() - the value of the next field
 *
 * Return: 0; -EINVAL if there is no further field, or values were added by
 * name.
 */
int histrig_synth_event_add_next_val(u64 val,
				     struct histrig_synth_trace *trace);

/**
 * histrig_synth_event_add_val() - the value of a field
 * @name: the field
 *
 * Return: 0; -EINVAL if there is no such field, or values were added in order.
 */
int histrig_synth_event_add_val(const char *name, u64 val,
				struct histrig_synth_trace *trace);

/* histrig_synth_event_trace_end() - the hit is complete; returns 0 or -EINVAL */
int histrig_synth_event_trace_end(struct histrig_synth_trace *trace);

#endif /* HISTRIG_H */
