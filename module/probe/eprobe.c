// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes on events, see eprobe.h. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../filter/filter.h"
#include "../filter/report.h"
#include "../instance/instance.h"
#include "arg.h"
#include "eprobe.h"
#include "hot/eprobe.h"
#include "report.h"

/* The group of events that users give no group. */
#define EPROBE_GROUP	"eprobes"

static int eprobe_refuse(struct probe_words *words, int at,
			 enum probe_error error, int ret)
{
	words->at = at;
	probe_report(words, 0, error);
	return ret;
}

static void eprobe_free(struct event_probe *probe)
{
	if (probe->target) {
		mutex_lock(&event_mutex);
		probe->target->handles--;
		mutex_unlock(&event_mutex);
		event_put(probe->target);
		module_put(probe->mod);
	}
	probe_exit(&probe->probe);
	kfree(probe->filter);
	kfree(probe);
}

/* Probes cannot be on events that other probes feed, or that are only shown. */
static struct event *find_event(const char *system, const char *name)
{
	struct event_file *file;

	file = event_file_find(&main_instance.files, system, name);
	return file && file->event->role == EVENT_FULL &&
	       !probe_feeds(file->event) ? file->event : NULL;
}

/* Keeps the event that the probe is on while the probe is defined. */
static int hold_event(struct event_probe *probe, const char *system,
		      const char *name)
{
	struct event *event = find_event(system, name);

	lockdep_assert_held(&event_mutex);
	if (!event || !try_module_get(event->mod))
		return -ENODEV;
	probe->mod = event->mod;
	event_get(event);
	event->handles++;
	probe->target = event;
	return 0;
}

/* Checks the text of a filter; a hit's filter is made for each instance. */
static int check_filter(struct event_probe *probe)
{
	struct filter_fault fault;
	struct filter *filter;
	int ret;

	mutex_lock(&event_mutex);
	ret = filter_parse(&filter, probe->target, probe->filter, &fault);
	if (ret)
		filter_log_fault(&main_instance.errors, probe->filter, &fault);
	mutex_unlock(&event_mutex);
	if (!ret)
		filter_free(filter);
	return ret;
}

/* Joins the words from @first on with blanks. */
static char *eprobe_join(const struct probe_words *words, int first)
{
	size_t len = 0;
	char *text;
	int i;

	for (i = first; i < words->nr; i++)
		len += strlen(words->word[i]) + 1;
	text = kzalloc(len, GFP_KERNEL);
	for (i = first; text && i < words->nr; i++) {
		if (i > first)
			strlcat(text, " ", len);
		strlcat(text, words->word[i], len);
	}
	return text;
}

/* Takes the filter after "if", where probe_args_parse() will end. */
static int take_filter(struct event_probe *probe, struct probe_words *words)
{
	int i;

	for (i = 2; i < words->nr && strcmp(words->word[i], "if"); i++)
		;
	if (i == words->nr)
		return 0;
	if (i + 1 == words->nr)
		return eprobe_refuse(words, i + 1, PROBE_NO_EP_FILTER, -EINVAL);
	probe->filter = eprobe_join(words, i + 1);
	if (!probe->filter)
		return -ENOMEM;
	return check_filter(probe) ? -EINVAL : 0;
}

/**
 * struct eprobe_command - the names in a definition
 * @group: group of the new event
 * @name: its name
 * @system: system of the event that the probe is on
 * @event: its name
 * @bufs: the texts that the others point to, if they are not in the definition
 */
struct eprobe_command {
	const char *group;
	const char *name;
	const char *system;
	const char *event;
	char bufs[3][PROBE_NAME_MAX];
};

static int parse_names(struct eprobe_command *command,
		       struct probe_words *words)
{
	const char *name = strchr(words->word[0], ':');
	int ret;

	command->group = EPROBE_GROUP;
	if (name) {
		ret = probe_parse_name(words, name + 1, &command->group,
				       &command->name, command->bufs[0]);
		if (ret)
			return ret;
	}
	words->at = 1;
	ret = probe_parse_name(words, words->word[1], &command->system,
			       &command->event, command->bufs[1]);
	if (ret || !command->event || !command->system)
		return eprobe_refuse(words, 1, PROBE_NO_EVENT_INFO, -EINVAL);
	if (!command->name) {
		strscpy(command->bufs[2], command->event, PROBE_NAME_MAX);
		command->name = command->bufs[2];
	}
	return 0;
}

static int eprobe_finish(struct event_probe *probe,
			 struct eprobe_command *command,
			 struct probe_words *words)
{
	struct probe_place place = {
		.flags = PROBE_ON_KERNEL | PROBE_ON_EVENT,
		.event = probe->target,
	};
	struct probe_args *args;
	int ret;

	ret = take_filter(probe, words);
	if (ret)
		return ret;
	ret = probe_args_parse(words, 2, &place, &args);
	if (ret)
		return ret;
	ret = probe_init(&probe->probe, &eprobe_kind, args, PROBE_SHAPE_NONE);
	if (ret)
		return ret;
	/* Like the kernel, which has one such probe for each event only. */
	if (registry_has(command->group, command->name))
		return eprobe_refuse(words, 0, PROBE_EVENT_EXIST, -EEXIST);
	return probe_add(&probe->probe, command->group, command->name,
			 PROBE_SHAPE_NONE, words);
}

static int eprobe_define(struct probe_words *words)
{
	struct eprobe_command *command;
	struct event_probe *probe;
	int ret = -ENOMEM;

	command = kzalloc(sizeof(*command), GFP_KERNEL);
	if (!command)
		return -ENOMEM;
	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		goto out;
	ret = parse_names(command, words);
	if (ret)
		goto err_probe;
	mutex_lock(&event_mutex);
	ret = hold_event(probe, command->system, command->event);
	mutex_unlock(&event_mutex);
	if (ret) {
		eprobe_refuse(words, 1, PROBE_BAD_ATTACH_EVENT, ret);
		goto err_probe;
	}
	ret = eprobe_finish(probe, command, words);
	if (!ret)
		goto out;
err_probe:
	eprobe_free(probe);
out:
	kfree(command);
	return ret;
}

static int eprobe_create(const char *text, struct module *owner)
{
	struct probe_words words = { .place = "event_probe" };
	int ret = -ECANCELED;

	lockdep_assert_held(&dynamic_mutex);
	words.word = argv_split(GFP_KERNEL, text, &words.nr);
	if (!words.word)
		return -ENOMEM;
	if (words.nr >= 2 && *words.word[0] == 'e')
		ret = eprobe_define(&words);
	argv_free(words.word);
	return ret;
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

/* The event that a probe is on, in the instance of the probe's event file. */
static struct event_file *target_file(const struct event_probe *probe,
				      const struct event_file *file)
{
	struct event_file *target;

	list_for_each_entry(target, &probe->target->files, in_event)
		if (target->instance == file->instance)
			return target;
	return NULL;
}

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
	t->trigger.file = target_file(probe, file);
	ret = t->trigger.file ? 0 : -ENOENT;
	if (!ret && probe->filter)
		ret = filter_parse(&filter, probe->target, probe->filter,
				   &fault);
	if (ret)
		goto err_trigger;
	trigger_set_filter(&t->trigger, filter);
	/* A stack trace leaves out what one of the other event does. */
	if (probe->target->tp)
		event_find_iterator(&base->event->event.iterator,
				    probe->target->tp);
	base->event->class.skip_frames = probe->target->class->skip_frames;
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
	struct event_file *target = target_file(probe, file);
	struct trigger *trigger;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!target)
		return;
	/* The trigger is gone already if the instance is being removed. */
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

/* Nothing can be wrong with the place any more. */
static int eprobe_place(struct probe *probe, struct probe_words *words)
{
	return 0;
}

static void eprobe_free_kind(struct probe *probe)
{
	eprobe_free(to_event_probe(probe));
}

/* Tests whether a word of a command is the event that a probe is on. */
static bool is_target(const struct event_probe *probe, const char *word)
{
	const char *slash = strchr(word, '/') ?: strchr(word, '.');
	const char *system = probe->target->header->system;

	return slash && strlen(system) == slash - word &&
	       !strncmp(system, word, slash - word) &&
	       !strcmp(probe->target->name, slash + 1);
}

static bool eprobe_matches(const struct dynamic_event *dyn, const char *system,
			   const char *name, int nr_words, char **words)
{
	const struct probe *probe = to_probe(dyn);

	if (!probe_matches_name(probe, system, name))
		return false;
	return !nr_words || (is_target(to_event_probe(probe), words[0]) &&
			     probe_args_match(probe->args, nr_words - 1,
					      words + 1));
}

static void eprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct probe *probe = to_probe(dyn);
	const struct event *target = to_event_probe(probe)->target;

	seq_printf(m, "e:%s/%s %s.%s", probe->event->event.header->system,
		   probe->event->event.name, target->header->system,
		   target->name);
	probe_show_args(m, probe);
}

const struct probe_kind eprobe_kind = {
	.type = {
		.create = eprobe_create,
		.remove = probe_remove,
		.is_busy = probe_is_busy,
		.matches = eprobe_matches,
		.show = eprobe_show,
		.free = probe_free,
	},
	.arm_in = arm_in,
	.disarm_in = disarm_in,
	.place = eprobe_place,
	.same_place = eprobe_same_place,
	.free = eprobe_free_kind,
};
