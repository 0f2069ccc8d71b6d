/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface of histrig for other kernel modules, which can define synthetic
 * events and hit them.
 *
 * It mirrors the kernel's own interface (synth_event_create() and the related
 * calls in linux/trace_events.h) for events in histrig's tree. Each function
 * has the kernel's name with "histrig_" in front and the kernel's meaning, so
 * that porting a module is a search and replace. docs/language.md describes the
 * syntax and oddities of definitions.
 *
 * Building and linking
 *
 * A module includes this file and is linked against histrig's exported symbols,
 * like against those of any other module. modpost finds the symbols in the
 * Module.symvers that building histrig leaves beside histrig.ko:
 *
 *	make -C /lib/modules/$(uname -r)/build M=$PWD \
 *		KBUILD_EXTRA_SYMBOLS=HISTRIG/Module.symvers
 *
 * with ccflags-y += -IHISTRIG/include in the module's Kbuild. depmod then
 * records that the module needs histrig, and modprobe loads histrig first. DKMS
 * keeps Module.symvers in its tree as
 * histrig/VERSION/KERNEL/ARCH/Module.symvers; a module that DKMS builds too
 * needs BUILD_DEPENDS[0]="histrig" in its dkms.conf. A module that must also
 * load without histrig uses symbol_get() for each call instead. docs/example
 * has a complete module. All symbols are exported GPL-only.
 *
 * Stability
 *
 * Sources: a module that compiles against a HISTRIG_API_VERSION compiles
 * against every histrig of that version. Changing or removing a call raises the
 * version, adding one does not. Binaries: not stable, as for any interface
 * within the kernel. A module is built for one histrig.ko and one kernel;
 * CONFIG_MODVERSIONS notices a mismatch.
 *
 * Lifetime
 *
 * A module that is linked against histrig, or has taken one of its symbols with
 * symbol_get(), keeps histrig loaded: until the module is removed or puts the
 * symbols, `rmmod histrig` fails with EBUSY, even if the module holds no
 * handle. So a handle never outlives histrig.
 *
 * A module passes THIS_MODULE when it defines an event, and then cannot be
 * removed while the event is enabled or has a trigger. In its exit function the
 * module must give back its handles and delete its events. A handle that is not
 * given back keeps the event and the instance from being removed until histrig
 * is unloaded. An event that is not deleted stays, like an event that a user
 * defined.
 */
#ifndef HISTRIG_H
#define HISTRIG_H

#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/types.h>

/* Version of this interface, see "Stability" above. */
#define HISTRIG_API_VERSION	1

/* Maximum length of an event's definition in bytes, including the NUL. */
#define HISTRIG_SYNTH_CMD_MAX	2048

struct histrig_event_file;
struct module;

/**
 * struct histrig_synth_field - a field of an event that is being defined
 * @type: its type as a user would write it, for example "u64" or "char"
 * @name: its name; a name that ends in [N] or [] makes an array of the type
 */
struct histrig_synth_field {
	const char *type;
	const char *name;
};

/**
 * histrig_synth_event_create() - define a synthetic event
 * @name: name of the event
 * @fields: its fields
 * @nr: number of @fields
 * @mod: module that defines the event, or NULL. The module cannot be unloaded
 *	while the event is enabled or has a trigger
 *
 * Context: process, may sleep. The caller holds no lock that an operation of an
 *	event's file takes.
 * Return: 0; -EINVAL if the name or a field is not valid; -EEXIST if an event
 * of this name exists; -E2BIG if the definition is longer than
 * HISTRIG_SYNTH_CMD_MAX; -ENOSPC if too many events exist; -ENODEV while
 * histrig is being unloaded; -ENOMEM. The tree's error_log explains -EINVAL and
 * -EEXIST.
 */
int histrig_synth_event_create(const char *name,
			       const struct histrig_synth_field *fields,
			       unsigned int nr, struct module *mod);

/**
 * histrig_synth_event_delete() - remove a synthetic event
 * @name: name of the event
 *
 * Removes any event, no matter which user or module has defined it. If a module
 * has defined it, this also empties each ring buffer that may hold its records,
 * since nothing can print them any more.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOENT if the event does not exist; -EBUSY if it is enabled, has
 * triggers, is hit by a trigger, or has a handle.
 */
int histrig_synth_event_delete(const char *name);

/**
 * struct histrig_synth_cmd - a definition that is built field by field
 *
 * Belongs to the caller, who may keep it on the stack. Its members are private.
 */
struct histrig_synth_cmd {
	/* private: */
	char *text;
	size_t room;
	size_t len;
	unsigned int nr_fields;
	struct module *mod;
};

/**
 * histrig_synth_cmd_init() - begin with an empty definition
 * @cmd: definition to set up
 * @text: buffer for its text; must stay valid until histrig_synth_gen_cmd_end()
 * @room: size of @text in bytes; HISTRIG_SYNTH_CMD_MAX is enough for any event
 *
 * Context: any.
 */
void histrig_synth_cmd_init(struct histrig_synth_cmd *cmd, char *text,
			    size_t room);

/*
 * Implements the macro histrig_synth_gen_cmd_start(), which counts @words at
 * compile time. Use the macro.
 */
int __histrig_synth_gen_cmd_start(struct histrig_synth_cmd *cmd,
				  const char *name, struct module *mod,
				  const char *const *words, unsigned int nr);

/**
 * histrig_synth_gen_cmd_start() - name the event and its first fields
 * @cmd: empty definition
 * @name: name of the event
 * @mod: as for histrig_synth_event_create()
 * @words: type and name of each field in turn; may be empty
 *
 * Context: any.
 * Return: 0; -EINVAL if @cmd is not empty or a type is unknown; -E2BIG if the
 * buffer is too small.
 */
#define histrig_synth_gen_cmd_start(cmd, name, mod, words...)		\
	({								\
		const char *const __words[] = { words };		\
									\
		BUILD_BUG_ON(ARRAY_SIZE(__words) % 2);			\
		__histrig_synth_gen_cmd_start(cmd, name, mod, __words,	\
					      ARRAY_SIZE(__words));	\
	})

/**
 * histrig_synth_gen_cmd_array_start() - name the event and its first fields
 * @cmd: empty definition
 * @name: name of the event
 * @mod: as for histrig_synth_event_create()
 * @fields: first fields
 * @nr: number of @fields
 *
 * Context: any.
 * Return: as histrig_synth_gen_cmd_start().
 */
int histrig_synth_gen_cmd_array_start(struct histrig_synth_cmd *cmd,
				      const char *name, struct module *mod,
				      const struct histrig_synth_field *fields,
				      unsigned int nr);

/**
 * histrig_synth_add_field() - add a field to a definition
 * @cmd: definition that has a name
 * @type: type of the field
 * @name: name of the field
 *
 * Context: any.
 * Return: 0; -EINVAL if @type is unknown, or if @cmd has no name yet or has 64
 * fields already; -E2BIG if the buffer is too small, with @cmd unchanged.
 */
int histrig_synth_add_field(struct histrig_synth_cmd *cmd, const char *type,
			    const char *name);

/**
 * histrig_synth_add_field_str() - add a field given as one string
 * @cmd: definition that has a name
 * @type_name: "TYPE NAME"; histrig_synth_gen_cmd_end() checks both
 *
 * Context: any.
 * Return: as histrig_synth_add_field().
 */
int histrig_synth_add_field_str(struct histrig_synth_cmd *cmd,
				const char *type_name);

/**
 * histrig_synth_add_fields() - add several fields to a definition
 * @cmd: definition that has a name
 * @fields: fields
 * @nr: number of @fields
 *
 * Context: any.
 * Return: as histrig_synth_add_field(); on failure, the fields before the
 * faulty one have been added.
 */
int histrig_synth_add_fields(struct histrig_synth_cmd *cmd,
			     const struct histrig_synth_field *fields,
			     unsigned int nr);

/**
 * histrig_synth_gen_cmd_end() - define the event of a complete definition
 * @cmd: definition; the caller may free its buffer when the call returns
 *
 * Context: process, may sleep.
 * Return: as histrig_synth_event_create().
 */
int histrig_synth_gen_cmd_end(struct histrig_synth_cmd *cmd);

/**
 * histrig_get_event_file() - get a handle for an event in an instance
 * @instance: name of the instance, NULL for the tree itself
 * @system: "synthetic"
 * @event: name of the event
 *
 * Neither event nor instance can be removed until histrig_put_event_file().
 *
 * Context: process, may sleep.
 * Return: handle, or an ERR_PTR: -ENOENT if the instance does not exist,
 * -EINVAL if the event does not exist, -ENOMEM.
 */
struct histrig_event_file *histrig_get_event_file(const char *instance,
						  const char *system,
						  const char *event);

/**
 * histrig_put_event_file() - give a handle back
 * @file: handle; no hit may use it any more
 *
 * Context: process, may sleep.
 */
void histrig_put_event_file(struct histrig_event_file *file);

/**
 * histrig_set_event() - start or stop recording an event's hits
 * @file: handle of the event
 * @on: true to record
 *
 * Equivalent to writing 1 or 0 to the event's `enable` file.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOMEM when out of memory for the ring buffer.
 */
int histrig_set_event(struct histrig_event_file *file, bool on);

/**
 * histrig_synth_event_trace_array() - hit an event
 * @file: handle of the event
 * @vals: one value per field: a number, or the address of a string or stack
 * @nr: number of @vals
 *
 * Truncates a number to the size of its field and a string to 255 bytes; a NULL
 * string is stored as "(fault)". The value for a stack points to an array of
 * unsigned long: the number of addresses, then the addresses. At most 64
 * addresses are stored.
 *
 * Costs a few instructions while the event is neither enabled nor has triggers.
 *
 * Context: any, NMI too.
 * Return: 0, also if the event takes no hits; -EINVAL if @nr is not the number
 * of fields, or if the hit was dropped, for example when out of scratch memory.
 */
int histrig_synth_event_trace_array(struct histrig_event_file *file,
				    const u64 *vals, unsigned int nr);

/**
 * histrig_synth_event_trace() - hit an event, with the values as arguments
 * @file: handle of the event
 * @nr: number of @vals, a constant that the compiler checks
 * @vals: values as for histrig_synth_event_trace_array(); an address needs a cast
 *
 * Context: any, NMI too.
 * Return: as histrig_synth_event_trace_array().
 */
#define histrig_synth_event_trace(file, nr, vals...)			\
	({								\
		const u64 __vals[] = { vals };				\
									\
		BUILD_BUG_ON(ARRAY_SIZE(__vals) != (nr));		\
		histrig_synth_event_trace_array(file, __vals,		\
						ARRAY_SIZE(__vals));	\
	})

/**
 * struct histrig_synth_trace - a hit that gets its values one by one
 *
 * Belongs to the caller, who may keep it on the stack. Its members are private.
 */
struct histrig_synth_trace {
	/* private: */
	struct histrig_event_file *file;
	void *record;
	unsigned int next;
	bool by_order;
	bool by_name;
};

/**
 * histrig_synth_event_trace_start() - begin a hit
 * @file: handle of an event without stacks and without strings of variable length
 * @trace: hit to set up
 *
 * After success the caller must call histrig_synth_event_trace_end() on the
 * same CPU and in the same context. Preemption is off until then, so the caller
 * must not sleep.
 *
 * Context: any, NMI too.
 * Return: 0, also if the event takes no hits; -ENOTSUPP if the event has a
 * field of variable length; -EINVAL if the hit was dropped, for example when
 * out of scratch memory.
 */
int histrig_synth_event_trace_start(struct histrig_event_file *file,
				    struct histrig_synth_trace *trace);

/**
 * histrig_synth_event_add_next_val() - set the value of the next field
 * @val: value as for histrig_synth_event_trace_array()
 * @trace: hit that was begun
 *
 * Fields without a value are zero.
 *
 * Context: that of histrig_synth_event_trace_start().
 * Return: 0; -EINVAL if all fields have been set, if @val is NULL for a string,
 * or if histrig_synth_event_add_val() was called for this hit.
 */
int histrig_synth_event_add_next_val(u64 val,
				     struct histrig_synth_trace *trace);

/**
 * histrig_synth_event_add_val() - set the value of a field by its name
 * @name: name of the field
 * @val: value as for histrig_synth_event_trace_array()
 * @trace: hit that was begun
 *
 * Context: that of histrig_synth_event_trace_start().
 * Return: 0; -EINVAL if the event has no such field, if @val is NULL for a
 * string, or if histrig_synth_event_add_next_val() was called for this hit.
 */
int histrig_synth_event_add_val(const char *name, u64 val,
				struct histrig_synth_trace *trace);

/**
 * histrig_synth_event_trace_end() - complete a hit
 * @trace: hit that was begun
 *
 * Context: as histrig_synth_event_trace_start(); enables preemption again.
 * Return: 0, or -EINVAL if @trace is NULL.
 */
int histrig_synth_event_trace_end(struct histrig_synth_trace *trace);

#endif /* HISTRIG_H */
