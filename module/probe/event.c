// SPDX-License-Identifier: GPL-2.0
/* Common code of all kinds of probes, see probe.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/probe.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/rings.h"
#include "arg.h"
#include "entry.h"
#include "probe.h"
#include "report.h"

static struct probe_event *to_probe_event(const struct event *event)
{
	return container_of(event, struct probe_event, event);
}

static void probe_event_free(struct event *base)
{
	struct probe_event *event = to_probe_event(base);

	probe_undescribe(event);
	kfree(event->header.system);
	kfree(base->name);
	kfree(event);
}

/* Starts or stops hits in one instance, for kinds with probe_kind.arm_in. */
static int feed_in_instance(struct probe_event *event, struct event_file *file,
			    bool wanted)
{
	struct probe *probe;
	int ret = 0;

	list_for_each_entry(probe, &event->probes, in_event) {
		if (!wanted)
			probe->kind->disarm_in(probe, file);
		else
			ret = probe->kind->arm_in(probe, file);
		if (ret)
			break;
	}
	if (!ret) {
		event->users += wanted ? 1 : -1;
		return 0;
	}
	list_for_each_entry_continue_reverse(probe, &event->probes, in_event)
		probe->kind->disarm_in(probe, file);
	return ret;
}

static int arm_each(struct probe_event *event)
{
	struct probe *probe;
	int ret = 0;

	list_for_each_entry(probe, &event->probes, in_event) {
		ret = probe->kind->arm(probe);
		if (ret)
			break;
	}
	if (ret)
		list_for_each_entry_continue_reverse(probe, &event->probes,
						     in_event)
			probe->kind->disarm(probe);
	return ret;
}

static void disarm_each(struct probe_event *event)
{
	struct probe *probe;

	list_for_each_entry(probe, &event->probes, in_event)
		probe->kind->disarm(probe);
}

/*
 * If arming all definitions at once fails, arms them one by one, so that each
 * kind learns which definition the kernel refuses.
 */
static int arm_all(struct probe_event *event)
{
	int ret, applied;

	if (list_is_singular(&event->probes))
		return arm_each(event);
	entries_collect();
	ret = arm_each(event);
	applied = entries_apply();
	if (ret || !applied)
		return ret;
	disarm_each(event);
	return arm_each(event);
}

static void disarm_all(struct probe_event *event)
{
	const bool single = list_is_singular(&event->probes);

	if (!single)
		entries_collect();
	disarm_each(event);
	if (!single)
		entries_apply();
}

/* The first event file that wants hits arms probes, the last disarms them. */
static int probe_event_feed(struct event_file *file, bool wanted)
{
	struct probe_event *event = to_probe_event(file->event);
	int ret = 0;

	if (event->in_instance)
		return feed_in_instance(event, file, wanted);
	if (wanted ? event->users++ : --event->users)
		return 0;
	if (wanted)
		ret = arm_all(event);
	else
		disarm_all(event);
	if (ret)
		event->users--;
	return ret;
}

static u64 probe_event_missed(const struct event_file *file)
{
	const struct probe_event *event =
		container_of(file->event, struct probe_event, event);
	const struct probe *probe;
	u64 sum = event->missed;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(probe, &event->probes, in_event)
		sum += probe_missed(probe);
	return sum;
}

static struct probe_event *probe_event_make(const struct probe_name *name,
					    const struct probe *probe)
{
	struct probe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	kref_init(&event->event.refs);
	INIT_LIST_HEAD(&event->probes);
	event->shape = probe->shape;
	event->in_instance = probe->kind->arm_in;
	event->class.feed = probe_event_feed;
	event->class.missed = probe_event_missed;
	event->class.has_regs = probe->shape.addresses && !probe->shape.is_user;
	event->event.free = probe_event_free;
	event->event.class = &event->class;
	event->event.header = &event->header;
	event->event.name = kstrdup(name->name, GFP_KERNEL);
	event->header.system = kstrdup(name->group, GFP_KERNEL);
	if (!event->event.name || !event->header.system ||
	    probe_describe(event, probe->args)) {
		event_drop(&event->event);
		return NULL;
	}
	return event;
}

int probe_define(const char *text, const char *log_name, const char *letters,
		 int (*define)(struct probe_words *words))
{
	struct probe_words words = { .place = log_name };
	int ret = 0;

	lockdep_assert_held(&dynamic_mutex);
	words.word = argv_split(GFP_KERNEL, text, &words.nr);
	if (!words.word)
		return -ENOMEM;
	if (words.nr)
		ret = words.nr >= 2 && strchr(letters, *words.word[0]) ?
		      define(&words) : -ECANCELED;
	argv_free(words.word);
	return ret;
}

int probe_init(struct probe *probe, const struct probe_kind *kind,
	       struct probe_words *words, const struct probe_place *place,
	       struct probe_shape shape)
{
	int ret = probe_args_parse(words, place, &probe->args);
	const struct probe_args *args = probe->args;
	unsigned int record_size;

	if (ret)
		return ret;
	INIT_LIST_HEAD(&probe->dyn.link);
	INIT_LIST_HEAD(&probe->in_event);
	probe->dyn.type = &kind->type;
	probe->kind = kind;
	probe->shape = shape;
	probe->head = sizeof(struct record_header);
	if (shape.addresses)
		probe->head = PROBE_HEAD + shape.addresses * sizeof(long);
	record_size = probe->head + args->size;
	if (args->dynamic)
		record_size += args->nr * PROBE_STRING_MAX;
	probe->record_size = min_t(unsigned int, record_size, RECORD_SIZE_MAX);
	probe->hits = alloc_percpu(unsigned long);
	return probe->hits ? 0 : -ENOMEM;
}

void probe_exit(struct probe *probe)
{
	if (probe->event)
		event_drop(&probe->event->event);
	probe_args_put(probe->args);
	free_percpu(probe->hits);
}

/* Unlike the name of an event, the name of a group may contain dashes. */
static bool is_good_group(const char *name)
{
	if (!isalpha(*name) && *name != '_' && *name != '-')
		return false;
	while (*++name)
		if (!isalnum(*name) && *name != '_' && *name != '-')
			return false;
	return true;
}

int probe_parse_name(struct probe_words *words, int at, const char *text,
		     struct probe_name *name)
{
	unsigned int offset;
	const char *slash;
	size_t len;

	words->at = at;
	if (!text)
		return 0;
	offset = text - words->word[at];
	slash = strchr(text, '/') ?: strchr(text, '.');
	if (slash) {
		len = slash - text;
		if (!len)
			return probe_report(words, offset, PROBE_NO_GROUP_NAME);
		if (len >= PROBE_NAME_MAX)
			return probe_report(words, offset, PROBE_GROUP_TOO_LONG);
		strscpy(name->group_buf, text, len + 1);
		if (!is_good_group(name->group_buf))
			return probe_report(words, offset, PROBE_BAD_GROUP_NAME);
		name->group = name->group_buf;
		text = slash + 1;
		offset += len + 1;
	}
	len = strlen(text);
	if (!len)
		return slash ? 0 :
			       probe_report(words, offset, PROBE_NO_EVENT_NAME);
	name->name = text;
	if (len >= PROBE_NAME_MAX)
		return probe_report(words, offset, PROBE_EVENT_TOO_LONG);
	if (!dynamic_is_name(text))
		return probe_report(words, offset, PROBE_BAD_EVENT_NAME);
	return 0;
}

void probe_clean_name(char *name)
{
	for (; *name; name++)
		if (!isalnum(*name))
			*name = '_';
}

/*
 * Returns a definition of the event of this name, or NULL. Kinds with the same
 * type.create are one type of dynamic event, as in the kernel.
 */
static struct probe *probe_event_find(const struct probe_kind *kind,
				      const struct probe_name *name)
{
	struct dynamic_event *dyn;
	struct probe *probe;

	lockdep_assert_held(&dynamic_mutex);
	list_for_each_entry(dyn, &dynamic_list, link) {
		if (dyn->type->create != kind->type.create)
			continue;
		probe = to_probe(dyn);
		if (event_is(&probe->event->event, name->group, name->name))
			return probe;
	}
	return NULL;
}

static bool same_texts(const struct probe_args *a, const struct probe_args *b)
{
	unsigned int i;

	for (i = 0; i < a->nr; i++)
		if (strcmp(a->arg[i].text, b->arg[i].text))
			return false;
	return true;
}

static int check_fields(const struct probe *probe, const struct probe *other,
			struct probe_words *words)
{
	const unsigned int differ = probe_args_differ(probe->args, other->args);

	return differ ? probe_fail(words, differ + 1, 0, PROBE_DIFF_ARG_TYPE,
				   -EEXIST) : 0;
}

/* Returns 0 if a new definition fits the event, else -EEXIST. */
static int may_append(const struct probe *probe, const struct probe *first,
		      struct probe_words *words)
{
	const struct probe *other;

	if (first->kind != probe->kind || first->shape.addresses != probe->shape.addresses)
		return probe_fail(words, 0, 0, PROBE_DIFF_PROBE_TYPE, -EEXIST);
	if (check_fields(probe, first, words))
		return -EEXIST;
	list_for_each_entry(other, &first->event->probes, in_event)
		if (probe->kind->same_place(probe, other) &&
		    same_texts(probe->args, other->args))
			return probe_fail(words, 0, 0, PROBE_SAME_PROBE, -EEXIST);
	return 0;
}

static int arm_like_others(struct probe *probe)
{
	struct event_file *file;
	int ret = 0;

	if (!probe->kind->arm_in)
		return probe->event->users ? probe->kind->arm(probe) : 0;
	list_for_each_entry(file, &probe->event->event.files, in_event) {
		if (file->probed)
			ret = probe->kind->arm_in(probe, file);
		if (ret)
			break;
	}
	if (ret)
		list_for_each_entry_continue_reverse(file,
						     &probe->event->event.files,
						     in_event)
			if (file->probed)
				probe->kind->disarm_in(probe, file);
	return ret;
}

/* Disarms one definition and waits for its hits. Others stay armed. */
static void disarm_alone(struct probe *probe)
{
	struct event_file *file;

	if (!probe->kind->arm_in) {
		probe->kind->disarm(probe);
		hits_synchronize();
		return;
	}
	list_for_each_entry(file, &probe->event->event.files, in_event)
		if (file->probed)
			probe->kind->disarm_in(probe, file);
}

static int find_place(struct probe *probe, struct probe_words *words)
{
	return probe->kind->place ? probe->kind->place(probe, words) : 0;
}

static int probe_event_append(struct probe *probe, struct probe *first,
			      struct probe_words *words)
{
	int ret = may_append(probe, first, words) ?: find_place(probe, words);

	if (ret)
		return ret;
	event_hold(&first->event->event);
	probe->event = first->event;
	mutex_lock(&event_mutex);
	ret = arm_like_others(probe);
	if (!ret) {
		list_add_tail(&probe->in_event, &probe->event->probes);
		dynamic_add(&probe->dyn);
	}
	mutex_unlock(&event_mutex);
	return ret;
}

/*
 * Detaches a definition from its event. Returns 0, or -EBUSY for the last
 * definition of an event that is in use.
 */
static int probe_event_detach(struct probe *probe)
{
	struct probe_event *event = probe->event;
	bool last = list_is_singular(&event->probes);

	lockdep_assert_held(&event_mutex);
	if (last && event->event.handles)
		return -EBUSY;
	if (last && event_used(&event->event)) {
		stale_note(&event->event, true);
		return -EBUSY;
	}
	if (last)
		stale_note(&event->event, false);
	if (event->users)
		disarm_alone(probe);
	event->missed += probe_missed(probe);
	list_del_init(&probe->in_event);
	dynamic_del(&probe->dyn);
	return 0;
}

static int append_all(struct probe *const *probes, unsigned int nr,
		      struct probe *first, struct probe_words *words)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr; i++) {
		ret = probe_event_append(probes[i], first, words);
		if (ret)
			break;
	}
	mutex_lock(&event_mutex);
	/* probe_event_detach() cannot fail, because the event still has @first. */
	while (ret && i)
		probe_event_detach(probes[--i]);
	mutex_unlock(&event_mutex);
	return ret;
}

/* Adds definitions to a new event, before the event can be used. */
static int fill_event(struct probe_event *event, struct probe *const *probes,
		      unsigned int nr)
{
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		event_hold(&event->event);
		probes[i]->event = event;
		list_add_tail(&probes[i]->in_event, &event->probes);
	}
	ret = registry_add(&event->event, 0);
	mutex_lock(&event_mutex);
	for (i = 0; i < nr; i++) {
		if (ret)
			list_del_init(&probes[i]->in_event);
		else
			dynamic_add(&probes[i]->dyn);
	}
	mutex_unlock(&event_mutex);
	return ret;
}

int probe_add_all(struct probe *const *probes, unsigned int nr,
		  const struct probe_name *name, struct probe_words *words)
{
	struct probe *first = probe_event_find(probes[0]->kind, name);
	struct probe_event *event;
	unsigned int i;
	int ret = 0;

	if (first)
		return append_all(probes, nr, first, words);
	if (registry_has(name->group, name->name))
		return probe_fail(words, 0, 0, PROBE_EVENT_EXIST, -EEXIST);
	for (i = 1; i < nr && !ret; i++)
		ret = check_fields(probes[i], probes[0], words);
	for (i = 0; i < nr && !ret; i++)
		ret = find_place(probes[i], words);
	if (ret)
		return ret;
	event = probe_event_make(name, probes[0]);
	if (!event)
		return -ENOMEM;
	ret = fill_event(event, probes, nr);
	event_drop(&event->event);
	return ret;
}

int probe_add(struct probe *probe, const struct probe_name *name,
	      struct probe_words *words)
{
	return probe_add_all(&probe, 1, name, words);
}

int probe_remove(struct dynamic_event *dyn)
{
	struct probe *probe = to_probe(dyn);
	struct probe_event *event = probe->event;
	int ret;

	lockdep_assert_held(&dynamic_mutex);
	mutex_lock(&event_mutex);
	ret = probe_event_detach(probe);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	if (list_empty(&event->probes))
		registry_remove(&event->event);
	probe->kind->free(probe);
	return 0;
}

bool probe_is_busy(const struct dynamic_event *dyn)
{
	return event_used(&to_probe(dyn)->event->event);
}

bool probe_matches(const struct dynamic_event *dyn, const char *system,
		   const char *name, int nr_words, char **words)
{
	const struct probe *probe = to_probe(dyn);
	const struct event *event = &probe->event->event;

	if ((*name && strcmp(event->name, name)) ||
	    (system && strcmp(event->header->system, system)))
		return false;
	return !nr_words || (probe->kind->is_at(probe, words[0]) &&
			     probe_args_match(probe->args, nr_words - 1,
					      words + 1));
}

void probe_show_name(struct seq_file *m, const struct probe *probe, char letter,
		     unsigned int number)
{
	const struct event *event = &probe->event->event;

	seq_putc(m, letter);
	if (number)
		seq_printf(m, "%u", number);
	seq_printf(m, ":%s/%s ", event->header->system, event->name);
}

void probe_show_args(struct seq_file *m, const struct probe *probe)
{
	const struct probe_args *args = probe->args;
	unsigned int i;

	for (i = 0; i < args->nr; i++)
		seq_printf(m, " %s=%s", args->arg[i].name, args->arg[i].text);
	seq_putc(m, '\n');
}

void probe_free(struct dynamic_event *dyn)
{
	struct probe *probe = to_probe(dyn);

	probe->kind->free(probe);
}

bool probe_feeds(const struct event *event)
{
	return event->class->feed == probe_event_feed;
}

const char *probe_event_waits(const struct event *base, unsigned int *nr,
			      unsigned int *waiting)
{
	const char *first = NULL, *name;
	const struct probe_event *event;
	const struct probe *probe;

	lockdep_assert_held(&event_mutex);
	if (!probe_feeds(base))
		return NULL;
	event = container_of(base, struct probe_event, event);
	*nr = 0;
	*waiting = 0;
	list_for_each_entry(probe, &event->probes, in_event) {
		name = probe->kind->waits_for ? probe->kind->waits_for(probe) :
						NULL;
		first = first ?: name;
		*waiting += !!name;
		++*nr;
	}
	return first;
}

unsigned long probe_hits(const struct probe *probe)
{
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += READ_ONCE(*per_cpu_ptr(probe->hits, cpu));
	return hits;
}

unsigned long probe_missed(const struct probe *probe)
{
	unsigned long missed = atomic_long_read(&probe->missed);

	lockdep_assert_held(&event_mutex);
	if (probe->kind->missed)
		missed += probe->kind->missed(probe);
	return missed;
}

int probe_parse_maxactive(struct probe_words *words, unsigned int *maxactive)
{
	const char *word = words->word[0];
	const size_t len = strcspn(word + 1, ":");
	char digits[PROBE_NAME_MAX];

	if (!isdigit(word[1]) || len >= sizeof(digits))
		return probe_refuse(words, 0, 1, PROBE_BAD_MAXACT);
	strscpy(digits, word + 1, len + 1);
	if (kstrtouint(digits, 0, maxactive) || !*maxactive)
		return probe_refuse(words, 0, 1, PROBE_BAD_MAXACT);
	if (*maxactive > MAXACTIVE_MAX)
		return probe_refuse(words, 0, 1, PROBE_MAXACT_TOO_BIG);
	return 0;
}

int probe_explain(struct probe_words *words, int error)
{
	words->at = 1;
	if (error == -EILSEQ)
		probe_report(words, 0, PROBE_BAD_INSN_BNDRY);
	else if (error == -ENOENT)
		probe_report(words, 0, PROBE_BAD_PROBE_ADDR);
	else if (error && error != -ENOMEM && error != -EEXIST)
		probe_report(words, 0, PROBE_FAIL_REG_PROBE);
	return error;
}
