// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes on events, see eprobe.h. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../filter/filter.h"
#include "../instance/instance.h"
#include "arg.h"
#include "eprobe.h"
#include "report.h"

/* The default group of these events. */
#define EPROBE_GROUP	"eprobes"

static void eprobe_free(struct probe *base)
{
	struct event_probe *probe = to_event_probe(base);

	if (probe->target) {
		mutex_lock(&event_mutex);
		probe->target->handles--;
		mutex_unlock(&event_mutex);
		event_drop(probe->target);
		module_put(probe->mod);
	}
	probe_exit(base);
	kfree(probe->filter);
	kfree(probe);
}

/* Finds an event, except events of probes and those that cannot be enabled. */
static struct event *find_event(const char *system, const char *name)
{
	struct event_file *file;

	file = event_file_find(&main_instance.files, system, name);
	return file && file->event->role == EVENT_FULL &&
	       !probe_feeds(file->event) ? file->event : NULL;
}

/* Finds the event, and pins it for as long as the probe exists. */
static int hold_event(struct event_probe *probe, const char *system,
		      const char *name)
{
	struct event *event = find_event(system, name);

	lockdep_assert_held(&event_mutex);
	if (!event || !try_module_get(event->mod))
		return -ENODEV;
	probe->mod = event->mod;
	event_hold(event);
	event->handles++;
	probe->target = event;
	return 0;
}

/*
 * The kernel frees a module whose init function fails, although the probe holds a
 * reference to the module. So eprobe_free() must not drop that reference.
 */
static void eprobe_module_going(struct probe *base, struct module *mod)
{
	struct event_probe *probe = to_event_probe(base);

	if (probe->mod == mod)
		probe->mod = NULL;
}

/* Only checks the filter, because arm_in() makes one for each instance. */
static int check_filter(struct event_probe *probe)
{
	struct filter_fault fault;
	struct filter *filter;
	int ret;

	mutex_lock(&event_mutex);
	ret = filter_parse(&filter, probe->target, probe->filter, NULL, &fault);
	if (ret)
		filter_log_fault(&main_instance.errors, probe->filter, &fault);
	mutex_unlock(&event_mutex);
	if (!ret)
		filter_free(filter);
	return ret;
}

/* Copies the filter after the word "if", at which probe_args_parse() stops. */
static int take_filter(struct event_probe *probe, struct probe_words *words)
{
	int i;

	for (i = PROBE_FIRST_ARG; i < words->nr && strcmp(words->word[i], "if"); i++)
		;
	if (i == words->nr)
		return 0;
	if (i + 1 == words->nr)
		return probe_refuse(words, i + 1, 0, PROBE_NO_EP_FILTER);
	probe->filter = probe_words_join(words, i + 1);
	if (!probe->filter)
		return -ENOMEM;
	return check_filter(probe) ? -EINVAL : 0;
}

static int parse_names(struct probe_words *words, struct probe_name *name,
		       struct probe_name *target)
{
	const char *colon = strchr(words->word[0], ':');
	int ret = probe_parse_name(words, 0, colon ? colon + 1 : NULL, name);

	if (ret)
		return ret;
	if (probe_parse_name(words, 1, words->word[1], target) ||
	    !target->name || !target->group)
		return probe_refuse(words, 1, 0, PROBE_NO_EVENT_INFO);
	name->name = name->name ?: target->name;
	return 0;
}

static int eprobe_add(struct event_probe *probe, const struct probe_name *name,
		      struct probe_words *words)
{
	struct probe_place place = {
		.flags = PROBE_ON_EVENT,
		.event = probe->target,
	};
	int ret;

	ret = take_filter(probe, words) ?:
	      probe_init(&probe->probe, &eprobe_kind, words, &place,
			 (struct probe_shape) {});
	if (ret)
		return ret;
	/* Like the kernel, refuse a second definition of the event. */
	if (registry_has(name->group, name->name))
		return probe_fail(words, 0, 0, PROBE_EVENT_EXIST, -EEXIST);
	return probe_add(&probe->probe, name, words);
}

static int eprobe_define(struct probe_words *words)
{
	struct probe_name name = { .group = EPROBE_GROUP }, target = {};
	struct event_probe *probe;
	int ret;

	ret = parse_names(words, &name, &target);
	if (ret)
		return ret;
	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return -ENOMEM;
	mutex_lock(&event_mutex);
	ret = hold_event(probe, target.group, target.name);
	mutex_unlock(&event_mutex);
	if (ret)
		probe_refuse(words, 1, 0, PROBE_BAD_ATTACH_EVENT);
	else
		ret = eprobe_add(probe, &name, words);
	if (ret)
		eprobe_free(&probe->probe);
	return ret;
}

static int eprobe_create(const char *text)
{
	return probe_define(text, "event_probe", "e", eprobe_define);
}

static void show_nothing(struct seq_file *m, struct trigger *trigger)
{
}

static void free_trigger(struct trigger *trigger)
{
	kfree(to_event_probe_trigger(trigger));
}

static const struct trigger_command event_probe_command = {
	.name = "eprobe",
	.kind = TRIGGER_PROBE,
	.when = TRIGGER_AFTER_RECORD,
	.show = show_nothing,
	.free = free_trigger,
	.hit = event_probe_hit,
	.lost = event_probe_lost,
};

static int arm_in(struct probe *base, struct event_file *file)
{
	struct event_probe *probe = to_event_probe(base);
	struct event_probe_trigger *t;
	struct filter_fault fault;
	struct filter *filter = NULL;
	int ret;

	lockdep_assert_held(&event_mutex);
	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	t->probe = probe;
	t->file = file;
	t->trigger.command = &event_probe_command;
	t->trigger.file = event_file_in(probe->target, file->instance);
	ret = t->trigger.file ? 0 : -ENOENT;
	if (!ret && probe->filter)
		ret = filter_parse(&filter, probe->target, probe->filter, NULL,
				   &fault);
	if (ret)
		goto err_trigger;
	trigger_set_filter(&t->trigger, filter);
	/* Let stack traces skip the same frames as for the probed event. */
	if (probe->target->tp)
		event_find_iterator(&base->event->event.iterator,
				    probe->target->tp);
	base->event->class.skip_frames = probe->target->class->skip_frames;
	if (probe->target->class->skip_frames)
		/*
		 * Also skip the kernel's probe of a bridged event. It is in the target's list,
		 * which is valid while the target is held. Pairs with the dependency in
		 * stack_skips().
		 */
		smp_store_release(&base->event->event.iterator.next,
				  probe->target->iterator.next);
	ret = trigger_add(&t->trigger);
	if (!ret)
		return 0;
	filter_free(filter);
err_trigger:
	kfree(t);
	return ret;
}

static void disarm_in(struct probe *base, struct event_file *file)
{
	struct event_probe *probe = to_event_probe(base);
	struct event_file *target = event_file_in(probe->target, file->instance);
	struct trigger *trigger;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!target)
		return;
	/* If the instance is being removed, the trigger is already removed. */
	for_each_trigger(trigger, i, target) {
		if (trigger->command == &event_probe_command &&
		    to_event_probe_trigger(trigger)->probe == probe) {
			trigger_remove(trigger);
			return;
		}
	}
}

static bool eprobe_same_place(const struct probe *a, const struct probe *b)
{
	return to_event_probe(a)->target == to_event_probe(b)->target;
}

static bool eprobe_is_at(const struct probe *probe, const char *word)
{
	const struct event *target = to_event_probe(probe)->target;
	const char *slash = strchr(word, '/') ?: strchr(word, '.');
	const char *system = target->header->system;

	return slash && strlen(system) == slash - word &&
	       !strncmp(system, word, slash - word) &&
	       !strcmp(target->name, slash + 1);
}

static void eprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct probe *probe = to_probe(dyn);
	const struct event *target = to_event_probe(probe)->target;

	probe_show_name(m, probe, 'e', 0);
	seq_printf(m, "%s.%s", target->header->system, target->name);
	probe_show_args(m, probe);
}

const struct probe_kind eprobe_kind = {
	.type = PROBE_TYPE(eprobe_create, eprobe_show),
	.arm_in = arm_in,
	.disarm_in = disarm_in,
	.same_place = eprobe_same_place,
	.is_at = eprobe_is_at,
	.module_going = eprobe_module_going,
	.free = eprobe_free,
};
