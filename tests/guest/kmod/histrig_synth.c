// SPDX-License-Identifier: GPL-2.0
/*
 * Defines and hits synthetic events from a module, with the same calls to the
 * kernel's API and to ours.
 *
 * One file, histrig_synth, takes one command per write:
 *
 *   hit SIDE [option=value ...] EVENT VALUE...	hit an event
 *   hold SIDE EVENT				take a handle for an event
 *   put SIDE					give that handle back
 *   api SIDE					make every call of the API
 *   create SIDE EVENT				define an event for this module
 *   delete SIDE EVENT				delete such an event
 *
 * SIDE is native or ours. A VALUE is a number, a string after a quote, `nil` for
 * no string, or `stack:N` for N addresses. If the call fails, the write of `hit`
 * fails with the same errno. Options:
 *
 *   count	how often [1]
 *   keys	the first value has this many different values, in turn [1]
 *   instance	name of an instance
 *   noirq=1	with interrupts off
 *   within=1	from an interrupt during another hit of the event
 *
 * A read shows `hits N ns T` or, after `api`, what the calls returned.
 */
#include <linux/module.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include <histrig.h>

#include "compat.h"
#include "control_file.h"

#define VALUES_MAX	65
#define STACK_MAX	128

struct hit {
	const char *event;
	const char *instance;
	unsigned int count;
	unsigned int keys;
	bool noirq;
	bool within;
	void *file;
	struct irq_work work;
	bool pending;
	int ret;
	unsigned int nr;
	u64 vals[VALUES_MAX];
	unsigned long stack[STACK_MAX + 2];
};

/* Functions that may be missing. This module keeps references to them until it is unloaded. */
#define SYMBOLS(f)							\
	f(synth_event_create) f(synth_event_delete)			\
	f(synth_event_cmd_init) f(__synth_event_gen_cmd_start)		\
	f(synth_event_gen_cmd_array_start) f(synth_event_add_field)	\
	f(synth_event_add_field_str) f(synth_event_add_fields)		\
	f(dynevent_create) f(trace_get_event_file)			\
	f(trace_put_event_file) f(trace_array_set_clr_event)		\
	f(synth_event_trace) f(synth_event_trace_array)			\
	f(synth_event_trace_start) f(synth_event_add_next_val)		\
	f(synth_event_add_val) f(synth_event_trace_end)			\
	f(histrig_synth_event_create) f(histrig_synth_event_delete)	\
	f(histrig_synth_cmd_init) f(__histrig_synth_event_gen_cmd_start) \
	f(histrig_synth_gen_cmd_array_start) f(histrig_synth_add_field)	\
	f(histrig_synth_add_field_str) f(histrig_synth_add_fields)	\
	f(histrig_synth_gen_cmd_end) f(histrig_get_event_file)		\
	f(histrig_put_event_file) f(histrig_set_event)			\
	f(histrig_synth_event_trace_array)				\
	f(histrig_synth_event_trace_start)				\
	f(histrig_synth_event_add_next_val)				\
	f(histrig_synth_event_add_val) f(histrig_synth_event_trace_end)

#define POINTER(f)	static typeof(&(f)) p_##f;
SYMBOLS(POINTER)

static void get_symbols(void)
{
#define GET(f)		p_##f = symbol_get(f);
	SYMBOLS(GET)
}

static void put_symbols(void)
{
#define PUT(f)		do { if (p_##f) symbol_put(f); } while (0);
	SYMBOLS(PUT)
}

/* The calls of one side, by the names that histrig_synth_side.h uses. */
#define SIDE(name)		native_##name
#define side_file		struct trace_event_file
#define side_field		struct synth_field_desc
#define side_cmd		struct dynevent_cmd
#define side_trace		struct synth_event_trace_state
#define side_is_there()		(p_synth_event_create && p_synth_event_trace)
#define side_create		p_synth_event_create
#define side_delete		p_synth_event_delete
#define side_cmd_init		p_synth_event_cmd_init
#define side_start		p___synth_event_gen_cmd_start
#define side_array_start	p_synth_event_gen_cmd_array_start
#define side_add_field		p_synth_event_add_field
#define side_add_field_str	p_synth_event_add_field_str
#define side_add_fields		p_synth_event_add_fields
#define side_end		p_dynevent_create
#define side_get		p_trace_get_event_file
#define side_put		p_trace_put_event_file
#define side_set(file, name, on)					\
	p_trace_array_set_clr_event((file)->tr, "synthetic", name, on)
#define side_trace_list		p_synth_event_trace
#define side_trace_array	p_synth_event_trace_array
#define side_trace_start	p_synth_event_trace_start
#define side_next		p_synth_event_add_next_val
#define side_named		p_synth_event_add_val
#define side_trace_end		p_synth_event_trace_end
#include "histrig_synth_side.h"

#undef SIDE
#undef side_file
#undef side_field
#undef side_cmd
#undef side_trace
#undef side_is_there
#undef side_create
#undef side_delete
#undef side_cmd_init
#undef side_start
#undef side_array_start
#undef side_add_field
#undef side_add_field_str
#undef side_add_fields
#undef side_end
#undef side_get
#undef side_put
#undef side_set
#undef side_trace_list
#undef side_trace_array
#undef side_trace_start
#undef side_next
#undef side_named
#undef side_trace_end

/* Calls histrig's API by its older names; api_gen.sh tests the newer names. */
#define SIDE(name)		ours_##name
#define side_file		struct histrig_event_file
#define side_field		struct histrig_synth_field
#define side_cmd		struct histrig_synth_cmd
#define side_trace		struct histrig_synth_trace
#define side_is_there()		(p_histrig_synth_event_create)
#define side_create		p_histrig_synth_event_create
#define side_delete		p_histrig_synth_event_delete
#define side_cmd_init		p_histrig_synth_cmd_init
#define side_start		p___histrig_synth_event_gen_cmd_start
#define side_array_start	p_histrig_synth_gen_cmd_array_start
#define side_add_field		p_histrig_synth_add_field
#define side_add_field_str	p_histrig_synth_add_field_str
#define side_add_fields		p_histrig_synth_add_fields
#define side_end		p_histrig_synth_gen_cmd_end
#define side_get		p_histrig_get_event_file
#define side_put		p_histrig_put_event_file
#define side_set(file, name, on)	p_histrig_set_event(file, on)
#define side_trace_list(file, nr, vals...)				\
	p_histrig_synth_event_trace_array(file, (const u64 []){ vals }, nr)
#define side_trace_array	p_histrig_synth_event_trace_array
#define side_trace_start	p_histrig_synth_event_trace_start
#define side_next		p_histrig_synth_event_add_next_val
#define side_named		p_histrig_synth_event_add_val
#define side_trace_end		p_histrig_synth_event_trace_end
#include "histrig_synth_side.h"

static int parse_value(struct hit *hit, char *word)
{
	u64 *val = &hit->vals[hit->nr];
	unsigned int depth, i;

	if (hit->nr == VALUES_MAX)
		return -E2BIG;
	hit->nr++;
	if (*word == '"') {
		*val = (unsigned long)(word + 1);
		return 0;
	}
	if (!strcmp(word, "nil")) {
		*val = 0;
		return 0;
	}
	if (sscanf(word, "stack:%u", &depth) == 1) {
		depth = min_t(unsigned int, depth, STACK_MAX);
		hit->stack[0] = depth;
		for (i = 0; i < depth; i++)
			hit->stack[i + 1] = (unsigned long)&kfree + i;
		*val = (unsigned long)hit->stack;
		return 0;
	}
	if (*word == '-')
		return kstrtoll(word, 0, (s64 *)val);
	return kstrtoull(word, 0, val);
}

static int parse_hit(struct hit *hit, char *words)
{
	char *word;
	int ret = 0;

	*hit = (struct hit) { .count = 1, .keys = 1 };
	while (!ret && (word = strsep(&words, " "))) {
		if (!*word)
			continue;
		if (str_has_prefix(word, "count="))
			ret = kstrtouint(word + 6, 0, &hit->count);
		else if (str_has_prefix(word, "keys="))
			ret = kstrtouint(word + 5, 0, &hit->keys);
		else if (str_has_prefix(word, "noirq="))
			ret = kstrtobool(word + 6, &hit->noirq);
		else if (str_has_prefix(word, "within="))
			ret = kstrtobool(word + 7, &hit->within);
		else if (str_has_prefix(word, "instance="))
			hit->instance = word + 9;
		else if (!hit->event)
			hit->event = word;
		else
			ret = parse_value(hit, word);
	}
	/* within=1 needs an interrupt, so it cannot be combined with noirq=1. */
	if (!hit->event || !hit->keys || (hit->within && hit->noirq))
		ret = ret ?: -EINVAL;
	return ret;
}

static int run_hit(bool native, char *words)
{
	struct hit *hit = kzalloc(sizeof(*hit), GFP_KERNEL);
	int ret;

	if (!hit)
		return -ENOMEM;
	ret = parse_hit(hit, words);
	if (!ret)
		ret = native ? native_hit(hit) : ours_hit(hit);
	kfree(hit);
	return ret;
}

static int run(char *text)
{
	char *verb = strsep(&text, " "), *side = strsep(&text, " ");
	bool native;

	if (!side)
		return -EINVAL;
	native = !strcmp(side, "native");
	if (native ? !native_is_there() : !ours_is_there())
		return -ENODEV;
	if (!strcmp(verb, "put"))
		return native ? native_put() : ours_put();
	if (!strcmp(verb, "api"))
		return native ? native_api() : ours_api();
	if (!text)
		return -EINVAL;
	if (!strcmp(verb, "hit"))
		return run_hit(native, text);
	if (!strcmp(verb, "hold"))
		return native ? native_hold(text) : ours_hold(text);
	if (!strcmp(verb, "create"))
		return native ? native_define(text) : ours_define(text);
	if (!strcmp(verb, "delete"))
		return native ? p_synth_event_delete(text) :
				p_histrig_synth_event_delete(text);
	return -EINVAL;
}

static int __init synth_init(void)
{
	get_symbols();
	control_file_add("histrig_synth");
	return 0;
}

static void __exit synth_exit(void)
{
	control_file_remove("histrig_synth");
	put_symbols();
}

module_init(synth_init);
module_exit(synth_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defines and hits synthetic events");
